//===- GroupPricer.cpp - Best granularity and traversal of a group --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/GroupPricer.h"

#include "GranularitySearch.h"
#include "ShapeBuilder.h"
#include "alcove/Base/Support/Units.h"

#include <algorithm>
#include <bit>
#include <map>

namespace alcove::plan::schedule {

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
        int64_t(shape.needOneColumn) * 4 + int64_t(shape.needOneRow) * 2 + int64_t(shape.needOneStep),
        int64_t(shape.tileMatMuls > 1)})
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
  Scratch(const OpGraph &graph, bool byResults) : builder(graph, byResults) {}
  ShapeBuilder builder;
  GroupShape trial;
  std::unordered_map<Key, GroupPrice, KeyHash> alike;
  std::unordered_map<Key, double, KeyHash> alikeAtLeast;
  std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> sizes[2];

  const std::vector<int64_t> &tiles(int64_t extent, int64_t limit, bool dividing) {
    std::vector<int64_t> &list = sizes[dividing][{extent, limit}];
    if (list.empty())
      list = tileSizes(extent, limit, dividing);
    return list;
  }
};

GroupPricer::GroupPricer(const OpGraph &graph, PricerOptions options)
    : graphRef(graph), options(options), scratch(std::make_unique<Scratch>(graph, options.strict)) {}
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
  GroupPrice best = search.overAll(scratch->tiles(structure.gridWidth, graphRef.nativeWidth, other.dividingTiles),
                                   scratch->tiles(structure.gridHeight, graphRef.nativeHeight, other.dividingTiles));
  leftOut |= best.leftOut < best.cost;
  return best;
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

double GroupPricer::leastPrice(std::span<const int32_t> ops, std::span<const int32_t> resident,
                               std::span<const int32_t> retained) {
  const GroupShape &structure = trialShape(ops);
  if (structure.broken)
    return infinite;
  Fingerprint print = likenessOf(graphRef, structure, resident, retained);
  if (scratch->alikeAtLeast.size() >= options.memoLimit)
    scratch->alikeAtLeast.clear();
  auto [place, isNew] = scratch->alikeAtLeast.try_emplace(Key{print.first, print.second});
  if (isNew) {
    PricerOptions free = options;
    free.freeResidents = true;
    free.slackTiles = 0;
    place->second = search(free, structure, resident, retained).cost;
  }
  return place->second;
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
