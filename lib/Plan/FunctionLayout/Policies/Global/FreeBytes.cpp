//===- FreeBytes.cpp - L1 that a program's price counts on ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FreeBytes.h"

#include <algorithm>

namespace alcove::plan {

namespace {

/// The steps of a plan and the copies that are live at them: from behind the step that makes them, up to and with that
/// of their last reader.
class Liveness {
public:
  Liveness(const FunctionLayout &problem, const FunctionPlan &plan)
      : problem(problem), plan(plan), steps(stepsOf(problem, plan)), made(plan.copies.size(), -1),
        last(plan.copies.size(), -1) {
    for (int32_t step = 0; step < numSteps(); ++step)
      visit(step);
    for (int32_t copy : plan.returns)
      last[copy] = numSteps();
  }

  int32_t numSteps() const { return static_cast<int32_t>(steps.size()); }
  int32_t opAt(int32_t step) const { return steps[step].op; }
  bool isLive(int32_t copy, int32_t step) const { return made[copy] < step && step <= last[copy]; }
  Bytes bytesOf(int32_t copy) const {
    return problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout).l1Bytes;
  }
  Bytes wantedAt(int32_t step) const {
    int32_t op = steps[step].op;
    return op < 0 ? 0 : problem.classOf(op).candidates[plan.candidate[op]].wantsFreeBytes;
  }

  /// What is live at a step and what its op wants, beyond l1Bytes; 0 for ops that want nothing.
  std::vector<Bytes> missing() const {
    std::vector<Bytes> change(steps.size() + 2, 0), missing;
    for (size_t copy = 0; copy < made.size(); ++copy)
      if (last[copy] > made[copy]) {
        change[made[copy] + 1] += bytesOf(static_cast<int32_t>(copy));
        change[last[copy] + 1] -= bytesOf(static_cast<int32_t>(copy));
      }
    Bytes live = 0;
    for (int32_t step = 0; step < numSteps(); ++step) {
      live += change[step];
      Bytes wants = wantedAt(step);
      missing.push_back(wants > 0 ? std::max<Bytes>(0, live + wants - problem.l1Bytes) : 0);
    }
    return missing;
  }

private:
  void visit(int32_t step) {
    int32_t op = steps[step].op;
    if (op < 0) {
      made[steps[step].copy] = step;
      last[plan.copies[steps[step].copy].source] = step;
      return;
    }
    for (int32_t tensor : problem.ops[op].results)
      made[tensor] = step;
    for (int32_t copy : plan.reads[op])
      last[copy] = step;
  }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  std::vector<PlanStep> steps;
  std::vector<int32_t> made, last; ///< steps per copy
};

} // namespace

std::vector<Bytes> missingFreeBytes(const FunctionLayout &problem, const FunctionPlan &plan) {
  Liveness liveness(problem, plan);
  std::vector<Bytes> byStep = liveness.missing(), missing(problem.numOps(), 0);
  for (int32_t step = 0; step < liveness.numSteps(); ++step)
    if (int32_t op = liveness.opAt(step); op >= 0)
      missing[op] = byStep[step];
  return missing;
}

std::vector<ConflictMember> findFreeBytesConflict(const FunctionLayout &problem, const FunctionPlan &plan) {
  Liveness liveness(problem, plan);
  std::vector<Bytes> missing = liveness.missing();
  auto first = std::ranges::find_if(missing, [](Bytes bytes) { return bytes > 0; });
  if (first == missing.end())
    return {};
  auto step = static_cast<int32_t>(first - missing.begin());
  std::vector<int32_t> live;
  for (int32_t copy = 0, e = static_cast<int32_t>(plan.copies.size()); copy != e; ++copy)
    if (liveness.isLive(copy, step) && liveness.bytesOf(copy) > 0)
      live.push_back(copy);
  // The smallest go first as long as something is missing without them.
  std::ranges::stable_sort(live, {}, [&](int32_t copy) { return liveness.bytesOf(copy); });
  std::vector<ConflictMember> members = {{-1, {liveness.opAt(step), -1}}};
  Bytes spare = *first;
  for (int32_t copy : live) {
    if (liveness.bytesOf(copy) < spare)
      spare -= liveness.bytesOf(copy);
    else
      members.push_back({copy, {}});
  }
  return members;
}

} // namespace alcove::plan
