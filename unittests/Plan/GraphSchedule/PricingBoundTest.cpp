//===- PricingBoundTest.cpp - Shares never exceed the price of a group ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stronger than comparing totals: the shares must be below the price of every group with every choice of residents and
// retained tensors, at every granularity of the fine selection.
//
//===----------------------------------------------------------------------===//
#include "Plan/GraphSchedule/Bound/PricingBound.h"
#include "Plan/GraphSchedule/Downset/DownsetSearch.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/GroupPricer.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"
#include "testing/Plan/RandomGraphSchedule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan::schedule;

static Problem problemOf(Random &random, int32_t mostOps) {
  RandomGraphOptions options;
  options.ops = static_cast<int32_t>(random.between(1, mostOps));
  options.extents = random.chance(0.5)   ? std::vector<int64_t>{2, 4, 8}
                    : random.chance(0.5) ? std::vector<int64_t>{3, 6, 7}
                                         : std::vector<int64_t>{16, 64};
  options.nativeWidth = random.between(2, 9);
  options.nativeHeight = random.between(2, 9);
  options.capacityLow = 10;
  options.capacityHigh = random.chance(0.5) ? 100 : 3000;
  options.bandwidthHigh = random.chance(0.5) ? 3 : 12;
  options.costHigh = random.chance(0.3) ? 2 : 40;
  options.matmulShare = random.chance(0.5) ? 0.5 : 0.85;
  options.window = static_cast<int32_t>(random.between(2, 8));
  return randomGraph(random, options);
}

/// Every group, every choice of what is kept around it. Returns the number of groups with a finite price.
static int64_t checkShares(const Problem &problem, PricingBoundOptions options, double keepPrice = 0) {
  OpGraph graph(problem);
  PricingBound bound = perOpPricingBound(graph, options, [] { return false; });
  EXPECT_EQ(bound.shares.size(), graph.size());
  if (keepPrice > 0) { // Of the order of a share: high enough to matter, low enough to leave shares above zero.
    Random random(graph.size());
    for (size_t t = 0; t != graph.tensors.size(); ++t)
      options.keepPrices.push_back(random.chance(0.7) ? keepPrice * bound.total / static_cast<double>(graph.size())
                                                      : 0);
    bound = perOpPricingBound(graph, options, [] { return false; });
    if (bound.shares.empty())
      return 0;
  }
  PricerOptions pricing;
  pricing.fine = true;
  pricing.strict = pricing.dividingTiles = pricing.dividingDepth = options.byResults;
  GroupPricer pricer(graph, pricing);
  int64_t priced = 0;
  for (uint32_t set = 1; set < 1u << graph.size(); ++set) {
    std::vector<int32_t> ops, keepable;
    double shares = 0;
    for (size_t o = 0; o != graph.size(); ++o)
      if (set >> o & 1) {
        ops.push_back(static_cast<int32_t>(o));
        shares += bound.shares[o];
      }
    if (pricer.trialShape(ops).broken)
      continue;
    size_t made = 0;
    for (int32_t o : ops)
      if (!graph.mustStore(graph.op(o).outputs[0]))
        keepable.push_back(graph.op(o).outputs[0]);
    made = keepable.size();
    for (int32_t o : ops)
      for (int32_t t : graph.op(o).inputs)
        if (int32_t maker = graph.madeBy(t);
            maker >= 0 && !(set >> maker & 1) && std::find(keepable.begin(), keepable.end(), t) == keepable.end())
          keepable.push_back(t);
    if (keepable.size() > 5)
      continue;
    for (size_t choice = 0; choice != size_t(1) << keepable.size(); ++choice) {
      std::vector<int32_t> resident, retained;
      for (size_t i = 0; i != keepable.size(); ++i)
        if (choice >> i & 1)
          (i < made ? retained : resident).push_back(keepable[i]);
      double price = pricer.price(ops, resident, retained).cost;
      if (!(price < std::numeric_limits<double>::infinity()))
        continue;
      ++priced;
      double received = 0;
      for (size_t i = 0; i != keepable.size() && !bound.keepPrices.empty(); ++i)
        if (choice >> i & 1)
          received += (i < made ? 1 : -1) * bound.keepPrices[static_cast<size_t>(keepable[i])];
      EXPECT_LE(shares + received, price + 1e-9 * (price + std::abs(received)))
          << fmt::format("operations [{}], resident [{}], retained [{}]\n", fmt::join(ops, " "),
                         fmt::join(resident, " "), fmt::join(retained, " "))
          << formats::writeMLSysProblem(problem);
      if (testing::Test::HasFailure())
        return priced;
    }
  }
  return priced;
}

