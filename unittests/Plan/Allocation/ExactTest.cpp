//===- ExactTest.cpp - Exactness against exhaustive search ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Exhaustive.h"
#include "alcove/Plan/Allocation/Bound.h"
#include "alcove/Plan/Allocation/Format/AllocationFiles.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "testing/Plan/AllocationGen.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

std::string describe(const AllocationProblem &problem) {
  std::string text = "capacity " + std::to_string(problem.capacity);
  for (const AllocationBuffer &buffer : problem.buffers) {
    text += "\n" + buffer.id + " [" + std::to_string(buffer.lower) + ", " + std::to_string(buffer.upper) + ") size " +
            std::to_string(buffer.size) + " alignment " + std::to_string(buffer.alignment);
    if (buffer.fixedOffset)
      text += " fixed " + std::to_string(*buffer.fixedOffset);
    for (const AllocationGap &gap : buffer.gaps) {
      text += " gap [" + std::to_string(gap.lower) + ", " + std::to_string(gap.upper) + ")";
      if (gap.window)
        text += "@" + std::to_string(gap.window->lower) + ":" + std::to_string(gap.window->upper);
    }
  }
  return text;
}

/// Counts how often a problem was feasible, so that a sweep that met only one kind is seen.
struct Tally {
  int feasible = 0;
  int infeasible = 0;
  int open = 0;
};

void expectExact(const AllocationProblem &problem, Bytes smallest, Tally &tally) {
  SCOPED_TRACE(describe(problem));
  AllocationResult result = allocateExactly(problem);
  bool feasible = smallest >= 0 && smallest <= problem.capacity;
  ++(feasible ? tally.feasible : tally.infeasible);
  ASSERT_EQ(result.answer, feasible ? AllocationAnswer::Found : AllocationAnswer::Infeasible);
  if (feasible) {
    ASSERT_EQ(result.height, allocationHeight(problem, result.solution));
    Status status = verify(problem, result.solution);
    ASSERT_TRUE(status.ok()) << status.error().message;
  }
  AllocationResult minimal = minimizeAllocation(problem);
  if (smallest < 0) {
    ASSERT_EQ(minimal.answer, AllocationAnswer::Infeasible);
    return;
  }
  ASSERT_EQ(minimal.answer, AllocationAnswer::Found);
  ASSERT_TRUE(minimal.proved);
  ASSERT_EQ(minimal.height, smallest);
  AllocationProblem tight = problem;
  tight.capacity = minimal.height;
  ASSERT_TRUE(verify(tight, minimal.solution).ok());
  ASSERT_LE(allocationLowerBound(problem).bytes, smallest);
  ASSERT_LE(maxLiveBytes(problem), smallest);
}

void sweep(const RandomAllocationOptions &options, uint64_t seed, int problems, Tally &tally) {
  Random random(seed);
  for (int i = 0; i != problems && !testing::Test::HasFatalFailure(); ++i) {
    RandomAllocationOptions varied = options;
    varied.buffers = static_cast<size_t>(random.between(1, static_cast<int64_t>(options.buffers)));
    AllocationProblem problem = randomAllocation(varied, random);
    ASSERT_TRUE(check(problem).ok());
    Bytes smallest = Exhaustive(problem).smallestHeight(40);
    // The interesting capacities are the smallest one and one byte less.
    problem.capacity = std::max<Bytes>(smallest - random.between(0, 1), 0);
    expectExact(problem, smallest, tally);
  }
}

void sweepPlainProblems(int problems) {
  Tally tally;
  sweep({.buffers = 6, .maxTime = 8, .maxSize = 5}, 1, problems, tally);
  EXPECT_GT(tally.feasible, problems / 3);
  EXPECT_GT(tally.infeasible, problems / 3);
}

TEST(AllocationExactTest, PlainProblemsAgreeWithExhaustiveSearch) { sweepPlainProblems(600); }
TEST(AllocationExactTest, SlowPlainProblemsAgreeWithExhaustiveSearch) { sweepPlainProblems(6000); }

