//===- Relaxation.cpp - What no plan of a space can undercut --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checker's own derivation, by the rules of docs/spec/FunctionProof.md: slow and plain. The planner has another
// one; nodes and choices are numbered by the rules, so that a proof means the same in both.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Certificate.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

namespace {

class Relaxation {
public:
  Relaxation(const FunctionLayout &problem, const FunctionCertificate &certificate, bool anyOrder)
      : problem(problem), certificate(certificate), anyOrder(anyOrder),
        order(anyOrder && !certificate.anyOrderNumbering.empty() ? certificate.anyOrderNumbering : certificate.order) {}

  LayoutChoice run() {
    relaxed.name = problem.name;
    relaxed.capacity = problem.capacity;
    readOrder();
    findPinned();
    findShared();
    if (anyOrder)
      findPaths();
    findWays();
    for (int32_t op : order)
      addOp(op);
    for (int32_t tensor = 0; tensor < numTensors(); ++tensor)
      if (!ways[tensor].empty())
        addTensor(tensor);
    return std::move(relaxed);
  }

  // FP-13
  Result<std::vector<int32_t>> choiceFor(const FunctionPlan &plan) {
    readOrder();
    findPinned();
    findWays();
    PlanWays found(*this, plan);
    std::vector<int32_t> choice;
    for (int32_t op : order) {
      choose(op);
      auto at = std::ranges::find(chosen[op], plan.candidate[op]);
      if (at == chosen[op].end())
        return Error{fmt::format("ops[{}] ('{}') takes candidate {}, which is not listed for its class", op,
                                 problem.ops[op].name, plan.candidate[op])};
      choice.push_back(static_cast<int32_t>(at - chosen[op].begin()));
    }
    for (int32_t tensor = 0; tensor < numTensors(); ++tensor) {
      std::optional<int32_t> way = found.wayOf(tensor);
      if (!way)
        return Error{fmt::format("tensors[{}] ('{}') is not found in one of the ways of the space", tensor,
                                 problem.tensors[tensor].name)};
      if (!ways[tensor].empty())
        choice.push_back(*way);
    }
    return choice;
  }

private:
  /// FP-4: where the readers of a tensor find it.
  struct Way {
    enum How { InBase, Kept, Loaded } how;
    int32_t layout;
  };

  /// Which ways the copies of a plan are.
  class PlanWays {
  public:
    PlanWays(const Relaxation &of, const FunctionPlan &plan)
        : of(of), plan(plan), place(plan.order.size()), copies(of.problem.tensors.size()) {
      for (size_t i = 0; i < plan.order.size(); ++i)
        place[plan.order[i]] = i;
      for (size_t c = copies.size(); c < plan.copies.size(); ++c)
        copies[plan.copies[c].tensor].push_back(static_cast<int32_t>(c));
    }

    /// The number of the way; 0 for a tensor that always lies in its base layout; nothing = none of the space.
    std::optional<int32_t> wayOf(int32_t tensor) const {
      int32_t made = plan.copies[tensor].layout, base = of.problem.tensors[tensor].base;
      if (of.readers[tensor].empty() && !of.isReturned(tensor))
        return copies[tensor].empty() ? std::optional(0) : std::nullopt;
      if (made == base && areFoundIn(tensor, tensor))
        return 0;
      bool free = !of.ways[tensor].empty();
      for (int32_t copy : copies[tensor]) { // behind its producer, or loaded before its first reader
        const Copy &moved = plan.copies[copy];
        bool behind = moved.place == Copy::Place::AfterOp && moved.op == of.problem.tensors[tensor].producer;
        bool toBase = made != base && moved.layout == base && behind && !of.pinned[tensor];
        if (moved.source == tensor && toBase && areFoundIn(tensor, copy))
          return 0;
        bool loaded = made == base && moved.place == Copy::Place::BeforeOp && moved.op == firstReader(tensor);
        std::optional<int32_t> way = free ? numberOf(tensor, Way::Loaded, moved.layout) : std::nullopt;
        if (moved.source == tensor && loaded && way && areFoundIn(tensor, copy))
          return way;
      }
      std::optional<int32_t> kept = free ? numberOf(tensor, Way::Kept, made) : std::nullopt;
      return kept && areFoundIn(tensor, tensor) ? kept : std::nullopt;
    }

