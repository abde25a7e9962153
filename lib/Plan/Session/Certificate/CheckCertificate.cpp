//===- CheckCertificate.cpp - Does a certificate prove its bound? -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout choice that a certificate speaks about, from the words of SE-X1. Nothing here is shared with the policy that
// made the certificate.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Session/Certificate.h"

#include <algorithm>
#include <fmt/format.h>

// Not `using`: other problems have the same words, and are compiled in one go with this one.
namespace alcove::plan::session {

namespace {

/// What a call wants of an item: nothing (layout -1), or a layout, written or not, read in place or from a copy.
struct Want {
  int32_t layout = -1;
  bool writes = false, copy = false;
};

Bytes taken(const Problem &problem, const ItemLayout &layout, Space space) {
  return layout.space == space ? roundUp(layout.bytes, problem.memory(space).alignment) : 0;
}

/// Candidates of an item: {0}, {1}, .., then {0, 1}, {0, 2}, .., then none for a weight; what is missing is -1.
std::vector<std::pair<int32_t, int32_t>> keptSets(const Item &item) {
  std::vector<std::pair<int32_t, int32_t>> sets;
  int32_t count = static_cast<int32_t>(item.layouts.size());
  for (int32_t a = 0; a < count; ++a)
    sets.push_back({a, -1});
  for (int32_t a = 0; a < count && item.kind != ItemKind::Cache; ++a)
    for (int32_t b = a + 1; b < count; ++b)
      sets.push_back({a, b});
  if (item.kind == ItemKind::Weight)
    sets.push_back({-1, -1});
  return sets;
}

Want wantOf(const Way &way, int32_t item) {
  for (const Use &use : way.uses)
    if (use.item == item)
      return {use.layout, use.writes, false};
  return {};
}

/// Candidates of a reader, by the ways in their order: a layout in place, then its copy.
std::vector<Want> wantsOf(const Function &function, int32_t item) {
  std::vector<Want> wants;
  for (const Way &way : function.ways) {
    Want want = wantOf(way, item);
    bool known = false;
    for (const Want &other : wants)
      known |= other.layout == want.layout && other.writes == want.writes;
    if (known)
      continue;
    wants.push_back(want);
    if (want.layout >= 0)
      wants.push_back({want.layout, want.writes, true});
  }
  return wants;
}

Cost priceOf(const Item &item, const Want &want, std::pair<int32_t, int32_t> kept) {
  if (want.layout < 0)
    return 0;
  bool there = kept.first == want.layout || kept.second == want.layout;
  if (there || !want.copy)
    return there && !want.copy ? 0 : infiniteCost;
  Cost least = infiniteCost;
  for (int32_t from : {kept.first, kept.second}) {
    if (from < 0)
      continue;
    Cost to = item.copy(from, want.layout), back = want.writes ? item.copy(want.layout, from) : 0;
    if (to < impossible && back < impossible)
      least = std::min(least, to + back);
  }
  return least;
}

/// Builds the nodes of SE-X1 one after the other.
struct Relaxation {
  const Problem &problem;
  LayoutChoice choice;
  int64_t steps = static_cast<int64_t>(problem.order.size());

  /// Beside `node`'s interval, which is empty: bytes at [from, to) of the times of `space`.
  void hold(int32_t node, size_t candidate, Space space, int64_t from, int64_t to, Bytes bytes) {
    int64_t shift = space == Space::Dram ? 0 : steps;
    if (bytes > 0)
      choice.extraUsages.push_back({node, static_cast<int32_t>(candidate), {shift + from, shift + to}, bytes});
  }

  void addItem(const Item &item) {
    std::vector<Cost> costs;
    std::vector<Bytes> dram;
    auto sets = keptSets(item);
    auto sumOf = [&](std::pair<int32_t, int32_t> set, Space space) {
      return (set.first < 0 ? 0 : taken(problem, item.layouts[set.first], space)) +
             (set.second < 0 ? 0 : taken(problem, item.layouts[set.second], space));
    };
    for (auto set : sets) {
      costs.push_back((set.first < 0 ? 0 : item.layouts[set.first].once) +
                      (set.second < 0 ? 0 : item.layouts[set.second].once));
      dram.push_back(sumOf(set, Space::Dram));
    }
    int32_t node = choice.addNode({item.life.first, item.life.last + 1}, costs, dram);
    for (size_t c = 0; c < sets.size(); ++c)
      hold(node, c, Space::L1, item.life.first, item.life.last + 1, sumOf(sets[c], Space::L1));
  }

