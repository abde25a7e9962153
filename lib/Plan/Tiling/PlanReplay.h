//===- PlanReplay.h - What the iterations of a group move -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the verifier alone: it shares no code with the planner but `contains` (Ranges.h).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_PLANREPLAY_H
#define ALCOVE_LIB_PLAN_TILING_PLANREPLAY_H

#include "alcove/Plan/Tiling/Solution.h"

namespace alcove::plan::tiling {

/// Bytes that the loop of `group` moves, iteration by iteration: of each loop its first two and its last two, where the
/// second stands for all between them. A tile is moved again when it differs from that of the iteration before, when
/// nothing stays, or in another of the loops that a ragged one is split into. What a view shows, and what windows leave
/// out at the borders, counts as little as it can be. O(4^loops x members x operands x rank).
double replayTraffic(const Problem &problem, const PlannedGroup &group);

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_PLANREPLAY_H
