//===- DFSharding.cpp - The chain policy ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   schedule, cut into chains  ->  one configuration per op  ->  ends that stay  ->  runs that lose are given up
//   (ChainSchedule)                (ShardSolver)                 (KeptResults)       (LosingRuns)
//
// After tt-mlir's chain-based optimizer (docs/src/specs/ttnn-optimizer.md, removed there in July 2026). Rules and
// limitations: docs/spec/DFSharding.md.
//
//===----------------------------------------------------------------------===//
#include "../Policies.h"
#include "ChainPlan.h"

#include <algorithm>

namespace alcove::plan {

namespace {

/// A DRAM result whose only user comes right behind it may stay in L1, spread over all banks, when both ops agree.
class L1InterleavedUpgrade {
public:
  L1InterleavedUpgrade(const ChainPlan &plan, const Exclusions &exclusions)
      : plan(plan), problem(plan.problem), exclusions(exclusions) {}

  int32_t configFor(int32_t op, int32_t next) const {
    const PlanOp &producer = problem.ops[op], &reader = problem.ops[next];
    if (!isUntouched(op) || !isUntouched(next) || producer.results.size() != 1 || reader.results.size() != 1 ||
        exclusions.everything || exclusions.ops.count(op) || !isOnlyRead(producer.results[0], next))
      return -1;
    int32_t tensor = producer.results[0];
    const Layout &base = problem.layoutOf(tensor, problem.tensors[tensor].base);
    int32_t config = interleavedInL1(op, tensor);
    if (plan.pinned[tensor] || base.space != Space::Dram || !base.tiled || config < 0 ||
        problem.find(producer.opClass, plan.inputsOf(op), config) < 0)
      return -1;
    std::vector<int32_t> inputs = plan.inputsOf(next);
    inputs[0] = problem.classOf(op).configs[config].result;
    return problem.find(reader.opClass, inputs, plan.ops[next].config) < 0 ? -1 : config;
  }

private:
  bool isUntouched(int32_t op) const {
    const OpClass &opClass = problem.classOf(op);
    return plan.ops[op].config == opClass.baseConfig && opClass.traits.modelled && opClass.traits.mayUpgrade &&
           plan.ops[op].reshards.empty();
  }

  /// `next` alone reads the tensor, once, as operand 0.
  bool isOnlyRead(int32_t tensor, int32_t next) const {
    const std::vector<int32_t> &operands = problem.ops[next].operands;
    return plan.returned[tensor] == 0 && plan.users[tensor] == std::vector<int32_t>{next} && operands[0] == tensor &&
           std::count(operands.begin(), operands.end(), tensor) == 1;
  }

  int32_t interleavedInL1(int32_t op, int32_t tensor) const {
    const OpClass &opClass = problem.classOf(op);
    for (int32_t config = 0; config < opClass.numLegalConfigs; ++config) {
      const Layout &layout = problem.layoutOf(tensor, opClass.configs[config].result);
      if (opClass.configs[config].name.empty() && layout.isL1() && !layout.isSharded() && layout.tiled)
        return config;
    }
    return -1;
  }

  const ChainPlan &plan;
  const FunctionLayout &problem;
  const Exclusions &exclusions;
};

class DFSharding : public FunctionPolicy {
public:
  explicit DFSharding(const FunctionPolicyOptions &options) : options(options) {}
  std::string_view name() const override { return "DFSharding"; }

  FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) override {
    ChainPlan plan(problem);
    plan.schedule(exclusions);
    for (Chain &chain : plan.chains)
      if (solveChain(plan, chain, options.allowReshards); !hasWayOut(plan, chain))
        giveUp(plan, chain, "its end has no conversion to slow memory");
    plan.settleTheRest();
    if (options.keepResults)
      keepResults(plan, exclusions);
    if (options.dropLosingRuns)
      dropLosingRuns(plan);
    if (options.l1InterleavedFallback)
      upgradeToL1Interleaved(plan, exclusions);
    return plan.toFunctionPlan(std::string(name()));
  }

