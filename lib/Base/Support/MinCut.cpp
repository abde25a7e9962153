//===- MinCut.cpp - Two-valued choices with costs of pairs ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/MinCut.h"

#include <algorithm>

using namespace alcove;

MinCut::MinCut() : edges(2) {}

int MinCut::addVariable() {
  edges.emplace_back();
  return static_cast<int>(edges.size()) - 1;
}

void MinCut::addEdge(int from, int to, int64_t capacity) {
  if (from == to || capacity <= 0)
    return;
  edges[from].push_back({to, std::min(capacity, never), static_cast<int>(edges[to].size())});
  edges[to].push_back({from, 0, static_cast<int>(edges[from].size()) - 1});
}

bool MinCut::findLevels() {
  level.assign(edges.size(), -1);
  std::vector<int> queue{source};
  level[source] = 0;
  for (size_t head = 0; head < queue.size(); ++head)
    for (const Edge &edge : edges[queue[head]])
      if (edge.capacity > 0 && level[edge.to] < 0) {
        level[edge.to] = level[queue[head]] + 1;
        queue.push_back(edge.to);
      }
  return level[sink] >= 0;
}

int64_t MinCut::augment(int node, int64_t limit) {
  if (node == sink)
    return limit;
  for (int &i = next[node]; i < static_cast<int>(edges[node].size()); ++i) {
    Edge &edge = edges[node][i];
    if (edge.capacity <= 0 || level[edge.to] != level[node] + 1)
      continue;
    int64_t pushed = augment(edge.to, std::min(limit, edge.capacity));
    if (pushed == 0)
      continue;
    edge.capacity -= pushed;
    edges[edge.to][edge.reverse].capacity += pushed;
    return pushed;
  }
  return 0;
}

std::vector<bool> MinCut::solve() {
  while (findLevels()) {
    next.assign(edges.size(), 0);
    while (augment(source, never) > 0) {
    }
  }
  // True: whatever still reaches the sink.
  std::vector<bool> reaches(edges.size(), false);
  reaches[sink] = true;
  std::vector<int> queue{sink};
  for (size_t head = 0; head < queue.size(); ++head)
    for (const Edge &edge : edges[queue[head]])
      if (!reaches[edge.to] && edges[edge.to][edge.reverse].capacity > 0) {
        reaches[edge.to] = true;
        queue.push_back(edge.to);
      }
  return reaches;
}
