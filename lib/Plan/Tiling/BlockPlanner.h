//===- BlockPlanner.h - Which operations of a block share a loop ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_BLOCKPLANNER_H
#define ALCOVE_LIB_PLAN_TILING_BLOCKPLANNER_H

#include "PlannerState.h"

#include <limits>
#include <tuple>

namespace alcove::plan::tiling {

/// Plans one block.
class BlockPlanner {
public:
  BlockPlanner(PlannerState &planner, const Problem &graph)
      : planner(planner), options(planner.options), graph(graph), nodes(graph.nodes) {
    for (int node = 0; node < static_cast<int>(nodes.size()); ++node)
      if (!nodes[node].attached)
        places.push_back(node);
    single.resize(nodes.size());
    for (int node : places)
      single[node] = planAlone(node);
  }

  Plan run();

private:
  struct Single {
    bool fits = true;
    bool feasible = true;
    bool probe = false;
    TileChoice choice;
    double cost = 0;
    double traffic = 0;
  };
  /// Compared from left to right.
  struct Score {
    int misfits = 0;
    int torn = 0;
    double cost = 0;
    bool operator<(const Score &other) const {
      return std::tie(misfits, torn, cost) < std::tie(other.misfits, other.torn, other.cost);
    }
    Score operator+(const Score &other) const {
      return {misfits + other.misfits, torn + other.torn, cost + other.cost};
    }
  };
  /// Places of the first and the last member of a marked group.
  struct Extent {
    int64_t mark = -1;
    int first = 0;
    int last = 0;
  };
  struct Candidate {
    double cost = std::numeric_limits<double>::infinity();
    PlannedGroup group;
    /// The smallest tile does not fit or cannot be built, or what leaves cannot be served: a longer interval with the
    /// same end will not do either.
    bool hopeless = true;
  };

  struct Interval {
    int begin = 0;
    /// Without members: the places stay as they are, or the only one is tiled alone.
    PlannedGroup group;
  };
  /// Marked groups that the interval from `begin` tears, as `begin` goes down from a fixed end.
  class MarkCounter {
  public:
    MarkCounter(const std::vector<Extent> &extents, size_t places) : byFirst(places), byLast(places) {
      for (const Extent &extent : extents) {
        byFirst[extent.first].push_back(extent.last);
        byLast[extent.last].push_back(extent.first);
      }
      total = extents.size();
    }
    void start(size_t newEnd) {
      end = static_cast<int>(newEnd);
      count = 0;
    }
    /// The caller asks for end - 1, end - 2, ... in this order.
    int at(size_t begin) {
      count += static_cast<int>(byLast[begin].size());
      for (int last : byFirst[begin])
        count -= last < end;
      return count;
    }
    bool none() const { return total == 0; }

  private:
    std::vector<std::vector<int>> byFirst, byLast;
    size_t total = 0;
    int end = 0, count = 0;
  };

  Single planAlone(int node);
  Single planByChoice(int node, Single untiled);
  /// SUT-C1: an operation may stay untiled whatever it needs.
  bool mayStayUntiled() const { return options.costs.caches && options.mode == PlanMode::Planned; }
  TileChoice chooseOnCaches(const GroupModel &group);
  double ceilingOnCaches(std::span<const int> members) const;
  double leastOnCaches(std::span<const int> members) const;
  bool oversized(int node) const { return nodes[node].isCompute() && !single[node].fits; }
  Candidate groupCost(std::span<const int> members, double ceiling = std::numeric_limits<double>::infinity());
  bool externalUses(std::span<const int> members, std::vector<int> &used) const;
  bool inputsAreOutside(int node, std::span<const int> members) const;
  bool mayJoin(const Node &node) const {
    return (node.hasModel() && node.fusable) || node.isView() || node.kind == NodeKind::Concat;
  }
  Plan intervals();
  Plan noFuse();
  Plan maxProducers();
  std::vector<int> growUpward(int root);
  void finish(Plan &plan);
  PlannedGroup alone(int node) const;
  std::vector<Extent> markedExtents() const;
  std::vector<int> membersOf(int64_t mark) const;
  bool tears(std::span<const int> group) const;
  std::string whyTorn(std::span<const int> members);
  void findTorn(Plan &plan);
  void extendUntouched(size_t end, std::vector<Score> &best, Interval &chosen, MarkCounter &counter);
  void extendTiled(size_t end, std::vector<Score> &best, Interval &chosen, MarkCounter &counter);

  PlannerState &planner;
  const PlannerOptions &options;
  const Problem &graph;
  const std::vector<Node> &nodes;
  /// Nodes with a place in the schedule: all but attached fills.
  std::vector<int> places;
  std::vector<Single> single;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_BLOCKPLANNER_H
