//===- Polish.cpp - A plan that no single change makes faster -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Polish.h"
#include "FreeBytes.h"
#include "alcove/Plan/FunctionLayout/Explain.h"

#include <algorithm>

namespace alcove::plan {

namespace {

constexpr int kPasses = 4; // a change may make room, or a reason, for one of an earlier op

class Polisher {
public:
  Polisher(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline)
      : problem(problem), plan(std::move(plan)), deadline(deadline) {
    for (size_t op = 0; op < problem.numOps(); ++op)
      if (problem.classOf(static_cast<int32_t>(op)).userFixed)
        for (int32_t tensor : problem.ops[op].operands)
          readByFixed.insert(tensor);
  }

  FunctionPlan run() {
    bool better = true;
    for (int pass = 0; pass < kPasses && better; ++pass) {
      better = false;
      for (int32_t op : std::vector<int32_t>(plan.order))
        if (!passed(deadline) && mayChange(op))
          better |= improve(op);
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
    for (int trial = 0; trial < Explainer::kTrials && trial < static_cast<int>(changes.size()); ++trial) {
      if (changes[trial].delta >= 0)
        return false;
      FunctionPlan changed = explainer->changed(op, changes[trial]);
      PlanVerdict verdict = verify(problem, changed);
      if (!verdict.ok() || verdict.facts.peakSumBytes > problem.capacity || changed.time >= plan.time ||
          takesFreeBytes(changed))
        continue;
      plan = std::move(changed);
      explainer.reset();
      return true;
    }
    return false;
  }

  /// Some op has less of the L1 that its price counts on than it has now.
  bool takesFreeBytes(const FunctionPlan &changed) const {
    std::vector<Bytes> before = missingFreeBytes(problem, plan), after = missingFreeBytes(problem, changed);
    return !std::ranges::equal(after, before, std::ranges::less_equal());
  }

  const FunctionLayout &problem;
  FunctionPlan plan;
  const Deadline *deadline;
  std::optional<Explainer> explainer; ///< of `plan`
  std::set<int32_t> readByFixed;      ///< tensors that ops read as the user said
};

} // namespace

FunctionPlan polish(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline) {
  return Polisher(problem, std::move(plan), deadline).run();
}

} // namespace alcove::plan
