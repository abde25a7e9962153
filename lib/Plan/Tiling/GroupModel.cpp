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

GroupModel GroupModel::remembering(TileMemo::OfStructure &memo) const {
  GroupModel copy = *this;
  copy.memo = &memo;
  return copy;
}

/// Parallel loops outside, reduction loops inside: partial sums then leave fast memory once.
std::vector<LoopOrder> GroupModel::Body::orders() const {
  LoopOrder parallel, reduction;
  for (unsigned i = 0; i < loops.size(); ++i)
    (loops[i].reduction ? reduction : parallel).push_back(i);
  size_t rotations = reductionTiled ? 1 : parallel.size();
  std::vector<LoopOrder> found;
  for (size_t r = 0; r < rotations; ++r) {
    LoopOrder order = parallel;
    if (rotations > 1) {
      // Loop r innermost, the others in their own order.
      unsigned inner = order[rotations - 1 - r];
      order.erase(std::ranges::find(order, inner));
      order.push_back(inner);
    }
    order.insert(order.end(), reduction.begin(), reduction.end());
    found.push_back(std::move(order));
  }
  return found;
}

BodySums GroupModel::sumsOf(Body &body, std::span<const int64_t> tile) const {
  BodySums sums;
  sums.built = body.build(tile);
  sums.joined = body.joined;
  sums.tilesOfOne = body.tilesOfOne == TilesOfOne::Joined && !body.joined ? TilesOfOne::Equal : body.tilesOfOne;
  if (!sums.built)
    return sums;
  body.sum();
  sums.tiles = body.numTiles();
  sums.steps = body.steps;
  sums.operations = body.operations;
  sums.remainders = body.remainders;
  sums.moved = body.moved;
  sums.begun = body.begun();
  std::vector<LoopOrder> orders = body.orders();
  sums.orders.reserve(orders.size());
  for (const LoopOrder &order : orders)
    sums.orders.push_back(body.sumsOf(order));
  return sums;
}

Evaluation GroupModel::evaluate(std::span<const int64_t> tile) const {
  Evaluation best;
  SumsOfTile own, *known = &own;
  if (memo) {
    std::vector<int64_t> key;
    key.reserve(coreNodes.size() + tile.size());
    for (int position : corePositions())
      key.push_back(-1 - position);
    key.insert(key.end(), tile.begin(), tile.end());
    if (SumsOfTile *remembered = memo->find(std::move(key)))
      known = remembered;
  }
  // One tile for several is less to load and to compute, and longer held.
  bool mayJoin = costs.joinTiles && !costs.caches;
  size_t asked = 0;
  for (TilesOfOne way : {mayJoin ? TilesOfOne::Joined : TilesOfOne::AsFound, TilesOfOne::Equal}) {
    std::optional<Body> body;
    if (known->size() == asked) {
      body.emplace(*this, way);
      known->push_back(sumsOf(*body, tile));
    }
    const BodySums &sums = (*known)[asked++];
    for (size_t order = 0; order < sums.orders.size(); ++order) {
      Evaluation candidate = evaluateOrder(sums, order, way, tile, body);
      double least = best.valid ? std::min(candidate.leastCost, best.leastCost) : candidate.leastCost;
      bool fits = candidate.footprint <= capacity, bestFits = best.valid && best.footprint <= capacity;
      if (!best.valid || (fits && !bestFits) || (fits == bestFits && candidate.cost < best.cost))
        best = std::move(candidate);
      best.leastCost = least;
    }
    if (!sums.joined || (sums.built && best.footprint <= capacity && best.resident))
      break;
  }
  return best;
}

/// Where a tile does not fit with all that may stay, its end runs in strips, what stays is given up, or both. For strips
/// `body` is built again where the sums were remembered.
Evaluation GroupModel::evaluateOrder(const BodySums &sums, size_t number, TilesOfOne way, std::span<const int64_t> tile,
                                     std::optional<Body> &body) const {
  const OrderSums &order = sums.orders[number];
  Evaluation found;
  found.valid = true;
  found.tilesOfOne = sums.tilesOfOne;
  found.order.assign(order.order.begin(), order.order.begin() + order.loops);
  for (bool resident : {true, false}) {
    found.resident = resident;
    found.footprint = order.whole[resident ? 0 : 1];
    if (found.footprint <= capacity)
      break;
    if (order.inStrips[resident ? 0 : 1] > capacity)
      continue;
    if (!body) {
      body.emplace(*this, way);
      body->build(tile);
      body->sum();
    }
    if (body->fitInStrips(body->orders()[number], found))
      break;
  }
  double steps = sums.steps + (found.stripLoop >= 0 ? body->stepsInStrips(found) : 0);
  MovedSums moved = found.resident ? order.stays : order.again, even = order.even;
  moved.traffic -= found.stripLoop >= 0 ? sums.begun : 0;
  even.traffic -= sums.begun;
  price(sums, moved, steps, found);
  found.leastCost = found.cost;
  if (!found.resident || found.stripLoop >= 0 || order.ragged) {
    // A tile that divides its loop has no second one.
    Evaluation unlimited;
    price(sums, even, sums.steps, unlimited);
    found.leastCost = unlimited.cost;
  }
  return found;
}

void GroupModel::price(const BodySums &sums, const MovedSums &moved, double steps, Evaluation &evaluation) const {
  bool spills = costs.innerMemory > 0 && evaluation.footprint > costs.innerMemory;
  evaluation.traffic = moved.traffic;
  evaluation.tiles = sums.tiles;
  evaluation.extraOps = std::max(sums.operations, 0.0);
  evaluation.spill = spills ? sums.moved * costs.innerBytePrice : 0;
  evaluation.cost = evaluation.traffic + evaluation.extraOps / costs.opsPerByte + moved.runs * costs.bytesPerRun +
                    evaluation.tiles * costs.bytesPerTile + steps * costs.bytesPerStep +
                    (std::max(sums.remainders, 0.0) * costs.bytesPerRemainder + evaluation.spill);
}

} // namespace alcove::plan::tiling
