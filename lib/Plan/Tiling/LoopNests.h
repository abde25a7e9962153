//===- LoopNests.h - Nests around one contraction, or two in one loop -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_LOOPNESTS_H
#define ALCOVE_LIB_PLAN_TILING_LOOPNESTS_H

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace alcove::plan {

/// What no nest that fits moves.
inline constexpr double noNest = std::numeric_limits<double>::infinity();

/// One contraction, or several that share the operand with rows and depth. All bytes are of one element of the batch.
struct LoopBlock {
  struct Member {
    int64_t columns = 1;
    double bytes = 0, elementBytes = 1, resultBytes = 1;
  };
  int64_t rows = 1, depth = 1;
  double bytes = 0, elementBytes = 1;
  std::vector<Member> members;
};

/// first[m, h] = sum over k of x[m, k] w[k, h], used up by y[m, n] = sum over h of first[m, h] v[h, n].
struct LoopPair {
  int64_t m = 1, h = 1, k = 1, n = 1;
  /// Of one pass, and of an element: x, w, v; the result in between; the result.
  std::array<double, 3> bytes{}, elementBytes{};
  double betweenBytes = 1, resultBytes = 1;
  /// x is made in the same loop, of rows that are read once at least and of weights that pass for each of its tiles: all
  /// of a row of x is needed at once.
  bool made = false;
  double rowBytes = 0, weightBytes = 0, weightsHeld = 0;
};

/// Bytes that the best nest within `memory` bytes moves, `noNest` without one. For every order, every choice of what stays
/// and the distinct sizes of two loops.
double leastOf(const LoopBlock &block, double memory);
double leastOf(const LoopPair &pair, double memory);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_TILING_LOOPNESTS_H
