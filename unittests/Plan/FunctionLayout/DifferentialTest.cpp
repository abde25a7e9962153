//===- DifferentialTest.cpp - All policies on random functions ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gtest/gtest.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

/// The exact planner stops after a little work: plans are verified here, not compared.
static std::unique_ptr<FunctionPolicy> makePolicy(std::string_view name) {
  FunctionPolicyOptions options;
  options.budget.workUnits = 100'000;
  return std::move(makeFunctionPolicy(name, options)).value();
}

/// What is wrong with a policy's answer; empty when nothing is.
static std::string complaintAbout(const FunctionLayout &problem, std::string_view name) {
  std::unique_ptr<FunctionPolicy> policy = makePolicy(name);
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

namespace {
class FunctionLayoutDifferentialTest : public ::testing::TestWithParam<std::string_view> {
protected:
  void expectGoodPlans(uint64_t firstSeed, uint64_t count, const RandomFunctionOptions &options) {
    std::map<std::string, int> complaints; ///< by rule
    for (uint64_t seed = firstSeed; seed < firstSeed + count; ++seed) {
      Random random(seed);
      FunctionLayout problem = randomFunction(random, options);
      Status valid = check(problem);
      ASSERT_TRUE(valid.ok()) << "seed " << seed << ": " << valid.error().message;
      ASSERT_TRUE(verify(problem, asItStands(problem)).ok()) << "seed " << seed;
      std::string complaint = complaintAbout(problem, GetParam());
      if (!complaint.empty() && ++complaints[complaint.substr(0, 5)] <= 2)
        ADD_FAILURE() << "seed " << seed << ", " << problem.numOps() << " ops: " << complaint;
    }
    for (const auto &[rule, times] : complaints)
      ADD_FAILURE() << rule << " in " << times << " of " << count << " problems";
  }
};
} // namespace

INSTANTIATE_TEST_SUITE_P(Policies, FunctionLayoutDifferentialTest, ::testing::ValuesIn(functionPolicyNames()),
                         [](const auto &info) { return std::string(info.param); });

TEST_P(FunctionLayoutDifferentialTest, EveryPlanIsVerified) { expectGoodPlans(1, 200, {}); }

TEST_P(FunctionLayoutDifferentialTest, SlowEveryPlanIsVerified) {
  expectGoodPlans(1'000, 18'000, {});
  RandomFunctionOptions longer;
  longer.minOps = 12;
  longer.maxOps = 40;
  expectGoodPlans(100'000, 2'000, longer);
}

namespace {
struct OracleCount {
  int problems = 0, complete = 0, reached = 0, beatsBase = 0, random = 0;
};
} // namespace

/// No policy is cheaper than the cheapest of all plans.
static void expectOracleUnbeaten(uint64_t firstSeed, int problems, int64_t maxSteps, OracleCount &count) {
  RandomFunctionOptions options;
  options.maxOps = 4;
  options.maxShardings = 1;
  options.maxConcat = 2;
  for (uint64_t seed = firstSeed; seed < firstSeed + static_cast<uint64_t>(problems); ++seed) {
    Random random(seed);
    FunctionLayout problem = randomFunction(random, options);
    ASSERT_TRUE(materialize(problem));
    ASSERT_TRUE(check(problem).ok()) << "seed " << seed << ": " << check(problem).error().message;
    ++count.problems;
    OracleResult oracle = cheapestPlan(problem, maxSteps);
    ASSERT_TRUE(oracle.found) << "seed " << seed;
    PlanVerdict verdict = verify(problem, oracle.plan);
    ASSERT_TRUE(verdict.ok()) << "seed " << seed << ": " << verdict.violation->message;
    if (!oracle.complete)
      continue;
    ++count.complete;
    count.beatsBase += oracle.plan.time < asItStands(problem).time;
    for (std::string_view name : functionPolicyNames()) {
      std::unique_ptr<FunctionPolicy> policy = makePolicy(name);
      FunctionResult result = planFunction(problem, *policy);
      ASSERT_FALSE(result.broken) << name << ", seed " << seed << ": " << result.broken->message;
      EXPECT_GE(result.facts.time, oracle.plan.time) << name << " beats the oracle, seed " << seed;
      count.reached += result.facts.time == oracle.plan.time;
    }
    for (int i = 0; i < 20; ++i) { // plans that no policy would make
      PlanVerdict drawn = verify(problem, randomPlan(random, problem));
      if (drawn.ok())
        EXPECT_GE(drawn.facts.time, oracle.plan.time) << "a random plan beats the oracle, seed " << seed;
      count.random += drawn.ok();
    }
  }
}

TEST(FunctionLayoutOracleTest, TheOracleIsNeverBeaten) {
  OracleCount count;
  expectOracleUnbeaten(1, 150, 20'000, count);
  EXPECT_GT(count.complete, 75);
  EXPECT_GT(count.beatsBase, 25);
  EXPECT_GT(count.reached, 10);
  EXPECT_GT(count.random, 1'000);
}

TEST(FunctionLayoutShrinkTest, KeepsTheFailureAndLittleElse) {
  Random random(7);
  RandomFunctionOptions options;
  options.minOps = options.maxOps = 20;
  options.maxConcat = 2;
  FunctionLayout problem = randomFunction(random, options);
  ASSERT_TRUE(materialize(problem));
  // "Fails" when some concatenation is fed by an op.
  auto fails = [](const FunctionLayout &p) {
    for (const PlanOp &op : p.ops)
      if (p.classes[op.opClass].traits.kind == OpKind::Concat)
        for (int32_t tensor : op.operands)
          if (p.tensors[tensor].producer >= 0)
            return true;
    return false;
  };
  ASSERT_TRUE(fails(problem));
  FunctionLayout small = shrink(problem, fails);
  EXPECT_TRUE(check(small).ok());
  EXPECT_TRUE(fails(small));
  EXPECT_EQ(small.numOps(), 2u);
  EXPECT_EQ(small.classes.size(), 2u);
  EXPECT_TRUE(small.returns.empty());
  for (const OpClass &opClass : small.classes)
    EXPECT_EQ(opClass.candidates.size(), 1);
}

TEST(FunctionLayoutOracleTest, SlowTheOracleIsNeverBeaten) {
  OracleCount count;
  expectOracleUnbeaten(10'000, 2'000, 100'000, count);
  EXPECT_GT(count.complete, 1'000);
  fmt::print("{} problems, {} tried completely, {} of them with a plan better than the base, {} plans of policies are "
             "optimal\n",
             count.problems, count.complete, count.beatsBase, count.reached);
}
