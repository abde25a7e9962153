//===- Exact.cpp - A session as a layout choice -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   item w3                      reader (prefill, w3)           function prefill
//   {rows} {sharded} {both} ──── rows there | rows copied ───── way 0 | way 1
//
// The reduction is exact but for addresses: the layout choice sums bytes, items and functions lie in pieces. DRAM is seen
// at the times 0 .. steps, L1 at steps .. 2 steps; a node that holds what the larger has more makes one capacity of two.
//
//===----------------------------------------------------------------------===//
#include "Policies.h"

#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Planner.h"

#include <algorithm>
#include <map>

// Not `using`: other problems have the same words, and are compiled in one go with this one.
namespace alcove::plan::session {

namespace {

class Reduction {
public:
  explicit Reduction(const Problem &problem) : problem(problem), steps(static_cast<int64_t>(problem.order.size())) {
    for (const Item &item : problem.items)
      addItem(item);
    for (size_t f = 0; f < problem.functions.size(); ++f)
      addFunction(static_cast<int32_t>(f));
    for (size_t f = 0; f < problem.functions.size(); ++f)
      for (size_t i = 0; i < problem.items.size(); ++i)
        addReader(static_cast<int32_t>(f), static_cast<int32_t>(i));
    addFiller();
  }

  LayoutChoice choice;
  std::vector<std::vector<std::vector<int32_t>>> keptSets; ///< by item, by candidate

  Plan planFor(const std::vector<int32_t> &nodes) const {
    std::vector<std::vector<int32_t>> kept;
    for (size_t i = 0; i < keptSets.size(); ++i)
      kept.push_back(keptSets[i][nodes[i]]);
    auto firstWay = nodes.begin() + static_cast<ptrdiff_t>(keptSets.size());
    return planOf(problem, {firstWay, firstWay + static_cast<ptrdiff_t>(problem.functions.size())}, kept);
  }

  /// Bytes between the items of `plan`, which no function can have at that step, are taken from the capacity from here on.
  /// False when all of them were taken before.
  bool takeHoles(const Plan &plan) {
    bool changed = false;
    for (Space space : {Space::Dram, Space::L1})
      for (int64_t s = 0; s < steps; ++s) {
        Bytes &taken = holes[{space, s}], hole = holeAt(plan, space, static_cast<int32_t>(s));
        if (hole <= taken)
          continue;
        int64_t at = (space == Space::Dram ? 0 : steps) + s;
        choice.addNode({at, at + 1}, std::vector<Cost>{0}, std::vector<Bytes>{hole - taken});
        taken = hole;
        changed = true;
      }
    return changed;
  }

  /// The choice of every node for a plan.
  std::vector<int32_t> nodesOf(const Plan &plan) const {
    std::vector<int32_t> nodes;
    for (size_t i = 0; i < keptSets.size(); ++i) {
      std::vector<int32_t> kept;
      for (const Kept &each : plan.items[i])
        kept.push_back(each.layout);
      auto found = std::find(keptSets[i].begin(), keptSets[i].end(), kept);
      nodes.push_back(static_cast<int32_t>(found - keptSets[i].begin()));
    }
    nodes.insert(nodes.end(), plan.ways.begin(), plan.ways.end());
    for (const Reader &reader : readers) {
      const Use *use = useOf(problem.functions[reader.function].ways[plan.ways[reader.function]], reader.item);
      int32_t candidate = 0;
      for (; candidate < static_cast<int32_t>(reader.wanted.size()); ++candidate) {
        const Wanted &wanted = reader.wanted[candidate];
        const auto &kept = plan.items[reader.item];
        bool there =
            use && std::any_of(kept.begin(), kept.end(), [&](const Kept &each) { return each.layout == use->layout; });
        if (wanted.none ? !use : use && wanted.use == *use && wanted.copied == !there)
          break;
      }
      nodes.push_back(candidate);
    }
    if (hasFiller)
      nodes.push_back(0);
    return nodes;
  }

private:
  struct Wanted {
    Use use;
    bool copied = false, none = false;
  };
  struct Reader {
    int32_t function, item;
    std::vector<Wanted> wanted;
  };

  static const Use *useOf(const Way &way, int32_t item) {
    for (const Use &use : way.uses)
      if (use.item == item)
        return &use;
    return nullptr;
  }

