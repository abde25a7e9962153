//===- TileSearch.h - Which loops of a group to tile, and how finely -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of extent N has only about 2 sqrt(N) distinct tilings: the sizes ceil(N / k). The search runs over one such
// size per tileable loop (the extent itself means "not tiled"), so it chooses dimensions and sizes at once:
//
//   loops (m = 8, n = 6)      m: 8 4 3 2 1      n: 6 3 2 1
//                             |
//                             m = 8 ── n: largest that fits, by bisection (the footprint grows with the tile)
//                             m = 4 ── bound: cost of (4, 6). Not below the best so far? Neither is anything after it.
//
// Cost falls and footprint grows with every tile size; both prunings follow from that.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_TILESEARCH_H
#define ALCOVE_LIB_PLAN_TILING_TILESEARCH_H

#include "GroupModel.h"

#include <limits>

namespace alcove::plan::tiling {

struct TileChoice {
  bool feasible = false;
  /// Positions among the members of those whose reductions run in panels, ascending.
  std::vector<int> cores;
  /// One size per search loop: those of the root, then the reduction loops of each core. The extent: not tiled.
  std::vector<int64_t> tile;
  Evaluation evaluation;
  /// The smallest tile there is and what it needs: what an error reports when nothing fits. Invalid: the group cannot
  /// be built at all.
  std::vector<int64_t> smallestTile;
  Evaluation smallest;
};

struct TileSearchOptions {
  bool reductions = true;
  /// Evaluations for this group.
  int64_t limit = 4000;
  /// Tiles at this cost or above are of no use: they are not looked for.
  double ceiling = std::numeric_limits<double>::infinity();
  /// Evaluations to improve a tile by its neighbours.
  int64_t refinements = 800;
  /// Panels of one size where there are four to choose from: a smaller last one is a loop of its own.
  bool evenPanels = false;
  /// Several members may have panels, where the root is not cut; and it never is.
  bool severalCores = false;
  bool onlyTile = false;
};

/// Distinct values of ceil(extent / k), descending, at most `count` of them: both ends always, then divisors, then an
/// even spread over the logarithm. `seams` adds the multiples nearest to them.
std::vector<int64_t> tileSizes(int64_t extent, size_t count, std::span<const int64_t> seams);

/// Adds the evaluations made to `work`. The core is that of `group`.
TileChoice searchTile(const GroupModel &group, const TileSearchOptions &options, int64_t &work);

/// Where `group` is one contraction: the tile that moves the fewest bytes, ties by cost, over all distinct sizes of its
/// parallel loops, with its reduction whole or in panels; up to three parallel loops and one of the reduction. With
/// other operations around it, where it is a product: the cheapest one, below `ceiling`, as far as a few thousand evaluations
/// go. `choice` is what was found before. Otherwise it stays as it is.
void searchProduct(const GroupModel &group, double ceiling, int64_t &work, TileChoice &choice);

/// Improves a feasible `choice` for `group` by its neighbours.
void improveTile(const GroupModel &group, const TileSearchOptions &options, int64_t &work, TileChoice &choice);

/// From a feasible `choice` to one of lower `GroupModel::cacheCost`, which becomes the cost of its evaluation: one
/// loop, or two against each other, to neighbours in their lists of sizes.
void improveOnCaches(const GroupModel &group, int64_t limit, int64_t &work, TileChoice &choice);

/// Bytes that `group` moves when everything that can stay does: one loop in two halves, and no end of memory. No tile
/// costs less. Infinite when no loop can be tiled; with `onlyTile` when none has one iteration.
double leastTraffic(const GroupModel &group, bool onlyTile, int64_t &work);

/// The best of `group` without a core and with each of its candidates.
TileChoice searchCores(const GroupModel &group, const TileSearchOptions &options, int64_t &work);

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_TILESEARCH_H
