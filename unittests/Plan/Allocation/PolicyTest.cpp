//===- PolicyTest.cpp - Greedy, hill climbing, conflicts, top-down --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Exhaustive.h"
#include "alcove/Plan/Allocation/Bound.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "testing/Plan/AllocationGen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

AllocationBuffer makeBuffer(std::string id, int64_t lower, int64_t upper, Bytes size) {
  return {.id = std::move(id), .lower = lower, .upper = upper, .size = size};
}

//===----------------------------------------------------------------------===//
// Lower bound
//===----------------------------------------------------------------------===//

TEST(AllocationBoundTest, BytesOfTheBusiestMoment) {
  AllocationProblem problem;
  problem.buffers = {makeBuffer("a", 0, 4, 3), makeBuffer("b", 2, 6, 5), makeBuffer("c", 4, 8, 6)};
  AllocationBound bound = allocationLowerBound(problem);
  EXPECT_EQ(bound.bytes, 11); // b and c; a has left
  EXPECT_EQ(bound.time, 4);
  problem.buffers[1].gaps = {{4, 6, AllocationWindow{0, 1}}};
  EXPECT_EQ(allocationLowerBound(problem).bytes, 8); // a and b
}

// Alignment 4: 5 bytes, then 5, then 2 need 8 + 8 + 2 = 18 whatever the order; the two padded ones lie below.
TEST(AllocationBoundTest, AllButTheTopmostCountRounded) {
  AllocationProblem problem;
  problem.buffers = {makeBuffer("a", 0, 1, 5), makeBuffer("b", 0, 1, 5), makeBuffer("c", 0, 1, 2)};
  for (AllocationBuffer &buffer : problem.buffers)
    buffer.alignment = 4;
  // Rounded 8 + 8 + 4, less the largest padding (3, of a or b).
  EXPECT_EQ(allocationLowerBound(problem).bytes, 17);
  EXPECT_EQ(Exhaustive(problem).smallestHeight(30), 17);
}

TEST(AllocationBoundTest, EndOfTheHighestFixedBuffer) {
  AllocationProblem problem;
  problem.buffers = {makeBuffer("a", 0, 1, 5)};
  problem.buffers[0].fixedOffset = 20;
  EXPECT_EQ(allocationLowerBound(problem).bytes, 25);
}

//===----------------------------------------------------------------------===//
// Greedy
//===----------------------------------------------------------------------===//

// Holes [4, 10) and [14, 16) below the fixed buffers: 2 bytes go to the lower one by first fit, to the tight one by
// best fit.
TEST(AllocationGreedyTest, FirstFitTakesTheLowestHoleBestFitTheTightest) {
  AllocationProblem problem;
  problem.capacity = 32;
  problem.buffers = {makeBuffer("f0", 0, 4, 4), makeBuffer("f1", 0, 4, 4), makeBuffer("f2", 0, 4, 4),
                     makeBuffer("x", 0, 4, 2)};
  problem.buffers[0].fixedOffset = 0;
  problem.buffers[1].fixedOffset = 10;
  problem.buffers[2].fixedOffset = 16;
  std::vector<size_t> order = allocationOrder(problem, AllocationOrder::Input);
  EXPECT_EQ(placeInOrder(problem, order, AllocationFit::First).offsets[3], 4);
  EXPECT_EQ(placeInOrder(problem, order, AllocationFit::Best).offsets[3], 14);
  problem.buffers[3].alignment = 8;
  // 8 is the only multiple with two free bytes below 20.
  EXPECT_EQ(placeInOrder(problem, order, AllocationFit::Best).offsets[3], 8);
}

TEST(AllocationGreedyTest, OrdersAreByTheirKey) {
  AllocationProblem problem;
  problem.buffers = {makeBuffer("a", 5, 6, 9), makeBuffer("b", 0, 4, 3), makeBuffer("c", 1, 9, 1)};
  problem.buffers[0].hint = 4;
  problem.buffers[2].hint = 2;
  EXPECT_THAT(allocationOrder(problem, AllocationOrder::Input), ElementsAre(0, 1, 2));
  EXPECT_THAT(allocationOrder(problem, AllocationOrder::Size), ElementsAre(0, 1, 2));
  EXPECT_THAT(allocationOrder(problem, AllocationOrder::Area), ElementsAre(1, 0, 2)); // 12, 9, 8
  EXPECT_THAT(allocationOrder(problem, AllocationOrder::Lifetime), ElementsAre(2, 1, 0));
  EXPECT_THAT(allocationOrder(problem, AllocationOrder::Start), ElementsAre(1, 2, 0));
  EXPECT_THAT(allocationOrder(problem, AllocationOrder::Hint), ElementsAre(2, 0, 1));
}