static PricingBoundOptions coarse() {
  PricingBoundOptions options;
  options.entryLimit = 1000;
  return options;
}

static void checkProblems(uint64_t seed, int problems, int32_t mostOps) {
  Random random(seed);
  int64_t priced = 0, withPrices = 0, strict = 0;
  for (int i = 0; i != problems && !testing::Test::HasFailure(); ++i) {
    Problem problem = problemOf(random, mostOps);
    PricingBoundOptions options;
    options.entryLimit = i % 4 == 3 ? 200 : size_t(1) << 20;
    priced += checkShares(problem, options);
    withPrices += checkShares(problem, options, i % 2 ? 0.02 : 0.2);
    options.byResults = true;
    strict += checkShares(problem, options);
  }
  EXPECT_GT(withPrices, 2 * problems);
  EXPECT_GT(strict, 2 * problems);
  EXPECT_GT(priced, 5 * problems);
}

TEST(PricingBoundTest, SharesAreBelowEveryGroup) { checkProblems(5, 150, 6); }
TEST(PricingBoundTest, SlowSharesAreBelowEveryGroupOfFiveThousandProblems) { checkProblems(6, 5000, 7); }

// GS-L6: the right operand is the whole tensor, so after the first tile the strips of the left one are free.
TEST(PricingBoundTest, RepeatedOperandIsLoadedOnce) {
  Problem problem;
  problem.capacity = 1011;
  problem.bandwidth = 3;
  problem.nativeWidth = 9;
  problem.nativeHeight = 4;
  problem.tensors = {{6, 6}, {6, 6}};
  problem.ops = {{OpKind::MatMul, 10, {0, 0}, {1}}};
  EXPECT_GT(checkShares(problem, coarse()), 0);
}

// GS-S15: what is retained whole takes the place of its tile, so both readers of the operands fit one group.
TEST(PricingBoundTest, RetainedResultTakesThePlaceOfItsTile) {
  Problem problem;
  problem.capacity = 33;
  problem.bandwidth = 5;
  problem.nativeWidth = 5;
  problem.nativeHeight = 6;
  problem.tensors = {{8, 4}, {4, 8}, {4, 4}, {4, 4}, {4, 4}};
  problem.ops = {{OpKind::MatMul, 0, {0, 1}, {2}}, {OpKind::MatMul, 1, {0, 1}, {3}}, {OpKind::MatMul, 1, {2, 2}, {4}}};
  EXPECT_GT(checkShares(problem, coarse()), 0);
}

// Sixteen MatMuls read one right operand of 4096 × 4096: no fast memory holds it, so it is streamed once for all, and
// every left strip of 128 rows is streamed once per tile column.
TEST(PricingBoundTest, SharedOperandIsSplitBetweenItsReaders) {
  Problem problem;
  problem.capacity = 600000;
  problem.bandwidth = 50;
  problem.nativeWidth = problem.nativeHeight = 128;
  problem.tensors = {{4096, 4096}};
  for (int32_t i = 0; i != 16; ++i) {
    problem.tensors.push_back({4096, 128});
    problem.tensors.push_back({4096, 128});
    problem.ops.push_back({OpKind::MatMul, 100, {2 * i + 1, 0}, {2 * i + 2}});
  }
  PricingBound bound = perOpPricingBound(OpGraph(problem), {}, [] { return false; });
  double left = 32 * 4096.0 * 128, right = 4096.0 * 4096 / 16, out = 4096.0 * 128;
  EXPECT_NEAR(bound.total, 16 * (left + right + out) / 50, 1e-5 * bound.total);
}

