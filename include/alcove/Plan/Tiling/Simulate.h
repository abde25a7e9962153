//===- Simulate.h - The time of a plan on a machine -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_SIMULATE_H
#define ALCOVE_PLAN_TILING_SIMULATE_H

#include "alcove/Plan/Tiling/CostModel.h"
#include "alcove/Plan/Tiling/Solution.h"
#include "alcove/Plan/Tiling/TileTime.h"

namespace alcove::plan::tiling {

/// Nanoseconds of one core for one loop point of `node`: a multiplication of a contraction, the operations of anything
/// else.
double nsPerPoint(const Node &node, const Machine &machine);

/// What the steps of `group`, no probe, move and compute on one core. O(members x operands x rank).
TimeNest timeNest(const Problem &problem, const PlannedGroup &group, const CostModel &costs, const Budget &budget,
                  const Machine &machine);

/// An operation outside of all loops, as one step on one core. Views take no time.
TimeNest untiledNest(const Problem &problem, const Node &node, const Machine &machine);

/// Fills `plan.time`: one nest after the other in schedule order, with the times that the groups have.
void simulate(const Problem &problem, const Budget &budget, const Machine &machine, bool doubleBuffered, Plan &plan);

/// Nanoseconds that no plan of the block is below: the bound on its traffic with the memories of all cores together
/// over the whole bandwidth, and its multiplications over the peak rate of all cores.
double timeBound(const Problem &problem, const Budget &budget, const Machine &machine);

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_SIMULATE_H
