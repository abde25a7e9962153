//===- RobustnessTest.cpp - Draws of prices, and regrets ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Robustness.h"
#include "Pencil.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;
using plan::testing::Pencil;

namespace {

constexpr PriceError half = {0.5F, 2.0F, 3};

FunctionResult planned(const FunctionLayout &problem, const char *policy, FunctionPolicyOptions options = {}) {
  return planFunction(problem, *makeFunctionPolicy(policy, options).value());
}

} // namespace

TEST(PriceDrawsTest, NineInTenFactorsLieWithinTheError) {
  PriceDraws draws;
  int within = 0, above = 0;
  constexpr int count = 20'000;
  for (int i = 0; i < count; ++i) {
    double factor = draws.factor(i, 1000 + i, {0.8F, 1.5F, 3}, OpKind::Matmul);
    within += factor >= 0.8 && factor <= 1.5;
    above += factor > 1;
  }
  EXPECT_NEAR(static_cast<double>(within) / count, 0.90, 0.01);
  EXPECT_NEAR(static_cast<double>(above) / count, 0.50, 0.01);
}

TEST(PriceDrawsTest, EqualQuestionsErrAlikeAndCellsTogether) {
  PriceDraws draws;
  EXPECT_EQ(draws.factor(4, 1000, half, OpKind::Matmul), draws.factor(4, 1000, half, OpKind::Binary));
  EXPECT_NE(draws.factor(4, 1000, half, OpKind::Matmul), draws.factor(4, 1001, half, OpKind::Matmul));
  EXPECT_NE(draws.factor(4, 1000, half, OpKind::Matmul), draws.factor(5, 1000, half, OpKind::Matmul));
  // Correlation of the logarithms of two questions: a fifth within a cell, none between cells.
  auto correlation = [&](PriceError other) {
    double xy = 0, xx = 0, yy = 0;
    for (int draw = 0; draw < 20'000; ++draw) {
      double x = std::log(draws.factor(draw, 1000, half, OpKind::Matmul));
      double y = std::log(draws.factor(draw, 2000, other, OpKind::Matmul));
      xy += x * y, xx += x * x, yy += y * y;
    }
    return xy / std::sqrt(xx * yy);
  };
  EXPECT_NEAR(correlation(half), 0.2, 0.03);
  EXPECT_NEAR(correlation({0.5F, 2.0F, 4}), 0, 0.03);
}

TEST(PriceDrawsTest, ExactPricesStayUnlessAnErrorIsGiven) {
  PriceDraws draws;
  EXPECT_EQ(draws.drawn(0, 1000, {}, OpKind::Matmul), 1000);
  draws.relativeError = 0.5;
  EXPECT_NE(draws.drawn(0, 1000, {}, OpKind::Matmul), 1000);
}

/// Two ways of one op, 100 and 101 ps: with an error of 50 % each is the better one in about half of the draws.
TEST(RobustnessTest, RegretsOfTwoPlansByHand) {
  Pencil pencil(1000, {"dram", "l1"});
  pencil.returns(pencil.op("relu", OpKind::Unary, {pencil.argument("%a")}));
  FunctionLayout problem = pencil.finish();
  FunctionPlan first = asItStands(problem);
  PriceDraws draws{.count = 200, .relativeError = 0.5};
  // The same op read from another place: its own price, plus the conversion's.
  std::vector<int32_t> inL1 = {1};
  int32_t config = problem.classes[0].candidates[first.candidate[0]].config;
  int32_t other = problem.find(0, inL1, config);
  ASSERT_GE(other, 0);
  problem.classes[0].candidates.setTime(first.candidate[0], 100);
  problem.classes[0].candidates.setTime(other, 60);
  problem.addConversion(0, 0, 1, {.legal = true, .time = 41, .error = {}});
  PlanBuilder builder(problem);
  builder.choose(0, other);
  builder.read(0, 0, builder.copyBefore(0, 0, 1));
  FunctionPlan second = std::move(builder).finish("by hand");
  ASSERT_EQ(timeOf(problem, first), 100);
  ASSERT_EQ(timeOf(problem, second), 101);
  RobustnessReport report = compareUnder(problem, draws, {first, second}, {});
  double sum[2] = {}, worst = 0;
  for (int draw = 0; draw < draws.count; ++draw) {
    auto price = [&](Picoseconds time, OpKind kind) {
      return std::llround(static_cast<double>(time) * draws.factor(draw, time, {}, kind));
    };
    auto x = static_cast<double>(price(100, OpKind::Unary));
    auto y = static_cast<double>(price(60, OpKind::Unary) + price(41, OpKind::Conversion));
    sum[0] += x / std::min(x, y) - 1;
    sum[1] += y / std::min(x, y) - 1;
    worst = std::max(worst, x / std::min(x, y) - 1);
  }
  EXPECT_NEAR(report.regrets[0].mean, sum[0] / draws.count, 1e-12);
  EXPECT_NEAR(report.regrets[1].mean, sum[1] / draws.count, 1e-12);
  EXPECT_NEAR(report.regrets[0].worst, worst, 1e-12);
  // The second one as a plan of other forms, in a problem of its own: the same times.
  FunctionLayout elsewhere = problem;
  RobustnessReport apart = compareUnder(problem, draws, {first}, {}, {{&elsewhere, second}});
  ASSERT_EQ(apart.regrets.size(), 2U);
  EXPECT_EQ(apart.regrets[0].mean, report.regrets[0].mean);
  EXPECT_EQ(apart.regrets[1].worst, report.regrets[1].worst);
  EXPECT_TRUE(apart.ops.empty()) << "of the plans of one problem the first is the only one";
  EXPECT_GT(report.regrets[0].mean, 0.01);
  EXPECT_GT(report.regrets[1].mean, 0.01);
  ASSERT_EQ(report.ops.size(), 1U);
  EXPECT_EQ(report.ops[0].op, 0);
  EXPECT_NEAR(report.ops[0].share, report.regrets[0].mean, 1e-12) << "the shares of the ops are the regret";
}

