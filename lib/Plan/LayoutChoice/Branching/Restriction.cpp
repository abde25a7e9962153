//===- Restriction.cpp - The problem with some nodes decided --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Restriction.h"

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
  climbed = 0;
  state = Remainder::of(std::move(kernel), base, dual, position, options.reductions,
                        {.shares = options.shares, .leaps = options.leaps}, firstStep, work, deadline);
  if (!state)
    return;
  ++options.seed;
  start = state->labelsOf(choice);
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
  for (std::vector<int32_t> labels : {start, state->ascent.last(), state->ascent.decoded()})
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
  uint64_t spent = 0, climb = state->workOf(sweepsOfClimb);
  if (!state->forests) {
    if (climbed < climb && !state->ascent.converged()) {
      spent = state->ascent.run(std::min(work, climb - climbed), incumbent, deadline);
      climbed += spent;
    }
    if (spent >= work || passed(deadline))
      return spent;
    spent += startSearch(incumbent, deadline);
    if (!state->forests)
      return spent;
  }
  while (spent < work && !finished() && !passed(deadline)) {
    uint64_t untilJudged = state->workOf(sweepsJudged) - state->spent;
    uint64_t searched = state->forests->improve(std::min(work - spent, untilJudged), deadline);
    spent += searched;
    state->judge(searched, sweepsJudged, leastShare);
  }
  return spent;
}
