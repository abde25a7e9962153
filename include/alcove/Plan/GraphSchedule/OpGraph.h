//===- OpGraph.h - The problem as the scheduling policies see it -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_GRAPHSCHEDULE_OPGRAPH_H
#define ALCOVE_PLAN_GRAPHSCHEDULE_OPGRAPH_H

#include "alcove/Plan/GraphSchedule/Problem.h"

#include <limits>

namespace alcove::plan::schedule {

/// Price of what cannot be done.
inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// Operations renumbered in a topological order (smallest file index first), operands without repetition, users of
/// every tensor. A set of operations is a sorted vector, hence always in topological order.
struct OpGraph {
  struct Op {
    OpKind kind;
    int64_t baseCost;
    /// MatMul: left, right (may be the same tensor).
    std::vector<int32_t> inputs, outputs;
    /// Index in the problem.
    int32_t original;
    /// MatMul: reduction depth; Pointwise: 0.
    int64_t depth;
    /// Compute of the operation alone: native tiles × base cost, the least that any schedule pays for it.
    double nativeCompute;
    /// Colour class: operations with equal colours have isomorphic surroundings up to a radius (see `colour`).
    uint64_t colour;
  };
  std::vector<Tensor> tensors;
  std::vector<Op> ops;
  /// Per tensor: -1 for graph inputs.
  std::vector<int32_t> producer;
  std::vector<std::vector<int32_t>> users;
  /// Windows only: an operation outside of the window reads the tensor from slow memory.
  std::vector<char> readOutside;
  /// Random words for set hashes, the same in every run.
  std::vector<uint64_t> opWord, tensorWord, opWord2, tensorWord2;
  int64_t capacity, bandwidth, nativeWidth, nativeHeight;

  explicit OpGraph(const Problem &problem);
  /// The operations `window` (sorted) of `whole` alone: what others made is an input, what others read must be stored.
  /// Tensor numbers stay, operation i is window[i].
  OpGraph(const OpGraph &whole, const std::vector<int32_t> &window);

  size_t size() const { return ops.size(); }
  const Op &op(int32_t o) const { return ops[static_cast<size_t>(o)]; }
  const Tensor &tensor(int32_t t) const { return tensors[static_cast<size_t>(t)]; }
  int32_t madeBy(int32_t t) const { return producer[static_cast<size_t>(t)]; }
  const std::vector<int32_t> &usersOf(int32_t t) const { return users[static_cast<size_t>(t)]; }
  /// Must be in slow memory at the end.
  bool mustStore(int32_t t) const {
    return madeBy(t) >= 0 && (usersOf(t).empty() || readOutside[static_cast<size_t>(t)]);
  }

private:
  /// Weisfeiler-Lehman refinement with `rounds` rounds over shapes, costs, operand positions and shared graph inputs.
  void colour(int rounds);
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_PLAN_GRAPHSCHEDULE_OPGRAPH_H