  bool exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
               Exclusions &exclusions) const override {
    return excludeChains(problem, plan, violation, exclusions);
  }

private:
  /// Chains end in slow memory (DF-L4).
  static bool hasWayOut(const ChainPlan &plan, const Chain &chain) {
    if (chain.state != ChainState::Completed)
      return true;
    int32_t tensor = plan.problem.ops[chain.ops.back()].results[0], from = plan.resultLayout(tensor);
    const PlanTensor &made = plan.problem.tensors[tensor];
    return from == made.base || plan.problem.conversion(made.kind, from, made.base).legal;
  }

  static void giveUp(ChainPlan &plan, Chain &chain, const std::string &why) {
    chain.state = ChainState::Failed;
    chain.reason = why;
    for (int op : chain.ops)
      plan.settle(op, "its chain failed: " + why);
  }

  static void upgradeToL1Interleaved(ChainPlan &plan, const Exclusions &exclusions) {
    for (size_t i = 0; i + 1 < plan.order.size(); ++i) {
      int32_t config = l1InterleavedUpgrade(plan, exclusions, plan.order[i], plan.order[i + 1]);
      if (config < 0)
        continue;
      plan.ops[plan.order[i]].config = config;
      plan.ops[plan.order[i]].missed.clear();
      ++i; // the next op reads L1 now: its own result stays where it is
    }
  }

  FunctionPolicyOptions options;
};

/// DFSharding with every op excluded: the same order, nothing in L1 but what the user fixed.
class AllDram : public FunctionPolicy {
public:
  std::string_view name() const override { return "AllDram"; }
  FunctionPlan run(const FunctionLayout &problem, const Exclusions &) override {
    Exclusions all;
    all.everything = true;
    FunctionPlan plan = DFSharding({}).run(problem, all);
    plan.policy = name();
    return plan;
  }
};

} // namespace

int32_t l1InterleavedUpgrade(const ChainPlan &plan, const Exclusions &exclusions, int32_t op, int32_t next) {
  return L1InterleavedUpgrade(plan, exclusions).configFor(op, next);
}

/// A kept chain end that waits there, the largest first; else the chain of the op or of the largest tensor there.
bool excludeChains(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                   Exclusions &exclusions) {
  std::vector<int32_t> chainOf(problem.numOps(), -1);
  for (size_t i = 0; i < plan.chains.size(); ++i)
    for (int32_t op : plan.chains[i])
      chainOf[op] = static_cast<int32_t>(i);
  std::vector<bool> spilled(problem.tensors.size(), false);
  for (const Copy &copy : plan.copies)
    if (copy.source >= 0 && copy.place == Copy::Place::AfterOp)
      spilled[copy.tensor] = true;
  std::vector<int32_t> suspects;
  if (violation.op >= 0)
    suspects.push_back(violation.op);
  for (int32_t copy : violation.copies) {
    int32_t tensor = plan.copies[copy].tensor, producer = problem.tensors[tensor].producer;
    if (producer < 0)
      continue;
    suspects.push_back(producer);
    bool isKeptEnd = chainOf[producer] >= 0 && plan.chains[chainOf[producer]].back() == producer && !spilled[tensor];
    if (isKeptEnd && plan.copies[copy].source < 0 && exclusions.results.insert(tensor).second)
      return true;
  }
  for (int32_t suspect : suspects) {
    if (chainOf[suspect] < 0)
      continue;
    const std::vector<int32_t> &chain = plan.chains[chainOf[suspect]];
    size_t before = exclusions.ops.size();
    exclusions.ops.insert(chain.begin(), chain.end());
    if (exclusions.ops.size() > before)
      return true;
  }
  return false;
}

std::unique_ptr<FunctionPolicy> makeDFSharding(const FunctionPolicyOptions &options) {
  return std::make_unique<DFSharding>(options);
}
std::unique_ptr<FunctionPolicy> makeAllDram(const FunctionPolicyOptions &) { return std::make_unique<AllDram>(); }

} // namespace alcove::plan
