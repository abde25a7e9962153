//===- Neighbourhood.cpp - A layout choice, most of it fixed --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Neighbourhood.h"

namespace alcove::plan {

std::vector<bool> ballAround(const LayoutChoice &problem, const std::set<int32_t> &centres, int radius) {
  std::vector<std::vector<int32_t>> neighbours(problem.numNodes());
  for (const LayoutChoice::Edge &edge : problem.edges) {
    neighbours[edge.a].push_back(edge.b);
    neighbours[edge.b].push_back(edge.a);
  }
  std::vector<bool> inside(problem.numNodes(), false);
  std::vector<int32_t> rim(centres.begin(), centres.end());
  for (int32_t node : rim)
    inside[node] = true;
  for (int distance = 0; distance < radius && !rim.empty(); ++distance) {
    std::vector<int32_t> next;
    for (int32_t node : rim)
      for (int32_t neighbour : neighbours[node])
        if (!inside[neighbour]) {
          inside[neighbour] = true;
          next.push_back(neighbour);
        }
    rim = std::move(next);
  }
  return inside;
}

Neighbourhood::Neighbourhood(const LayoutChoice &problem, const std::vector<int32_t> &choice,
                             const std::vector<bool> &isFree)
    : fixed(problem.numNodes(), -1) {
  restricted.name = problem.name;
  restricted.capacity = problem.capacity;
  for (int32_t node = 0, e = static_cast<int32_t>(problem.numNodes()); node != e; ++node) {
    std::span<const Cost> costs = problem.costsOf(node);
    std::span<const Bytes> bytes = problem.bytesOf(node);
    if (!isFree[node]) {
      fixed[node] = choice[node];
      costs = costs.subspan(choice[node], 1);
      bytes = bytes.subspan(choice[node], 1);
    }
    restricted.addNode(problem.nodes[node].live, costs, bytes);
  }
  for (int32_t index = 0, e = static_cast<int32_t>(problem.edges.size()); index != e; ++index) {
    const LayoutChoice::Edge &edge = problem.edges[index];
    std::span<const Cost> all = problem.costsOfEdge(index);
    std::vector<Cost> costs;
    auto rangeOf = [&](int32_t node) {
      return fixed[node] < 0 ? std::pair(0, problem.numCandidates(node)) : std::pair(fixed[node], fixed[node] + 1);
    };
    auto [firstRow, endRow] = rangeOf(edge.a);
    auto [firstColumn, endColumn] = rangeOf(edge.b);
    for (int32_t s = firstRow; s < endRow; ++s)
      for (int32_t t = firstColumn; t < endColumn; ++t)
        costs.push_back(all[static_cast<size_t>(s) * problem.numCandidates(edge.b) + t]);
    restricted.addEdge(edge.a, edge.b, costs);
  }
  for (LayoutChoice::ExtraUsage usage : problem.extraUsages)
    if (fixed[usage.node] < 0 || fixed[usage.node] == usage.candidate) {
      usage.candidate = fixed[usage.node] < 0 ? usage.candidate : 0;
      restricted.extraUsages.push_back(usage);
    }
}

std::vector<int32_t> Neighbourhood::widen(const std::vector<int32_t> &restrictedChoice) const {
  std::vector<int32_t> choice = restrictedChoice;
  for (size_t node = 0; node < choice.size(); ++node)
    if (fixed[node] >= 0)
      choice[node] = fixed[node];
  return choice;
}

std::vector<int32_t> Neighbourhood::narrow(const std::vector<int32_t> &choice) const {
  std::vector<int32_t> narrowed = choice;
  for (size_t node = 0; node < narrowed.size(); ++node)
    if (fixed[node] >= 0)
      narrowed[node] = 0;
  return narrowed;
}

} // namespace alcove::plan
