//===- PlannerTest.cpp - The planner against exhaustive search ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "Exhaustive.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "testing/Plan/LayoutGen.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

LayoutResult plan(const LayoutChoice &problem, const PlannerOptions &options = {}, int threads = 1,
                  uint64_t work = 400'000'000) {
  Budget budget;
  budget.workUnits = work;
  budget.threads = threads;
  return makeLayoutPlanner(options)->run(problem, budget, nullptr);
}

// The bound follows from the certificate alone.
void expectCertified(const LayoutChoice &problem, const LayoutResult &result, const char *what) {
  if (result.bound <= -infiniteCost)
    return;
  ASSERT_TRUE(result.certificate) << problem.name << " " << what;
  EXPECT_EQ(result.certificate->bound, result.bound);
  Result<Cost> bound = checkBound(problem, *result.certificate);
  ASSERT_TRUE(bound.ok()) << problem.name << " " << what << ": " << bound.error().message;
  EXPECT_GE(*bound, result.bound) << problem.name << " " << what;
}

void expectOptimal(const LayoutChoice &problem, Cost optimum, const LayoutResult &result, const char *what) {
  ASSERT_EQ(result.solution.found(), optimum < infiniteCost) << problem.name << " " << what;
  EXPECT_TRUE(result.proved) << problem.name << " " << what;
  if (!result.solution.found())
    return expectCertified(problem, result, what);
  expectCertified(problem, result, what);
  EXPECT_EQ(result.solution.cost, optimum) << problem.name << " " << what;
  EXPECT_EQ(result.bound, optimum) << problem.name << " " << what;
  Result<Cost> verified = verify(problem, result.solution);
  EXPECT_TRUE(verified.ok()) << problem.name << " " << what << ": " << verified.error().message;
}

// Problems with every feature, up to 7 nodes of 4 candidates.
static void compareWithEveryAssignment(uint64_t firstSeed, uint64_t problems) {
  for (uint64_t seed = firstSeed; seed < firstSeed + problems && !testing::Test::HasFailure(); ++seed) {
    LayoutChoice problem = randomLayout(seed, 7, 4);
    ASSERT_TRUE(check(problem).ok());
    expectOptimal(problem, exhaustive(problem), plan(problem), "");
  }
}

TEST(LayoutPlannerTest, EqualsExhaustiveSearch) { compareWithEveryAssignment(1, 600); }
TEST(LayoutPlannerTest, SlowEqualsExhaustiveSearch) { compareWithEveryAssignment(1'000'000, 4000); }

// The frontier search settles small problems; without it, and with few reductions, branch and bound has to.
TEST(LayoutPlannerTest, BranchingEqualsExhaustiveSearch) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    LayoutChoice problem = randomLayout(20'000 + seed, 7, 4);
    PlannerOptions options;
    options.frontier = options.windows = options.repair = false;
    options.dominance = options.contraction = options.elimination = options.capacityPairs = seed % 2 == 0;
    LayoutResult result = plan(problem, options);
    if (!result.solution.found()) // without windows a solution may be missed, then nothing is closed
      continue;
    expectOptimal(problem, exhaustive(problem), result, "branching");
    if (HasFailure())
      return;
  }
}

// Both ways of gap closing find the same optimum; the one by branches is certified.
TEST(LayoutPlannerTest, BranchingEqualsFrontierSearch) {
  size_t branched = 0;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    LayoutGenOptions generated;
    generated.topology = static_cast<Topology>(seed % 4);
    generated.nodes = 32;
    generated.candidates = 6;
    generated.capacityShare = 0.3;
    generated.seed = seed;
    LayoutChoice problem = generateLayout(generated);
    PlannerOptions options;
    options.frontier = false;
    LayoutResult searched = plan(problem), result = plan(problem, options);
    EXPECT_TRUE(searched.proved) << problem.name << " " << seed;
    EXPECT_TRUE(result.proved) << problem.name << " " << seed;
    EXPECT_EQ(searched.solution.cost, result.solution.cost) << problem.name << " " << seed;
    expectCertified(problem, result, "branching");
    for (const ProofStep &step : result.certificate->steps)
      branched += step.kind == ProofStep::Kind::Branch;
  }
  EXPECT_GE(branched, 3u);
}

