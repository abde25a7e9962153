//===- TimePlanner.h - The plan of a block by its time ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_TIMEPLANNER_H
#define ALCOVE_LIB_PLAN_TILING_TIMEPLANNER_H

#include "PlannerState.h"

#include "alcove/Plan/Tiling/Simulate.h"

namespace alcove::plan::tiling {

/// The planner by traffic proposes plans: for one and for two buffers of what streams, for all of the memory, half of
/// it, a quarter, ... For each group of a proposal smaller tiles are tried (more of them to share among the cores, and
/// shorter first and last steps), and what fits untiled is cut for the cores where that is faster. The plan with the
/// shortest simulated time wins. Proposals do not depend on rates and bandwidths.
class TimePlanner {
public:
  TimePlanner(PlannerState &planner, const Problem &graph)
      : planner(planner), options(planner.options), graph(graph), machine(*planner.options.machine) {}

  Plan run();

private:
  void propose(bool doubleBuffered);
  void offer(Plan plan, bool doubleBuffered);
  void simulateAndKeep(Plan plan, bool doubleBuffered);
  void doubleBuffers(Plan plan);
  Status verifyTimes(const Plan &plan);
  void refine(PlannedGroup &group);
  void cutForCores(Plan &plan);
  bool mayCut(int node) const;
  GroupModel modelOf(const PlannedGroup &group) const;

  PlannerState &planner;
  PlannerOptions &options;
  const Problem &graph;
  const Machine &machine;
  std::optional<Plan> best;
  /// Tiles found for groups of one structure, from the tile that was refined.
  std::map<std::pair<std::string, std::vector<int64_t>>, PlannedGroup> refined;
  double leastTraffic = -1;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_TIMEPLANNER_H
