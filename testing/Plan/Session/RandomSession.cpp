//===- RandomSession.cpp - Small sessions, and their least cost -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "testing/Plan/Session/RandomSession.h"

#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <set>

namespace alcove::plan::session {
namespace {

Item randomItem(const Problem &problem, Random &random) {
  Item item;
  item.name = "i" + std::to_string(problem.items.size());
  item.kind = static_cast<ItemKind>(random.below(numItemKinds));
  int32_t steps = static_cast<int32_t>(problem.order.size());
  item.life = {0, steps - 1};
  bool isBuffer = item.kind == ItemKind::Buffer;
  if (isBuffer && random.chance(0.5)) {
    item.life.first = static_cast<int32_t>(random.below(steps));
    item.life.last = static_cast<int32_t>(random.between(item.life.first, steps - 1));
  }
  size_t count = isBuffer ? 1 : static_cast<size_t>(random.between(1, 3));
  for (size_t l = 0; l < count; ++l)
    item.layouts.push_back({"l" + std::to_string(l), isBuffer && random.chance(0.7) ? Space::L1 : Space::Dram,
                            random.between(0, 60), random.between(0, 30)});
  for (size_t i = 0; i < count * count; ++i)
    item.copies.push_back(i / count == i % count ? 0 : random.chance(0.2) ? impossible : random.between(0, 12));
  return item;
}

Way randomWay(const Problem &problem, size_t index, Random &random) {
  Way way;
  way.name = "w" + std::to_string(index);
  way.cost = random.chance(0.05) ? impossible : random.between(0, 60);
  way.l1Bytes = random.between(0, 60);
  way.dramBytes = random.between(0, 40);
  for (size_t i = 0; i < problem.items.size(); ++i)
    if (const Item &item = problem.items[i]; item.kind != ItemKind::Buffer && random.chance(0.8))
      way.uses.push_back({static_cast<int32_t>(i), static_cast<int32_t>(random.below(item.layouts.size())),
                          item.kind == ItemKind::Cache && random.chance(0.5)});
  return way;
}

/// One combination: ways, and a bit per kept layout of every item.
struct Combination {
  const Problem &problem;
  std::vector<size_t> ways;
  std::vector<unsigned> kept;

  Bytes bytesOf(const ItemLayout &layout, Space space) const {
    Bytes alignment = problem.memory(space).alignment;
    return layout.space == space ? (layout.bytes + alignment - 1) / alignment * alignment : 0;
  }

  /// Nothing: what the use wants cannot be had.
  std::optional<Cost> copyCost(const Use &use) const {
    const Item &item = problem.items[use.item];
    std::optional<Cost> least;
    for (size_t l = 0; l < item.layouts.size(); ++l) {
      if (!(kept[use.item] >> l & 1))
        continue;
      Cost to = item.copies[l * item.layouts.size() + use.layout];
      Cost back = use.writes ? item.copies[use.layout * item.layouts.size() + l] : 0;
      if (to < impossible && back < impossible)
        least = std::min(least.value_or(impossible), to + back);
    }
    return least;
  }

  std::optional<Cost> cost() const {
    Cost sum = 0;
    for (size_t i = 0; i < problem.items.size(); ++i)
      for (size_t l = 0; l < problem.items[i].layouts.size(); ++l)
        sum += kept[i] >> l & 1 ? problem.items[i].layouts[l].once : 0;
    for (size_t f = 0; f < problem.functions.size(); ++f) {
      const Way &way = problem.functions[f].ways[ways[f]];
      if (way.cost >= impossible)
        return {};
      Cost call = way.cost;
      for (const Use &use : way.uses) {
        std::optional<Cost> copy = copyCost(use);
        if (!copy)
          return {};
        call += kept[use.item] >> use.layout & 1 ? 0 : *copy;
      }
      sum += call * problem.functions[f].rate;
    }
    return fits(Space::Dram) && fits(Space::L1) ? std::optional<Cost>(sum) : std::nullopt;
  }

