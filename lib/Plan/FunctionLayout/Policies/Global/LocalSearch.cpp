//===- LocalSearch.cpp - A plan that no single change makes faster -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalSearch.h"

#include <algorithm>
#include <set>

namespace alcove::plan {

LiveBytes::LiveBytes(const FunctionLayout &problem, const FunctionPlan &plan, const PlanFacts &facts)
    : problem(problem), plan(plan), facts(facts), position(problem.numOps()) {
  for (size_t i = 0; i < plan.order.size(); ++i)
    position[plan.order[i]] = i;
}

Bytes LiveBytes::heldBy(int32_t copy) const {
  auto numTensors = static_cast<int32_t>(problem.tensors.size());
  for (int32_t producer; copy < numTensors && (producer = problem.tensors[copy].producer) >= 0;) {
    const std::vector<int32_t> &results = problem.ops[producer].results;
    auto result = std::ranges::find(results, copy) - results.begin();
    int32_t alias = problem.classOf(producer).candidates.aliasesOf(plan.candidate[producer])[result];
    if (alias < 0)
      break;
    copy = plan.reads[producer][alias];
  }
  return problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout).l1Bytes;
}

bool LiveBytes::overfilledBy(int32_t op, const LocalChange &change, std::span<const Explainer::Reader> readers) const {
  const CandidateTable &table = problem.classOf(op).candidates;
  const Candidate &now = table[plan.candidate[op]], &then = table[change.candidate];
  std::span<const int32_t> wanted = table.operandsOf(change.candidate);
  Bytes gone = 0; // at most: operands that the op reads in another layout
  for (size_t k = 0; k < wanted.size(); ++k)
    if (plan.copies[plan.reads[op][k]].layout != wanted[k])
      gone += heldBy(plan.reads[op][k]);
  if (facts.liveBytes[op] - gone + then.peakBytes > problem.capacity)
    return true;
  // Results that share bytes, and operands that the op itself frees, change what is live behind it.
  bool sameBehind = problem.ops[op].results.size() == 1 && table.aliasesOf(change.candidate)[0] < 0 &&
                    (then.consumes < 0 || then.consumes == now.consumes);
  if (change.spilled || !sameBehind)
    return false;
  int32_t tensor = problem.ops[op].results[0];
  gone += heldBy(tensor);
  size_t first = plan.order.size();
  for (const Explainer::Reader &reader : readers)
    if (reader.kind == Explainer::Reader::Kind::Operand)
      first = std::min(first, position[reader.index]);
    else if (reader.kind == Explainer::Reader::Kind::Conversion)
      gone += heldBy(reader.index);
  if (first == plan.order.size())
    return false;
  Bytes made = problem.layoutOf(tensor, table.resultsOf(change.candidate)[0]).l1Bytes;
  return std::any_of(plan.order.begin() + static_cast<std::ptrdiff_t>(position[op]) + 1,
                     plan.order.begin() + static_cast<std::ptrdiff_t>(first), [&](int32_t between) {
                       Bytes own = problem.classOf(between).candidates[plan.candidate[between]].peakBytes;
                       return facts.liveBytes[between] - gone + made + own > problem.capacity;
                     });
}

namespace {

constexpr int passes = 4; // a change may make room, or a reason, for one of an earlier op

class LocalSearch {
public:
  LocalSearch(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline)
      : problem(problem), plan(std::move(plan)), deadline(deadline), facts(verify(problem, this->plan).facts) {
    for (size_t op = 0; op < problem.numOps(); ++op)
      if (problem.classOf(static_cast<int32_t>(op)).userFixed)
        for (int32_t tensor : problem.ops[op].operands)
          readByFixed.insert(tensor);
  }