// A proof by branches is believed only when both halves are there and each is proved.
TEST(LayoutPlannerTest, ForgedBranchesAreRejected) {
  PlannerOptions options;
  options.frontier = options.windows = options.repair = options.dominance = options.elimination = false;
  using Kind = ProofStep::Kind;
  int tried = 0;
  for (uint64_t seed = 1; seed <= 400 && tried < 5; ++seed) {
    LayoutChoice problem = randomLayout(20'000 + seed, 7, 4);
    LayoutResult result = plan(problem, options);
    if (!result.certificate || !result.proved)
      continue;
    const std::vector<ProofStep> &steps = result.certificate->steps;
    auto at = [&](Kind kind) {
      return std::find_if(steps.begin(), steps.end(), [&](const ProofStep &step) { return step.kind == kind; }) -
             steps.begin();
    };
    std::ptrdiff_t branch = at(Kind::Branch), otherwise = at(Kind::Otherwise), join = at(Kind::Join);
    if (branch == static_cast<std::ptrdiff_t>(steps.size()))
      continue;
    ++tried;
    auto proves = [&](const LayoutCertificate &forged) {
      Result<Cost> bound = checkBound(problem, forged);
      return bound.ok() && *bound >= result.bound;
    };
    ASSERT_TRUE(proves(*result.certificate));
    LayoutCertificate forged = *result.certificate;
    forged.steps.pop_back(); // never joined
    EXPECT_FALSE(proves(forged));
    forged = *result.certificate; // the second half is empty of arguments
    forged.steps.erase(forged.steps.begin() + otherwise + 1, forged.steps.begin() + join);
    EXPECT_FALSE(proves(forged) && join > otherwise + 1);
    forged = *result.certificate; // joined after one half
    forged.steps.erase(forged.steps.begin() + otherwise);
    EXPECT_FALSE(proves(forged));
    forged = *result.certificate; // goes on behind the join
    forged.steps.push_back({Kind::Dual, 0});
    EXPECT_FALSE(proves(forged));
    forged = *result.certificate;
    forged.halves.clear();
    EXPECT_FALSE(proves(forged));
    forged = *result.certificate;
    for (std::vector<int32_t> &half : forged.halves)
      half.push_back(1000);
    EXPECT_FALSE(proves(forged));
  }
  EXPECT_GE(tried, 1);
}

// Without a reduction the result is still valid, and a bound is never above the optimum.
TEST(LayoutPlannerTest, EverySwitchCombinationIsValid) {
  for (uint64_t seed = 1; seed <= 256; ++seed) {
    LayoutChoice problem = randomLayout(10'000 + seed, 6, 4);
    Cost optimum = exhaustive(problem);
    uint64_t bits = seed - 1;
    PlannerOptions options;
    options.arcConsistency = bits & 1;
    options.capacityLabels = bits & 2;
    options.capacityPairs = bits & 4;
    options.contraction = bits & 8;
    options.separableEdges = bits & 16;
    options.dominance = bits & 32;
    options.elimination = bits & 64;
    options.windows = bits & 128;
    options.prices = (seed * 7) & 4;
    options.gapClosing = (seed * 5) & 4;
    options.branching = !(seed & 2);
    options.frontier = (seed * 11) & 4;
    options.repair = (seed * 13) & 4;
    LayoutResult result = plan(problem, options, 1, 20'000'000);
    EXPECT_LE(result.bound, optimum) << problem.name << " switches " << bits;
    expectCertified(problem, result, "switches");
    if (result.solution.found()) {
      EXPECT_TRUE(verify(problem, result.solution).ok()) << problem.name << " switches " << bits;
      EXPECT_GE(result.solution.cost, optimum);
    }
    if (result.proved) {
      EXPECT_EQ(result.solution.found() ? result.solution.cost : infiniteCost, optimum) << problem.name;
    }
  }
}

// Generated problems of all four topologies, in turn.
LayoutChoice generatedProblem(uint64_t seed, int32_t nodes, double capacityShare) {
  LayoutGenOptions options;
  options.topology = static_cast<Topology>(seed % 4);
  options.nodes = nodes;
  options.candidates = 8;
  options.capacityShare = capacityShare;
  options.seed = seed;
  LayoutChoice problem = generateLayout(options);
  EXPECT_TRUE(check(problem).ok()) << check(problem).error().message;
  return problem;
}

void expectThreadsAgree(uint64_t problems, int32_t nodes) {
  for (uint64_t seed = 1; seed <= problems; ++seed) {
    LayoutChoice problem = generatedProblem(seed, nodes, 0.3);
    LayoutResult one = plan(problem, {}, 1, 30'000'000), two = plan(problem, {}, 2, 30'000'000);
    EXPECT_EQ(one.solution.choice, two.solution.choice);
    EXPECT_EQ(one.solution.cost, two.solution.cost);
    EXPECT_EQ(one.bound, two.bound);
    EXPECT_EQ(one.epochs, two.epochs);
    EXPECT_EQ(one.work, two.work);
  }
}

TEST(LayoutPlannerTest, OneAndTwoThreadsAgree) { expectThreadsAgree(4, 50); }
TEST(LayoutPlannerTest, SlowOneAndTwoThreadsAgree) { expectThreadsAgree(24, 60); }

void expectNeverWorseThanBaselines(uint64_t problems, int32_t nodes) {
  for (uint64_t seed = 1; seed <= problems; ++seed) {
    LayoutChoice problem = generatedProblem(seed, nodes, 0.2 * static_cast<double>(1 + seed % 4));
    LayoutResult planned = plan(problem, {}, 1, 30'000'000);
    ASSERT_TRUE(planned.solution.found()) << problem.name;
    for (std::string_view name : layoutPolicyNames()) {
      Budget budget;
      budget.workUnits = 3'000'000;
      LayoutResult other = makeLayoutPolicy(name).value()->run(problem, budget, nullptr);
      if (!other.solution.found())
        continue;
      EXPECT_TRUE(verify(problem, other.solution).ok()) << problem.name << " " << name;
      EXPECT_LE(planned.solution.cost, other.solution.cost) << problem.name << " " << name;
      EXPECT_LE(planned.bound, other.solution.cost) << problem.name << " " << name;
    }
  }
}

TEST(LayoutPlannerTest, NeverWorseThanTheBaselines) { expectNeverWorseThanBaselines(8, 30); }
TEST(LayoutPlannerTest, SlowNeverWorseThanTheBaselines) { expectNeverWorseThanBaselines(24, 80); }

// A certificate that claims more than it shows is not believed.
TEST(LayoutPlannerTest, ForgedCertificatesAreRejected) {
  LayoutGenOptions options;
  options.nodes = 40;
  options.candidates = 6;
  LayoutChoice problem = generateLayout(options);
  LayoutResult result = plan(problem, {}, 1, 50'000'000);
  ASSERT_TRUE(result.certificate);
  ASSERT_TRUE(checkBound(problem, *result.certificate).ok());
  LayoutCertificate forged = *result.certificate;
  forged.steps.insert(forged.steps.begin(), {ProofStep::Kind::Arc, 0, 0});
  EXPECT_FALSE(checkBound(problem, forged).ok());
  forged = *result.certificate;
  forged.steps.insert(forged.steps.begin(), {ProofStep::Kind::Capacity, 1, 0});
  EXPECT_FALSE(checkBound(problem, forged).ok());
  forged = *result.certificate;
  forged.steps = {{ProofStep::Kind::Dominated, 0, 0, 1}, {ProofStep::Kind::Dominated, 0, 1, 0}};
  EXPECT_FALSE(checkBound(problem, forged).ok());
  forged = *result.certificate;
  ASSERT_FALSE(forged.duals.empty());
  forged.duals[0].multipliers.push_back({0, -1});
  EXPECT_FALSE(checkBound(problem, forged).ok());
}

TEST(LayoutPlannerTest, UnknownPolicyNamesTheKnown) {
  auto made = makeLayoutPolicy("best");
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("policy 'best' does not exist; there are: planner, greedy"), std::string::npos);
}

// A node that does not fit alone: proved infeasible, without a solution.
TEST(LayoutPlannerTest, InfeasibleIsProved) {
  LayoutChoice problem;
  problem.capacity = 10;
  problem.addNode({0, 2}, std::vector<Cost>{1, 2}, std::vector<Bytes>{11, 12});
  LayoutResult result = plan(problem);
  EXPECT_FALSE(result.solution.found());
  EXPECT_TRUE(result.proved);
}

// Steps of any size end where one step does, and what is known between them holds.
TEST(LayoutRunTest, GoesOnWhereItWas) {
  int cutShort = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    LayoutChoice problem = randomLayout(seed, 40, 8);
    LayoutResult whole = plan(problem);
    LayoutRun run(problem, {});
    Budget little;
    little.workUnits = 1 + whole.work / 5;
    LayoutResult last = run.advance(little);
    cutShort += !last.proved;
    for (int step = 0; step < 12 && last.work < whole.work; ++step) {
      expectCertified(problem, last, "between");
      if (last.solution.found())
        EXPECT_TRUE(verify(problem, last.solution).ok()) << "seed " << seed;
      last = run.advance(little);
    }
    EXPECT_EQ(last.work, whole.work) << "seed " << seed;
    EXPECT_EQ(last.epochs, whole.epochs) << "seed " << seed;
    EXPECT_EQ(last.solution.choice, whole.solution.choice) << "seed " << seed;
    EXPECT_EQ(last.bound, whole.bound) << "seed " << seed;
    expectCertified(problem, last, "at the end");
  }
  EXPECT_GT(cutShort, 3);
}