TEST(AllocationExactTest, ManyShortLifetimesAgreeWithExhaustiveSearch) {
  Tally tally;
  sweep({.buffers = 7, .maxTime = 16, .maxSize = 3}, 2, 500, tally);
  EXPECT_GT(tally.feasible, 100);
}

void sweepFeatures(int problems) { // of each kind
  Tally tally;
  sweep({.buffers = 6, .maxTime = 7, .maxSize = 5, .alignment = 0.4}, 3, problems, tally);
  sweep({.buffers = 6, .maxTime = 7, .maxSize = 5, .gap = 0.5}, 4, problems, tally);
  sweep({.buffers = 6, .maxTime = 7, .maxSize = 5, .fixedOffset = 0.25}, 5, problems, tally);
  sweep({.buffers = 6, .maxTime = 7, .maxSize = 5, .alignment = 0.3, .gap = 0.4, .fixedOffset = 0.2}, 6, problems,
        tally);
  EXPECT_GT(tally.feasible, problems);
  EXPECT_GT(tally.infeasible, problems);
}

void sweepCores(int problems) {
  Tally tally;
  sweep({.buffers = 6, .maxTime = 2, .maxSize = 4, .cores = 0.9}, 8, problems, tally);
  sweep({.buffers = 6, .maxTime = 5, .maxSize = 5, .alignment = 0.2, .gap = 0.2, .fixedOffset = 0.1, .cores = 0.7}, 9,
        problems, tally);
  EXPECT_GT(tally.feasible, problems / 2);
  EXPECT_GT(tally.infeasible, problems / 2);
}

TEST(AllocationExactTest, BuffersOnPartsOfTheCoresAgreeWithExhaustiveSearch) { sweepCores(200); }
TEST(AllocationExactTest, SlowBuffersOnPartsOfTheCoresAgreeWithExhaustiveSearch) { sweepCores(1000); }

TEST(AllocationExactTest, AlignmentsGapsAndFixedOffsetsAgreeWithExhaustiveSearch) { sweepFeatures(200); }
TEST(AllocationExactTest, SlowAlignmentsGapsAndFixedOffsetsAgreeWithExhaustiveSearch) { sweepFeatures(2000); }

// With windows the search may stop without an answer, but it never gives a wrong one.
TEST(AllocationExactTest, WindowsNeverGiveAWrongAnswer) {
  Random random(7);
  Tally tally;
  for (int i = 0; i != 600; ++i) {
    AllocationProblem problem =
        randomAllocation({.buffers = 5, .maxTime = 6, .maxSize = 5, .gap = 0.6, .window = 0.7}, random);
    Bytes smallest = Exhaustive(problem).smallestHeight(40);
    problem.capacity = std::max<Bytes>(smallest - random.between(0, 1), 0);
    AllocationResult result = allocate(problem, {.workUnits = 20000});
    SCOPED_TRACE(describe(problem));
    switch (result.answer) {
    case AllocationAnswer::Found:
      ++tally.feasible;
      ASSERT_TRUE(verify(problem, result.solution).ok());
      break;
    case AllocationAnswer::Infeasible:
      ++tally.infeasible;
      ASSERT_GT(smallest, problem.capacity);
      break;
    case AllocationAnswer::Open:
      ++tally.open;
      break;
    }
    AllocationResult minimal = minimizeAllocation(problem, {.workUnits = 20000});
    ASSERT_LE(minimal.bound, smallest);
    ASSERT_GE(minimal.height, smallest);
  }
  EXPECT_GT(tally.feasible, 250);
  EXPECT_GT(tally.infeasible, 100);
  RecordProperty("open", tally.open);
  EXPECT_LT(tally.open, 60);
}

