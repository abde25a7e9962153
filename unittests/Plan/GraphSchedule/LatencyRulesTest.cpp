//===- LatencyRulesTest.cpp - Rules GS-L1 to GS-L8 with pencil figures ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Examples.h"

using namespace alcove;
using namespace alcove::plan::schedule;

/// Traffic costs next to nothing: what is left is compute.
static Problem computeOnly(Problem p) {
  p.bandwidth = int64_t(1) << 30;
  p.capacity = 100000;
  return p;
}
/// Compute costs nothing: what is left is traffic, in elements.
static Problem trafficOnly(Problem p) {
  for (Operation &op : p.ops)
    op.baseCost = 0;
  p.bandwidth = 1;
  p.capacity = 100000;
  return p;
}

TEST(LatencyRules, GSL1_MatMulPaysBaseCostPerTile) {
  Problem p = computeOnly(matmulChain()); // 2 × 2 tiles of 16 each, twice.
  EXPECT_NEAR(latencyOf(p, {group({0}, {4, 4, 4}), group({1}, {4, 4, 4})}), 2 * 4 * 16, 1e-3);
}
TEST(LatencyRules, GSL1_SmallerTilesPayInFull) {
  Problem p = computeOnly(matmulChain());
  EXPECT_NEAR(latencyOf(p, {group({0}, {2, 4, 4}), group({1}, {4, 4, 4})}), 8 * 16 + 4 * 16, 1e-3);
}
TEST(LatencyRules, GSL1_RaggedTilesPayInFull) {
  Problem p = computeOnly(matmulChain()); // Columns 3 + 3 + 2.
  EXPECT_NEAR(latencyOf(p, {group({0}, {3, 4, 4}), group({1}, {4, 4, 4})}), 6 * 16 + 4 * 16, 1e-3);
}
TEST(LatencyRules, GSL1_ShallowStepsCostInProportion) {
  Problem p = computeOnly(matmulChain()); // Steps of 3, 3, 2 add up to one base cost.
  EXPECT_NEAR(latencyOf(p, {group({0}, {4, 4, 3}), group({1}, {4, 4, 1})}), 2 * 4 * 16, 1e-3);
}
TEST(LatencyRules, GSL2_PointwisePaysOncePerTile) {
  Problem p = computeOnly(diamond());
  EXPECT_NEAR(latencyOf(p, {group({0, 1, 2}, {4, 4, 1})}), 4 * 60, 1e-3);
  EXPECT_NEAR(latencyOf(p, {group({0, 1, 2}, {4, 4, 3})}), 4 * 60, 1e-3); // k means nothing here.
}
TEST(LatencyRules, GSL3_FusedPointwiseFiresAtTheLastStep) {
  // t2 + t6 after the first MatMul of twoLayers, one 4 × 4 grid: the second input loads with the last of 2 steps.
  Problem p;
  p.tensors = {{8, 4}, {4, 8}, {4, 4}, {4, 4}, {4, 4}};
  p.ops = {{OpKind::MatMul, 20, {0, 1}, {2}}, {OpKind::Pointwise, 5, {2, 3}, {4}}};
  p.capacity = 200;
  p.bandwidth = 2;
  p.nativeWidth = p.nativeHeight = 4;
  // Step 0: max(10, 32 / 2) = 16. Step 1: max(10 + 5, (32 + 16 + 16) / 2) = 32.
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0, 1}, {4, 4, 4})}), 16 + 32);
}
TEST(LatencyRules, GSL4_InnerStripIsComputedAgainForEveryColumn) {
  Problem p = computeOnly(matmulChain());
  // Per tile 2 steps; the inner MatMul makes a 4 × 4 strip part per step: 16. Sink: 16 a tile. 4 tiles · (32 + 16).
  EXPECT_NEAR(latencyOf(p, {group({0, 1}, {4, 4, 4})}), 4 * (2 * 16 + 16), 1e-3);
}
TEST(LatencyRules, GSL4_CachedStripsBySwitch) {
  Problem p = computeOnly(matmulChain());
  p.tensors = {{4, 8}, {4, 4}, {4, 8}, {8, 4}, {8, 8}}; // Depth 4: one step, the strip is the same for both columns.
  EXPECT_NEAR(latencyOf(p, {group({0, 1}, {4, 4, 4})}), 4 * 16 + 4 * 16, 1e-3);
  Rules rules;
  rules.recomputeInnerStrips = false;
  EXPECT_NEAR(latencyOf(p, {group({0, 1}, {4, 4, 4})}, rules), 2 * 16 + 4 * 16, 1e-3);
}
TEST(LatencyRules, GSL5_SinkOperandsStream) {
  Problem p = trafficOnly(matmulChain());
  p.ops.pop_back(); // A · B alone.
  p.tensors.resize(3);
  // 4 tiles, each 4·8 + 8·4 in and 16 out: with split k nothing is reused.
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0}, {4, 4, 4})}), 4 * (32 + 32 + 16));
}
TEST(LatencyRules, GSL5_InnerLeftOperandIsResidentRightStreams) {
  Problem p = trafficOnly(matmulChain());
  // Per tile: A 4 × 8 once per tile row (2·32), B whole per tile (64), D 8 × 4 per tile (32), out 16.
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0, 1}, {4, 4, 4})}), 2 * 32 + 4 * (64 + 32 + 16));
}
TEST(LatencyRules, GSL5_InnerRightOperandIsResidentLeftStreams) {
  Problem p = trafficOnly(matmulChain());
  p.ops[1].inputs = {3, 2}; // D · (A · B): the inner result is the right operand.
  // Row-major: B strip 8 × 4 reloads with every column change (4 tiles: 4·32), A whole per tile, D 4 × 8 streams.
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0, 1}, {4, 4, 4})}), 4 * 32 + 4 * (64 + 32 + 16));
}
/// Depth 4 = native: one step per tile, strips may be reused.
static Problem oneStep() {
  Problem p = trafficOnly(matmulChain());
  p.ops.pop_back();
  p.tensors = {{4, 8}, {8, 4}, {8, 8}};
  return p;
}
TEST(LatencyRules, GSL6_RasterReusesTheRowStrip) {
  // Tiles (0,0) 16 + 16, (1,0) RHS 16, (0,1) 16 + 16, (1,1) RHS 16; outputs 64.
  EXPECT_DOUBLE_EQ(latencyOf(oneStep(), {group({0}, {4, 4, 4})}), 32 + 16 + 32 + 16 + 64);
}
TEST(LatencyRules, GSL6_SnakeReusesBoth) {
  EXPECT_DOUBLE_EQ(latencyOf(oneStep(), {group({0}, {4, 4, 4}, {}, {{0, 1, 3, 2}})}), 32 + 16 + 16 + 16 + 64);
}
TEST(LatencyRules, GSL6_DiagonalOrderReusesNothing) {
  EXPECT_DOUBLE_EQ(latencyOf(oneStep(), {group({0}, {4, 4, 4}, {}, {{0, 3, 1, 2}})}), 32 + 32 + 16 + 32 + 64);
}
TEST(LatencyRules, GSL6_SameSliceOfTwoOperationsLoadsOnce) {
  Problem p = trafficOnly(diamond());
  p.ops = {{OpKind::Pointwise, 0, {0}, {1}}, {OpKind::Pointwise, 0, {0}, {2}}};
  p.tensors.pop_back();
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0, 1}, {4, 4, 1})}), 64 + 2 * 64);
}
TEST(LatencyRules, GSL6_WholeTensorCoversItsSlices) {
  // x · x with x 4 × 4 = native, two columns of 2: the left operand is the whole of x, the right one a half of it.
  Problem p = trafficOnly(matmulChain());
  p.ops = {{OpKind::MatMul, 0, {0, 0}, {1}}};
  p.tensors = {{4, 4}, {4, 4}};
  // First tile: 16 + 8 loaded; second: nothing. Output 16.
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0}, {2, 4, 4})}), 24 + 16);
  Rules rules;
  rules.wholeTensorCoversSlices = false;
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0}, {2, 4, 4})}, rules), 24 + 8 + 16);
}
TEST(LatencyRules, GSL7_UnreadOutputIsWrittenUnlessRetained) {
  Problem p = trafficOnly(diamond());
  // Operation 0 again in the last subgraph: inside it nothing of t1 leaves.
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0}, {4, 4, 1}), group({1}, {4, 4, 1}), group({2}, {4, 4, 1})}),
                   2 * 64 + 2 * 64 + 3 * 64);
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0}, {4, 4, 1}, {1}), group({1, 2}, {4, 4, 1})}), 64 + 64);
}
TEST(LatencyRules, GSL8_StepIsTheLargerOfComputeAndTraffic) {
  Problem p = diamond(); // Per tile 60 compute against (16 + 16) / 16 = 2 traffic.
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0, 1, 2}, {4, 4, 1})}), 4 * 60);
  p.bandwidth = 1; // No overlap between steps: 4 · max(60, 32).
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0, 1, 2}, {4, 4, 1})}), 4 * 60);
  p.ops[0].baseCost = p.ops[1].baseCost = p.ops[2].baseCost = 1;
  EXPECT_DOUBLE_EQ(latencyOf(p, {group({0, 1, 2}, {4, 4, 1})}), 4 * 32);
}
TEST(LatencyRules, GSL9_ClaimedLatenciesAreThoseOfTheSubgraphs) {
  Solution solution{{group({0, 1, 2}, {4, 4, 1})}};
  Result<Evaluation> evaluation = evaluate(diamond(), solution);
  ASSERT_TRUE(evaluation.ok());
  EXPECT_TRUE(checkClaims(solution, *evaluation).ok()); // nothing is claimed
  solution.subgraphs[0].claimedLatency = 240;
  EXPECT_TRUE(checkClaims(solution, *evaluation).ok());
  for (double lie : {239.0, 241.0, 0.0, std::nan("")}) {
    solution.subgraphs[0].claimedLatency = lie;
    Status status = checkClaims(solution, *evaluation);
    ASSERT_FALSE(status.ok());
    EXPECT_THAT(status.error().message, testing::HasSubstr("the latency is 240 (GS-L9)"));
  }
}
TEST(LatencyRules, ThirdsAreExact) {
  Problem p = diamond();
  p.bandwidth = 3;
  p.ops[0].baseCost = p.ops[1].baseCost = p.ops[2].baseCost = 0;
  Result<Evaluation> evaluation = evaluate(p, {{group({0, 1, 2}, {4, 4, 1})}});
  ASSERT_TRUE(evaluation.ok());
  ASSERT_TRUE(evaluation->exact.has_value());
  EXPECT_TRUE(evaluation->exact->numerator == 128 && evaluation->exact->denominator == 3);
}
