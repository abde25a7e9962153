//===- Reduction.cpp - Fewer elements than before ---------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Reductions.h"

#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace alcove::reference {

double accumulate(Reduction kind, double sum, double value) {
  switch (kind) {
  case Reduction::Sum:
  case Reduction::Mean:
    return sum + value;
  case Reduction::Prod:
    return sum * value;
  case Reduction::Max:
    return std::isnan(sum) || std::isnan(value) ? NAN : std::max(sum, value);
  case Reduction::Min:
    return std::isnan(sum) || std::isnan(value) ? NAN : std::min(sum, value);
  case Reduction::Or:
    return sum != 0.0 || value != 0.0;
  case Reduction::And:
    return sum != 0.0 && value != 0.0;
  }
  return sum;
}

int64_t accumulateIntegers(Reduction kind, int64_t sum, int64_t value) {
  switch (kind) {
  case Reduction::Sum:
  case Reduction::Mean:
    return static_cast<int64_t>(static_cast<uint64_t>(sum) + static_cast<uint64_t>(value));
  case Reduction::Prod:
    return static_cast<int64_t>(static_cast<uint64_t>(sum) * static_cast<uint64_t>(value));
  case Reduction::Max:
    return std::max(sum, value);
  case Reduction::Min:
    return std::min(sum, value);
  case Reduction::Or:
    return sum || value;
  case Reduction::And:
    return sum && value;
  }
  return sum;
}

namespace {

double startOf(Reduction kind) {
  switch (kind) {
  case Reduction::Max:
    return -std::numeric_limits<double>::infinity();
  case Reduction::Min:
    return std::numeric_limits<double>::infinity();
  case Reduction::Prod:
  case Reduction::And:
    return 1.0;
  default:
    return 0.0;
  }
}

int64_t integerStartOf(Reduction kind) {
  if (kind == Reduction::Max)
    return std::numeric_limits<int64_t>::min();
  if (kind == Reduction::Min)
    return std::numeric_limits<int64_t>::max();
  return kind == Reduction::Prod || kind == Reduction::And ? 1 : 0;
}

/// A lone dimension seen as outer x size x inner.
struct Line {
  int64_t outer = 1, size = 1, inner = 1;
  Line(const Shape &shape, int64_t dim) : size(shape[dim]) {
    for (int64_t i = 0; i < dim; ++i)
      outer *= shape[i];
    for (size_t i = dim + 1; i < shape.size(); ++i)
      inner *= shape[i];
  }
};

} // namespace

Result<Tensor> reduce(Reduction kind, const Tensor &input, const Shape &dims, bool keepDims, ElementType type) {
  std::vector<bool> reduced(input.rank(), dims.empty());
  for (int64_t dim : dims) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
    reduced[at] = true;
  }
  Shape kept = input.shape(), shape;
  int64_t each = 1;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!reduced[i]) {
      shape.push_back(kept[i]);
      continue;
    }
    each *= kept[i];
    kept[i] = 1;
    if (keepDims)
      shape.push_back(1);
  }
  if (each == 0 && (kind == Reduction::Max || kind == Reduction::Min))
    return Error{fmt::format("maximum or minimum of no elements, shape {}", toString(input.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(kept));
  ALCOVE_ASSIGN_OR_RETURN(Shape strides, broadcastStrides(kept, input.shape()));
  Shape own = stridesOf(input.shape());
  if (!input.isFloat() && kind != Reduction::Mean) {
    std::vector<int64_t> sums(count, integerStartOf(kind));
    forEachRow<2>(input.shape(), {own, strides}, [&](auto offsets, int64_t n, auto steps) {
      for (int64_t i = 0; i < n; ++i) {
        int64_t &sum = sums[offsets[1] + i * steps[1]];
        sum = accumulateIntegers(kind, sum, input.integers()[offsets[0] + i * steps[0]]);
      }
    });
    ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromIntegers(ElementType::I64, shape, std::move(sums)));
    return wide.convertedTo(type);
  }
  std::vector<double> sums(count, startOf(kind));
  forEachRow<2>(input.shape(), {own, strides}, [&](auto offsets, int64_t n, auto steps) {
    for (int64_t i = 0; i < n; ++i) {
      double &sum = sums[offsets[1] + i * steps[1]];
      sum = accumulate(kind, sum, input.at(offsets[0] + i * steps[0]));
    }
  });
  std::vector<float> values(count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(kind == Reduction::Mean ? sums[i] / static_cast<double>(each) : sums[i]);
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, shape, std::move(values)));
  return wide.convertedTo(type);
}

