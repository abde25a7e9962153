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
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace alcove::plan {

namespace {

class Relaxation {
public:
  Relaxation(const FunctionLayout &problem, const FunctionCertificate &certificate, bool anyOrder)
      : problem(problem), certificate(certificate), anyOrder(anyOrder), forms(problem),
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
    for (const PlanPart &part : problem.parts)
      addPart(part);
    return std::move(relaxed);
  }

  // FP-13
  Result<std::vector<int32_t>> choiceFor(const FunctionPlan &given) {
    readOrder();
    findPinned();
    findWays();
    const FunctionPlan plan = amongAll(given);
    PlanWays found(*this, plan);
    std::vector<int32_t> choice;
    for (int32_t op : order) {
      choose(op);
      if (!isThere(op, plan)) {
        choice.push_back(static_cast<int32_t>(chosen[op].size()));
        continue;
      }
      auto at = std::ranges::find(chosen[op], plan.candidate[op]);
      if (at == chosen[op].end())
        return Error{fmt::format("ops[{}] ('{}') takes candidate {}, which is not listed for its class", op,
                                 problem.ops[op].name, plan.candidate[op])};
      choice.push_back(static_cast<int32_t>(at - chosen[op].begin()));
    }
    for (int32_t tensor = 0; tensor < numTensors(); ++tensor) {
      if (int32_t producer = problem.tensors[tensor].producer; producer >= 0 && !isThere(producer, plan)) {
        if (!ways[tensor].empty())
          choice.push_back(static_cast<int32_t>(ways[tensor].size()));
        continue;
      }
      std::optional<int32_t> way = found.wayOf(tensor);
      if (!way)
        return Error{fmt::format("tensors[{}] ('{}') is not found in one of the ways of the space", tensor,
                                 problem.tensors[tensor].name)};
      if (!ways[tensor].empty())
        choice.push_back(*way);
    }
    choice.insert(choice.end(), plan.forms.begin(), plan.forms.end());
    return choice;
  }

private:
  // ---- Alternatives: FP-15 ----
  static bool isThere(int32_t op, const FunctionPlan &plan) { return plan.candidate[op] >= 0; }
  bool mayBeAbsent(int32_t op) const { return forms.ofOp(op).part >= 0; }
  /// Some choice of forms has both ops.
  bool meet(int32_t a, int32_t b) const {
    FormIndex::Place of = forms.ofOp(a), other = forms.ofOp(b);
    return of.part < 0 || of.part != other.part || of.form == other.form;
  }
  /// The op is there in each choice of forms that has the tensor.
  bool isSure(int32_t op, int32_t tensor) const {
    FormIndex::Place of = forms.ofOp(op);
    return of.part < 0 || of == forms.ofTensor(tensor);
  }
  /// The plan with ops and tensors as the problem numbers them; an absent op has no candidate.
  FunctionPlan amongAll(const FunctionPlan &plan) const {
    if (problem.parts.empty())
      return plan;
    FormNumbers numbers = numbersIn(problem, plan.forms);
    FunctionPlan all = plan;
    std::vector<int32_t> opOf(plan.order.size()), copyOf(plan.copies.size());
    all.candidate.assign(problem.ops.size(), -1);
    all.reads.assign(problem.ops.size(), {});
    all.copies.clear();
    for (int32_t tensor = 0; tensor < numTensors(); ++tensor) {
      all.copies.push_back({tensor, problem.tensors[tensor].base});
      if (int32_t number = numbers.tensors[tensor]; number >= 0) {
        all.copies.back().layout = plan.copies[number].layout;
        copyOf[number] = tensor;
      }
    }
    for (int32_t op = 0; op < numOps(); ++op)
      if (numbers.ops[op] >= 0) {
        opOf[numbers.ops[op]] = op;
        all.candidate[op] = plan.candidate[numbers.ops[op]];
        all.reads[op] = plan.reads[numbers.ops[op]];
      }
    size_t further = std::ranges::count_if(numbers.tensors, [](int32_t number) { return number >= 0; });
    for (size_t i = further; i < plan.copies.size(); ++i) {
      Copy copy = plan.copies[i];
      copyOf[i] = static_cast<int32_t>(all.copies.size());
      copy.tensor = copyOf[copy.tensor];
      copy.source = copyOf[copy.source];
      copy.op = copy.op < 0 ? copy.op : opOf[copy.op];
      all.copies.push_back(copy);
    }
    for (int32_t &op : all.order)
      op = opOf[op];
    for (std::vector<int32_t> &reads : all.reads)
      for (int32_t &copy : reads)
        copy = copyOf[copy];
    for (int32_t &copy : all.returns)
      copy = copyOf[copy];
    return all;
  }

  /// FP-4: where the readers of a tensor find it.
  struct Way {
    enum How { InBase, Kept, Loaded } how;
    int32_t layout;
  };

  /// Which ways the copies of a plan are.
  class PlanWays {
  public:
    PlanWays(const Relaxation &of, const FunctionPlan &plan)
        : of(of), plan(plan), place(of.problem.ops.size()), readers(of.readers), copies(of.problem.tensors.size()) {
      for (size_t i = 0; i < plan.order.size(); ++i)
        place[plan.order[i]] = i;
      for (std::vector<int32_t> &ops : readers)
        std::erase_if(ops, [&](int32_t op) { return !isThere(op, plan); });
      for (size_t c = copies.size(); c < plan.copies.size(); ++c)
        copies[plan.copies[c].tensor].push_back(static_cast<int32_t>(c));
    }

    /// The number of the way; 0 for a tensor that always lies in its base layout; nothing = none of the space.
    std::optional<int32_t> wayOf(int32_t tensor) const {
      int32_t made = plan.copies[tensor].layout, base = of.problem.tensors[tensor].base;
      if (readers[tensor].empty() && !of.isReturned(tensor) && of.ways[tensor].empty())
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
        bool before = moved.place == Copy::Place::BeforeOp && moved.op == firstReader(tensor);
        bool loaded = made == base && before,
             kept = made != base && of.readers[tensor].size() > 1 && (behind || before);
        std::optional<int32_t> way =
            free && (loaded || kept) ? numberOf(tensor, loaded ? Way::Loaded : Way::Kept, moved.layout) : std::nullopt;
        if (moved.source == tensor && way && areFoundIn(tensor, copy))
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
      auto first = std::ranges::min_element(readers[tensor], {}, [&](int32_t op) { return place[op]; });
      return first == readers[tensor].end() ? -1 : *first;
    }

    /// Every reader reads `found`, or what it alone makes of it right before; nothing else is made.
    bool areFoundIn(int32_t tensor, int32_t found) const {
      std::vector<int32_t> own;
      for (int32_t copy : copies[tensor]) {
        if (copy == found)
          continue;
        const Copy &moved = plan.copies[copy];
        bool returned = moved.op < 0 && moved.layout == of.problem.tensors[tensor].base;
        bool atReader = moved.op >= 0 ? of.isReadBy(tensor, moved.op) : returned;
        if (moved.source != found || moved.place != Copy::Place::BeforeOp || !atReader)
          return false;
        own.push_back(copy);
      }
      auto mayRead = [&](int32_t copy, int32_t op) {
        return copy == found || (std::ranges::count(own, copy) > 0 && plan.copies[copy].op == op);
      };
      for (int32_t op : readers[tensor])
        for (size_t k = 0; k < of.problem.ops[op].operands.size(); ++k)
          if (of.problem.ops[op].operands[k] == of.forms.named(tensor) && !mayRead(plan.reads[op][k], op))
            return false;
      for (size_t i = 0; of.returned[tensor] && i < of.problem.returns.size(); ++i)
        if (of.problem.returns[i] == of.forms.named(tensor) && !mayRead(plan.returns[i], -1))
          return false;
      return true;
    }

    const Relaxation &of;
    const FunctionPlan &plan;
    std::vector<size_t> place;                 ///< per op: in the plan's order
    std::vector<std::vector<int32_t>> readers; ///< per tensor: those that the plan has
    std::vector<std::vector<int32_t>> copies;  ///< per tensor: further ones
  };

  int32_t numOps() const { return static_cast<int32_t>(problem.ops.size()); }
  int32_t numTensors() const { return static_cast<int32_t>(problem.tensors.size()); }
  const CandidateTable &tableOf(int32_t op) const { return problem.classes[problem.ops[op].opClass].candidates; }
  Bytes bytesOf(int32_t tensor, int32_t layout) const {
    return problem.kinds[problem.tensors[tensor].kind].layouts[layout].l1Bytes;
  }
  bool isReadBy(int32_t tensor, int32_t op) const {
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    return std::find(operands.begin(), operands.end(), forms.named(tensor)) != operands.end();
  }
  bool isReturned(int32_t tensor) const { return returned[tensor]; }

  void readOrder() {
    when.assign(problem.ops.size(), -1);
    for (size_t i = 0; i < order.size(); ++i)
      when[order[i]] = static_cast<int64_t>(i);
    returned.assign(problem.tensors.size(), false);
    for (int32_t named : problem.returns)
      for (int32_t tensor : forms.standing(named))
        returned[tensor] = true;
    readers.resize(problem.tensors.size());
    for (int32_t op : order)
      for (int32_t named : problem.ops[op].operands)
        for (int32_t tensor : forms.standing(named))
          if (readers[tensor].empty() || readers[tensor].back() != op)
            readers[tensor].push_back(op);
  }

  /// The position of the last reader; that of the return behind all ops; -1 = nobody.
  int64_t lastRead(int32_t tensor) const {
    if (isReturned(tensor))
      return static_cast<int64_t>(order.size());
    return readers[tensor].empty() ? -1 : when[readers[tensor].back()];
  }

  /// The position up to which the tensor is read in each choice of forms that has it; that of the return behind all
  /// ops; -1 = perhaps never.
  int64_t surelyReadUntil(int32_t tensor) const {
    int64_t until = isReturned(tensor) ? static_cast<int64_t>(order.size()) : -1;
    for (int32_t op : readers[tensor])
      if (isSure(op, tensor))
        until = std::max(until, when[op]);
    return until;
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
      for (int32_t tensor = 0; tensor < numTensors(); ++tensor)
        if (pinned[forms.named(tensor)] && !pinned[tensor])
          changed = pinned[tensor] = true;
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
            for (int32_t source : forms.standing(problem.ops[op].operands[operand])) {
              int64_t until = std::max({lastRead(source), sharedUntil[source], when[op]});
              int64_t &known = sharedUntil[problem.ops[op].results[r]];
              changed |= until > known;
              known = std::max(known, until);
            }
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
    std::set<std::pair<int32_t, int32_t>> moved; // each tensor once to each layout
    for (size_t k = 0; k < planned.operands.size(); ++k) {
      int32_t tensor = planned.operands[k], wanted = tableOf(op).operandsOf(candidate)[k];
      if (!ways[tensor].empty() || wanted == problem.tensors[tensor].base)
        continue;
      if (std::find(planned.writes.begin(), planned.writes.end(), static_cast<int32_t>(k)) != planned.writes.end())
        cost = infiniteCost;
      else if (moved.emplace(tensor, wanted).second)
        cost = sum(cost, moving(tensor, problem.tensors[tensor].base, wanted));
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
    if (isReturned(tensor) || sharedUntil[tensor] >= when[op] || (anyOrder && !problem.parts.empty()))
      return false;
    if (std::ranges::any_of(readers[tensor], [&](int32_t other) { return when[other] > when[op] && meet(other, op); }))
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
      std::span<const int32_t> standing = forms.standing(operands[k]);
      bytes += std::ranges::all_of(standing, [&](int32_t tensor) { return countsAt(tensor, op); }) ? most : 0;
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
    if (mayBeAbsent(op))
      costs.push_back(0);
    nodeOfOp[op] = relaxed.addNode({when[op], when[op]}, costs, std::vector<Bytes>(costs.size(), 0));
    for (size_t i = 0; i < chosen[op].size(); ++i)
      if (Bytes bytes = takenBy(op, chosen[op][i]); bytes > 0)
        relaxed.extraUsages.push_back({nodeOfOp[op], static_cast<int32_t>(i), {when[op], when[op] + 1}, bytes});
  }

  /// FP-8, FP-9: is the tensor in L1 at the step of `op`, besides what `op` counts itself?
  bool liesThere(int32_t tensor, Way::How how, int32_t op) const {
    int32_t producer = problem.tensors[tensor].producer;
    if (!anyOrder) {
      auto first = std::ranges::find_if(readers[tensor], [&](int32_t reader) { return isSure(reader, tensor); });
      if (how == Way::Loaded && first == readers[tensor].end())
        return false;
      int64_t made = how == Way::Loaded ? when[*first] : producer < 0 ? 1 : when[producer] + 1;
      return when[op] >= made && when[op] > sharedUntil[tensor] && when[op] < surelyReadUntil(tensor);
    }
    if (sharedUntil[tensor] >= 0 || !problem.parts.empty())
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
    if (planned.producer >= 0 && mayBeAbsent(planned.producer))
      costs.push_back(0);
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
        else if (way.how == Way::Kept && (made == way.layout || (made != base && readers[tensor].size() > 1)))
          cost = moving(tensor, made, way.layout);
        else if (way.how == Way::Loaded && made == base)
          cost = moving(tensor, base, way.layout);
        costs.push_back(cost);
      }
      if (mayBeAbsent(op))
        costs.push_back(infiniteCost);
    }
    if (mayBeAbsent(op)) {
      for (size_t way = 0; way < ways[tensor].size(); ++way)
        costs.push_back(infiniteCost);
      costs.push_back(0);
    }
    relaxed.addEdge(nodeOfOp[op], node, costs);
  }

  void addReading(int32_t tensor, int32_t node, int32_t op) { // FP-7
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    std::vector<Cost> costs;
    for (const Way &way : ways[tensor]) {
      for (int32_t candidate : chosen[op]) {
        std::vector<int32_t> wanted; // each layout once
        for (size_t k = 0; k < operands.size(); ++k)
          if (operands[k] == forms.named(tensor))
            wanted.push_back(tableOf(op).operandsOf(candidate)[k]);
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        Cost cost = 0;
        for (int32_t layout : wanted)
          cost = sum(cost, moving(tensor, way.layout, layout));
        costs.push_back(cost);
      }
      if (mayBeAbsent(op))
        costs.push_back(0);
    }
    if (int32_t producer = problem.tensors[tensor].producer; producer >= 0 && mayBeAbsent(producer))
      for (size_t choice = 0; choice < chosen[op].size() + (mayBeAbsent(op) ? 1 : 0); ++choice)
        costs.push_back(0);
    relaxed.addEdge(node, nodeOfOp[op], costs);
  }

  // FP-15
  void addPart(const PlanPart &part) {
    int64_t at = static_cast<int64_t>(order.size());
    for (const PlanForm &form : part.forms)
      for (int32_t op : form.ops)
        at = std::min(at, when[op]);
    size_t numForms = part.forms.size();
    int32_t node = relaxed.addNode({at, at}, std::vector<Cost>(numForms, 0), std::vector<Bytes>(numForms, 0));
    for (size_t own = 0; own < numForms; ++own)
      for (int32_t op : part.forms[own].ops) {
        std::vector<Cost> costs;
        for (size_t taken = 0; taken < numForms; ++taken) {
          for (size_t choice = 0; choice < chosen[op].size(); ++choice)
            costs.push_back(taken == own ? 0 : infiniteCost);
          costs.push_back(taken == own ? infiniteCost : 0);
        }
        relaxed.addEdge(node, nodeOfOp[op], costs);
      }
  }

  const FunctionLayout &problem;
  const FunctionCertificate &certificate;
  bool anyOrder;
  const FormIndex forms;
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
