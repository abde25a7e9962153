//===- Relaxation.cpp - Bound and labellings without the capacity ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Relaxation.h"
#include "../Dual/Certify.h"
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

void Relaxation::begin(const Kernel &base, const Dual &dual, std::span<const double> at, bool climb, uint64_t &work,
                       const Deadline *deadline) {
  climbs = climb;
  if (begun() && state->forests)
    known = choice();
  drop();
  Kernel kernel = base;
  std::vector<int64_t> price;
  prices = {};
  prices.scaleBits = integerPrices(at, price);
  for (size_t r = 0; r < price.size(); ++r)
    if (price[r] > 0)
      prices.multipliers.push_back({kernel.rowTimes[r], price[r]});
  if (!relaxRows(kernel, price, prices.scaleBits, 0))
    return;
  settled = false;
  state = Remainder::of(std::move(kernel), base, dual, position, options.reductions,
                        {.prices = false, .hubs = climb && options.branch, .leaps = options.leaps}, potentialStep, work,
                        deadline);
  if (!state)
    return;
  ++options.seed;
  if (options.forests)
    state->forests.emplace(state->model, options.seed, 1);
  meet(infiniteCost, deadline);
  if (passed(deadline))
    state.reset();
  else if (state->forests)
    state->forests->setLabels(known.empty() ? state->ascent.last() : state->labelsOf(known));
}

void Relaxation::drop() {
  if (provedHere)
    proof = certify();
  provedHere = false;
  state.reset();
}

void Relaxation::forget() {
  drop();
  known.clear();
}

uint64_t Relaxation::climb(uint64_t work, Cost incumbent, const Deadline *deadline) {
  return state->ascent.run(work, incumbent, deadline);
}

uint64_t Relaxation::search(uint64_t work, const Deadline *deadline) {
  uint64_t spent = state->forests->improve(work, deadline);
  state->judge(spent, judgedSweeps, leastGain);
  return spent;
}

void Relaxation::meet(Cost incumbent, const Deadline *deadline) {
  if (options.branch && climbs && !branching && state->ascent.converged())
    plant();
  bool first = state->guide.node.empty();
  if (settled || (!first && state->ascent.dual.best() <= static_cast<double>(best)))
    return;
  RoundedDual rounded = state->ascent.rounded(incumbent, deadline);
  if (passed(deadline))
    return;
  state->guide = std::move(rounded);
  settled = state->ascent.converged();
  if (state->forests && (first || settled))
    state->forests->setDual(state->guide);
  if (state->guide.costBound() > best) {
    best = state->guide.costBound();
    provedHere = true;
    provedByTree = false;
  }
}

void Relaxation::plant() {
  root = {};
  root.steps = state->kernel.log;
  root.duals = {prices};
  ClosingOptions closing{.reductions = options.reductions, .frontier = false, .leaps = options.leaps};
  closing.keepProof = options.keepProof;
  closing.hubs = true;
  branching = std::make_unique<Branching>(state->kernel, position, closing,
                                          DualState(state->kernel, state->ascent.dual), -infiniteCost);
}

uint64_t Relaxation::branch(uint64_t work, Cost incumbent, const Deadline *deadline) {
  uint64_t spent = branching->run(work, incumbent, deadline);
  if (branching->bound() > best) {
    best = branching->bound();
    provedByTree = true;
    provedHere = false;
  }
  return spent;
}

LayoutCertificate Relaxation::certifyTree() const {
  LayoutCertificate out = root;
  branching->appendProof(out);
  out.bound = best;
  out.target = branching->target();
  return out;
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
  const std::vector<int32_t> &found = state->forests->best();
  return state->choiceOf(found.empty() ? state->ascent.last() : found, position.size());
}