// Offsets of a solution as hints: first fit in their order is at least as low.
TEST(AllocationGreedyTest, HintsReproduceASolution) {
  Random random(3);
  for (int i = 0; i != 50; ++i) {
    AllocationProblem problem = tiledAllocation(30, 100, 256, random);
    AllocationResult exact = allocateExactly(problem, {.workUnits = 1000000});
    ASSERT_EQ(exact.answer, AllocationAnswer::Found);
    for (size_t k = 0; k != problem.buffers.size(); ++k)
      problem.buffers[k].hint = exact.solution.offsets[k];
    AllocationResult greedy = allocateGreedily(problem);
    EXPECT_EQ(greedy.answer, AllocationAnswer::Found);
    EXPECT_EQ(greedy.height, problem.capacity);
  }
}

TEST(AllocationGreedyTest, OverlappingFixedBuffersAreInfeasible) {
  AllocationProblem problem;
  problem.capacity = 100;
  problem.buffers = {makeBuffer("a", 0, 4, 4), makeBuffer("b", 3, 5, 4)};
  problem.buffers[0].fixedOffset = 0;
  problem.buffers[1].fixedOffset = 3;
  EXPECT_EQ(allocateGreedily(problem).answer, AllocationAnswer::Infeasible);
  EXPECT_EQ(allocate(problem).answer, AllocationAnswer::Infeasible);
  EXPECT_EQ(allocateExactly(problem).answer, AllocationAnswer::Infeasible);
  EXPECT_EQ(minimizeAllocation(problem).answer, AllocationAnswer::Infeasible);
}

// Each policy against the verifier, on every feature at once; and bound <= exact <= hill climbing <= greedy.
TEST(AllocationPolicyTest, AllPoliciesOnOneTable) {
  Random random(17);
  int compared = 0;
  for (int i = 0; i != 400; ++i) {
    AllocationProblem problem = randomAllocation({.buffers = static_cast<size_t>(random.between(1, 25)),
                                                  .maxTime = 20,
                                                  .maxSize = 40,
                                                  .capacity = 200,
                                                  .alignment = 0.3,
                                                  .gap = 0.3,
                                                  .window = 0.3,
                                                  .fixedOffset = 0.05,
                                                  .hint = 0.2},
                                                 random);
    AllocationResult greedy = allocateGreedily(problem);
    if (greedy.answer == AllocationAnswer::Infeasible)
      continue;
    AllocationProblem unlimited = problem;
    unlimited.capacity = maxAllocationValue;
    for (AllocationOrder order : {AllocationOrder::Input, AllocationOrder::Size, AllocationOrder::Area,
                                  AllocationOrder::Lifetime, AllocationOrder::Start, AllocationOrder::Hint})
      for (AllocationFit fit : {AllocationFit::First, AllocationFit::Best}) {
        Status status = verify(unlimited, placeInOrder(problem, allocationOrder(problem, order), fit));
        ASSERT_TRUE(status.ok()) << status.error().message;
      }
    AllocationProblem tight = problem;
    tight.capacity = allocationLowerBound(problem).bytes;
    AllocationResult climbed = hillClimbAllocation(tight, {.seed = 1, .iterations = 50});
    ASSERT_EQ(hillClimbAllocation(unlimited, {.seed = 1, .iterations = 50, .least = true}).height, climbed.height);
    AllocationResult minimal = minimizeAllocation(problem, {.workUnits = 30000});
    for (const AllocationResult *result : {&greedy, &climbed, &minimal}) {
      Status status = verify(unlimited, result->solution);
      ASSERT_TRUE(status.ok()) << status.error().message;
      ASSERT_EQ(result->height, allocationHeight(problem, result->solution));
    }
    ASSERT_LE(maxLiveBytes(problem), minimal.bound);
    ASSERT_LE(minimal.bound, minimal.height);
    ASSERT_LE(minimal.height, climbed.height);
    ASSERT_LE(climbed.height, greedy.height);
    ++compared;
  }
  EXPECT_GT(compared, 200);
}

