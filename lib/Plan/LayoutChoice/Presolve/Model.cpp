//===- Model.cpp - A kernel in flat arrays --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

Cost Model::costOf(std::span<const int32_t> labels) const {
  Cost total = constant;
  for (int32_t n = 0; n < numNodes(); ++n)
    total += unary[labelBegin[n] + labels[n]];
  for (size_t e = 0; e < edges.size(); ++e) {
    Cost cost = pairCost(static_cast<int32_t>(e), labels[edges[e].u], labels[edges[e].v]);
    if (isInfinite(cost))
      return infiniteCost;
    total += cost;
  }
  return total;
}

__int128 Model::overflowOf(std::span<const int32_t> labels) const {
  std::vector<Bytes> change(slack.size() + 1, 0);
  for (int32_t n = 0; n < numNodes(); ++n)
    for (const Usage &usage : usagesOf(n)) {
      Bytes own = bytes[usage.bytesBegin + labels[n]];
      change[usage.begin] += own;
      change[usage.end] -= own;
    }
  __int128 over = 0;
  Bytes live = 0;
  for (size_t r = 0; r < slack.size(); ++r) {
    live += change[r];
    if (live > slack[r])
      over += live - slack[r];
  }
  return over;
}

namespace {

void addEdges(const Kernel &kernel, const std::vector<int32_t> &denseOf, Model &model) {
  for (const KernelEdge &edge : kernel.edges) {
    if (!edge.alive)
      continue;
    int32_t u = denseOf[edge.a], v = denseOf[edge.b];
    size_t rows = kernel.nodes[edge.a].size(), columns = kernel.nodes[edge.b].size();
    bool swap = u > v;
    model.edges.push_back({swap ? v : u, swap ? u : v, model.costs.size(), model.numPotentials});
    model.numPotentials += rows + columns;
    if (!swap) {
      model.costs.insert(model.costs.end(), edge.costs.read().begin(), edge.costs.read().end());
      continue;
    }
    for (size_t t = 0; t < columns; ++t)
      for (size_t s = 0; s < rows; ++s)
        model.costs.push_back(edge.costs[s * columns + t]);
  }
}

void addAdjacency(Model &model) {
  int32_t count = model.numNodes();
  model.adjacentBegin.assign(count + 1, 0);
  for (const Model::Edge &edge : model.edges) {
    ++model.adjacentBegin[edge.u + 1];
    ++model.adjacentBegin[edge.v + 1];
  }
  for (int32_t n = 0; n < count; ++n)
    model.adjacentBegin[n + 1] += model.adjacentBegin[n];
  model.adjacents.resize(2 * model.edges.size());
  std::vector<int32_t> next(model.adjacentBegin.begin(), model.adjacentBegin.end() - 1);
  for (size_t e = 0; e < model.edges.size(); ++e) {
    model.adjacents[next[model.edges[e].u]++] = {static_cast<int32_t>(e), model.edges[e].v};
    model.adjacents[next[model.edges[e].v]++] = {static_cast<int32_t>(e), model.edges[e].u};
  }
  for (int32_t n = 0; n < count; ++n) {
    auto begin = model.adjacents.begin() + model.adjacentBegin[n], end = model.adjacents.begin() + next[n];
    std::sort(begin, end, [](const Model::Adjacent &x, const Model::Adjacent &y) { return x.other < y.other; });
    model.earlierEnd.push_back(
        static_cast<int32_t>(std::partition_point(begin, end, [&](const Model::Adjacent &x) { return x.other < n; }) -
                             model.adjacents.begin()));
  }
}

} // namespace

Model layout::buildModel(const Kernel &kernel, const std::vector<int64_t> &position) {
  Model model;
  model.constant = kernel.constant;
  model.slack = kernel.slack;
  for (size_t i = 0; i < kernel.nodes.size(); ++i)
    if (kernel.nodes[i].alive)
      model.kernelNode.push_back(static_cast<int32_t>(i));
  std::sort(model.kernelNode.begin(), model.kernelNode.end(),
            [&](int32_t x, int32_t y) { return position[x] != position[y] ? position[x] < position[y] : x < y; });
  std::vector<int32_t> denseOf(kernel.nodes.size(), -1);
  model.labelBegin.push_back(0);
  model.usageBegin.push_back(0);
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    const KernelNode &node = kernel.nodes[model.kernelNode[n]];
    denseOf[model.kernelNode[n]] = n;
    model.unary.insert(model.unary.end(), node.unary.begin(), node.unary.end());
    model.labelBegin.push_back(static_cast<int32_t>(model.unary.size()));
    for (const Span &span : node.spans) {
      model.usages.push_back({span.begin, span.end, model.bytes.size()});
      model.bytes.insert(model.bytes.end(), span.bytes.begin(), span.bytes.end());
    }
    model.usageBegin.push_back(static_cast<int32_t>(model.usages.size()));
  }
  addEdges(kernel, denseOf, model);
  addAdjacency(model);
  return model;
}
