//===- Scheduler.h - Policies for graph scheduling --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   singletons ─► greedy fusion ─► exact search if the graph is narrow ─► rounds of annealing and exact windows
//        │             │                        │                            │      and a last local search
//        └─────────────┴────────────────────────┴────────────────────────────┴─► every better schedule, at once
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_GRAPHSCHEDULE_SCHEDULER_H
#define ALCOVE_PLAN_GRAPHSCHEDULE_SCHEDULER_H

#include "alcove/Plan/Common/Budget.h"
#include "alcove/Plan/Common/Observer.h"
#include "alcove/Plan/Common/Outcome.h"
#include "alcove/Plan/GraphSchedule/Problem.h"

namespace alcove::plan::schedule {

/// Every technique is a switch, for ablations.
struct SchedulerOptions {
  uint64_t seed = 1;
  bool fusion = true;
  bool searchGranularity = true;
  bool snakes = true;
  bool retention = true;
  bool recompute = true;
  bool exact = true;
  bool largeNeighbourhoods = true;
  /// Only tiles that divide the grid and depths that divide the reduction.
  bool dividing = false;
  /// Only what every public evaluator accepts: `dividing`, at most one split MatMul per subgraph, and its operations
  /// connected by what they make.
  bool strict = false;
};

/// An observer that is called with every better schedule, on the calling thread.
using ScheduleObserver = RunObserver<double, Solution>;

struct ScheduleBounds {
  /// Every operation once at native tiles.
  double compute = 0;
  /// Every graph input that is used read once, every graph output written once.
  double traffic = 0;
  /// Total of the delivery prices over all groups, listed (see docs/rationale/GraphSchedule.md).
  double covering = 0;
  /// The bound by roles and tiles, for graphs with too many subgraphs to list (GraphSchedule/Bound/PricingBound.h).
  double pricing = 0;
  /// Bounds of the exact search, when it finished: over all schedules, and over those without recomputation.
  double exact = 0, exactWithoutRecomputation = 0;
  double best() const;
};

/// The certificate of the covering bound: prices of first runs, of deliveries and of kept results, by operation of the problem, under
/// which no group at no granularity costs less than it is asked for (docs/spec/GraphSchedule.md, GS-B1 to GS-B3).
struct DeliveryPrices {
  /// Reader of the result and price; -1 for a result without readers, which is stored.
  std::vector<std::vector<std::pair<int32_t, double>>> delivery;
  /// Of the first run, and of the result where it is kept.
  std::vector<double> run, keep;
};

/// `proved`: cost = bound, under the rules. Stages: greedy, anneal, exact, windows, tidy. An epoch is a round of
/// annealing and windows; the clock may end it early.
struct ScheduleResult : RunOutcome<double> {
  Solution solution;
  double cost = 0;
  /// What each technique gave; the largest is `bound`.
  ScheduleBounds bounds;
  /// Of `bounds.covering`; empty where it did not need all groups, or they were not listed.
  DeliveryPrices prices;
  /// Whether the cost is proved least among schedules that run no operation twice.
  bool provedWithoutRecomputation = false;
  /// The schedules that `bound` holds for, and among which `solution` is the best if `proved`: "all" where the bound is
  /// a floor under every reading of the rules, else what was searched, e.g.
  /// "tiles:within-grid,depths:all,orders:9,slack:2,retain:yes,recompute:yes" (docs/spec/GraphSchedule.md).
  std::string space;
  /// What the verifier said about a schedule that a policy made and that was therefore not handed out; empty: nothing.
  std::string policyBug;
  /// Seconds until the first and the best schedule were handed out.
  double firstSeconds = 0, bestSeconds = 0;
};

/// `problem` must have passed `check`. Fails only if not even single operations fit the fast memory. Work counts moves
/// of the annealer, transitions of the exact search and groups that are listed; with a limit of work and none of time
/// the result is the same on every machine and for every number of threads.
Result<ScheduleResult> scheduleGraph(const Problem &problem, const Budget &budget, const SchedulerOptions &options = {},
                                     ScheduleObserver *observer = nullptr);

} // namespace alcove::plan::schedule

#endif // ALCOVE_PLAN_GRAPHSCHEDULE_SCHEDULER_H