// With a solution of the optimum's cost known elsewhere the search ends as soon as the bound is there, never before.
TEST(LayoutRunTest, EndsAtTheCutoff) {
  int ended = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    LayoutChoice problem = randomLayout(seed, 40, 8);
    LayoutResult whole = plan(problem);
    if (!whole.proved || !whole.solution.found())
      continue;
    PlannerOptions options;
    for (Cost cutoff : {whole.solution.cost, whole.solution.cost - 5}) {
      options.cutoff = cutoff;
      LayoutResult result = plan(problem, options);
      EXPECT_TRUE(result.proved || result.bound >= cutoff) << "seed " << seed;
      EXPECT_LE(result.work, whole.work) << "seed " << seed;
      ended += result.work < whole.work;
      expectCertified(problem, result, "cut off");
    }
  }
  EXPECT_GT(ended, 0);
}

TEST(LayoutGenTest, SameSeedSameProblem) {
  LayoutChoice a = generateLayout({}), b = generateLayout({});
  EXPECT_EQ(a.candidateCosts, b.candidateCosts);
  EXPECT_EQ(a.edgeCosts, b.edgeCosts);
  EXPECT_EQ(a.capacity, b.capacity);
}

// Shrinks to the one pair that makes the property true.
TEST(LayoutGenTest, ShrinkerFindsTheCore) {
  LayoutChoice problem = randomLayout(3, 7, 4);
  problem.addNode({0, 1}, std::vector<Cost>{1, 7}, std::vector<Bytes>{0, 0});
  auto hasSeven = [](const LayoutChoice &p) {
    for (size_t n = 0; n < p.numNodes(); ++n)
      for (Cost cost : p.costsOf(static_cast<int32_t>(n)))
        if (cost == 7)
          return true;
    return false;
  };
  LayoutChoice core = shrinkLayout(problem, hasSeven);
  EXPECT_EQ(core.numNodes(), 1u);
  EXPECT_EQ(core.candidateCosts, std::vector<Cost>{7});
  EXPECT_TRUE(core.edges.empty());
}

} // namespace
