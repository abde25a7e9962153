//===- Concats.cpp - Concatenations of chains -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//      chain 0   chain 1   chain 2   chain 3      every end height sharded, on one grid, read by nobody else
//         \         \        /        /
//          +---------+------+--------+
//                 concat, last dimension          its four inputs wait in L1 together
//
//===----------------------------------------------------------------------===//
#include "Steps.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

std::vector<int32_t> chainsByOp(const ChainPlan &plan) {
  std::vector<int32_t> chainOf(plan.ops.size(), -1);
  for (size_t i = 0; i < plan.chains.size(); ++i)
    for (int op : plan.chains[i].ops)
      chainOf[op] = static_cast<int32_t>(i);
  return chainOf;
}

// DS2-6: columns grow, so every core keeps its rows; rows grow, so every core keeps its columns.
std::optional<Sharding> shardingOfInputs(const OpTraits &concat) {
  if (concat.concatDim == 0)
    return Sharding::Height;
  if (concat.concatDim == 1)
    return Sharding::Width;
  return std::nullopt;
}

std::vector<std::optional<Sharding>> concatPreferences(const ChainPlan &plan, const Exclusions &exclusions) {
  const FunctionLayout &problem = plan.problem;
  std::vector<std::optional<Sharding>> preferred(plan.chains.size());
  std::vector<int32_t> chainOf = chainsByOp(plan);
  auto endsAt = [&](int32_t tensor) { // the chain of which the tensor is the result, read once; else -1
    int32_t producer = problem.tensors[tensor].producer;
    int32_t chain = producer < 0 ? -1 : chainOf[producer];
    bool usable = chain >= 0 && plan.chains[chain].ops.back() == producer && plan.returned[tensor] == 0 &&
                  plan.users[tensor].size() == 1 && !exclusions.results.count(tensor);
    return usable ? chain : -1;
  };
  for (const Chain &chain : plan.chains) {
    if (!chain.isConcat)
      continue;
    std::optional<Sharding> sharding = shardingOfInputs(problem.classOf(chain.ops[0]).traits);
    const std::vector<int32_t> &inputs = problem.ops[chain.ops[0]].operands;
    if (!sharding || !std::all_of(inputs.begin(), inputs.end(), [&](int32_t input) { return endsAt(input) >= 0; }))
      continue;
    for (int32_t input : inputs)
      preferred[endsAt(input)] = sharding;
  }
  return preferred;
}

namespace {
class ConcatResolver {
public:
  ConcatResolver(Reservations &reservations, Chain &chain)
      : reservations(reservations), plan(reservations.plan), problem(reservations.problem), chain(chain),
        op(chain.ops[0]) {}

  std::optional<Refusal> run(std::optional<Sharding> preferred) {
    if (std::optional<Refusal> refusal = checkInputs())
      return refusal;
    Change change;
    for (int32_t input : problem.ops[op].operands)
      change.kept.push_back({input, -1});
    std::optional<Refusal> refusal = refuse("no sharded result is accepted for these inputs");
    for (int32_t config : configsInOrder(preferred)) {
      change.configured = {{op, config, true}};
      std::optional<Refusal> now = reservations.attempt(change);
      if (!now) {
        complete();
        return std::nullopt;
      }
      if (now->kind == Refusal::Kind::NotAccepted && now->op == op)
        continue; // not a result that these inputs make
      refusal = now;
      if (now->kind == Refusal::Kind::NoRoom && now->op != op)
        break; // before the concatenation: no other configuration of it helps
    }
    return refusal;
  }

private:
  std::optional<Refusal> refuse(std::string text) const {
    return Refusal{Refusal::Kind::NotAccepted, op, std::move(text)};
  }

  // DS2-7
  std::optional<Refusal> checkInputs() const {
    std::optional<Sharding> sharding = shardingOfInputs(problem.classOf(op).traits);
    if (!sharding)
      return refuse("a concatenation shards along the last two dimensions only");
    std::vector<int32_t> chainOf = chainsByOp(plan);
    const Layout *first = nullptr;
    for (int32_t input : problem.ops[op].operands) {
      int32_t producer = problem.tensors[input].producer;
      int32_t source = producer < 0 ? -1 : chainOf[producer];
      if (source < 0 || reservations.openEnd(plan.chains[source]) != input)
        return refuse(fmt::format("{} is not the end of a completed chain", problem.tensors[input].name));
      if (reservations.useCount(input) != 1)
        return refuse(fmt::format("{} has {} uses", problem.tensors[input].name, reservations.useCount(input)));
      const Layout &layout = problem.layoutOf(input, plan.resultLayout(input));
      if (layout.sharding != *sharding)
        return refuse(fmt::format("{} lies {}", problem.tensors[input].name, layout.name));
      if (!first)
        first = &layout;
      if (layout.gridRows != first->gridRows || layout.gridCols != first->gridCols)
        return refuse(fmt::format("{} lies on a grid of {}x{}, the first input on {}x{}", problem.tensors[input].name,
                                  layout.gridRows, layout.gridCols, first->gridRows, first->gridCols));
    }
    return std::nullopt;
  }

  /// Sharded ones: the preferred sharding first, then by cores descending, block sharding last among equals.
  std::vector<int32_t> configsInOrder(std::optional<Sharding> preferred) const {
    const OpClass &opClass = problem.classOf(op);
    auto layoutOf = [&](int32_t config) -> const Layout & {
      return problem.layoutOf(problem.ops[op].results[0], opClass.configs[config].result);
    };
    std::vector<int32_t> configs;
    for (int32_t config = 0; config < opClass.numLegalConfigs; ++config)
      if (layoutOf(config).isL1() && layoutOf(config).isSharded())
        configs.push_back(config);
    auto key = [&](int32_t config) {
      const Layout &layout = layoutOf(config);
      return std::tuple(preferred && layout.sharding != *preferred, -layout.cores(), layout.sharding == Sharding::Block,
                        config);
    };
    std::sort(configs.begin(), configs.end(), [&](int32_t a, int32_t b) { return key(a) < key(b); });
    return configs;
  }

  void complete() {
    chain.state = ChainState::Completed;
    plan.ops[op].inChain = true;
    reservations.count("concats", op, fmt::format("{} inputs", problem.ops[op].operands.size()));
  }

  Reservations &reservations;
  ChainPlan &plan;
  const FunctionLayout &problem;
  Chain &chain;
  int32_t op;
};
} // namespace

std::optional<Refusal> resolveConcat(Reservations &reservations, Chain &chain, std::optional<Sharding> preferred) {
  return ConcatResolver(reservations, chain).run(preferred);
}

} // namespace alcove::plan
