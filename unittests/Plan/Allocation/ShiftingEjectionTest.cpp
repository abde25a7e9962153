//===- ShiftingEjectionTest.cpp - Ejections where the rest may shift ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/Allocation/ShiftingEjection.h"
#include "Exhaustive.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "testing/Plan/AllocationGen.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

/// What came out of one attempt that began with all buffers at 0, or where they are fixed.
struct Attempt {
  bool fits = false;
  bool hopeless = false;
  uint64_t work = 0;
  std::vector<Bytes> offsets; ///< of all buffers of the problem
};

Attempt attempt(const AllocationProblem &problem, const Instance &instance, Bytes capacity, uint64_t moves) {
  std::vector<Bytes> offsets;
  for (uint32_t i = 0; i != instance.count(); ++i)
    offsets.push_back(std::max<Bytes>(instance.fixed[i], 0));
  ShiftingEjection ejection(instance);
  ejection.start(offsets, capacity / instance.unit);
  Attempt result;
  result.fits = ejection.run(moves, Deadline());
  result.hopeless = ejection.hopeless();
  result.work = ejection.work();
  for (const AllocationBuffer &buffer : problem.buffers)
    result.offsets.push_back(buffer.fixedOffset.value_or(0));
  for (uint32_t i = 0; i != instance.count(); ++i)
    result.offsets[instance.original[i]] = ejection.offset(i) * instance.unit;
  return result;
}

AllocationBuffer buffer(std::string id, int64_t lower, int64_t upper, Bytes size) {
  return {.id = std::move(id), .lower = lower, .upper = upper, .size = size};
}

// a (3) and b (3) are placed, c (4) comes last; 10 bytes hold all three one above the other, in whatever order.
TEST(AllocationShiftingEjectionTest, WhatMayShiftIsNotInTheWay) {
  AllocationProblem problem;
  problem.capacity = 10;
  problem.buffers = {buffer("a", 0, 4, 3), buffer("b", 0, 4, 3), buffer("c", 0, 4, 4)};
  std::optional<Instance> instance = buildInstance(problem, WindowReading::Solid);
  ASSERT_TRUE(instance);
  Attempt result = attempt(problem, *instance, 10, 0);
  EXPECT_TRUE(result.fits); // the order alone is one that fits: nothing had to move
  EXPECT_EQ(result.work, 0u);
  EXPECT_FALSE(attempt(problem, *instance, 9, 1000).fits);
}

// At 10 bytes y (5 bytes, fixed at 3) leaves 3 below and 2 above: x of 3 fits, x of 4 fits nowhere.
TEST(AllocationShiftingEjectionTest, FixedBuffersAreNeverEjected) {
  AllocationProblem problem;
  problem.capacity = 10;
  problem.buffers = {buffer("x", 0, 4, 3), buffer("y", 0, 4, 5)};
  problem.buffers[1].fixedOffset = 3;
  std::optional<Instance> instance = buildInstance(problem, WindowReading::Solid);
  ASSERT_TRUE(instance);
  Attempt result = attempt(problem, *instance, 10, 100);
  EXPECT_TRUE(result.fits);
  EXPECT_EQ(result.offsets, (std::vector<Bytes>{0, 3}));
  problem.buffers[0].size = 4;
  instance = buildInstance(problem, WindowReading::Solid);
  ASSERT_TRUE(instance);
  result = attempt(problem, *instance, 10, 100);
  EXPECT_FALSE(result.fits);
  EXPECT_TRUE(result.hopeless);
  EXPECT_LT(result.work, 100u);
}

struct Tally {
  int problems = 0;
  int reached = 0;
};

/// At the least capacity offsets are found nearly always and are ones, below it never.
void sweep(const RandomAllocationOptions &options, uint64_t seed, Tally &tally) {
  Random random(seed);
  for (int i = 0; i != 100; ++i) {
    AllocationProblem problem = randomAllocation(options, random);
    Bytes smallest = Exhaustive(problem).smallestHeight(20);
    std::optional<Instance> instance = buildInstance(problem, WindowReading::Solid);
    if (smallest < 0 || !instance)
      continue;
    ++tally.problems;
    Attempt result = attempt(problem, *instance, smallest, 2000);
    tally.reached += result.fits;
    problem.capacity = smallest;
    if (result.fits)
      ASSERT_TRUE(Exhaustive(problem).isSolution(result.offsets)) << seed << " " << i;
    if (smallest >= instance->unit)
      ASSERT_FALSE(attempt(problem, *instance, smallest - instance->unit, 500).fits) << seed << " " << i;
  }
}

TEST(AllocationShiftingEjectionTest, LeastCapacitiesAreReachedAndNothingBelow) {
  Tally tally;
  sweep({.buffers = 5, .maxTime = 8, .maxSize = 5}, 1, tally);
  sweep({.buffers = 5, .maxTime = 7, .maxSize = 5, .alignment = 0.4}, 2, tally);
  sweep({.buffers = 5, .maxTime = 7, .maxSize = 5, .gap = 0.5}, 3, tally);
  sweep({.buffers = 5, .maxTime = 7, .maxSize = 5, .alignment = 0.3, .fixedOffset = 0.3}, 4, tally);
  sweep({.buffers = 5, .maxTime = 5, .maxSize = 5, .cores = 0.7}, 5, tally);
  EXPECT_GT(tally.problems, 400);
  EXPECT_GT(tally.reached, tally.problems * 95 / 100);
}

// 300 pieces of 1,024 bytes without waste: with the exact search alone the height was 1,220 after as much work.
TEST(AllocationShiftingEjectionTest, LowersWhatTheExactSearchLeavesOpen) {
  Random random(2);
  AllocationProblem problem = tiledAllocation(300, 1000, 1024, random);
  AllocationResult result = minimizeAllocation(problem, {.workUnits = 150000});
  EXPECT_EQ(result.bound, 1024);
  EXPECT_LE(result.height, 1100);
  problem.capacity = result.height;
  EXPECT_TRUE(verify(problem, result.solution).ok());
}

// The same with 76 bytes of slack: the exact search alone finds nothing with twice the work.
TEST(AllocationShiftingEjectionTest, FindsWhatFitsWithSlack) {
  Random random(2);
  AllocationProblem problem = tiledAllocation(300, 1000, 1024, random);
  problem.capacity = 1100;
  AllocationResult result = allocate(problem, {.workUnits = 75000});
  EXPECT_EQ(result.answer, AllocationAnswer::Found);
  EXPECT_TRUE(verify(problem, result.solution).ok());
  EXPECT_LE(result.height, 1100);
}

} // namespace