// When both readings are settled and differ, ejections alone would go on for ever.
TEST(AllocationExactTest, WindowsEndWithoutALimit) {
  Random random(13);
  int open = 0;
  for (int i = 0; i != 200; ++i) {
    AllocationProblem problem = randomAllocation(
        {.buffers = 5, .maxTime = 6, .maxSize = 5, .gap = 0.6, .window = 0.7, .fixedOffset = 0.1}, random);
    AllocationResult minimal = minimizeAllocation(problem);
    if (minimal.answer == AllocationAnswer::Infeasible)
      continue;
    open += !minimal.proved;
    problem.capacity = minimal.height;
    ASSERT_TRUE(verify(problem, minimal.solution).ok()) << describe(problem);
  }
  EXPECT_GT(open, 0);
}

/// Solutions of which one or two offsets are changed, as files in both forms: accepted are those that every byte at
/// every time agrees with.
void forgeSolutions(uint64_t seed, int wanted) {
  Random random(seed);
  int accepted = 0, tried = 0;
  while (tried < wanted) {
    AllocationProblem problem = randomAllocation(
        {.buffers = 6, .maxTime = 7, .maxSize = 5, .alignment = 0.3, .gap = 0.4, .window = 0.3, .fixedOffset = 0.2},
        random);
    AllocationResult minimal = minimizeAllocation(problem, {.workUnits = 20000});
    if (minimal.answer != AllocationAnswer::Found || problem.buffers.empty())
      continue;
    problem.capacity = minimal.height + random.between(0, 4);
    for (int k = 0; k < 8; ++k, ++tried) {
      AllocationSolution forged = minimal.solution;
      for (int64_t changes = random.between(1, 2); changes > 0; --changes)
        forged.offsets[random.below(forged.offsets.size())] += random.between(-3, 3);
      Result<AllocationSolution> read =
          formats::parseAllocationSolutionJson(formats::formatAllocationJson(problem, &forged), problem);
      bool accepts = read.ok() && verify(problem, *read).ok();
      ASSERT_EQ(accepts, Exhaustive(problem).isSolution(forged.offsets)) << describe(problem);
      accepted += accepts;
    }
  }
  EXPECT_GT(accepted, wanted / 20);
  EXPECT_LT(accepted, wanted * 9 / 10);
  printf("%d changed solutions, %d valid\n", tried, accepted);
}

TEST(AllocationExactTest, ChangedSolutionsAreAcceptedWhereEveryByteAgrees) { forgeSolutions(14, 4000); }

