//===- GroupPricer.cpp - Best granularity and traversal of a group --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/GroupPricer.h"

#include "ShapeBuilder.h"
#include "TileWalk.h"
#include "alcove/Support/Units.h"

#include <algorithm>
#include <bit>
#include <map>

namespace alcove::plan::schedule {

/// Walks of irregular groups are simulated; longer ones than this are not considered.
static constexpr int64_t irregularStepLimit = 1 << 14;

/// Tile sizes worth trying along an axis of `extent`, largest first. For every number of tiles the even split: the
/// latency is a sum of convex functions of the sizes and the working set grows with the size (docs/rationale).
static std::vector<int64_t> tileSizes(int64_t extent, int64_t limit, bool fine) {
  std::vector<int64_t> sizes;
  limit = std::min(limit, extent);
  if (fine && limit <= 4096) {
    for (int64_t size = limit; size > 0; --size)
      if (size == limit || ceilDiv(extent, ceilDiv(extent, size)) == size)
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

namespace {

/// Two hashes side by side.
struct Fingerprint {
  uint64_t first = 0x243f6a8885a308d3u, second = 0x13198a2e03707344u;
  void mix(int64_t word) { // Word by word: small words must never meet in one exclusive or.
    first = (first ^ static_cast<uint64_t>(word)) * 0x9e3779b97f4a7c15u;
    first ^= first >> 29;
    second = (second ^ static_cast<uint64_t>(word)) * 0xbf58476d1ce4e5b9u;
    second ^= second >> 31;
  }
  void mix(double value) { mix(std::bit_cast<int64_t>(value)); }
  void mix(const Fingerprint &other) {
    mix(static_cast<int64_t>(other.first));
    mix(static_cast<int64_t>(other.second));
  }
};

} // namespace

/// Equal for groups that cost the same: all that a price depends on. In graphs of repeated blocks most groups are
/// alike.
static Fingerprint likenessOf(const OpGraph &graph, const GroupShape &shape, std::span<const int32_t> resident,
                              std::span<const int32_t> retained) {
  auto isIn = [](std::span<const int32_t> list, int32_t t) {
    return std::find(list.begin(), list.end(), t) != list.end();
  };
  Fingerprint print;
  for (int64_t word :
       {shape.gridWidth, shape.gridHeight, shape.depth, shape.depthLimit, shape.needWidth, shape.needHeight,
        int64_t(shape.needOneColumn) * 4 + int64_t(shape.needOneRow) * 2 + int64_t(shape.needOneStep)})
    print.mix(word);
  print.mix(shape.perStep);
  print.mix(shape.perDepth);
  print.mix(shape.perTile);
  int64_t kept = 0, outputs = 0, accumulators = 0;
  for (std::span<const int32_t> list : {resident, retained})
    for (int32_t t : list)
      kept += graph.tensor(t).elements();
  for (int32_t t : shape.outputs)
    outputs += !isIn(retained, t);
  for (int32_t t : shape.accumulators)
    accumulators += !isIn(retained, t);
  for (int64_t word : {kept, int64_t(!resident.empty()) * 2 + int64_t(!retained.empty()), outputs, accumulators})
    print.mix(word);
  // Sums over tensors and over the slices of a tensor: their order does not matter.
  Fingerprint slices{0, 0};
  for (size_t i = 0; i != shape.inputs.size(); ++i) {
    int32_t t = shape.inputs[i].tensor;
    auto same = [&](const GroupShape::Slice &slice) { return slice.tensor == t; };
    auto here = shape.inputs.begin() + static_cast<ptrdiff_t>(i);
    if (isIn(resident, t) || std::any_of(shape.inputs.begin(), here, same))
      continue;
    Fingerprint ways{0, 0};
    for (auto slice = here; slice != shape.inputs.end(); ++slice)
      if (same(*slice)) {
        Fingerprint way;
        way.mix(static_cast<int64_t>(slice->rows) * 8 + static_cast<int64_t>(slice->cols) * 2 +
                static_cast<int64_t>(slice->onlyLast));
        ways.first += way.first;
        ways.second += way.second;
      }
    Fingerprint tensor;
    tensor.mix(graph.tensor(t).width);
    tensor.mix(graph.tensor(t).height);
    tensor.mix(ways);
    slices.first += tensor.first;
    slices.second += tensor.second;
  }
  print.mix(slices);
  return print;
}

/// Everything that one pricing needs and the next one can reuse.
struct GroupPricer::Scratch {
  explicit Scratch(const OpGraph &graph) : builder(graph) {}
  ShapeBuilder builder;
  GroupShape trial;
  std::unordered_map<Key, GroupPrice, KeyHash> alike;
  std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> sizes[2];

  const std::vector<int64_t> &tiles(int64_t extent, int64_t limit, bool fine) {
    std::vector<int64_t> &list = sizes[fine][{extent, limit}];
    if (list.empty())
      list = tileSizes(extent, limit, fine);
    return list;
  }
};

namespace {

/// Search for the best granularity of one group.
class GranularitySearch {
public:
  GranularitySearch(const OpGraph &graph, const PricerOptions &options, const GroupShape &shape,
                    std::span<const int32_t> resident, std::span<const int32_t> retained)
      : graph(graph), options(options), shape(shape), resident(resident), retained(retained),
        depthLimit(shape.depth ? std::min(graph.nativeWidth, shape.depthLimit) : 1) {}

  /// All of widths × heights (each largest first), with the deepest steps that fit.
  GroupPrice overAll(const std::vector<int64_t> &widths, const std::vector<int64_t> &heights);
  /// Halves the largest power-of-two granularity until it fits.
  GroupPrice byHalving();
  /// Latency of one granularity, infinite if it breaks a rule or does not fit.
  double latencyOf(Granularity g, TileOrder order);

private:
  const TrafficProfile &profile(Splits splits, bool assumeApart = false) {
    size_t index = static_cast<size_t>(assumeApart) * 8 + static_cast<size_t>(splits.columns) * 4 +
                   static_cast<size_t>(splits.rows) * 2 + splits.steps;
    if (!known[index]) {
      profiles[index] = profileOf(graph, shape, resident, retained, splits, options, assumeApart);
      known[index] = true;
    }
    return profiles[index];
  }
  /// The profile to walk with: the one without irregular slices where they never meet.
  const TrafficProfile &walkProfile(Granularity g) {
    const TrafficProfile &traffic = profile(splitsOf(g));
    return traffic.irregular.empty() || coincideAt(graph, traffic, g) ? traffic : profile(splitsOf(g), true);
  }
  Splits splitsOf(Granularity g) const { return {g.w < shape.gridWidth, g.h<shape.gridHeight, shape.depth> g.k}; }
  bool allowed(Granularity g) const;
  double leastMoved(const TrafficProfile &traffic, Granularity g, double columns, double rows, double steps) const;
  void consider(Granularity g, int64_t workingSet, GroupPrice &best);
  bool tryTile(int64_t w, int64_t h, GroupPrice &best);
  void trySplit(int64_t w, int64_t h, int64_t deepest, const TrafficProfile &traffic, GroupPrice &best);

  const OpGraph &graph;
  const PricerOptions &options;
  const GroupShape &shape;
  std::span<const int32_t> resident, retained;
  int64_t depthLimit;
  TrafficProfile profiles[16];
  bool known[16] = {};
};

} // namespace

bool GranularitySearch::allowed(Granularity g) const {
  if (g.w < 1 || g.h < 1 || g.k < 1 || g.w > std::min(graph.nativeWidth, shape.gridWidth) ||
      g.h > std::min(graph.nativeHeight, shape.gridHeight) || g.k > depthLimit)
    return false;
  Splits splits = splitsOf(g);
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

void GranularitySearch::consider(Granularity g, int64_t workingSet, GroupPrice &best) {
  double columns = static_cast<double>(ceilDiv(shape.gridWidth, g.w)),
         rows = static_cast<double>(ceilDiv(shape.gridHeight, g.h)),
         steps = shape.depth ? static_cast<double>(ceilDiv(shape.depth, g.k)) : 1;
  if (columns * rows * (shape.perStep * steps + shape.perDepth + shape.perTile) >= best.cost)
    return;
  const TrafficProfile &traffic = walkProfile(g);
  if (leastMoved(traffic, g, columns, rows, steps) >= best.cost * static_cast<double>(graph.bandwidth))
    return;
  double walk = columns * rows * steps;
  if (walk > static_cast<double>(traffic.irregular.empty() ? options.stepLimit : irregularStepLimit))
    return;
  auto take = [&](TileOrder order) {
    double cost = walkLatency(graph, shape, traffic, g, order);
    if (cost < best.cost * (1 - 1e-12))
      best = {cost, g, order, workingSet};
  };
  take({});
  bool matters = columns > 1 && rows > 1 && (traffic.headH || traffic.headW || !traffic.irregular.empty());
  if (!matters || !options.snakes)
    return;
  bool ragged = shape.gridWidth % g.w || shape.gridHeight % g.h;
  for (TileOrder::Kind kind : {TileOrder::Kind::RowSnake, TileOrder::Kind::ColumnSnake})
    for (int corner = 0; corner != (ragged ? 4 : 1); ++corner)
      take({kind, (corner & 1) != 0, (corner & 2) != 0});
}

/// All useful depths at one tile, deepest first. True if the depth was not limited by the capacity: smaller tiles of
/// the same kind cannot be better then.
bool GranularitySearch::tryTile(int64_t w, int64_t h, GroupPrice &best) {
  bool columns = w < shape.gridWidth, rows = h < shape.gridHeight;
  if (shape.depth <= depthLimit) {
    Granularity whole{w, h, std::max<int64_t>(shape.depth, 1)};
    const TrafficProfile &traffic = profile({columns, rows, false});
    int64_t workingSet = traffic.fixedAt(w, h);
    if (allowed(whole) && workingSet <= graph.capacity) {
      consider(whole, workingSet, best);
      return traffic.irregular.empty();
    }
  }
  int64_t deepest = std::min(depthLimit, shape.depth - 1);
  if (deepest < 1 || !allowed({w, h, deepest}))
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
  auto at = [&](int64_t k) { consider({w, h, k}, traffic.fixedAt(w, h) + k * traffic.heldPerDepth(w, h), best); };
  // Merging steps never costs more, so the deepest steps are best but for the remainder: try the even splits as well.
  if (options.everyDepth) {
    for (int64_t k = deepest; k > 0; --k)
      at(k);
    return;
  }
  at(deepest);
  int64_t steps = ceilDiv(shape.depth, deepest), last = deepest;
  for (int64_t more = 0; more != (options.fine ? 4 : 1); ++more)
    if (int64_t even = ceilDiv(shape.depth, steps + more); even != last)
      at(last = even);
}

GroupPrice GranularitySearch::overAll(const std::vector<int64_t> &widths, const std::vector<int64_t> &heights) {
  GroupPrice best;
  for (int64_t h : heights)
    for (int64_t w : widths)
      if (tryTile(w, h, best) && !options.fine)
        break;
  return best;
}

double GranularitySearch::latencyOf(Granularity g, TileOrder order) {
  if (!allowed(g))
    return GroupPrice().cost;
  const TrafficProfile &traffic = profile(splitsOf(g));
  int64_t workingSet = traffic.fixedAt(g.w, g.h) + (shape.depth > g.k ? g.k * traffic.heldPerDepth(g.w, g.h) : 0);
  return workingSet <= graph.capacity ? walkLatency(graph, shape, walkProfile(g), g, order) : GroupPrice().cost;
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
    const TrafficProfile &traffic = profile(splitsOf(g));
    int64_t workingSet = traffic.fixedAt(g.w, g.h) + (shape.depth > g.k ? g.k * traffic.heldPerDepth(g.w, g.h) : 0);
    if (workingSet <= graph.capacity && allowed(g)) {
      consider(g, workingSet, best);
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

GroupPricer::GroupPricer(const OpGraph &graph, PricerOptions options)
    : graphRef(graph), options(options), scratch(std::make_unique<Scratch>(graph)) {}
GroupPricer::~GroupPricer() = default;

GroupPricer::Key GroupPricer::keyOf(std::span<const int32_t> ops, std::span<const int32_t> resident,
                                    std::span<const int32_t> retained) const {
  Key key{0, 0};
  for (int32_t o : ops) {
    key.first += graphRef.opWord[static_cast<size_t>(o)];
    key.second += graphRef.opWord2[static_cast<size_t>(o)];
  }
  for (int32_t t : resident) {
    key.first += graphRef.tensorWord[static_cast<size_t>(t)];
    key.second += graphRef.tensorWord2[static_cast<size_t>(t)];
  }
  for (int32_t t : retained) {
    key.first ^= graphRef.tensorWord2[static_cast<size_t>(t)] * 0x9e3779b97f4a7c15u;
    key.second ^= graphRef.tensorWord[static_cast<size_t>(t)] * 0xbf58476d1ce4e5b9u;
  }
  return key;
}

void GroupPricer::build(std::span<const int32_t> ops, GroupShape &shape) { scratch->builder.build(ops, shape); }

const GroupShape &GroupPricer::shape(std::span<const int32_t> ops) {
  auto [place, isNew] = shapes.try_emplace(keyOf(ops, {}, {}));
  if (isNew) {
    if (shapes.size() > options.memoLimit / 4) {
      shapes.clear();
      place = shapes.try_emplace(keyOf(ops, {}, {})).first;
    }
    build(ops, place->second);
  }
  return place->second;
}

const GroupShape &GroupPricer::trialShape(std::span<const int32_t> ops) {
  GroupShape &local = scratch->trial;
  local.reset();
  build(ops, local);
  return local;
}

GroupPrice GroupPricer::priceWith(const PricerOptions &other, std::span<const int32_t> ops,
                                  std::span<const int32_t> resident, std::span<const int32_t> retained) {
  GroupShape local;
  build(ops, local);
  return local.broken ? GroupPrice() : search(other, local, resident, retained);
}

GroupPrice GroupPricer::search(const PricerOptions &other, const GroupShape &structure,
                               std::span<const int32_t> resident, std::span<const int32_t> retained) {
  ++priced;
  GranularitySearch search(graphRef, other, structure, resident, retained);
  if (!other.searchGranularity)
    return search.byHalving();
  return search.overAll(scratch->tiles(structure.gridWidth, graphRef.nativeWidth, other.fine),
                        scratch->tiles(structure.gridHeight, graphRef.nativeHeight, other.fine));
}

const GroupPrice &GroupPricer::price(std::span<const int32_t> ops, std::span<const int32_t> resident,
                                     std::span<const int32_t> retained) {
  Key key = keyOf(ops, resident, retained);
  if (auto found = prices.find(key); found != prices.end())
    return found->second;
  if (prices.size() >= options.memoLimit)
    prices.clear();
  const GroupShape &structure = trialShape(ops);
  if (structure.broken)
    return prices.emplace(key, GroupPrice()).first->second;
  Fingerprint print = likenessOf(graphRef, structure, resident, retained);
  Key likeness{print.first, print.second};
  if (auto known = scratch->alike.find(likeness); known != scratch->alike.end())
    return prices.emplace(key, known->second).first->second;
  if (scratch->alike.size() >= options.memoLimit)
    scratch->alike.clear();
  GroupPrice result = search(options, structure, resident, retained);
  scratch->alike.emplace(likeness, result);
  return prices.emplace(key, result).first->second;
}

double GroupPricer::latency(std::span<const int32_t> ops, std::span<const int32_t> resident,
                            std::span<const int32_t> retained, Granularity granularity, TileOrder order) {
  GroupShape local;
  build(ops, local);
  if (local.broken)
    return GroupPrice().cost;
  return GranularitySearch(graphRef, options, local, resident, retained).latencyOf(granularity, order);
}

} // namespace alcove::plan::schedule
