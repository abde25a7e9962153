//===- CoveringPricesTest.cpp - No group costs less than its prices -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The prices of the covering bound, checked against every group with everything that may be found and kept, and their
// total against the best of all schedules; both are listed from the specification alone.
//
//===----------------------------------------------------------------------===//
#include "Plan/GraphSchedule/Bound/ColumnProgram.h"
#include "SpecPrices.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"
#include "testing/Plan/RandomGraphSchedule.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan::schedule;

/// Chains and joins that keep results where there is room.
static Problem smallProblem(Random &random, int32_t mostOps) {
  RandomGraphOptions options;
  options.ops = static_cast<int32_t>(random.between(1, mostOps));
  options.extents = random.chance(0.5) ? std::vector<int64_t>{2, 3, 4} : std::vector<int64_t>{3, 4};
  options.nativeWidth = random.between(2, 3);
  options.nativeHeight = random.between(2, 3);
  options.capacityLow = 8;
  options.capacityHigh = 70;
  options.bandwidthHigh = 4;
  options.costHigh = 8;
  options.reuse = 0.9;
  options.window = static_cast<int32_t>(random.between(2, 6));
  return randomGraph(random, options);
}

static spec::Prices pricesOf(const ScheduleResult &result) {
  spec::Prices prices;
  prices.run = result.prices.run;
  prices.keep = result.prices.keep;
  for (const auto &list : result.prices.delivery) {
    prices.delivery.emplace_back();
    for (auto [reader, price] : list)
      prices.delivery.back()[reader] = price;
  }
  return prices;
}

/// Prices hold and their total is below the best schedule; prices that claim more than the best schedule are refused.
static void checkPrices(uint64_t seed, int wanted, int32_t mostOps) {
  Random random(seed);
  int compared = 0, paid = 0, tight = 0, forged = 0, refused = 0;
  while (compared < wanted && !testing::Test::HasFatalFailure()) {
    Problem problem = smallProblem(random, mostOps);
    for (bool strict : {false, true}) {
      SchedulerOptions options;
      options.strict = strict;
      Result<ScheduleResult> result = scheduleGraph(problem, {.workUnits = 40000}, options);
      if (!result.ok() || result->prices.keep.empty())
        continue;
      spec::Reading reading;
      reading.strict = reading.dividing = strict;
      std::string text = formats::writeMLSysProblem(problem);
      spec::PriceChecker checker(problem, reading);
      spec::Prices prices = pricesOf(*result);
      ASSERT_EQ(checker.firstBreach(prices, result->bounds.covering), "") << text;
      double truth = spec::Schedules(problem, reading).best();
      ASSERT_LE(result->bounds.covering, truth * (1 + 1e-9)) << text;
      ++compared;
      tight += result->bounds.covering > truth * (1 - 1e-5);
      for (double price : prices.keep)
        paid += price > 0;
      for (int kind = 0; kind != 3 && truth > 0 && prices.total() > 0; ++kind) {
        spec::Prices lie = prices;
        double factor = truth * 1.001 / prices.total();
        for (auto &list : lie.delivery)
          for (auto &[reader, price] : list)
            price *= factor;
        for (double &price : lie.run)
          price *= factor;
        for (double &price : lie.keep)
          price *= kind == 0 ? factor : kind == 1 ? 1 : random.unit() * 4;
        ASSERT_NE(checker.firstBreach(lie, lie.total()), "") << "claims " << lie.total() << " above " << truth << text;
        ++forged;
      }
      spec::Prices lie = prices;
      lie.keep[random.below(lie.keep.size())] = -1;
      ASSERT_NE(checker.firstBreach(lie, lie.total()), "");
      refused += checker.firstBreach(prices, prices.total() * 1.01 + 1) != "";
    }
  }
  printf("%d prices hold, %d of them reach the best schedule, %d results have a keep price; %d forged, none accepted\n",
         compared, tight, paid, forged);
  EXPECT_EQ(refused, compared);
  EXPECT_GT(tight, compared / 4);
  EXPECT_GT(paid, compared / 20);
}

