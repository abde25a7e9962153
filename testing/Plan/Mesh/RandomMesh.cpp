//===- RandomMesh.cpp - Small mesh problems ---------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "testing/Plan/Mesh/RandomMesh.h"

#include "alcove/Base/Support/Random.h"

#include <algorithm>

namespace alcove::plan::mesh {
namespace {

Tensor randomTensor(const Problem &problem, bool isArgument, Random &random) {
  Tensor tensor;
  tensor.name = "t" + std::to_string(problem.tensors.size());
  tensor.shape = {64, 64};
  tensor.bytes = random.between(0, 100);
  tensor.isParameter = isArgument && random.chance(0.5);
  int32_t wanted = static_cast<int32_t>(random.between(1, 3));
  for (int tries = 0; tries < 20 && static_cast<int32_t>(tensor.shardings.size()) < wanted; ++tries) {
    Sharding sharding;
    for (size_t axis = 0; axis < problem.axes.size(); ++axis)
      sharding.push_back(static_cast<Placement>(random.between(isArgument ? replicated : partial, 1)));
    if (std::find(tensor.shardings.begin(), tensor.shardings.end(), sharding) == tensor.shardings.end())
      tensor.shardings.push_back(sharding);
  }
  size_t count = tensor.shardings.size();
  for (size_t i = 0; i < count * count; ++i) {
    const Sharding &from = tensor.shardings[i / count], &to = tensor.shardings[i % count];
    bool summands = false;
    for (size_t axis = 0; axis < from.size(); ++axis)
      summands |= to[axis] == partial && from[axis] != partial;
    tensor.conversions.push_back(from == to ? 0 : summands || random.chance(0.15) ? impossible : random.between(0, 20));
  }
  return tensor;
}

Strategy randomStrategy(const Problem &problem, const Op &op, Random &random) {
  auto pick = [&](int32_t tensor) {
    return static_cast<int32_t>(random.below(problem.tensors[tensor].shardings.size()));
  };
  Strategy strategy;
  for (size_t axis = 0; axis < problem.axes.size(); ++axis)
    strategy.splits.push_back(static_cast<Split>(random.below(numSplits)));
  for (int32_t tensor : op.inputs)
    strategy.inputs.push_back(pick(tensor));
  for (int32_t tensor : op.outputs)
    strategy.outputs.push_back(pick(tensor));
  strategy.cost = random.chance(0.05) ? impossible : random.between(0, 30);
  strategy.bytes = random.between(0, 20);
  return strategy;
}

} // namespace

Problem randomMesh(uint64_t seed, int32_t ops) {
  Random random(seed);
  Problem problem;
  problem.name = "random " + std::to_string(seed);
  for (int64_t axes = random.between(1, 2); axes > 0; --axes)
    problem.axes.push_back(int64_t(1) << random.between(0, 2));
  for (int64_t arguments = random.between(1, 2); arguments > 0; --arguments)
    problem.tensors.push_back(randomTensor(problem, true, random));
  int32_t count = static_cast<int32_t>(random.between(1, ops));
  for (int32_t o = 0; o < count; ++o) {
    Op op;
    op.name = "op" + std::to_string(o);
    for (int64_t inputs = random.between(1, 2); inputs > 0; --inputs)
      op.inputs.push_back(static_cast<int32_t>(random.below(problem.tensors.size())));
    op.outputs = {static_cast<int32_t>(problem.tensors.size())};
    problem.tensors.push_back(randomTensor(problem, false, random));
    for (int64_t strategies = random.between(1, 3); strategies > 0; --strategies)
      op.strategies.push_back(randomStrategy(problem, op, random));
    problem.ops.push_back(std::move(op));
  }
  problem.tensors.back().isResult = true;
  if (random.chance(0.2) && problem.tensors.size() > 3) {
    // Tied tensors are alike; their readers' strategies may have named a sharding that is gone.
    Tensor &a = problem.tensors[0], &b = problem.tensors[1];
    if (b.shardings.size() >= a.shardings.size() && problem.ops[0].outputs[0] != 1) {
      b.shardings = a.shardings;
      b.conversions = a.conversions;
      for (Op &op : problem.ops)
        for (Strategy &strategy : op.strategies)
          for (size_t i = 0; i < op.inputs.size(); ++i)
            if (op.inputs[i] == 1)
              strategy.inputs[i] = std::min<int32_t>(strategy.inputs[i], static_cast<int32_t>(b.shardings.size()) - 1);
      problem.ties.push_back({0, 1});
    }
  }
  Bytes all = 0;
  for (const Tensor &tensor : problem.tensors)
    all += tensor.bytes;
  problem.capacity = random.between(all / 4, all + 20);
  return problem;
}

namespace {

/// Every moment's bytes of one combination, from the rule's words.
bool fits(const Problem &problem, const std::vector<int32_t> &digits) {
  size_t tensors = problem.tensors.size(), moments = std::max<size_t>(1, problem.ops.size());
  for (size_t at = 0; at < moments; ++at) {
    Bytes sum = at < problem.ops.size() ? problem.ops[at].strategies[digits[tensors + at]].bytes : 0;
    for (size_t t = 0; t < tensors; ++t) {
      bool made = true, needed = problem.tensors[t].isResult, argument = true;
      for (size_t o = 0; o < problem.ops.size(); ++o) {
        const Op &op = problem.ops[o];
        bool makes = std::count(op.outputs.begin(), op.outputs.end(), static_cast<int32_t>(t)) > 0;
        argument &= !makes;
        made &= !makes || o <= at;
        needed |= makes && o == at;
        needed |= o >= at && std::count(op.inputs.begin(), op.inputs.end(), static_cast<int32_t>(t)) > 0;
      }
      if (!argument && (!made || !needed))
        continue;
      Bytes local = problem.tensors[t].bytes;
      int64_t parts = 1;
      for (size_t axis = 0; axis < problem.axes.size(); ++axis)
        if (problem.tensors[t].shardings[digits[t]][axis] >= 0)
          parts *= problem.axes[axis];
      sum += (local + parts - 1) / parts;
    }
    if (sum > problem.capacity)
      return false;
  }
  return true;
}

std::optional<Cost> costOf(const Problem &problem, const std::vector<int32_t> &digits) {
  size_t tensors = problem.tensors.size();
  for (const Tie &tie : problem.ties)
    if (digits[tie.a] != digits[tie.b])
      return std::nullopt;
  for (size_t t = 0; t < tensors; ++t)
    for (Placement placement : problem.tensors[t].shardings[digits[t]])
      if (placement == partial && problem.tensors[t].isResult)
        return std::nullopt;
  Cost sum = 0;
  for (size_t o = 0; o < problem.ops.size(); ++o) {
    const Strategy &strategy = problem.ops[o].strategies[digits[tensors + o]];
    std::vector<Cost> parts = {strategy.cost};
    for (size_t i = 0; i < strategy.inputs.size(); ++i) {
      int32_t t = problem.ops[o].inputs[i];
      size_t width = problem.tensors[t].shardings.size();
      parts.push_back(problem.tensors[t].conversions[static_cast<size_t>(digits[t]) * width + strategy.inputs[i]]);
    }
    for (size_t i = 0; i < strategy.outputs.size(); ++i) {
      int32_t t = problem.ops[o].outputs[i];
      size_t width = problem.tensors[t].shardings.size();
      parts.push_back(problem.tensors[t].conversions[static_cast<size_t>(strategy.outputs[i]) * width + digits[t]]);
    }
    for (Cost part : parts) {
      if (part >= impossible)
        return std::nullopt;
      sum += part;
    }
  }
  return sum;
}

} // namespace

std::optional<Cost> leastCostByEnumeration(const Problem &problem) {
  std::vector<int32_t> sizes;
  for (const Tensor &tensor : problem.tensors)
    sizes.push_back(static_cast<int32_t>(tensor.shardings.size()));
  for (const Op &op : problem.ops)
    sizes.push_back(static_cast<int32_t>(op.strategies.size()));
  std::vector<int32_t> digits(sizes.size(), 0);
  std::optional<Cost> best;
  while (true) {
    if (std::optional<Cost> cost = costOf(problem, digits); cost && (!best || *cost < *best) && fits(problem, digits))
      best = cost;
    size_t i = 0;
    while (i < digits.size() && ++digits[i] == sizes[i])
      digits[i++] = 0;
    if (i == digits.size())
      return best;
  }
}

} // namespace alcove::plan::mesh
