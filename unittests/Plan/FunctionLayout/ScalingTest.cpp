//===- ScalingTest.cpp - Long functions -----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gtest/gtest.h"

#include <chrono>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

template <typename Work>
static double secondsOf(Work work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Limits are ten times what an idle machine takes and more: quadratic work exceeds them all the same.
TEST(FunctionLayoutScalingTest, ChecksAndVerifiesFortyThousandOps) {
  FunctionLayout problem = linearFunction(40'000, /*withSkips=*/true);
  EXPECT_LT(secondsOf([&] { EXPECT_TRUE(check(problem).ok()); }), 5);
  Random random(1);
  FunctionPlan plan = randomPlan(random, problem);
  EXPECT_GT(plan.copies.size(), problem.tensors.size() + 5'000);
  double seconds = secondsOf([&] {
    PlanVerdict verdict = verify(problem, plan);
    EXPECT_TRUE(verdict.ok() || verdict.violation->isMemory()) << verdict.violation->message;
  });
  EXPECT_LT(seconds, 5);
  FunctionPlan base = asItStands(problem);
  EXPECT_LT(secondsOf([&] { EXPECT_TRUE(verify(problem, base).ok()); }), 5);
}

// A plan that fills L1 to its end: every step is replayed.
TEST(FunctionLayoutScalingTest, VerifiesThePlanOfAChainPolicy) {
  FunctionLayout problem = linearFunction(40'000, /*withSkips=*/true);
  std::unique_ptr<FunctionPolicy> policy = std::move(makeFunctionPolicy("DFSharding")).value();
  FunctionResult result = planFunction(problem, *policy);
  ASSERT_FALSE(result.broken) << result.broken->message;
  EXPECT_GT(result.facts.peakSumBytes, 0);
  EXPECT_LT(secondsOf([&] { EXPECT_TRUE(verify(problem, result.plan).ok()); }), 5);
}
