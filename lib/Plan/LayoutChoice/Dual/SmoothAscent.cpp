//===- SmoothAscent.cpp - Accelerated ascent of a smooth bound ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SmoothAscent.h"
#include "MinPlus.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
// Measured on IOPDDL K, R, U.
constexpr double temperatureShare = 0.25; // of the gap per node
constexpr double leastGain = 0.01;        // of the gap, between two looks
constexpr double firstStep = 0.05;        // of Polyak's
// A step of the prices that makes the bound fall at once is too long, one with which momentum grows may be longer.
constexpr int noMomentum = 2, shortMomentum = 8, longMomentum = 20;
constexpr double halfStep = 0.5, shorterStep = 0.8, longerStep = 1.02;
} // namespace

SmoothAscent::SmoothAscent(Dual &dual, bool prices, double target)
    : dual(dual), prices(prices), target(target), smooth(-infiniteDual), bestSmooth(-infiniteDual),
      judged(-infiniteDual) {
  dual.restoreBest();
  temperature = std::max(temperatureShare * (target - dual.best()) / dual.model.numNodes(), 1e-9);
  last = best = present();
}

void SmoothAscent::restore(const State &state) {
  dual.potentials = state.potentials;
  dual.setPrices(state.price);
}

void SmoothAscent::beginAnew() {
  restore(best);
  last = best;
  momentum = 0;
  smooth = bestSmooth;
}

void SmoothAscent::iterate(const Deadline *deadline) {
  ++iterations;
  if (++momentum > 1) {
    double factor = static_cast<double>(momentum - 1) / (momentum + 2);
    for (size_t k = 0; k < dual.potentials.size(); ++k)
      dual.potentials[k] = last.potentials[k] + factor * (last.potentials[k] - beforeLast.potentials[k]);
    if (prices) {
      std::vector<double> price(last.price.size());
      for (size_t r = 0; r < price.size(); ++r)
        price[r] = std::max(0.0, last.price[r] + factor * (last.price[r] - beforeLast.price[r]));
      dual.setPrices(price);
    }
  }
  double now = dual.smoothSweep(temperature, deadline);
  if (passed(deadline))
    return;
  if (now < smooth) {
    step *= momentum <= noMomentum ? halfStep : momentum < shortMomentum ? shorterStep : 1;
    beginAnew();
    return;
  }
  smooth = now;
  if (momentum > longMomentum)
    step *= longerStep;
  if (smooth > bestSmooth) {
    bestSmooth = smooth;
    best = present();
  }
  std::swap(beforeLast, last);
  last = present();
  if (!prices)
    return;
  std::vector<double> overflow;
  dual.overflowOfSmooth(temperature, overflow);
  double norm = squaredNormOfMoving(dual.price, overflow);
  if (step == 0 && norm > 0)
    step = firstStep * std::max(target - smooth, 0.0) / norm;
  for (size_t r = 0; r < overflow.size(); ++r)
    last.price[r] = std::max(0.0, last.price[r] + step * overflow[r]);
  dual.setPrices(last.price);
}

uint64_t SmoothAscent::run(uint64_t work, double newTarget, const Deadline *deadline) {
  constexpr uint64_t sweepsPerIteration = 2, sweepsPerLook = 2; // an iteration in sweeps: exponentials take their time
  uint64_t spent = 0;
  while (spent < work && !done()) {
    iterate(deadline);
    spent += sweepsPerIteration * dual.workPerSweep();
    if (passed(deadline))
      break;
    if (iterations < iterationsPerLook)
      continue;
    iterations = 0;
    State aside = present();
    restore(best);
    for (uint64_t k = 0; k < sweepsPerLook; ++k) {
      dual.sweep(deadline);
      if (passed(deadline))
        return spent;
      dual.keepIfBest();
    }
    spent += sweepsPerLook * dual.workPerSweep();
    target = newTarget;
    slow = bestSmooth - judged < leastGain * (target - dual.best()) ? slow + 1 : 0;
    judged = bestSmooth;
    restore(aside);
  }
  return spent;
}
