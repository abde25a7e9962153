//===- ProgramBound.h - The traffic problem of a block ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_PROGRAMBOUND_H
#define ALCOVE_PLAN_TILING_PROGRAMBOUND_H

#include "alcove/Plan/Tiling/GroupBound.h"
#include "alcove/Plan/Tiling/LoopBound.h"
#include "alcove/Plan/Tiling/Problem.h"
#include "alcove/Plan/Tiling/TrafficBound.h"

namespace alcove::plan::tiling {

/// What every plan of `graph` reads, multiplies and writes, for `memory` bytes. Holds for plans in which an operation
/// reads an operand always from slow memory or always from its producer in the same loop, and sums run in one chain:
/// all that the pass builds. O(nodes x operands).
TrafficProblem trafficProblem(const Problem &graph, Bytes memory);

/// The same for plans of tile loops. Contractions with one loop of each kind count: rows, columns, depth, and any number
/// of those that all tensors have. O(nodes x (operands + contractions)).
LoopProblem loopProblem(const Problem &graph, Bytes memory);

/// The same for plans that deal the operations to groups. Contractions with weights count, a given operand without the
/// positions of the result; O(nodes x (operands + users)).
GroupProblem groupProblem(const Problem &graph, Bytes memory);

struct BoundProblems {
  TrafficProblem traffic;
  LoopProblem loops;
  GroupProblem groups;
};
/// All of them, for one walk over the block.
BoundProblems boundProblems(const Problem &graph, Bytes memory);

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_PROGRAMBOUND_H