  private:
    std::optional<int32_t> numberOf(int32_t tensor, Way::How how, int32_t layout) const {
      for (size_t i = 0; i < of.ways[tensor].size(); ++i)
        if (of.ways[tensor][i].how == how && of.ways[tensor][i].layout == layout)
          return static_cast<int32_t>(i);
      return std::nullopt;
    }
    int32_t firstReader(int32_t tensor) const {
      return *std::ranges::min_element(of.readers[tensor], {}, [&](int32_t op) { return place[op]; });
    }

    /// Every reader reads `found`, or what it alone makes of it right before; nothing else is made.
    bool areFoundIn(int32_t tensor, int32_t found) const {
      bool stays = of.pinned[tensor] && !of.problem.tensors[tensor].constant;
      std::vector<int32_t> own;
      for (int32_t copy : copies[tensor]) {
        if (copy == found)
          continue;
        const Copy &moved = plan.copies[copy];
        bool returned = moved.op < 0 && moved.layout == of.problem.tensors[tensor].base;
        bool atReader = moved.op >= 0 ? of.isReadBy(tensor, moved.op) : returned;
        if (stays || moved.source != found || moved.place != Copy::Place::BeforeOp || !atReader)
          return false;
        own.push_back(copy);
      }
      auto mayRead = [&](int32_t copy, int32_t op) {
        return copy == found || (std::ranges::count(own, copy) > 0 && plan.copies[copy].op == op);
      };
      for (int32_t op : of.readers[tensor])
        for (size_t k = 0; k < of.problem.ops[op].operands.size(); ++k)
          if (of.problem.ops[op].operands[k] == tensor && !mayRead(plan.reads[op][k], op))
            return false;
      for (size_t i = 0; of.returned[tensor] && i < of.problem.returns.size(); ++i)
        if (of.problem.returns[i] == tensor && !mayRead(plan.returns[i], -1))
          return false;
      return true;
    }

    const Relaxation &of;
    const FunctionPlan &plan;
    std::vector<size_t> place;                ///< per op: in the plan's order
    std::vector<std::vector<int32_t>> copies; ///< per tensor: further ones
  };

  int32_t numOps() const { return static_cast<int32_t>(problem.ops.size()); }
  int32_t numTensors() const { return static_cast<int32_t>(problem.tensors.size()); }
  const CandidateTable &tableOf(int32_t op) const { return problem.classes[problem.ops[op].opClass].candidates; }
  Bytes bytesOf(int32_t tensor, int32_t layout) const {
    return problem.kinds[problem.tensors[tensor].kind].layouts[layout].l1Bytes;
  }
  bool isReadBy(int32_t tensor, int32_t op) const {
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    return std::find(operands.begin(), operands.end(), tensor) != operands.end();
  }
  bool isReturned(int32_t tensor) const { return returned[tensor]; }

  void readOrder() {
    when.assign(problem.ops.size(), -1);
    for (size_t i = 0; i < order.size(); ++i)
      when[order[i]] = static_cast<int64_t>(i);
    returned.assign(problem.tensors.size(), false);
    for (int32_t tensor : problem.returns)
      returned[tensor] = true;
    readers.resize(problem.tensors.size());
    for (int32_t op : order)
      for (int32_t tensor : problem.ops[op].operands)
        if (readers[tensor].empty() || readers[tensor].back() != op)
          readers[tensor].push_back(op);
  }

  /// The position of the last reader; that of the return behind all ops; -1 = nobody.
  int64_t lastRead(int32_t tensor) const {
    if (isReturned(tensor))
      return static_cast<int64_t>(order.size());
    return readers[tensor].empty() ? -1 : when[readers[tensor].back()];
  }