/// Random problems whose schedules cost something, each with the cost of the best that a short search finds.
template <typename Visit>
static void forScheduled(uint64_t seed, int problems, Visit &&visit) {
  Random random(seed);
  for (int i = 0; i != problems; ++i) {
    Problem problem = problemOf(random, 6);
    if (Result<ScheduleResult> best = scheduleGraph(problem, {.workUnits = 5000}); best.ok() && best->cost > 0)
      visit(problem, best->cost);
  }
}

// Prices of rows rise when they bind, so the ascent may be stopped at any moment: its total never exceeds a schedule.
TEST(PricingBoundTest, CoveringSharesHoldWheneverTheAscentIsStopped) {
  int useful = 0;
  forScheduled(11, 8, [&](const Problem &problem, double best) {
    OpGraph graph(problem);
    PricerOptions pricing;
    pricing.fine = true;
    for (int calls : {1 << 30, 400, 60, 12}) {
      GroupPricer pricer(graph, pricing);
      CandidateOptions options;
      CandidateSet groups = enumerateGroups(pricer, options, [] { return false; });
      int left = calls;
      raiseShares(pricer, options, groups, 10, [&] { return --left < 0; });
      EXPECT_LE(groups.shareTotal, best * (1 + 1e-9)) << formats::writeMLSysProblem(problem);
      for (const CandidateGroup &group : groups.groups)
        EXPECT_LE(group.leastAfterKeeping, group.price);
      useful += calls < 1000 && groups.shareTotal > 0;
    }
  });
  EXPECT_GT(useful, 3);
}

// Prices go on from the columns of another listing: the same bound in fewer rounds, and one that holds whatever the
// columns say. An incumbent that the prices reach ends the ascent.
TEST(PricingBoundTest, ColumnsOfAnotherListingOnlyShortenTheAscent) {
  Random random(29);
  int shorter = 0, ended = 0;
  forScheduled(23, 12, [&](const Problem &problem, double best) {
    OpGraph graph(problem);
    PricerOptions pricing;
    pricing.fine = true;
    GroupPricer pricer(graph, pricing);
    auto never = [] { return false; };
    auto raised = [&](const CandidateOptions &options, int rounds) {
      CandidateSet groups = enumerateGroups(pricer, options, never);
      raiseShares(pricer, options, groups, rounds, never);
      return groups;
    };
    CandidateOptions options;
    CandidateSet alone = raised(options, 400), oneRound = raised(options, 1);
    options.startColumns = alone.columns;
    CandidateSet after = raised(options, 1);
    EXPECT_NEAR(after.shareTotal, alone.shareTotal, 1e-4 * alone.shareTotal);
    shorter += oneRound.shareTotal < alone.shareTotal * (1 - 1e-3);
    for (CoveringColumn &column : options.startColumns)
      column.cost *= random.chance(0.5) ? 0.25 : 4;
    CandidateSet wrong = raised(options, 400);
    EXPECT_LE(wrong.shareTotal, best * (1 + 1e-9)) << formats::writeMLSysProblem(problem);
    CandidateOptions lower;
    lower.incumbent = 0.5 * alone.shareTotal;
    CandidateSet low = raised(lower, 400);
    EXPECT_TRUE(low.groups.empty());
    EXPECT_GE(low.shareTotal, lower.incumbent);
    ended += low.shareTotal < alone.shareTotal * (1 - 1e-3);
  });
  EXPECT_GT(shorter, 3);
  EXPECT_GT(ended, 3);
}
