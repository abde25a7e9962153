//===- PricerTest.cpp - Closed forms against the literal walk -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/GroupPricer.h"
#include "testing/Plan/RandomGraphSchedule.h"

#include "PricedGroup.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan::schedule;

static std::string describe(const OpGraph &graph, const PricedGroup &group) {
  std::string text;
  for (int32_t o : group.ops) {
    const OpGraph::Op &op = graph.op(o);
    text += fmt::format("{}{} cost {} (", op.kind == OpKind::MatMul ? "M" : "P", o, op.baseCost);
    for (int32_t t : op.inputs)
      text += fmt::format(" {}:{}x{}", t, graph.tensor(t).width, graph.tensor(t).height);
    text += fmt::format(" ) -> {}\n", fmt::join(op.outputs, ","));
  }
  return text +
         fmt::format("w {} h {} k {} order {}{}{} resident [{}] retained [{}] bandwidth {} capacity {} native {}x{}",
                     group.granularity.w, group.granularity.h, group.granularity.k, static_cast<int>(group.order.kind),
                     group.order.fromRight, group.order.fromBottom, fmt::join(group.resident, ","),
                     fmt::join(group.retained, ","), graph.bandwidth, graph.capacity, graph.nativeWidth,
                     graph.nativeHeight);
}

static void comparePricerAndVerifier(uint64_t seed, int64_t wanted) {
  Random random(seed);
  int64_t compared = 0, feasible = 0;
  while (compared < wanted) {
    RandomGraphOptions options;
    options.ops = static_cast<int32_t>(random.between(1, 8));
    options.extents = random.chance(0.5) ? std::vector<int64_t>{4, 6, 8} : std::vector<int64_t>{1, 3, 4, 5, 7};
    options.capacityLow = 20;
    options.capacityHigh = 400;
    Problem problem = randomGraph(random, options);
    ASSERT_TRUE(check(problem).ok()) << check(problem).error().message;
    OpGraph graph(problem);
    GroupPricer pricer(graph, PricerOptions{});
    for (int i = 0; i != 60; ++i) {
      PricedGroup group = randomGroup(random, graph);
      // One at most of each: the verifier's schedule around the group makes them one by one.
      group.resident.resize(std::min<size_t>(group.resident.size(), 1));
      group.retained.resize(std::min<size_t>(group.retained.size(), 1));
      double fast = pricer.latency(group.ops, group.resident, group.retained, group.granularity, group.order);
      Result<double> exact = verifiedLatency(problem, graph, group);
      ++compared;
      if (!exact.ok()) {
        ASSERT_FALSE(fast < 1e300) << exact.error().message << '\n' << fast << '\n' << describe(graph, group);
        continue;
      }
      // The pricer may refuse what the verifier accepts (slack, tiles wider than the grid), never the reverse.
      if (!(fast < 1e300))
        continue;
      ++feasible;
      ASSERT_NEAR(fast, *exact, 1e-9 * std::max(1.0, *exact)) << "seed " << seed << " after " << compared << "\n"
                                                              << describe(graph, group);
    }
  }
  EXPECT_GT(feasible, wanted / 50);
}

TEST(PricerTest, UnlikeOperationsDoNotShareAPrice) {
  // A pointwise operation of cost 8 and a MatMul of cost 11 over the same shapes once met in one hash.
  Problem problem;
  problem.tensors = {{4, 4}, {4, 4}, {4, 4}, {4, 4}};
  problem.ops = {{OpKind::Pointwise, 8, {0, 1}, {2}}, {OpKind::MatMul, 11, {0, 1}, {3}}};
  problem.capacity = 44;
  problem.bandwidth = 300;
  problem.nativeWidth = 3;
  problem.nativeHeight = 2;
  OpGraph graph(problem);
  GroupPricer pricer(graph, PricerOptions{});
  int32_t first = 0, second = 1;
  EXPECT_DOUBLE_EQ(pricer.price({&first, 1}, {}, {}).cost, 4 * 8);
  EXPECT_DOUBLE_EQ(pricer.price({&second, 1}, {}, {}).cost, 4 * 11);
}
TEST(PricerTest, AgreesWithVerifierOnRandomGroups) { comparePricerAndVerifier(1, 150000); }
TEST(PricerTest, SlowAgreesWithVerifierOnTwoMillionRandomGroups) { comparePricerAndVerifier(2, 2000000); }

