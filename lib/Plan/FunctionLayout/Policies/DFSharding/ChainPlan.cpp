//===- ChainPlan.cpp - Decisions of the chain policies --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ChainPlan.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>

namespace alcove::plan {

ChainPlan::ChainPlan(const FunctionLayout &problem)
    : problem(problem), ops(problem.numOps()), users(problem.tensors.size()), returned(problem.tensors.size(), 0),
      position(problem.numOps(), 0), pinned(pinnedTensors(problem)) {
  for (int32_t op = 0, e = static_cast<int32_t>(problem.numOps()); op != e; ++op)
    for (int32_t tensor : problem.ops[op].operands)
      if (users[tensor].empty() || users[tensor].back() != op)
        users[tensor].push_back(op);
  for (int32_t tensor : problem.returns)
    ++returned[tensor];
}

void ChainPlan::schedule(const Exclusions &exclusions) {
  ChainSchedule schedule = buildChains(chainOpsOf(problem, exclusions));
  order.assign(schedule.order.begin(), schedule.order.end());
  for (size_t i = 0; i < order.size(); ++i)
    position[order[i]] = static_cast<int32_t>(i);
  chains = std::move(schedule.chains);
}

void ChainPlan::settleTheRest() {
  for (size_t op = 0; op < ops.size(); ++op) {
    if (ops[op].inChain)
      continue;
    std::string why = ops[op].missed;
    if (why.empty())
      why = problem.classOf(static_cast<int32_t>(op)).traits.chainShardable ? "no chain holds it"
                                                                            : "the policy does not shard this op";
    settle(static_cast<int32_t>(op), std::move(why));
  }
}

int32_t ChainPlan::resultLayout(int32_t tensor) const {
  int32_t op = problem.tensors[tensor].producer;
  if (op < 0 || ops[op].config < 0 || problem.ops[op].results[0] != tensor)
    return problem.tensors[tensor].base;
  return problem.classOf(op).configs[ops[op].config].result;
}

int32_t ChainPlan::settledLayout(int32_t tensor) const {
  int32_t op = problem.tensors[tensor].producer;
  if (op < 0 || !ops[op].spill)
    return resultLayout(tensor);
  return ops[op].spillTo >= 0 && problem.ops[op].results[0] == tensor ? ops[op].spillTo : problem.tensors[tensor].base;
}

std::vector<int32_t> ChainPlan::inputsOf(int32_t op) const {
  std::vector<int32_t> layouts;
  for (int32_t tensor : problem.ops[op].operands)
    layouts.push_back(settledLayout(tensor));
  for (auto [operand, layout] : ops[op].reshards)
    layouts[operand] = layout;
  return layouts;
}

int32_t ChainPlan::candidateOf(int32_t op) const {
  return problem.find(problem.ops[op].opClass, inputsOf(op), ops[op].config);
}

std::optional<Bytes> ChainPlan::needOf(int32_t op) const {
  if (!problem.classOf(op).traits.modelled)
    return 0;
  std::vector<int32_t> inputs = inputsOf(op);
  int32_t candidate = problem.find(problem.ops[op].opClass, inputs, ops[op].config);
  if (candidate < 0)
    return std::nullopt;
  Bytes need = problem.classOf(op).candidates[candidate].peakBytes;
  for (size_t i = 0; i < inputs.size(); ++i)
    need += problem.layoutOf(problem.ops[op].operands[i], inputs[i]).l1Bytes;
  return need;
}

std::optional<Picoseconds> ChainPlan::timeOf(int32_t op) const {
  int32_t index = candidateOf(op);
  if (index < 0)
    return std::nullopt;
  const Candidate &candidate = problem.classOf(op).candidates[index];
  return candidate.timed ? std::optional(candidate.time) : std::nullopt;
}

Picoseconds ChainPlan::conversionTime(int32_t op) const {
  Picoseconds time = 0;
  for (auto [operand, layout] : ops[op].reshards) {
    int32_t tensor = problem.ops[op].operands[operand];
    time += problem.conversion(problem.tensors[tensor].kind, settledLayout(tensor), layout).time;
  }
  if (ops[op].spill) {
    int32_t tensor = problem.ops[op].results[0];
    time += problem.conversion(problem.tensors[tensor].kind, resultLayout(tensor), settledLayout(tensor)).time;
  }
  return time;
}

bool ChainPlan::canConvert(int32_t kind, int32_t from, int32_t to) const {
  const Conversion &conversion = problem.conversion(kind, from, to);
  return conversion.legal && conversion.peakBytes + problem.kinds[kind].layouts[from].l1Bytes <= problem.capacity;
}

void ChainPlan::settle(int32_t op, std::string why) {
  const OpClass &opClass = problem.classOf(op);
  OpDecision decision;
  decision.config = opClass.settledConfig < 0 ? opClass.baseConfig : opClass.settledConfig;
  decision.missed = std::move(why);
  if (!problem.ops[op].results.empty() && decision.config != opClass.baseConfig) {
    int32_t tensor = problem.ops[op].results[0];
    decision.spill = problem.layoutOf(tensor, opClass.configs[decision.config].result).isL1();
  }
  ops[op] = std::move(decision);
}

namespace {
/// Writes decisions as copies and reads.
class Writer {
public:
  explicit Writer(const ChainPlan &chains)
      : chains(chains), problem(chains.problem), builder(problem), settled(problem.tensors.size()) {
    for (int32_t tensor = 0, e = static_cast<int32_t>(settled.size()); tensor != e; ++tensor)
      settled[tensor] = tensor;
  }

