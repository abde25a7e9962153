//===- WideTest.cpp - Thousands of nodes live at once --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/LayoutChoice/Dual/DualAscent.h"
#include "Plan/LayoutChoice/Presolve/Presolve.h"
#include "Plan/LayoutChoice/Search/CapacityRepair.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/LayoutGen.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
Model modelOf(const LayoutChoice &problem) {
  Kernel kernel = buildKernel(problem);
  std::vector<int64_t> position;
  for (const LayoutChoice::Node &node : problem.nodes)
    position.push_back(node.live.begin);
  return buildModel(kernel, position);
}

LayoutChoice wide(int32_t nodes, int32_t live, double share, uint64_t seed) {
  return generateLayout({Topology::Wide, nodes, 6, share, seed, live});
}
} // namespace

TEST(LayoutWideTest, RowLoadsAreSumsOfWhatWasAdded) {
  Random random(1);
  for (int32_t rows : {1, 2, 5, 16, 37}) {
    Model model;
    model.labelBegin = {0};
    model.slack.assign(static_cast<size_t>(rows), 10);
    RowLoads loads(model);
    loads.reset({});
    std::vector<Bytes> plain(static_cast<size_t>(rows), -10);
    for (int step = 0; step < 400; ++step) {
      int32_t begin = static_cast<int32_t>(random.below(rows)), end = static_cast<int32_t>(random.between(begin, rows));
      Bytes bytes = random.between(-20, 20);
      loads.add(begin, end, bytes);
      for (int32_t r = begin; r < end; ++r)
        plain[r] += bytes;
      begin = static_cast<int32_t>(random.below(rows));
      end = static_cast<int32_t>(random.between(begin + 1, rows));
      ASSERT_EQ(loads.greatest(begin, end), *std::max_element(plain.begin() + begin, plain.begin() + end));
      auto most = std::max_element(plain.begin(), plain.end());
      ASSERT_EQ(loads.fullest(), std::pair(static_cast<int32_t>(most - plain.begin()), *most));
    }
  }
}

TEST(LayoutWideTest, RepairedLabellingsFitAndNoSingleChangeIsCheaper) {
  LayoutChoice problem = wide(300, 60, 0.5, 3);
  Model model = modelOf(problem);
  std::vector<double> none(model.slack.size(), 0.0);
  std::vector<int32_t> labels(static_cast<size_t>(model.numNodes()), 1); // everything in fast memory, on one core
  ASSERT_GT(model.overflowOf(labels), 0);
  uint64_t work = 0;
  CapacityRepair repair(model);
  ASSERT_TRUE(repair.run(labels, none, work));
  EXPECT_GT(work, 0u);
  EXPECT_EQ(model.overflowOf(labels), 0);
  Cost cost = model.costOf(labels);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    for (int32_t s = 0; s < model.size(n); ++s) {
      std::vector<int32_t> other = labels;
      other[n] = s;
      EXPECT_TRUE(model.overflowOf(other) > 0 || model.costOf(other) >= cost) << n << " " << s;
    }
}

TEST(LayoutWideTest, WhatCannotFitStaysAsItIs) {
  LayoutChoice problem;
  problem.capacity = 5;
  std::vector<Cost> costs{1, 2};
  std::vector<Bytes> bytes{4, 3};
  problem.addNode({0, 1}, costs, bytes);
  problem.addNode({0, 1}, costs, bytes);
  Model model = modelOf(problem);
  std::vector<int32_t> labels{0, 0};
  uint64_t work = 0;
  EXPECT_FALSE(CapacityRepair(model).run(labels, std::vector<double>(model.slack.size(), 0.0), work));
  EXPECT_EQ(labels, (std::vector<int32_t>{0, 0}));
}

TEST(LayoutWideTest, BlocksOfPricesClimbSooner) {
  LayoutChoice problem = wide(3000, 400, 0.5, 1);
  Model model = modelOf(problem);
  ASSERT_GE(model.slack.size(), 256u);
  DualAscent rows(model, {}), blocks(model, {.blocks = true});
  uint64_t work = 16 * rows.dual.workPerSweep();
  rows.run(work, infiniteCost);
  blocks.run(work, infiniteCost);
  EXPECT_GT(blocks.dual.best(), rows.dual.best());
  // Whatever the prices, what they prove holds: no labelling that fits costs less.
  std::vector<int32_t> labels = blocks.last();
  uint64_t spent = 0;
  ASSERT_TRUE(CapacityRepair(model).run(labels, blocks.dual.price, spent));
  EXPECT_LE(blocks.rounded(infiniteCost).costBound(), model.costOf(labels));
}

// A unit of price that every row loses is much where a buffer lives through thousands of rows.
TEST(LayoutWideTest, RoundedPricesKeepTheirSums) {
  Model model = modelOf(wide(6000, 2000, 0.5, 1));
  DualAscent ascent(model, {.blocks = true});
  ascent.run(80 * ascent.dual.workPerSweep(), infiniteCost);
  double sum = 0;
  ascent.dual.restoreBest();
  for (double price : ascent.dual.price)
    sum += price;
  ASSERT_GT(sum, 0);
  RoundedDual rounded = ascent.rounded(infiniteCost);
  double units = 0;
  for (int64_t price : rounded.price)
    units += static_cast<double>(price);
  EXPECT_LE(units, std::ldexp(sum, rounded.scaleBits));
  EXPECT_GT(units, std::ldexp(sum, rounded.scaleBits) - 2);
  EXPECT_NEAR(static_cast<double>(rounded.costBound()), ascent.dual.best(), 1e-5 * ascent.dual.best());
}

// Nearly everything that dies last is read by the last node: prices mix its labels until it is decided.
TEST(LayoutWideSlow, ANodeThatManyHangOnIsDecidedFirst) {
  LayoutChoice problem = wide(11'000, 4000, 0.4, 1);
  Model model = modelOf(problem);
  int32_t last = model.numNodes() - 1;
  ASSERT_TRUE(model.isWide());
  ASSERT_TRUE(model.isHighDegree(last));
  ASSERT_TRUE(model.hasOpenHighDegree());
  PlannerOptions without;
  without.branching = false;
  LayoutResult whole = makeLayoutPlanner()->run(problem, {.workUnits = 800'000'000}, nullptr);
  LayoutResult mixed = makeLayoutPlanner(without)->run(problem, {.workUnits = 800'000'000}, nullptr);
  EXPECT_GT(whole.bound, mixed.bound);
  Result<Cost> checked = checkBound(problem, *whole.certificate);
  ASSERT_TRUE(checked.ok()) << checked.error().message;
  EXPECT_GE(*checked, whole.bound);
}

TEST(LayoutWideTest, TheResultDoesNotDependOnTheThreads) {
  LayoutChoice problem = wide(1500, 300, 0.5, 2);
  LayoutResult first = makeLayoutPlanner()->run(problem, {.workUnits = 60'000'000}, nullptr);
  EXPECT_TRUE(verify(problem, first.solution).ok());
  EXPECT_LT(gapOf(first), 0.02);
  for (int threads : {2, 3, 8}) {
    LayoutResult other = makeLayoutPlanner()->run(problem, {.workUnits = 60'000'000, .threads = threads}, nullptr);
    EXPECT_EQ(first.solution.choice, other.solution.choice) << threads;
    EXPECT_EQ(first.bound, other.bound) << threads;
  }
}