/// The cheapest of every (w, h, k) and order, one after the other, is what fine pricing finds. Groups of 1, 3 and 4
/// operations; every fiftieth price is confirmed by the verifier.
static void compareWithEveryGranularity(uint64_t seed, int64_t wanted) {
  Random random(seed);
  int64_t compared = 0, shallow = 0, uneven = 0;
  PricerOptions fine, all;
  fine.fine = all.everyGranularity = true;
  while (compared < wanted) {
    RandomGraphOptions options;
    options.ops = static_cast<int32_t>(random.between(1, 6));
    options.extents = random.chance(0.5) ? std::vector<int64_t>{6, 8, 12} : std::vector<int64_t>{1, 3, 5, 7, 10, 13};
    options.nativeWidth = random.between(3, 7);
    options.nativeHeight = random.between(2, 7);
    options.capacityLow = 15;
    options.capacityHigh = 200;
    options.bandwidthHigh = 8;
    Problem problem = randomGraph(random, options);
    OpGraph graph(problem);
    GroupPricer pricer(graph, fine);
    for (int i = 0; i != 20; ++i) {
      PricedGroup group = randomGroup(random, graph);
      if (group.ops.size() == 2 || group.ops.size() > 4)
        continue;
      group.resident.resize(std::min<size_t>(group.resident.size(), 1));
      group.retained.resize(std::min<size_t>(group.retained.size(), 1));
      GroupPrice found = pricer.priceWith(fine, group.ops, group.resident, group.retained);
      GroupPrice truth = pricer.priceWith(all, group.ops, group.resident, group.retained);
      if (!truth.feasible()) {
        ASSERT_FALSE(found.feasible());
        continue;
      }
      group.granularity = found.granularity;
      group.order = found.order;
      ASSERT_NEAR(found.cost, truth.cost, 1e-9 * truth.cost)
          << "seed " << seed << " after " << compared << "\n"
          << describe(graph, group) << "\nbest w " << truth.granularity.w << " h " << truth.granularity.h << " k "
          << truth.granularity.k;
      if (++compared % 50 == 0) {
        Result<double> exact = verifiedLatency(problem, graph, group);
        ASSERT_TRUE(exact.ok()) << exact.error().message << '\n' << describe(graph, group);
        ASSERT_NEAR(found.cost, *exact, 1e-9 * *exact);
      }
      const GroupShape &shape = pricer.shape(group.ops);
      uneven += shape.gridWidth % found.granularity.w || shape.gridHeight % found.granularity.h;
      PricedGroup deeper = group;
      ++deeper.granularity.k;
      shallow += found.granularity.k < shape.depth &&
                 pricer.latency(deeper.ops, deeper.resident, deeper.retained, deeper.granularity, deeper.order) < 1e300;
    }
  }
  // Depths that are not the deepest, and tiles that do not divide the grid, are best here and there.
  EXPECT_GT(shallow, wanted / 1000);
  EXPECT_GT(uneven, wanted / 100);
}
TEST(PricerTest, FindsTheBestOfEveryGranularity) { compareWithEveryGranularity(3, 3000); }
TEST(PricerTest, SlowFindsTheBestOfEveryGranularity) { compareWithEveryGranularity(4, 200000); }

/// A search that is stopped leaves the price of a granularity that it saw, or none.
TEST(PricerTest, AStoppedSearchLeavesAPriceThatHolds) {
  Random random(17);
  int dearer = 0, compared = 0;
  while (compared < 300) {
    RandomGraphOptions graphOptions;
    graphOptions.ops = static_cast<int32_t>(random.between(1, 6));
    Problem problem = randomGraph(random, graphOptions);
    OpGraph graph(problem);
    PricerOptions fine;
    fine.fine = true;
    GroupPricer pricer(graph, fine);
    PricedGroup group = randomGroup(random, graph);
    group.resident.resize(std::min<size_t>(group.resident.size(), 1));
    group.retained.resize(std::min<size_t>(group.retained.size(), 1));
    GroupPrice full = pricer.priceWith(fine, group.ops, group.resident, group.retained);
    int64_t left = random.between(0, 6);
    const std::function<bool()> stop = [&] { return --left < 0; };
    fine.stop = &stop;
    GroupPrice part = pricer.priceWith(fine, group.ops, group.resident, group.retained);
    ASSERT_GE(part.cost, full.cost * (1 - 1e-12));
    if (!full.feasible())
      continue;
    ++compared;
    dearer += part.cost > full.cost * (1 + 1e-9);
    if (!part.feasible())
      continue;
    group.granularity = part.granularity;
    group.order = part.order;
    Result<double> exact = verifiedLatency(problem, graph, group);
    ASSERT_TRUE(exact.ok()) << exact.error().message << '\n' << describe(graph, group);
    ASSERT_NEAR(part.cost, *exact, 1e-9 * *exact);
  }
  EXPECT_GT(dearer, 20);
}

/// 128 deep in steps of at most 6: the last of 22 steps has depth 2 and hides little of the store; 32 steps of depth 4
/// hide all that can be hidden.
TEST(PricerTest, TheDeepestStepIsNotAlwaysBest) {
  Problem problem;
  problem.tensors = {{128, 64}, {64, 128}, {64, 64}};
  problem.ops = {{OpKind::MatMul, 12800, {0, 1}, {2}}};
  problem.nativeWidth = problem.nativeHeight = 64;
  problem.capacity = 64 * 64 + 6 * 128;
  problem.bandwidth = 100;
  ASSERT_TRUE(check(problem).ok());
  OpGraph graph(problem);
  PricerOptions fine;
  fine.fine = true;
  GroupPricer pricer(graph, fine);
  int32_t op = 0;
  // Per unit of depth 100 of compute and 1.28 of traffic; the store takes 40.96.
  GroupPrice price = pricer.price({&op, 1}, {}, {});
  EXPECT_DOUBLE_EQ(price.cost, 12800);
  problem.bandwidth = 10; // The store takes 409.6 + 12.8 a unit: with a last step of depth 2, 435.2 against 200.
  OpGraph slow(problem);
  GroupPricer again(slow, fine);
  price = again.price({&op, 1}, {}, {});
  EXPECT_EQ(price.granularity.k, 4);
  EXPECT_DOUBLE_EQ(price.cost, 31 * 400 + 460.8);
  EXPECT_DOUBLE_EQ(again.latency({&op, 1}, {}, {}, {64, 64, 6}, {}), 21 * 600 + 435.2);
}
