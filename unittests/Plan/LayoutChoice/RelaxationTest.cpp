//===- RelaxationTest.cpp - Bound and labellings without the capacity -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/LayoutChoice/Branching/SmoothRelaxation.h"
#include "Plan/LayoutChoice/Presolve/Relax.h"
#include "Plan/LayoutChoice/Search/CapacityRepair.h"
#include "ProofChecks.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/LayoutGen.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

struct Prepared {
  explicit Prepared(const LayoutChoice &problem) : kernel(buildKernel(problem)) {
    for (const LayoutChoice::Node &node : problem.nodes)
      position.push_back(node.live.begin);
    PresolveCounts counts;
    layout::presolve(kernel, {}, counts, work);
    model = buildModel(kernel, position);
  }
  Kernel kernel;
  std::vector<int64_t> position;
  Model model;
  uint64_t work = 0;
};

/// What both checkers accept.
void expectShown(const LayoutChoice &problem, const LayoutCertificate &certificate, Cost bound) {
  for (const Result<Cost> &shown : {checkBound(problem, certificate), checkAlone(problem, certificate)}) {
    ASSERT_TRUE(shown.ok()) << shown.error().message;
    EXPECT_EQ(*shown, bound);
  }
}

} // namespace

// Two buffers of 6 or 2 and 5 or 1 bytes in 10: taken off are 2 and 1, so the slack is 7. At a price of 1/2 their costs
// 1, 4 and 2, 3 become 1 + 2, 4 and 2 + 2, 3; the constant is -3.5, rounded down.
TEST(LayoutRelaxationTest, RowsBecomeCosts) {
  LayoutChoice problem;
  problem.capacity = 10;
  problem.addNode({0, 4}, std::vector<Cost>{1, 4}, std::vector<Bytes>{6, 2});
  problem.addNode({0, 4}, std::vector<Cost>{2, 3}, std::vector<Bytes>{5, 1});
  Kernel kernel = buildKernel(problem);
  ASSERT_EQ(kernel.slack, std::vector<Bytes>{7});
  Kernel untouched = kernel;
  ASSERT_TRUE(relaxRows(kernel, {1}, 1, 0));
  EXPECT_EQ(kernel.constant, -4);
  EXPECT_EQ(kernel.nodes[0].unary, (std::vector<Cost>{3, 4}));
  EXPECT_EQ(kernel.nodes[1].unary, (std::vector<Cost>{4, 3}));
  EXPECT_TRUE(kernel.slack.empty() && kernel.nodes[0].spans.empty() && kernel.nodes[1].spans.empty());
  // A price at which costs could be mistaken for infinity.
  EXPECT_FALSE(relaxRows(untouched, {int64_t(1) << 60}, 0, 0));
  EXPECT_EQ(untouched.nodes[0].unary, (std::vector<Cost>{1, 4}));
  EXPECT_EQ(untouched.slack, std::vector<Bytes>{7});
}

// After as many sweeps the bound is higher than with the rows, both checkers accept it, and what the search finds costs
// no less at its prices.
TEST(LayoutRelaxationTest, ProvesMoreThanItsPricesDid) {
  LayoutChoice problem = generateLayout({Topology::Transformer, 600, 8, 0.4, 2});
  Prepared prepared(problem);
  DualAscent ascent(prepared.model, {});
  ascent.run(300 * ascent.dual.workPerSweep(), infiniteCost);
  Cost withRows = ascent.rounded(infiniteCost).costBound();
  Relaxation relaxation(prepared.position, {});
  relaxation.begin(prepared.kernel, ascent.dual, ascent.dual.pricesOfBest(), true, prepared.work, nullptr);
  ASSERT_TRUE(relaxation.begun());
  relaxation.climb(100 * ascent.dual.workPerSweep(), infiniteCost, nullptr);
  relaxation.meet(infiniteCost, nullptr);
  EXPECT_GT(relaxation.bound(), withRows);
  expectShown(problem, relaxation.certificate(), relaxation.bound());
  std::vector<int32_t> before = relaxation.choice();
  relaxation.search(20 * ascent.dual.workPerSweep(), nullptr);
  EXPECT_LT(plan::costOf(problem, relaxation.choice()), infiniteCost);
  EXPECT_NE(relaxation.choice(), before);
  // At other prices the bound stays until a higher one is found.
  Cost bound = relaxation.bound();
  Dual unpriced(prepared.model);
  relaxation.begin(prepared.kernel, unpriced, unpriced.price, false, prepared.work, nullptr);
  EXPECT_TRUE(relaxation.climbed()); // begun for the search alone
  EXPECT_EQ(relaxation.bound(), bound);
  expectShown(problem, relaxation.certificate(), bound);
}