  bool fits(Space space) const {
    Bytes capacity = problem.memory(space).bytes;
    for (const Reserve &reserve : problem.reserves)
      capacity -= reserve.space == space ? reserve.bytes : 0;
    Bytes alignment = problem.memory(space).alignment;
    for (size_t s = 0; s < problem.order.size(); ++s) {
      const Way &way = problem.functions[problem.order[s].function].ways[ways[problem.order[s].function]];
      Bytes own = space == Space::Dram ? way.dramBytes : way.l1Bytes;
      Bytes held = (own + alignment - 1) / alignment * alignment;
      for (size_t i = 0; i < problem.items.size(); ++i)
        for (size_t l = 0; l < problem.items[i].layouts.size(); ++l)
          if ((kept[i] >> l & 1) && problem.items[i].life.first <= static_cast<int32_t>(s) &&
              static_cast<int32_t>(s) <= problem.items[i].life.last)
            held += bytesOf(problem.items[i].layouts[l], space);
      for (const Use &use : way.uses)
        if (!(kept[use.item] >> use.layout & 1))
          held += bytesOf(problem.items[use.item].layouts[use.layout], space);
      if (held > capacity / alignment * alignment)
        return false;
    }
    return true;
  }

  /// A weight may lie nowhere.
  static unsigned firstOf(const Item &item) { return item.kind == ItemKind::Weight ? 0 : 1; }

  /// Counts through ways and kept layouts like an odometer.
  bool next() {
    for (size_t f = 0; f < ways.size(); ++f) {
      if (++ways[f] < problem.functions[f].ways.size())
        return true;
      ways[f] = 0;
    }
    for (size_t i = 0; i < kept.size(); ++i) {
      unsigned all = 1u << problem.items[i].layouts.size();
      unsigned most = problem.items[i].kind == ItemKind::Cache ? 1 : 2;
      while (++kept[i] < all)
        if (static_cast<unsigned>(__builtin_popcount(kept[i])) <= most)
          return true;
      kept[i] = firstOf(problem.items[i]);
    }
    return false;
  }
};

} // namespace

Problem randomSession(uint64_t seed, int32_t items) {
  Random random(seed);
  Problem problem;
  problem.name = "random" + std::to_string(seed);
  problem.dram = {random.between(40, 400), random.chance(0.5) ? 1 : 8};
  problem.l1 = {random.between(40, 300), random.chance(0.5) ? 1 : 16};
  if (random.chance(0.5))
    problem.reserves.push_back({"trace", Space::Dram, random.between(0, 40)});
  if (random.chance(0.5))
    problem.reserves.push_back({"small", Space::L1, random.between(0, 40)});
  size_t functions = static_cast<size_t>(random.between(1, 3));
  for (size_t f = 0; f < functions; ++f)
    problem.order.push_back({static_cast<int32_t>(f), random.between(1, 20)});
  while (random.chance(0.5))
    problem.order.push_back({static_cast<int32_t>(random.below(functions)), random.between(1, 20)});
  int64_t count = random.between(1, items);
  for (int64_t i = 0; i < count; ++i)
    problem.items.push_back(randomItem(problem, random));
  for (size_t f = 0; f < functions; ++f) {
    Function function{"f" + std::to_string(f), random.between(1, 9), {}};
    size_t ways = static_cast<size_t>(random.between(1, 3));
    for (size_t w = 0; w < ways; ++w)
      function.ways.push_back(randomWay(problem, w, random));
    problem.functions.push_back(std::move(function));
  }
  return problem;
}

std::optional<Cost> leastCostByEnumeration(const Problem &problem) {
  Combination combination{problem, std::vector<size_t>(problem.functions.size(), 0), {}};
  for (const Item &item : problem.items)
    combination.kept.push_back(Combination::firstOf(item));
  std::optional<Cost> least;
  do {
    if (std::optional<Cost> cost = combination.cost())
      least = std::min(*cost, least.value_or(*cost));
  } while (combination.next());
  return least;
}

} // namespace alcove::plan::session
