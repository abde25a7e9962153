//===- ProblemRulesTest.cpp - Rules GS-P1 to GS-P8, one way of breaking each -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Examples.h"

#include "alcove/Plan/GraphSchedule/Format/MLSys.h"

using namespace alcove;
using namespace alcove::plan::schedule;

TEST(ProblemRules, ExamplesAreProblems) {
  EXPECT_TRUE(check(twoLayers()).ok());
  EXPECT_TRUE(check(diamond()).ok());
  EXPECT_TRUE(check(matmulChain()).ok());
}
TEST(ProblemRules, GSP1_ZeroCapacity) {
  Problem p = diamond();
  p.capacity = 0;
  expectBad(p, "GS-P1", "fast_memory_capacity: 0");
}
TEST(ProblemRules, GSP1_ZeroBandwidth) {
  Problem p = diamond();
  p.bandwidth = 0;
  expectBad(p, "GS-P1", "slow_memory_bandwidth: 0");
}
TEST(ProblemRules, GSP1_NegativeWidth) {
  Problem p = diamond();
  p.tensors[2].width = -8;
  expectBad(p, "GS-P1", "widths[2]: -8");
}
TEST(ProblemRules, GSP1_ZeroHeight) {
  Problem p = diamond();
  p.tensors[1].height = 0;
  expectBad(p, "GS-P1", "heights[1]: 0");
}
TEST(ProblemRules, GSP1_ZeroNativeTile) {
  Problem p = diamond();
  p.nativeHeight = 0;
  expectBad(p, "GS-P1", "native_granularity[1]: 0");
}
TEST(ProblemRules, GSP1_NegativeCost) {
  Problem p = diamond();
  p.ops[1].baseCost = -1;
  expectBad(p, "GS-P1", "base_costs[1]: -1");
}
TEST(ProblemRules, GSP1_ElementsOverflow) {
  Problem p = diamond();
  p.tensors[0] = {int64_t(1) << 31, int64_t(1) << 31};
  expectBad(p, "GS-P1", "elements");
}
TEST(ProblemRules, GSP2_InputDoesNotExist) {
  Problem p = diamond();
  p.ops[2].inputs[1] = 12;
  expectBad(p, "GS-P2", "inputs[2][1]: tensor 12 does not exist (there are 4)");
}
TEST(ProblemRules, GSP2_OutputDoesNotExist) {
  Problem p = diamond();
  p.ops[2].outputs[0] = -1;
  expectBad(p, "GS-P2", "outputs[2][0]: tensor -1");
}
TEST(ProblemRules, GSP3_MatMulWithThreeInputs) {
  Problem p = matmulChain();
  p.ops[0].inputs.push_back(3);
  expectBad(p, "GS-P3", "inputs[0]: a MatMul has 2 inputs, this one has 3");
}
TEST(ProblemRules, GSP3_MatMulWithoutOutput) {
  Problem p = matmulChain();
  p.ops[0].outputs.clear();
  expectBad(p, "GS-P3", "outputs[0]: a MatMul has 1 output");
}
TEST(ProblemRules, GSP3_PointwiseWithoutInput) {
  Problem p = diamond();
  p.ops[0].inputs.clear();
  expectBad(p, "GS-P3", "inputs[0]");
}
TEST(ProblemRules, GSP3_PointwiseWithoutOutput) {
  Problem p = diamond();
  p.ops[0].outputs.clear();
  expectBad(p, "GS-P3", "outputs[0]");
}
TEST(ProblemRules, GSP4_TwoProducers) {
  Problem p = diamond();
  p.ops[2].outputs[0] = 2;
  expectBad(p, "GS-P4", "outputs[2][0]: tensor 2 is produced by operation 1 already");
}
TEST(ProblemRules, GSP5_ReductionsDiffer) {
  Problem p = twoLayers();
  p.tensors[1].height = 7;
  expectBad(p, "GS-P5", "8 columns against 7 rows");
}
TEST(ProblemRules, GSP5_MatMulResultShape) {
  Problem p = twoLayers();
  p.tensors[5].width = 5;
  expectBad(p, "GS-P5", "outputs[2]: MatMul result is 5 x 4, its operands make 4 x 4");
}
TEST(ProblemRules, GSP5_PointwiseShape) {
  Problem p = diamond();
  p.tensors[2].width = 4;
  expectBad(p, "GS-P5", "Pointwise operand");
}
TEST(ProblemRules, GSP6_CycleOfTwo) {
  Problem p = diamond();
  p.ops[0].inputs[0] = 2;
  expectBad(p, "GS-P6", "cycle");
}
TEST(ProblemRules, GSP6_OwnOutputAsInput) {
  Problem p = diamond();
  p.ops[0].inputs[0] = 1;
  expectBad(p, "GS-P6", "cycle");
}

/// Replaces the first `from` in the file of the diamond.
static std::string edited(std::string_view from, std::string_view to) {
  std::string text = formats::writeMLSysProblem(diamond());
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << text;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}
static std::string readError(const std::string &text) {
  Result<Problem> problem = formats::readMLSysProblem(text);
  EXPECT_FALSE(problem.ok());
  return problem.ok() ? "" : problem.error().message;
}

TEST(ProblemFile, RoundTrip) {
  std::string text = formats::writeMLSysProblem(twoLayers());
  Result<Problem> again = formats::readMLSysProblem(text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(formats::writeMLSysProblem(*again), text);
}
TEST(ProblemFile, IntegralNumberWithPoint) {
  Result<Problem> problem =
      formats::readMLSysProblem(edited("\"slow_memory_bandwidth\": 16", "\"slow_memory_bandwidth\": 16.0"));
  ASSERT_TRUE(problem.ok()) << problem.error().message;
  EXPECT_EQ(problem->bandwidth, 16);
}
TEST(ProblemFile, GSP7_ListsOfDifferentLength) {
  EXPECT_THAT(readError(edited("\"heights\": [8, 8, 8, 8]", "\"heights\": [8, 8, 8]")), testing::HasSubstr("GS-P7"));
}
TEST(ProblemFile, GSP7_TooFewCosts) {
  EXPECT_THAT(readError(edited("[10, 20, 30]", "[10, 20]")),
              testing::HasSubstr("base_costs: 2 entries, inputs has 3 (GS-P7)"));
}
TEST(ProblemFile, GSP7_NativeGranularityOfThree) {
  EXPECT_THAT(readError(edited("\"native_granularity\": [4, 4]", "\"native_granularity\": [4, 4, 4]")),
              testing::HasSubstr("GS-P7"));
}
TEST(ProblemFile, GSP8_UnknownOperation) {
  EXPECT_THAT(readError(edited("\"Pointwise\"", "\"Conv\"")), testing::HasSubstr("op_types[0]: 'Conv' is neither"));
}
TEST(ProblemFile, FractionalCapacity) {
  EXPECT_THAT(readError(edited("\"fast_memory_capacity\": 400", "\"fast_memory_capacity\": 400.5")),
              testing::HasSubstr("fast_memory_capacity"));
}
TEST(ProblemFile, MissingMember) {
  EXPECT_THAT(readError(edited("\"slow_memory_bandwidth\"", "\"bandwidth\"")),
              testing::HasSubstr("slow_memory_bandwidth"));
}
TEST(ProblemFile, NotJson) { EXPECT_THAT(readError("{ \"widths\": [1,"), testing::HasSubstr("line 1")); }
TEST(ProblemFile, CycleIsFoundWhileReading) {
  EXPECT_THAT(readError(edited("[0],", "[2],")), testing::HasSubstr("GS-P6"));
}
