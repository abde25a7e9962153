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

/// Products in front of a pair that share the rows which they read; some of them make x, w, v or u in the same loop.
struct LoopMaking {
  /// Bytes of making all of them once; and w together with v or u, where both are made here.
  double once = 0, both = 0;
  /// Of x, w, v and u, where they are made here: bytes of making it once, and of its weights.
  std::array<bool, 4> makes{};
  std::array<double, 4> each{}, weights{};
  /// Of the weights of the others, of all rows, and of a row in fast memory.
  double otherWeights = 0, rowBytes = 0, rowHeld = 0;
};

/// first[m, h] = sum over k of x[m, k] w[k, h], used up by y[m, n] = sum over h of first[m, h] v[h, n].
struct LoopPair {
  int64_t m = 1, h = 1, k = 1, n = 1;
  /// Of one pass, and of an element: x, w, v, u; the result in between; the result.
  std::array<double, 4> bytes{}, elementBytes{};
  double betweenBytes = 1, resultBytes = 1;
  /// x is made in the same loop, of rows that are read once at least and of weights that pass for each of its tiles: all
  /// of a row of x is needed at once.
  bool made = false;
  double rowBytes = 0, weightBytes = 0, weightsHeld = 0;
  /// x is made in the same loop of u[k, wide h], which moves with the loops that w moves with.
  bool second = false;
  double wide = 1;
  /// Of what is made in the same loop otherwise; its bytes above are 0.
  std::vector<LoopMaking> makings;
};

/// Bytes that the best nest within `memory` bytes moves, `noNest` without one. For every order, every choice of what stays
/// and the distinct sizes of two loops.
double leastOf(const LoopBlock &block, double memory);
double leastOf(const LoopPair &pair, double memory);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_TILING_LOOPNESTS_H
