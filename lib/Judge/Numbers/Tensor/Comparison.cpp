//===- Comparison.cpp - Do two tensors say the same ------- -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/Comparison.h"

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

bool sameNumber(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

/// The two tensors as doubles, and which of their elements are compared with which others.
class Pair {
public:
  Pair(const Tensor &a, const Tensor &b) : a(a), b(b), size(a.numElements()) {
    findMasks();
    length = a.rank() < 2 || a.dim(a.rank() - 1) < 2 ? size : a.dim(a.rank() - 1);
  }

  /// Calls fn(index, x, y) for the finite pairs of class `mask`: -1 for what is no mask.
  template <typename Fn>
  void forEach(int mask, Fn fn) const {
    for (int64_t i = 0; i < size; ++i) {
      double x = a.at(i), y = b.at(i);
      if (std::isfinite(x) && std::isfinite(y) && classOf(x) == mask)
        fn(i, x, y);
    }
  }
  int numMasks() const { return static_cast<int>(limits.size()); }
  /// NUM-C9: whether `x` is a mask, and of which magnitude.
  int classOf(double x) const {
    for (size_t i = 0; i < limits.size(); ++i)
      if (std::fabs(x) >= limits[i])
        return static_cast<int>(i);
    return -1;
  }

  const Tensor &a, &b;
  int64_t size, length = 1;

private:
  void findMasks() {
    constexpr int mostMasks = 3;
    constexpr double gap = 256.0;
    double below = INFINITY;
    for (int i = 0; i < mostMasks && a.isFloat(); ++i) {
      double largest = 0.0, next = 0.0;
      for (int64_t at = 0; at < size; ++at)
        if (double x = std::fabs(a.at(at)); std::isfinite(x) && x < below)
          largest = std::max(largest, x);
      for (int64_t at = 0; at < size; ++at)
        if (double x = std::fabs(a.at(at)); x < largest / 2)
          next = std::max(next, x);
      if (next == 0.0 || next > largest / gap)
        return;
      limits.push_back(largest / 2);
      below = largest / 2;
    }
  }
  std::vector<double> limits; ///< descending
};

/// Sums of a pass over both tensors.
struct Moments {
  double meanA = 0.0, meanB = 0.0, varianceA = 0.0, varianceB = 0.0, covariance = 0.0, largest = 0.0;
};

Moments momentsOf(const Pair &pair) {
  Moments m;
  int64_t n = 0;
  pair.forEach(-1, [&](int64_t, double x, double y) {
    m.meanA += x, m.meanB += y, ++n;
    m.largest = std::max({m.largest, std::fabs(x), std::fabs(y)});
  });
  if (n == 0)
    return m;
  m.meanA /= static_cast<double>(n), m.meanB /= static_cast<double>(n);
  pair.forEach(-1, [&](int64_t, double x, double y) {
    m.varianceA += (x - m.meanA) * (x - m.meanA) / static_cast<double>(n);
    m.varianceB += (y - m.meanB) * (y - m.meanB) / static_cast<double>(n);
    m.covariance += (x - m.meanA) * (y - m.meanB) / static_cast<double>(n);
  });
  return m;
}

/// Squares of errors and sizes of lines, and the line of each of them that is worst.
struct Lines {
  explicit Lines(int64_t count) : errors(count), sizes(count), counts(count) {}
  void add(int64_t line, double x, double y) {
    errors[line] += (x - y) * (x - y);
    sizes[line] += x * x;
    ++counts[line];
  }
  double total(const std::vector<double> &squares) const {
    double sum = 0.0;
    for (double square : squares)
      sum += square;
    return sum;
  }
  /// Mean square over all lines.
  double typical() const {
    int64_t n = 0;
    for (int64_t count : counts)
      n += count;
    return total(sizes) / static_cast<double>(std::max<int64_t>(1, n));
  }
  /// Mean square of a line, at least that of a line a hundredth of the typical size.
  double sizeOf(int64_t line, double typicalSquare) const {
    return std::max(sizes[line] / static_cast<double>(std::max<int64_t>(1, counts[line])), 1e-4 * typicalSquare);
  }
  double worst() const {
    double largest = 0.0, typicalSquare = typical();
    for (size_t i = 0; i < errors.size(); ++i)
      if (errors[i] > 0.0)
        largest = std::max(largest, std::sqrt(errors[i] / static_cast<double>(counts[i]) /
                                              std::max(sizeOf(static_cast<int64_t>(i), typicalSquare), 1e-300)));
    return largest;
  }
  std::vector<double> errors, sizes;
  std::vector<int64_t> counts;
};

// NUM-C6, NUM-C7, NUM-C8
/// Errors beside sizes, of what is no mask.
void measureErrors(const Pair &pair, Comparison &result) {
  int64_t rows = pair.length > 0 ? pair.size / pair.length : 0;
  Lines byRow(std::max<int64_t>(1, rows)), byColumn(rows >= 8 ? pair.length : 0);
  pair.forEach(-1, [&](int64_t i, double x, double y) {
    byRow.add(i / pair.length, x, y);
    if (rows >= 8)
      byColumn.add(i % pair.length, x, y);
  });
  double error = byRow.total(byRow.errors), size = byRow.total(byRow.sizes);
  result.normError = error == 0.0 ? 0.0 : std::sqrt(error / std::max(size, 1e-300));
  result.rowError = std::max(byRow.worst(), byColumn.worst());
  double typical = byRow.typical();
  pair.forEach(-1, [&](int64_t i, double x, double y) {
    if (x != y)
      result.elementError = std::max(
          result.elementError,
          std::fabs(x - y) / std::max({std::sqrt(byRow.sizeOf(i / pair.length, typical)), std::fabs(x), 1e-300}));
  });
}

// NUM-C9
/// The largest error of masks beside their size; infinite where the other side has none.
double maskError(const Pair &pair, Comparison &result) {
  double largest = 0.0;
  for (int mask = 0; mask < pair.numMasks(); ++mask)
    pair.forEach(mask, [&](int64_t, double x, double y) {
      ++result.masked;
      largest = std::max(largest, std::fabs(x - y) / std::fabs(x));
    });
  return largest;
}

} // namespace

double Comparison::margin(const Tolerance &tolerance) const {
  double least = INFINITY;
  for (auto [error, bound] : {std::pair(normError, tolerance.norm), std::pair(rowError, tolerance.row),
                              std::pair(elementError, tolerance.element)})
    if (error > 0.0)
      least = std::min(least, bound / error);
  return least;
}

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
  Pair pair(left, right);
  Moments m = momentsOf(pair);
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
    measureErrors(pair, result);
    bool constant = !(spread > tolerance.constantError * m.largest * 0.5) && left.numElements() > 1;
    if (!(result.normError <= tolerance.norm) && !constant)
      fail(fmt::format("NUM-C6: error of {:.3g} of its size, {:.3g} is allowed", result.normError, tolerance.norm));
    if (!(result.rowError <= tolerance.row) && !constant)
      fail(fmt::format("NUM-C7: a row or column is off by {:.3g} of its size, {:.3g} is allowed", result.rowError,
                       tolerance.row));
    if (!(result.elementError <= tolerance.element) && !constant)
      fail(fmt::format("NUM-C8: an element is off by {:.3g} of its row's size, {:.3g} is allowed", result.elementError,
                       tolerance.element));
    if (double off = maskError(pair, result); off > tolerance.constantError)
      fail(fmt::format("NUM-C9: masked numbers differ by {:.3g} of their size", off));
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
