//===- Problem.cpp - Building and checking layout problems ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Problem.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

using namespace alcove;
using namespace alcove::plan;

int32_t LayoutChoice::addNode(LiveInterval live, std::span<const Cost> costs, std::span<const Bytes> bytes) {
  // A mismatch of the two lengths is remembered as a node without candidates: LC-C1 reports it.
  size_t count = costs.size() == bytes.size() ? costs.size() : 0;
  nodes.push_back({live, candidateCosts.size(), static_cast<int32_t>(count)});
  candidateCosts.insert(candidateCosts.end(), costs.begin(), costs.begin() + count);
  candidateBytes.insert(candidateBytes.end(), bytes.begin(), bytes.begin() + count);
  return static_cast<int32_t>(nodes.size()) - 1;
}

int32_t LayoutChoice::addEdge(int32_t a, int32_t b, std::span<const Cost> costs) {
  int32_t index = static_cast<int32_t>(edges.size());
  size_t hash = std::hash<std::string_view>()({reinterpret_cast<const char *>(costs.data()), costs.size_bytes()});
  auto [first, last] = edgesByCosts.equal_range(hash);
  for (; first != last; ++first)
    if (std::ranges::equal(costsOfEdge(first->second), costs)) {
      edges.push_back({a, b, edges[first->second].firstEntry, costs.size()});
      return index;
    }
  edgesByCosts.emplace(hash, index);
  edges.push_back({a, b, edgeCosts.size(), costs.size()});
  edgeCosts.insert(edgeCosts.end(), costs.begin(), costs.end());
  return index;
}

namespace {

Error broken(std::string text) { return Error{std::move(text)}; }

// LC-C1, LC-C2 and the node part of LC-C3.
Status checkNodes(const LayoutChoice &problem, Bytes &totalBytes) {
  for (size_t i = 0; i < problem.nodes.size(); ++i) {
    const LayoutChoice::Node &node = problem.nodes[i];
    // LC-C1
    if (node.numCandidates <= 0)
      return broken(fmt::format("LC-C1: nodes[{}] has no candidates, or not one cost and one byte count for each", i));
    // LC-C2
    if (node.live.begin < 0 || node.live.end < node.live.begin)
      return broken(fmt::format("LC-C2: nodes[{}]: interval [{}, {}) is not 0 <= begin <= end", i, node.live.begin,
                                node.live.end));
    // LC-C3
    Bytes most = 0;
    for (Bytes bytes : problem.bytesOf(static_cast<int32_t>(i))) {
      if (bytes < 0)
        return broken(fmt::format("LC-C3: nodes[{}]: a candidate has {} bytes, must be >= 0", i, bytes));
      most = std::max(most, bytes);
    }
    if (addOverflow(totalBytes, most, totalBytes) || totalBytes >= maxTotalBytes)
      return broken(
          fmt::format("LC-C3: nodes[{}]: the greatest bytes of all nodes together reach {}", i, maxTotalBytes));
  }
  return {};
}

// LC-C4.
Status checkEdges(const LayoutChoice &problem) {
  int32_t count = static_cast<int32_t>(problem.nodes.size());
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    const LayoutChoice::Edge &edge = problem.edges[e];
    for (int32_t end : {edge.a, edge.b})
      if (end < 0 || end >= count)
        return broken(fmt::format("LC-C4: edges[{}]: node {} does not exist (there are {})", e, end, count));
    if (edge.a == edge.b)
      return broken(fmt::format("LC-C4: edges[{}]: joins node {} with itself", e, edge.a));
    size_t wanted = static_cast<size_t>(problem.numCandidates(edge.a)) * problem.numCandidates(edge.b);
    if (edge.numEntries != wanted)
      return broken(fmt::format("LC-C4: edges[{}]: has {} costs, nodes {} and {} have {} x {} candidates", e,
                                edge.numEntries, edge.a, edge.b, problem.numCandidates(edge.a),
                                problem.numCandidates(edge.b)));
  }
  return {};
}

// LC-C5: with the greatest finite magnitudes below maxTotalCost no sum of chosen costs can overflow or reach infinity.
Status checkCosts(const LayoutChoice &problem) {
  Cost total = 0;
  auto addGreatest = [&](std::span<const Cost> costs, const char *kind, size_t index) -> Status {
    Cost greatest = 0;
    for (Cost cost : costs) {
      if (isInfinite(cost))
        continue;
      if (cost <= -maxTotalCost || cost >= maxTotalCost)
        return broken(fmt::format("LC-C5: {}[{}]: cost {} is neither infinite (>= {}) nor below {} in magnitude", kind,
                                  index, cost, infiniteCost, maxTotalCost));
      greatest = std::max(greatest, cost < 0 ? -cost : cost);
    }
    if (addOverflow(total, greatest, total) || total >= maxTotalCost)
      return broken(
          fmt::format("LC-C5: {}[{}]: the greatest finite costs together reach {}", kind, index, maxTotalCost));
    return {};
  };
  for (size_t i = 0; i < problem.nodes.size(); ++i)
    ALCOVE_RETURN_IF_ERROR(addGreatest(problem.costsOf(static_cast<int32_t>(i)), "nodes", i));
  for (size_t e = 0; e < problem.edges.size(); ++e)
    ALCOVE_RETURN_IF_ERROR(addGreatest(problem.costsOfEdge(static_cast<int32_t>(e)), "edges", e));
  return {};
}