  // FP-4
  void findPinned() {
    pinned.assign(problem.tensors.size(), false);
    for (int32_t tensor = 0; tensor < numTensors(); ++tensor)
      pinned[tensor] = problem.tensors[tensor].resident;
    for (const PlanOp &op : problem.ops) {
      for (size_t k = 0; k < op.operands.size(); ++k)
        if (!problem.classes[op.opClass].movable[k])
          pinned[op.operands[k]] = true;
      for (int32_t written : op.writes)
        pinned[op.operands[written]] = true;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const PlanOp &op : problem.ops) {
        const OpClass &opClass = problem.classes[op.opClass];
        std::span<const int32_t> aliases = opClass.candidates.aliasesOf(opClass.base);
        for (size_t r = 0; r < aliases.size(); ++r)
          if (aliases[r] >= 0 && pinned[op.results[r]] && !pinned[op.operands[aliases[r]]])
            changed = pinned[op.operands[aliases[r]]] = true;
      }
    }
  }

  // FP-8: until when a tensor's bytes may be another's; -1 = they are its own.
  void findShared() {
    sharedUntil.assign(problem.tensors.size(), -1);
    for (bool changed = true; changed;) {
      changed = false;
      for (int32_t op = 0; op < numOps(); ++op)
        for (int32_t candidate : certificate.candidates[problem.ops[op].opClass])
          for (size_t r = 0; r < problem.ops[op].results.size(); ++r) {
            int32_t operand = tableOf(op).aliasesOf(candidate)[r];
            if (operand < 0)
              continue;
            int32_t source = problem.ops[op].operands[operand];
            int64_t until = std::max({lastRead(source), sharedUntil[source], when[op]});
            int64_t &known = sharedUntil[problem.ops[op].results[r]];
            changed |= until > known;
            known = std::max(known, until);
          }
    }
  }

  /// paths[a][b]: a comes before b in every order.
  void findPaths() {
    paths.assign(problem.ops.size(), std::vector<bool>(problem.ops.size(), false));
    for (int32_t b = 0; b < numOps(); ++b) {
      std::vector<int32_t> earlier = problem.ops[b].after;
      for (int32_t tensor : problem.ops[b].operands)
        if (problem.tensors[tensor].producer >= 0)
          earlier.push_back(problem.tensors[tensor].producer);
      for (int32_t c : earlier) {
        paths[c][b] = true;
        for (int32_t a = 0; a < c; ++a) // ops stand in a valid order (FL-4)
          if (paths[a][c])
            paths[a][b] = true;
      }
    }
  }

  // FP-4
  void findWays() {
    ways.resize(problem.tensors.size());
    for (int32_t tensor = 0; tensor < numTensors(); ++tensor) {
      const PlanTensor &planned = problem.tensors[tensor];
      if (pinned[tensor] || planned.constant || readers[tensor].empty())
        continue;
      ways[tensor].push_back({Way::InBase, planned.base});
      for (int32_t layout : certificate.layouts[planned.kind]) {
        if (problem.kinds[planned.kind].layouts[layout].space != Space::L1)
          continue;
        if (planned.producer >= 0)
          ways[tensor].push_back({Way::Kept, layout});
        if (readers[tensor].size() > 1)
          ways[tensor].push_back({Way::Loaded, layout});
      }
    }
  }

  static Cost sum(Cost a, Cost b) { return a >= infiniteCost || b >= infiniteCost ? infiniteCost : a + b; }

  // FP-5
  Cost moving(int32_t tensor, int32_t from, int32_t to) const {
    if (from == to)
      return 0;
    const Conversion &conversion = problem.conversion(problem.tensors[tensor].kind, from, to);
    if (!conversion.legal || conversion.peakBytes + bytesOf(tensor, from) > problem.capacity)
      return infiniteCost;
    return conversion.time;
  }

  int32_t madeBy(int32_t op, int32_t candidate, int32_t tensor) const {
    const std::vector<int32_t> &results = problem.ops[op].results;
    size_t r = static_cast<size_t>(std::find(results.begin(), results.end(), tensor) - results.begin());
    return tableOf(op).resultsOf(candidate)[r];
  }

