//===- GranularitySearch.h - Tile, depth and order of a group ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_GRANULARITYSEARCH_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_GRANULARITYSEARCH_H

#include "TileWalk.h"

#include <optional>

namespace alcove::plan::schedule {

/// Tile sizes along an axis of `extent`, largest first: a geometric selection with the even splits and powers of two,
/// or the divisors alone.
std::vector<int64_t> tileSizes(int64_t extent, int64_t limit, bool dividing);

/// Search for the best granularity of one group.
class GranularitySearch {
public:
  GranularitySearch(const OpGraph &graph, const PricerOptions &options, const GroupShape &shape,
                    std::span<const int32_t> resident, std::span<const int32_t> retained)
      : graph(graph), options(options), shape(shape), resident(resident), retained(retained),
        depthLimit(shape.depth ? std::min(graph.nativeWidth, shape.depthLimit) : 1) {}

  /// Widths × heights (each largest first) with a few depths; with `fine` the best of every (w, h, k).
  GroupPrice overAll(const std::vector<int64_t> &widths, const std::vector<int64_t> &heights);
  /// Halves the largest power-of-two granularity until it fits.
  GroupPrice byHalving();
  /// Latency of one granularity, infinite if it breaks a rule or does not fit.
  double latencyOf(Granularity g, TileOrder order);

private:
  bool stopped() const { return options.stop && (*options.stop)(); }
  const TrafficProfile &profile(Splits splits, Meeting meeting = Meeting::Irregular);
  const TrafficProfile &walkProfile(Granularity g);
  Splits splitsOf(Granularity g) const { return {g.w < shape.gridWidth, g.h < shape.gridHeight, g.k < shape.depth}; }
  int64_t workingSetOf(Granularity g);
  bool allowed(Granularity g) const;
  double leastMoved(const TrafficProfile &traffic, Granularity g, double columns, double rows, double steps) const;
  double leastOfTile(int64_t w, int64_t h);
  void consider(Granularity g, GroupPrice &best);
  void walk(Granularity g, std::span<const TileOrder> among, GroupPrice &best);
  bool tryTile(int64_t w, int64_t h, GroupPrice &best);
  void tryEveryTile(GroupPrice &best);
  void tryEverything(GroupPrice &best);
  void trySplit(int64_t w, int64_t h, int64_t deepest, const TrafficProfile &traffic, GroupPrice &best);
  void tryEveryDepth(int64_t w, int64_t h, int64_t deepest, const TrafficProfile &traffic, GroupPrice &best);
  void tryIrregularDepths(Granularity g, TileOrder order, const TrafficProfile &traffic, GroupPrice &best);
  int64_t bisectDepth(Granularity g, int64_t low, TileOrder order, const TrafficProfile &traffic) const;
  bool anyDepthBelow(Granularity g, int64_t low, TileOrder order, const TrafficProfile &traffic, double cost) const;
  void take(Granularity g, TileOrder order, double cost, GroupPrice &best);
  void tryRegularDepths(Granularity g, TileOrder order, const TrafficProfile &traffic, GroupPrice &best);
  std::span<const TileOrder> ordersOf(Granularity g, const TrafficProfile &traffic);

  const OpGraph &graph;
  const PricerOptions &options;
  const GroupShape &shape;
  std::span<const int32_t> resident, retained;
  int64_t depthLimit;
  TrafficProfile profiles[24];
  bool known[24] = {};
  std::vector<TileOrder> orders;
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_GRANULARITYSEARCH_H
