//===- ProblemTest.cpp - Rules AL-P1..AP8 and AL-S1..AS6 ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace alcove;
using namespace alcove::plan;
using testing::HasSubstr;

namespace {

AllocationBuffer makeBuffer(std::string id, int64_t lower, int64_t upper, Bytes size) {
  AllocationBuffer buffer;
  buffer.id = std::move(id);
  buffer.lower = lower;
  buffer.upper = upper;
  buffer.size = size;
  return buffer;
}

/// The five buffers drawn in Problem.h, capacity 12.
AllocationProblem pictured() {
  AllocationProblem problem;
  problem.capacity = 12;
  problem.buffers = {makeBuffer("b1", 0, 3, 4), makeBuffer("b2", 3, 9, 4), makeBuffer("b3", 0, 9, 4),
                     makeBuffer("b4", 9, 21, 4), makeBuffer("b5", 0, 21, 4)};
  return problem;
}

std::string checkMessage(const AllocationProblem &problem) {
  Status status = check(problem);
  return status.ok() ? "ok" : status.error().message;
}

std::string verifyMessage(const AllocationProblem &problem, const std::vector<Bytes> &offsets) {
  Status status = verify(problem, {offsets});
  return status.ok() ? "ok" : status.error().message;
}

TEST(AllocationCheckTest, ALP1_IdsAreNamesAndDiffer) {
  AllocationProblem problem = pictured();
  EXPECT_EQ(checkMessage(problem), "ok");
  problem.buffers[2].id = "b1";
  EXPECT_EQ(checkMessage(problem), "buffers[2] AL-P1: the id 'b1' is that of buffers[0]");
  problem.buffers[2].id = "";
  EXPECT_EQ(checkMessage(problem), "buffers[2] AL-P1: the id is empty");
}

TEST(AllocationCheckTest, ALP2_LifetimeIsNotEmpty) {
  AllocationProblem problem = pictured();
  problem.buffers[1].upper = 3;
  EXPECT_EQ(checkMessage(problem), "buffer 'b2' AL-P2: lifetime [3, 3) is empty");
  problem.buffers[1].upper = maxAllocationValue + 1;
  EXPECT_THAT(checkMessage(problem), HasSubstr("AL-P2"));
  problem.buffers[1].upper = 9;
  problem.buffers[1].lower = std::numeric_limits<int64_t>::min();
  EXPECT_THAT(checkMessage(problem), HasSubstr("AL-P2"));
}

TEST(AllocationCheckTest, ALP3_SizesDoNotOverflow) {
  AllocationProblem problem = pictured();
  problem.buffers[0].size = -1;
  EXPECT_EQ(checkMessage(problem), "buffer 'b1' AL-P3: size -1 is negative");
  problem.buffers[0].size = std::numeric_limits<int64_t>::max();
  EXPECT_THAT(checkMessage(problem), HasSubstr("AL-P3"));
  problem.buffers[0].size = maxAllocationValue / 2;
  problem.buffers[1].size = maxAllocationValue / 2;
  EXPECT_THAT(checkMessage(problem), HasSubstr("'b2' AL-P3"));
  problem.buffers[0].size = problem.buffers[1].size = 0;
  EXPECT_EQ(checkMessage(problem), "ok");
}

TEST(AllocationCheckTest, ALP4_AlignmentIsPositive) {
  AllocationProblem problem = pictured();
  problem.buffers[0].alignment = 0;
  EXPECT_EQ(checkMessage(problem), "buffer 'b1' AL-P4: alignment 0 is less than 1");
  problem.buffers[0].alignment = 3;
  EXPECT_EQ(checkMessage(problem), "ok");
}

TEST(AllocationCheckTest, ALP5_GapsAreOrderedAndInside) {
  AllocationProblem problem = pictured();
  AllocationBuffer &b3 = problem.buffers[2];
  b3.gaps = {{2, 4, std::nullopt}, {4, 6, AllocationWindow{1, 4}}};
  EXPECT_EQ(checkMessage(problem), "ok");
  b3.gaps[1].window = AllocationWindow{1, 5};
  EXPECT_EQ(checkMessage(problem), "buffer 'b3' AL-P5: window [1, 5) of a gap is empty or outside of the 4 bytes");
  b3.gaps[1].window = AllocationWindow{1, 1};
  EXPECT_THAT(checkMessage(problem), HasSubstr("AL-P5"));
  b3.gaps[1] = {3, 6, std::nullopt};
  EXPECT_THAT(checkMessage(problem), HasSubstr("gap [3, 6) starts before 4"));
  b3.gaps[1] = {6, 10, std::nullopt};
  EXPECT_THAT(checkMessage(problem), HasSubstr("ends after the lifetime, 9"));
  b3.gaps[1] = {6, 6, std::nullopt};
  EXPECT_THAT(checkMessage(problem), HasSubstr("gap [6, 6) is empty"));
}

TEST(AllocationCheckTest, ALP6_FixedOffsetIsAligned) {
  AllocationProblem problem = pictured();
  problem.buffers[0].alignment = 4;
  problem.buffers[0].fixedOffset = 8;
  EXPECT_EQ(checkMessage(problem), "ok");
  problem.buffers[0].fixedOffset = 6;
  EXPECT_EQ(checkMessage(problem), "buffer 'b1' AL-P6: fixed offset 6 is no multiple of the alignment 4");
  problem.buffers[0].fixedOffset = -4;
  EXPECT_EQ(checkMessage(problem), "buffer 'b1' AL-P6: fixed offset -4 is negative");
}

TEST(AllocationCheckTest, ALP7_CapacityIsNotNegative) {
  AllocationProblem problem = pictured();
  problem.capacity = -1;
  EXPECT_EQ(checkMessage(problem), "AL-P7: capacity -1 is negative");
}

TEST(AllocationCheckTest, ALP8_HintIsNotNegative) {
  AllocationProblem problem = pictured();
  problem.buffers[3].hint = -2;
  EXPECT_EQ(checkMessage(problem), "buffer 'b4' AL-P8: hint -2 is negative");
}

TEST(AllocationCheckTest, ALP9_CoresAreAscendingRanges) {
  AllocationProblem problem = pictured();
  problem.buffers[3].cores = {{0, 2}, {2, 3}};
  EXPECT_EQ(checkMessage(problem), "ok");
  problem.buffers[3].cores = {{0, 2}, {1, 3}};
  EXPECT_EQ(checkMessage(problem),
            "buffer 'b4' AL-P9: cores [1, 3) begin before 2, the first core or the end of the range before");
  problem.buffers[3].cores = {{-1, 2}};
  EXPECT_EQ(checkMessage(problem),
            "buffer 'b4' AL-P9: cores [-1, 2) begin before 0, the first core or the end of the range before");
  problem.buffers[3].cores = {{4, 4}};
  EXPECT_EQ(checkMessage(problem), "buffer 'b4' AL-P9: cores [4, 4) are none");
}

TEST(AllocationVerifyTest, PictureOfTheHeader) {
  AllocationProblem problem = pictured();
  EXPECT_EQ(verifyMessage(problem, {8, 8, 4, 4, 0}), "ok");
  EXPECT_EQ(allocationHeight(problem, {{8, 8, 4, 4, 0}}), 12);
  EXPECT_EQ(maxLiveBytes(problem), 12);
}

TEST(AllocationVerifyTest, ALS1_OneOffsetPerBuffer) {
  EXPECT_EQ(verifyMessage(pictured(), {8, 8, 4, 0}), "AL-S1: 4 offsets for 5 buffers");
}

TEST(AllocationVerifyTest, ALS2_OffsetIsNotNegative) {
  EXPECT_EQ(verifyMessage(pictured(), {8, 8, -1, 4, 0}), "buffer 'b3' AL-S2: offset -1 is negative");
}

TEST(AllocationVerifyTest, ALS3_OffsetIsAligned) {
  AllocationProblem problem = pictured();
  problem.buffers[2].alignment = 3;
  EXPECT_EQ(verifyMessage(problem, {8, 8, 4, 4, 0}), "buffer 'b3' AL-S3: offset 4 is no multiple of the alignment 3");
  problem.capacity = 13;
  EXPECT_EQ(verifyMessage(problem, {9, 9, 3, 7, 0}),
            "buffers 'b3' and 'b5' AL-S6: bytes [3, 7) and [0, 4) meet at time 0");
  EXPECT_EQ(verifyMessage(problem, {9, 9, 0, 0, 4}), "ok");
}

TEST(AllocationVerifyTest, ALS4_FixedOffsetIsKept) {
  AllocationProblem problem = pictured();
  problem.buffers[3].fixedOffset = 0;
  EXPECT_EQ(verifyMessage(problem, {8, 8, 4, 4, 0}), "buffer 'b4' AL-S4: offset 4 is not the fixed offset 0");
}

TEST(AllocationVerifyTest, ALS5_CapacityExceededByOneByte) {
  AllocationProblem problem = pictured();
  EXPECT_EQ(verifyMessage(problem, {8, 9, 4, 4, 0}), "buffer 'b2' AL-S5: offset 9 and size 4 exceed the capacity 12");
  EXPECT_THAT(verifyMessage(problem, {8, std::numeric_limits<int64_t>::max(), 4, 4, 0}), HasSubstr("AL-S5"));
}

TEST(AllocationVerifyTest, ALS6_OverlapByOneByte) {
  EXPECT_EQ(verifyMessage(pictured(), {7, 8, 4, 4, 0}),
            "buffers 'b1' and 'b3' AL-S6: bytes [7, 11) and [4, 8) meet at time 0");
  // b1 ends when b2 starts: the same bytes may serve both.
  EXPECT_EQ(verifyMessage(pictured(), {0, 0, 4, 4, 8}), "ok");
}

// Capacity 4: "away" (4 bytes) leaves at 3 and is back at 6, "guest" (4 bytes) lives [3, 6).
TEST(AllocationVerifyTest, ALS6_GapFreesAllBytes) {
  AllocationProblem problem;
  problem.capacity = 4;
  problem.buffers = {makeBuffer("away", 0, 9, 4), makeBuffer("guest", 3, 6, 4)};
  EXPECT_THAT(verifyMessage(problem, {0, 0}), HasSubstr("AL-S6"));
  problem.buffers[0].gaps = {{3, 6, std::nullopt}};
  EXPECT_EQ(verifyMessage(problem, {0, 0}), "ok");
  problem.buffers[1].upper = 7;
  EXPECT_THAT(verifyMessage(problem, {0, 0}), HasSubstr("at time 6"));
}

// In [3, 6) "half" holds only bytes [2, 4) of its own: "guest" (2 bytes) fits below, not above.
TEST(AllocationVerifyTest, ALS6_WindowOfAGap) {
  AllocationProblem problem;
  problem.capacity = 4;
  problem.buffers = {makeBuffer("half", 0, 9, 4), makeBuffer("guest", 3, 6, 2)};
  problem.buffers[0].gaps = {{3, 6, AllocationWindow{2, 4}}};
  EXPECT_EQ(verifyMessage(problem, {0, 0}), "ok");
  EXPECT_THAT(verifyMessage(problem, {0, 1}), HasSubstr("bytes [2, 4) and [1, 3) meet at time 3"));
}

TEST(AllocationPiecesTest, LifetimeIsCutAtGaps) {
  AllocationBuffer buffer = makeBuffer("x", 0, 10, 8);
  buffer.gaps = {{0, 2, std::nullopt}, {4, 6, AllocationWindow{1, 3}}};
  std::vector<AllocationPiece> pieces = allocationPieces(buffer);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[0].lower, 2);
  EXPECT_EQ(pieces[0].upper, 4);
  EXPECT_EQ(pieces[1].bottom, 1);
  EXPECT_EQ(pieces[1].top, 3);
  EXPECT_EQ(pieces[2].upper, 10);
  buffer.size = 0;
  buffer.gaps.clear();
  EXPECT_TRUE(allocationPieces(buffer).empty());
}

} // namespace