  // FP-6
  Cost costOf(int32_t op, int32_t candidate) const {
    const PlanOp &planned = problem.ops[op];
    Cost cost = tableOf(op)[candidate].time;
    for (size_t k = 0; k < planned.operands.size(); ++k) {
      int32_t tensor = planned.operands[k], wanted = tableOf(op).operandsOf(candidate)[k];
      if (!ways[tensor].empty() || wanted == problem.tensors[tensor].base)
        continue;
      bool stays = pinned[tensor] && !problem.tensors[tensor].constant;
      cost = sum(cost, stays ? infiniteCost : moving(tensor, problem.tensors[tensor].base, wanted));
    }
    for (int32_t tensor : planned.results)
      if (pinned[tensor] && madeBy(op, candidate, tensor) != problem.tensors[tensor].base)
        cost = infiniteCost;
    return cost;
  }

  Cost leaving(int32_t op, int32_t candidate) const {
    Cost cost = 0;
    for (int32_t tensor : problem.ops[op].results)
      if (ways[tensor].empty() && lastRead(tensor) >= 0)
        cost = sum(cost, moving(tensor, madeBy(op, candidate, tensor), problem.tensors[tensor].base));
    return cost;
  }

  // FP-8, FP-9
  bool countsAt(int32_t tensor, int32_t op) const {
    if (lastRead(tensor) != when[op] || sharedUntil[tensor] >= when[op])
      return false;
    auto isBefore = [&](int32_t reader) { return reader == op || paths[reader][op]; };
    return !anyOrder || (sharedUntil[tensor] < 0 && std::ranges::all_of(readers[tensor], isBefore));
  }

  Bytes takenBy(int32_t op, int32_t candidate) const {
    const Candidate &taken = tableOf(op)[candidate];
    Bytes bytes = std::max(taken.peakBytes, taken.wantsFreeBytes);
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    for (size_t k = 0; k < operands.size(); ++k) {
      if (std::find(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(k), operands[k]) !=
          operands.begin() + static_cast<std::ptrdiff_t>(k))
        continue; // one tensor counts once, at its largest
      Bytes most = 0;
      for (size_t other = k; other < operands.size(); ++other)
        if (operands[other] == operands[k])
          most = std::max(most, bytesOf(operands[k], tableOf(op).operandsOf(candidate)[other]));
      bytes += countsAt(operands[k], op) ? most : 0;
    }
    bool always = candidate == problem.classes[problem.ops[op].opClass].base || taken.wantsFreeBytes > 0;
    return always ? std::min(bytes, problem.capacity) : bytes;
  }

  /// FP-6: its choices, and what they cost.
  std::vector<Cost> choose(int32_t op) {
    const OpClass &opClass = problem.classes[problem.ops[op].opClass];
    std::vector<Cost> costs;
    for (int32_t candidate : certificate.candidates[problem.ops[op].opClass])
      if (Cost cost = costOf(op, candidate); cost < infiniteCost) {
        chosen[op].push_back(candidate);
        costs.push_back(sum(cost, leaving(op, candidate)));
      }
    if (costs.empty()) {
      chosen[op].push_back(opClass.base);
      costs.push_back(opClass.candidates[opClass.base].time);
    }
    return costs;
  }

  void addOp(int32_t op) {
    std::vector<Cost> costs = choose(op);
    nodeOfOp[op] = relaxed.addNode({when[op], when[op]}, costs, std::vector<Bytes>(costs.size(), 0));
    for (size_t i = 0; i < costs.size(); ++i)
      if (Bytes bytes = takenBy(op, chosen[op][i]); bytes > 0)
        relaxed.extraUsages.push_back({nodeOfOp[op], static_cast<int32_t>(i), {when[op], when[op] + 1}, bytes});
  }

  /// FP-8, FP-9: is the tensor in L1 at the step of `op`, besides what `op` counts itself?
  bool liesThere(int32_t tensor, Way::How how, int32_t op) const {
    int32_t producer = problem.tensors[tensor].producer;
    if (!anyOrder) {
      int64_t made = how == Way::Loaded ? when[readers[tensor].front()] : producer < 0 ? 1 : when[producer] + 1;
      return when[op] >= made && when[op] > sharedUntil[tensor] && when[op] < lastRead(tensor);
    }
    if (sharedUntil[tensor] >= 0)
      return false;
    bool readBehind = isReturned(tensor), madeBefore = how == Way::Kept && paths[producer][op];
    for (int32_t reader : readers[tensor]) {
      readBehind |= paths[op][reader];
      madeBefore |= how == Way::Loaded && (reader == op || paths[reader][op]);
    }
    return readBehind && madeBefore;
  }