  FunctionPlan run() {
    bool better = true;
    for (int pass = 0; pass < passes && better; ++pass) {
      better = false;
      for (int32_t op : std::vector<int32_t>(plan.order))
        if (!passed(deadline) && mayChange(op))
          better |= improve(op);
      better |= shareCopies();
    }
    return std::move(plan);
  }

private:
  bool mayChange(int32_t op) const {
    const OpClass &opClass = problem.classOf(op);
    if (problem.ops[op].results.empty() || !opClass.traits.modelled || opClass.userFixed)
      return false;
    int32_t tensor = problem.ops[op].results[0];
    return !problem.tensors[tensor].constant && !readByFixed.contains(tensor) &&
           problem.layoutOf(tensor, plan.copies[tensor].layout).space != Space::Host;
  }

  /// The fastest change that fits, of the few that save most.
  bool improve(int32_t op) {
    if (!explainer) {
      explainer.emplace(problem, plan);
      bytes.emplace(problem, plan, facts);
    }
    std::vector<LocalChange> changes = explainer->changesIntoL1(op);
    for (int trial = 0; trial < Explainer::trials && trial < static_cast<int>(changes.size()); ++trial) {
      if (changes[trial].delta >= 0)
        return false;
      if (!bytes->overfilledBy(op, changes[trial], explainer->readers(problem.ops[op].results[0])) &&
          accept(explainer->changed(op, changes[trial])))
        return true;
    }
    return false;
  }

  /// Readers that convert the same copy to the same layout read one conversion, where it may stay that long.
  bool shareCopies() {
    bool better = false;
    for (int32_t first = numTensors(); first < numCopies(); ++first)
      for (int32_t second = first + 1; second < numCopies(); ++second)
        if (plan.copies[first].tensor == plan.copies[second].tensor &&
            plan.copies[first].source == plan.copies[second].source &&
            plan.copies[first].layout == plan.copies[second].layout)
          better |= accept(isEarlier(first, second) ? withoutCopy(problem, plan, second, first)
                                                    : withoutCopy(problem, plan, first, second));
    return better;
  }

  int32_t numTensors() const { return static_cast<int32_t>(problem.tensors.size()); }
  int32_t numCopies() const { return static_cast<int32_t>(plan.copies.size()); }

  /// Of two conversions of one copy.
  bool isEarlier(int32_t a, int32_t b) const {
    const Copy &first = plan.copies[a], &second = plan.copies[b];
    if (first.place != second.place || first.op == second.op)
      return first.place == second.place || first.place == Copy::Place::AfterOp;
    auto at = [&](int32_t op) { return op < 0 ? plan.order.end() : std::ranges::find(plan.order, op); };
    return at(first.op) < at(second.op);
  }

  bool accept(FunctionPlan changed) {
    PlanVerdict verdict = verify(problem, changed);
    if (!verdict.ok() || verdict.facts.peakSumBytes > problem.capacity || !isFaster(changed, verdict.facts))
      return false;
    facts = std::move(verdict.facts);
    plan = std::move(changed);
    explainer.reset();
    return true;
  }

  bool isFaster(const FunctionPlan &changed, const PlanFacts &now) const {
    std::optional<Picoseconds> before = timeWithShortages(problem, plan, facts.shortages),
                               after = timeWithShortages(problem, changed, now.shortages);
    return before && after ? *after < *before : changed.time < plan.time && !takesFreeL1(now);
  }

  /// Some op has less of the L1 that its price counts on than it has now.
  bool takesFreeL1(const PlanFacts &now) const {
    return std::ranges::any_of(now.shortages, [&](const FreeL1Shortage &shortage) {
      auto before = std::ranges::find(facts.shortages, shortage.op, &FreeL1Shortage::op);
      return before == facts.shortages.end() || before->bytes < shortage.bytes;
    });
  }

  const FunctionLayout &problem;
  FunctionPlan plan;
  const Deadline *deadline;
  PlanFacts facts;                    ///< of `plan`
  std::optional<Explainer> explainer; ///< of `plan`, and so are the bytes
  std::optional<LiveBytes> bytes;
  std::set<int32_t> readByFixed; ///< tensors that ops read as the user said
};

} // namespace

FunctionPlan searchLocally(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline) {
  return LocalSearch(problem, std::move(plan), deadline).run();
}

} // namespace alcove::plan