  FunctionPlan write(std::string policy) {
    builder.setOrder(chains.order);
    for (int32_t op : chains.order)
      writeOp(op);
    for (size_t i = 0; i < problem.returns.size(); ++i)
      builder.returnCopy(i, inBase(problem.returns[i], -1));
    FunctionPlan plan = std::move(builder).finish(std::move(policy));
    for (const OpDecision &decision : chains.ops)
      plan.reasons.push_back(decision.missed);
    return plan;
  }

private:
  void writeOp(int32_t op) {
    const OpDecision &decision = chains.ops[op];
    const PlanOp &planned = problem.ops[op];
    int32_t candidate = chains.candidateOf(op);
    bool asPlanned = candidate >= 0;
    if (!asPlanned) // a reader that does not accept what the user fixed before it
      candidate = problem.classOf(op).base;
    builder.choose(op, candidate);
    for (size_t operand = 0; operand < planned.operands.size(); ++operand) {
      int32_t tensor = planned.operands[operand];
      auto reshard = decision.reshards.find(static_cast<int32_t>(operand));
      int32_t copy = !asPlanned                           ? inBase(tensor, op)
                     : reshard != decision.reshards.end() ? builder.copyBefore(op, settled[tensor], reshard->second)
                                                          : settled[tensor];
      builder.read(op, operand, copy);
    }
    if (asPlanned && decision.spill && !planned.results.empty()) {
      int32_t tensor = planned.results[0];
      settled[tensor] = builder.copyAfterProducer(tensor, chains.settledLayout(tensor));
    }
  }

  /// A copy of the tensor in its base layout.
  int32_t inBase(int32_t tensor, int32_t before) {
    const Copy &copy = builder.current().copies[settled[tensor]];
    if (copy.layout == problem.tensors[tensor].base)
      return settled[tensor];
    return builder.copyBefore(before, settled[tensor], problem.tensors[tensor].base);
  }

