//===- TimePlanner.h - Plans by their time on a machine ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner by traffic proposes plans: for one and for two buffers of what streams, for all of the memory, half of
// it, a quarter, ... For each group of a proposal smaller tiles are tried (more of them to share among the cores, and
// shorter first and last steps), and what fits untiled is cut for the cores where that is faster. The plan with the
// shortest simulated time wins. Proposals do not depend on rates and bandwidths.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_TIMEPLANNER_H
#define ALCOVE_SUPERTILING_TIMEPLANNER_H

#include "alcove/SuperTiling/Planner.h"

#include "alcove/Plan/Tiling/TileTime.h"

namespace alcove::supertiling {

plan::ElementKind elementKind(mlir::Type type);
/// Nanoseconds of one core for one loop point of `node`: a multiplication of a contraction, the operations of anything
/// else.
double nsPerPoint(const Node &node, const plan::Machine &machine);

/// An operation outside of all loops, as one step on one core. Views take no time.
plan::TimeNest untiledNest(const TilingGraph &graph, const Node &node, const plan::Machine &machine);

/// Fills `plan.time`, and for each group grid and time, one nest after the other in schedule order.
void simulate(const TilingGraph &graph, const Budget &budget, const plan::Machine &machine, bool doubleBuffered,
              Plan &plan);

/// Nanoseconds that no plan of the block is below: the bound on its traffic with the memories of all cores together
/// over the whole bandwidth, and its multiplications over the peak rate of all cores.
double timeBound(const TilingGraph &graph, const Budget &budget, const plan::Machine &machine);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_TIMEPLANNER_H
