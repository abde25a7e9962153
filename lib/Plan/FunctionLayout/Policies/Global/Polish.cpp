//===- Polish.cpp - A plan that no single change makes faster -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Polish.h"
#include "alcove/Plan/FunctionLayout/Explain.h"

#include <algorithm>

namespace alcove::plan {

namespace {

/// Bytes that are missing where programs depend on the L1 that is free (Candidate::wantsFreeBytes). Copies count from
/// their step to their last reader's, bytes that are shared twice.
Bytes missingFreeBytes(const FunctionLayout &problem, const FunctionPlan &plan) {
  std::vector<PlanStep> steps = stepsOf(problem, plan);
  auto end = static_cast<int32_t>(steps.size());
  std::vector<int32_t> made(plan.copies.size(), 0), last(plan.copies.size(), -1);
  for (int32_t step = 0; step < end; ++step) {
    if (steps[step].op < 0) {
      made[steps[step].copy] = step;
      last[plan.copies[steps[step].copy].source] = step;
      continue;
    }
    for (int32_t tensor : problem.ops[steps[step].op].results)
      made[tensor] = step;
    for (int32_t copy : plan.reads[steps[step].op])
      last[copy] = step;
  }
  for (int32_t copy : plan.returns)
    last[copy] = end;
  std::vector<Bytes> change(steps.size() + 2, 0);
  for (size_t copy = 0; copy < plan.copies.size(); ++copy)
    if (last[copy] > made[copy]) {
      Bytes bytes = problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout).l1Bytes;
      change[made[copy] + 1] += bytes;
      change[last[copy] + 1] -= bytes;
    }
  Bytes live = 0, missing = 0;
  for (int32_t step = 0; step < end; ++step) {
    live += change[step];
    if (int32_t op = steps[step].op; op >= 0)
      if (Bytes wants = problem.classOf(op).candidates[plan.candidate[op]].wantsFreeBytes; wants > 0)
        missing += std::max<Bytes>(0, live + wants - problem.capacity);
  }
  return missing;
}

constexpr int kPasses = 4; // a change may make room, or a reason, for one of an earlier op

class Polisher {
public:
  Polisher(const FunctionLayout &problem, FunctionPlan plan) : problem(problem), plan(std::move(plan)) {
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
        if (mayChange(op))
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
    Explainer explainer(problem, plan);
    std::vector<LocalChange> changes = explainer.changesIntoL1(op);
    for (int trial = 0; trial < Explainer::kTrials && trial < static_cast<int>(changes.size()); ++trial) {
      if (changes[trial].delta >= 0)
        return false;
      FunctionPlan changed = explainer.changed(op, changes[trial]);
      PlanVerdict verdict = verify(problem, changed);
      if (!verdict.ok() || verdict.facts.peakSumBytes > problem.capacity || changed.time >= plan.time ||
          missingFreeBytes(problem, changed) > missingFreeBytes(problem, plan))
        continue;
      plan = std::move(changed);
      return true;
    }
    return false;
  }

  const FunctionLayout &problem;
  FunctionPlan plan;
  std::set<int32_t> readByFixed; ///< tensors that ops read as the user said
};

} // namespace

FunctionPlan polish(const FunctionLayout &problem, FunctionPlan plan) {
  return Polisher(problem, std::move(plan)).run();
}

} // namespace alcove::plan
