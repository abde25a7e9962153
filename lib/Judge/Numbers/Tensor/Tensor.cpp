//===- Tensor.cpp - A tensor of numbers as a value ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/Tensor.h"
#include "alcove/Judge/Numbers/Tensor/Parallel.h"

#include <fmt/format.h>

namespace alcove::reference {

Result<int64_t> countElements(std::span<const int64_t> shape, int64_t bytesPerElement) {
  int64_t limit = maxTensorBytes / bytesPerElement;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return Error{fmt::format("shape {}: size {} is negative", toString(shape), size)};
    empty |= size == 0;
  }
  if (empty)
    return int64_t(0);
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size > limit / count)
      return Error{fmt::format("shape {}: more than {} elements, {} bytes", toString(shape), limit, maxTensorBytes)};
    count *= size;
  }
  return count;
}

std::string toString(std::span<const int64_t> shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

Shape stridesOf(std::span<const int64_t> shape) {
  Shape strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

Result<Tensor> Tensor::zeros(ElementType type, Shape shape) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, reference::isFloat(type) ? 4 : 8));
  Tensor tensor;
  tensor.type = type;
  tensor.dims = std::move(shape);
  tensor.count = count;
  if (reference::isFloat(type))
    tensor.floatData = std::make_shared<std::vector<float>>(count);
  else
    tensor.integerData = std::make_shared<std::vector<int64_t>>(count);
  return tensor;
}

static Status checkCount(std::span<const int64_t> shape, size_t values, int64_t bytesPerElement) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, bytesPerElement));
  if (static_cast<size_t>(count) != values)
    return Error{fmt::format("shape {} has {} elements, {} are given", toString(shape), count, values)};
  return {};
}

Result<Tensor> Tensor::fromFloats(ElementType type, Shape shape, std::vector<float> values) {
  if (!reference::isFloat(type))
    return Error{fmt::format("floats given for a tensor of {}", reference::toString(type))};
  ALCOVE_RETURN_IF_ERROR(checkCount(shape, values.size(), 4));
  Tensor tensor;
  tensor.type = type;
  tensor.dims = std::move(shape);
  tensor.count = static_cast<int64_t>(values.size());
  tensor.floatData = std::make_shared<std::vector<float>>(std::move(values));
  tensor.roundAll();
  return tensor;
}

Result<Tensor> Tensor::fromIntegers(ElementType type, Shape shape, std::vector<int64_t> values) {
  if (reference::isFloat(type))
    return Error{fmt::format("integers given for a tensor of {}", reference::toString(type))};
  ALCOVE_RETURN_IF_ERROR(checkCount(shape, values.size(), 8));
  Tensor tensor;
  tensor.type = type;
  tensor.dims = std::move(shape);
  tensor.count = static_cast<int64_t>(values.size());
  tensor.integerData = std::make_shared<std::vector<int64_t>>(std::move(values));
  tensor.roundAll();
  return tensor;
}

std::span<float> Tensor::mutableFloats() {
  if (!floatData)
    return {};
  if (floatData.use_count() > 1)
    floatData = std::make_shared<std::vector<float>>(*floatData);
  return *floatData;
}

std::span<int64_t> Tensor::mutableIntegers() {
  if (!integerData)
    return {};
  if (integerData.use_count() > 1)
    integerData = std::make_shared<std::vector<int64_t>>(*integerData);
  return *integerData;
}

void Tensor::roundAll() {
  if (type == ElementType::F32 || type == ElementType::I64)
    return;
  if (isFloat()) {
    std::span<float> values = mutableFloats();
    int64_t row = dims.empty() ? 1 : std::max<int64_t>(1, dims.back());
    inParts(count / row, 4 * count, [&](int64_t begin, int64_t end) {
      roundRows(type, values.subspan(begin * row, (end - begin) * row), row);
    });
    return;
  }
  for (int64_t &value : mutableIntegers())
    value = toRange(type, value);
}

Result<Tensor> Tensor::reshaped(Shape shape) const {
  ALCOVE_RETURN_IF_ERROR(checkCount(shape, count, isFloat() ? 4 : 8));
  Tensor result = *this;
  result.dims = std::move(shape);
  // Blocks of a block format follow the rows, and those are new.
  if (isBlockFloat(type))
    result.roundAll();
  return result;
}

Result<Tensor> Tensor::convertedTo(ElementType target) const {
  if (target == type)
    return *this;
  if (reference::isFloat(target))
    return fromFloats(target, dims, toFloatVector());
  if (!isFloat())
    return fromIntegers(target, dims, *integerData);
  ALCOVE_RETURN_IF_ERROR(countElements(dims, 8));
  std::vector<int64_t> values(count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = toInteger(target, (*floatData)[i]);
  return fromIntegers(target, dims, std::move(values));
}

std::vector<float> Tensor::toFloatVector() const {
  if (isFloat())
    return floatData ? *floatData : std::vector<float>();
  return std::vector<float>(integerData->begin(), integerData->end());
}

} // namespace alcove::reference
