//===- WindowSearch.cpp - Large-neighbourhood local search ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WindowSearch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

WindowSearch::WindowSearch(const Model &model, uint64_t seed) : model(model), random(seed), mark(model.numNodes(), 0) {}

void WindowSearch::setDual(const RoundedDual &rounded) {
  dual = &rounded;
  search = std::make_unique<FrontierSearch>(model, rounded);
}

void WindowSearch::setLabels(const std::vector<int32_t> &labels) {
  cheapest = infiniteCost;
  bestLabels.clear();
  idle = 0;
  load(labels);
  keepIfBest();
}

void WindowSearch::keepIfBest() {
  if (violations > 0)
    return;
  Cost cost = model.costOf(current);
  if (cost >= cheapest)
    return;
  cheapest = cost;
  bestLabels = current;
}

void WindowSearch::load(const std::vector<int32_t> &labels) {
  current = labels;
  used.assign(model.slack.size() + 1, 0);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    for (const Model::Usage &usage : model.usagesOf(n)) {
      Bytes own = model.bytes[usage.bytesBegin + current[n]];
      used[usage.begin] += own;
      used[usage.end] -= own;
    }
  for (size_t r = 1; r < used.size(); ++r)
    used[r] += used[r - 1];
  used.pop_back();
  countViolations();
}

void WindowSearch::countViolations() {
  violations = 0;
  for (size_t r = 0; r < used.size(); ++r)
    violations += used[r] > model.slack[r];
  for (size_t e = 0; e < model.edges.size(); ++e)
    violations +=
        isInfinite(model.pairCost(static_cast<int32_t>(e), current[model.edges[e].u], current[model.edges[e].v]));
}

// Weight of a node as a start: the reduced cost that a change there could save, or the violations that it takes part
// in.
void WindowSearch::weighNodes() {
  std::vector<double> weight(model.numNodes(), 0.0);
  bool repairing = violations > 0;
  for (size_t e = 0; e < model.edges.size(); ++e) {
    const Model::Edge &edge = model.edges[e];
    int64_t reducedCost =
        dual->edge[edge.costBegin + static_cast<size_t>(current[edge.u]) * model.size(edge.v) + current[edge.v]];
    double share = repairing ? (reducedCost >= infiniteReducedCost ? 1.0 : 0.0) : static_cast<double>(reducedCost);
    weight[edge.u] += share;
    weight[edge.v] += share;
  }
  std::vector<double> waste(used.size() + 1, 0.0);
  for (size_t r = 0; r < used.size(); ++r) {
    Bytes left = model.slack[r] - used[r];
    double own = repairing ? (left < 0 ? 1.0 : 0.0) : static_cast<double>(dual->price[r]) * static_cast<double>(left);
    waste[r + 1] = waste[r] + own;
  }
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (!repairing)
      weight[n] += static_cast<double>(dual->node[model.labelBegin[n] + current[n]]);
    for (const Model::Usage &usage : model.usagesOf(n)) {
      double wasted = waste[usage.end] - waste[usage.begin];
      // Overflow is charged to those who take part in it, unused priced slack to everybody who could use it.
      if (!repairing || model.bytes[usage.bytesBegin + current[n]] > 0)
        weight[n] += repairing ? wasted : 0.05 * wasted;
    }
  }
  cumulative.assign(1, 0.0);
  for (double w : weight)
    cumulative.push_back(cumulative.back() + std::sqrt(w));
  // Some weight everywhere: reduced cost is only a guide.
  double base = 0.1 * cumulative.back() / static_cast<double>(std::max<size_t>(weight.size(), 1)) + 1e-9;
  for (size_t n = 0; n < cumulative.size(); ++n)
    cumulative[n] += base * static_cast<double>(n);
}

int32_t WindowSearch::pickSeed() {
  double at = random.unit() * cumulative.back();
  size_t n = std::upper_bound(cumulative.begin(), cumulative.end(), at) - cumulative.begin();
  return static_cast<int32_t>(std::clamp<size_t>(n, 1, cumulative.size() - 1) - 1);
}

