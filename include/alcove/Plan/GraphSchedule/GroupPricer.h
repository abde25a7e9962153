//===- GroupPricer.h - Closed-form latency of one subgraph ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost core of all scheduling policies. The price of a group depends only on (operations, resident tensors,
// retained tensors); the best granularity and traversal are part of the price, and prices are memoised.
//
// Along a snake there are three kinds of tiles: the first, those where the column changes, those where the row changes;
// along a tile three kinds of steps: first, middle, last. So a price is a sum of at most a dozen products
//
//        row snake, 3 × 2 tiles                    one tile, nk steps
//        ┌───┬───┬───┐  F first                    ┌────────────┬──────────────┬────────────┐
//        │ F → x → x │  x column strips reload     │ head + k·s │ (nk-2) × k·s │ k'·s + tail│
//        ├───┼───┼─↓─┤  y row strips reload        └────────────┴──────────────┴────────────┘
//        │ x ← x ← y │                             s = streamed elements per unit of depth
//        └───┴───┴───┘
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_GRAPHSCHEDULE_GROUPPRICER_H
#define ALCOVE_PLAN_GRAPHSCHEDULE_GROUPPRICER_H

#include "alcove/Plan/GraphSchedule/OpGraph.h"

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>

namespace alcove::plan::schedule {

/// Order of the tiles. Snakes may start in any corner; `Raster` is the default order of the file format.
struct TileOrder {
  enum class Kind : uint8_t { Raster, RowSnake, ColumnSnake };
  Kind kind = Kind::Raster;
  bool fromRight = false, fromBottom = false;
  bool operator==(const TileOrder &) const = default;
};

/// The tiles of a grid in that order, or nothing for `Raster`.
std::optional<std::vector<int32_t>> tileSequence(TileOrder order, int64_t columns, int64_t rows);

struct GroupPrice {
  double cost = std::numeric_limits<double>::infinity();
  /// No granularity that was left out (irregular walks of too many steps) costs less.
  double leftOut = std::numeric_limits<double>::infinity();
  Granularity granularity;
  TileOrder order;
  int64_t workingSet = 0;
  bool feasible() const { return cost < std::numeric_limits<double>::infinity(); }
};

struct PricerOptions {
  /// Try the two snakes and their corners, not only raster order.
  bool snakes = true;
  /// Try other tile sizes than the largest power of two that fits.
  bool searchGranularity = true;
  /// The best of all tile sizes and depths, not of a selection of them (GranularitySearch.cpp says how).
  bool fine = false;
  /// Only tiles that divide the grid; only depths that divide the reduction.
  bool dividingTiles = false, dividingDepth = false;
  /// One split MatMul per subgraph, connected by what its operations make: no public evaluator refuses that.
  bool strict = false;
  /// Every (w, h, k) one after the other and nothing cut; for cross-checks.
  bool everyGranularity = false;
  /// Tiles of w × h that stay unused when a subgraph has residents and retains as well (docs/spec, GS-S15).
  int64_t slackTiles = 2;
  /// Whether residents and retained tensors occupy no memory, as bounds assume.
  bool freeResidents = false;
  /// Steps of a subgraph that the verifier accepts to walk over (GS-S18).
  int64_t stepLimit = int64_t(1) << 24;
  /// Asked between tiles and depths: true = the best so far, or nothing, will do. Not for prices that a bound rests on.
  const std::function<bool()> *stop = nullptr;
  /// Memoised prices before the table starts anew.
  size_t memoLimit = size_t(1) << 20;
};

/// The structure of a group: valid for all granularities that keep the `need` fields.
struct GroupShape {
  enum class Axis : uint8_t { Whole, Tile, Depth };
  struct Slice {
    int32_t tensor;
    Axis rows, cols;
    bool onlyLast;
  };
  /// Null if the group can be valid, else the broken rule.
  const char *broken = nullptr;
  int64_t gridWidth = 0, gridHeight = 0;
  /// Reduction depth of the MatMuls that are split; 0 without them.
  int64_t depth = 0;
  /// Upper bound for k: the least reduction of all MatMuls.
  int64_t depthLimit = 0;
  /// GS-S9: least tile for pointwise operands; GS-S11: axes that must not be split.
  int64_t needWidth = 1, needHeight = 1;
  bool needOneColumn = false, needOneRow = false, needOneStep = false;
  /// MatMuls that leave through the tile.
  int32_t tileMatMuls = 0;
  std::vector<Slice> inputs;
  std::vector<int32_t> outputs, internal, accumulators;
  /// Compute: `perStep` at every step, `perDepth` · k/depth, `perTile` at the last step.
  double perStep = 0, perDepth = 0, perTile = 0;

  /// Empty again, but with the memory of its lists.
  void reset();
};

class GroupPricer {
public:
  GroupPricer(const OpGraph &graph, PricerOptions options);
  ~GroupPricer();

  const OpGraph &graph() const { return graphRef; }
  const PricerOptions &optionsInUse() const { return options; }

  /// Price of `ops` (sorted) when `resident` tensors are in fast memory already and `retained` ones stay. Memoised;
  /// O(ops) for a known group, O(tile sizes²) for a new one. The result is not valid after the next call.
  const GroupPrice &price(std::span<const int32_t> ops, std::span<const int32_t> resident,
                          std::span<const int32_t> retained);
  /// As `price` where residents and retained tensors occupy no memory and no tile stays unused: no price of fewer of
  /// them is less.
  double leastPrice(std::span<const int32_t> ops, std::span<const int32_t> resident, std::span<const int32_t> retained);
  /// Structure of `ops`, memoised; valid until the next call.
  const GroupShape &shape(std::span<const int32_t> ops);

  /// Structure of `ops`, not memoised, for long enumerations; valid until the next call.
  const GroupShape &trialShape(std::span<const int32_t> ops);

  /// Price with another selection of tile sizes, not memoised.
  GroupPrice priceWith(const PricerOptions &other, std::span<const int32_t> ops, std::span<const int32_t> resident,
                       std::span<const int32_t> retained);
  /// Latency for a given granularity and order; infinite if it breaks a rule.
  double latency(std::span<const int32_t> ops, std::span<const int32_t> resident, std::span<const int32_t> retained,
                 Granularity granularity, TileOrder order);

  /// Groups priced so far without the memo: the unit of work limits.
  uint64_t work() const { return priced; }
  /// Did some price leave out walks that could be cheaper (irregular groups of too many steps)?
  bool leftOutWalks() const { return leftOut; }

private:
  struct Key {
    uint64_t first, second;
    bool operator==(const Key &) const = default;
  };
  struct KeyHash {
    size_t operator()(const Key &key) const { return key.first; }
  };
  Key keyOf(std::span<const int32_t> ops, std::span<const int32_t> resident, std::span<const int32_t> retained) const;
  void build(std::span<const int32_t> ops, GroupShape &shape);
  GroupPrice search(const PricerOptions &other, const GroupShape &structure, std::span<const int32_t> resident,
                    std::span<const int32_t> retained);

  const OpGraph &graphRef;
  PricerOptions options;
  std::unordered_map<Key, GroupPrice, KeyHash> prices;
  std::unordered_map<Key, GroupShape, KeyHash> shapes;
  uint64_t priced = 0;
  bool leftOut = false;
  struct Scratch;
  std::unique_ptr<Scratch> scratch;
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_PLAN_GRAPHSCHEDULE_GROUPPRICER_H
