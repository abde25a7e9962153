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
constexpr int stallSweeps = 20;
constexpr double lessStep = 0.7;
constexpr double leastStep = 1e-8;
constexpr double leastSlowGain = 1e-3; // of the gap, between two checks
constexpr double slowHighDegreeGain = 5e-3;
constexpr double slowStep = 0.02;
constexpr uint64_t checkEvery = 64; // sweeps
constexpr uint64_t leapEvery = 10;
constexpr double sharedTies = 2; // of the gap per node: labels dearer by less share their node
// A thousand sweeps over so many nodes take minutes, and the search closes the same gap whether the last thousandth of
// it is gone or not.
constexpr int32_t manyNodes = 10'000;
constexpr double slowGainOfMany = 2e-2;

// Measured on wide problems of 10,000 to 65,000 nodes.
constexpr size_t fewestBlocks = 32, mostBlocks = 512, finerFactor = 4;
constexpr double longLives = 128; // rows per buffer, on average
constexpr int blockStall = 10;
constexpr int blockSweeps = 16;   // between two looks at the gain
constexpr double blockGain = 0.1; // of the gap in so many sweeps: less and the blocks get smaller
constexpr double stepAfterBlocks = 0.05;

/// Rows that a buffer lives through, on average.
double meanRows(const Model &model) {
  double sum = 0;
  for (const Model::Usage &usage : model.usages)
    sum += usage.end - usage.begin;
  return model.usages.empty() ? 0 : sum / static_cast<double>(model.usages.size());
}
} // namespace

DualAscent::DualAscent(const Model &model, const AscentOptions &options) : dual(model), options(options) {
  if (options.prices && options.blocks && model.slack.size() >= 8 * fewestBlocks && meanRows(model) >= longLives)
    blocks = fewestBlocks;
}

uint64_t DualAscent::run(uint64_t work, Cost incumbent, const Deadline *deadline) {
  uint64_t spent = 0;
  const Model &model = dual.model;
  while (spent < work && !done && !passed(deadline)) {
    bool leaps = options.leaps && !blocks && sweeps % leapEvery == leapEvery - 1;
    double bound = leaps ? dual.leap(deadline) : dual.sweep(deadline);
    if (passed(deadline))
      break;
    ++sweeps;
    spent += (leaps ? 2 : 1) * dual.workPerSweep() + model.labelBegin.back() + 1;
    if (dual.keepIfBest()) {
      stall = 0;
    } else if (++stall > (blocks ? blockStall : stallSweeps)) {
      stall = 0;
      step *= blocks ? 1 : lessStep;
      byShares = options.shares && !byShares;
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
    if (blocks) {
      moveBlocks(std::max(target, bound), isInfinite(known) ? 0.0 : static_cast<double>(known) - dual.best());
      continue;
    }
    if (options.prices && !model.slack.empty() && !leaps)
      movePrices(std::max(target, bound));
    // Potentials alone converge by themselves; prices are done when the steps are tiny.
    if (sweeps % checkEvery == 0) {
      double gain = dual.best() - checkpoint;
      bool still = gain <= 1e-9 * std::max(1.0, std::abs(dual.best()));
      bool pricesMove = options.prices && !model.slack.empty() && step > leastStep;
      bool reached = !isInfinite(known) && dual.best() > static_cast<double>(known) - 0.5;
      // What is gained now is small beside what is missing: the rest is for fixing and search, which start sooner.
      double missing = isInfinite(known) ? 0.0 : static_cast<double>(known) - dual.best();
      // While they are open the bound stays away from the optimum.
      bool hubs = options.hubs && isWideGap(dual.best(), known);
      bool highDegree = hubs || model.hasOpenHighDegree();
      bool little = large() || (hubs && !pricesMove);
      double slowGain = little ? slowGainOfMany : highDegree ? slowHighDegreeGain : leastSlowGain;
      slow = gain < slowGain * missing && step < slowStep ? slow + 1 : 0;
      done = (still && !pricesMove) || (reached && still) || slow >= (highDegree || large() ? 1 : 4);
      checkpoint = dual.best();
    }
  }
  return spent;
}

bool DualAscent::large() const { return dual.model.numNodes() >= manyNodes && !dual.model.isWide(); }

void DualAscent::settle(const Deadline *deadline) {
  dual.sweep(deadline);
  dual.keepIfBest();
  checkpoint = dual.best();
  sweeps = checkEvery - 1;
  step = slowStep / 2;
}

/// What is decoded and what nodes like best, ties in shares, are two directions, and either may lead nowhere where the
/// other one gains: every stall changes between them.
void DualAscent::movePrices(double target) {
  std::vector<double> overflow;
  if (byShares)
    dual.overflowOfShares(
        std::max(sharedTies * (target - dual.best()) / dual.model.numNodes(), 1e-12 * (1 + std::abs(target))),
        overflow);
  else
    dual.overflowOf(labels, overflow);
  dual.updatePrices(overflow, target, step);
}

/// Prices of large blocks are found in a few dozen sweeps, and their parts start from there.
void DualAscent::moveBlocks(double target, double missing) {
  dual.updateBlockPrices(labels, blocks, target);
  if (sweeps % blockSweeps != 0)
    return;
  if (dual.best() - checkpoint < blockGain * missing) {
    dual.restoreBest();
    dual.lengthenBlockStep(2 * finerFactor); // restoring halved it
    bool finer = blocks < mostBlocks && finerFactor * blocks < dual.model.slack.size();
    blocks = finer ? finerFactor * blocks : 0;
    step = stepAfterBlocks;
  }
  checkpoint = dual.best();
}

RoundedDual DualAscent::rounded(Cost incumbent, const Deadline *deadline) {
  Cost known = std::min(incumbent, bestCost);
  double gap = isInfinite(known) ? 0.1 * std::abs(dual.best()) + 1 : static_cast<double>(known) - dual.best() + 1;
  return dual.roundedBest(static_cast<Cost>(std::clamp(gap, 1.0, 1e17)), deadline);
}
