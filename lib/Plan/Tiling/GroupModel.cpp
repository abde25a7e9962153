//===- GroupModel.cpp - What a fused loop costs, without building it ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

#include <algorithm>
#include <limits>

namespace alcove::plan::tiling {

GroupModel::GroupModel(const Problem &graph, std::span<const int> members, std::span<const int> yields,
                       const CostModel &costs, const Budget &budget)
    : graph(graph), members(members.begin(), members.end()), yields(yields.begin(), yields.end()), costs(costs) {
  capacity = graph.available(members.back(), members, budget);
  for (int member : members)
    if (graph.nodes[member].isCompute())
      capacity = std::min(capacity, graph.available(member, members, budget));
  for (int64_t mark : root().marks)
    sharesMark |= members.size() > 1 && std::ranges::all_of(members, [&](int member) {
                    return graph.nodes[member].isView() || contains(graph.nodes[member].marks, mark);
                  });
}

void GroupModel::setCores(std::vector<int> cores) {
  coreNodes = std::move(cores);
  panels.clear();
  for (int core = 0; core < static_cast<int>(coreNodes.size()); ++core)
    for (unsigned loop : graph.nodes[coreNodes[core]].panelLoops())
      panels.push_back({core, loop});
  bool carries = coreNodes.size() == 1 && carriesSoftmax(coreNodes[0]);
  softmax = carries ? &*graph.nodes[coreNodes[0]].softmax : nullptr;
}

std::vector<int> GroupModel::corePositions() const {
  std::vector<int> positions;
  for (int core : coreNodes)
    positions.push_back(static_cast<int>(std::ranges::lower_bound(members, core) - members.begin()));
  return positions;
}

bool GroupModel::carriesSoftmax(int node) const {
  const std::optional<SoftmaxParts> &parts = graph.nodes[node].softmax;
  return parts && std::ranges::all_of(parts->all(), [&](int part) { return contains(members, part); }) &&
         std::ranges::none_of(parts->all(), [&](int part) { return contains(yields, part); });
}

GroupModel GroupModel::withCores(std::vector<int> cores) const {
  GroupModel copy = *this;
  copy.setCores(std::move(cores));
  return copy;
}

GroupModel GroupModel::withCoresAt(std::span<const int> positions) const {
  std::vector<int> cores;
  for (int position : positions)
    cores.push_back(members[position]);
  return withCores(std::move(cores));
}

GroupModel GroupModel::unlimited() const {
  GroupModel copy = *this;
  copy.capacity = std::numeric_limits<Bytes>::max();
  return copy;
}

std::vector<int> GroupModel::coreCandidates() const {
  std::vector<int> contractions, others;
  for (int member : members) {
    const Node &node = graph.nodes[member];
    if (node.kind != NodeKind::Structured || !node.fusable || node.attached || node.panelLoops().empty())
      continue;
    (node.contracts() ? contractions : others).push_back(member);
  }
  return contractions.empty() && others.size() == 1 ? others : contractions;
}

std::vector<SearchLoop> GroupModel::searchLoops() const {
  std::vector<SearchLoop> found;
  for (unsigned loop = 0; loop < root().extents.size(); ++loop)
    found.push_back({root().extents[loop], root().tileable[loop], root().parallel[loop], root().dynamic[loop]});
  for (const PanelLoop &panel : panels)
    found.push_back({graph.nodes[coreNodes[panel.core]].extents[panel.loop], true, false, false});
  return found;
}

std::string GroupModel::structure() const {
  std::string text = sharesMark ? "m" : "";
  text += costs.doubleBuffered ? "d" : "";
  std::vector<int> outside;
  auto add = [&](const char *kind, int64_t number) { (text += kind) += std::to_string(number); };
  for (int member : members) {
    const Node &node = graph.nodes[member];
    text += '|';
    text += node.signature;
    for (const Access &input : node.inputs) {
      auto found = std::lower_bound(members.begin(), members.end(), input.producer);
      if (input.producer >= 0 && found != members.end() && *found == input.producer) {
        add(" m", found - members.begin());
        add(".", input.producerResult);
      } else if (input.producer >= 0 && graph.nodes[input.producer].attached) {
        text += " f";
      } else {
        auto seen = std::find(outside.begin(), outside.end(), input.tensor);
        add(" x", seen - outside.begin());
        if (seen == outside.end())
          outside.push_back(input.tensor);
      }
    }
    if (contains(yields, member)) {
      text += " y";
      for (size_t result = 0; result < node.results.size(); ++result)
        text += handsOn(member, result) ? "" : '-' + std::to_string(result);
    }
    if (carriesSoftmax(member))
      text += " s";
  }
  return text;
}

std::vector<int64_t> GroupModel::seams() const {
  std::vector<int64_t> found;
  for (int member : members) {
    const Node &node = graph.nodes[member];
    if (node.kind != NodeKind::Collapse && node.kind != NodeKind::Expand)
      continue;
    const Access &longer = node.kind == NodeKind::Collapse ? node.inputs[0] : node.results[0];
    for (const std::vector<int> &parts : node.movement.parts) {
      int64_t inner = 1;
      for (size_t i = parts.size(); i-- > 1;) {
        inner *= longer.shape[parts[i]];
        if (inner > 1 && !contains(found, inner))
          found.push_back(inner);
      }
    }
  }
  return found;
}

Evaluation GroupModel::evaluate(std::span<const int64_t> tile) const {
  Evaluation best;
  // One tile for several is less to load and to compute, and longer held.
  bool mayJoin = costs.joinTiles && !costs.caches;
  for (TilesOfOne way : {mayJoin ? TilesOfOne::Joined : TilesOfOne::AsFound, TilesOfOne::Equal}) {
    Body body(*this, way);
    bool built = body.build(tile);
    if (built) {
      body.sum();
      evaluateOrders(body, best);
    }
    if (!body.joined || (built && best.footprint <= capacity && best.resident))
      break;
  }
  return best;
}

/// The best order of the loops of `body`, where it is better than `best`.
void GroupModel::evaluateOrders(const Body &body, Evaluation &best) const {
  // Parallel loops outside, reduction loops inside: partial sums then leave fast memory once.
  LoopOrder parallel, reduction;
  for (unsigned i = 0; i < body.loops.size(); ++i)
    (body.loops[i].reduction ? reduction : parallel).push_back(i);
  size_t rotations = reduction.empty() || !coreNodes.empty() ? parallel.size() : 1;
  for (size_t r = 0; r < rotations; ++r) {
    LoopOrder order = parallel;
    if (rotations > 1) {
      // Loop r innermost, the others in their own order.
      unsigned inner = order[rotations - 1 - r];
      order.erase(std::ranges::find(order, inner));
      order.push_back(inner);
    }
    order.insert(order.end(), reduction.begin(), reduction.end());
    Evaluation candidate;
    candidate.valid = true;
    candidate.tilesOfOne = body.tilesOfOne == TilesOfOne::Joined && !body.joined ? TilesOfOne::Equal : body.tilesOfOne;
    body.fit(order, candidate);
    unsigned split = body.peeled(order);
    body.price(order, split, candidate);
    double least = candidate.cost;
    if (!candidate.resident || candidate.stripLoop >= 0 || split != 0) {
      // A tile that divides its loop has no second one.
      Evaluation unlimited;
      body.price(order, 0, unlimited);
      least = unlimited.cost;
    }
    least = best.valid ? std::min(least, best.leastCost) : least;
    for (unsigned i : order)
      if (!body.loops[i].inner)
        candidate.order.push_back(body.loops[i].loop);
    bool fits = candidate.footprint <= capacity, bestFits = best.valid && best.footprint <= capacity;
    if (!best.valid || (fits && !bestFits) || (fits == bestFits && candidate.cost < best.cost))
      best = std::move(candidate);
    best.leastCost = least;
  }
}

} // namespace alcove::plan::tiling
