//===- Baselines.cpp - What is done without the planner -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Baselines.h"
#include "Presolve/Model.h"
#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <chrono>
#include <cmath>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

// A labelling under construction with the bytes of every row.
class PartialSolution {
public:
  explicit PartialSolution(const Model &model)
      : model(model), labels(model.numNodes(), -1), used(model.slack.size(), 0) {}

  /// Cost of label s beside the labels that are set; infinite when one of them does not go with it.
  Cost costAt(int32_t node, int32_t s) const {
    Cost sum = model.unary[model.labelBegin[node] + s];
    for (const Model::Adjacent &adjacent : model.neighbours(node)) {
      if (labels[adjacent.other] < 0)
        continue;
      size_t stride;
      const Cost *row = model.row(adjacent, node, s, stride);
      sum = addCosts(sum, row[labels[adjacent.other] * stride]);
      if (isInfinite(sum))
        return infiniteCost;
    }
    return sum;
  }
  /// No row of the node would overflow (more than it does already).
  bool fits(int32_t node, int32_t s) const {
    for (const Model::Usage &usage : model.usagesOf(node)) {
      Bytes by = model.bytes[usage.bytesBegin + s] - own(usage, labels[node]);
      if (by > 0)
        for (int32_t r = usage.begin; r < usage.end; ++r)
          if (used[r] + by > model.slack[r])
            return false;
    }
    return true;
  }
  void set(int32_t node, int32_t s) {
    for (const Model::Usage &usage : model.usagesOf(node)) {
      Bytes by = own(usage, s) - own(usage, labels[node]);
      if (by != 0)
        for (int32_t r = usage.begin; r < usage.end; ++r)
          used[r] += by;
    }
    labels[node] = s;
  }
  /// The cheapest label, those that fit first; takes one in any case.
  void setCheapest(int32_t node, bool watchCapacity) {
    int32_t best = 0;
    Cost bestCost = infiniteCost;
    bool bestFits = false;
    for (int32_t s = 0; s < model.size(node); ++s) {
      Cost cost = costAt(node, s);
      bool ok = !watchCapacity || fits(node, s);
      if (s == 0 ||
          std::make_pair(!ok || isInfinite(cost), cost) < std::make_pair(!bestFits || isInfinite(bestCost), bestCost)) {
        best = s;
        bestCost = cost;
        bestFits = ok;
      }
    }
    set(node, best);
  }
  Bytes own(const Model::Usage &usage, int32_t s) const { return s < 0 ? 0 : model.bytes[usage.bytesBegin + s]; }

  /// Farthest-use-first eviction: at each overflowing row the nodes live there move, the one that ends last first, to
  /// their cheapest label with fewer bytes that goes with their neighbours.
  void evict() {
    std::vector<int32_t> order;
    for (int32_t r = 0; r < model.numRows(); ++r) {
      if (used[r] <= model.slack[r])
        continue;
      std::vector<std::pair<int32_t, int32_t>> live; // -end, node
      for (int32_t n = 0; n < model.numNodes(); ++n)
        for (const Model::Usage &usage : model.usagesOf(n))
          if (usage.begin <= r && r < usage.end)
            live.emplace_back(-model.usagesOf(n).back().end, n);
      std::sort(live.begin(), live.end());
      for (const auto &[end, node] : live) {
        if (used[r] <= model.slack[r])
          break;
        evictOne(node, r);
      }
    }
  }

  const Model &model;
  std::vector<int32_t> labels;
  std::vector<Bytes> used;

private:
  void evictOne(int32_t node, int32_t row) {
    Bytes now = 0;
    const Model::Usage *at = nullptr;
    for (const Model::Usage &usage : model.usagesOf(node))
      if (usage.begin <= row && row < usage.end)
        at = &usage;
    now = own(*at, labels[node]);
    int32_t best = -1;
    Cost bestCost = infiniteCost;
    for (int32_t s = 0; s < model.size(node); ++s) {
      Cost cost = own(*at, s) < now && fits(node, s) ? costAt(node, s) : infiniteCost;
      if (cost < bestCost) {
        best = s;
        bestCost = cost;
      }
    }
    if (best >= 0)
      set(node, best);
  }
};

