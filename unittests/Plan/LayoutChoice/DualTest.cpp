//===- DualTest.cpp - The bound of prices and potentials ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Exhaustive.h"
#include "Plan/LayoutChoice/Dual/DualAscent.h"
#include "Plan/LayoutChoice/Dual/SmoothAscent.h"
#include "Plan/LayoutChoice/Dual/SoftMin.h"
#include "alcove/Base/Support/Random.h"
#include "testing/Plan/LayoutGen.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
Model modelOf(const LayoutChoice &problem) {
  std::vector<int64_t> position;
  for (const LayoutChoice::Node &node : problem.nodes)
    position.push_back(node.live.begin);
  return buildModel(buildKernel(problem), position);
}
} // namespace

// One node that costs 0 or 1 with 8 or 0 bytes in 4: up to a width of 4 the dearer label has a share of 1 - 1/4, so the
// bytes are 8 / 1.75. At a width below 1 only the cheaper one has.
TEST(LayoutDualTest, SharesFallWithTheCost) {
  LayoutChoice problem;
  problem.capacity = 4;
  problem.addNode({0, 4}, std::vector<Cost>{0, 1}, std::vector<Bytes>{8, 0});
  Model model = modelOf(problem);
  ASSERT_EQ(model.slack, std::vector<Bytes>{4});
  Dual dual(model);
  dual.sweep();
  std::vector<double> overflow;
  dual.overflowOfShares(4, overflow);
  ASSERT_EQ(overflow.size(), 1u);
  EXPECT_NEAR(overflow[0], 8 / 1.75 - 4, 1e-12);
  dual.overflowOfShares(0.5, overflow);
  EXPECT_EQ(overflow, std::vector<double>{4});
  dual.overflowOf(std::vector<int32_t>{1}, overflow);
  EXPECT_EQ(overflow, std::vector<double>{-4});
}

// As many sweeps, half of them from where a leap ended: never a lower bound, and a higher one where sweeps creep.
TEST(LayoutDualTest, LeapsGainMoreThanAsManySweeps) {
  Model model = modelOf(generateLayout({Topology::Transformer, 300, 12, 0.4, 1}));
  Dual sweeping(model), leaping(model);
  double last = -1e300;
  for (int k = 0; k < 40; ++k) {
    sweeping.sweep();
    sweeping.sweep();
    sweeping.keepIfBest();
    double bound = leaping.leap();
    leaping.keepIfBest();
    EXPECT_GE(bound, last - 1e-9 * std::abs(bound));
    last = bound;
  }
  EXPECT_GT(leaping.best(), sweeping.best());
  std::vector<int32_t> labels;
  leaping.decode(labels);
  EXPECT_LT(leaping.best(), static_cast<double>(model.costOf(labels)) + 0.5); // whole costs
}

TEST(LayoutDualTest, ExponentialsAndLogarithmsHaveNineDigits) {
  for (double x = 0; x > -40; x -= 0.0137)
    EXPECT_NEAR(expOfNegative(x) / std::exp(x), 1, 1e-8) << x;
  EXPECT_EQ(expOfNegative(0), 1);
  EXPECT_EQ(expOfNegative(-1e30), expOfNegative(-40));
  for (double x = 1; x < 1e6; x *= 1.0137)
    EXPECT_NEAR(logOfLarge(x), std::log(x), 1e-8) << x;
}

namespace {

/// Three nodes in a chain, bytes of the first and the last one live together.
LayoutChoice smallChain() {
  LayoutChoice problem;
  problem.capacity = 9;
  problem.addNode({0, 4}, std::vector<Cost>{3, 1, 6}, std::vector<Bytes>{0, 5, 7});
  problem.addNode({2, 4}, std::vector<Cost>{2, 4}, std::vector<Bytes>{0, 0});
  problem.addNode({2, 4}, std::vector<Cost>{0, 5}, std::vector<Bytes>{6, 0});
  problem.addEdge(0, 1, std::vector<Cost>{0, 7, 2, 1, 3, 0});
  problem.addEdge(1, 2, std::vector<Cost>{4, 1, 0, infiniteCost});
  return problem;
}

/// -T log of the sum of exp(-(cost + price * (bytes - capacity)) / T) over all choices.
double smoothLeast(const LayoutChoice &problem, double price, double temperature) {
  double sum = 0;
  for (int32_t a = 0; a < 3; ++a)
    for (int32_t b = 0; b < 2; ++b)
      for (int32_t c = 0; c < 2; ++c) {
        Cost cost = plan::costOf(problem, std::vector<int32_t>{a, b, c});
        double bytes = std::vector<double>{0, 5, 7}[a] + std::vector<double>{6, 0}[c];
        if (!isInfinite(cost))
          sum += std::exp(-(static_cast<double>(cost) + price * (bytes - 9)) / temperature);
      }
  return -temperature * std::log(sum);
}

} // namespace