TEST(AllocationPolicyTest, HillClimbingDependsOnTheSeedAlone) {
  Random random(5);
  AllocationProblem problem = tiledAllocation(60, 500, 512, random);
  AllocationResult first = hillClimbAllocation(problem, {.seed = 4, .iterations = 300});
  AllocationResult second = hillClimbAllocation(problem, {.seed = 4, .iterations = 300});
  EXPECT_EQ(first.solution.offsets, second.solution.offsets);
  EXPECT_LT(first.height, allocateGreedily(problem).height);
}

//===----------------------------------------------------------------------===//
// Size
//===----------------------------------------------------------------------===//

// 20,000 buffers that all meet: 2 * 10^8 pairs, so the skyline places them.
TEST(AllocationPolicyTest, DenseProblemsArePlacedOnTheSkyline) {
  AllocationProblem problem;
  for (int i = 0; i != 20000; ++i)
    problem.buffers.push_back(makeBuffer("b" + std::to_string(i), 0, 10 + i % 7, 1 + i % 100));
  problem.capacity = maxLiveBytes(problem);
  AllocationResult result = allocate(problem, {.workUnits = 100000});
  EXPECT_EQ(result.answer, AllocationAnswer::Found);
  EXPECT_TRUE(result.proved);
}

// A chain of 20,000 buffers, each meeting two: depth is no recursion.
TEST(AllocationPolicyTest, LongChainsAreSearched) {
  AllocationProblem problem;
  for (int i = 0; i != 20000; ++i)
    problem.buffers.push_back(makeBuffer("b" + std::to_string(i), i, i + 2, 1 + i % 3));
  problem.capacity = maxLiveBytes(problem);
  AllocationResult result = allocateExactly(problem, {.workUnits = 20000});
  EXPECT_EQ(problem.capacity, 5);
  EXPECT_NE(result.answer, AllocationAnswer::Infeasible);
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

// At moment 5: big (6) and wide (5) exceed 10, small ones do not matter.
TEST(AllocationConflictTest, MomentThatIsTooFull) {
  AllocationProblem problem;
  problem.capacity = 10;
  problem.buffers = {makeBuffer("small", 0, 9, 1), makeBuffer("big", 3, 6, 6), makeBuffer("wide", 5, 9, 5),
                     makeBuffer("early", 0, 3, 9)};
  AllocationConflict conflict = allocationConflict(problem);
  EXPECT_THAT(conflict.buffers, ElementsAre(1, 2));
  EXPECT_TRUE(conflict.irreducible);
}

TEST(AllocationConflictTest, FeasibleProblemsHaveNone) {
  AllocationProblem problem;
  problem.capacity = 10;
  problem.buffers = {makeBuffer("a", 0, 9, 5), makeBuffer("b", 3, 6, 5)};
  EXPECT_TRUE(allocationConflict(problem).buffers.empty());
}

TEST(AllocationConflictTest, CoresAreIrreducibleByExhaustiveSearch) {
  Random random(23);
  int cores = 0;
  int beyondLoad = 0;
  for (int i = 0; i != 300; ++i) {
    AllocationProblem problem = randomAllocation({.buffers = 8, .maxTime = 8, .maxSize = 4, .alignment = 0.2}, random);
    problem.capacity = std::max<Bytes>(minimizeAllocation(problem).height - 1, 0);
    AllocationConflict conflict = allocationConflict(problem);
    ASSERT_FALSE(conflict.buffers.empty());
    EXPECT_TRUE(conflict.irreducible);
    if (conflict.buffers.size() > 6)
      continue;
    ++cores;
    AllocationProblem core;
    core.capacity = problem.capacity;
    for (size_t index : conflict.buffers)
      core.buffers.push_back(problem.buffers[index]);
    beyondLoad += maxLiveBytes(core) <= core.capacity;
    EXPECT_FALSE(Exhaustive(core).feasible(core.capacity));
    for (size_t left = 0; left != core.buffers.size(); ++left) {
      AllocationProblem rest = core;
      rest.buffers.erase(rest.buffers.begin() + left);
      EXPECT_TRUE(Exhaustive(rest).feasible(rest.capacity));
    }
  }
  EXPECT_GT(cores, 200);
  EXPECT_GT(beyondLoad, 0); // not only moments that are too full
}

//===----------------------------------------------------------------------===//
// Top-down
//===----------------------------------------------------------------------===//

// Capacity 12. a takes [8, 12), b [5, 8); a leaves at 4, c (3 bytes) takes the top of its place, [9, 12).
TEST(AllocationTopDownTest, FirstFitFromTheTop) {
  AllocationProblem problem;
  problem.capacity = 12;
  problem.buffers = {makeBuffer("a", 0, 4, 4), makeBuffer("b", 1, 8, 3), makeBuffer("c", 4, 8, 3),
                     makeBuffer("d", 5, 8, 2)};
  Result<TopDownResult> result = simulateTopDown(problem);
  ASSERT_TRUE(result.ok());
  ASSERT_TRUE(result->fits());
  // d does not fit between b and c (1 byte): it goes below b.
  EXPECT_THAT(result->solution.offsets, ElementsAre(8, 5, 9, 3));
  EXPECT_EQ(result->leastHeadroom, 3);
  EXPECT_TRUE(verify(problem, result->solution).ok());
}

TEST(AllocationTopDownTest, AlignmentRoundsDown) {
  AllocationProblem problem;
  problem.capacity = 13;
  problem.buffers = {makeBuffer("a", 0, 4, 4)};
  problem.buffers[0].alignment = 4;
  Result<TopDownResult> result = simulateTopDown(problem);
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(result->solution.offsets, ElementsAre(8));
}

// b lies at [5, 8): circular buffers of 5 bytes fit below it, 6 do not; later c alone leaves 9.
TEST(AllocationTopDownTest, CircularBuffersStayBelowTheLowestTensor) {
  AllocationProblem problem;
  problem.capacity = 12;
  problem.buffers = {makeBuffer("a", 0, 4, 4), makeBuffer("b", 1, 4, 3), makeBuffer("c", 4, 8, 3)};
  Result<TopDownResult> result = simulateTopDown(problem, {{2, 3, 5}, {4, 8, 9}});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->fits());
  EXPECT_EQ(result->leastHeadroom, 0);
  result = simulateTopDown(problem, {{2, 3, 5}, {0, 8, 6}});
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result->fits());
  EXPECT_EQ(result->failedReservation, 1u);
  EXPECT_EQ(result->leastHeadroom, -1);
}

