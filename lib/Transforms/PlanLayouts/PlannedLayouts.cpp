//===- PlannedLayouts.cpp - Where values will lie under a plan ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlannedLayouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// The decision about the op that makes a value, when it has a configuration.
static const OpPlan *configuredProducer(const FunctionPlan &plan, Value value) {
  Operation *producer = value.getDefiningOp();
  auto it = producer ? plan.ops.find(producer) : plan.ops.end();
  return it != plan.ops.end() && it->second.config ? &it->second : nullptr;
}

device::TensorSpec transforms::plannedResult(const FunctionPlan &plan, Value value, const queries::Machine &machine) {
  device::TensorSpec spec = *queries::specOf(value, machine);
  if (const OpPlan *producer = configuredProducer(plan, value))
    spec.layout = producer->config->output;
  return spec;
}

std::vector<device::TensorLayout> transforms::plannedInputs(const FunctionPlan &plan, Operation *op,
                                                            const queries::Machine &machine) {
  std::vector<device::TensorLayout> layouts;
  const OpPlan &decision = plan.ops.find(op)->second;
  for (OpOperand *operand : queries::tensorOperands(op)) {
    Value value = operand->get();
    auto reshard = decision.reshards.find(operand->getOperandNumber());
    std::optional<device::TensorSpec> current = queries::specOf(value, machine);
    const OpPlan *producer = configuredProducer(plan, value);
    if (reshard != decision.reshards.end())
      layouts.push_back(reshard->second);
    else if (current && producer && !producer->spill)
      layouts.push_back(producer->config->output);
    else
      layouts.push_back(current ? current->layout : device::TensorLayout());
  }
  return layouts;
}

Nanoseconds transforms::conversionTime(const FunctionPlan &plan, Operation *op, OpQuestions &questions) {
  const OpPlan &decision = plan.ops.find(op)->second;
  Nanoseconds time = 0;
  for (const auto &[operand, layout] : decision.reshards)
    time += questions.moveTime(plannedResult(plan, op->getOperand(operand), questions.machine), layout);
  if (decision.spill)
    time += questions.moveTime(plannedResult(plan, op->getResult(0), questions.machine),
                               queries::specOf(op->getResult(0), questions.machine)->layout);
  return time;
}

std::vector<int> transforms::runsOfChains(const FunctionPlan &plan) {
  std::vector<int> run(plan.chains.size(), -1);
  llvm::DenseMap<Operation *, int> chainOf;
  for (auto [index, chain] : llvm::enumerate(plan.chains)) {
    if (chain.state != plan::ChainState::Completed)
      continue;
    run[index] = static_cast<int>(index);
    for (int op : chain.ops)
      chainOf[plan.chainOps[op]] = static_cast<int>(index);
  }
  auto join = [&](int from, int to) {
    for (int &id : run)
      if (id == from)
        id = to;
  };
  for (auto [index, chain] : llvm::enumerate(plan.chains)) {
    if (run[index] < 0)
      continue;
    Operation *tail = plan.chainOps[chain.ops.back()];
    if (plan.ops.find(tail)->second.spill)
      continue;
    for (Operation *user : tail->getUsers())
      if (auto other = chainOf.find(user); other != chainOf.end() && run[other->second] != run[index])
        join(run[index], run[other->second]);
  }
  return run;
}