Result<Tensor> argmax(const Tensor &input, std::optional<int64_t> dim, bool keepDims, ElementType type) {
  if (!dim && input.rank() != 1) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor flat, input.reshaped({input.numElements()}));
    ALCOVE_ASSIGN_OR_RETURN(Tensor index, argmax(flat, 0, false, type));
    return index.reshaped(keepDims ? Shape(input.rank(), 1) : Shape());
  }
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim.value_or(0), input.rank()));
  Line line(input.shape(), at);
  if (line.size == 0)
    return Error{"argmax of no elements"};
  std::vector<int64_t> indices(line.outer * line.inner);
  for (int64_t o = 0; o < line.outer; ++o)
    for (int64_t i = 0; i < line.inner; ++i) {
      int64_t best = 0;
      for (int64_t k = 1; k < line.size; ++k) {
        double value = input.at((o * line.size + k) * line.inner + i);
        double largest = input.at((o * line.size + best) * line.inner + i);
        if (value > largest || (std::isnan(value) && !std::isnan(largest))) // NUM-N17
          best = k;
      }
      indices[o * line.inner + i] = best;
    }
  Shape shape = input.shape();
  if (keepDims)
    shape[at] = 1;
  else
    shape.erase(shape.begin() + at);
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromIntegers(ElementType::I64, shape, std::move(indices)));
  return wide.convertedTo(type);
}

/// `step` folds one element into what came before it; integers wrap around.
template <typename Real, typename Integer>
static Result<Tensor> scan(const Tensor &input, int64_t dim, ElementType type, int64_t first, Real real,
                           Integer integer) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
  Line line(input.shape(), at);
  std::vector<float> reals(input.isFloat() ? input.numElements() : 0);
  std::vector<int64_t> integers(input.isFloat() ? 0 : input.numElements());
  for (int64_t o = 0; o < line.outer; ++o)
    for (int64_t i = 0; i < line.inner; ++i) {
      double running = static_cast<double>(first);
      uint64_t whole = static_cast<uint64_t>(first);
      for (int64_t k = 0; k < line.size; ++k) {
        int64_t index = (o * line.size + k) * line.inner + i;
        if (input.isFloat())
          reals[index] = static_cast<float>(running = real(running, input.floats()[index]));
        else
          integers[index] =
              static_cast<int64_t>(whole = integer(whole, static_cast<uint64_t>(input.integers()[index])));
      }
    }
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide,
                          input.isFloat() ? Tensor::fromFloats(ElementType::F32, input.shape(), std::move(reals))
                                          : Tensor::fromIntegers(ElementType::I64, input.shape(), std::move(integers)));
  return wide.convertedTo(type);
}

Result<Tensor> cumulativeSum(const Tensor &input, int64_t dim, ElementType type) {
  return scan(
      input, dim, type, 0, [](double a, double b) { return a + b; }, [](uint64_t a, uint64_t b) { return a + b; });
}

Result<Tensor> cumulativeProduct(const Tensor &input, int64_t dim, ElementType type) {
  return scan(
      input, dim, type, 1, [](double a, double b) { return a * b; }, [](uint64_t a, uint64_t b) { return a * b; });
}

Result<std::pair<Tensor, Tensor>> topK(const Tensor &input, int64_t k, int64_t dim, bool largest, ElementType values,
                                       ElementType indices) {
  ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(dim, input.rank()));
  Line line(input.shape(), at);
  if (k < 0 || k > line.size)
    return Error{fmt::format("topk of {} among {}", k, line.size)};
  Shape shape = input.shape();
  shape[at] = k;
  ALCOVE_ASSIGN_OR_RETURN(Tensor best, Tensor::zeros(input.elementType(), shape));
  std::vector<int64_t> where(best.numElements()), order(line.size);
  for (int64_t o = 0; o < line.outer; ++o)
    for (int64_t i = 0; i < line.inner; ++i) {
      auto value = [&](int64_t j) { return input.at((o * line.size + j) * line.inner + i); };
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(),
                       [&](int64_t a, int64_t b) { return largest ? value(a) > value(b) : value(a) < value(b); });
      for (int64_t j = 0; j < k; ++j) {
        int64_t to = (o * k + j) * line.inner + i, from = (o * line.size + order[j]) * line.inner + i;
        where[to] = order[j];
        if (input.isFloat())
          best.mutableFloats()[to] = input.floats()[from];
        else
          best.mutableIntegers()[to] = input.integers()[from];
      }
    }
  ALCOVE_ASSIGN_OR_RETURN(Tensor typed, best.convertedTo(values));
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromIntegers(ElementType::I64, shape, std::move(where)));
  ALCOVE_ASSIGN_OR_RETURN(Tensor places, wide.convertedTo(indices));
  return std::pair(std::move(typed), std::move(places));
}

} // namespace alcove::reference