  const ChainPlan &chains;
  const FunctionLayout &problem;
  PlanBuilder builder;
  std::vector<int32_t> settled; ///< per tensor: the copy that readers find
};
} // namespace

FunctionPlan ChainPlan::toFunctionPlan(std::string policy) const {
  FunctionPlan plan = Writer(*this).write(std::move(policy));
  int64_t completed = 0, failed = 0, longest = 0, kept = 0, longestRun = 0;
  std::vector<int32_t> runs = runsOf(*this);
  std::vector<int64_t> runOps(chains.size(), 0);
  for (size_t i = 0; i < chains.size(); ++i) {
    const Chain &chain = chains[i];
    if (chain.state != ChainState::Completed) {
      ++failed;
      ++plan.failures[chain.reason];
      continue;
    }
    ++completed;
    kept += !ops[chain.ops.back()].leavesL1();
    longest = std::max(longest, static_cast<int64_t>(chain.ops.size()));
    longestRun = std::max(longestRun, runOps[runs[i]] += static_cast<int64_t>(chain.ops.size()));
    plan.chains.emplace_back(chain.ops.begin(), chain.ops.end());
  }
  plan.counts = {{"chains_completed", completed},
                 {"chains_failed", failed},
                 {"longest_chain", longest},
                 {"kept_results", kept},
                 {"longest_run", longestRun}};
  return plan;
}

std::vector<bool> pinnedTensors(const FunctionLayout &problem) {
  std::vector<bool> pinned(problem.tensors.size(), false);
  FormIndex forms(problem);
  auto pin = [&](int32_t named) {
    for (int32_t tensor : forms.standing(named))
      pinned[tensor] = true;
  };
  for (size_t tensor = 0; tensor < pinned.size(); ++tensor)
    if (problem.tensors[tensor].resident)
      pin(static_cast<int32_t>(tensor));
  for (int32_t op = 0, e = static_cast<int32_t>(problem.numOps()); op != e; ++op) {
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    for (size_t operand = 0; operand < operands.size(); ++operand)
      if (!problem.classOf(op).movable[operand])
        pin(operands[operand]);
    for (int32_t operand : problem.ops[op].writes)
      pin(operands[operand]);
  }
  // What a pinned view shows stays as well: users come behind producers.
  for (size_t op = problem.numOps(); op-- > 0;) {
    const OpClass &opClass = problem.classOf(static_cast<int32_t>(op));
    std::span<const int32_t> aliases = opClass.candidates.aliasesOf(opClass.base);
    for (size_t result = 0; result < aliases.size(); ++result)
      if (aliases[result] >= 0 && pinned[problem.ops[op].results[result]])
        pin(problem.ops[op].operands[aliases[result]]);
  }
  return pinned;
}

std::vector<ChainOp> chainOpsOf(const FunctionLayout &problem, const Exclusions &exclusions) {
  std::vector<ChainOp> nodes(problem.numOps());
  std::vector<bool> pinned = pinnedTensors(problem);
  for (int32_t op = 0, e = static_cast<int32_t>(problem.numOps()); op != e; ++op) {
    const OpClass &opClass = problem.classOf(op);
    ChainOp &node = nodes[op];
    node.after = problem.ops[op].after;
    for (int32_t tensor : problem.ops[op].operands)
      node.operands.push_back(problem.tensors[tensor].producer);
    node.isConcat = opClass.traits.kind == OpKind::Concat;
    node.scheduleEarly = opClass.traits.scheduleEarly;
    node.shardable = opClass.traits.chainShardable && problem.ops[op].results.size() == 1 &&
                     problem.ops[op].writes.empty() && !pinned[problem.ops[op].results[0]] && !exclusions.everything &&
                     !exclusions.ops.count(op);
    for (int32_t config = 0; node.shardable && config < opClass.numLegalConfigs; ++config)
      node.hasLegalConfigs |= problem.layoutOf(problem.ops[op].results[0], opClass.configs[config].result).isSharded();
  }
  for (int32_t tensor : problem.returns)
    if (int32_t producer = problem.tensors[tensor].producer; producer >= 0)
      ++nodes[producer].externalUses;
  return nodes;
}

} // namespace alcove::plan
