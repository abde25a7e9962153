//===- ForestMove.cpp - Exact changes of trees of nodes -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ForestMove.h"
#include "../Dual/MinPlus.h"

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

ForestMove::ForestMove(const Model &model, std::span<const double> entries, uint64_t seed)
    : model(model), entries(entries), random(seed), priced(model.unary.begin(), model.unary.end()),
      value(model.unary.size()), key(model.numNodes()), chosen(model.numNodes()), tree(model.numNodes()),
      parent(model.numNodes()), seenBy(model.numNodes(), -1), parentEdge(model.numNodes()) {}

void ForestMove::setPrices(std::span<const double> price) {
  std::vector<double> sums(price.size() + 1, 0.0);
  for (size_t r = 0; r < price.size(); ++r)
    sums[r + 1] = sums[r] + price[r];
  priced.assign(model.unary.begin(), model.unary.end());
  for (int32_t n = 0; n < model.numNodes(); ++n)
    for (const Model::Usage &usage : model.usagesOf(n)) {
      double sum = sums[usage.end] - sums[usage.begin];
      for (int32_t s = 0; s < model.size(n); ++s)
        priced[model.labelBegin[n] + s] += sum * static_cast<double>(model.bytes[usage.bytesBegin + s]);
    }
}

int32_t ForestMove::treeOf(int32_t node) {
  while (tree[node] != node)
    node = tree[node] = tree[tree[node]];
  return node;
}

/// Whether no two neighbours of the node are in one tree; then they all become one.
bool ForestMove::joins(int32_t node) {
  for (const Model::Adjacent &adjacent : model.neighbours(node))
    if (chosen[adjacent.other]) {
      int32_t root = treeOf(adjacent.other);
      if (seenBy[root] == node)
        return false;
      seenBy[root] = node;
    }
  for (const Model::Adjacent &adjacent : model.neighbours(node))
    if (chosen[adjacent.other])
      tree[treeOf(adjacent.other)] = node;
  return true;
}

void ForestMove::pickForest(std::span<const int32_t> region, int32_t held) {
  // Nodes of many neighbours first: few trees of one hub each; last: hubs stay, everything around them moves.
  uint64_t kind = random.below(4);
  for (int32_t n : region) {
    double degree = static_cast<double>(1 + model.neighbours(n).size());
    double weight = kind == 0 ? 1 : kind == 1 ? 1 / std::sqrt(degree) : kind == 2 ? std::sqrt(degree) : degree;
    key[n] = random.unit() * weight;
    tree[n] = n;
    seenBy[n] = -1;
  }
  asked.assign(region.begin(), region.end());
  std::sort(asked.begin(), asked.end(),
            [&](int32_t x, int32_t y) { return key[x] != key[y] ? key[x] < key[y] : x < y; });
  for (int32_t n : asked) {
    spent += model.neighbours(n).size();
    chosen[n] = n != held && joins(n);
  }
}

void ForestMove::orderFromRoots(std::span<const int32_t> region) {
  constexpr int32_t notReached = -2;
  order.clear();
  for (int32_t n : region)
    parent[n] = notReached;
  for (int32_t root : asked) {
    if (!chosen[root] || parent[root] != notReached)
      continue;
    parent[root] = -1;
    order.push_back(root);
    for (size_t head = order.size() - 1; head < order.size(); ++head)
      for (const Model::Adjacent &adjacent : model.neighbours(order[head]))
        if (chosen[adjacent.other] && parent[adjacent.other] == notReached) {
          parent[adjacent.other] = order[head];
          parentEdge[adjacent.other] = adjacent.edge;
          order.push_back(adjacent.other);
        }
  }
}

void ForestMove::addFixedNeighbours(int32_t node, std::span<const int32_t> labels) {
  int32_t size = model.size(node);
  double *sum = value.data() + model.labelBegin[node];
  for (int32_t s = 0; s < size; ++s)
    sum[s] = -own(node, s);
  for (const Model::Adjacent &adjacent : model.neighbours(node)) {
    if (chosen[adjacent.other])
      continue;
    const Model::Edge &edge = model.edges[adjacent.edge];
    size_t columns = static_cast<size_t>(model.size(edge.v)), fixed = static_cast<size_t>(labels[adjacent.other]);
    const double *table = entries.data() + edge.costBegin + (edge.u == node ? fixed : fixed * columns);
    size_t stride = edge.u == node ? columns : 1;
    for (int32_t s = 0; s < size; ++s)
      sum[s] -= table[s * stride];
    spent += size;
  }
}

void ForestMove::sendToParent(int32_t node) {
  int32_t to = parent[node];
  if (to < 0)
    return;
  const Model::Edge &edge = model.edges[parentEdge[node]];
  size_t rows = model.size(edge.u), columns = model.size(edge.v);
  const double *table = entries.data() + edge.costBegin, *from = value.data() + model.labelBegin[node];
  message.resize(model.size(to));
  if (edge.u == node)
    minOverRows(table, from, rows, columns, message.data());
  else
    minOverColumns(table, from, rows, columns, message.data());
  double *sum = value.data() + model.labelBegin[to];
  for (int32_t s = 0; s < model.size(to); ++s)
    sum[s] -= message[s];
  spent += rows * columns;
}

int32_t ForestMove::bestLabel(int32_t node, std::span<const int32_t> labels) {
  const double *own = value.data() + model.labelBegin[node];
  int32_t up = parent[node], best = labels[node];
  auto cost = [&](int32_t s) {
    if (up < 0)
      return -own[s];
    bool first = model.edges[parentEdge[node]].u == node;
    return (first ? pair(parentEdge[node], s, labels[up]) : pair(parentEdge[node], labels[up], s)) - own[s];
  };
  double least = cost(best);
  for (int32_t s = 0; s < model.size(node); ++s)
    if (double other = cost(s); other < least) {
      least = other;
      best = s;
    }
  return best;
}

uint64_t ForestMove::run(std::span<const int32_t> region, std::vector<int32_t> &labels, int32_t held) {
  spent = 8 * region.size();
  pickForest(region, held);
  orderFromRoots(region);
  for (int32_t n : order)
    addFixedNeighbours(n, labels);
  for (size_t k = order.size(); k-- > 0;)
    sendToParent(order[k]);
  for (int32_t n : order)
    labels[n] = bestLabel(n, labels);
  for (int32_t n : region)
    chosen[n] = 0;
  return spent;
}