  void addTensor(int32_t tensor) {
    const PlanTensor &planned = problem.tensors[tensor];
    std::vector<Cost> costs;
    for (const Way &way : ways[tensor]) { // FP-7
      Cost cost = isReturned(tensor) ? moving(tensor, way.layout, planned.base) : 0;
      if (way.how == Way::Loaded && planned.producer < 0)
        cost = sum(cost, moving(tensor, planned.base, way.layout));
      costs.push_back(cost);
    }
    int64_t at = planned.producer < 0 ? when[readers[tensor].front()] : when[planned.producer];
    int32_t node = relaxed.addNode({at, at}, costs, std::vector<Bytes>(costs.size(), 0));
    addLives(tensor, node);
    if (planned.producer >= 0)
      addMaking(tensor, node);
    for (int32_t op : readers[tensor])
      addReading(tensor, node, op);
  }

  void addLives(int32_t tensor, int32_t node) {
    for (int32_t op : order)
      for (auto how : {Way::Kept, Way::Loaded}) {
        if ((how == Way::Kept && problem.tensors[tensor].producer < 0) || !liesThere(tensor, how, op))
          continue;
        for (size_t i = 0; i < ways[tensor].size(); ++i)
          if (Bytes bytes = bytesOf(tensor, ways[tensor][i].layout); ways[tensor][i].how == how && bytes > 0)
            relaxed.extraUsages.push_back({node, static_cast<int32_t>(i), {when[op], when[op] + 1}, bytes});
      }
  }

  void addMaking(int32_t tensor, int32_t node) { // FP-7
    int32_t op = problem.tensors[tensor].producer, base = problem.tensors[tensor].base;
    std::vector<Cost> costs;
    for (int32_t candidate : chosen[op]) {
      int32_t made = madeBy(op, candidate, tensor);
      for (const Way &way : ways[tensor]) {
        Cost cost = infiniteCost;
        if (way.how == Way::InBase)
          cost = moving(tensor, made, base);
        else if (way.how == Way::Kept && made == way.layout)
          cost = 0;
        else if (way.how == Way::Loaded && made == base)
          cost = moving(tensor, base, way.layout);
        costs.push_back(cost);
      }
    }
    relaxed.addEdge(nodeOfOp[op], node, costs);
  }

  void addReading(int32_t tensor, int32_t node, int32_t op) { // FP-7
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    std::vector<Cost> costs;
    for (const Way &way : ways[tensor])
      for (int32_t candidate : chosen[op]) {
        std::vector<int32_t> wanted; // each layout once
        for (size_t k = 0; k < operands.size(); ++k)
          if (operands[k] == tensor)
            wanted.push_back(tableOf(op).operandsOf(candidate)[k]);
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        Cost cost = 0;
        for (int32_t layout : wanted)
          cost = sum(cost, moving(tensor, way.layout, layout));
        costs.push_back(cost);
      }
    relaxed.addEdge(node, nodeOfOp[op], costs);
  }

  const FunctionLayout &problem;
  const FunctionCertificate &certificate;
  bool anyOrder;
  const std::vector<int32_t> &order;
  std::vector<int64_t> when; ///< per op: its place in the order
  std::vector<std::vector<int32_t>> readers;
  std::vector<bool> pinned, returned;
  std::vector<int64_t> sharedUntil;
  std::vector<std::vector<bool>> paths;
  std::vector<std::vector<Way>> ways; ///< per tensor; empty = always in its base layout
  std::map<int32_t, std::vector<int32_t>> chosen;
  std::map<int32_t, int32_t> nodeOfOp;
  LayoutChoice relaxed;
};

} // namespace

Result<std::vector<int32_t>> choiceFor(const FunctionLayout &problem, const FunctionCertificate &certificate,
                                       const FunctionPlan &plan, bool anyOrder) {
  return Relaxation(problem, certificate, anyOrder).choiceFor(plan);
}

LayoutChoice relaxationOf(const FunctionLayout &problem, const FunctionCertificate &certificate, bool anyOrder) {
  return Relaxation(problem, certificate, anyOrder).run();
}

} // namespace alcove::plan