void greedy(PartialSolution &partial, bool watchCapacity) {
  for (int32_t n = 0; n < partial.model.numNodes(); ++n)
    partial.setCheapest(n, watchCapacity);
}

// Prefixes in schedule order; a prefix is copied whole, so the width shrinks on big problems.
PartialSolution beam(const Model &model, size_t width) {
  struct Step {
    Cost cost;
    size_t parent;
    int32_t label;
  };
  std::vector<std::pair<Cost, PartialSolution>> states;
  states.emplace_back(0, PartialSolution(model));
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    std::vector<Step> steps;
    for (size_t p = 0; p < states.size(); ++p)
      for (int32_t s = 0; s < model.size(n); ++s) {
        Cost cost = states[p].second.fits(n, s) ? states[p].second.costAt(n, s) : infiniteCost;
        if (!isInfinite(cost))
          steps.push_back({states[p].first + cost, p, s});
      }
    if (steps.empty()) {
      while (states.size() > 1)
        states.pop_back();
      states[0].second.setCheapest(n, true);
      continue;
    }
    size_t kept = std::min(width, steps.size());
    std::partial_sort(steps.begin(), steps.begin() + kept, steps.end(), [](const Step &x, const Step &y) {
      return std::tie(x.cost, x.parent, x.label) < std::tie(y.cost, y.parent, y.label);
    });
    if (width == 1) { // nothing to copy
      states[0].first = steps[0].cost;
      states[0].second.set(n, steps[0].label);
      continue;
    }
    std::vector<std::pair<Cost, PartialSolution>> next;
    for (size_t k = 0; k < kept; ++k) {
      next.emplace_back(steps[k].cost, PartialSolution(model));
      next.back().second.labels = states[steps[k].parent].second.labels;
      next.back().second.used = states[steps[k].parent].second.used;
      next.back().second.set(n, steps[k].label);
    }
    // PartialSolution holds a reference, so the vector is swapped, not assigned.
    states.swap(next);
  }
  return std::move(states.front().second);
}

// Longest paths of unplaced nodes, each by dynamic programming with what is placed already.
void chains(PartialSolution &partial) {
  const Model &model = partial.model;
  std::vector<char> taken(model.numNodes(), 0);
  std::vector<std::vector<int32_t>> paths;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (taken[n])
      continue;
    paths.emplace_back();
    for (int32_t at = n; at >= 0;) {
      taken[at] = 1;
      paths.back().push_back(at);
      int32_t next = -1;
      for (const Model::Adjacent &adjacent : model.later(at))
        if (!taken[adjacent.other]) {
          next = adjacent.other;
          break;
        }
      at = next;
    }
  }
  std::sort(paths.begin(), paths.end(), [](const auto &x, const auto &y) {
    return x.size() != y.size() ? x.size() > y.size() : x.front() < y.front();
  });
  for (const std::vector<int32_t> &path : paths) {
    std::vector<std::vector<Cost>> best(path.size());
    std::vector<std::vector<int32_t>> from(path.size());
    for (size_t k = 0; k < path.size(); ++k) {
      int32_t size = model.size(path[k]);
      best[k].assign(size, infiniteCost);
      from[k].assign(size, 0);
      const Model::Adjacent *link = nullptr;
      if (k > 0)
        for (const Model::Adjacent &adjacent : model.earlier(path[k]))
          if (adjacent.other == path[k - 1])
            link = &adjacent;
      for (int32_t s = 0; s < size; ++s) {
        Cost own = partial.fits(path[k], s) ? partial.costAt(path[k], s) : infiniteCost;
        if (isInfinite(own))
          continue;
        if (!link) {
          best[k][s] = own;
          continue;
        }
        size_t stride;
        const Cost *row = model.row(*link, path[k], s, stride);
        for (size_t t = 0; t < best[k - 1].size(); ++t) {
          Cost cost = addCosts(addCosts(best[k - 1][t], row[t * stride]), own);
          if (cost < best[k][s]) {
            best[k][s] = cost;
            from[k][s] = static_cast<int32_t>(t);
          }
        }
      }
      if (k > 0 && *std::min_element(best[k].begin(), best[k].end()) >= infiniteCost)
        for (int32_t s = 0; s < size; ++s) // wiped out: start again here
          best[k][s] = partial.costAt(path[k], s);
    }
    int32_t at = static_cast<int32_t>(std::min_element(best.back().begin(), best.back().end()) - best.back().begin());
    for (size_t k = path.size(); k-- > 0;) {
      int32_t label = at;
      at = from[k][at];
      partial.set(path[k], label);
    }
  }
}

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Single changes; overflow costs so much per byte that a typical step could not pay for it.
void anneal(PartialSolution &partial, uint64_t steps, double deadline) {
  const Model &model = partial.model;
  if (model.numNodes() == 0)
    return;
  Random random(7);
  double scale = 1;
  for (int32_t n = 0; n < model.numNodes(); ++n)
    scale += static_cast<double>(std::abs(partial.model.unary[model.labelBegin[n] + partial.labels[n]]));
  double hot = 4 * scale / model.numNodes(), cold = hot * 1e-4;
  PartialSolution best = partial;
  Cost bestCost = model.costOf(partial.labels), cost = bestCost;
  bool feasible = !isInfinite(cost) && model.overflowOf(partial.labels) == 0;
  if (!feasible)
    return;
  for (uint64_t k = 0; k < steps; ++k) {
    if (k % 4096 == 0 && secondsNow() > deadline)
      break;
    double temperature = hot * std::pow(cold / hot, static_cast<double>(k) / static_cast<double>(steps));
    int32_t n = static_cast<int32_t>(random.below(model.numNodes()));
    int32_t s = static_cast<int32_t>(random.below(model.size(n)));
    if (s == partial.labels[n])
      continue;
    Cost after = partial.costAt(n, s);
    if (isInfinite(after))
      continue;
    Cost by = after - partial.costAt(n, partial.labels[n]);
    if (by > 0 && random.unit() >= std::exp(-static_cast<double>(by) / temperature))
      continue;
    if (!partial.fits(n, s))
      continue;
    partial.set(n, s);
    cost += by;
    if (cost < bestCost) {
      bestCost = cost;
      best.labels = partial.labels;
    }
  }
  partial.labels = best.labels;
}

