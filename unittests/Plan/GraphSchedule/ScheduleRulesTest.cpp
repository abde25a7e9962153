//===- ScheduleRulesTest.cpp - Rules GS-S0 to GS-S19, one way of breaking each -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Examples.h"

#include "alcove/Plan/GraphSchedule/Format/MLSys.h"

using namespace alcove;
using namespace alcove::plan::schedule;

static const Granularity tile{4, 4, 1};

TEST(ScheduleRules, GSS1_EmptySubgraph) { expectBroken(diamond(), {group({}, tile)}, "GS-S1", "no operations"); }
TEST(ScheduleRules, GSS1_UnknownOperation) {
  expectBroken(diamond(), {group({0, 3}, tile)}, "GS-S1", "operation 3 does not exist (there are 3)");
}
TEST(ScheduleRules, GSS1_NegativeOperation) { expectBroken(diamond(), {group({-1}, tile)}, "GS-S1", "operation -1"); }
TEST(ScheduleRules, GSS1_UnknownRetainedTensor) {
  expectBroken(diamond(), {group({0, 1, 2}, tile, {9})}, "GS-S1", "retained tensor 9 does not exist");
}
TEST(ScheduleRules, GSS2_OperationTwiceInOneSubgraph) {
  expectBroken(diamond(), {group({0, 1, 1, 2}, tile)}, "GS-S2", "operation 1 is listed twice");
}
TEST(ScheduleRules, GSS3_NotInTopologicalOrder) {
  expectBroken(diamond(), {group({1, 0, 2}, tile)}, "GS-S3", "operation 1 stands before operation 0");
}
TEST(ScheduleRules, GSS4_OperationMissing) {
  expectBroken(diamond(), {group({0}, tile), group({1}, tile)}, "GS-S4", "operation 2 is in no subgraph");
}
TEST(ScheduleRules, GSS4_RecomputationSwitchedOff) {
  Rules rules;
  rules.allowRecomputation = false;
  expectBroken(diamond(), {group({0, 1}, tile, {2}), group({0, 2}, tile)}, "GS-S4",
               "operation 0 runs for the second time", rules);
}
TEST(ScheduleRules, GSS4_RecomputationIsAllowed) {
  EXPECT_GT(latencyOf(diamond(), {group({0, 1}, tile, {2}), group({0, 2}, tile)}), 0);
}
TEST(ScheduleRules, GSS5_WiderThanNative) {
  expectBroken(diamond(), {group({0, 1, 2}, {5, 4, 1})}, "GS-S5", "width 5");
}
TEST(ScheduleRules, GSS5_HigherThanNative) {
  expectBroken(diamond(), {group({0, 1, 2}, {4, 5, 1})}, "GS-S5", "height 5");
}
TEST(ScheduleRules, GSS5_DeeperThanNative) {
  expectBroken(diamond(), {group({0, 1, 2}, {4, 4, 5})}, "GS-S5", "depth 5");
}
TEST(ScheduleRules, GSS5_ZeroWidth) { expectBroken(diamond(), {group({0, 1, 2}, {0, 4, 1})}, "GS-S5", "width 0"); }
TEST(ScheduleRules, GSS5_NegativeDepth) {
  expectBroken(diamond(), {group({0, 1, 2}, {4, 4, -2})}, "GS-S5", "depth -2");
}
TEST(ScheduleRules, GSS6_DeeperThanReduction) {
  Problem p = matmulChain();
  p.tensors = {{3, 8}, {8, 3}, {8, 8}, {8, 8}, {8, 8}};
  expectBroken(p, {group({0}, {4, 4, 4}), group({1}, {4, 4, 4})}, "GS-S6",
               "depth 4 exceeds the reduction 3 of operation 0");
}
TEST(ScheduleRules, GSS6_InnerMatMulLimitsDepthToo) {
  Problem p = matmulChain();
  p.tensors = {{3, 8}, {8, 3}, {8, 8}, {8, 8}, {8, 8}};
  expectBroken(p, {group({0, 1}, {4, 4, 4})}, "GS-S6", "reduction 3 of operation 0");
}
TEST(ScheduleRules, GSS7_Unconnected) {
  Problem p = diamond();
  p.tensors.push_back({8, 8});
  p.tensors.push_back({8, 8});
  p.ops.push_back({OpKind::Pointwise, 1, {4}, {5}});
  expectBroken(p, {group({0, 1, 2, 3}, tile)}, "GS-S7", "operation 3 shares no tensor");
}
/// Two readers of t0, otherwise unrelated.
static Problem siblings() {
  Problem p = diamond();
  p.ops = {{OpKind::Pointwise, 10, {0}, {1}}, {OpKind::Pointwise, 20, {0}, {2}}};
  p.tensors.pop_back();
  return p;
}
TEST(ScheduleRules, GSS7_CoConsumersAreConnected) { EXPECT_GT(latencyOf(siblings(), {group({0, 1}, tile)}), 0); }
TEST(ScheduleRules, GSS7_CoConsumersBySwitchOnly) {
  Rules rules;
  rules.coConsumersAreConnected = false;
  expectBroken(siblings(), {group({0, 1}, tile)}, "GS-S7", "shares no tensor", rules);
}
TEST(ScheduleRules, GSS8_SinksOfDifferentShape) {
  Problem p = matmulChain();
  p.tensors = {{8, 8}, {8, 8}, {8, 8}, {4, 8}, {4, 8}};
  p.ops[1].inputs = {0, 3}; // Shares its left operand with operation 0.
  expectBroken(p, {group({0, 1}, {4, 4, 4})}, "GS-S8", "cannot share a grid");
}
/// Pointwise t0 → t1, then t1 · B with depth 4: fits a native tile.
static Problem pointwiseOperand() {
  Problem p;
  p.tensors = {{4, 8}, {4, 8}, {8, 4}, {8, 8}};
  p.ops = {{OpKind::Pointwise, 3, {0}, {1}}, {OpKind::MatMul, 8, {1, 2}, {3}}};
  p.capacity = 200;
  p.bandwidth = 4;
  p.nativeWidth = p.nativeHeight = 4;
  return p;
}
TEST(ScheduleRules, GSS9_PointwiseOperandOfOneTile) {
  EXPECT_GT(latencyOf(pointwiseOperand(), {group({0, 1}, {4, 4, 4})}), 0);
}
TEST(ScheduleRules, GSS9_TileNarrowerThanReduction) {
  expectBroken(pointwiseOperand(), {group({0, 1}, {3, 4, 4})}, "GS-S9", "reduction 4 exceeds the tile's width 3");
}
TEST(ScheduleRules, GSS9_TileLowerThanReduction) {
  Problem p = pointwiseOperand();
  p.tensors = {{8, 4}, {8, 4}, {4, 8}, {8, 8}};
  p.ops[1].inputs = {2, 1};
  expectBroken(p, {group({0, 1}, {4, 3, 4})}, "GS-S9", "height 3");
}
TEST(ScheduleRules, GSS9_SplitReduction) {
  expectBroken(pointwiseOperand(), {group({0, 1}, {4, 4, 2})}, "GS-S9", "depth 2 splits a reduction");
}
TEST(ScheduleRules, GSS9_SplitReductionBySwitch) {
  Rules rules;
  rules.pointwiseOperandNeedsFullDepth = false;
  EXPECT_GT(latencyOf(pointwiseOperand(), {group({0, 1}, {4, 4, 2})}, rules), 0);
}
/// Two MatMuls of depths 4 and 8 that end in one pointwise sum.
static Problem mixedDepths() {
  Problem p;
  p.tensors = {{4, 4}, {4, 4}, {8, 4}, {4, 8}, {4, 4}, {4, 4}, {4, 4}};
  p.ops = {{OpKind::MatMul, 8, {0, 1}, {4}}, {OpKind::MatMul, 8, {2, 3}, {5}}, {OpKind::Pointwise, 2, {4, 5}, {6}}};
  p.capacity = 400;
  p.bandwidth = 8;
  p.nativeWidth = p.nativeHeight = 4;
  return p;
}
TEST(ScheduleRules, GSS10_MixedDepths) {
  expectBroken(mixedDepths(), {group({0, 1, 2}, {4, 4, 4})}, "GS-S10", "reductions of 4 and 8");
}
TEST(ScheduleRules, GSS10_MixedDepthsBySwitch) {
  Rules rules;
  rules.allowMixedDepth = true;
  // Step 0: both MatMuls, 8 + 4 compute; 16 · 4 loads / 8 = 8. Step 1: 4 + 2 compute; (32 + 16 stored) / 8 = 6.
  EXPECT_DOUBLE_EQ(latencyOf(mixedDepths(), {group({0, 1, 2}, {4, 4, 4})}, rules), 12 + 6);
}
TEST(ScheduleRules, GSS11_TwoSlicesOfOneResult) {
  // t2 = A·B is the operand of a MatMul (a strip) and of a sum (a tile).
  Problem p = matmulChain();
  p.tensors.push_back({8, 8});
  p.ops.push_back({OpKind::Pointwise, 1, {2, 4}, {5}});
  expectBroken(p, {group({0, 1, 2}, {4, 4, 4})}, "GS-S11", "tensor 2 is needed in two different slices");
}
TEST(ScheduleRules, GSS12_RetainedTwice) {
  expectBroken(diamond(), {group({0}, tile, {1, 1}), group({1, 2}, tile)}, "GS-S12", "tensor 1 is retained twice");
}
TEST(ScheduleRules, GSS12_RetainedButNotProduced) {
  expectBroken(diamond(), {group({0}, tile, {0}), group({1, 2}, tile)}, "GS-S12", "tensor 0 is not produced here");
}
TEST(ScheduleRules, GSS13_RetainedForTwoSteps) {
  expectBroken(diamond(), {group({0}, tile, {1}), group({1}, tile, {1, 2}), group({2}, tile)}, "GS-S13",
               "tensor 1 was retained by the subgraph before");
}
TEST(ScheduleRules, GSS13_LongRetentionBySwitch) {
  Rules rules;
  rules.allowLongRetention = true;
  Problem p = diamond();
  EXPECT_GT(latencyOf(p, {group({0}, tile, {1}), group({1}, tile, {1, 2}), group({2}, tile)}, rules), 0);
}
TEST(ScheduleRules, GSS14_EphemeralAndStored) {
  // t1 is ephemeral in the second subgraph and read from slow memory by the third one.
  expectBroken(diamond(), {group({0}, tile), group({0, 1}, tile), group({2}, tile)}, "GS-S14",
               "tensor 1 is ephemeral in subgraphs[1] and read from slow memory by subgraphs[2]");
}
TEST(ScheduleRules, GSS14_EphemeralAndStoredBySwitch) {
  Rules rules;
  rules.allowEphemeralAndStored = true;
  EXPECT_GT(latencyOf(diamond(), {group({0}, tile), group({0, 1}, tile), group({2}, tile)}, rules), 0);
}
TEST(ScheduleRules, GSS15_CapacityExceededByOne) {
  // Operation 0 of the diamond: 16 elements in, 16 out.
  Problem p = diamond();
  p.capacity = 48;
  EXPECT_GT(latencyOf(p, {group({0}, tile), group({1}, tile), group({2}, tile)}), 0);
  p.capacity = 47; // Operation 2 reads two slices.
  expectBroken(p, {group({0}, tile), group({1}, tile), group({2}, tile)}, "GS-S15",
               "working set of 48 elements, the fast memory holds 47");
}
TEST(ScheduleRules, GSS15_RetainedTensorCountsWhole) {
  Problem p = diamond();
  p.capacity = 16 + 64 - 1;
  expectBroken(p, {group({0}, tile, {1}), group({1, 2}, tile)}, "GS-S15", "working set of 80");
}
TEST(ScheduleRules, GSS15_ResidentTensorCountsEvenIfUnused) {
  // t2 stays while a stranger runs; then it is gone, so the last reader makes it again.
  Problem p = diamond();
  p.tensors.push_back({8, 8});
  p.tensors.push_back({8, 8});
  p.ops.push_back({OpKind::Pointwise, 1, {4}, {5}});
  p.capacity = 16 + 16 + 64 - 1;
  expectBroken(p, {group({0}, {2, 2, 1}), group({1}, {1, 1, 1}, {2}), group({3}, tile), group({1, 2}, tile)}, "GS-S15",
               "subgraphs[2]: working set of 96");
}
TEST(ScheduleRules, GSS15_EphemeralAccumulatorIsCharged) {
  Problem p = twoLayers();
  // MatMul 0 split in steps of 2, its result read by the pointwise operation: 4·2 + 2·4 + 16 (accumulator) + 16.
  p.capacity = 47;
  std::vector<Subgraph> schedule = {group({0, 1}, {4, 4, 2}), group({2}, {2, 2, 2})};
  expectBroken(p, schedule, "GS-S15", "working set of 48");
  Rules rules;
  rules.chargeEphemeralAccumulator = false;
  EXPECT_GT(latencyOf(p, schedule, rules), 0);
}
TEST(ScheduleRules, GSS16_TooFewTiles) {
  expectBroken(diamond(), {group({0, 1, 2}, tile, {}, {{0, 1, 2}})}, "GS-S16",
               "traversal of 3 tiles, the grid has 2 x 2");
}
TEST(ScheduleRules, GSS16_TileTwice) {
  expectBroken(diamond(), {group({0, 1, 2}, tile, {}, {{0, 1, 1, 3}})}, "GS-S16", "tile 1 is visited twice");
}
TEST(ScheduleRules, GSS16_UnknownTile) {
  expectBroken(diamond(), {group({0, 1, 2}, tile, {}, {{0, 1, 2, 4}})}, "GS-S16", "tile 4 does not exist");
}
TEST(ScheduleRules, GSS17_ReadBeforeItIsMade) {
  expectBroken(diamond(), {group({1}, tile), group({0, 2}, tile)}, "GS-S17", "input 1 (made by operation 0)");
}
TEST(ScheduleRules, GSS17_RetainedTensorIsGone) {
  expectBroken(diamond(), {group({0}, tile, {1}), group({1}, tile), group({2}, tile)}, "GS-S17",
               "subgraphs[2]: input 1");
}
TEST(ScheduleRules, GSS17_EphemeralTensorIsGone) {
  expectBroken(diamond(), {group({0, 1}, tile), group({2}, tile)}, "GS-S17", "input 1");
}
TEST(ScheduleRules, GSS17_InternallyConsumedTensorMayBeRetained) {
  EXPECT_GT(latencyOf(diamond(), {group({0, 1}, tile, {1}), group({2}, tile)}), 0);
}
TEST(ScheduleRules, GSS18_TooManySteps) {
  Rules rules;
  rules.stepLimit = 3;
  expectBroken(diamond(), {group({0, 1, 2}, tile)}, "GS-S18", "more than 3 steps", rules);
}
TEST(ScheduleRules, GSS18_HugeGridIsRefusedAtOnce) {
  Problem p = diamond();
  for (Tensor &tensor : p.tensors)
    tensor = {int64_t(1) << 20, int64_t(1) << 20};
  ASSERT_TRUE(check(p).ok());
  expectBroken(p, {group({0, 1, 2}, {1, 1, 1})}, "GS-S18", "steps");
}
TEST(ScheduleRules, GSS19_OutputOnlyInFastMemory) {
  expectBroken(diamond(), {group({0, 1, 2}, tile, {3})}, "GS-S19", "graph output 3 is not in slow memory");
}

