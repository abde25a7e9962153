//===- RoleTable.h - What each operation costs in each role -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_ROLETABLE_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_ROLETABLE_H

#include "PricingBound.h"

#include <map>
#include <tuple>

namespace alcove::plan::schedule {

/// Roles of an operation in a group: it leaves with the tile, it makes the tile for a reader inside, or it makes the
/// slice (rows, columns) for a MatMul inside.
enum class Role : uint8_t {
  Leaf,
  Tile,
  TileDepth,
  DepthTile,
  TileWhole,
  WholeDepth,
  DepthWhole,
  WholeTile,
  WholeWhole
};
inline constexpr size_t roleCount = 9;

/// Groups that share one grid and one depth of split MatMuls; `depth` 0: pointwise operations only.
struct GridClass {
  int64_t width, height, depth;
  bool operator<(const GridClass &other) const {
    return std::tie(width, height, depth) < std::tie(other.width, other.height, other.depth);
  }
};

/// Tiles in one interval of sizes: as few of them as the interval allows, each as small as it allows.
struct TileInterval {
  int64_t count, least, most;
};

/// All tilings of a class: (columns, rows, split depth or not, rows first or columns first).
struct TilingCell {
  TileInterval columns, rows;
  bool split, columnSnake;
};

/// An operand that a maker inside could hand over, at the price of `message` instead of the load.
struct RoleFeed {
  int32_t maker;
  Role demand;
  /// GS-S9: a pointwise maker serves a MatMul only where the depth is not split.
  bool onlyUnsplit;
};

/// One operation in one role of one class; per cell the least it computes and moves (infinite: does not fit).
struct RoleEntry {
  int32_t gridClass;
  Role role;
  int32_t cluster = -1;
  /// Tensors kept whole in fast memory, from the group before or for the next one, and what they occupy.
  std::vector<int32_t> kept;
  double keptElements = 0;
  std::vector<RoleFeed> feeds;
  /// Per cell: time of compute and of exclusive or shared traffic.
  std::vector<double> compute, traffic;
  /// Per feed and cell: time to load the operand instead.
  std::vector<double> load;
};

class RoleTable {
public:
  RoleTable(const OpGraph &graph, const PricingBoundOptions &options);
  /// Fills `classes` (without cells) and `roles` alone. False if `stop` came first.
  bool findClasses(const StopSignal &stop);
  /// False if `stop` came first.
  bool build(const StopSignal &stop);

  struct Class {
    GridClass grid;
    std::vector<TilingCell> cells;
  };
  std::vector<Class> classes;
  std::vector<std::vector<RoleEntry>> entries;
  /// Readers that could stand in one group with the maker; such a group hands every result over at most so often.
  std::vector<int32_t> joinable;
  /// Some reader may ask for two different slices at once.
  std::vector<char> severalDemands;
  /// Operations per cluster: entries of different clusters never stand in one group.
  std::vector<int32_t> clusterSize;
  /// Per class and operation: bit set of roles that it may have in a group of that class.
  std::vector<std::vector<uint16_t>> roles;
  /// Pairs that no group can hold: what must be stored is not used inside; GS-S9 for results wider than a tile.
  bool excluded(int32_t maker, int32_t user, int32_t t) const;

private:
  using Axis = GroupShape::Axis;
  struct Kind {
    Axis rows, cols;
    bool operator==(const Kind &) const = default;
  };
  struct Read {
    int32_t tensor;
    Kind kind;
    Role demand;
  };

  struct ReadPlan;
  struct Keepable {
    int32_t tensor;
    double elements;
    /// No other operation of the same group could keep the tensor.
    bool exclusive;
  };
  struct Sharing {
    int64_t readers = 0;
    /// Least that the slice holds, that another reader holds on its own, and that a reader may keep.
    double slice = std::numeric_limits<double>::infinity(), other = slice, leastKept = slice;
    /// Most that one reader could keep, and save by that.
    double keepsOfOne = 0, saved = 0;
  };

  void findRoles(size_t c);
  void makeCells(Class &entry, size_t perAxis);
  void addEntries(int32_t op, size_t gridClass, Role role);
  bool fill(int32_t op, RoleEntry &entry);
  void fillCell(int32_t op, RoleEntry &entry, size_t cell, const std::vector<ReadPlan> &plans,
                const std::vector<Read> &reads);
  std::vector<Keepable> keepablesOf(int32_t op, Role role) const;
  std::vector<Read> readsOf(int32_t op, Role role) const;
  Kind normal(Kind kind, const TilingCell &cell) const;
  double heldBy(int32_t t, Kind kind, const TilingCell &cell) const;
  double movedBy(int32_t t, Kind kind, const TilingCell &cell) const;
  double computeOf(int32_t op, Role role, const Class &entry, const TilingCell &cell) const;
  double exclusiveHold(int32_t op, Role role, int32_t except, size_t gridClass, const TilingCell &cell) const;
  double leastHold(const Read &read) const;
  bool handedOver(int32_t op, const Read &read, size_t gridClass) const;
  const std::vector<Sharing> &sharingOf(int32_t t, size_t gridClass);
  double shareOf(const Sharing &sharing, double moved, double kept) const;
  bool conflicts(int32_t o, Role own, int32_t t, Kind kind, size_t gridClass, const TilingCell &cell) const;
  std::vector<int32_t> componentsOf(size_t gridClass) const;
  void findClusters();

  const OpGraph &graph;
  const PricingBoundOptions &options;
  /// Per class and operation.
  std::vector<std::vector<int32_t>> components;
  std::map<std::pair<int32_t, size_t>, std::vector<Sharing>> sharings;
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_BOUND_ROLETABLE_H