void WindowSearch::growBall(int32_t seed, size_t size, std::vector<int32_t> &window) {
  for (size_t head = 0; head < window.size() && window.size() < size; ++head) {
    std::span<const Model::Adjacent> near = model.neighbours(window[head]);
    if (near.empty())
      continue;
    // Start anywhere in the list, so that high-degree nodes do not always give the same neighbours.
    size_t start = random.below(near.size()), most = std::min<size_t>(near.size(), 8);
    for (size_t k = 0; k < most && window.size() < size; ++k) {
      int32_t other = near[(start + k) % near.size()].other;
      if (mark[other] != stamp && random.chance(0.8)) {
        mark[other] = stamp;
        window.push_back(other);
      }
    }
  }
}

// Nodes that share a row with the seed: they compete for its bytes.
void WindowSearch::growRow(int32_t seed, size_t size, std::vector<int32_t> &window) {
  std::span<const Model::Usage> usages = model.usagesOf(seed);
  if (usages.empty())
    return growBall(seed, size, window);
  const Model::Usage &usage = usages[random.below(usages.size())];
  int32_t row = usage.begin + static_cast<int32_t>(random.below(usage.end - usage.begin));
  if (violations > 0)
    for (int32_t r = usage.begin; r < usage.end; ++r)
      if (used[r] > model.slack[r]) {
        row = r;
        if (random.chance(0.2))
          break;
      }
  std::vector<int32_t> sharing;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    std::span<const Model::Usage> own = model.usagesOf(n);
    auto after = std::partition_point(own.begin(), own.end(), [&](const Model::Usage &u) { return u.end <= row; });
    if (after != own.end() && after->begin <= row && mark[n] != stamp)
      sharing.push_back(n);
  }
  size_t wanted = std::max<size_t>(2, size * 2 / 3);
  while (!sharing.empty() && window.size() < wanted) {
    size_t k = random.below(sharing.size());
    mark[sharing[k]] = stamp;
    window.push_back(sharing[k]);
    sharing[k] = sharing.back();
    sharing.pop_back();
  }
  growBall(seed, size, window);
}

void WindowSearch::growInterval(int32_t seed, size_t size, std::vector<int32_t> &window) {
  int32_t first = std::max<int32_t>(0, seed - static_cast<int32_t>(random.below(size)));
  for (int32_t n = first; n < model.numNodes() && window.size() < size; ++n)
    if (mark[n] != stamp) {
      mark[n] = stamp;
      window.push_back(n);
    }
}

void WindowSearch::change(std::span<const int32_t> nodes, std::span<const int32_t> labels) {
  for (size_t k = 0; k < nodes.size(); ++k) {
    int32_t n = nodes[k];
    if (current[n] == labels[k])
      continue;
    for (const Model::Usage &usage : model.usagesOf(n)) {
      Bytes by = model.bytes[usage.bytesBegin + labels[k]] - model.bytes[usage.bytesBegin + current[n]];
      if (by != 0)
        for (int32_t r = usage.begin; r < usage.end; ++r)
          used[r] += by;
    }
    current[n] = labels[k];
  }
}

uint64_t WindowSearch::improve(uint64_t work, std::vector<WindowMove> *moves, const Deadline *deadline) {
  uint64_t spent = 0;
  if (model.numNodes() == 0)
    return work;
  weighNodes();
  spent += model.edges.size() + model.numRows() + model.usages.size();
  std::vector<int32_t> window;
  size_t changes = 0;
  while (spent < work && !passed(deadline)) {
    if (patience > 0 && idle > patience) {
      keepIfBest();
      if (!bestLabels.empty())
        load(bestLabels);
      size_t count = static_cast<size_t>(model.numNodes());
      bool afresh = count <= 2000 && random.chance(0.3);
      perturb(afresh ? count : 4 + random.below(std::min<size_t>(count, size_t(4) << random.below(10))));
      idle = 0;
      spent += 2 * model.edges.size() + model.numRows() + model.labelBegin.back();
    }
    ++idle;
    int32_t seed = pickSeed();
    ++stamp;
    mark[seed] = stamp;
    window.assign(1, seed);
    size_t size = 2 + random.below(2 * windowSize - 2);
    double kind = random.unit();
    if (kind < 0.5)
      growBall(seed, size, window);
    else if (kind < 0.85)
      growRow(seed, size, window);
    else
      growInterval(seed, size, window);
    std::sort(window.begin(), window.end());
    search->free(window, current, used);
    bool soft = violations > 0;
    int64_t before = search->presentReducedCost(soft);
    spent += 200 + window.size() * 20 + static_cast<uint64_t>(model.usages.size() / 2);
    if (before == 0) {
      spent += search->setupWork();
      continue;
    }
    // Equal results are welcome too: they drift along plateaus.
    SearchLimits limits;
    limits.width = width;
    limits.reducedCost = std::min(before, infiniteReducedCost - 1);
    limits.soft = soft;
    limits.work = 64 * width * windowSize * 16;
    SearchOutcome outcome = search->run(limits);
    spent += outcome.work + search->setupWork();
    if (outcome.labels.empty() || outcome.reducedCost > before)
      continue;
    bool same = true;
    for (size_t k = 0; k < window.size(); ++k)
      same &= outcome.labels[k] == current[window[k]];
    if (same)
      continue;
    change(window, outcome.labels);
    ++changes;
    if (outcome.reducedCost < before)
      idle = 0;
    if (moves && outcome.reducedCost < before)
      moves->push_back({window, outcome.labels});
    if (soft) {
      countViolations();
      weighNodes();
      spent += model.edges.size() + model.numRows();
    } else if (changes % 64 == 0) {
      weighNodes();
      spent += model.edges.size() + model.numRows();
    }
  }
  keepIfBest();
  return spent;
}

