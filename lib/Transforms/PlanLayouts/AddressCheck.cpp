//===- AddressCheck.cpp - Does the plan fit by addresses? -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "AddressCheck.h"
#include "ApplyPlan.h"
#include "alcove/Sim/MemoryWalk.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {
/// Chains by their ops.
class ChainIndex {
public:
  explicit ChainIndex(const FunctionPlan &plan) : plan(plan) {
    for (const plan::Chain &chain : plan.chains)
      if (chain.state == plan::ChainState::Completed)
        for (int op : chain.ops)
          chainOf[plan.chainOps[op]] = &chain;
  }

  /// The chain that `op` belongs to; a conversion belongs to that of its operand's or its reader's.
  const plan::Chain *find(Operation *op) const {
    if (const plan::Chain *chain = chainOf.lookup(op))
      return chain;
    if (!isa_and_nonnull<ttnn::ToMemoryConfigOp>(op))
      return nullptr;
    if (const plan::Chain *chain = chainOf.lookup(op->getOperand(0).getDefiningOp()))
      return chain;
    for (Operation *user : op->getUsers())
      if (const plan::Chain *chain = chainOf.lookup(user))
        return chain;
    return nullptr;
  }

  bool isKeptTail(Operation *op, const plan::Chain &chain) const {
    return plan.chainOps[chain.ops.back()] == op && !plan.ops.find(op)->second.spill;
  }

private:
  const FunctionPlan &plan;
  llvm::DenseMap<Operation *, const plan::Chain *> chainOf;
};
} // namespace

bool transforms::barWhatDoesNotFit(func::FuncOp function, const FunctionPlan &plan, const opmodel::OpModel &model,
                                   const queries::Machine &machine, PolicyOptions &options) {
  sim::FunctionWalk walk = sim::walkFunction(function, model, machine, machine.usableL1Bytes, /*maxViolations=*/4,
                                             sim::Deallocations::AfterLastUse);
  ChainIndex chains(plan);
  for (const sim::Violation &violation : walk.violations) {
    StringRef rule = violation.rule;
    if (rule != "M1" && rule != "M8" && rule != "M9")
      continue;
    // A tail that only waits there, the largest first.
    for (const auto &[value, range] : violation.live) {
      Operation *producer = value.getDefiningOp();
      const plan::Chain *chain = producer ? chains.find(producer) : nullptr;
      if (chain && chains.isKeptTail(producer, *chain) && options.barredTails.insert(chain->ops.back()).second)
        return true;
    }
    SmallVector<Operation *> suspects{violation.op};
    for (const auto &[value, range] : violation.live)
      if (Operation *producer = value.getDefiningOp())
        suspects.push_back(producer);
    for (Operation *suspect : suspects)
      if (const plan::Chain *chain = chains.find(suspect)) {
        size_t before = options.barredOps.size();
        options.barredOps.insert(chain->ops.begin(), chain->ops.end());
        if (options.barredOps.size() > before)
          return true;
      }
  }
  return false;
}

FunctionPlan transforms::planAndApply(func::FuncOp function, OpQuestions &questions, const opmodel::OpModel &model,
                                      PolicyOptions options, const layouts::Overrides &overrides,
                                      llvm::function_ref<void(const FunctionPlan &)> beforeApplying, int maxRounds) {
  for (int round = 0;; ++round) {
    if (round == maxRounds)
      options.memoryLayoutAnalysis = false;
    // Nothing to fall back to is needed where nothing lies in L1.
    OwningOpRef<func::FuncOp> original = options.memoryLayoutAnalysis ? function.clone() : func::FuncOp();
    FunctionPlan plan = planFunction(function, questions, options, overrides);
    beforeApplying(plan);
    applyPlan(function, plan, questions.machine);
    if (!original || !barWhatDoesNotFit(function, plan, model, questions.machine, options))
      return plan;
    function.getBody().takeBody(original->getBody());
    questions.forget(); // its answers are of ops that are gone
  }
}
