//===- SpanMaximum.h - Largest value over spans of a line -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_SPANMAXIMUM_H
#define ALCOVE_LIB_PLAN_ALLOCATION_SPANMAXIMUM_H

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace alcove::plan::allocation {

/// A segment tree without recursion over places 0..n-1 of numbers >= 0. Either it is built from values and asked for the
/// largest of a span, or spans are raised and the values are read: both O(log n) a span, in two
/// numbers a place.
template <typename T>
class SpanMaximum {
public:
  explicit SpanMaximum(size_t places) : places(places), nodes(2 * places, 0) {}
  explicit SpanMaximum(std::span<const T> values) : SpanMaximum(values.size()) {
    std::copy(values.begin(), values.end(), nodes.begin() + static_cast<std::ptrdiff_t>(places));
    for (size_t node = places; node-- > 1;)
      nodes[node] = std::max(nodes[2 * node], nodes[2 * node + 1]);
  }

  /// Of the places [first, last), 0 when there are none.
  T highest(size_t first, size_t last) const {
    T most = 0;
    forNodes(first, last, [&](size_t node) { most = std::max(most, nodes[node]); });
    return most;
  }

  /// The places [first, last) are `value` at least.
  void raise(size_t first, size_t last, T value) {
    forNodes(first, last, [&](size_t node) { nodes[node] = std::max(nodes[node], value); });
  }

  /// What each place was raised to.
  std::vector<T> values() && {
    for (size_t node = 1; node < places; ++node)
      for (size_t child : {2 * node, 2 * node + 1})
        nodes[child] = std::max(nodes[child], nodes[node]);
    nodes.erase(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(places));
    return std::move(nodes);
  }

private:
  template <typename Visit>
  void forNodes(size_t first, size_t last, Visit visit) const {
    for (first += places, last += places; first < last; first /= 2, last /= 2) {
      if (first % 2 == 1)
        visit(first++);
      if (last % 2 == 1)
        visit(--last);
    }
  }

  size_t places;
  std::vector<T> nodes;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_SPANMAXIMUM_H
