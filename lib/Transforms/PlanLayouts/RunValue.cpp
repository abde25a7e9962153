//===- RunValue.cpp - Does a run in L1 pay? -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RunValue.h"
#include "PlannedLayouts.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {
struct RunTimes {
  Nanoseconds inL1 = 0, inSlowMemory = 0;
  bool known = true;
};
} // namespace

/// Adds what one op costs with and without the plan.
static void addOp(RunTimes &times, const FunctionPlan &plan, Operation *op, OpQuestions &questions) {
  const OpPlan &decision = plan.ops.find(op)->second;
  std::vector<device::TensorLayout> now;
  for (OpOperand *operand : queries::tensorOperands(op))
    now.push_back(queries::specOf(operand->get(), questions.machine)->layout);
  std::optional<Nanoseconds> slow = questions.time(op, now, std::nullopt);
  std::optional<Nanoseconds> fast = questions.time(op, plannedInputs(plan, op, questions.machine), decision.config);
  if (!slow || !fast) {
    times.known = false;
    return;
  }
  times.inSlowMemory += *slow;
  times.inL1 += *fast + conversionTime(plan, op, questions);
}

/// Sums that differ by less are equal but for the order of their terms; a run that costs as much stays in L1.
static constexpr Nanoseconds tieNs = 1e-3;

void transforms::dropLosingRuns(FunctionPlan &plan, OpQuestions &questions,
                                llvm::function_ref<void(Operation *)> settle) {
  std::vector<int> runs = runsOfChains(plan);
  std::map<int, RunTimes> times;
  llvm::DenseSet<Operation *> counted;
  for (auto [index, chain] : llvm::enumerate(plan.chains))
    if (runs[index] >= 0)
      for (int op : chain.ops)
        if (counted.insert(plan.chainOps[op]).second)
          addOp(times[runs[index]], plan, plan.chainOps[op], questions);
  // Ops of no chain that read a kept tail: shards may be slower to read than a tensor in DRAM.
  for (auto [index, chain] : llvm::enumerate(plan.chains))
    if (runs[index] >= 0)
      for (Operation *user : plan.chainOps[chain.ops.back()]->getUsers())
        if (plan.ops.count(user) && queries::isModelled(user) && counted.insert(user).second)
          addOp(times[runs[index]], plan, user, questions);
  for (auto [index, chain] : llvm::enumerate(plan.chains)) {
    if (runs[index] < 0)
      continue;
    const RunTimes &run = times[runs[index]];
    if (!run.known || run.inL1 <= run.inSlowMemory + tieNs)
      continue;
    chain.state = plan::ChainState::Failed;
    chain.reason = "it would take longer in L1 than in DRAM";
    for (int op : chain.ops) {
      plan.ops[plan.chainOps[op]] = OpPlan();
      settle(plan.chainOps[op]);
      plan.ops[plan.chainOps[op]].missed = fmt::format("its run would take {:.1f} us in L1, {:.1f} us in DRAM",
                                                       run.inL1 / 1000, run.inSlowMemory / 1000);
    }
  }
}