class Baseline : public LayoutPolicy {
public:
  explicit Baseline(std::string_view kind) : kind(kind) {}
  std::string_view name() const override { return kind; }

  LayoutResult run(const LayoutChoice &problem, const Budget &budget, LayoutObserver *) override {
    LayoutResult result;
    result.stage = std::string(kind);
    double deadline = secondsNow() + budget.seconds;
    Kernel kernel = buildKernel(problem);
    if (kernel.infeasible)
      return result;
    dropSlackRows(kernel);
    std::vector<int64_t> position;
    for (const LayoutChoice::Node &node : problem.nodes)
      position.push_back(node.live.begin);
    Model model = buildModel(kernel, position);
    PartialSolution partial(model);
    if (kind == "greedy") {
      greedy(partial, true);
    } else if (kind == "beam") {
      uint64_t copies = 1 + static_cast<uint64_t>(model.numNodes()) * (model.numNodes() + model.numRows());
      partial.labels = beam(model, std::clamp<uint64_t>(2'000'000'000 / copies, 1, 8)).labels;
    } else if (kind == "chain") {
      chains(partial);
    } else if (kind == "belady") {
      greedy(partial, false);
    } else {
      greedy(partial, true);
    }
    if (kind != "beam")
      partial.evict();
    if (kind == "anneal")
      anneal(partial, std::min<uint64_t>(budget.workUnits / 16, 20'000'000), deadline);
    result.epochs = 1;
    Cost cost = model.costOf(partial.labels);
    if (isInfinite(cost) || model.overflowOf(partial.labels) > 0)
      return result;
    result.solution.choice.resize(problem.numNodes());
    for (int32_t n = 0; n < model.numNodes(); ++n)
      result.solution.choice[model.kernelNode[n]] = kernel.nodes[model.kernelNode[n]].labels[partial.labels[n]];
    result.solution.cost = plan::costOf(problem, result.solution.choice);
    return result;
  }

private:
  std::string_view kind;
};

} // namespace

std::unique_ptr<LayoutPolicy> plan::makeLayoutBaseline(std::string_view name) {
  for (std::string_view known : layoutPolicyNames())
    if (known == name && name != "planner")
      return std::make_unique<Baseline>(known);
  return nullptr;
}