// On a chain one sweep sums up over all choices, and what nodes take in shares is how the bound changes with the price.
TEST(LayoutDualTest, SmoothSweepsSumUpOverChains) {
  LayoutChoice problem = smallChain();
  Model model = modelOf(problem);
  ASSERT_EQ(model.slack, std::vector<Bytes>{9});
  for (double temperature : {0.3, 2.0})
    for (double price : {0.0, 0.4}) {
      Dual dual(model);
      dual.setPrices(std::vector<double>{price});
      EXPECT_NEAR(dual.smoothSweep(temperature), smoothLeast(problem, price, temperature), 1e-6);
      std::vector<double> overflow;
      dual.overflowOfSmooth(temperature, overflow);
      double derivative =
          (smoothLeast(problem, price + 1e-4, temperature) - smoothLeast(problem, price - 1e-4, temperature)) / 2e-4;
      EXPECT_NEAR(overflow[0], derivative, 1e-5);
    }
}

// Sixty nodes without bytes, every third pair of them an edge of random costs: sweeps end at potentials that no node alone
// can better. Smooth bounds go on from there.
TEST(LayoutDualTest, SmoothBoundsLeadOn) {
  Random random(1);
  LayoutChoice problem;
  constexpr int32_t nodes = 60, labels = 4;
  for (int32_t n = 0; n < nodes; ++n)
    problem.addNode({n, n + 1}, std::vector<Cost>(labels, 0), std::vector<Bytes>(labels, 0));
  for (int32_t a = 0; a < nodes; ++a)
    for (int32_t b = a + 1; b < nodes; ++b) {
      std::vector<Cost> costs(labels * labels);
      for (Cost &cost : costs)
        cost = static_cast<Cost>(random.below(100'000));
      if (random.chance(0.33))
        problem.addEdge(a, b, costs);
    }
  Model model = modelOf(problem);
  DualAscent plain(model, {});
  uint64_t work = 3000 * plain.dual.workPerSweep();
  Cost above = static_cast<Cost>(1.5 * plain.dual.sweep());
  plain.run(work, above);
  EXPECT_TRUE(plain.converged());
  double reached = plain.dual.best();
  plain.dual.sweep();
  EXPECT_LT(plain.dual.bound() - reached, 1e-4 * reached);
  Dual onward(plain.dual);
  SmoothAscent smooth(onward, true, static_cast<double>(above));
  smooth.run(work, static_cast<double>(above), nullptr);
  EXPECT_TRUE(smooth.done());
  EXPECT_GT(onward.best(), 1.01 * reached);
}

// Whatever prices and potentials smooth bounds lead to: none shows more than the optimum.
TEST(LayoutDualTest, SmoothBoundsShowNoMoreThanTheOptimum) {
  int32_t reached = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    LayoutChoice problem = randomLayout(seed, 9, 5);
    Cost optimum = EveryAssignment(problem).cheapest();
    Model model = modelOf(problem);
    if (isInfinite(optimum) || model.numNodes() == 0)
      continue;
    Dual dual(model);
    dual.sweep();
    dual.keepIfBest();
    SmoothAscent ascent(dual, true, static_cast<double>(optimum));
    for (int k = 0; k < 3 && !ascent.done(); ++k) {
      ascent.run(60 * dual.workPerSweep(), static_cast<double>(optimum), nullptr);
      EXPECT_LE(dual.roundedBest(10).costBound(), optimum) << seed;
    }
    reached += dual.roundedBest(10).costBound() == optimum;
  }
  EXPECT_GE(reached, 30);
}
