//===- PricedGroup.h - One group under both cost models ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_PRICEDGROUP_H
#define ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_PRICEDGROUP_H

#include "alcove/Base/Support/Random.h"
#include "alcove/Base/Support/Units.h"
#include "alcove/Plan/GraphSchedule/GroupPricer.h"

#include <algorithm>

namespace alcove::plan::schedule {

/// In numbers of an OpGraph.
struct PricedGroup {
  std::vector<int32_t> ops, resident, retained;
  Granularity granularity;
  TileOrder order;
};

/// A random connected-looking set of operations with random residents, retains, tile sizes and order.
inline PricedGroup randomGroup(Random &random, const OpGraph &graph) {
  PricedGroup group;
  std::vector<char> in(graph.size(), 0);
  int32_t start = static_cast<int32_t>(random.below(graph.size()));
  in[static_cast<size_t>(start)] = 1;
  int64_t wanted = random.between(1, 5);
  for (int64_t i = 1; i < wanted; ++i) { // Grow along tensors.
    std::vector<int32_t> near;
    for (size_t o = 0; o != graph.size(); ++o)
      if (in[o]) {
        for (int32_t t : graph.ops[o].inputs) {
          if (graph.madeBy(t) >= 0)
            near.push_back(graph.madeBy(t));
          near.insert(near.end(), graph.usersOf(t).begin(), graph.usersOf(t).end());
        }
        for (int32_t t : graph.ops[o].outputs)
          near.insert(near.end(), graph.usersOf(t).begin(), graph.usersOf(t).end());
      }
    if (!near.empty())
      in[static_cast<size_t>(near[random.below(near.size())])] = 1;
  }
  std::vector<int32_t> made, read;
  for (size_t o = 0; o != graph.size(); ++o)
    if (in[o]) {
      group.ops.push_back(static_cast<int32_t>(o));
      made.insert(made.end(), graph.ops[o].outputs.begin(), graph.ops[o].outputs.end());
    }
  for (int32_t o : group.ops)
    for (int32_t t : graph.op(o).inputs)
      if (graph.madeBy(t) >= 0 && !in[static_cast<size_t>(graph.madeBy(t))])
        read.push_back(t);
  for (int32_t t : read)
    if (random.chance(0.3) && std::find(group.resident.begin(), group.resident.end(), t) == group.resident.end())
      group.resident.push_back(t);
  for (int32_t t : made)
    if (random.chance(0.2))
      group.retained.push_back(t);
  group.granularity = {random.between(1, graph.nativeWidth), random.between(1, graph.nativeHeight),
                       random.between(1, graph.nativeWidth)};
  if (random.chance(0.4)) // Full depth, where pointwise operands are legal.
    for (int32_t o : group.ops)
      if (graph.op(o).depth)
        group.granularity.k = std::min(graph.op(o).depth, graph.nativeWidth);
  group.order = {static_cast<TileOrder::Kind>(random.below(3)), random.chance(0.5), random.chance(0.5)};
  if (group.order.kind == TileOrder::Kind::Raster)
    group.order = {};
  return group;
}

/// The group as a schedule of its own for the verifier: what it reads is a graph input there, residents are the
/// retained copies of a subgraph before, and what it makes has no other readers.
inline Result<double> verifiedLatency(const Problem &problem, const OpGraph &graph, const PricedGroup &group) {
  Problem local = problem;
  local.ops.clear();
  Solution solution;
  Subgraph prelude, body;
  for (int32_t t : group.resident) {
    local.tensors.push_back(graph.tensor(t));
    int32_t source = static_cast<int32_t>(local.tensors.size() - 1);
    local.ops.push_back({OpKind::Pointwise, 0, {source}, {t}});
    prelude.ops.push_back(static_cast<int32_t>(local.ops.size() - 1));
    prelude.retained.push_back(t);
  }
  for (int32_t o : group.ops) {
    local.ops.push_back(problem.ops[static_cast<size_t>(graph.op(o).original)]);
    body.ops.push_back(static_cast<int32_t>(local.ops.size() - 1));
  }
  // A reader for every retained result, or the end of the schedule would miss it (GS-S19).
  Subgraph epilogue;
  for (int32_t t : group.retained) {
    local.tensors.push_back(graph.tensor(t));
    local.ops.push_back({OpKind::Pointwise, 0, {t}, {static_cast<int32_t>(local.tensors.size() - 1)}});
    epilogue.ops.push_back(static_cast<int32_t>(local.ops.size() - 1));
  }
  body.granularity = group.granularity;
  body.retained = group.retained;
  Tensor grid;
  for (int32_t o : group.ops)
    for (int32_t t : graph.op(o).outputs) {
      bool inside = false;
      for (int32_t user : graph.usersOf(t))
        inside |= std::find(group.ops.begin(), group.ops.end(), user) != group.ops.end();
      if (!inside)
        grid = graph.tensor(t);
    }
  body.traversal =
      tileSequence(group.order, ceilDiv(grid.width, group.granularity.w), ceilDiv(grid.height, group.granularity.h));
  // Only the body is under test: unrelated shapes in one prelude or epilogue are no business of the rules, so each
  // tensor gets a subgraph of its own and residents beyond the first are left out by the caller's choice.
  Rules rules;
  rules.coConsumersAreConnected = true;
  if (prelude.ops.size() > 1 || epilogue.ops.size() > 1)
    return Error{"several residents or retains"};
  if (!prelude.ops.empty())
    solution.subgraphs.push_back(prelude);
  size_t index = solution.subgraphs.size();
  solution.subgraphs.push_back(body);
  if (!epilogue.ops.empty())
    solution.subgraphs.push_back(epilogue);
  Result<Evaluation> evaluation = evaluate(local, solution, rules);
  if (!evaluation.ok())
    return evaluation.error();
  return evaluation->subgraphs[index].latency.toDouble();
}

} // namespace alcove::plan::schedule

#endif // ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_PRICEDGROUP_H
