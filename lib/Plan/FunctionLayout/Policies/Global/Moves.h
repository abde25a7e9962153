//===- Moves.h - Room made by moving buffers --------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L1 may have room enough in all and no range that is large enough, because what lives long was placed while something
// short-lived lay above it:
//
//   top  │ temporary │        │   free    │        │ residual  │
//        │ residual  │  ───►  │ residual  │  ───►  │           │
//        │           │        │           │        │   free    │
//        │   free    │        │   free    │        │           │
//
// A copy in the same layout (FL-12) costs a read and a write of L1; a detour through DRAM costs ten times as much.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_MOVES_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_MOVES_H

#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::plan {

/// Some copy lies in the layout of its source.
bool hasMoves(const FunctionPlan &plan);

/// `plan`, valid but for the rules of memory, with moves so that every buffer finds a place (FL-18) and circular buffers
/// end below all others (FL-19). Where it breaks a rule the move that leads farthest is taken, of equal ones the
/// cheapest. Nothing when some conflict has none, or when the plan would take `cutoff` or more. Runs the verifier once
/// per buffer in the way and op at which it may move, over `mostSteps` ops and copies in all: long functions of layers
/// that are alike have a conflict in each, and more of them than moves are tried.
std::optional<FunctionPlan> fitByMoves(const FunctionLayout &problem, FunctionPlan plan, Picoseconds cutoff,
                                       int64_t mostSteps = 8'000'000);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_MOVES_H
