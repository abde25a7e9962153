//===- PlanToSolution.cpp - From groups to the solution format ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanToSolution.h"

#include "alcove/Base/Support/Units.h"

namespace alcove::plan::schedule {

/// The same cost with tiles and depths that divide, as far as there is one: what the rules leave open is used only
/// where it pays.
static GroupPrice preferDividing(GroupPricer &pricer, const PricerOptions &fine, const ScheduledGroup &group,
                                 const GroupPrice &price) {
  const GroupShape &shape = pricer.shape(group.ops);
  bool tiles = shape.gridWidth % price.granularity.w == 0 && shape.gridHeight % price.granularity.h == 0;
  bool depth = shape.depth % price.granularity.k == 0;
  for (auto [wantTiles, wantDepth] : {std::pair(true, true), std::pair(true, false), std::pair(false, true)}) {
    if ((tiles || !wantTiles) && (depth || !wantDepth))
      return price;
    PricerOptions dividing = fine;
    dividing.dividingTiles |= wantTiles;
    dividing.dividingDepth |= wantDepth;
    GroupPrice other = pricer.priceWith(dividing, group.ops, group.resident, group.retained);
    if (other.cost <= price.cost * (1 + 1e-12))
      return other;
  }
  return price;
}

Solution toSolution(GroupPricer &pricer, const std::vector<ScheduledGroup> &sequence, const PricerOptions *fine) {
  const OpGraph &graph = pricer.graph();
  Solution solution;
  for (const ScheduledGroup &group : sequence) {
    GroupPrice price = pricer.price(group.ops, group.resident, group.retained);
    if (fine) {
      if (GroupPrice better = pricer.priceWith(*fine, group.ops, group.resident, group.retained);
          better.cost < price.cost)
        price = better;
      price = preferDividing(pricer, *fine, group, price);
    }
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
