//===- PackedTensor.cpp - A tensor between its uses -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

namespace alcove::reference {

static bool upperHalvesSuffice(std::span<const float> all) {
  std::atomic<bool> suffice = true;
  inParts(static_cast<int64_t>(all.size()), static_cast<int64_t>(all.size()), [&](int64_t begin, int64_t end) {
    std::span<const float> values = all.subspan(begin, end - begin);
    constexpr size_t chunk = 4096; // most f32 tensors are found out by the first
    for (size_t from = 0; from < values.size() && suffice.load(std::memory_order_relaxed); from += chunk) {
      uint32_t lower = 0;
      for (float value : values.subspan(from, std::min(chunk, values.size() - from)))
        lower |= std::bit_cast<uint32_t>(value) & 0xffffu;
      if (lower != 0)
        suffice = false;
    }
  });
  return suffice;
}

PackedTensor::PackedTensor(Tensor given) : tensor(std::move(given)) {
  if (!tensor.isFloat() || tensor.numElements() < worthPacking || !upperHalvesSuffice(tensor.floats()))
    return;
  std::span<const float> values = tensor.floats();
  words = std::make_shared<std::vector<uint16_t>>(values.size());
  inParts(tensor.numElements(), tensor.numElements(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      (*words)[i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(values[i]) >> 16);
  });
  tensor.floatData.reset();
}

Tensor PackedTensor::unpacked() const {
  Tensor result = tensor;
  if (!words)
    return result;
  result.floatData = std::make_shared<std::vector<float>>(words->size());
  std::vector<float> &values = *result.floatData;
  inParts(tensor.numElements(), tensor.numElements(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      values[i] = std::bit_cast<float>(static_cast<uint32_t>((*words)[i]) << 16);
  });
  return result;
}

PackedTensor PackedTensor::ofWords(ElementType type, Shape shape, std::vector<uint16_t> words) {
  PackedTensor result;
  result.tensor.type = type;
  result.tensor.dims = std::move(shape);
  result.tensor.count = static_cast<int64_t>(words.size());
  result.words = std::make_shared<std::vector<uint16_t>>(std::move(words));
  return result;
}

PackedTensor PackedTensor::reshaped(Shape shape) const {
  PackedTensor result = *this;
  result.tensor.dims = std::move(shape);
  return result;
}

Result<Tensor> PackedTensor::rows(std::span<const int64_t> rows) const {
  int64_t width = shape().back();
  std::vector<float> values;
  values.reserve(rows.size() * width);
  for (int64_t row : rows)
    for (int64_t i = row * width; i < (row + 1) * width; ++i)
      values.push_back(std::bit_cast<float>(static_cast<uint32_t>((*words)[i]) << 16));
  return Tensor::fromFloats(elementType(), {static_cast<int64_t>(rows.size()), width}, std::move(values));
}

PackedTensor PackedTensor::heldAsF32() const {
  PackedTensor result = *this;
  if (result.tensor.isFloat())
    result.tensor.type = ElementType::F32;
  return result;
}

PackedTensor PackedTensor::scaledBy(int exponent) const {
  float factor = std::ldexp(1.0f, exponent);
  if (!tensor.isFloat() || exponent == 0)
    return *this;
  if (words) { // exact unless a product is subnormal
    PackedTensor result = *this;
    result.words = std::make_shared<std::vector<uint16_t>>(words->size());
    std::atomic<bool> exact = true;
    inParts(tensor.numElements(), tensor.numElements(), [&](int64_t begin, int64_t end) {
      const uint16_t *from = words->data();
      uint16_t *to = result.words->data();
      uint32_t lower = 0;
      for (int64_t i = begin; i < end; ++i) {
        auto bits = std::bit_cast<uint32_t>(std::bit_cast<float>(static_cast<uint32_t>(from[i]) << 16) * factor);
        lower |= bits;
        to[i] = static_cast<uint16_t>(bits >> 16);
      }
      if ((lower & 0xffffu) != 0)
        exact = false;
    });
    if (exact)
      return result;
  }
  Tensor whole = unpacked();
  std::span<float> values = whole.mutableFloats();
  inParts(whole.numElements(), whole.numElements(), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      values[i] *= factor;
  });
  return PackedTensor(std::move(whole));
}

} // namespace alcove::reference
