//===- PlanToSolution.cpp - From groups to the solution format ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanToSolution.h"

#include "alcove/Support/Units.h"

namespace alcove::plan::schedule {

Solution toSolution(GroupPricer &pricer, const std::vector<ScheduledGroup> &sequence, const PricerOptions *fine) {
  const OpGraph &graph = pricer.graph();
  Solution solution;
  for (const ScheduledGroup &group : sequence) {
    GroupPrice price = pricer.price(group.ops, group.resident, group.retained);
    if (fine)
      if (GroupPrice better = pricer.priceWith(*fine, group.ops, group.resident, group.retained);
          better.cost < price.cost)
        price = better;
    Subgraph subgraph;
    for (int32_t o : group.ops)
      subgraph.ops.push_back(graph.op(o).original);
    subgraph.granularity = price.granularity;
    subgraph.retained = group.retained;
    subgraph.claimedLatency = price.cost;
    const GroupShape &shape = pricer.shape(group.ops);
    subgraph.traversal = tileSequence(price.order, ceilDiv(shape.gridWidth, price.granularity.w),
                                      ceilDiv(shape.gridHeight, price.granularity.h));
    solution.subgraphs.push_back(std::move(subgraph));
  }
  return solution;
}

} // namespace alcove::plan::schedule
