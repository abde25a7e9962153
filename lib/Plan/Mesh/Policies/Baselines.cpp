//===- Baselines.cpp - How people split models, and tt-mlir -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of them walk the ops once. Arguments lie as their first reader wants them, or as they were told; every op takes the
// strategy that its rule likes best where its operands lie; summands are added where they arise.
//
//===----------------------------------------------------------------------===//
#include "Policies.h"

#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <array>
#include <compare>
#include <functional>
#include <optional>
#include <tuple>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::mesh;

namespace {

/// What a rule thinks of a strategy; the least is taken, nothing = never.
using Liking = std::tuple<int, int, Cost>;
using Rule = std::function<std::optional<Liking>(const Problem &, const Op &, const Strategy &, Cost moved)>;

int countOf(const Strategy &strategy, std::initializer_list<Split> splits) {
  return static_cast<int>(std::count_if(strategy.splits.begin(), strategy.splits.end(), [&](Split split) {
    return std::find(splits.begin(), splits.end(), split) != splits.end();
  }));
}

/// The sharding without summands that is nearest: copies instead.
int32_t addedUp(const Tensor &tensor, int32_t home) {
  Sharding wanted = tensor.shardings[home];
  std::replace(wanted.begin(), wanted.end(), partial, replicated);
  for (size_t s = 0; s < tensor.shardings.size(); ++s)
    if (tensor.shardings[s] == wanted && tensor.conversion(home, static_cast<int32_t>(s)) < impossible)
      return static_cast<int32_t>(s);
  return home;
}

/// One walk over the ops.
class Walk {
public:
  explicit Walk(const Problem &problem) : problem(problem), tied(problem.tensors.size(), -1) {
    for (const Tie &tie : problem.ties) {
      tied[tie.a] = tie.b;
      tied[tie.b] = tie.a;
    }
  }

  /// `told`: kept shardings of arguments, -1 = as the first reader wants. Nothing when an op has no strategy left.
  std::optional<Plan> run(const Rule &rule, std::vector<int32_t> told = {}) {
    plan.kept = told.empty() ? std::vector<int32_t>(problem.tensors.size(), -1) : std::move(told);
    plan.strategies.assign(problem.ops.size(), -1);
    for (size_t o = 0; o < problem.ops.size(); ++o)
      if (!choose(o, rule))
        return std::nullopt;
    for (int32_t &kept : plan.kept)
      kept = std::max(kept, 0);
    for (const Tie &tie : problem.ties)
      plan.kept[tie.b] = plan.kept[tie.a];
    plan.cost = priceOf(problem, plan);
    return plan.cost < impossible ? std::optional(plan) : std::nullopt;
  }

private:
  /// What the operands' conversions cost; `impossible` where one is.
  Cost movedFor(const Op &op, const Strategy &strategy) const {
    Cost sum = 0;
    for (size_t i = 0; i < op.inputs.size(); ++i) {
      int32_t kept = plan.kept[op.inputs[i]];
      if (kept < 0)
        continue;
      Cost cost = problem.tensors[op.inputs[i]].conversion(kept, strategy.inputs[i]);
      if (cost >= impossible)
        return impossible;
      sum += cost;
    }
    return sum;
  }

  void keep(int32_t tensor, int32_t sharding) {
    plan.kept[tensor] = sharding;
    if (tied[tensor] >= 0 && plan.kept[tied[tensor]] < 0)
      plan.kept[tied[tensor]] = sharding;
  }

  bool choose(size_t o, const Rule &rule) {
    const Op &op = problem.ops[o];
    std::optional<Liking> best;
    for (size_t s = 0; s < op.strategies.size(); ++s) {
      const Strategy &strategy = op.strategies[s];
      Cost moved = movedFor(op, strategy);
      if (moved >= impossible || strategy.cost >= impossible)
        continue;
      std::optional<Liking> liking = rule(problem, op, strategy, moved);
      if (liking && (!best || *liking < *best)) {
        best = liking;
        plan.strategies[o] = static_cast<int32_t>(s);
      }
    }
    if (!best)
      return false;
    const Strategy &strategy = op.strategies[plan.strategies[o]];
    for (size_t i = 0; i < op.inputs.size(); ++i)
      if (plan.kept[op.inputs[i]] < 0)
        keep(op.inputs[i], strategy.inputs[i]);
    for (size_t i = 0; i < op.outputs.size(); ++i)
      if (plan.kept[op.outputs[i]] < 0)
        keep(op.outputs[i], addedUp(problem.tensors[op.outputs[i]], strategy.outputs[i]));
    return true;
  }

