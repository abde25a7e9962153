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
// Where the core reads a softmax, the members that reduce its rows run in the panels as well (OnlineSoftmax.h): maximum
// and sum are held across them.
//
// Two demands on a member that agree in every dimension are one instance (CSE makes them one in the IR); demands that
// differ, as the centre and the halo of a stencil, are two, and both are paid for.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_GROUPMODEL_H
#define ALCOVE_SUPERTILING_GROUPMODEL_H

#include "alcove/Plan/Tiling/TileTime.h"
#include "alcove/SuperTiling/CacheCost.h"
#include "alcove/SuperTiling/TilingGraph.h"

#include <array>
#include <optional>

namespace alcove::supertiling {

/// Prices, all in bytes of slow-memory traffic.
struct CostModel {
  /// Simple operations that the engine does in the time of one byte of traffic: recompute costs ops / this.
  double opsPerByte = 64;
  /// Starting one tile, and one operation within it.
  double bytesPerTile = 256;
  double bytesPerStep = 64;
  /// Starting one contiguous run of a transfer.
  double bytesPerRun = 16;
  /// The scalar remainder of one innermost loop that is no multiple of `lanes`, beyond those of the untiled program.
  /// Not of contractions, whose innermost loop is the reduction.
  int64_t lanes = 1;
  double bytesPerRemainder = 0;
  /// A cache inside the local memory, 0: none. A body that does not fit it moves what its steps read and write between
  /// the two, at this price for a byte.
  Bytes innerMemory = 0;
  double innerBytePrice = 0;
  /// A plan may not move more bytes than either simple mode, whatever else it saves.
  bool trafficFirst = true;
  /// The local memory is a cache: operations may stay untiled, and loops are built where that is faster (SUT-C1).
  CachePrices caches;
  /// What is loaded and stored needs a second buffer.
  bool doubleBuffered = false;
};

/// Loops of one nest that may be tiled at a time.
inline constexpr unsigned maxTiledLoops = 6;

/// One dimension of a tile: iteration (k_0, k_1, ...) of the tiled loops covers [start + sum k_i step_i, + size).
struct TileDim {
  int64_t size = 1;
  int64_t start = 0;
  std::array<int64_t, maxTiledLoops> step{};
  /// False when the cover is a bound and not the set that is read (views cut across their seams).
  bool exact = true;
  bool operator==(const TileDim &) const = default;
};
using Tile = llvm::SmallVector<TileDim, 4>;

struct Evaluation {
  bool valid = false;
  /// Bytes live in the worst step of the worst tile.
  Bytes footprint = 0;
  /// Tiles that do not change between iterations stay; false when they are loaded again for each tile.
  bool resident = true;
  /// Bytes to and from slow memory.
  double traffic = 0;
  /// Simple operations beyond those of the untiled program.
  double extraOps = 0;
  double tiles = 0;
  double cost = 0;
  /// The part of the cost that a body within the inner cache does not have.
  double spill = 0;
  /// Tiled loops of the root from outermost to innermost.
  llvm::SmallVector<unsigned, 4> order;
};

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
  /// `core`: the member whose reduction runs in panels, -1 for none.
  GroupModel(const TilingGraph &graph, llvm::ArrayRef<int> members, llvm::ArrayRef<int> yields, const CostModel &costs,
             const Budget &budget, int core = -1);

  const Node &root() const { return graph.nodes[members.back()]; }
  int core() const { return coreNode; }
  /// The group holds the softmax that `node` may carry over its panels.
  bool carriesSoftmax(int node) const;
  /// Of the core among the members, -1 for none: groups of equal structure share it.
  int corePosition() const {
    return coreNode < 0 ? -1 : static_cast<int>(llvm::lower_bound(members, coreNode) - members.begin());
  }
  /// Members that may be the core: contractions, and the only reduction of the group.
  llvm::SmallVector<int, 4> coreCandidates() const;
  /// The same group with no end of memory.
  GroupModel unlimited() const;
  /// The same group with another core.
  GroupModel withCore(int core) const;
  /// The loops of the root, then the reduction loops of the core.
  llvm::SmallVector<SearchLoop, 8> searchLoops() const;
  /// Reduction loops of the core, in the order of `searchLoops`.
  llvm::SmallVector<unsigned, 4> coreLoops() const;
  Bytes available() const { return capacity; }
  int64_t size() const { return static_cast<int64_t>(members.size()); }
  /// Size of the cache inside the local memory; 0 when there is none that is smaller.
  Bytes innerMemory() const { return costs.innerMemory < capacity ? costs.innerMemory : 0; }
  int member(int position) const { return members[position]; }
  /// Same structure and same memory, same evaluation for every tile.
  std::string structure() const;
  /// `tile` has one size per search loop, the extent where it is not tiled. O(members x operands x rank).
  Evaluation evaluate(llvm::ArrayRef<int64_t> tile) const;
  /// The memory, and in which cache each operand and result is found: with the same structure the same `cacheCost`.
  std::string cacheStructure() const;
  /// Cost of the loop on a CPU, comparable with `untiledCost` of its members. `evaluation` is that of the tile.
  double cacheCost(llvm::ArrayRef<int64_t> tile, const Evaluation &evaluation) const;
  /// What the steps of `tile` move and compute on `machine`, one core; `evaluation` is that of the tile and valid.
  plan::TimeNest timeNest(llvm::ArrayRef<int64_t> tile, const Evaluation &evaluation,
                          const plan::Machine &machine) const;
  /// Innermost products of the views of the group: tiles that are multiples of them keep views exact.
  llvm::SmallVector<int64_t, 4> seams() const;

private:
  struct Body;
  /// Of several results of a member that is yielded only those that are used outside are.
  bool handsOn(int node, size_t result) const {
    return graph.nodes[node].results.size() == 1 || graph.leaves(node, result, members);
  }

  const TilingGraph &graph;
  llvm::SmallVector<int, 8> members;
  llvm::SmallVector<int, 4> yields;
  CostModel costs;
  Bytes capacity = 0;
  bool sharesMark = false;
  int coreNode = -1;
  /// Softmax carried over the panels of the core.
  const SoftmaxParts *softmax = nullptr;
};

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_GROUPMODEL_H