TEST(CoveringPricesTest, GSB2_PricesHoldForEveryGroup) { checkPrices(31, 60, 4); }
TEST(CoveringPricesTest, SlowPricesHoldForEveryGroup) { checkPrices(32, 1500, 4); }
TEST(CoveringPricesTest, SlowPricesHoldForEveryGroupOfUpToSixOperations) { checkPrices(33, 150, 6); }

namespace {

/// A 4 × 4 tensor goes through two pointwise operations of cost 1; together they read and write 32 elements.
struct Chain {
  Problem problem;
  spec::Reading reading;
  spec::Prices prices;
  Chain() {
    problem.tensors = {{4, 4}, {4, 4}, {4, 4}};
    problem.ops = {{OpKind::Pointwise, 1, {0}, {1}}, {OpKind::Pointwise, 1, {1}, {2}}};
    problem.capacity = 100;
    problem.bandwidth = 1;
    problem.nativeWidth = problem.nativeHeight = 4;
    prices.delivery = {{{1, 0}}, {{-1, 16}}};
    prices.run = {16, 0};
    prices.keep = {0, 0};
  }
  std::string breach(double bound = 0) {
    return spec::PriceChecker(problem, reading).firstBreach(prices, bound).substr(0, 5);
  }
};

} // namespace

TEST(CoveringPricesTest, GSB1_PricesBelongToReadersAndAreNotNegative) {
  Chain chain;
  EXPECT_EQ(chain.breach(), "");
  chain.prices.run[0] = -1;
  EXPECT_EQ(chain.breach(), "GS-B1");
  chain = {};
  chain.prices.keep[1] = 1; // Nobody reads it.
  EXPECT_EQ(chain.breach(), "GS-B1");
  chain = {};
  chain.prices.delivery[1] = {{0, 1}};
  EXPECT_EQ(chain.breach(), "GS-B1");
  chain = {};
  chain.prices.delivery[0][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(chain.breach(), "GS-B1");
}

// Both in one group take 32. With its result kept the first takes 16, and the second, which finds it, the 16 of storing.
TEST(CoveringPricesTest, GSB2_AGroupTakesNoLessThanItsPrices) {
  Chain chain;
  chain.prices.run[1] = 0.5;
  EXPECT_EQ(chain.breach(), "GS-B2");
  chain = {};
  chain.prices.keep[0] = 1;
  EXPECT_EQ(chain.breach(), "GS-B2");
  chain.prices.run[0] = 15;
  EXPECT_EQ(chain.breach(), "");
}

TEST(CoveringPricesTest, GSB3_TheBoundIsTheTotalOfThePrices) {
  Chain chain;
  EXPECT_EQ(chain.breach(32), "");
  EXPECT_EQ(chain.breach(32.1), "GS-B3");
}

// Two rows: one column covers the first at 3, one the second at 4, one both at 5. The prices add up to the least cost.
TEST(CoveringPricesTest, ColumnsByHand) {
  ColumnProgram program({1, 1}, {10, 10});
  auto add = [&](std::vector<ColumnProgram::Entry> column, double cost) { program.add(column, cost); };
  add({{0, 1}}, 3);
  add({{1, 1}}, 4);
  std::vector<double> prices = program.solve([] { return false; });
  EXPECT_NEAR(prices[0], 3, 1e-6);
  EXPECT_NEAR(prices[1], 4, 1e-6);
  add({{0, 1}, {1, 1}}, 5);
  prices = program.solve([] { return false; });
  EXPECT_NEAR(prices[0] + prices[1], 5, 1e-6);
  EXPECT_LE(prices[0], 3 + 1e-6);
  EXPECT_LE(prices[1], 4 + 1e-6);
  // One that delivers row 1 and has to be paid in row 0: at cost 0.5 it limits the difference.
  add({{1, 1}, {0, -1}}, 0.5);
  prices = program.solve([] { return false; });
  EXPECT_LE(prices[1] - prices[0], 0.5 + 1e-6);
  EXPECT_NEAR(prices[0] + prices[1], 5, 1e-6);
}