  const Problem &problem;
  std::vector<int32_t> tied;
  Plan plan;
};

/// A policy of one walk.
class RulePolicy : public MeshPolicy {
public:
  RulePolicy(std::string_view name, Rule rule) : label(name), rule(std::move(rule)) {}
  std::string_view name() const override { return label; }
  MeshResult run(const Problem &problem, const Budget &) override {
    MeshResult result;
    result.stage = "walk";
    result.work = problem.ops.size();
    if (std::optional<Plan> plan = Walk(problem).run(rule))
      result.plan = std::move(*plan);
    return result;
  }

private:
  std::string_view label;
  Rule rule;
};

bool leavesData(const Problem &problem, const Op &op, const Strategy &strategy) {
  for (size_t i = 0; i < op.outputs.size(); ++i)
    for (Placement placement : problem.tensors[op.outputs[i]].shardings[strategy.outputs[i]])
      if (placement != replicated && placement != 0)
        return false;
  return true;
}

} // namespace

std::unique_ptr<MeshPolicy> mesh::makeReplicated() {
  return std::make_unique<RulePolicy>(
      "replicated",
      [](const Problem &problem, const Op &, const Strategy &strategy, Cost moved) -> std::optional<Liking> {
        if (countOf(strategy, {Split::Whole}) != static_cast<int>(problem.axes.size()))
          return std::nullopt;
        return Liking{0, 0, moved + strategy.cost};
      });
}

std::unique_ptr<MeshPolicy> mesh::makeDataParallel() {
  return std::make_unique<RulePolicy>(
      "data-parallel",
      [](const Problem &problem, const Op &op, const Strategy &strategy, Cost moved) -> std::optional<Liking> {
        int axes = static_cast<int>(problem.axes.size());
        if (countOf(strategy, {Split::Whole, Split::Batch, Split::Follow}) != axes ||
            !leavesData(problem, op, strategy))
          return std::nullopt;
        return Liking{moved > 0, countOf(strategy, {Split::Whole}), moved + strategy.cost};
      });
}

std::unique_ptr<MeshPolicy> mesh::makeMegatron() {
  return std::make_unique<RulePolicy>(
      "megatron",
      [](const Problem &problem, const Op &, const Strategy &strategy, Cost moved) -> std::optional<Liking> {
        if (countOf(strategy, {Split::Batch, Split::Rows, Split::Sequence}) > 0)
          return std::nullopt;
        // A contraction where operands lie split already; columns where they are whole.
        int rank = 2 * countOf(strategy, {Split::Whole}) + countOf(strategy, {Split::Contraction});
        return Liking{moved > 0, rank, moved + strategy.cost};
      });
}

std::unique_ptr<MeshPolicy> mesh::makeRandom(uint64_t seed) {
  return std::make_unique<RulePolicy>(
      "random", [seed](const Problem &problem, const Op &op, const Strategy &strategy, Cost) -> std::optional<Liking> {
        auto at = static_cast<uint64_t>(&op - problem.ops.data());
        auto which = static_cast<uint64_t>(&strategy - op.strategies.data());
        return Liking{0, 0, static_cast<Cost>(mix64(mix64(seed + mix64(at + 1)) + which) >> 8)};
      });
}

namespace {

/// tt-mlir, ShardingCostModel.cpp: what an assignment of the arguments is worth there.
class ShardingWeights {
public:
  ShardingWeights(const Problem &problem, int64_t chips) : problem(problem), chips(static_cast<double>(chips)) {
    for (const Tensor &tensor : problem.tensors)
      largest = std::max(largest, elementsOf(tensor));
  }

  double operator()(const Plan &plan, const std::vector<int32_t> &arguments) const {
    double sum = 0, all = 0;
    for (size_t o = 0; o < problem.ops.size(); ++o) {
      const Op &op = problem.ops[o];
      const Strategy &strategy = op.strategies[plan.strategies[o]];
      for (size_t i = 0; i < op.inputs.size(); ++i)
        sum += collective(op.inputs[i], plan.kept[op.inputs[i]], strategy.inputs[i]);
      for (size_t i = 0; i < op.outputs.size(); ++i)
        sum += collective(op.outputs[i], strategy.outputs[i], plan.kept[op.outputs[i]]);
    }
    for (int32_t argument : arguments)
      all += elementsOf(problem.tensors[argument]);
    for (int32_t argument : arguments) {
      const Tensor &tensor = problem.tensors[argument];
      if (localBytes(problem, tensor, plan.kept[argument]) < tensor.bytes)
        sum -= (tensor.isParameter ? 3.0 : 1.0) * elementsOf(tensor) / all * (1 - 1 / chips);
    }
    return sum;
  }

private:
  static double elementsOf(const Tensor &tensor) {
    double elements = 1;
    for (int64_t dim : tensor.shape)
      elements *= static_cast<double>(dim);
    return elements;
  }

