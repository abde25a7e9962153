//===- Improve.h - Greedy fusion and annealing over group plans -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_IMPROVE_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_IMPROVE_H

#include "GroupPlan.h"
#include "alcove/Base/Support/Random.h"

#include <functional>

namespace alcove::plan::schedule {

/// Asked between moves: true = stop now.
using StopSignal = std::function<bool()>;

/// Merges pairs of groups that share a tensor, best gain first, then merges without gain that make a result ephemeral.
/// The baseline policy, and the first incumbent. O(merges × neighbours) prices.
void fuseGreedily(GroupPlan &plan, GroupPricer &pricer, bool links, const StopSignal &stop);

/// The better one of greedy fusion with and without links on the way: links that pay early can block better merges.
void fuseBothWays(GroupPlan &plan, GroupPricer &pricer, bool links, const StopSignal &stop);

struct AnnealOptions {
  uint64_t seed = 1;
  /// Moves tried; with the seed this decides the result, whatever the clock says.
  uint64_t moves = 100000;
  /// Temperatures as a share of the cost of the plan per group.
  double hot = 0.1, cold = 0.0005;
  bool links = true;
  bool recompute = true;
  /// Repeat an improvement on isomorphic groups at once.
  bool copyToTwins = true;
};

/// Simulated annealing over merges, moved, ejected and duplicated operations, splits and links. Leaves the best plan
/// that it saw in `plan`.
void anneal(GroupPlan &plan, const AnnealOptions &options, const StopSignal &stop);

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_IMPROVE_H
