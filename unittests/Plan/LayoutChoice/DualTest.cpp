//===- DualTest.cpp - The bound of prices and potentials ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/LayoutChoice/Dual/DualAscent.h"
#include "testing/Plan/LayoutGen.h"

#include <gtest/gtest.h>

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