// The next search of a relaxation begins where the last one was, unless that is forgotten; what was proved stays.
TEST(LayoutRelaxationTest, ForgetsWhereItWas) {
  LayoutChoice problem = generateLayout({Topology::Transformer, 600, 8, 0.4, 2});
  Prepared prepared(problem);
  DualAscent ascent(prepared.model, {});
  ascent.run(100 * ascent.dual.workPerSweep(), infiniteCost);
  auto begun = [&](Relaxation &relaxation) {
    relaxation.begin(prepared.kernel, ascent.dual, ascent.dual.pricesOfBest(), false, prepared.work, nullptr);
    return relaxation.choice();
  };
  Relaxation relaxation(prepared.position, {});
  std::vector<int32_t> first = begun(relaxation);
  relaxation.search(20 * ascent.dual.workPerSweep(), nullptr);
  std::vector<int32_t> searched = relaxation.choice();
  EXPECT_EQ(begun(relaxation), searched);
  Cost bound = relaxation.bound();
  relaxation.forget();
  EXPECT_FALSE(relaxation.begun());
  EXPECT_EQ(relaxation.bound(), bound);
  EXPECT_EQ(begun(relaxation), first);
  EXPECT_NE(first, searched);
  expectShown(problem, relaxation.certificate(), relaxation.bound());
}

// From where the ascent ended soft minima lead to prices whose relaxation proves more than that of the ascent's prices,
// which stay as they were.
TEST(LayoutRelaxationTest, SmoothPricesProveMore) {
  LayoutChoice problem = generateLayout({Topology::Transformer, 600, 8, 0.4, 2});
  Prepared prepared(problem);
  DualAscent ascent(prepared.model, {});
  ascent.run(40 * ascent.dual.workPerSweep(), infiniteCost);
  std::vector<double> prices(ascent.dual.pricesOfBest().begin(), ascent.dual.pricesOfBest().end());
  std::vector<int32_t> labels = ascent.last();
  ASSERT_TRUE(CapacityRepair(prepared.model).run(labels, ascent.dual.price, prepared.work));
  Cost cost = prepared.model.costOf(labels);
  Relaxation relaxation(prepared.position, {});
  relaxation.begin(prepared.kernel, ascent.dual, prices, true, prepared.work, nullptr);
  while (!relaxation.climbed())
    relaxation.climb(1'000'000, cost, nullptr);
  relaxation.meet(cost, nullptr);
  SmoothRelaxation smooth(prepared.position, {});
  EXPECT_FALSE(smooth.begun());
  smooth.begin(ascent.dual, cost);
  EXPECT_FALSE(smooth.settled() || smooth.finished());
  while (!smooth.finished())
    smooth.run(prepared.kernel, 1'000'000, cost, nullptr);
  EXPECT_TRUE(smooth.settled());
  EXPECT_GT(smooth.bound(), relaxation.bound());
  EXPECT_LE(smooth.bound(), cost);
  expectShown(problem, smooth.certificate(), smooth.bound());
  EXPECT_TRUE(std::ranges::equal(ascent.dual.pricesOfBest(), prices));
  EXPECT_FALSE(std::ranges::equal(smooth.dual().pricesOfBest(), prices));
}

// Where reduced costs remove next to nothing the planner relaxes before it tries to close the gap.
TEST(LayoutRelaxationTest, ThePlannerShowsBoundsByIt) {
  LayoutChoice problem = generateLayout({Topology::Transformer, 2100, 4, 0.4, 1});
  PlannerOptions options;
  options.frontier = options.branching = false;
  for (bool relaxes : {true, false}) {
    options.relaxation = relaxes;
    LayoutResult result = makeLayoutPlanner(options)->run(problem, {.workUnits = 400'000'000}, nullptr);
    ASSERT_TRUE(result.certificate);
    EXPECT_EQ(std::ranges::count_if(result.certificate->steps,
                                    [](const ProofStep &step) { return step.kind == ProofStep::Kind::Relax; }),
              relaxes);
    expectShown(problem, *result.certificate, result.bound);
  }
}
