//===- Comparison.cpp - Do two tensors say the same ------- -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Reference/Tensor/Comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace alcove::reference {

std::string Comparison::position(const Shape &shape, int64_t index) {
  Shape strides = stridesOf(shape), at;
  for (size_t i = 0; i < shape.size(); ++i)
    at.push_back(index / strides[i] % shape[i]);
  return fmt::format("[{}]", fmt::join(at, ", "));
}

namespace {

/// Sums of a pass over both tensors.
struct Moments {
  double meanA = 0.0, meanB = 0.0, varianceA = 0.0, varianceB = 0.0, covariance = 0.0, largest = 0.0;
};

Moments momentsOf(const Tensor &a, const Tensor &b) {
  Moments m;
  int64_t n = 0;
  auto forEach = [&](auto fn) {
    for (int64_t i = 0; i < a.numElements(); ++i)
      if (double x = a.at(i), y = b.at(i); std::isfinite(x) && std::isfinite(y))
        fn(x, y);
  };
  forEach([&](double x, double y) {
    m.meanA += x, m.meanB += y, ++n;
    m.largest = std::max({m.largest, std::fabs(x), std::fabs(y)});
  });
  if (n == 0)
    return m;
  m.meanA /= static_cast<double>(n), m.meanB /= static_cast<double>(n);
  forEach([&](double x, double y) {
    m.varianceA += (x - m.meanA) * (x - m.meanA) / static_cast<double>(n);
    m.varianceB += (y - m.meanB) * (y - m.meanB) / static_cast<double>(n);
    m.covariance += (x - m.meanA) * (y - m.meanB) / static_cast<double>(n);
  });
  return m;
}

bool sameNumber(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

} // namespace

Comparison compare(const Tensor &left, const Tensor &right, const Tolerance &tolerance) {
  Comparison result;
  auto fail = [&](std::string reason) {
    if (result.equal)
      result.reason = std::move(reason);
    result.equal = false;
  };
  if (left.shape() != right.shape()) {
    fail(fmt::format("shapes {} and {}", toString(left.shape()), toString(right.shape())));
    return result;
  }
  Moments m = momentsOf(left, right);
  bool integers = !left.isFloat() || !right.isFloat();
  int64_t worst = -1, firstNonFinite = -1;
  for (int64_t i = 0; i < left.numElements(); ++i) {
    double x = left.at(i), y = right.at(i);
    if (sameNumber(x, y))
      continue;
    ++result.different;
    if (result.firstIndex < 0)
      result.firstIndex = i;
    if (!std::isfinite(x) || !std::isfinite(y)) {
      if (firstNonFinite < 0)
        firstNonFinite = i;
      continue;
    }
    double error = std::fabs(x - y), size = std::max(std::fabs(x), std::fabs(y));
    if (error > result.maxAbsolute) {
      result.maxAbsolute = error;
      worst = i;
    }
    if (size > 1e-6 * m.largest)
      result.maxRelative = std::max(result.maxRelative, error / size);
  }
  if (firstNonFinite >= 0) {
    fail("NaN or infinity on one side only");
    result.firstIndex = firstNonFinite;
  }
  if (integers && result.different > 0)
    fail(fmt::format("{} of {} integers differ", result.different, left.numElements()));
  if (!integers && result.different > 0) {
    // NUM-C3: a spread below the error that is allowed says nothing about correlation.
    double spread = std::sqrt(std::max(m.varianceA, m.varianceB));
    if (spread > tolerance.constantError * m.largest * 0.5 && left.numElements() > 1) {
      double product = std::sqrt(m.varianceA) * std::sqrt(m.varianceB);
      result.correlation = product > 0.0 ? m.covariance / product : 0.0;
      if (!(result.correlation >= tolerance.minCorrelation))
        fail(fmt::format("correlation {:.7f} is below {}", result.correlation, tolerance.minCorrelation));
    } else if (result.maxAbsolute > tolerance.constantError * m.largest) {
      fail(fmt::format("error {:.3g} of nearly constant elements of {:.3g}", result.maxAbsolute, m.largest));
    }
    if (tolerance.maxAbsolute && result.maxAbsolute > *tolerance.maxAbsolute)
      fail(fmt::format("absolute error {:.6g} is above {}", result.maxAbsolute, *tolerance.maxAbsolute));
    if (tolerance.maxRelative && result.maxRelative > *tolerance.maxRelative)
      fail(fmt::format("relative error {:.6g} is above {}", result.maxRelative, *tolerance.maxRelative));
    // The first element that is off by more than rounding says where to look.
    if (!result.equal && firstNonFinite < 0)
      for (int64_t i = 0; i < left.numElements(); ++i)
        if (std::fabs(left.at(i) - right.at(i)) > 0.1 * result.maxAbsolute) {
          result.firstIndex = i;
          break;
        }
  }
  if (result.firstIndex < 0)
    result.firstIndex = worst;
  if (result.firstIndex >= 0) {
    result.firstLeft = left.at(result.firstIndex);
    result.firstRight = right.at(result.firstIndex);
  }
  return result;
}

} // namespace alcove::reference
