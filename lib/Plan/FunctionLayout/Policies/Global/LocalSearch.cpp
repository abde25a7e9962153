//===- LocalSearch.cpp - A plan that no single change makes faster -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LocalSearch.h"
#include "alcove/Plan/FunctionLayout/Explain.h"

#include <algorithm>
#include <set>

namespace alcove::plan {

namespace {

constexpr int passes = 4; // a change may make room, or a reason, for one of an earlier op

class LocalSearch {
public:
  LocalSearch(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline)
      : problem(problem), plan(std::move(plan)), deadline(deadline),
        shortages(verify(problem, this->plan).facts.shortages) {
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
    if (!explainer)
      explainer.emplace(problem, plan);
    std::vector<LocalChange> changes = explainer->changesIntoL1(op);
    for (int trial = 0; trial < Explainer::trials && trial < static_cast<int>(changes.size()); ++trial) {
      if (changes[trial].delta >= 0)
        return false;
      if (accept(explainer->changed(op, changes[trial])))
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
    shortages = std::move(verdict.facts.shortages);
    plan = std::move(changed);
    explainer.reset();
    return true;
  }

  bool isFaster(const FunctionPlan &changed, const PlanFacts &facts) const {
    std::optional<Picoseconds> before = timeWithShortages(problem, plan, shortages),
                               after = timeWithShortages(problem, changed, facts.shortages);
    return before && after ? *after < *before : changed.time < plan.time && !takesFreeL1(facts);
  }

  /// Some op has less of the L1 that its price counts on than it has now.
  bool takesFreeL1(const PlanFacts &facts) const {
    return std::ranges::any_of(facts.shortages, [&](const FreeL1Shortage &now) {
      auto before = std::ranges::find(shortages, now.op, &FreeL1Shortage::op);
      return before == shortages.end() || before->bytes < now.bytes;
    });
  }

  const FunctionLayout &problem;
  FunctionPlan plan;
  const Deadline *deadline;
  std::vector<FreeL1Shortage> shortages; ///< of `plan`
  std::optional<Explainer> explainer;    ///< of `plan`
  std::set<int32_t> readByFixed;         ///< tensors that ops read as the user said
};

} // namespace

FunctionPlan searchLocally(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline) {
  return LocalSearch(problem, std::move(plan), deadline).run();
}

} // namespace alcove::plan