// Each technique on and off: the answer stays.
TEST(AllocationExactTest, EveryCombinationOfSwitchesIsExact) {
  Random random(12);
  int infeasible = 0;
  for (int i = 0; i != 150; ++i) {
    AllocationProblem problem =
        randomAllocation({.buffers = 6, .maxTime = 8, .maxSize = 5, .alignment = 0.2, .gap = 0.2}, random);
    Bytes smallest = Exhaustive(problem).smallestHeight(40);
    problem.capacity = std::max<Bytes>(smallest - random.between(0, 1), 0);
    infeasible += problem.capacity < smallest;
    for (int bits = 0; bits != 16; ++bits) {
      AllocationSwitches switches{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
      AllocationResult result = allocateExactly(problem, {}, switches);
      ASSERT_EQ(result.answer, problem.capacity < smallest ? AllocationAnswer::Infeasible : AllocationAnswer::Found)
          << "switches " << bits << "\n"
          << describe(problem);
      if (result.answer == AllocationAnswer::Found)
        ASSERT_TRUE(verify(problem, result.solution).ok());
    }
  }
  EXPECT_GT(infeasible, 30);
}

// Heights of optimal tilings are known without any search.
TEST(AllocationExactTest, TilingsAreFoundWithoutWaste) {
  Random random(8);
  for (int i = 0; i != 30; ++i) {
    AllocationProblem problem = tiledAllocation(static_cast<size_t>(random.between(5, 60)), 1000, 1024, random);
    AllocationResult result = allocateExactly(problem, {.workUnits = 2000000});
    ASSERT_EQ(result.answer, AllocationAnswer::Found) << describe(problem);
    EXPECT_EQ(result.height, problem.capacity);
    EXPECT_TRUE(result.proved);
    EXPECT_TRUE(verify(problem, result.solution).ok());
  }
}

TEST(AllocationExactTest, OneThreadAndTwoGiveTheSame) {
  Random random(9);
  for (int i = 0; i != 12; ++i) {
    AllocationProblem problem = tiledAllocation(120, 1000, 1024, random);
    AllocationResult one = allocateExactly(problem, {.workUnits = 60000, .threads = 1});
    AllocationResult two = allocateExactly(problem, {.workUnits = 60000, .threads = 2});
    EXPECT_EQ(one.answer, two.answer);
    EXPECT_EQ(one.solution.offsets, two.solution.offsets);
    EXPECT_EQ(one.work, two.work);
    EXPECT_EQ(one.epochs, two.epochs);
    AllocationResult minimalOne = minimizeAllocation(problem, {.workUnits = 60000, .threads = 1});
    AllocationResult minimalTwo = minimizeAllocation(problem, {.workUnits = 60000, .threads = 2});
    EXPECT_EQ(minimalOne.solution.offsets, minimalTwo.solution.offsets);
    EXPECT_EQ(minimalOne.bound, minimalTwo.bound);
    EXPECT_EQ(minimalOne.work, minimalTwo.work);
  }
}

TEST(AllocationExactTest, WorkLimitLeavesTheQuestionOpen) {
  Random random(10);
  AllocationProblem problem = tiledAllocation(300, 1000, 1024, random);
  AllocationResult result = allocateExactly(problem, {.workUnits = 10});
  EXPECT_EQ(result.answer, AllocationAnswer::Open);
  EXPECT_FALSE(result.proved);
  // One epoch: the shortest run of both lanes.
  EXPECT_LE(result.work, 2000u);
  result = allocate(problem, {.workUnits = 10});
  EXPECT_EQ(result.answer, AllocationAnswer::Open);
  EXPECT_GT(result.height, problem.capacity);
  problem.capacity = result.height;
  EXPECT_TRUE(verify(problem, result.solution).ok());
}

TEST(AllocationExactTest, StopRequestEndsWithinAnEpoch) {
  Random random(11);
  AllocationProblem problem = tiledAllocation(300, 1000, 1024, random);
  std::atomic<bool> stop = true;
  AllocationResult result = allocateExactly(problem, {.cancelled = &stop});
  EXPECT_EQ(result.answer, AllocationAnswer::Open);
  EXPECT_EQ(result.epochs, 0u); // what the clock cuts short does not count
}

TEST(AllocationExactTest, TheEpochsOfARunRepeatIt) {
  Random random(11);
  AllocationProblem problem = tiledAllocation(300, 1000, 1024, random);
  for (auto run : {+[](const AllocationProblem &p, const Budget &b) { return allocate(p, b); },
                   +[](const AllocationProblem &p, const Budget &b) { return minimizeAllocation(p, b); }}) {
    AllocationResult byWork = run(problem, {.workUnits = 30000});
    ASSERT_GT(byWork.epochs, 1u);
    AllocationResult again = run(problem, {.epochs = byWork.epochs});
    EXPECT_EQ(again.epochs, byWork.epochs);
    EXPECT_EQ(again.work, byWork.work);
    EXPECT_EQ(again.solution.offsets, byWork.solution.offsets);
    EXPECT_EQ(again.bound, byWork.bound);
  }
}

TEST(AllocationExactTest, NothingToPlace) {
  AllocationProblem empty;
  EXPECT_EQ(allocateExactly(empty).answer, AllocationAnswer::Found);
  EXPECT_EQ(allocate(empty).answer, AllocationAnswer::Found);
  AllocationResult minimal = minimizeAllocation(empty);
  EXPECT_EQ(minimal.answer, AllocationAnswer::Found);
  EXPECT_TRUE(minimal.proved);
  // A buffer of no bytes needs no capacity.
  empty.buffers.push_back({.id = "void", .lower = 0, .upper = 4});
  EXPECT_EQ(minimizeAllocation(empty).height, 0);
  EXPECT_EQ(allocateExactly(empty).answer, AllocationAnswer::Found);
}

} // namespace
