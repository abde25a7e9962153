//===- ProblemTest.cpp - Rules LC-C1..C8 and LC-V1..V5 --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Problem.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan;
using testing::HasSubstr;

namespace {

// The picture of Problem.h: at time 3 all three nodes are live.
LayoutChoice picture() {
  LayoutChoice problem;
  problem.capacity = 50;
  problem.addNode({0, 4}, std::vector<Cost>{15}, std::vector<Bytes>{10});
  problem.addNode({1, 6}, std::vector<Cost>{55, 65}, std::vector<Bytes>{25, 25});
  problem.addNode({3, 7}, std::vector<Cost>{25, 45, 35}, std::vector<Bytes>{15, 20, 15});
  problem.addEdge(0, 1, std::vector<Cost>{30, 40});
  problem.addEdge(1, 2, std::vector<Cost>{1, 2, 3, 4, 5, infiniteCost});
  return problem;
}

std::string checkError(const LayoutChoice &problem) {
  Status status = check(problem);
  return status.ok() ? "" : status.error().message;
}

std::string verifyError(const LayoutChoice &problem, std::vector<int32_t> choice, Cost cost) {
  Result<Cost> result = verify(problem, {std::move(choice), cost});
  return result.ok() ? "" : result.error().message;
}

TEST(LayoutCheckTest, PictureIsValid) { EXPECT_EQ(checkError(picture()), ""); }

TEST(LayoutCheckTest, LCC1_NoCandidates) {
  LayoutChoice problem = picture();
  problem.addNode({0, 1}, {}, {});
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C1: nodes[3]"));
}

TEST(LayoutCheckTest, LCC1_CostsAndBytesDiffer) {
  LayoutChoice problem = picture();
  problem.addNode({0, 1}, std::vector<Cost>{1, 2}, std::vector<Bytes>{1});
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C1: nodes[3]"));
}

TEST(LayoutCheckTest, LCC2_IntervalBackwards) {
  LayoutChoice problem = picture();
  problem.nodes[1].live = {5, 4};
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C2: nodes[1]: interval [5, 4)"));
}

TEST(LayoutCheckTest, LCC2_EmptyIntervalIsFine) {
  LayoutChoice problem = picture();
  problem.nodes[1].live = {5, 5};
  EXPECT_EQ(checkError(problem), "");
}

TEST(LayoutCheckTest, LCC3_NegativeBytes) {
  LayoutChoice problem = picture();
  problem.candidateBytes[0] = -1;
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C3: nodes[0]: a candidate has -1 bytes"));
}

TEST(LayoutCheckTest, LCC3_BytesOverflowTogether) {
  LayoutChoice problem = picture();
  problem.candidateBytes[0] = problem.candidateBytes[1] = INT64_MAX / 2 + 1;
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C3: nodes[0]"));
}

TEST(LayoutCheckTest, LCC3_NegativeCapacity) {
  LayoutChoice problem = picture();
  problem.capacity = -1;
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C3: capacity is -1"));
}

TEST(LayoutCheckTest, LCC4_UnknownNode) {
  LayoutChoice problem = picture();
  problem.edges[0].b = 3;
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C4: edges[0]: node 3 does not exist (there are 3)"));
}

TEST(LayoutCheckTest, LCC4_WrongSize) {
  LayoutChoice problem = picture();
  problem.addEdge(1, 2, std::vector<Cost>{1, 2, 3});
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C4: edges[2]: has 3 costs, nodes 1 and 2 have 2 x 3"));
}

TEST(LayoutCheckTest, LCC4_SelfLoop) {
  LayoutChoice problem = picture();
  problem.addEdge(1, 1, std::vector<Cost>{1, 2, 3, 4});
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C4: edges[2]: joins node 1 with itself"));
}

TEST(LayoutCheckTest, LCC5_SumsCannotOverflow) {
  LayoutChoice problem = picture();
  problem.candidateCosts[0] = maxTotalCost - 100;
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C5: nodes[2]: the greatest finite costs together reach"));
}

TEST(LayoutCheckTest, LCC5_GapBetweenFiniteAndInfinite) {
  LayoutChoice problem = picture();
  problem.candidateCosts[0] = infiniteCost - 1;
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C5: nodes[0]: cost 999999999999999999"));
}

TEST(LayoutCheckTest, LCC6_UnknownCandidate) {
  LayoutChoice problem = picture();
  problem.extraUsages.push_back({1, 2, {0, 1}, 5});
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C6: extra_usages[0]: candidate 2 does not exist (node 1 has 2)"));
}

TEST(LayoutCheckTest, LCC7_TwoLeaders) {
  LayoutChoice problem = picture();
  problem.colocations = {{0, 2}, {1, 2}};
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C7: colocations[1]: node 2 follows 0 already"));
}

TEST(LayoutCheckTest, LCC7_LeaderFollows) {
  LayoutChoice problem = picture();
  problem.colocations = {{0, 1}, {1, 2}};
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C7: colocations[1]: leader 1 itself follows 0"));
}

TEST(LayoutCheckTest, LCC8_DonorOutlivesTheNode) {
  LayoutChoice problem = picture();
  problem.inPlaces.push_back({1, 0, 2});
  EXPECT_THAT(checkError(problem), HasSubstr("LC-C8: in_places[0]: donor 2 is live in [3, 7), node 1 in [1, 6)"));
}

TEST(LayoutVerifyTest, CostIsTheSum) { EXPECT_EQ(verify(picture(), {{0, 0, 2}, 15 + 55 + 35 + 30 + 3}).value(), 138); }

TEST(LayoutVerifyTest, LCV1_WrongNumberOfChoices) {
  EXPECT_THAT(verifyError(picture(), {0, 0}, 0), HasSubstr("LC-V1: 2 choices for 3 nodes"));
}

TEST(LayoutVerifyTest, LCV1_OutOfRange) {
  EXPECT_THAT(verifyError(picture(), {0, 0, 3}, 0), HasSubstr("LC-V1: node 2 takes candidate 3, it has 3"));
}

TEST(LayoutVerifyTest, LCV2_IncompatiblePair) {
  EXPECT_THAT(verifyError(picture(), {0, 1, 2}, 0), HasSubstr("LC-V2: edge 1"));
}

TEST(LayoutVerifyTest, LCV2_InfiniteNode) {
  LayoutChoice problem = picture();
  problem.candidateCosts[0] = infiniteCost;
  EXPECT_THAT(verifyError(problem, {0, 0, 0}, 0), HasSubstr("LC-V2: node 0"));
}

TEST(LayoutVerifyTest, LCV3_CapacityExceededByOneByte) {
  LayoutChoice problem = picture();
  problem.capacity = 50;
  EXPECT_EQ(verifyError(problem, {0, 0, 2}, 138), ""); // 10 + 25 + 15 at time 3
  problem.capacity = 49;
  EXPECT_THAT(verifyError(problem, {0, 0, 2}, 138), HasSubstr("LC-V3: at time 3 at least 50 bytes are live"));
}

TEST(LayoutVerifyTest, LCV3_IntervalsAreHalfOpen) {
  LayoutChoice problem = picture();
  problem.capacity = 40; // 25 + 15 when node 0 is gone
  problem.nodes[0].live = {0, 3};
  EXPECT_EQ(verifyError(problem, {0, 0, 2}, 138), "");
}

TEST(LayoutVerifyTest, LCV3_ExtraUsageCounts) {
  LayoutChoice problem = picture();
  problem.extraUsages.push_back({2, 2, {3, 4}, 1});
  EXPECT_THAT(verifyError(problem, {0, 0, 2}, 138), HasSubstr("LC-V3: at time 3 at least 51 bytes"));
  EXPECT_EQ(verifyError(problem, {0, 0, 0}, 15 + 55 + 25 + 30 + 1), "");
}

TEST(LayoutVerifyTest, LCV3_ColocatedNodesAreOneBuffer) {
  LayoutChoice problem = picture();
  problem.colocations.push_back({1, 2}); // 25 bytes in [1, 7), node 2 counts nothing
  problem.capacity = 35;
  EXPECT_EQ(verifyError(problem, {0, 0, 2}, 138), "");
  problem.capacity = 34;
  EXPECT_THAT(verifyError(problem, {0, 0, 2}, 138), HasSubstr("LC-V3"));
}

TEST(LayoutVerifyTest, LCV4_WrongCost) {
  EXPECT_THAT(verifyError(picture(), {0, 0, 2}, 137),
              HasSubstr("LC-V4: the solution says cost 137, its choices cost 138"));
}

TEST(LayoutVerifyTest, LCV5_DonorTooSmall) {
  LayoutChoice problem = picture();
  problem.inPlaces.push_back({1, 0, 0}); // 25 bytes over a donor of 10
  EXPECT_THAT(verifyError(problem, {0, 0, 2}, 138), HasSubstr("LC-V5: node 1 is written in place with 25 bytes"));
  problem.candidateBytes[0] = 25;
  problem.capacity = 40; // time 3: 25 shared + 15
  EXPECT_EQ(verifyError(problem, {0, 0, 2}, 138), "");
}

} // namespace
