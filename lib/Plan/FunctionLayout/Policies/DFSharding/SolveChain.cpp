//===- SolveChain.cpp - The shard solver asks a function problem ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../ShardingCompatibility.h"
#include "ChainPlan.h"

#include <fmt/format.h>

namespace alcove::plan {

namespace {

class ProblemOracle : public ShardOracle {
public:
  ProblemOracle(ChainPlan &plan, const std::vector<int> &chain)
      : problem(plan.problem), chain(chain), accepted(plan.accepted) {}

  ConfigSet accepts(int edge, int producer) override {
    return toSet(chain[edge], problem.classOf(chain[edge - 1]).configs[producer].result);
  }
  ConfigSet firstConfigs() override { return toSet(chain[0], std::nullopt); }
  bool firstAlwaysReshards() const override { return problem.classOf(chain[0]).traits.startsWithReshard; }

  std::vector<ReshardCandidate> reshards(int edge) override {
    std::vector<ReshardCandidate> found;
    int32_t tensor = problem.ops[chain[edge]].operands[0];
    const PlanTensor &planned = problem.tensors[tensor];
    const std::vector<Layout> &layouts = problem.kinds[planned.kind].layouts;
    const Layout &from = layouts[planned.base];
    if (from.space == Space::Host)
      return found;
    for (int32_t to = 0, e = static_cast<int32_t>(layouts.size()); to != e; ++to) {
      if (!layouts[to].isL1() || !layouts[to].isSharded() || !canConvert(planned, to))
        continue;
      ConfigSet consumers = toSet(chain[edge], to);
      if (consumers.any())
        found.push_back({to, consumers, layouts[to].tiled == from.tiled});
    }
    return found;
  }

  std::string reason;

private:
  bool canConvert(const PlanTensor &tensor, int32_t to) const {
    const Conversion &conversion = problem.conversion(tensor.kind, tensor.base, to);
    return conversion.legal &&
           conversion.peakBytes + problem.kinds[tensor.kind].layouts[tensor.base].l1Bytes <= problem.capacity;
  }

  /// Sharded configurations only: inside a chain nothing goes back to slow memory. Operand 0 lies as `input` (nothing:
  /// as it stands), the others in slow memory (DF-L1). Ops of one class have one answer.
  ConfigSet toSet(int op, std::optional<int32_t> input) {
    const PlanOp &planned = problem.ops[op];
    const OpClass &opClass = problem.classOf(op);
    int32_t first = input ? *input : problem.tensors[planned.operands[0]].base;
    auto [answer, isNew] = accepted.try_emplace({planned.opClass, input.value_or(-1)});
    if (isNew)
      answer->second = ask(op, input);
    if (auto refusal = opClass.refusals.find(first); refusal != opClass.refusals.end())
      reason = refusal->second;
    return answer->second;
  }

  ConfigSet ask(int op, std::optional<int32_t> input) const {
    ConfigSet set;
    const OpClass &opClass = problem.classOf(op);
    const PlanOp &planned = problem.ops[op];
    std::vector<int32_t> operands;
    for (int32_t tensor : planned.operands)
      operands.push_back(problem.tensors[tensor].base);
    if (input)
      operands[0] = *input;
    for (int32_t config = 0; config < std::min(opClass.numLegalConfigs, maxShardConfigs); ++config) {
      const Layout &output = problem.layoutOf(planned.results[0], opClass.configs[config].result);
      if (!output.isSharded() ||
          (input && !isCompatibleSharding(opClass.traits.kind, problem.layoutOf(planned.operands[0], *input), output)))
        continue;
      if (problem.find(planned.opClass, operands, config) >= 0)
        set.set(config);
    }
    return set;
  }

  const FunctionLayout &problem;
  const std::vector<int> &chain;
  AcceptedConfigs &accepted;
};

} // namespace

static std::vector<ShardNode> shardNodesOf(const FunctionLayout &problem, const Chain &chain) {
  std::vector<ShardNode> nodes;
  for (int op : chain.ops) {
    ShardNode node;
    const OpClass &opClass = problem.classOf(op);
    for (int32_t config = 0; config < opClass.numLegalConfigs; ++config) {
      const Layout &output = problem.layoutOf(problem.ops[op].results[0], opClass.configs[config].result);
      node.cores.push_back(output.cores());
      node.rank.push_back(output.sharding == Sharding::Block);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

/// Configurations of the chain's end whose result is sharded so.
static ConfigSet configsOfSharding(const FunctionLayout &problem, int op, Sharding sharding) {
  ConfigSet set;
  const OpClass &opClass = problem.classOf(op);
  for (int32_t config = 0; config < std::min(opClass.numLegalConfigs, maxShardConfigs); ++config)
    if (problem.layoutOf(problem.ops[op].results[0], opClass.configs[config].result).sharding == sharding)
      set.set(config);
  return set;
}

/// Reshards are found by a conversion from the base layout; within the chain they start from what the op before makes.
/// The first op whose conversion the backend refuses from there; -1 when there is none.
static int refusedReshard(const ChainPlan &plan, const Chain &chain, const ShardSolution &solution) {
  for (size_t i = 1; i < chain.ops.size(); ++i) {
    if (!solution.reshard[i])
      continue;
    int32_t kind = plan.problem.tensors[plan.problem.ops[chain.ops[i]].operands[0]].kind;
    int32_t from = plan.problem.classOf(chain.ops[i - 1]).configs[solution.config[i - 1]].result;
    if (!plan.problem.conversion(kind, from, *solution.reshard[i]).legal)
      return static_cast<int>(i);
  }
  return -1;
}

int solveChain(ChainPlan &plan, Chain &chain, bool allowReshards, std::optional<Sharding> endSharding) {
  ProblemOracle oracle(plan, chain.ops);
  ShardSolverOptions options{allowReshards, std::nullopt};
  if (endSharding)
    options.lastConfigs = configsOfSharding(plan.problem, chain.ops.back(), *endSharding);
  ShardSolution solution = solveShards(shardNodesOf(plan.problem, chain), oracle, options);
  if (int refused = solution.resolved ? refusedReshard(plan, chain, solution) : -1; refused >= 0) {
    solution.resolved = false;
    solution.failedEdge = refused;
    solution.reason = "its operand has no conversion from what the op before makes";
  }
  if (!solution.resolved) {
    chain.state = ChainState::Failed;
    chain.reason = solution.reason + (oracle.reason.empty() ? "" : ": " + oracle.reason);
    for (int op : chain.ops)
      plan.ops[op].missed =
          fmt::format("its chain failed before op {} of {}: {}", solution.failedEdge, chain.ops.size(), chain.reason);
    return solution.failedEdge;
  }
  chain.state = ChainState::Completed;
  for (size_t i = 0; i < chain.ops.size(); ++i) {
    OpDecision &decision = plan.ops[chain.ops[i]];
    decision.config = solution.config[i];
    decision.inChain = true;
    decision.missed.clear();
    if (solution.reshard[i])
      decision.reshards[0] = *solution.reshard[i];
  }
  plan.ops[chain.ops.back()].spill = true; // chains end in slow memory (DF-L4)
  return -1;
}

} // namespace alcove::plan
