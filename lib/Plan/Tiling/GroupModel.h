//===- GroupModel.h - What a fused loop costs, without building it -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group is a set of nodes that share one loop nest over the tiles of its root, the last of them. From the tile of
// the root the tile of every member follows backward, and with it what one iteration holds and moves:
//
//   x ──► exp ──► sum ──► div         root div, loops (m, n), tile (8, n)
//          └───────────────▲
//
//   step   runs   holds                       bytes (n = 64, f32)
//     2    exp    x tile, exp tile            2048 + 2048
//     1    sum    exp tile, fill+sum tile     2048 + 32
//     0    div    exp tile, sum tile, out     2048 + 32 + 2048      <- worst step: 4128
//
// One member, the core, may run its reduction in steps of its own, in a loop inside the body: its result is the
// accumulator, filled in front of that loop and held across it, and what it reads comes in panels.
//
//   for (m, n)                      tiles of the root
//     acc = fill
//     for (k)                       panels of the core: x[m, k], w[k, n], and the members in front that move with k
//       acc = matmul x, w, acc
//     relu acc
//
// Several members may have panels of their own, one after the other, where the loop around them has one iteration
// (SUT-H16).
//
// Where the core reads a softmax, the members that reduce its rows run in the panels as well (OnlineSoftmax.h): maximum
// and sum are held across them.
//
// Two demands on a member that agree in every dimension are one instance (CSE makes them one in the IR); demands that
// differ, as the centre and the halo of a stencil, are two, and both are paid for.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_GROUPMODEL_H
#define ALCOVE_LIB_PLAN_TILING_GROUPMODEL_H

#include "alcove/Plan/Tiling/CostModel.h"
#include "alcove/Plan/Tiling/Solution.h"

#include "Ranges.h"
#include "TileMemo.h"

namespace alcove::plan::tiling {

/// A loop that the search may tile: one of the root, or a reduction loop of the core.
struct SearchLoop {
  int64_t extent = 1;
  bool tileable = false;
  bool parallel = true;
  bool dynamic = false;
};

class GroupModel {
public:
  /// `members` in schedule order, the root last; `yields`: members whose whole result the loop must also produce.
  GroupModel(const Problem &graph, std::span<const int> members, std::span<const int> yields, const CostModel &costs,
             const Budget &budget);

  const Node &root() const { return graph.nodes[members.back()]; }
  /// Members whose reductions run in panels, ascending.
  std::span<const int> cores() const { return coreNodes; }
  /// SUT-H20: the reduction of the root may be cut around the panels of a member in front of it.
  bool mayBeCutAroundPanels() const {
    return costs.strips && coreNodes.size() == 1 && coreNodes[0] != members.back() && root().contracts();
  }
  bool isProduct(int node) const { return graph.nodes[node].opClass == OpClass::Matmul; }
  /// The group holds the softmax that `node` may carry over its panels.
  bool carriesSoftmax(int node) const;
  /// Of the cores among the members: groups of equal structure share them.
  std::vector<int> corePositions() const;
  /// Members that may be the core: contractions, and the only reduction of the group.
  std::vector<int> coreCandidates() const;
  /// This group with unlimited memory.
  GroupModel unlimited() const;
  /// This group, which looks its tiles up in `memo`, that of its structure.
  GroupModel remembering(TileMemo::OfStructure &memo) const;
  /// This group with other cores, ascending; and with those at `positions`.
  GroupModel withCores(std::vector<int> cores) const;
  GroupModel withCoresAt(std::span<const int> positions) const;
  /// The loops of the root, then the reduction loops of each core.
  std::vector<SearchLoop> searchLoops() const;
  Bytes available() const { return capacity; }
  /// Of its cost what is moved and done again, without what it takes to start tiles, steps and runs.
  double withoutStarts(const Evaluation &evaluation) const {
    return evaluation.traffic + evaluation.extraOps / costs.opsPerByte;
  }
  double remainderFactor() const { return costs.remainderFactor; }
  int64_t size() const { return static_cast<int64_t>(members.size()); }
  /// Size of the cache inside the local memory; 0 when there is none that is smaller.
  Bytes innerMemory() const { return costs.innerMemory < capacity ? costs.innerMemory : 0; }
  int member(int position) const { return members[position]; }
  /// Same structure and same memory, same evaluation for every tile.
  std::string structure() const;
  /// `tile` has one size per search loop, the extent where it is not tiled. O(members x operands x rank).
  Evaluation evaluate(std::span<const int64_t> tile) const;
  /// The memory, and in which cache each operand and result is found: with the same structure the same `cacheCost`.
  std::string cacheStructure() const;
  /// Cost of the loop on a CPU, comparable with `untiledCost` of its members. `evaluation` is that of the tile.
  double cacheCost(std::span<const int64_t> tile, const Evaluation &evaluation) const;
  /// What the steps of `tile` move and compute on `machine`, one core; `evaluation` is that of the tile and valid.
  TimeNest timeNest(std::span<const int64_t> tile, const Evaluation &evaluation, const Machine &machine) const;
  /// Innermost products of the views of the group: tiles that are multiples of them keep views exact.
  std::vector<int64_t> seams() const;

private:
  struct Body;
  BodySums sumsOf(Body &body, std::span<const int64_t> tile) const;
  Evaluation evaluateOrder(const BodySums &sums, size_t number, TilesOfOne way, std::span<const int64_t> tile,
                           std::optional<Body> &body) const;
  void price(const BodySums &sums, const MovedSums &moved, double steps, Evaluation &evaluation) const;
  /// Of several results of a member that is yielded only those that are used outside are.
  bool handsOn(int node, size_t result) const {
    return graph.nodes[node].results.size() == 1 || graph.leaves(node, result, members);
  }

  void setCores(std::vector<int> cores);
  struct PanelLoop {
    /// Number of the core, and its loop.
    int core = 0;
    unsigned loop = 0;
  };

  const Problem &graph;
  std::vector<int> members;
  std::vector<int> yields;
  CostModel costs;
  Bytes capacity = 0;
  TileMemo::OfStructure *memo = nullptr;
  bool sharesMark = false;
  std::vector<int> coreNodes;
  /// In the order of `searchLoops`.
  std::vector<PanelLoop> panels;
  /// Softmax carried over the panels of the only core.
  const SoftmaxParts *softmax = nullptr;
};

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_GROUPMODEL_H
