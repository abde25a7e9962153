//===- DFSharding2RandomTest.cpp - Its promises, on random functions ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

namespace {

std::unique_ptr<FunctionPolicy> policy(std::string_view name, const FunctionPolicyOptions &options = {}) {
  return std::move(makeFunctionPolicy(name, options)).value();
}

/// Sums of a plan's counts over many problems.
struct Totals {
  std::map<std::string, int64_t> counts;
  void add(const FunctionPlan &plan) {
    for (const auto &[name, count] : plan.counts)
      counts[name] += count;
  }
};

/// One run, before any exclusion: the timeline promises that sums fit, so that only addresses may clash.
void expectSumsFit(const FunctionLayout &problem, const FunctionPlan &plan, uint64_t seed) {
  PlanVerdict verdict = verify(problem, plan);
  bool onlyAddresses = verdict.ok() || verdict.violation->rule == "FL-18" || verdict.violation->rule == "FL-19";
  EXPECT_TRUE(onlyAddresses) << "seed " << seed << ": " << verdict.violation->rule << ": "
                             << verdict.violation->message;
}

void expectPromises(uint64_t firstSeed, uint64_t count, const RandomFunctionOptions &options, Totals &totals) {
  for (uint64_t seed = firstSeed; seed < firstSeed + count && !::testing::Test::HasFailure(); ++seed) {
    Random random(seed);
    FunctionLayout problem = randomFunction(random, options);
    FunctionPlan slow = policy("AllDram")->run(problem, {});
    if (PlanVerdict verdict = verify(problem, slow); !verdict.ok())
      continue; // what the user fixed does not fit
    FunctionPlan plan = policy("DFSharding2")->run(problem, {});
    totals.add(plan);
    expectSumsFit(problem, plan, seed);
    EXPECT_LE(plan.time, slow.time) << "seed " << seed; // DS2-15
    FunctionResult result = planFunction(problem, *policy("DFSharding2"));
    EXPECT_FALSE(result.broken) << "seed " << seed << ": " << result.broken->message;
    EXPECT_LE(result.plan.time, slow.time) << "seed " << seed;
    EXPECT_LT(result.epochs, 16) << "seed " << seed; // exclusions get somewhere
  }
}

RandomFunctionOptions longer() {
  RandomFunctionOptions options;
  options.minOps = 12;
  options.maxOps = 40;
  return options;
}

} // namespace

// What a run promises, and that these functions bring about everything that the policy can do.
TEST(DFSharding2RandomTest, SumsFitAndNoPlanLosesToDram) {
  Totals totals;
  expectPromises(1, 300, {}, totals);
  expectPromises(50'000, 1'000, longer(), totals);
  for (const char *action : {"chains_completed", "chains_failed", "concats", "concats_refused", "views",
                             "views_refused", "forks_sharded", "forks_interleaved", "forks_in_dram", "merges",
                             "merges_refused", "three_way_merges", "three_way_merges_refused", "fragmentation_checks",
                             "fragmentation_refusals", "given_up", "preferences_dropped"})
    EXPECT_GT(totals.counts[action], 0) << action;
}

TEST(DFSharding2RandomTest, SlowSumsFitAndNoPlanLosesToDram) {
  Totals totals;
  expectPromises(100'000, 6'000, {}, totals);
  expectPromises(200'000, 2'000, longer(), totals);
}

// Every combination of the switches makes plans that the verifier accepts.
TEST(DFSharding2RandomTest, AllSwitches) {
  for (uint64_t seed = 0; seed < 1024; ++seed) {
    FunctionPolicyOptions options;
    bool *switches[] = {&options.allowReshards,    &options.dropLosingRuns,     &options.l1InterleavedFallback,
                        &options.mergeChains,      &options.concatChains,       &options.reserveViews,
                        &options.reserveForks,     &options.checkFragmentation, &options.keepSingleReaders,
                        &options.splitFailedChains};
    for (size_t i = 0; i < std::size(switches); ++i)
      *switches[i] = seed >> i & 1;
    options.mergesPerChain = static_cast<int>(seed % 3);
    Random random(seed + 5'000);
    FunctionLayout problem = randomFunction(random, longer());
    FunctionResult result = planFunction(problem, *policy("DFSharding2", options));
    EXPECT_FALSE(result.broken) << "seed " << seed << ": " << result.broken->message;
  }
}
