//===- Solution.h - Which operations share a loop ---------------*- C++ -*-===//
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
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_SOLUTION_H
#define ALCOVE_PLAN_TILING_SOLUTION_H

#include "alcove/Plan/Tiling/Problem.h"
#include "alcove/Plan/Tiling/TileTime.h"

#include <string>
#include <vector>

namespace alcove::plan::tiling {

/// Loops of a nest whose last, smaller tile runs in a loop of its own, from the outermost on.
inline constexpr unsigned maxPeels = 2;

/// Which tiles of one tensor in an iteration are one (SUT-H15): those that are made equal by what cuts them, all equal
/// ones, or those that overlap, too.
enum class TilesOfOne { AsFound, Equal, Joined };

/// What the loop of a group holds, moves and computes.
struct Evaluation {
  bool valid = false;
  /// Bytes live in the worst step of the worst tile.
  Bytes footprint = 0;
  /// Tiles that do not change between iterations stay; false when they are loaded again for each tile.
  bool resident = true;
  TilesOfOne tilesOfOne = TilesOfOne::AsFound;
  /// SUT-H17: the loop of the root along which the end of the body runs in strips, -1: all at once; how many points one
  /// has; positions of what runs in them, ascending, the root last.
  int stripLoop = -1;
  int64_t stripSize = 0;
  std::vector<int> inStrips;
  /// Bytes to and from slow memory.
  double traffic = 0;
  /// Simple operations beyond those of the untiled program.
  double extraOps = 0;
  double tiles = 0;
  double cost = 0;
  /// The cost where all stays that may, and without loops for smaller last tiles: smaller tiles are hardly cheaper.
  double leastCost = 0;
  /// The part of the cost that a body within the inner cache does not have.
  double spill = 0;
  /// Tiled loops of the root from outermost to innermost.
  std::vector<unsigned> order;
};

struct PlannedGroup {
  /// In schedule order, the root last.
  std::vector<int> members;
  /// Used outside: the loop also assembles their whole results; its tiles partition them.
  std::vector<int> yields;
  /// Used outside: computed a second time, in front of their other users.
  std::vector<int> recomputed;
  /// Positions among the members of those whose reductions run in panels, ascending; and a size per search loop.
  std::vector<int> cores;
  /// The only one, -1 for none.
  int coreNode() const { return cores.size() != 1 ? -1 : members[cores[0]]; }
  std::vector<int64_t> tile;
  /// SUT-H20: the reduction of `root`, the last member, is cut around the panels of another one.
  bool cutsAroundPanels(const Node &root) const {
    for (size_t loop = 0; loop < root.extents.size() && !cores.empty(); ++loop)
      if (tile[loop] < root.extents[loop] && !root.parallel[loop])
        return true;
    return false;
  }
  Evaluation evaluation;
  Bytes available = 0;
  /// Tiled by trial: the operation has no affine model.
  bool probe = false;
  /// What streams has two buffers; the cores for each loop, outermost first; simulated. Only with a machine.
  bool doubleBuffered = false;
  std::vector<int64_t> grid;
  NestTime time;
};

/// Simulated nanoseconds of a program, and the bytes that its cores move.
struct PlanTime {
  double transfer = 0;
  double compute = 0;
  double total = 0;
  double bytes = 0;
  /// No plan is faster.
  double bound = 0;
  /// Total time of the plan that moves the fewest bytes.
  double ofLeastTraffic = 0;
  bool doubleBuffered = false;
  /// Blocks and functions run one after the other, each `rounds` times.
  void add(const PlanTime &next, double rounds = 1);
};

/// A node that cannot be made to fit.
struct MisfitNode {
  int node = -1;
  std::vector<int64_t> smallestTile;
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
  /// The groups that are tiled. All other operations stay as they are.
  std::vector<PlannedGroup> groups;
  std::vector<MisfitNode> misfits;
  std::vector<TornMark> torn;
  double cost = 0;
  double traffic = 0;
  double extraOps = 0;
  /// The least traffic of the plans seen with no more misfits that tear more marked groups; infinite: none was.
  double trafficIfTorn = std::numeric_limits<double>::infinity();
  PlanTime time;
  /// An error when a time is not that of the replay of its steps.
  Status timeStatus;
};

/// An error names the group or node and the rule that it breaks (TP-V1 to TP-V7, docs/spec/Tiling.md):
/// `plan` is one for `problem`, which passes `check`, and `budget`, keeps within the memory that it claims to need, and
/// moves no more bytes than it says. What a loop holds is judged from the IR that is built. O(groups x 4^loops x
/// members x operands x rank). `broken`: the group that breaks the rule, null where none alone does.
Status verify(const Problem &problem, const Budget &budget, const Plan &plan, const PlannedGroup **broken = nullptr);

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_SOLUTION_H
