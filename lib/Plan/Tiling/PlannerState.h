//===- PlannerState.h - What a planner knows of the groups so far -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_PLANNERSTATE_H
#define ALCOVE_LIB_PLAN_TILING_PLANNERSTATE_H

#include "TileSearch.h"

#include "alcove/Plan/Tiling/Planner.h"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace alcove::plan::tiling {

/// The cost of what cannot be built.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

class PlannerState {
public:
  explicit PlannerState(PlannerOptions options) : options(std::move(options)) {}

  Plan plan(const Problem &problem);
  Plan planByTraffic(const Problem &problem);
  /// The best tile for `group` if its cost is below `ceiling`, else any one; null when no tile is that cheap.
  const TileChoice *choose(const GroupModel &group, double ceiling = infinity);

  PlannerOptions options;
  /// SUT-P5: one contraction alone has the tile that moves least, not the cheapest.
  bool leastProducts = false;
  /// Some contraction has two such tiles that move different numbers of bytes.
  bool productsDiffer = false;
  /// Evaluations so far.
  int64_t work = 0;
  /// By structure and by the caches in which what is read from outside still is.
  std::unordered_map<std::string, TileChoice> onCaches;
  /// Structures of groups that did not keep their promise.
  std::set<std::string> forbidden;

private:
  /// What is known of all groups with one structure.
  struct Known {
    /// Bytes that it moves with no end of memory; below 0: not asked yet.
    double least = -1;
    struct Choice {
      TileChoice tile;
      /// The search looked only for choices below this cost.
      double ceiling = 0;
      bool improved = false;
      /// Of one contraction, once it was asked for.
      std::optional<TileChoice> least;
    };
    /// Choices by memory, the largest first.
    std::map<Bytes, Choice, std::greater<>> choices;
  };
  Plan planByProducts(const Problem &graph);
  void lessMemory(const Problem &graph, const Budget &whole, Plan &best);
  const TileChoice *leastProduct(const GroupModel &group, Known::Choice &choice);
  Known::Choice &find(const GroupModel &group, Known &known, double ceiling);

  std::unordered_map<std::string, Known> cache;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_PLANNERSTATE_H