TEST(AllocationTopDownTest, FragmentationFailsWhereBytesWouldSuffice) {
  AllocationProblem problem;
  problem.capacity = 12;
  problem.buffers = {makeBuffer("a", 0, 3, 4), makeBuffer("b", 1, 9, 4), makeBuffer("c", 3, 9, 8)};
  Result<TopDownResult> result = simulateTopDown(problem);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->failedBuffer, 2u);
  EXPECT_EQ(allocate(problem).answer, AllocationAnswer::Found);
}

TEST(AllocationTopDownTest, RuntimesKnowNoGaps) {
  AllocationProblem problem;
  problem.capacity = 12;
  problem.buffers = {makeBuffer("a", 0, 4, 4)};
  problem.buffers[0].fixedOffset = 4;
  Result<TopDownResult> result = simulateTopDown(problem);
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, HasSubstr("fixed offsets"));
}

TEST(AllocationTopDownTest, RandomProblemsVerify) {
  Random random(31);
  int placed = 0;
  for (int i = 0; i != 500; ++i) {
    AllocationProblem problem =
        randomAllocation({.buffers = 30, .maxTime = 40, .maxSize = 20, .capacity = 200, .alignment = 0.3}, random);
    Result<TopDownResult> result = simulateTopDown(problem);
    ASSERT_TRUE(result.ok());
    if (!result->fits())
      continue;
    ++placed;
    Status status = verify(problem, result->solution);
    ASSERT_TRUE(status.ok()) << status.error().message;
    EXPECT_EQ(result->leastHeadroom,
              *std::min_element(result->solution.offsets.begin(), result->solution.offsets.end()));
  }
  EXPECT_GT(placed, 100);
}

} // namespace
