//===- Normalization.cpp - Softmax and norms ---------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alcove::reference {

static Result<Tensor> rounded(const Shape &shape, const std::vector<float> &values, ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, shape, values));
  return wide.convertedTo(type);
}

Result<Tensor> softmax(const Tensor &input, int64_t dim, ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
  int64_t outer = 1, inner = 1, size = input.dim(at);
  for (int64_t i = 0; i < input.rank(); ++i)
    (i < at ? outer : inner) *= i == at ? 1 : input.dim(i);
  std::vector<float> values(input.numElements());
  inParts(outer * inner, input.numElements() * 16, [&](int64_t begin, int64_t end) {
    std::vector<double> line(size);
    for (int64_t row = begin; row < end; ++row) {
      int64_t start = row / inner * size * inner + row % inner;
      double largest = -INFINITY, sum = 0.0;
      for (int64_t k = 0; k < size; ++k)
        largest = std::max(largest, line[k] = input.at(start + k * inner));
      for (double &value : line)
        sum += value = std::exp(value - largest);
      for (int64_t k = 0; k < size; ++k)
        values[start + k * inner] = static_cast<float>(line[k] / sum);
    }
  });
  return rounded(input.shape(), values, type);
}

Result<Tensor> normalize(const Tensor &input, const Tensor *weight, const Tensor *bias, int64_t dims, bool centered,
                         double epsilon, ElementType type) {
  if (dims < 1 || dims > input.rank())
    return Error{fmt::format("norm over {} dimensions of {}", dims, toString(input.shape()))};
  int64_t size = 1;
  for (int64_t i = input.rank() - dims; i < input.rank(); ++i)
    size *= input.dim(i);
  for (const Tensor *parameter : {weight, bias})
    if (parameter && parameter->numElements() != size)
      return Error{fmt::format("norm over {} elements with parameters of {}", size, parameter->numElements())};
  std::vector<float> values(input.numElements());
  int64_t rows = size == 0 ? 0 : input.numElements() / size;
  inParts(rows, input.numElements() * 8, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      int64_t start = row * size;
      double mean = 0.0, square = 0.0;
      if (centered) {
        for (int64_t i = 0; i < size; ++i)
          mean += input.at(start + i);
        mean /= static_cast<double>(size);
      }
      for (int64_t i = 0; i < size; ++i)
        square += (input.at(start + i) - mean) * (input.at(start + i) - mean);
      double factor = 1.0 / std::sqrt(square / static_cast<double>(size) + epsilon);
      for (int64_t i = 0; i < size; ++i)
        values[start + i] = static_cast<float>((input.at(start + i) - mean) * factor * (weight ? weight->at(i) : 1.0) +
                                               (bias ? bias->at(i) : 0.0));
    }
  });
  return rounded(input.shape(), values, type);
}

static constexpr int64_t statisticsTile = 32;

Result<Tensor> rowSums(const Tensor &input, bool centered, ElementType type) {
  if (input.rank() == 0)
    return Error{"sums of the rows of a scalar"};
  Shape shape = input.shape();
  int64_t size = shape.back(), rows = size == 0 ? 0 : input.numElements() / size;
  shape.back() = (centered ? 2 : 1) * statisticsTile;
  std::vector<float> values(rows * shape.back());
  for (int64_t row = 0; row < rows; ++row) {
    double sum = 0.0, square = 0.0;
    for (int64_t i = 0; i < size; ++i) {
      sum += input.at(row * size + i);
      square += input.at(row * size + i) * input.at(row * size + i);
    }
    values[row * shape.back()] = static_cast<float>(square);
    if (centered)
      values[row * shape.back() + statisticsTile] = static_cast<float>(sum);
  }
  return rounded(shape, values, type);
}

Result<Tensor> normalizeBySums(const Tensor &input, const Tensor &sums, const Tensor *weight, const Tensor *bias,
                               double epsilon, ElementType type) {
  int64_t size = input.rank() > 0 ? input.shape().back() : 0, rows = size == 0 ? 0 : input.numElements() / size;
  int64_t width = sums.rank() > 0 ? sums.shape().back() : 0, chips = width / (2 * statisticsTile);
  if (chips < 1 || width % (2 * statisticsTile) != 0 || sums.numElements() != rows * width)
    return Error{fmt::format("sums {} for rows of {}", toString(sums.shape()), toString(input.shape()))};
  for (const Tensor *parameter : {weight, bias})
    if (parameter && parameter->numElements() != size)
      return Error{fmt::format("norm over {} elements with parameters of {}", size, parameter->numElements())};
  std::vector<float> values(input.numElements());
  double count = static_cast<double>(size * chips);
  for (int64_t row = 0; row < rows; ++row) {
    double sum = 0.0, square = 0.0;
    for (int64_t chip = 0; chip < chips; ++chip) {
      square += sums.at(row * width + chip * 2 * statisticsTile);
      sum += sums.at(row * width + (chip * 2 + 1) * statisticsTile);
    }
    double mean = sum / count, factor = 1.0 / std::sqrt(std::max(0.0, square / count - mean * mean) + epsilon);
    for (int64_t i = 0; i < size; ++i)
      values[row * size + i] = static_cast<float>(
          (input.at(row * size + i) - mean) * factor * (weight ? weight->at(i) : 1.0) + (bias ? bias->at(i) : 0.0));
  }
  return rounded(input.shape(), values, type);
}

Result<Tensor> batchNorm(const Tensor &input, const Tensor *scale, const Tensor *offset, const Tensor *mean,
                         const Tensor *variance, int64_t dim, double epsilon, ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
  for (const Tensor *parameter : {scale, offset, mean, variance})
    if (parameter && parameter->numElements() != input.dim(at))
      return Error{
          fmt::format("batch norm of {} channels with a parameter of {}", input.dim(at), parameter->numElements())};
  int64_t stride = stridesOf(input.shape())[at];
  std::vector<float> values(input.numElements());
  for (int64_t i = 0; i < input.numElements(); ++i) {
    int64_t channel = i / stride % input.dim(at);
    double value = input.at(i) - (mean ? mean->at(channel) : 0.0);
    value /= std::sqrt((variance ? variance->at(channel) : 1.0) + epsilon);
    values[i] = static_cast<float>(value * (scale ? scale->at(channel) : 1.0) + (offset ? offset->at(channel) : 0.0));
  }
  return rounded(input.shape(), values, type);
}

Result<Tensor> rotaryEmbedding(const Tensor &input, const Tensor &cos, const Tensor &sin, ElementType type) {
  if (input.rank() == 0 || input.shape().back() % 2 != 0)
    return Error{fmt::format("rotary embedding of {}: the last size must be even", toString(input.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor factors, broadcastTo(cos, input.shape()));
  ALCOVE_ASSIGN_OR_RETURN(Tensor crossFactors, broadcastTo(sin, input.shape()));
  int64_t size = input.shape().back(), half = size / 2;
  std::vector<float> values(input.numElements());
  for (int64_t i = 0; i < input.numElements(); ++i) {
    int64_t column = i % size;
    double cross = column < half ? -input.at(i + half) : input.at(i - half);
    values[i] = static_cast<float>(input.at(i) * factors.at(i) + cross * crossFactors.at(i));
  }
  return rounded(input.shape(), values, type);
}

} // namespace alcove::reference
