//===- FunctionLayoutTest.cpp - The picture of the header -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PictureProblem.h"

#include "gtest/gtest.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;

TEST(FunctionLayoutTest, PictureOfTheHeader) {
  FunctionLayout problem = pictureProblem();
  ASSERT_TRUE(check(problem).ok()) << check(problem).error().message;
  FunctionPlan base = asItStands(problem);
  EXPECT_EQ(base.time, 21'000);
  PlanVerdict verdict = verify(problem, base);
  ASSERT_TRUE(verdict.ok()) << verdict.violation->message;
  EXPECT_EQ(verdict.facts.time, 21'000);
  EXPECT_EQ(verdict.facts.peakSumBytes, 0);

  PlanBuilder builder(problem);
  builder.choose(0, problem.find(0, std::vector<int32_t>{layoutInDram}, layoutInL1));
  builder.choose(1, problem.find(1, std::vector<int32_t>{layoutInL1, layoutInDram}, layoutInDram));
  FunctionPlan plan = std::move(builder).finish("by hand");
  verdict = verify(problem, plan);
  ASSERT_TRUE(verdict.ok()) << verdict.violation->message;
  EXPECT_EQ(verdict.facts.time, 14'000);
  EXPECT_EQ(verdict.facts.peakSumBytes, 60);
  // Buffers are rounded up to the alignment of 32.
  EXPECT_EQ(verdict.facts.peakHeldBytes, 64);
}
