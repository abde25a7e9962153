//===- EnumerateTest.cpp - What the exact planner chooses from ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Sketch.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/FunctionLayout/Policies/SearchSpace.h"

#include "gmock/gmock.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using ::testing::Contains;
using ::testing::Not;

namespace {

/// The candidates searched of an op with these, in the order of its text.
std::vector<int32_t> searched(std::vector<Bytes> operands, const std::vector<std::string> &candidates,
                              OpKind kind = OpKind::Other) {
  Sketch sketch(100);
  std::vector<int32_t> tensors;
  for (Bytes bytes : operands)
    tensors.push_back(sketch.argument(bytes));
  sketch.returns(sketch.op("op", tensors, 10, candidates, plainOp(kind)));
  return enumerate(sketch.finish(), 3, {}).candidates[0];
}

TEST(EnumerateTest, TwoOperandsOfTwoShapesOnTheSameCores) {
  EXPECT_THAT(searched({20, 30}, {"d d > d 9", "h h > d 2", "h d > d 8", "d h > d 8"}), Contains(1));
}

TEST(EnumerateTest, NotOnOtherCores) {
  EXPECT_THAT(searched({20, 30}, {"d d > d 9", "h w > d 2", "h d > d 8", "d w > d 8"}), Not(Contains(1)));
}

TEST(EnumerateTest, TwoOperandsThatAreNotTheFirst) {
  EXPECT_THAT(searched({20, 30, 10}, {"d d d > d 9", "h d h > d 2", "h d d > d 8", "d d h > d 8"}), Contains(1));
}

TEST(EnumerateTest, EachSetOfOperandsInterleaved) {
  EXPECT_THAT(
      searched({5, 6, 7, 8}, {"d d d d > d 9", "i i d i > d 2", "i d d d > d 8", "d i d d > d 8", "d d d i > d 8"}),
      Contains(1));
}

/// One layout of each sharding. With 393,216 B the 4x1 shards are fastest; with 131,072 and 262,144 B only 2x1 fit.
TEST(EnumerateTest, FP12_AListForMoreL1HoldsThatForLess) {
  for (Bytes capacity : {Bytes(400'000), Bytes(300'000)}) {
    Sketch sketch(capacity);
    sketch.returns(sketch.op("op", {sketch.argument(10)}, 10, {"d > d 9", "d > h 1 +300000", "d > g 4"}, plainOp()));
    FunctionLayout problem = sketch.finish();
    std::vector<int32_t> found = enumerate(problem, 1, {}).candidates[0];
    EXPECT_THAT(found, Contains(2));
    if (capacity < 393'216)
      EXPECT_THAT(found, Not(Contains(1)));
    else
      EXPECT_THAT(found, Contains(1));
    FunctionPolicyOptions options;
    options.layoutsPerSharding = 1;
    options.certificate = true;
    FunctionPlan plan = planFunction(problem, *makeFunctionPolicy("Global", options).value()).plan;
    ASSERT_TRUE(plan.certificate);
    Result<CertifiedPlan> ruled = certify(problem, plan, *plan.certificate);
    ASSERT_TRUE(ruled.ok()) << ruled.error().message;
    FunctionCertificate forged = *plan.certificate;
    ASSERT_EQ(std::erase(forged.layouts[problem.tensors[1].kind], Sketch::layout('g')), 1);
    EXPECT_FALSE(certify(problem, plan, forged).ok());
  }
}

TEST(EnumerateTest, AResidentConstantIsConvertedForItsReader) {
  Sketch sketch(100);
  int32_t x = sketch.argument(20), weight = sketch.argument(30);
  sketch.returns(sketch.op("op", {x, weight}, 10, {"d d > d 9", "d h > d 2"}, plainOp()));
  FunctionLayout problem = sketch.finish();
  problem.tensors[weight].constant = problem.tensors[weight].resident = true;
  FunctionPolicyOptions options;
  options.localChanges = false; // it is in the space: the bound counts on it
  options.certificate = true;
  FunctionResult result = planFunction(problem, *makeFunctionPolicy("Global", options).value());
  ASSERT_FALSE(result.broken);
  EXPECT_EQ(result.plan.time, 3'000);
  EXPECT_EQ(*result.plan.bound, 3'000);
}

} // namespace
