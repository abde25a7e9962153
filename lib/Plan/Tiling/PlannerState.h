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

#include <array>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
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
  /// SUT-P5: tiles are searched by their traffic; `options.costs` decides between equals.
  bool byTraffic = false;
  /// Evaluations so far.
  int64_t work = 0;
  /// By structure and by the caches in which what is read from outside still is.
  std::unordered_map<std::string, TileChoice> onCaches;
  /// Structures of groups that did not keep their promise.
  std::set<std::string> forbidden;
  /// By structure, for groups searched by cost and by traffic: bytes that it moves with no end of memory. Planners for other
  /// amounts of memory may have it in common.
  using LeastTraffic = std::array<std::unordered_map<std::string, double>, 2>;
  std::shared_ptr<LeastTraffic> least = std::make_shared<LeastTraffic>();
  /// Shared in the same way.
  std::shared_ptr<TileMemo> memo = std::make_shared<TileMemo>();
  bool forbids(const GroupModel &group) const { return !forbidden.empty() && forbidden.contains(group.structure()); }

private:
  /// What is known of all groups with one structure.
  struct Known {
    struct Choice {
      TileChoice tile;
      /// The search looked only for choices below this cost.
      double ceiling = 0;
      bool improved = false;
      /// `searchProduct` looked for choices below this cost.
      double searched = 0;
    };
    /// Choices by memory, the largest first.
    std::map<Bytes, Choice, std::greater<>> choices;
  };
  Plan planBothWays(const Problem &graph, double least);
  Plan planLeastTraffic(const Problem &graph);
  void polish(const Problem &graph, PlannedGroup &group, Plan &plan);
  void lessMemory(const Problem &graph, const Budget &whole, double least, Plan &best);
  bool isLong(const GroupModel &group) const { return group.size() > static_cast<int64_t>(options.maxGroup); }
  Known::Choice &find(const GroupModel &group, Known &known, double ceiling);

  /// Of groups searched by cost, and of those searched by traffic.
  std::unordered_map<std::string, Known> cache[2];
  /// By structure, cores, tile and memory.
  std::map<std::tuple<std::string, std::vector<int>, std::vector<int64_t>, Bytes>, TileChoice> polished;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_PLANNERSTATE_H
