//===- Restriction.cpp - The problem with some nodes decided --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Restriction.h"
#include "../Dual/DualState.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
constexpr uint64_t sweepsOfClimb = 40;
constexpr uint64_t sweepsJudged = 20; ///< the search's gain is judged after as much work
constexpr double leastShare = 0.02;   ///< of the gap, in that work
constexpr double firstStep = 0.3;
constexpr double decidedShare = 0.8; ///< of the nodes of many neighbours; the others may change
} // namespace

Restriction::State::State(Kernel reduced, const std::vector<int64_t> &position, const Options &options)
    : kernel(std::move(reduced)), model(buildModel(kernel, position)),
      ascent(model, {.shares = options.shares, .leaps = options.leaps}) {}

void Restriction::begin(const Kernel &base, const Dual &dual, size_t degree, const std::vector<int32_t> &choice,
                        uint64_t &work, const Deadline *deadline) {
  state.reset();
  Kernel kernel = base;
  const Model &model = dual.model;
  bool decided = false;
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    if (model.size(n) < 2 || model.neighbours(n).size() < degree || !random.chance(decidedShare))
      continue;
    std::vector<char> keep;
    for (int32_t label : base.nodes[model.kernelNode[n]].labels)
      keep.push_back(label == choice[model.kernelNode[n]]);
    if (std::ranges::count(keep, 1) == 0) // the labelling at hand is none of what is left
      continue;
    kernel.keepLabels(model.kernelNode[n], keep);
    decided = true;
  }
  if (!decided)
    return;
  kernel.log.clear();
  PresolveCounts counts;
  uint64_t entries = 0;
  layout::presolve(kernel, options.reductions, counts, entries, deadline);
  work += entries / presolvePace;
  if (passed(deadline) || kernel.infeasible || kernel.aliveNodes() == 0)
    return;
  ++options.seed;
  state = std::make_unique<State>(std::move(kernel), position, options);
  DualState(base, dual).apply(state->kernel, state->ascent.dual);
  state->ascent.restart(firstStep);
  work += state->ascent.run(1, infiniteCost, deadline); // one sweep: something to decode
  state->labels = state->ascent.last();
  for (int32_t n = 0; n < state->model.numNodes(); ++n) {
    const std::vector<int32_t> &own = state->kernel.nodes[state->model.kernelNode[n]].labels;
    auto place = std::ranges::lower_bound(own, choice[state->model.kernelNode[n]]);
    if (place != own.end() && *place == choice[state->model.kernelNode[n]])
      state->labels[n] = static_cast<int32_t>(place - own.begin());
  }
  if (passed(deadline))
    state.reset();
}

uint64_t Restriction::startSearch(Cost incumbent, const Deadline *deadline) {
  const Model &model = state->model;
  uint64_t spent = 0;
  state->guide = state->ascent.rounded(incumbent, deadline);
  CapacityRepair repair(model);
  std::vector<int32_t> best;
  Cost cost = infiniteCost;
  for (std::vector<int32_t> labels : {state->labels, state->ascent.last(), state->ascent.decoded()})
    if (!labels.empty() && repair.run(labels, state->ascent.dual.price, spent, deadline) &&
        model.costOf(labels) < cost) {
      cost = model.costOf(labels);
      best = labels;
    }
  if (passed(deadline) || best.empty()) {
    state->stale = mostStale;
    return spent;
  }
  state->forests.emplace(model, options.seed);
  state->forests->setDual(state->guide);
  state->forests->setLabels(best);
  return spent;
}

uint64_t Restriction::run(uint64_t work, Cost incumbent, const Deadline *deadline) {
  uint64_t spent = 0, sweep = state->ascent.dual.workPerSweep(), climb = sweepsOfClimb * sweep;
  if (!state->forests) {
    if (state->climbed < climb && !state->ascent.converged()) {
      spent = state->ascent.run(std::min(work, climb - state->climbed), incumbent, deadline);
      state->climbed += spent;
    }
    if (spent >= work || passed(deadline))
      return spent;
    spent += startSearch(incumbent, deadline);
    if (!state->forests)
      return spent;
  }
  while (spent < work && !finished() && !passed(deadline)) {
    uint64_t judged = sweepsJudged * sweep;
    uint64_t searched = state->forests->improve(std::min(work - spent, judged - state->spent), deadline);
    spent += searched;
    state->spent += searched;
    if (state->spent < judged)
      continue;
    double gap = static_cast<double>(cost() - state->guide.costBound());
    bool gains = isInfinite(state->reached) || static_cast<double>(state->reached - cost()) > leastShare * gap;
    state->stale = gains ? 0 : state->stale + 1;
    state->reached = cost();
    state->spent = 0;
  }
  return spent;
}

std::vector<int32_t> Restriction::choice() const {
  const Model &model = state->model;
  const std::vector<int32_t> &labels = state->forests->best();
  std::vector<int32_t> choice(position.size(), 0);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    choice[model.kernelNode[n]] = state->kernel.nodes[model.kernelNode[n]].labels[labels[n]];
  state->kernel.postsolve(choice);
  return choice;
}
