//===- Planner.h - Which operations share a loop ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `planned` finds the cheapest cut of the schedule by dynamic programming, best(j) = min over i of best(i - 1) +
// cost(i .. j), with the cost of a group cached by its structure: the layers of a deep network are priced once. A plan
// with fewer nodes that do not fit is better than one with more, then one that tears fewer marked groups, then the
// cheaper one.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_PLANNER_H
#define ALCOVE_PLAN_TILING_PLANNER_H

#include "alcove/Plan/Tiling/CostModel.h"
#include "alcove/Plan/Tiling/Solution.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <variant>

namespace alcove::plan::tiling {

enum class PlanMode { Planned, MaxProducers, NoFuse };

enum class DoubleBuffering { Off, On, Auto };

struct PlannerOptions {
  PlanMode mode = PlanMode::Planned;
  Budget budget;
  /// Plans use this many bytes of the budget at most; 0: of all of it and of the powers of two below, the best.
  Bytes most = 0;
  CostModel costs;
  /// Evaluations of a group over the whole run; after that only single operations are searched, coarsely.
  int64_t work = 2'000'000;
  /// Longest interval that is cut into tiles.
  unsigned maxGroup = 40;
  /// Longest group of max-producers.
  unsigned mostProducers() const { return std::min(maxGroup, 24u); }
  /// Longest interval: a longer one than `maxGroup` is the only tile of its loop (SUT-H16). Not on caches, and only where
  /// tiles may be joined.
  unsigned longest() const {
    return maxGroup > 1 && mode == PlanMode::Planned && costs.joinTiles && !costs.caches && !machine ? 5 * maxGroup
                                                                                                     : maxGroup;
  }
  /// Operations that fit alone share loops as well where that moves less.
  bool fuseFitting = true;
  /// Contractions carry the softmax that they read over panels of its rows.
  bool onlineSoftmax = true;
  /// Plans are compared by their time on it; without one by their traffic.
  std::optional<Machine> machine;
  DoubleBuffering doubleBuffering = DoubleBuffering::Auto;
};

/// Keeps the cache of group costs over all blocks of a module.
class Planner {
public:
  explicit Planner(PlannerOptions options);
  Planner(Planner &&) noexcept;
  ~Planner();

  /// `problem` passes `check`.
  Plan plan(const Problem &problem);
  /// A loop around `node` alone, whether it fits untiled or not; how little its smallest tile needs when none fits.
  std::variant<PlannedGroup, MisfitNode> tileAlone(const Problem &problem, int node);
  int64_t workDone() const;
  const PlannerOptions &settings() const;
  /// Longest interval from now on; 0: what may stay untiled does.
  void limitGroups(unsigned most);
  /// What is the same with any amount of memory is found out once for both. Only planners whose options differ in nothing
  /// else.
  void shareWith(Planner &other);
  /// The group was built and did not keep its promise: never plan it again. True when it was not forbidden before.
  bool forbid(const Problem &problem, const PlannedGroup &group);

private:
  std::unique_ptr<class PlannerState> state;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_PLANNER_H
