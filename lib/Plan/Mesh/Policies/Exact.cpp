//===- Exact.cpp - A mesh problem as a layout choice ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tensor x          op                tensor y
//   kept R  kept S0   rows  columns     kept R  kept S1
//      \_______\________/______/__________/______/        an edge per operand and result: conversions
//
// The reduction is exact: choices are in one-to-one correspondence, with equal costs and bytes. The planner begins with
// the best baseline that fits.
//
//===----------------------------------------------------------------------===//
#include "Policies.h"

#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Planner.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::mesh;

namespace {

/// Nodes are the tensors, then the ops.
LayoutChoice layoutChoiceOf(const Problem &problem) {
  LayoutChoice choice;
  choice.name = problem.name;
  choice.capacity = problem.capacity;
  std::vector<Life> lives = livesOf(problem);
  for (size_t t = 0; t < problem.tensors.size(); ++t) {
    const Tensor &tensor = problem.tensors[t];
    std::vector<Cost> costs(tensor.shardings.size(), 0);
    std::vector<Bytes> bytes;
    for (size_t s = 0; s < costs.size(); ++s) {
      const Sharding &sharding = tensor.shardings[s];
      if (tensor.isResult && std::find(sharding.begin(), sharding.end(), partial) != sharding.end())
        costs[s] = infiniteCost;
      bytes.push_back(localBytes(problem, tensor, static_cast<int32_t>(s)));
    }
    choice.addNode({lives[t].first, lives[t].last + 1}, costs, bytes);
  }
  int32_t firstOp = static_cast<int32_t>(problem.tensors.size());
  for (size_t o = 0; o < problem.ops.size(); ++o) {
    std::vector<Cost> costs;
    std::vector<Bytes> bytes;
    for (const Strategy &strategy : problem.ops[o].strategies) {
      costs.push_back(strategy.cost);
      bytes.push_back(strategy.bytes);
    }
    int64_t at = static_cast<int64_t>(o);
    choice.addNode({at, at + 1}, costs, bytes);
  }
  for (size_t o = 0; o < problem.ops.size(); ++o) {
    const Op &op = problem.ops[o];
    auto connect = [&](int32_t tensor, auto &&conversion) {
      std::vector<Cost> costs;
      for (size_t kept = 0; kept < problem.tensors[tensor].shardings.size(); ++kept)
        for (const Strategy &strategy : op.strategies)
          costs.push_back(conversion(static_cast<int32_t>(kept), strategy));
      choice.addEdge(tensor, firstOp + static_cast<int32_t>(o), costs);
    };
    for (size_t i = 0; i < op.inputs.size(); ++i)
      connect(op.inputs[i], [&](int32_t kept, const Strategy &strategy) {
        return problem.tensors[op.inputs[i]].conversion(kept, strategy.inputs[i]);
      });
    for (size_t i = 0; i < op.outputs.size(); ++i)
      connect(op.outputs[i], [&](int32_t kept, const Strategy &strategy) {
        return problem.tensors[op.outputs[i]].conversion(strategy.outputs[i], kept);
      });
  }
  for (const Tie &tie : problem.ties) {
    size_t count = problem.tensors[tie.a].shardings.size();
    std::vector<Cost> costs;
    for (size_t i = 0; i < count * count; ++i)
      costs.push_back(i / count == i % count ? 0 : infiniteCost);
    choice.addEdge(tie.a, tie.b, costs);
  }
  return choice;
}

/// The cheapest baseline that is a solution, as choices of the nodes; empty when none is.
std::vector<int32_t> startOf(const Problem &problem, const LayoutChoice &choice) {
  std::vector<int32_t> best;
  Cost least = infiniteCost;
  for (auto make : {makeReplicated, makeDataParallel, makeMegatron}) {
    Plan plan = make()->run(problem, {}).plan;
    if (!plan.found() || plan.cost >= least)
      continue;
    std::vector<int32_t> nodes = plan.kept;
    nodes.insert(nodes.end(), plan.strategies.begin(), plan.strategies.end());
    if (plan::verify(choice, {nodes, plan.cost}).ok()) {
      least = plan.cost;
      best = std::move(nodes);
    }
  }
  return best;
}

class Exact : public MeshPolicy {
public:
  std::string_view name() const override { return "exact"; }

  MeshResult run(const Problem &problem, const Budget &budget) override {
    LayoutChoice choice = layoutChoiceOf(problem);
    PlannerOptions options;
    options.start = startOf(problem, choice);
    LayoutResult layout = makeLayoutPlanner(options)->run(choice, budget, nullptr);
    MeshResult result;
    static_cast<RunOutcome<Cost> &>(result) = layout;
    result.certificate = layout.certificate;
    if (!layout.solution.found())
      return result;
    auto firstOp = layout.solution.choice.begin() + static_cast<ptrdiff_t>(problem.tensors.size());
    result.plan.kept.assign(layout.solution.choice.begin(), firstOp);
    result.plan.strategies.assign(firstOp, layout.solution.choice.end());
    result.plan.cost = layout.solution.cost;
    return result;
  }
};

} // namespace

std::unique_ptr<MeshPolicy> mesh::makeExact() { return std::make_unique<Exact>(); }