void WindowSearch::perturb(size_t size) {
  if (model.numNodes() == 0)
    return;
  weighNodes();
  ++stamp;
  int32_t seed = pickSeed();
  mark[seed] = stamp;
  std::vector<int32_t> region{seed};
  if (size >= static_cast<size_t>(model.numNodes()))
    region.clear();
  for (int32_t n = 0; region.empty() && n < model.numNodes(); ++n) // everything: a fresh decoding
    mark[n] = stamp;
  if (region.empty()) {
    region.resize(model.numNodes());
    std::iota(region.begin(), region.end(), 0);
  } else {
    growBall(seed, size, region);
    growInterval(seed, size, region);
    std::sort(region.begin(), region.end());
  }
  // The noise is a few times the reduced cost that a node of this labelling has on the average.
  double total = 1;
  for (int32_t n = 0; n < model.numNodes(); ++n)
    total += static_cast<double>(std::min(dual->node[model.labelBegin[n] + current[n]], infiniteReducedCost >> 12));
  for (const Model::Edge &edge : model.edges) {
    int64_t reducedCost =
        dual->edge[edge.costBegin + static_cast<size_t>(current[edge.u]) * model.size(edge.v) + current[edge.v]];
    if (reducedCost < infiniteReducedCost >> 12)
      total += static_cast<double>(reducedCost);
  }
  double noise = total / model.numNodes() * std::ldexp(0.25, static_cast<int>(random.below(6)));
  std::vector<double> score;
  std::vector<int32_t> labels;
  for (int32_t n : region) {
    score.assign(model.size(n), 0.0);
    for (int32_t s = 0; s < model.size(n); ++s) {
      score[s] = static_cast<double>(dual->node[model.labelBegin[n] + s]) + noise * random.unit();
      for (const Model::Adjacent &adjacent : model.neighbours(n)) {
        size_t stride;
        const int64_t *row = dual->edge.data() + (model.row(adjacent, n, s, stride) - model.costs.data());
        int64_t reducedCost = infiniteReducedCost;
        // Earlier neighbours and those outside the region stand; the others will take what suits.
        if (adjacent.other < n || mark[adjacent.other] != stamp)
          reducedCost = row[current[adjacent.other] * stride];
        else
          for (int32_t t = 0; t < model.size(adjacent.other); ++t)
            reducedCost = std::min(reducedCost, row[t * stride]);
        score[s] += static_cast<double>(reducedCost);
      }
    }
    labels.assign(1, static_cast<int32_t>(std::min_element(score.begin(), score.end()) - score.begin()));
    change({&n, 1}, labels);
  }
  countViolations();
}

bool WindowSearch::apply(const WindowMove &move) {
  bool soft = violations > 0;
  search->free(move.nodes, current, used);
  int64_t before = search->presentReducedCost(soft);
  std::vector<int32_t> old;
  for (int32_t n : move.nodes)
    old.push_back(current[n]);
  change(move.nodes, move.labels);
  search->free(move.nodes, current, used);
  if (search->presentReducedCost(soft) < before) {
    if (soft)
      countViolations();
    return true;
  }
  change(move.nodes, old);
  return false;
}
