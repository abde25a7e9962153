//===- Planner.h - Which operations share a loop ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan cuts the schedule of a block into intervals; each is left alone, tiled alone, or tiled as one group:
//
//   schedule    0 conv   1 relu   2 pool   3 reshape   4 matmul   5 softmax
//   plan       [0 ......... 1 ........ 2]  [3]         [4]        [5]
//              tiled, root 2               view        tiled      fits, untouched
//
// `planned` finds the cheapest cut by dynamic programming, best(j) = min over i of best(i - 1) + cost(i .. j), with the
// cost of a group cached by its structure: the layers of a deep network are priced once. A plan with fewer nodes that
// do not fit is better than one with more, then one that tears fewer marked groups, then the cheaper one.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_PLANNER_H
#define ALCOVE_SUPERTILING_PLANNER_H

#include "alcove/Plan/Tiling/TileTime.h"
#include "alcove/SuperTiling/TileSearch.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace alcove::supertiling {

enum class PlanMode { Planned, MaxProducers, NoFuse };

struct PlannedGroup {
  /// In schedule order, the root last.
  llvm::SmallVector<int, 8> members;
  /// Used outside: the loop also assembles their whole results; its tiles partition them.
  llvm::SmallVector<int, 4> yields;
  /// Used outside: computed a second time, in front of their other users.
  llvm::SmallVector<int, 4> recomputed;
  /// Position among the members of the one whose reduction runs in panels, -1: none; and a size per search loop.
  int core = -1;
  int coreNode() const { return core < 0 ? -1 : members[core]; }
  llvm::SmallVector<int64_t, 6> tile;
  Evaluation evaluation;
  Bytes available = 0;
  /// Tiled by trial: the operation has no affine model.
  bool probe = false;
  /// What streams has two buffers; the cores for each loop, outermost first; simulated. Only with a machine.
  bool doubleBuffered = false;
  llvm::SmallVector<int64_t, 6> grid;
  plan::NestTime time;
};

/// Simulated nanoseconds of a program, and the bytes that its cores move.
struct PlanTime {
  double transfer = 0;
  double compute = 0;
  double total = 0;
  double bytes = 0;
  /// No plan is faster.
  double bound = 0;
  /// Of the plan that moves the fewest bytes.
  double ofLeastTraffic = 0;
  bool doubleBuffered = false;
  /// Blocks and functions run one after the other.
  void add(const PlanTime &next);
};

/// A node that cannot be made to fit.
struct MisfitNode {
  int node = -1;
  llvm::SmallVector<int64_t, 6> smallestTile;
  Bytes required = 0;
  Bytes available = 0;
};

/// A marked group that no loop holds together, and why.
struct TornMark {
  int64_t mark = -1;
  int node = -1;
  std::string reason;
};

struct Plan {
  /// Only what is tiled. Everything else stays as it is.
  std::vector<PlannedGroup> groups;
  std::vector<MisfitNode> misfits;
  std::vector<TornMark> torn;
  double cost = 0;
  double traffic = 0;
  double extraOps = 0;
  PlanTime time;
  /// An error when a time is not that of the replay of its steps.
  Status timeStatus;
};

enum class DoubleBuffering { Off, On, Auto };

struct PlannerOptions {
  PlanMode mode = PlanMode::Planned;
  Budget budget;
  CostModel costs;
  /// Evaluations of a group over the whole run; after that only single operations are searched, coarsely.
  int64_t work = 2'000'000;
  /// Longest interval.
  unsigned maxGroup = 24;
  /// Operations that fit alone share loops as well where that moves less.
  bool fuseFitting = true;
  /// Contractions carry the softmax that they read over panels of its rows.
  bool onlineSoftmax = true;
  /// Plans are compared by their time on it; without one by their traffic.
  std::optional<plan::Machine> machine;
  DoubleBuffering doubleBuffering = DoubleBuffering::Auto;
};

/// Keeps the cache of group costs over all blocks of a module.
class Planner {
public:
  explicit Planner(PlannerOptions options) : options(std::move(options)) {}

  Plan plan(const TilingGraph &graph);
  /// Bytes that any plan moves: what the block reads from outside once, what leaves it once.
  static double compulsoryTraffic(const TilingGraph &graph);
  int64_t workDone() const { return work; }
  const PlannerOptions &settings() const { return options; }
  /// Longest interval from now on; 0: what may stay untiled does.
  void limitGroups(unsigned most) { options.maxGroup = most; }
  /// The group was built and did not keep its promise: never plan it again. True when it was not forbidden before.
  bool forbid(const TilingGraph &graph, const PlannedGroup &group);

private:
  friend class BlockPlanner;
  friend class TimePlanner;
  Plan planByTraffic(const TilingGraph &graph);
  /// What is known of all groups with one structure.
  struct Known {
    /// Bytes that it moves with no end of memory; below 0: not asked yet.
    double least = -1;
    struct Choice {
      TileChoice tile;
      /// Nothing was looked for at this cost or above.
      double ceiling = 0;
      bool improved = false;
    };
    /// By memory, the largest first.
    std::map<Bytes, Choice, std::greater<>> choices;
  };
  /// The best tile for `group` if its cost is below `ceiling`, else any one; null when no tile is that cheap.
  const TileChoice *choose(const GroupModel &group, double ceiling = std::numeric_limits<double>::infinity());
  Known::Choice &find(const GroupModel &group, Known &known, double ceiling);

  PlannerOptions options;
  int64_t work = 0;
  std::unordered_map<std::string, Known> cache;
  /// By structure and by the caches in which what is read from outside still is.
  std::unordered_map<std::string, TileChoice> onCaches;
  std::set<std::string> forbidden;
};

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_PLANNER_H