  Bytes holeAt(const Plan &plan, Space space, int32_t step) const {
    Bytes capacity = problem.capacity(space), border = space == Space::Dram ? 0 : capacity, held = 0;
    for (size_t i = 0; i < plan.items.size(); ++i)
      for (const Kept &kept : plan.items[i]) {
        const ItemLayout &layout = problem.items[i].layouts[kept.layout];
        if (layout.space != space || layout.bytes == 0 || !problem.items[i].life.contains(step))
          continue;
        held += rounded(layout);
        border =
            space == Space::Dram ? std::max(border, kept.address + rounded(layout)) : std::min(border, kept.address);
      }
    return (space == Space::Dram ? border : capacity - border) - held;
  }

  Bytes rounded(const ItemLayout &layout) const {
    return roundUp(layout.bytes, problem.memory(layout.space).alignment);
  }

  void addExtra(int32_t node, int32_t candidate, LiveInterval interval, Bytes bytes) {
    if (bytes > 0)
      choice.extraUsages.push_back({node, candidate, interval, bytes});
  }

  void addItem(const Item &item) {
    std::vector<std::vector<int32_t>> sets;
    for (int32_t a = 0; a < static_cast<int32_t>(item.layouts.size()); ++a)
      sets.push_back({a});
    if (item.kind != ItemKind::Cache)
      for (int32_t a = 0; a < static_cast<int32_t>(item.layouts.size()); ++a)
        for (int32_t b = a + 1; b < static_cast<int32_t>(item.layouts.size()); ++b)
          sets.push_back({a, b});
    if (item.kind == ItemKind::Weight)
      sets.emplace_back(); // where no way takes it
    std::vector<Cost> costs;
    std::vector<Bytes> dram, l1;
    for (const std::vector<int32_t> &set : sets) {
      Cost once = 0;
      Bytes bytes[2] = {0, 0};
      for (int32_t layout : set) {
        once += item.layouts[layout].once;
        bytes[static_cast<size_t>(item.layouts[layout].space)] += rounded(item.layouts[layout]);
      }
      costs.push_back(once);
      dram.push_back(bytes[0]);
      l1.push_back(bytes[1]);
    }
    int32_t node = choice.addNode({item.life.first, item.life.last + 1}, costs, dram);
    for (size_t c = 0; c < l1.size(); ++c)
      addExtra(node, static_cast<int32_t>(c), {steps + item.life.first, steps + item.life.last + 1}, l1[c]);
    keptSets.push_back(std::move(sets));
  }

  /// `bytes` at every step of the function.
  void addAtSteps(int32_t node, int32_t candidate, int32_t function, Space space, Bytes bytes) {
    int64_t from = space == Space::Dram ? 0 : steps;
    for (int64_t s = 0; s < steps; ++s)
      if (problem.order[s].function == function)
        addExtra(node, candidate, {from + s, from + s + 1}, bytes);
  }

  void addFunction(int32_t f) {
    const Function &function = problem.functions[f];
    std::vector<Cost> costs;
    for (const Way &way : function.ways)
      costs.push_back(way.cost >= impossible ? infiniteCost : way.cost * function.rate);
    int32_t node = choice.addNode({0, 0}, costs, std::vector<Bytes>(costs.size(), 0));
    for (size_t w = 0; w < function.ways.size(); ++w) {
      const Way &way = function.ways[w];
      addAtSteps(node, static_cast<int32_t>(w), f, Space::Dram, roundUp(way.dramBytes, problem.dram.alignment));
      addAtSteps(node, static_cast<int32_t>(w), f, Space::L1, roundUp(way.l1Bytes, problem.l1.alignment));
    }
  }

