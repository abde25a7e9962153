//===- Baselines.cpp - Functions planned alone, or in turn ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Policies.h"

#include <algorithm>
#include <numeric>

// Not `using`: other problems have the same words, and are compiled in one go with this one.
namespace alcove::plan::session {

namespace {

using KeptLayouts = std::vector<std::vector<int32_t>>;

int32_t cheapestWay(const Function &function) {
  auto least = std::min_element(function.ways.begin(), function.ways.end(),
                                [](const Way &a, const Way &b) { return a.cost < b.cost; });
  return static_cast<int32_t>(least - function.ways.begin());
}

/// Functions by the time that they take in all, most first.
std::vector<int32_t> byWeight(const Problem &problem) {
  std::vector<int32_t> order(problem.functions.size());
  std::iota(order.begin(), order.end(), 0);
  auto weight = [&](int32_t f) {
    const Function &function = problem.functions[f];
    Cost cost = function.ways[cheapestWay(function)].cost;
    return cost >= impossible ? 0 : function.rate * cost;
  };
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return weight(a) > weight(b); });
  return order;
}

void keep(std::vector<int32_t> &kept, int32_t layout, size_t most) {
  if (kept.size() < most && std::find(kept.begin(), kept.end(), layout) == kept.end())
    kept.insert(std::upper_bound(kept.begin(), kept.end(), layout), layout);
}

/// What nobody asks for lies in the layout of the fewest bytes; a weight lies nowhere then.
void keepTheRest(const Problem &problem, KeptLayouts &kept) {
  for (size_t i = 0; i < kept.size(); ++i)
    if (kept[i].empty() && problem.items[i].kind != ItemKind::Weight) {
      const auto &layouts = problem.items[i].layouts;
      auto least = std::min_element(layouts.begin(), layouts.end(),
                                    [](const ItemLayout &a, const ItemLayout &b) { return a.bytes < b.bytes; });
      kept[i].push_back(static_cast<int32_t>(least - layouts.begin()));
    }
}

SessionResult accepted(const Problem &problem, Plan plan) {
  SessionResult result;
  result.stage = "done";
  if (plan.cost < impossible && verify(problem, plan).ok())
    result.plan = std::move(plan);
  return result;
}

class Alone : public SessionPolicy {
public:
  std::string_view name() const override { return "alone"; }
  SessionResult run(const Problem &problem, const Budget &) override {
    KeptLayouts kept(problem.items.size());
    std::vector<int32_t> ways(problem.functions.size());
    for (int32_t f : byWeight(problem)) {
      ways[f] = cheapestWay(problem.functions[f]);
      for (const Use &use : problem.functions[f].ways[ways[f]].uses)
        keep(kept[use.item], use.layout, problem.items[use.item].kind == ItemKind::Cache ? 1 : mostKept);
    }
    keepTheRest(problem, kept);
    return accepted(problem, planOf(problem, std::move(ways), kept));
  }
};

class InTurn : public SessionPolicy {
public:
  std::string_view name() const override { return "in-turn"; }
  SessionResult run(const Problem &problem, const Budget &) override {
    KeptLayouts kept(problem.items.size());
    std::vector<int32_t> ways(problem.functions.size());
    for (int32_t f : byWeight(problem)) {
      const Function &function = problem.functions[f];
      Cost least = impossible;
      for (size_t w = 0; w < function.ways.size(); ++w) {
        Cost cost = function.ways[w].cost;
        for (const Use &use : function.ways[w].uses)
          if (!kept[use.item].empty())
            cost = std::min(impossible, cost + priceOfUse(problem.items[use.item], use, kept[use.item]));
        if (cost < least) {
          least = cost;
          ways[f] = static_cast<int32_t>(w);
        }
      }
      for (const Use &use : function.ways[ways[f]].uses)
        keep(kept[use.item], use.layout, 1);
    }
    keepTheRest(problem, kept);
    return accepted(problem, planOf(problem, std::move(ways), kept));
  }
};

} // namespace

std::unique_ptr<SessionPolicy> makeAlone() { return std::make_unique<Alone>(); }
std::unique_ptr<SessionPolicy> makeInTurn() { return std::make_unique<InTurn>(); }

} // namespace alcove::plan::session
