//===- DualState.cpp - Prices and potentials that outlive a model ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DualState.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

DualState::DualState(const Kernel &kernel, const Dual &dual) {
  const Model &model = dual.model;
  std::span<const double> price = dual.pricesOfBest(), potentials = dual.potentialsOfBest();
  for (size_t r = 0; r < kernel.rowTimes.size(); ++r)
    if (price[r] > 0)
      prices[kernel.rowTimes[r]] = price[r];
  for (const Model::Edge &edge : model.edges) {
    int32_t u = model.kernelNode[edge.u], v = model.kernelNode[edge.v];
    auto begin = potentials.begin() + static_cast<std::ptrdiff_t>(edge.potBegin);
    auto middle = begin + model.size(edge.u), end = middle + model.size(edge.v);
    edges[{u, v}] = {{kernel.nodes[u].labels, {begin, middle}}, {kernel.nodes[v].labels, {middle, end}}};
  }
  numbers = prices.size() + 2 * model.numPotentials;
}

void DualState::renumber(const std::vector<int32_t> &newOf) {
  std::map<std::pair<int32_t, int32_t>, Edge> moved;
  for (auto &[ends, edge] : edges)
    moved[{newOf[ends.first], newOf[ends.second]}] = std::move(edge);
  edges = std::move(moved);
}

void DualState::apply(const Kernel &kernel, Dual &dual) const {
  const Model &model = dual.model;
  std::vector<double> warm;
  for (int64_t time : kernel.rowTimes) {
    auto found = prices.find(time);
    warm.push_back(found == prices.end() ? 0.0 : found->second);
  }
  auto copy = [](const Side &side, const std::vector<int32_t> &labels, double *out) {
    for (size_t s = 0, k = 0; s < labels.size(); ++s) {
      while (k < side.labels.size() && side.labels[k] < labels[s])
        ++k;
      if (k < side.labels.size() && side.labels[k] == labels[s])
        out[s] = side.values[k];
    }
  };
  for (const Model::Edge &edge : model.edges) {
    int32_t u = model.kernelNode[edge.u], v = model.kernelNode[edge.v];
    auto found = edges.find({u, v});
    if (found == edges.end())
      continue;
    copy(found->second.u, kernel.nodes[u].labels, dual.potentials.data() + edge.potBegin);
    copy(found->second.v, kernel.nodes[v].labels, dual.potentials.data() + edge.potBegin + model.size(edge.u));
  }
  dual.setPrices(std::move(warm));
}

void layout::minMarginals(const Model &model, const RoundedDual &dual, int32_t node,
                          std::vector<int64_t> &reducedCost) {
  reducedCost.assign(model.size(node), 0);
  for (int32_t s = 0; s < model.size(node); ++s) {
    int64_t sum = dual.node[model.labelBegin[node] + s];
    for (const Model::Adjacent &adjacent : model.neighbours(node)) {
      if (sum >= infiniteReducedCost)
        break;
      size_t stride;
      const int64_t *row = dual.edge.data() + (model.row(adjacent, node, s, stride) - model.costs.data());
      int64_t least = infiniteReducedCost;
      for (int32_t t = 0; t < model.size(adjacent.other); ++t)
        least = std::min(least, row[t * stride]);
      sum = std::min(infiniteReducedCost, sum + least);
    }
    reducedCost[s] = sum;
  }
}

size_t layout::fixByReducedCost(Kernel &kernel, const Model &model, const RoundedDual &dual, Cost incumbent) {
  int64_t limit = dual.limitFor(incumbent - 1);
  size_t fallen = 0;
  std::vector<int64_t> reducedCost;
  for (int32_t n = 0; n < model.numNodes() && !kernel.infeasible; ++n) {
    minMarginals(model, dual, n, reducedCost);
    std::vector<char> keep(reducedCost.size(), 1);
    size_t before = fallen;
    for (size_t s = 0; s < reducedCost.size(); ++s)
      if (reducedCost[s] > limit) {
        kernel.log.push_back(
            {ProofStep::Kind::Bound, model.kernelNode[n], kernel.nodes[model.kernelNode[n]].labels[s]});
        keep[s] = 0;
        ++fallen;
      }
    if (fallen > before)
      kernel.keepLabels(model.kernelNode[n], keep);
  }
  return fallen;
}
