//===- TimePlannerImpl.h - The plan of a block by its time ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_TIMEPLANNERIMPL_H
#define ALCOVE_LIB_SUPERTILING_TIMEPLANNERIMPL_H

#include "alcove/SuperTiling/TimePlanner.h"

namespace alcove::supertiling {

class TimePlanner {
public:
  TimePlanner(Planner &planner, const TilingGraph &graph)
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

  Planner &planner;
  PlannerOptions &options;
  const TilingGraph &graph;
  const plan::Machine &machine;
  std::optional<Plan> best;
  /// Tiles found for groups of one structure, from the tile that was refined.
  std::map<std::pair<std::string, std::vector<int64_t>>, PlannedGroup> refined;
  double leastTraffic = -1;
};

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_TIMEPLANNERIMPL_H