  void addReader(int32_t f, int32_t i) {
    const Function &function = problem.functions[f];
    const Item &item = problem.items[i];
    Reader reader{f, i, {}};
    for (const Way &way : function.ways) {
      const Use *use = useOf(way, i);
      bool known = std::any_of(reader.wanted.begin(), reader.wanted.end(), [&](const Wanted &wanted) {
        return use ? !wanted.none && wanted.use == *use : wanted.none;
      });
      if (known)
        continue;
      if (!use) {
        reader.wanted.push_back({{}, false, true});
      } else {
        reader.wanted.push_back({*use, false, false});
        reader.wanted.push_back({*use, true, false});
      }
    }
    if (std::all_of(reader.wanted.begin(), reader.wanted.end(), [](const Wanted &wanted) { return wanted.none; }))
      return;
    size_t count = reader.wanted.size();
    int32_t node = choice.addNode({0, 0}, std::vector<Cost>(count, 0), std::vector<Bytes>(count, 0));
    for (size_t c = 0; c < count; ++c)
      if (reader.wanted[c].copied) {
        const ItemLayout &layout = item.layouts[reader.wanted[c].use.layout];
        addAtSteps(node, static_cast<int32_t>(c), f, layout.space, rounded(layout));
      }
    std::vector<Cost> toItem, toFunction;
    for (const std::vector<int32_t> &set : keptSets[i])
      for (const Wanted &wanted : reader.wanted) {
        bool there = std::find(set.begin(), set.end(), wanted.use.layout) != set.end();
        Cost cost = wanted.none ? 0 : wanted.copied == there ? infiniteCost : priceOfUse(item, wanted.use, set);
        toItem.push_back(cost >= impossible ? infiniteCost : cost * function.rate);
      }
    for (const Way &way : function.ways)
      for (const Wanted &wanted : reader.wanted) {
        const Use *use = useOf(way, i);
        toFunction.push_back((wanted.none ? !use : use && *use == wanted.use) ? 0 : infiniteCost);
      }
    choice.addEdge(i, node, toItem);
    choice.addEdge(static_cast<int32_t>(problem.items.size()) + f, node, toFunction);
    readers.push_back(std::move(reader));
  }

  void addFiller() {
    Bytes dram = problem.capacity(Space::Dram), l1 = problem.capacity(Space::L1);
    choice.name = problem.name;
    choice.capacity = std::max(dram, l1);
    hasFiller = dram != l1;
    if (hasFiller)
      choice.addNode(dram < l1 ? LiveInterval{0, steps} : LiveInterval{steps, 2 * steps}, std::vector<Cost>{0},
                     std::vector<Bytes>{choice.capacity - std::min(dram, l1)});
  }

  const Problem &problem;
  int64_t steps;
  std::vector<Reader> readers;
  bool hasFiller = false;
  std::map<std::pair<Space, int64_t>, Bytes> holes;
};

constexpr int mostTries = 8; ///< at a plan whose pieces fit, where the sums do

class Exact : public SessionPolicy {
public:
  std::string_view name() const override { return "exact"; }

  SessionResult run(const Problem &problem, const Budget &budget) override {
    Reduction reduction(problem);
    PlannerOptions options;
    Plan start;
    for (auto make : {makeAlone, makeInTurn})
      if (Plan plan = make()->run(problem, {}).plan; plan.found() && plan.cost < start.cost)
        start = std::move(plan);
    if (start.found())
      options.start = reduction.nodesOf(start);
    LayoutResult layout = makeLayoutPlanner(options)->run(reduction.choice, budget, nullptr);
    SessionResult result;
    static_cast<RunOutcome<Cost> &>(result) = layout;
    result.certificate = layout.certificate;
    result.plan = std::move(start);
    if (!layout.solution.found())
      return result;
    Plan plan = reduction.planFor(layout.solution.choice);
    // Sums may fit where pieces do not: what fits then is not proved.
    for (int tries = 0; tries < mostTries && !verify(problem, plan).ok() && reduction.takeHoles(plan); ++tries) {
      LayoutResult again = makeLayoutPlanner({})->run(reduction.choice, budget, nullptr);
      if (!again.solution.found())
        break;
      plan = reduction.planFor(again.solution.choice);
    }
    Result<Account> account = verify(problem, plan);
    if (account.ok() && plan.cost < (result.plan.found() ? result.plan.cost : impossible))
      result.plan = std::move(plan);
    if (!result.plan.found() && !account.ok())
      result.why = account.error().message;
    result.proved &= result.plan.found() && result.plan.cost == layout.solution.cost;
    return result;
  }
};

} // namespace

std::unique_ptr<SessionPolicy> makeExact() { return std::make_unique<Exact>(); }

} // namespace alcove::plan::session
