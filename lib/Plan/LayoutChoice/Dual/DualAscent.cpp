//===- DualAscent.cpp - The schedule of price steps -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DualAscent.h"

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
// Measured on IOPDDL A, B, G, M, S, V: fewer sweeps before a stall is declared make the steps small too early (V: bound
// 1.275M instead of 1.318M), more only cost time.
constexpr int kStall = 20;
constexpr double kLessStep = 0.7;
constexpr double kLeastStep = 1e-8;
constexpr double kSlowGain = 1e-3; // of the gap, in 64 sweeps
constexpr double kSlowHighDegreeGain = 5e-3;
constexpr double kSlowStep = 0.02;
} // namespace

uint64_t DualAscent::run(uint64_t work, Cost incumbent, const Deadline *deadline) {
  uint64_t spent = 0;
  const Model &model = dual.model;
  while (spent < work && !done && !passed(deadline)) {
    double bound = dual.sweep();
    ++sweeps;
    spent += dual.workPerSweep() + model.labelBegin.back() + 1;
    if (dual.keepIfBest()) {
      stall = 0;
    } else if (++stall > kStall) {
      stall = 0;
      step *= kLessStep;
      dual.restoreBest();
      bound = dual.best();
    }
    dual.decode(labels);
    spent += model.edges.size() * 8 + model.labelBegin.back();
    Cost cost = model.costOf(labels);
    if (cost < bestCost && model.overflowOf(labels) == 0) {
      bestCost = cost;
      bestLabels = labels;
    }
    Cost known = std::min(incumbent, bestCost);
    // Without an incumbent aim a little above the best bound, less so as time goes on.
    double target = isInfinite(known)
                        ? dual.best() + std::abs(dual.best()) * 0.2 * std::pow(0.995, static_cast<double>(sweeps)) + 1
                        : static_cast<double>(known);
    if (prices && !model.slack.empty())
      dual.updatePrices(labels, std::max(target, bound), step);
    // Potentials alone converge by themselves; prices are done when the steps are tiny.
    if (sweeps % 64 == 0) {
      double gain = dual.best() - checkpoint;
      bool still = gain <= 1e-9 * std::max(1.0, std::abs(dual.best()));
      bool pricesMove = prices && !model.slack.empty() && step > kLeastStep;
      bool reached = !isInfinite(known) && dual.best() > static_cast<double>(known) - 0.5;
      // What is gained now is small beside what is missing: the rest is for fixing and search, which start sooner.
      double missing = isInfinite(known) ? 0.0 : static_cast<double>(known) - dual.best();
      bool highDegree = model.hasOpenHighDegree(); // while they are open the bound stays away from the optimum
      slow = gain < (highDegree ? kSlowHighDegreeGain : kSlowGain) * missing && step < kSlowStep ? slow + 1 : 0;
      done = (still && !pricesMove) || (reached && still) || slow >= (highDegree ? 1 : 4);
      checkpoint = dual.best();
    }
  }
  return spent;
}

RoundedDual DualAscent::rounded(Cost incumbent) {
  Cost known = std::min(incumbent, bestCost);
  double gap = isInfinite(known) ? 0.1 * std::abs(dual.best()) + 1 : static_cast<double>(known) - dual.best() + 1;
  return dual.roundedBest(static_cast<Cost>(std::clamp(gap, 1.0, 1e17)));
}
