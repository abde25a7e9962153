//===- Policy.cpp - Session policies by name, and what they share -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Policies.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

// Not `using`: other problems have the same words, and are compiled in one go with this one.
namespace alcove::plan::session {

namespace {
struct Entry {
  std::string_view name;
  std::unique_ptr<SessionPolicy> (*make)();
};
constexpr Entry entries[] = {{"alone", makeAlone}, {"in-turn", makeInTurn}, {"exact", makeExact}};

/// Half open, of one bank, with the life of its owner.
struct Taken {
  Bytes begin, end;
  Life life;
};

/// The free place nearest to the direction's end; one behind the capacity when there is none.
Bytes firstFit(const std::vector<Taken> &taken, const Life &life, Bytes bytes, Bytes capacity, bool topDown) {
  std::vector<Taken> meeting;
  for (const Taken &each : taken)
    if (each.life.meets(life))
      meeting.push_back(each);
  std::sort(meeting.begin(), meeting.end(),
            [&](const Taken &a, const Taken &b) { return topDown ? a.end > b.end : a.begin < b.begin; });
  Bytes at = topDown ? capacity : 0;
  for (const Taken &each : meeting) {
    if (topDown ? at - bytes >= each.end : at + bytes <= each.begin)
      break;
    at = topDown ? std::min(at, each.begin) : std::max(at, each.end);
  }
  return topDown ? at - bytes : at;
}
} // namespace

std::vector<std::string_view> policyNames() {
  std::vector<std::string_view> names;
  for (const Entry &entry : entries)
    names.push_back(entry.name);
  return names;
}

Result<std::unique_ptr<SessionPolicy>> makePolicy(std::string_view name) {
  for (const Entry &entry : entries)
    if (entry.name == name)
      return entry.make();
  return Error{fmt::format("'{}' is no policy: {}", name, fmt::join(policyNames(), ", "))};
}

Cost priceOfUse(const Item &item, const Use &use, const std::vector<int32_t> &kept) {
  Cost least = impossible;
  for (int32_t layout : kept) {
    if (layout == use.layout)
      return 0;
    Cost cost = item.copy(layout, use.layout), back = use.writes ? item.copy(use.layout, layout) : 0;
    if (cost < impossible && back < impossible)
      least = std::min(least, cost + back);
  }
  return least;
}

Plan planOf(const Problem &problem, std::vector<int32_t> ways, const std::vector<std::vector<int32_t>> &kept) {
  Plan plan;
  plan.ways = std::move(ways);
  plan.items.resize(problem.items.size());
  plan.cost = 0;
  std::vector<size_t> order(problem.items.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return problem.items[a].life.first < problem.items[b].life.first; });
  std::vector<Taken> taken[2];
  for (size_t i : order)
    for (int32_t layout : kept[i]) {
      const ItemLayout &wanted = problem.items[i].layouts[layout];
      plan.cost += wanted.once;
      Bytes bytes = roundUp(wanted.bytes, problem.memory(wanted.space).alignment);
      std::vector<Taken> &there = taken[static_cast<size_t>(wanted.space)];
      Bytes at = bytes == 0 ? 0
                            : firstFit(there, problem.items[i].life, bytes, problem.capacity(wanted.space),
                                       wanted.space == Space::L1);
      if (bytes > 0)
        there.push_back({at, at + bytes, problem.items[i].life});
      plan.items[i].push_back({layout, at});
    }
  for (size_t f = 0; f < problem.functions.size() && plan.cost < impossible; ++f) {
    const Way &way = problem.functions[f].ways[plan.ways[f]];
    Cost call = way.cost;
    for (const Use &use : way.uses)
      call = std::min(impossible, call + priceOfUse(problem.items[use.item], use, kept[use.item]));
    plan.cost = call >= impossible ? impossible : plan.cost + problem.functions[f].rate * call;
  }
  return plan;
}

/// Whether every plan keeps an item: some function takes it in each way that is possible.
static bool isAlwaysKept(const Problem &problem, size_t item) {
  auto takes = [&](const Way &way) {
    return way.cost >= impossible || std::any_of(way.uses.begin(), way.uses.end(), [&](const Use &use) {
             return use.item == static_cast<int32_t>(item);
           });
  };
  return problem.items[item].kind != ItemKind::Weight ||
         std::any_of(problem.functions.begin(), problem.functions.end(), [&](const Function &function) {
           return std::all_of(function.ways.begin(), function.ways.end(), takes);
         });
}

Shortfall shortfallOf(const Problem &problem) {
  Shortfall worst;
  for (Space space : {Space::Dram, Space::L1})
    for (size_t s = 0; s < problem.order.size(); ++s) {
      Shortfall now{static_cast<int32_t>(s), space, 0, problem.capacity(space), 0, mostBytes};
      Bytes alignment = problem.memory(space).alignment;
      for (size_t i = 0; i < problem.items.size(); ++i) {
        const Item &item = problem.items[i];
        Bytes least = mostBytes;
        for (const ItemLayout &layout : item.layouts)
          least = std::min(least, layout.space == space ? roundUp(layout.bytes, alignment) : 0);
        if (item.life.contains(static_cast<int32_t>(s)) && isAlwaysKept(problem, i))
          now.items += least;
      }
      for (const Way &way : problem.functions[problem.order[s].function].ways)
        if (way.cost < impossible)
          now.function = std::min(now.function, roundUp(space == Space::Dram ? way.dramBytes : way.l1Bytes, alignment));
      now.needed = now.items + now.function;
      if (now.needed > now.there && (worst.step < 0 || now.needed - now.there > worst.needed - worst.there))
        worst = now;
    }
  return worst;
}

std::string toString(const Problem &problem, const Shortfall &shortfall) {
  if (shortfall.step < 0)
    return "every function has its least bytes";
  std::vector<std::pair<Bytes, std::string>> largest;
  for (const Item &item : problem.items)
    for (const ItemLayout &layout : item.layouts)
      if (layout.space == shortfall.space && item.life.contains(shortfall.step) && &layout == item.layouts.data())
        largest.push_back({-layout.bytes, fmt::format("{} {}", item.name, layout.bytes)});
  std::sort(largest.begin(), largest.end());
  largest.resize(std::min<size_t>(largest.size(), 3));
  std::string named;
  for (const auto &[bytes, text] : largest)
    named += (named.empty() ? ": largest " : ", ") + text;
  return fmt::format(
      "{} needs {} bytes of {} in each bank ({} for itself, {} for what lives beside it{}), there are {}: "
      "{} too few",
      problem.functions[problem.order[shortfall.step].function].name, shortfall.needed, toString(shortfall.space),
      shortfall.function, shortfall.items, named, shortfall.there, shortfall.needed - shortfall.there);
}

} // namespace alcove::plan::session
