//===- RulesTest.cpp - Every rule of a mesh problem, broken and kept ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TwoProducts.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan::mesh;
using testing::HasSubstr;

namespace {

std::string refusal(const Problem &problem) {
  Status status = check(problem);
  return status.ok() ? "" : status.error().message;
}

/// Columns, then the contraction, whole sums: 130.
Plan columnsThenRows() { return {{2, 3}, {whole, split1, split1, split0, whole}, 130}; }

std::string refusal(const Problem &problem, const Plan &plan) {
  Result<Account> account = verify(problem, plan);
  return account.ok() ? "" : account.error().message;
}

TEST(MeshCheck, TheExampleIsOne) { EXPECT_EQ(refusal(twoProducts()), ""); }

TEST(MeshCheck, MPC1_AxesAndCapacity) {
  Problem problem = twoProducts();
  problem.axes = {};
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C1: axes: 0 of them"));
  problem.axes = {0};
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C1: axes: 0 chips"));
  problem = twoProducts();
  problem.capacity = -1;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C1: capacity"));
  problem.capacity = 0;
  EXPECT_EQ(refusal(problem), "");
}

TEST(MeshCheck, MPC2_ShardingsFitTheShape) {
  Problem problem = twoProducts();
  problem.axes = {3};
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C2: tensors[0].shardings[1]: 32 elements of dimension 0 are not 3"));
  problem = twoProducts();
  problem.tensors[0].shardings[1] = {2};
  EXPECT_THAT(refusal(problem), HasSubstr("dimension 2 does not exist"));
  problem.tensors[0].shardings[1] = {replicated};
  EXPECT_THAT(refusal(problem), HasSubstr("R stands there twice"));
  problem.tensors[0].shardings[1] = {0, 0};
  EXPECT_THAT(refusal(problem), HasSubstr("2 placements, the mesh has 1 axes"));
  problem = twoProducts();
  problem.axes = {32};
  EXPECT_EQ(refusal(problem), "");
}

TEST(MeshCheck, MPC3_ConversionsAreASquareWithAnEmptyDiagonal) {
  Problem problem = twoProducts();
  problem.tensors[0].conversions[0] = 1;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C3: tensors[0]: conversion R to R costs 1"));
  problem.tensors[0].conversions[0] = 0;
  problem.tensors[0].conversions[1] = -1;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C3: tensors[0]: conversion R to S0 costs -1"));
  problem.tensors[0].conversions.pop_back();
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C3: tensors[0]: 8 conversions between 3 shardings"));
}

TEST(MeshCheck, MPC4_NothingBecomesASummand) {
  Problem problem = twoProducts();
  problem.tensors[2].conversions[whole * 4 + summands] = 5;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C4: tensors[2]: conversion R to P"));
}

TEST(MeshCheck, MPC5_OpsReadWhatWasMadeOnce) {
  Problem problem = twoProducts();
  problem.ops[0].inputs[0] = 4;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C5: ops[0]: reads tensor 4, which ops[1] makes later"));
  problem.ops[0].inputs[0] = 9;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C5: ops[0]: tensor 9 does not exist"));
  problem = twoProducts();
  problem.ops[1].outputs[0] = 2;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C5: ops[1]: makes tensor 2, as ops[0] does"));
}

TEST(MeshCheck, MPC6_StrategiesNameShardingsThatAreThere) {
  Problem problem = twoProducts();
  problem.ops[0].strategies[1].inputs[0] = summands;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C6: ops[0].strategies[1].inputs[0]: sharding 3 does not exist"));
  problem = twoProducts();
  problem.ops[0].strategies[1].splits = {};
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C6: ops[0].strategies[1]: 0 splits"));
  problem = twoProducts();
  problem.ops[0].strategies[1].outputs = {};
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C6: ops[0].strategies[1].outputs: 0 shardings, the op has 1"));
  problem = twoProducts();
  problem.ops[0].strategies[1].cost = -1;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C6: ops[0].strategies[1]: cost -1"));
  problem.ops[0].strategies.clear();
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C6: ops[0]: 0 strategies"));
}

TEST(MeshCheck, MPC7_SumsStayFinite) {
  Problem problem = twoProducts();
  problem.ops[0].strategies[1].cost = mostCost / 2;
  EXPECT_EQ(refusal(problem), "");
  problem.ops[1].strategies[1].cost = mostCost / 2;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C7: ops[1]: the greatest costs"));
  problem = twoProducts();
  problem.tensors[0].bytes = problem.tensors[1].bytes = mostBytes / 2;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C7: tensors[1]: the bytes"));
}

TEST(MeshCheck, MPC8_ArgumentsAreNoSummands) {
  Problem problem = twoProducts();
  problem.tensors[0].shardings[2] = {partial};
  for (int32_t from : {whole, split0})
    problem.tensors[0].conversions[from * 3 + 2] = impossible;
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C8: tensors[0]: an argument cannot be P"));
}

TEST(MeshCheck, MPC9_TiedTensorsAreAlike) {
  Problem problem = twoProducts();
  problem.ties = {{0, 1}};
  EXPECT_EQ(refusal(problem), "");
  problem.ties = {{0, 2}};
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C9: ties[0]"));
  problem.ties = {{0, 7}};
  EXPECT_THAT(refusal(problem), HasSubstr("MP-C9: ties[0]: tensor 7 does not exist"));
}

TEST(MeshVerify, APlanIsAccountedFor) {
  Result<Account> account = verify(twoProducts(), columnsThenRows());
  ASSERT_TRUE(account.ok()) << account.error().message;
  EXPECT_EQ(account->cost, 130);
  EXPECT_EQ(account->conversions, 30);
  // x whole 4096, both weights by half 8192 each, h by half 4096, y whole 4096.
  EXPECT_EQ(account->peakBytes, 4096 + 2 * 8192 + 4096 + 4096);
  EXPECT_EQ(account->peakAt, 1);
}

TEST(MeshVerify, MPV1_EveryChoiceIsThere) {
  Plan plan = columnsThenRows();
  plan.kept.pop_back();
  EXPECT_THAT(refusal(twoProducts(), plan), HasSubstr("MP-V1"));
  plan = columnsThenRows();
  plan.strategies[1] = 4;
  EXPECT_THAT(refusal(twoProducts(), plan), HasSubstr("MP-V1: strategies[1]: 4 does not exist"));
  plan = columnsThenRows();
  plan.kept[0] = -1;
  EXPECT_THAT(refusal(twoProducts(), plan), HasSubstr("MP-V1: kept[0]"));
}

TEST(MeshVerify, MPV2_NothingImpossible) {
  Plan plan = columnsThenRows();
  plan.kept[1] = split0;
  EXPECT_THAT(refusal(twoProducts(), plan), HasSubstr("MP-V2: ops[0]: tensor 1 cannot go from S0 to S1"));
  Problem problem = twoProducts();
  problem.ops[0].strategies[2].cost = impossible;
  EXPECT_THAT(refusal(problem, columnsThenRows()), HasSubstr("MP-V2: ops[0]: strategy 2"));
}

TEST(MeshVerify, MPV3_BytesOfAChip) {
  Problem problem = twoProducts();
  problem.capacity = 28672;
  EXPECT_EQ(refusal(problem, columnsThenRows()), "");
  problem.capacity = 28671;
  EXPECT_THAT(refusal(problem, columnsThenRows()),
              HasSubstr("MP-V3: 28672 bytes on a chip at ops[1], there are 28671"));
  problem.capacity = 28672;
  problem.ops[1].strategies[3].bytes = 1;
  EXPECT_THAT(refusal(problem, columnsThenRows()), HasSubstr("MP-V3: 28673"));
}

TEST(MeshVerify, MPV4_TheCostIsTheSum) {
  Plan plan = columnsThenRows();
  plan.cost = 129;
  EXPECT_THAT(refusal(twoProducts(), plan), HasSubstr("MP-V4: the plan says cost 129, it is 130"));
}

TEST(MeshVerify, MPV5_ResultsAreSumsAndTiesHold) {
  Plan plan = columnsThenRows();
  plan.kept[4] = summands;
  plan.cost = 100;
  EXPECT_THAT(refusal(twoProducts(), plan), HasSubstr("MP-V5: tensor 4 is a result and kept as summands (P)"));
  Problem problem = twoProducts();
  problem.ties = {{0, 1}};
  EXPECT_THAT(refusal(problem, columnsThenRows()), HasSubstr("MP-V5: tensors 0 and 1 are tied and kept as R and S1"));
}

} // namespace
