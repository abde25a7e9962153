//===- Relaxation.cpp - Bound and labellings without the capacity ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Relaxation.h"
#include "../Dual/Certify.h"
#include "../Dual/DualState.h"
#include "../Presolve/Relax.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
constexpr uint64_t judgedSweeps = 20;  ///< the search's gain is judged after as much work
constexpr double leastGain = 1e-3;     ///< of the gap at these prices
constexpr double potentialStep = 0.01; ///< no prices move: the ascent ends as soon as it gains little

/// As fine as sums of 63 bits allow; returns the bits behind the point.
int integerPrices(std::span<const double> price, std::vector<int64_t> &out) {
  double sum = std::accumulate(price.begin(), price.end(), 1e-30);
  int bits = std::clamp(61 - std::ilogb(sum), 0, 60);
  for (double own : price)
    out.push_back(static_cast<int64_t>(std::floor(std::ldexp(own, bits))));
  return bits;
}
} // namespace

Relaxation::State::State(Kernel reduced, const std::vector<int64_t> &position, const Options &options)
    : kernel(std::move(reduced)), model(buildModel(kernel, position)),
      ascent(model, {.prices = false, .leaps = options.leaps}) {
  if (options.forests)
    forests.emplace(model, options.seed, 1);
}

void Relaxation::begin(const Kernel &base, const Dual &dual, std::span<const double> at, bool climb, uint64_t &work,
                       const Deadline *deadline) {
  climbs = climb;
  if (begun() && state->forests)
    known = choice();
  if (provedHere)
    proof = certify();
  provedHere = false;
  state.reset();
  Kernel kernel = base;
  std::vector<int64_t> price;
  prices = {};
  prices.scaleBits = integerPrices(at, price);
  for (size_t r = 0; r < price.size(); ++r)
    if (price[r] > 0)
      prices.multipliers.push_back({kernel.rowTimes[r], price[r]});
  if (!relaxRows(kernel, price, prices.scaleBits, 0))
    return;
  PresolveCounts counts;
  uint64_t entries = 0;
  layout::presolve(kernel, options.reductions, counts, entries, deadline);
  work += entries / presolvePace;
  if (passed(deadline) || kernel.infeasible || kernel.aliveNodes() == 0)
    return;
  ++options.seed;
  state = std::make_unique<State>(std::move(kernel), position, options);
  DualState(base, dual).apply(state->kernel, state->ascent.dual);
  state->ascent.restart(potentialStep);
  work += state->ascent.run(1, infiniteCost, deadline); // one sweep: something to decode
  meet(infiniteCost, deadline);
  if (passed(deadline))
    state.reset();
  else if (state->forests)
    state->forests->setLabels(known.empty() ? state->ascent.last() : labelsOf(known));
}

/// Where a candidate is gone, what the sweeps like.
std::vector<int32_t> Relaxation::labelsOf(const std::vector<int32_t> &choice) const {
  const Model &model = state->model;
  std::vector<int32_t> labels = state->ascent.last();
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    const std::vector<int32_t> &own = state->kernel.nodes[model.kernelNode[n]].labels;
    auto place = std::lower_bound(own.begin(), own.end(), choice[model.kernelNode[n]]);
    if (place != own.end() && *place == choice[model.kernelNode[n]])
      labels[n] = static_cast<int32_t>(place - own.begin());
  }
  return labels;
}

uint64_t Relaxation::climb(uint64_t work, Cost incumbent, const Deadline *deadline) {
  return state->ascent.run(work, incumbent, deadline);
}

uint64_t Relaxation::search(uint64_t work, const Deadline *deadline) {
  uint64_t spent = state->forests->improve(work, deadline);
  state->spent += spent;
  if (state->spent >= judgedSweeps * state->ascent.dual.workPerSweep()) {
    Cost now = state->forests->bestCost();
    double gap = static_cast<double>(now - state->guide.costBound());
    bool gains = isInfinite(state->reached) || static_cast<double>(state->reached - now) > leastGain * gap;
    state->stale = gains ? 0 : state->stale + 1;
    state->reached = now;
    state->spent = 0;
  }
  return spent;
}

void Relaxation::meet(Cost incumbent, const Deadline *deadline) {
  bool first = state->guide.node.empty();
  if (state->settled || (!first && state->ascent.dual.best() <= static_cast<double>(best)))
    return;
  RoundedDual rounded = state->ascent.rounded(incumbent, deadline);
  if (passed(deadline))
    return;
  state->guide = std::move(rounded);
  state->settled = state->ascent.converged();
  if (state->forests && (first || state->settled))
    state->forests->setDual(state->guide);
  if (state->guide.costBound() > best) {
    best = state->guide.costBound();
    provedHere = true;
  }
}

LayoutCertificate Relaxation::certify() const {
  LayoutCertificate out;
  out.steps = state->kernel.log;
  out.steps.push_back({ProofStep::Kind::Dual, 1});
  out.duals = {prices, certifyDual(state->kernel, state->model, state->guide)};
  out.bound = best;
  return out;
}

std::vector<int32_t> Relaxation::choice() const {
  const Model &model = state->model;
  const std::vector<int32_t> &labels = state->forests->best().empty() ? state->ascent.last() : state->forests->best();
  std::vector<int32_t> choice(position.size(), 0);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    choice[model.kernelNode[n]] = state->kernel.nodes[model.kernelNode[n]].labels[labels[n]];
  state->kernel.postsolve(choice);
  return choice;
}