TEST(RobustnessTest, AProblemWithDrawnPricesPricesItsPlansAlike) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    FunctionLayout problem = randomFunction(random, {});
    PriceDraws draws{.count = 3, .relativeError = 0.3};
    for (int draw = 0; draw < draws.count; ++draw) {
      FunctionLayout drawn = withDrawnPrices(problem, draws, draw);
      FunctionResult result = planned(drawn, "GreedyBeam");
      ASSERT_FALSE(result.broken) << seed;
      FunctionPlan plan = inTablesOf(problem, drawn, result.plan);
      EXPECT_EQ(timeUnder(problem, plan, draws, draw), result.facts.time) << "seed " << seed << ", draw " << draw;
      plan.time = timeOf(problem, plan);
      EXPECT_TRUE(verify(problem, plan).ok()) << seed;
    }
  }
}

TEST(RobustnessTest, TheRobustPlanCostsAHundredthMoreAtMostAndRegretsNoMore) {
  int changed = 0;
  RandomFunctionOptions small;
  small.maxOps = 7;
  for (uint64_t seed : {0, 1, 8, 10, 13, 19}) { // in the last four another plan is chosen
    Random random(seed);
    FunctionLayout problem = randomFunction(random, small);
    FunctionPolicyOptions options;
    options.relativeError = 0.5;
    options.draws = 6;
    FunctionResult global = planned(problem, "Global", options), robust = planned(problem, "Robust", options);
    ASSERT_FALSE(robust.broken) << seed << ": " << robust.broken->message;
    EXPECT_LE(static_cast<double>(robust.facts.time), 1.01 * static_cast<double>(global.facts.time)) << seed;
    PriceDraws draws{.count = 6, .relativeError = 0.5};
    RobustnessReport report =
        compareUnder(problem, draws, {global.plan, robust.plan}, plansOfDraws(problem, draws, options, {global.plan}));
    EXPECT_LE(report.regrets[1].percentile90, report.regrets[0].percentile90 + 1e-9) << seed;
    EXPECT_GE(report.regrets[0].mean, 0) << seed;
    changed += robust.plan.candidate != global.plan.candidate || robust.plan.copies != global.plan.copies;
    if (global.plan.bound) {
      ASSERT_TRUE(robust.plan.bound || robust.plan.order != global.plan.order) << seed;
      EXPECT_LE(robust.plan.bound.value_or(0), *global.plan.bound) << seed;
    }
  }
  EXPECT_GE(changed, 3) << "the policy hardly ever chose another plan";
}

TEST(RobustnessTest, WithoutErrorsItIsTheExactPlan) {
  Random random(7);
  FunctionLayout problem = randomFunction(random, {});
  EXPECT_FALSE(hasPriceErrors(problem));
  EXPECT_EQ(planned(problem, "Robust").facts.time, planned(problem, "Global").facts.time);
}