// LC-C6.
Status checkExtraUsages(const LayoutChoice &problem, Bytes &totalBytes) {
  int32_t count = static_cast<int32_t>(problem.nodes.size());
  for (size_t k = 0; k < problem.extraUsages.size(); ++k) {
    const LayoutChoice::ExtraUsage &extra = problem.extraUsages[k];
    if (extra.node < 0 || extra.node >= count)
      return broken(
          fmt::format("LC-C6: extra_usages[{}]: node {} does not exist (there are {})", k, extra.node, count));
    if (extra.candidate < 0 || extra.candidate >= problem.numCandidates(extra.node))
      return broken(fmt::format("LC-C6: extra_usages[{}]: candidate {} does not exist (node {} has {})", k,
                                extra.candidate, extra.node, problem.numCandidates(extra.node)));
    if (extra.interval.begin < 0 || extra.interval.end < extra.interval.begin)
      return broken(fmt::format("LC-C6: extra_usages[{}]: interval [{}, {}) is not 0 <= begin <= end", k,
                                extra.interval.begin, extra.interval.end));
    if (extra.bytes < 0)
      return broken(fmt::format("LC-C6: extra_usages[{}]: {} bytes, must be >= 0", k, extra.bytes));
    if (addOverflow(totalBytes, extra.bytes, totalBytes) || totalBytes >= maxTotalBytes)
      return broken(
          fmt::format("LC-C3: extra_usages[{}]: the greatest bytes of all nodes together reach {}", k, maxTotalBytes));
  }
  return {};
}

// LC-C7 and LC-C8.
Status checkSharing(const LayoutChoice &problem) {
  int32_t count = static_cast<int32_t>(problem.nodes.size());
  std::vector<int32_t> leaderOf(problem.nodes.size(), -1);
  for (size_t k = 0; k < problem.colocations.size(); ++k) {
    const LayoutChoice::Colocation &pair = problem.colocations[k];
    for (int32_t node : {pair.leader, pair.follower})
      if (node < 0 || node >= count)
        return broken(fmt::format("LC-C7: colocations[{}]: node {} does not exist (there are {})", k, node, count));
    if (pair.leader == pair.follower || leaderOf[pair.follower] != -1)
      return broken(fmt::format("LC-C7: colocations[{}]: node {} follows {} already, or itself", k, pair.follower,
                                leaderOf[pair.follower]));
    leaderOf[pair.follower] = pair.leader;
  }
  for (size_t k = 0; k < problem.colocations.size(); ++k)
    if (leaderOf[problem.colocations[k].leader] != -1)
      return broken(fmt::format("LC-C7: colocations[{}]: leader {} itself follows {}", k, problem.colocations[k].leader,
                                leaderOf[problem.colocations[k].leader]));
  std::vector<std::pair<int32_t, int32_t>> seen;
  for (size_t k = 0; k < problem.inPlaces.size(); ++k) {
    const LayoutChoice::InPlace &place = problem.inPlaces[k];
    for (int32_t node : {place.node, place.donor})
      if (node < 0 || node >= count)
        return broken(fmt::format("LC-C8: in_places[{}]: node {} does not exist (there are {})", k, node, count));
    if (place.candidate < 0 || place.candidate >= problem.numCandidates(place.node))
      return broken(fmt::format("LC-C8: in_places[{}]: candidate {} does not exist (node {} has {})", k,
                                place.candidate, place.node, problem.numCandidates(place.node)));
    const LiveInterval &live = problem.nodes[place.node].live, &donor = problem.nodes[place.donor].live;
    if (place.node == place.donor || !(donor.begin <= live.begin && live.begin < donor.end && donor.end <= live.end))
      return broken(
          fmt::format("LC-C8: in_places[{}]: donor {} is live in [{}, {}), node {} in [{}, {}): the donor must "
                      "begin no later, still be live at the node's begin, and end no later",
                      k, place.donor, donor.begin, donor.end, place.node, live.begin, live.end));
    if (leaderOf[place.node] != -1 || leaderOf[place.donor] != -1)
      return broken(fmt::format("LC-C8: in_places[{}]: node {} or donor {} follows another node's buffer", k,
                                place.node, place.donor));
    seen.emplace_back(place.node, place.candidate);
  }
  std::sort(seen.begin(), seen.end());
  auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (twice != seen.end())
    return broken(fmt::format("LC-C8: in_places: candidate {} of node {} has two donors", twice->second, twice->first));
  return {};
}

} // namespace

Status plan::check(const LayoutChoice &problem) {
  if (problem.capacity < 0 || problem.capacity >= maxTotalBytes)
    return broken(fmt::format("LC-C3: capacity is {}, must be in [0, {})", problem.capacity, maxTotalBytes));
  if (problem.nodes.size() > size_t(1) << 30 || problem.edges.size() > size_t(1) << 30)
    return broken(
        fmt::format("LC-C1: {} nodes and {} edges, at most 2^30 of each", problem.nodes.size(), problem.edges.size()));
  Bytes totalBytes = 0;
  ALCOVE_RETURN_IF_ERROR(checkNodes(problem, totalBytes));
  ALCOVE_RETURN_IF_ERROR(checkEdges(problem));
  ALCOVE_RETURN_IF_ERROR(checkCosts(problem));
  ALCOVE_RETURN_IF_ERROR(checkExtraUsages(problem, totalBytes));
  return checkSharing(problem);
}