static std::string solutionError(std::string_view text) {
  Result<Solution> solution = formats::readMLSysSolution(text);
  EXPECT_FALSE(solution.ok());
  return solution.ok() ? "" : solution.error().message;
}
TEST(SolutionFile, RoundTrip) {
  Solution solution{{group({0, 1}, tile, {2}, {{0, 1, 3, 2}}), group({0, 2}, tile)}};
  solution.subgraphs[0].claimedLatency = solution.subgraphs[1].claimedLatency = 12.5;
  std::string text = formats::writeMLSysSolution(solution);
  Result<Solution> again = formats::readMLSysSolution(text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(formats::writeMLSysSolution(*again), text);
  EXPECT_EQ(again->subgraphs[1].claimedLatency, 12.5);
}
TEST(SolutionFile, GSS0_ListsOfDifferentLength) {
  EXPECT_THAT(solutionError(R"({"subgraphs": [[0]], "granularities": [], "tensors_to_retain": [[]]})"),
              testing::HasSubstr("granularities: 0 entries, subgraphs has 1 (GS-S0)"));
}
TEST(SolutionFile, GSS0_GranularityOfTwo) {
  EXPECT_THAT(solutionError(R"({"subgraphs": [[0]], "granularities": [[4, 4]], "tensors_to_retain": [[]]})"),
              testing::HasSubstr("GS-S0"));
}
TEST(SolutionFile, GSS0_RetainListMissing) {
  EXPECT_THAT(solutionError(R"({"subgraphs": [[0]], "granularities": [[4, 4, 1]]})"),
              testing::HasSubstr("tensors_to_retain"));
}
TEST(SolutionFile, OrdersAndLatenciesMayBeAbsent) {
  EXPECT_TRUE(
      formats::readMLSysSolution(R"({"subgraphs": [[0]], "granularities": [[4, 4, 1]], "tensors_to_retain": [[]]})")
          .ok());
}
