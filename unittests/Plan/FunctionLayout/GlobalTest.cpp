//===- GlobalTest.cpp - The exact planner against brute force -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SpecSpace.h writes every plan of the space on its own (candidate per op; where the readers of each tensor find it)
// and asks the verifier. The lists of the space are those of the certificate; SpaceTest holds them against the rule
// that names them.
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/FunctionLayout/Policies/Global/Moves.h"
#include "Sketch.h"
#include "SpecSpace.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "alcove/Plan/LayoutChoice/Problem.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;
using plan::testing::Sketch;
using plan::testing::SpecSpace;

namespace {

struct Counts {
  int solved = 0, optimal = 0, better = 0, conflicts = 0, gains = 0;
};

/// What the planner says it did, in order.
class Events : public PolicyObserver {
public:
  void event(const PolicyEvent &event) override { all.emplace_back(event.action, event.detail); }
  std::vector<std::pair<std::string, std::string>> all;
};

/// "..., 123 units": 123; zero for what did no work.
int64_t unitsOf(const std::string &detail) {
  size_t at = detail.rfind(", ");
  return at != std::string::npos && detail.ends_with(" units") ? std::stoll(detail.substr(at + 2)) : 0;
}

/// L1 that a few of the tensors fill.
RandomFunctionOptions tightFunctions(int ops) {
  RandomFunctionOptions tight;
  tight.minOps = tight.maxOps = ops;
  tight.tightest = 60;
  tight.loosest = 200;
  return tight;
}

FunctionResult planGlobally(const FunctionLayout &problem, const FunctionPolicyOptions &options) {
  return planFunction(problem, *makeFunctionPolicy("Global", options).value());
}

} // namespace

