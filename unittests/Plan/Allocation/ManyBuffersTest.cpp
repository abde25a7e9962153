//===- ManyBuffersTest.cpp - Placements of many buffers -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Policies.h"
#include "testing/Plan/AllocationGen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using testing::HasSubstr;

namespace {

/// What a buffer holds at a moment, from its offset on, as Problem.h says it; nothing when empty.
std::pair<Bytes, Bytes> heldAt(const AllocationBuffer &buffer, int64_t now) {
  if (now < buffer.lower || buffer.upper <= now)
    return {0, 0};
  for (const AllocationGap &gap : buffer.gaps)
    if (gap.lower <= now && now < gap.upper)
      return gap.window ? std::pair(gap.window->lower, gap.window->upper) : std::pair<Bytes, Bytes>(0, 0);
  return {0, buffer.size};
}

bool liesOn(const AllocationBuffer &buffer, int32_t core) {
  bool lies = buffer.cores.empty();
  for (const AllocationCores &range : buffer.cores)
    lies |= range.lower <= core && core < range.upper;
  return lies;
}

/// Two buffers that share a byte of one of eight cores, every moment and every pair looked at; for problems with few moments.
bool anyShareAByte(const AllocationProblem &problem, const std::vector<Bytes> &offsets, int64_t moments) {
  for (int64_t now = 0; now != moments; ++now)
    for (size_t i = 0; i != offsets.size(); ++i)
      for (size_t j = 0; j != i; ++j) {
        bool common = false;
        for (int32_t core = 0; core != 8; ++core)
          common |= liesOn(problem.buffers[i], core) && liesOn(problem.buffers[j], core);
        auto [a, b] = heldAt(problem.buffers[i], now);
        auto [c, d] = heldAt(problem.buffers[j], now);
        if (common && std::max(offsets[i] + a, offsets[j] + c) < std::min(offsets[i] + b, offsets[j] + d))
          return true;
      }
  return false;
}

/// The same for problems without gaps.
bool anyOverlap(const AllocationProblem &problem, const std::vector<Bytes> &offsets) {
  for (size_t i = 0; i != offsets.size(); ++i)
    for (size_t j = 0; j != i; ++j) {
      const AllocationBuffer &a = problem.buffers[i], &b = problem.buffers[j];
      if (a.lower < b.upper && b.lower < a.upper && offsets[i] < offsets[j] + b.size &&
          offsets[j] < offsets[i] + a.size)
        return true;
    }
  return false;
}

TEST(AllocationManyTest, EveryFamilyIsPlacedNearTheBytesOfTheBusiestMoment) {
  for (Lifetimes family :
       {Lifetimes::Short, Lifetimes::Scaled, Lifetimes::Tenth, Lifetimes::Ends, Lifetimes::Training}) {
    Random random(7);
    AllocationProblem problem = manyBuffers(family, 600, random);
    AllocationResult result = allocateMany(problem);
    ASSERT_EQ(result.solution.offsets.size(), problem.buffers.size());
    EXPECT_FALSE(anyOverlap(problem, result.solution.offsets));
    EXPECT_EQ(result.bound, maxLiveBytes(problem));
    EXPECT_LE(static_cast<double>(result.height), 1.03 * static_cast<double>(result.bound)) << static_cast<int>(family);
    EXPECT_EQ(result.answer, AllocationAnswer::Open); // the capacity is 0
    problem.capacity = result.height;
    EXPECT_EQ(allocateMany(problem).answer, AllocationAnswer::Found);
    // Asked for the least height, it does not stop at a capacity that is easily reached.
    problem.capacity = maxAllocationValue;
    EXPECT_GE(allocateMany(problem).height, result.height);
    AllocationResult least = allocateMany(problem, {}, true);
    EXPECT_EQ(least.height, result.height);
    EXPECT_EQ(least.answer, AllocationAnswer::Found);
  }
}

TEST(AllocationManyTest, FixedOffsetsAlignmentsAndGapsAreKept) {
  Random random(3);
  int fixedOnes = 0;
  for (int k = 0; k != 300; ++k) {
    AllocationProblem problem = randomAllocation(
        {.buffers = 12, .maxTime = 9, .capacity = 40, .alignment = 0.5, .gap = 0.3, .window = 0.3, .fixedOffset = 0.1},
        random);
    AllocationResult result = allocateMany(problem);
    if (result.answer == AllocationAnswer::Infeasible) {
      AllocationProblem fixed;
      std::vector<Bytes> offsets;
      for (const AllocationBuffer &buffer : problem.buffers)
        if (buffer.fixedOffset) {
          fixed.buffers.push_back(buffer);
          offsets.push_back(*buffer.fixedOffset);
        }
      EXPECT_TRUE(anyShareAByte(fixed, offsets, 9));
      continue;
    }
    ASSERT_EQ(result.solution.offsets.size(), problem.buffers.size());
    EXPECT_FALSE(anyShareAByte(problem, result.solution.offsets, 9)) << k;
    for (size_t i = 0; i != problem.buffers.size(); ++i) {
      EXPECT_EQ(result.solution.offsets[i] % problem.buffers[i].alignment, 0);
      if (problem.buffers[i].fixedOffset) {
        EXPECT_EQ(result.solution.offsets[i], *problem.buffers[i].fixedOffset);
        ++fixedOnes;
      }
    }
  }
  EXPECT_GT(fixedOnes, 50);
}

// The first placement is whole whatever the limit, and more work is never worse.
TEST(AllocationManyTest, ALimitLeavesAWholePlacement) {
  Random random(5);
  AllocationProblem problem = manyBuffers(Lifetimes::Short, 1000, random);
  Bytes before = std::numeric_limits<Bytes>::max();
  for (uint64_t work : {1, 10000, 100000}) {
    AllocationResult result = allocateMany(problem, {.workUnits = work});
    EXPECT_FALSE(anyOverlap(problem, result.solution.offsets));
    EXPECT_LE(result.height, before);
    before = result.height;
  }
}

// The walk through time of `verify` against every pair at every moment.
TEST(AllocationVerifyTest, ALS6_WalkAgreesWithAllPairs) {
  Random random(11);
  int refused = 0, accepted = 0;
  for (int k = 0; k != 20000; ++k) {
    AllocationProblem problem =
        randomAllocation({.buffers = 4, .maxTime = 7, .capacity = 40, .gap = 0.5, .window = 0.5, .cores = 0.3}, random);
    AllocationSolution solution;
    for (const AllocationBuffer &buffer : problem.buffers)
      solution.offsets.push_back(random.between(0, 20) / buffer.alignment * buffer.alignment);
    Status status = verify(problem, solution);
    bool overlap = anyShareAByte(problem, solution.offsets, 7);
    ASSERT_EQ(status.ok(), !overlap) << k;
    if (overlap) {
      EXPECT_THAT(status.error().message, HasSubstr("AL-S6"));
    }
    ++(overlap ? refused : accepted);
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 1000);
}

} // namespace