  double collective(int32_t index, int32_t from, int32_t to) const {
    const Tensor &tensor = problem.tensors[index];
    const Sharding &a = tensor.shardings[from], &b = tensor.shardings[to];
    double sum = 0;
    for (size_t axis = 0; axis < a.size(); ++axis)
      if (a[axis] != b[axis] && a[axis] != replicated)
        sum += 1 + (a[axis] >= 0 && b[axis] == replicated ? 1.0 : 1.5) * elementsOf(tensor) / largest;
    return sum;
  }

  const Problem &problem;
  double chips, largest = 1;
};

class AutoSharding : public MeshPolicy {
public:
  std::string_view name() const override { return "auto-sharding"; }

  MeshResult run(const Problem &problem, const Budget &budget) override {
    MeshResult result;
    result.stage = "enumeration";
    size_t axis = 0;
    while (axis + 1 < problem.axes.size() && problem.axes[axis] == 1)
      ++axis;
    std::vector<int32_t> arguments = argumentsOf(problem);
    std::vector<std::vector<int32_t>> choices;
    for (int32_t argument : arguments)
      choices.push_back(choicesOf(problem.tensors[argument], axis));
    ShardingWeights weights(problem, problem.axes[axis]);
    double best = 0;
    std::vector<size_t> digits(arguments.size(), 0);
    uint64_t limit = std::min<uint64_t>({uint64_t(1) << 20, budget.workUnits, walksWithin(problem)});
    for (; result.work < limit; ++result.work) {
      std::vector<int32_t> told(problem.tensors.size(), -1);
      for (size_t i = 0; i < arguments.size(); ++i)
        told[arguments[i]] = choices[i][digits[i]];
      if (std::optional<Plan> plan = Walk(problem).run(followOn(axis), std::move(told)))
        if (double worth = weights(*plan, arguments); !result.plan.found() || worth < best) {
          best = worth;
          result.plan = std::move(*plan);
        }
      if (!next(digits, choices))
        break;
    }
    return result;
  }

private:
  /// As many candidates as a second allows: tt-mlir runs its whole pipeline for each.
  static uint64_t walksWithin(const Problem &problem) {
    uint64_t perWalk = 1;
    for (const Op &op : problem.ops)
      perWalk += op.strategies.size() * (op.inputs.size() + 1);
    return std::max<uint64_t>(1024, 20'000'000 / perWalk);
  }

  static std::vector<int32_t> argumentsOf(const Problem &problem) {
    std::vector<bool> made(problem.tensors.size(), false);
    for (const Op &op : problem.ops)
      for (int32_t tensor : op.outputs)
        made[tensor] = true;
    std::vector<int32_t> result;
    for (size_t t = 0; t < made.size(); ++t)
      if (!made[t])
        result.push_back(static_cast<int32_t>(t));
    return result;
  }

  /// Whole, or one dimension on `axis` alone; what the tensor has in any case when it has none of these.
  static std::vector<int32_t> choicesOf(const Tensor &tensor, size_t axis) {
    std::vector<int32_t> result;
    for (size_t s = 0; s < tensor.shardings.size(); ++s) {
      bool elsewhere = false;
      for (size_t a = 0; a < tensor.shardings[s].size(); ++a)
        elsewhere |= a != axis && tensor.shardings[s][a] != replicated;
      if (!elsewhere)
        result.push_back(static_cast<int32_t>(s));
    }
    return result.empty() ? std::vector<int32_t>{0} : result;
  }

  /// Propagation: as the operands lie, with as little traffic as that needs.
  static Rule followOn(size_t axis) {
    return [axis](const Problem &, const Op &, const Strategy &strategy, Cost moved) -> std::optional<Liking> {
      for (size_t a = 0; a < strategy.splits.size(); ++a)
        if (a != axis && strategy.splits[a] != Split::Whole)
          return std::nullopt;
      return Liking{moved > 0, countOf(strategy, {Split::Whole}), moved + strategy.cost};
    };
  }

  static bool next(std::vector<size_t> &digits, const std::vector<std::vector<int32_t>> &choices) {
    for (size_t i = digits.size(); i-- > 0;) {
      if (++digits[i] < choices[i].size())
        return true;
      digits[i] = 0;
    }
    return false;
  }
};

} // namespace

std::unique_ptr<MeshPolicy> mesh::makeAutoSharding() { return std::make_unique<AutoSharding>(); }
