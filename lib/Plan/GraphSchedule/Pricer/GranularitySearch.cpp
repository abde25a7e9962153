//===- GranularitySearch.cpp - Best tile, depth and order of a group ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fine pricing finds the best of every (w, h, k) and every order without walking over all of them.
//
//   tiles    largest first; what all tiles of a size must compute and move only grows as tiles shrink, so a line of
//            sizes ends where that reaches the best price
//   depths   for n steps the latency is a sum of max(affine, affine) of k: convex, bisected. With fewer and fewer
//            elements per step the first step hides less of its head and the last less of its tail, everything else
//            stays: `leastWalk` bounds all shallower depths, and the next n is tried only below the best price
//
//        deepest k = 6, depth 128: 22 steps, the last of depth 2     ┌─6─┬─6─┬─ … ─┬─6─┬2┐ tail hides nothing
//                 k = 4:           32 steps, all of depth 4         ┌─4─┬─4─┬─  …  ─┬─4─┐ tail hides twice as much
//
//===----------------------------------------------------------------------===//
#include "GranularitySearch.h"

#include "alcove/Base/Support/Units.h"

#include <algorithm>

namespace alcove::plan::schedule {

/// Walks of irregular groups are simulated; longer ones than this are left out.
static constexpr int64_t irregularStepLimit = 1 << 14;

static constexpr double never = std::numeric_limits<double>::infinity();

std::vector<int64_t> tileSizes(int64_t extent, int64_t limit, bool dividing) {
  std::vector<int64_t> sizes;
  limit = std::min(limit, extent);
  if (dividing) {
    for (int64_t size = limit; size > 0; --size)
      if (extent % size == 0)
        sizes.push_back(size);
    return sizes;
  }
  int64_t least = ceilDiv(extent, limit);
  for (int64_t count = least; count <= extent; count = count < least + 4 ? count + 1 : count + ceilDiv(count, 4))
    sizes.push_back(ceilDiv(extent, count));
  int64_t power = 1;
  while (power * 2 <= limit)
    power *= 2;
  for (; power > 0; power /= 2)
    sizes.push_back(power);
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

const TrafficProfile &GranularitySearch::profile(Splits splits, Meeting meeting) {
  size_t index = static_cast<size_t>(meeting) * 8 + static_cast<size_t>(splits.columns) * 4 +
                 static_cast<size_t>(splits.rows) * 2 + splits.steps;
  if (!known[index]) {
    profiles[index] = profileOf(graph, shape, resident, retained, splits, options, meeting);
    known[index] = true;
  }
  return profiles[index];
}

/// The profile to walk with: the one without irregular slices where they never meet.
const TrafficProfile &GranularitySearch::walkProfile(Granularity g) {
  const TrafficProfile &traffic = profile(splitsOf(g));
  return traffic.irregular.empty() || coincideAt(graph, traffic, g) ? traffic : profile(splitsOf(g), Meeting::Apart);
}

int64_t GranularitySearch::workingSetOf(Granularity g) {
  const TrafficProfile &traffic = profile(splitsOf(g));
  return traffic.fixedAt(g.w, g.h) + (shape.depth > g.k ? g.k * traffic.heldPerDepth(g.w, g.h) : 0);
}

bool GranularitySearch::allowed(Granularity g) const {
  if (g.w < 1 || g.h < 1 || g.k < 1 || g.w > std::min(graph.nativeWidth, shape.gridWidth) ||
      g.h > std::min(graph.nativeHeight, shape.gridHeight) || g.k > depthLimit)
    return false;
  if (options.dividingTiles && (shape.gridWidth % g.w || shape.gridHeight % g.h))
    return false;
  Splits splits = splitsOf(g);
  if (splits.steps && ((options.dividingDepth && shape.depth % g.k) || (options.strict && shape.tileMatMuls > 1)))
    return false;
  return g.w >= shape.needWidth && g.h >= shape.needHeight && !(shape.needOneColumn && splits.columns) &&
         !(shape.needOneRow && splits.rows) && !(shape.needOneStep && splits.steps);
}

/// Elements that any order of the tiles moves at least: streams and tails of all tiles, and heads as the better one of
/// the two snakes loads them.
double GranularitySearch::leastMoved(const TrafficProfile &traffic, Granularity g, double columns, double rows,
                                     double steps) const {
  double width = static_cast<double>(shape.gridWidth), height = static_cast<double>(shape.gridHeight);
  auto times = [](int64_t coefficient, double size) { return static_cast<double>(coefficient) * size; };
  double stream =
      columns * (times(traffic.streamH, height) + times(traffic.stream, rows)) + rows * times(traffic.streamW, width);
  double tail = times(traffic.tailWH, width * height) + times(traffic.tailH, height * columns) +
                times(traffic.tailW, width * rows) + times(traffic.tail, columns * rows);
  double headH = times(traffic.headH, height), headW = times(traffic.headW, width);
  double byRows = headH + rows * headW - (rows - 1) * times(traffic.headW, static_cast<double>(g.w));
  double byColumns = headW + columns * headH - (columns - 1) * times(traffic.headH, static_cast<double>(g.h));
  double irregular = 0; // Between them, the slices of a tensor load all of it.
  for (size_t i = 0; i != traffic.irregular.size(); ++i)
    if (i == 0 || traffic.irregular[i].tensor != traffic.irregular[i - 1].tensor)
      irregular = std::max(irregular, static_cast<double>(graph.tensor(traffic.irregular[i].tensor).elements()));
  return (steps > 1 ? stream * static_cast<double>(shape.depth) : 0) + tail + static_cast<double>(traffic.once) +
         irregular + std::min(byRows, byColumns);
}

/// At most the latency of any depth and order at this tile, and not more than at smaller tiles of the same split axes.
double GranularitySearch::leastOfTile(int64_t w, int64_t h) {
  double columns = static_cast<double>(ceilDiv(shape.gridWidth, w)),
         rows = static_cast<double>(ceilDiv(shape.gridHeight, h));
  bool wide = w < shape.gridWidth, high = h < shape.gridHeight;
  double least = never;
  for (bool split : {false, true}) {
    if (split ? shape.depth < 2 || shape.needOneStep : shape.depth > depthLimit)
      continue;
    double steps = split ? static_cast<double>(ceilDiv(shape.depth, std::min(depthLimit, shape.depth - 1))) : 1;
    double compute = columns * rows * (shape.perStep * steps + shape.perDepth + shape.perTile);
    double moved = leastMoved(profile({wide, high, split}), {w, h, 1}, columns, rows, steps);
    least = std::min(least, std::max(compute, moved / static_cast<double>(graph.bandwidth)));
  }
  return least;
}

/// The orders whose latencies may differ. Which corner comes first matters where a ragged tile would hide more or less
/// of what the first one loads, or of the strips that a turn loads, even along a single line of tiles; and where slices
/// meet those of the tile before.
std::span<const TileOrder> GranularitySearch::ordersOf(Granularity g, const TrafficProfile &traffic) {
  orders.assign(1, TileOrder());
  bool wide = g.w < shape.gridWidth, high = g.h < shape.gridHeight;
  bool ragged = shape.gridWidth % g.w || shape.gridHeight % g.h, irregular = !traffic.irregular.empty();
  bool turns = wide && high && (irregular || traffic.headH || traffic.headW);
  bool corners = irregular || (ragged && (traffic.headH || traffic.headW || traffic.loadsFirst()));
  if (!options.snakes || !(turns || ((wide || high) && corners)))
    return orders;
  for (TileOrder::Kind kind : {TileOrder::Kind::RowSnake, TileOrder::Kind::ColumnSnake})
    for (int corner = turns ? 0 : 1; corner != (corners ? 4 : 1); ++corner) {
      bool fromRight = corner & 1, fromBottom = corner & 2;
      bool another = (wide || !fromRight) && (high || !fromBottom); // A single line has two ends and no turns.
      if (another && (turns || kind == TileOrder::Kind::RowSnake))
        orders.push_back({kind, fromRight, fromBottom});
    }
  return orders;
}

void GranularitySearch::take(Granularity g, TileOrder order, double cost, GroupPrice &best) {
  if (!(cost < best.cost * (1 - 1e-12)))
    return;
  best.cost = cost;
  best.granularity = g;
  best.order = order;
  best.workingSet = workingSetOf(g);
}

void GranularitySearch::consider(Granularity g, GroupPrice &best) {
  double columns = static_cast<double>(ceilDiv(shape.gridWidth, g.w)),
         rows = static_cast<double>(ceilDiv(shape.gridHeight, g.h)),
         steps = shape.depth ? static_cast<double>(ceilDiv(shape.depth, g.k)) : 1;
  double compute = columns * rows * (shape.perStep * steps + shape.perDepth + shape.perTile);
  if (!options.everyGranularity && compute >= best.cost)
    return;
  const TrafficProfile &traffic = walkProfile(g);
  double moved = leastMoved(traffic, g, columns, rows, steps);
  if (!options.everyGranularity && moved >= best.cost * static_cast<double>(graph.bandwidth))
    return;
  walk(g, ordersOf(g, traffic), best);
}

void GranularitySearch::walk(Granularity g, std::span<const TileOrder> among, GroupPrice &best) {
  double columns = static_cast<double>(ceilDiv(shape.gridWidth, g.w)),
         rows = static_cast<double>(ceilDiv(shape.gridHeight, g.h)),
         steps = shape.depth ? static_cast<double>(ceilDiv(shape.depth, g.k)) : 1;
  const TrafficProfile &traffic = walkProfile(g);
  if (columns * rows * steps > static_cast<double>(options.stepLimit))
    return;
  if (!traffic.irregular.empty() && columns * rows * steps > static_cast<double>(irregularStepLimit)) {
    const TrafficProfile &least = profile(splitsOf(g), Meeting::Optimistic);
    for (TileOrder order : among)
      best.leftOut = std::min(best.leftOut, walkLatency(graph, shape, least, g, order));
    return;
  }
  for (TileOrder order : among)
    take(g, order, walkLatency(graph, shape, traffic, g, order), best);
}

/// All useful depths at one tile. True if the depth was not limited by the capacity: smaller tiles of the same kind
/// are hardly better then.
bool GranularitySearch::tryTile(int64_t w, int64_t h, GroupPrice &best) {
  bool columns = w < shape.gridWidth, rows = h < shape.gridHeight;
  if (shape.depth <= depthLimit) {
    // One step is never dearer than several: max(a + b, c + d) <= max(a, c) + max(b, d), and what was loaded stays.
    // Not so where two slices of one tensor coincide at some steps of the shorter walk only.
    Granularity whole{w, h, std::max<int64_t>(shape.depth, 1)};
    int64_t workingSet = workingSetOf(whole);
    if (allowed(whole) && workingSet <= graph.capacity) {
      consider(whole, best);
      bool regular = profile({columns, rows, false}).irregular.empty();
      if (!options.fine || (regular && profile({columns, rows, true}).irregular.empty()))
        return regular;
    }
  }
  int64_t deepest = std::min(depthLimit, shape.depth - 1);
  if (deepest < 1 || !allowed({w, h, 1}))
    return false;
  const TrafficProfile &traffic = profile({columns, rows, true});
  int64_t room = graph.capacity - traffic.fixedAt(w, h), stream = traffic.heldPerDepth(w, h);
  if (room < stream)
    return false;
  int64_t fits = stream ? std::min(deepest, room / stream) : deepest;
  trySplit(w, h, fits, traffic, best);
  return fits == depthLimit && traffic.irregular.empty();
}

void GranularitySearch::trySplit(int64_t w, int64_t h, int64_t deepest, const TrafficProfile &traffic,
                                 GroupPrice &best) {
  if (options.dividingDepth) {
    for (int64_t k = deepest; k > 0; --k)
      if (shape.depth % k == 0)
        consider({w, h, k}, best);
    return;
  }
  if (options.fine)
    return tryEveryDepth(w, h, deepest, traffic, best);
  // The deepest steps, and the even split into as many.
  consider({w, h, deepest}, best);
  if (int64_t even = ceilDiv(shape.depth, ceilDiv(shape.depth, deepest)); even != deepest)
    consider({w, h, even}, best);
}

/// The best depth up to `deepest` under every order.
void GranularitySearch::tryEveryDepth(int64_t w, int64_t h, int64_t deepest, const TrafficProfile &traffic,
                                      GroupPrice &best) {
  Granularity g{w, h, deepest};
  std::span<const TileOrder> list = ordersOf(g, traffic);
  for (TileOrder order : std::vector<TileOrder>(list.begin(), list.end()))
    if (traffic.irregular.empty())
      tryRegularDepths(g, order, traffic, best);
    else
      tryIrregularDepths(g, order, profile(splitsOf(g), Meeting::Optimistic), best);
}

/// Could any depth from 1 up to g.k cost less? All depths of as many steps as g.k are at least `low`.
bool GranularitySearch::anyDepthBelow(Granularity g, int64_t low, TileOrder order, const TrafficProfile &traffic,
                                      double cost) const {
  double tiles =
      static_cast<double>(ceilDiv(shape.gridWidth, g.w)) * static_cast<double>(ceilDiv(shape.gridHeight, g.h));
  double steps = static_cast<double>(ceilDiv(shape.depth, g.k));
  return tiles * steps <= static_cast<double>(options.stepLimit) &&
         tiles * (shape.perStep * steps + shape.perDepth + shape.perTile) < cost &&
         leastWalk(graph, shape, traffic, g, low, order) < cost;
}

/// The best of the depths [low, g.k], which give as many steps each.
int64_t GranularitySearch::bisectDepth(Granularity g, int64_t low, TileOrder order,
                                       const TrafficProfile &traffic) const {
  auto latency = [&](int64_t k) { return walkLatency(graph, shape, traffic, {g.w, g.h, k}, order); };
  int64_t high = g.k;
  while (low < high) {
    int64_t middle = (low + high) / 2;
    if (latency(middle) <= latency(middle + 1))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

void GranularitySearch::tryRegularDepths(Granularity g, TileOrder order, const TrafficProfile &traffic,
                                         GroupPrice &best) {
  while (g.k > 0) {
    int64_t low = ceilDiv(shape.depth, ceilDiv(shape.depth, g.k));
    if (!anyDepthBelow(g, low, order, traffic, best.cost))
      return;
    Granularity found{g.w, g.h, bisectDepth(g, low, order, traffic)};
    take(found, order, walkLatency(graph, shape, traffic, found, order), best);
    g.k = low - 1;
  }
}

/// One depth after the other, as far as the bound of the optimistic profile `least` is below the best price.
void GranularitySearch::tryIrregularDepths(Granularity g, TileOrder order, const TrafficProfile &least,
                                           GroupPrice &best) {
  for (; g.k > 0 && !stopped(); --g.k) {
    int64_t low = ceilDiv(shape.depth, ceilDiv(shape.depth, g.k));
    if (!anyDepthBelow(g, low, order, least, best.cost))
      return;
    if (walkLatency(graph, shape, least, g, order) < best.cost)
      walk(g, {&order, 1}, best);
  }
}

/// Every tile size that `leastOfTile` leaves below the best price.
void GranularitySearch::tryEveryTile(GroupPrice &best) {
  int64_t width = std::min(graph.nativeWidth, shape.gridWidth), height = std::min(graph.nativeHeight, shape.gridHeight);
  for (int64_t h = height; h > 0; --h) {
    bool any = false;
    for (int64_t w = width; w > 0 && !stopped(); --w) {
      bool below = leastOfTile(w, h) < best.cost;
      if (below)
        tryTile(w, h, best);
      any |= below;
      if (!below && w < shape.gridWidth)
        break;
    }
    if (!any && h < shape.gridHeight)
      return;
  }
}

void GranularitySearch::tryEverything(GroupPrice &best) {
  for (int64_t h = std::min(graph.nativeHeight, shape.gridHeight); h > 0; --h)
    for (int64_t w = std::min(graph.nativeWidth, shape.gridWidth); w > 0; --w)
      for (int64_t k = depthLimit; k > 0; --k)
        if (Granularity g{w, h, k}; allowed(g) && workingSetOf(g) <= graph.capacity)
          consider(g, best);
}

GroupPrice GranularitySearch::overAll(const std::vector<int64_t> &widths, const std::vector<int64_t> &heights) {
  GroupPrice best;
  if (options.everyGranularity) {
    tryEverything(best);
    return best;
  }
  for (int64_t h : heights)
    for (int64_t w : widths)
      if (stopped() || (tryTile(w, h, best) && !options.fine))
        break;
  if (options.fine && !options.dividingTiles)
    tryEveryTile(best);
  return best;
}

double GranularitySearch::latencyOf(Granularity g, TileOrder order) {
  if (!allowed(g) || workingSetOf(g) > graph.capacity)
    return never;
  return walkLatency(graph, shape, walkProfile(g), g, order);
}

GroupPrice GranularitySearch::byHalving() {
  auto powerBelow = [](int64_t limit) {
    int64_t power = 1;
    while (power * 2 <= limit)
      power *= 2;
    return power;
  };
  GroupPrice best;
  Granularity g{powerBelow(std::min(graph.nativeWidth, shape.gridWidth)),
                powerBelow(std::min(graph.nativeHeight, shape.gridHeight)), powerBelow(depthLimit)};
  if (shape.depth && shape.depth <= depthLimit)
    g.k = shape.depth;
  for (;;) {
    if (workingSetOf(g) <= graph.capacity && allowed(g)) {
      consider(g, best);
      return best;
    }
    if (g.k > 1 && !shape.needOneStep)
      g.k = g.k == shape.depth ? powerBelow(g.k - 1) : g.k / 2;
    else if (g.w >= g.h && g.w > 1)
      g.w /= 2;
    else if (g.h > 1)
      g.h /= 2;
    else
      return best;
  }
}

} // namespace alcove::plan::schedule
