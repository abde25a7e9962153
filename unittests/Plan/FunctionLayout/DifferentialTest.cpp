//===- DifferentialTest.cpp - All policies on random functions ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "alcove/Testing/FunctionLayout/RandomFunction.h"

#include "gtest/gtest.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

/// What is wrong with a policy's answer; empty when nothing is.
static std::string complaintAbout(const FunctionLayout &problem, std::string_view name) {
  std::unique_ptr<FunctionPolicy> policy = std::move(makeFunctionPolicy(name)).value();
  FunctionResult result = planFunction(problem, *policy);
  if (result.broken)
    return fmt::format("{}: {}", result.broken->rule, result.broken->message);
  PlanVerdict verdict = verify(problem, result.plan);
  if (!verdict.ok())
    return fmt::format("accepted, and then {}: {}", verdict.violation->rule, verdict.violation->message);
  if (result.plan.policy != name)
    return fmt::format("says that it is '{}'", result.plan.policy);
  return "";
}

static void expectGoodPlans(uint64_t firstSeed, uint64_t count, const RandomFunctionOptions &options) {
  std::map<std::string, int> complaints;
  for (uint64_t seed = firstSeed; seed < firstSeed + count; ++seed) {
    Random random(seed);
    FunctionLayout problem = randomFunction(random, options);
    Status valid = check(problem);
    ASSERT_TRUE(valid.ok()) << "seed " << seed << ": " << valid.error().message;
    ASSERT_TRUE(verify(problem, asItStands(problem)).ok()) << "seed " << seed;
    for (std::string_view name : functionPolicyNames()) {
      std::string complaint = complaintAbout(problem, name);
      std::string key = fmt::format("{} {}", name, complaint.substr(0, 5));
      if (!complaint.empty() && ++complaints[key] <= 2)
        ADD_FAILURE() << name << ", seed " << seed << ", " << problem.numOps() << " ops: " << complaint;
    }
  }
  for (const auto &[key, times] : complaints)
    ADD_FAILURE() << key << ": " << times << " of " << count << " problems";
}

TEST(FunctionLayoutDifferentialTest, EveryPlanIsVerified) { expectGoodPlans(1, 400, {}); }

TEST(FunctionLayoutDifferentialTest, SlowEveryPlanIsVerified) {
  expectGoodPlans(1'000, 16'000, {});
  RandomFunctionOptions longer;
  longer.minOps = 12;
  longer.maxOps = 40;
  expectGoodPlans(100'000, 4'000, longer);
}