static void compareWithBruteForce(uint64_t firstSeed, int problems, Counts &counts) {
  RandomFunctionOptions small;
  small.maxOps = 4;
  small.maxShardings = 1;
  small.maxConcat = 2;
  for (uint64_t seed = firstSeed; seed < firstSeed + static_cast<uint64_t>(problems); ++seed) {
    Random random(seed);
    FunctionLayout problem = randomFunction(random, small);
    problem.capacity = problem.l1Bytes; // the verifier knows no other limit
    FunctionPolicyOptions oneOrder;
    oneOrder.orders = false;
    oneOrder.certificate = true;
    auto policy = makeFunctionPolicy("Global", oneOrder);
    FunctionResult result = planFunction(problem, *policy.value());
    ASSERT_FALSE(result.broken) << "seed " << seed << ": " << result.broken->message;
    ASSERT_TRUE(result.plan.certificate) << "seed " << seed;
    const FunctionCertificate &space = *result.plan.certificate;
    auto start = makeFunctionPolicy("DFSharding");
    FunctionResult chains = planFunction(problem, *start.value());
    SpecSpace everyPlan(problem, space.layouts, space.candidates, space.order);
    std::optional<Picoseconds> cheapest = everyPlan.cheapest(30'000);
    if (!cheapest)
      continue;
    ++counts.solved;
    EXPECT_LE(*result.plan.bound, *cheapest) << "the bound cuts off a plan, seed " << seed;
    EXPECT_LE(result.plan.anyOrderBound.value_or(0), *cheapest) << "the one for any order does, seed " << seed;
    EXPECT_LE(result.facts.time, chains.facts.time) << "worse than the chain policy, seed " << seed;
    // Without a conflict by addresses the planner's plan is the cheapest of the space.
    if (result.plan.counts.at("conflicts") == 0)
      EXPECT_LE(result.facts.time, *cheapest) << "not the cheapest of its space, seed " << seed;
    Standing standing = standingOf(result.facts.time, *result.plan.bound, result.plan.inSpace);
    EXPECT_EQ(result.proved, standing == Standing::Optimal) << "seed " << seed;
    if (standing == Standing::Optimal)
      EXPECT_EQ(result.facts.time, *cheapest) << "not optimal, seed " << seed;
    if (standing == Standing::BetterThanSpace)
      EXPECT_LT(result.facts.time, *cheapest) << "not better than all, seed " << seed;
    counts.optimal += standing == Standing::Optimal;
    counts.better += standing == Standing::BetterThanSpace;
    counts.conflicts += result.plan.counts.at("conflicts") > 0;
    counts.gains += result.facts.time < chains.facts.time;
  }
}

TEST(GlobalTest, BoundAndPlanHoldAgainstBruteForce) {
  Counts counts;
  compareWithBruteForce(1, 150, counts);
  EXPECT_GT(counts.solved, 60);
  EXPECT_GT(counts.optimal, 40);
  EXPECT_GT(counts.gains, 10);
}

/// What the user fixed cannot be had where a tensor stays: the op runs as the program stands.
TEST(GlobalTest, FP6_WithoutAnyChoiceTheBaseIsOne) {
  Counts counts;
  compareWithBruteForce(12'804, 1, counts);
  compareWithBruteForce(15'881, 1, counts);
  EXPECT_EQ(counts.optimal, 2);
}

TEST(GlobalTest, SlowBoundAndPlanHoldAgainstBruteForce) {
  Counts counts;
  compareWithBruteForce(10'000, 6'000, counts);
  printf("%d functions, %d optimal, %d better than their space, %d with conflicts by addresses\n", counts.solved,
         counts.optimal, counts.better, counts.conflicts);
  EXPECT_GT(counts.solved, 2'000);
  EXPECT_GT(counts.conflicts, 0);
  EXPECT_GT(counts.better, 0);
}

TEST(GlobalTest, SameWorkSamePlan) {
  Random random(11);
  RandomFunctionOptions options;
  options.minOps = options.maxOps = 30;
  FunctionLayout problem = randomFunction(random, options);
  auto first = makeFunctionPolicy("Global"), second = makeFunctionPolicy("Global");
  FunctionResult a = planFunction(problem, *first.value()), b = planFunction(problem, *second.value());
  EXPECT_EQ(a.plan.candidate, b.plan.candidate);
  EXPECT_EQ(a.plan.copies, b.plan.copies);
  EXPECT_EQ(a.plan.bound, b.plan.bound);
}

/// However little work there is: what a list of three finds a longer one does not lose, and no search what is given.
TEST(GlobalTest, ALargerSpaceCostsNoPlan) {
  for (uint64_t seed = 1; seed <= 15; ++seed) {
    RandomFunctionOptions tight = tightFunctions(16);
    tight.maxShardings = 12;
    auto problem = [&] { // of its own: its tables have grown with no other search
      Random random(seed);
      return randomFunction(random, tight);
    };
    auto planWith = [](const FunctionLayout &problem, int layouts, uint64_t workUnits,
                       std::vector<FunctionPlan> known) {
      FunctionPolicyOptions options;
      options.budget.workUnits = workUnits;
      options.layoutsPerSharding = layouts;
      options.known = std::move(known);
      return planGlobally(problem, options).plan;
    };
    FunctionLayout larger = problem(), least = problem();
    FunctionPlan three = planWith(problem(), 3, 200'000, {}), ten = planWith(larger, 10, 200'000, {});
    EXPECT_LE(ten.time, three.time) << "seed " << seed;
    FunctionPlan given = inTablesOf(least, larger, ten);
    EXPECT_LE(planWith(least, 1, 1, {given}).time, ten.time) << "seed " << seed;
  }
}

/// What is faster than a cutoff is found with it too; where the bound says that nothing is, the search ends there.
TEST(GlobalTest, ACutoffLosesNothingThatIsWanted) {
  int optimal = 0, conflictsWithout = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    RandomFunctionOptions tight = tightFunctions(10);
    FunctionLayout problem = randomFunction(random, tight);
    FunctionPolicyOptions options;
    options.orders = options.localChanges = false;
    options.budget.workUnits = 20'000'000;
    FunctionResult without = planGlobally(problem, options);
    ASSERT_FALSE(without.broken) << "seed " << seed;
    int64_t conflicts = without.plan.counts.at("conflicts");
    if (conflicts == 0 && without.proved) {
      options.cutoff = without.facts.time + 1;
      EXPECT_EQ(planGlobally(problem, options).facts.time, without.facts.time) << "seed " << seed;
      ++optimal;
    }
    Events events;
    options.observer = &events;
    options.cutoff = *without.plan.bound / 10 * 9; // the first part of the search already says so
    FunctionResult with = planGlobally(problem, options);
    EXPECT_FALSE(with.broken) << "seed " << seed;
    EXPECT_EQ(with.plan.counts.at("conflicts"), 0) << "seed " << seed;
    for (const auto &[action, detail] : events.all)
      EXPECT_TRUE(action == "space" || action == "solve") << "seed " << seed << ": " << action << ": " << detail;
    conflictsWithout += conflicts > 0;
  }
  EXPECT_GT(optimal, 10);
  EXPECT_GT(conflictsWithout, 3);
}

/// Other orders are tried only where the bound for any order leaves room, and never make a plan worse.
TEST(GlobalTest, SlowOtherOrdersNeverCost) {
  int better = 0;
  for (uint64_t seed = 1; seed <= 25; ++seed) {
    Random random(seed);
    RandomFunctionOptions small = tightFunctions(8);
    FunctionLayout problem = randomFunction(random, small);
    FunctionPolicyOptions options;
    options.budget.workUnits = 8'000'000;
    Picoseconds with = planGlobally(problem, options).facts.time;
    options.orders = false;
    Picoseconds without = planGlobally(problem, options).facts.time;
    EXPECT_LE(with, without) << "seed " << seed;
    better += with < without;
  }
  EXPECT_GT(better, 0);
}

/// b is placed below a, which goes: 60 of 100 B are free, and no range is larger than 40 B.
static FunctionLayout fragmented(Sketch &sketch) {
  int32_t x = sketch.argument(4);
  int32_t a = sketch.op("a", {x}, 40, {"d > d 900", "d > h 1"});
  int32_t b = sketch.op("b", {a}, 40, {"d > d 900", "h > h 1"});
  int32_t c = sketch.op("c", {x}, 50, {"d > d 900", "d > h 1"});
  int32_t d = sketch.op("d", {b, c}, 4, {"d d > d 900", "h h > d 1"});
  sketch.returns(d);
  return sketch.finish();
}

/// A move of b takes 3 ns, a way into DRAM or back `detour`.
static void addMove(Sketch &sketch, int64_t detour) {
  for (auto [from, to] : {std::pair('h', 'd'), std::pair('d', 'h')})
    sketch.conversion(40, from, to, detour);
  for (char other : {'i', 'g', 'w', 'b'})
    sketch.conversion(40, 'h', other, std::nullopt); // to another sharding would be a move, too
  int32_t h = Sketch::layout('h');
  sketch.problem.addConversion(0, h, h, {.legal = true, .time = 3'000, .peakBytes = 40, .error = {}});
}

TEST(GlobalTest, MovesAreTriedOverSoManySteps) {
  Sketch sketch(100);
  addMove(sketch, 10);
  FunctionLayout problem = fragmented(sketch);
  FunctionPlan plan = asItStands(problem);
  for (int32_t op = 0, end = static_cast<int32_t>(problem.numOps()); op < end; ++op) {
    plan.candidate[op] = 1;
    int32_t result = problem.ops[op].results[0];
    plan.copies[result].layout = Sketch::layout(op == 3 ? 'd' : 'h');
  }
  plan.time = timeOf(problem, plan);
  ASSERT_EQ(verify(problem, plan).violation->rule, "FL-18");
  // 4 ops and the 5 tensors, with a move 6: the plan is looked at, the first place of a move, the second, and the plan
  // without the move.
  std::optional<FunctionPlan> moved = fitByMoves(problem, plan, infiniteCost);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->time, 7'000);
  EXPECT_TRUE(verify(problem, *moved).ok());
  EXPECT_FALSE(fitByMoves(problem, plan, infiniteCost, 8));
  EXPECT_TRUE(fitByMoves(problem, plan, infiniteCost, 100));
}

TEST(GlobalTest, AMoveMakesOneRangeOfTwo) {
  for (int64_t detour : {10, 1}) {
    Sketch sketch(100);
    addMove(sketch, detour);
    FunctionLayout problem = fragmented(sketch);
    ASSERT_EQ(problem.kinds[0].name, "40 B");
    FunctionPolicyOptions options;
    options.orders = options.otherPolicies = false;
    FunctionResult result = planGlobally(problem, options);
    // 4 ns for the ops, and 3 for the move of b, or 2 for the way through DRAM.
    EXPECT_EQ(result.facts.time, detour == 10 ? 7'000 : 6'000);
    EXPECT_EQ(result.plan.bound, 4'000); // which knows no addresses
  }
}

/// A limit that does not even suffice for the reductions is raised, as long as there is work left.
TEST(GlobalTest, ARepairGoesOnUntilSomethingIsFound) {
  const std::string notFound = std::to_string(infiniteCost) + " ps";
  int raised = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    RandomFunctionOptions tight = tightFunctions(30);
    FunctionPolicyOptions options;
    options.budget.workUnits = 1'000'000;
    Events events;
    options.observer = &events;
    planGlobally(randomFunction(random, tight), options);
    int64_t failedWith = 0; // work of the repair before, when it found nothing
    for (const auto &[action, detail] : events.all) {
      int64_t units = unitsOf(detail);
      if (failedWith > 0) {
        EXPECT_TRUE(units >= failedWith || failedWith >= 300'000)
            << "seed " << seed << ": given up before '" << action << ": " << detail << "'";
        ++raised;
      }
      failedWith = action == "repair" && detail.starts_with(notFound) && detail.find("presolve") != std::string::npos
                       ? units
                       : 0;
    }
  }
  EXPECT_GT(raised, 0);
}