  void addFunction(int32_t f) {
    std::vector<Cost> costs;
    for (const Way &way : problem.functions[f].ways)
      costs.push_back(way.cost < impossible ? problem.functions[f].rate * way.cost : infiniteCost);
    int32_t node = choice.addNode({0, 0}, costs, std::vector<Bytes>(costs.size(), 0));
    for (size_t w = 0; w < costs.size(); ++w) {
      const Way &way = problem.functions[f].ways[w];
      for (Space space : {Space::Dram, Space::L1})
        for (int64_t s = 0; s < steps; ++s)
          if (problem.order[s].function == f)
            hold(node, w, space, s, s + 1,
                 roundUp(space == Space::Dram ? way.dramBytes : way.l1Bytes, problem.memory(space).alignment));
    }
  }

  void addReader(int32_t f, int32_t i) {
    const Function &function = problem.functions[f];
    std::vector<Want> wants = wantsOf(function, i);
    if (wants.size() == 1 && wants[0].layout < 0)
      return;
    int32_t node = choice.addNode({0, 0}, std::vector<Cost>(wants.size(), 0), std::vector<Bytes>(wants.size(), 0));
    for (size_t c = 0; c < wants.size(); ++c)
      for (int64_t s = 0; s < steps && wants[c].copy; ++s)
        if (problem.order[s].function == f) {
          const ItemLayout &layout = problem.items[i].layouts[wants[c].layout];
          hold(node, c, layout.space, s, s + 1, taken(problem, layout, layout.space));
        }
    std::vector<Cost> toItem, toFunction;
    for (auto set : keptSets(problem.items[i]))
      for (const Want &want : wants) {
        Cost price = priceOf(problem.items[i], want, set);
        toItem.push_back(price >= infiniteCost ? infiniteCost : price * function.rate);
      }
    for (const Way &way : function.ways)
      for (const Want &want : wants) {
        Want own = wantOf(way, i);
        toFunction.push_back(own.layout == want.layout && own.writes == want.writes ? 0 : infiniteCost);
      }
    choice.addEdge(i, node, toItem);
    choice.addEdge(static_cast<int32_t>(problem.items.size()) + f, node, toFunction);
  }

  void addFiller() {
    Bytes dram = problem.capacity(Space::Dram), l1 = problem.capacity(Space::L1);
    choice.capacity = std::max(dram, l1);
    if (dram != l1)
      choice.addNode({dram < l1 ? 0 : steps, dram < l1 ? steps : 2 * steps}, std::vector<Cost>{0},
                     std::vector<Bytes>{std::max(dram, l1) - std::min(dram, l1)});
  }
};

} // namespace

Result<Cost> checkCertificate(const Problem &problem, const LayoutCertificate &certificate) {
  // SE-X1
  Relaxation relaxed{problem, {}};
  for (const Item &item : problem.items)
    relaxed.addItem(item);
  for (int32_t f = 0; f < static_cast<int32_t>(problem.functions.size()); ++f)
    relaxed.addFunction(f);
  for (int32_t f = 0; f < static_cast<int32_t>(problem.functions.size()); ++f)
    for (int32_t i = 0; i < static_cast<int32_t>(problem.items.size()); ++i)
      relaxed.addReader(f, i);
  relaxed.addFiller();
  if (Status status = plan::check(relaxed.choice); !status.ok())
    return Error{fmt::format("SE-X1: the problem is no layout choice: {}", status.error().message)};
  // SE-X2
  Result<Cost> proved = checkBound(relaxed.choice, certificate);
  if (!proved.ok())
    return Error{fmt::format("SE-X2: {}", proved.error().message)};
  if (*proved < certificate.bound)
    return Error{fmt::format("SE-X2: claims bound {}, its steps prove {}", certificate.bound, *proved)};
  return proved;
}

} // namespace alcove::plan::session
