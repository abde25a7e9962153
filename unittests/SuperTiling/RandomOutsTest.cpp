//===- RandomOutsTest.cpp - Destinations, rows and extents of every kind ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ALCOVE_OUTS_SEEDS=500 SuperTilingTests --gtest_filter='*SlowRandomOuts*' runs more programs, with ALCOVE_OUTS_FIRST=1170
// from that one on.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "testing/SuperTiling/RandomOuts.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

constexpr Bytes budgets[] = {256, 1024, 4096, 8192, 16384, 65536};

struct Planned {
  Outcome outcome;
  bool saysWhatWholeGroupsCost = false;
};

/// What checkProgram says, and whether the remark of SUT-M1 on what whole groups cost was among the diagnostics.
Planned planned(const std::string &text, Bytes memory, bool execute) {
  Planned result;
  result.outcome = checkProgram(text, memory, PlanMode::Planned, execute);
  const Summary &summary = result.outcome.summary;
  result.saysWhatWholeGroupsCost = summary.trafficIfTorn < summary.traffic;
  return result;
}

struct Counts {
  int programs = 0, plans = 0, tooLarge = 0, plannedAgain = 0, raised = 0, raisedWithRemark = 0;
};

/// Bound <= traffic; without marks plans that the judge takes as they are. Rises with the budget are counted.
void checkSeed(uint64_t seed, bool marked, bool execute, Counts &counts) {
  std::string text = randomOuts(seed, marked);
  double least = std::numeric_limits<double>::infinity();
  ++counts.programs;
  for (Bytes memory : budgets) {
    Planned own = planned(text, memory, execute && memory == budgets[seed % 6]);
    const Summary &summary = own.outcome.summary;
    std::string where = fmt::format("seed {}, {} B{}: ", seed, memory, marked ? ", marked" : "");
    if (own.outcome.kind == Outcome::CannotFit) {
      ++counts.tooLarge;
      continue;
    }
    ++counts.plans;
    ASSERT_EQ(own.outcome.kind, Outcome::Equal) << where << own.outcome.message << "\n" << text;
    EXPECT_LE(summary.bound, summary.traffic) << where << "\n" << text;
    EXPECT_EQ(summary.contradiction(), "") << where;
    // The loop of a marked group is one operation to the judge, which the planner only estimates.
    EXPECT_TRUE(marked || summary.replans == 0) << where << "the judge refused a plan\n" << text;
    counts.plannedAgain += summary.replans > 0;
    bool raised = summary.traffic > least;
    counts.raised += raised;
    counts.raisedWithRemark += raised && own.saysWhatWholeGroupsCost;
    least = std::min(least, summary.traffic);
  }
}

/// Every `stride`-th program is run with one of the budgets: running takes longer than planning.
void checkSeeds(uint64_t first, uint64_t count, uint64_t stride) {
  for (bool marked : {false, true}) {
    Counts counts;
    for (uint64_t seed = first; seed < first + count && !::testing::Test::HasFailure(); ++seed)
      checkSeed(seed, marked, seed % stride == 0, counts);
    printf("%d programs%s: %d plans, %d too large for a budget, %d planned again, %d rises, %d with their "
           "remark\n",
           counts.programs, marked ? ", marked" : "", counts.plans, counts.tooLarge, counts.plannedAgain, counts.raised,
           counts.raisedWithRemark);
    // SUT-P1. Whole groups come before traffic, which is said (SUT-M1).
    EXPECT_EQ(counts.raised, counts.raisedWithRemark);
    EXPECT_TRUE(marked || counts.raised == 0);
  }
}

TEST(RandomOutsTest, SUTP1_SUTP4_TrafficIsAboveTheBoundAndDoesNotRise) { checkSeeds(1, 12, 2); }

TEST(RandomOutsTest, SlowRandomOuts) {
  const char *count = getenv("ALCOVE_OUTS_SEEDS"), *first = getenv("ALCOVE_OUTS_FIRST");
  checkSeeds(first ? strtoull(first, nullptr, 10) : 1000, count ? strtoull(count, nullptr, 10) : 100, 5);
}

// The planner sees one operation of two results in the loop; the second slice of it must not make another.
TEST(RandomOutsTest, SUTJ1_AYieldedMemberOfTwoResultsIsComputedOnce) {
  const char *text = R"(
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%a: tensor<3x40xf32>) -> (tensor<3x40xf32>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x40xf32>
  %r = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<3xf32>) -> tensor<3xf32>
  %v:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x40xf32>) outs(%e, %f : tensor<3x40xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %o: f32, %m: f32):
    %n = arith.negf %x : f32
    %s = arith.maximumf %n, %m : f32
    linalg.yield %n, %s : f32, f32
  } -> (tensor<3x40xf32>, tensor<3xf32>)
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v#0, %v#1 : tensor<3x40xf32>, tensor<3xf32>) outs(%e : tensor<3x40xf32>) {
  ^bb0(%x: f32, %m: f32, %o: f32):
    %s = arith.subf %x, %m : f32
    linalg.yield %s : f32
  } -> tensor<3x40xf32>
  return %w, %v#1 : tensor<3x40xf32>, tensor<3xf32>
})";
  // Two rows of the input or the result, the third of the pair, and a number: 2 x 480 + 12 B at most.
  Outcome outcome = checkProgram(text, 1024, PlanMode::Planned, true);
  EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  EXPECT_EQ(outcome.summary.replans, 0);
  EXPECT_EQ(outcome.summary.traffic, 480 + 480 + 12);
  EXPECT_LE(outcome.summary.worstFootprint, 480 + 480 + 12);
}

/// Rows of `a` in panels: an operation of an elementwise and a reduced result, and one that reduces the elementwise
/// result. `reducedFirst`: the reduced result is the first of the two.
std::string sumsOfRows(bool reducedFirst) {
  const char *text = R"(
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%a: tensor<8x1000xf32>) -> (tensor<8xf32>, tensor<8xf32>) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x1000xf32>
  %r = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %v:2 = linalg.generic {{indexing_maps = [#id, {0}], iterator_types = ["parallel", "reduction"]}}
      ins(%a : tensor<8x1000xf32>) outs({1}) {{
  ^bb0(%x: f32, {2}):
    %n = arith.negf %x : f32
    %s = arith.addf %n, %m : f32
    linalg.yield {3} : f32, f32
  }} -> ({4})
  %w = linalg.generic {{indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}}
      ins(%v#{5} : tensor<8x1000xf32>) outs(%f : tensor<8xf32>) {{
  ^bb0(%x: f32, %o: f32):
    %s = arith.maximumf %x, %o : f32
    linalg.yield %s : f32
  }} -> tensor<8xf32>
  return %w, %v#{6} : tensor<8xf32>, tensor<8xf32>
}})";
  return reducedFirst ? fmt::format(fmt::runtime(text), "#row, #id", "%f, %e : tensor<8xf32>, tensor<8x1000xf32>",
                                    "%m: f32, %o: f32", "%s, %n", "tensor<8xf32>, tensor<8x1000xf32>", 1, 0)
                      : fmt::format(fmt::runtime(text), "#id, #row", "%e, %f : tensor<8x1000xf32>, tensor<8xf32>",
                                    "%o: f32, %m: f32", "%n, %s", "tensor<8x1000xf32>, tensor<8xf32>", 0, 1);
}

// The input once and two numbers for each row: 8 x 1000 x 4 + 2 x 8 x 4 B, with less than a row at a time.
TEST(RandomOutsTest, SUTH14_WhatIsReducedInPanelsIsCarriedOverThem) {
  for (bool reducedFirst : {false, true})
    for (Bytes memory : {256, 4096, 65536}) {
      Outcome outcome = checkProgram(sumsOfRows(reducedFirst), memory, PlanMode::Planned, true);
      EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
      EXPECT_EQ(outcome.summary.replans, 0) << memory;
      EXPECT_EQ(outcome.summary.traffic, 32000 + 64) << memory;
    }
}

/// Like sumsOfRows, of [4, 64, 16]. `along`: the operation of two results has the last dimension too, and is in each panel
/// once; else the core has it alone, and each step along it would add to the same sums again.
std::string sumsOfTwoLoops(bool along) {
  std::string map = along ? "affine_map<(d0, d1, d2) -> (d0, d1, d2)>" : "affine_map<(d0, d1) -> (d0, d1)>";
  return fmt::format(R"(
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#read = affine_map<(d0, d1, d2) -> ({0})>
#row = affine_map<(d0, d1, d2) -> (d0)>
func.func @main(%a: {1}, %b: tensor<4x64x16xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {1}
  %r = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  %v:2 = linalg.generic {{indexing_maps = [{2}, {2}, affine_map<({0}) -> (d0)>], iterator_types = ["parallel", {3}]}}
      ins(%a : {1}) outs(%e, %f : {1}, tensor<4xf32>) {{
  ^bb0(%x: f32, %o: f32, %m: f32):
    %n = arith.negf %x : f32
    %s = arith.addf %n, %m : f32
    linalg.yield %n, %s : f32, f32
  }} -> ({1}, tensor<4xf32>)
  %w = linalg.generic {{indexing_maps = [#read, #all, #row], iterator_types = ["parallel", "reduction", "reduction"]}}
      ins(%v#0, %b : {1}, tensor<4x64x16xf32>) outs(%f : tensor<4xf32>) {{
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.maximumf %p, %o : f32
    linalg.yield %s : f32
  }} -> tensor<4xf32>
  return %w, %v#1 : tensor<4xf32>, tensor<4xf32>
}})",
                     along ? "d0, d1, d2" : "d0, d1", along ? "tensor<4x64x16xf32>" : "tensor<4x64xf32>", map,
                     along ? "\"reduction\", \"reduction\"" : "\"reduction\"");
}

// A point of three tiles and two sums are 20 B: both loops in panels.
TEST(RandomOutsTest, SUTH14_EachLoopOfPanelsBringsOtherPoints) {
  for (bool along : {false, true})
    for (Bytes memory : {20, 64, 256, 4096}) {
      Outcome outcome = checkProgram(sumsOfTwoLoops(along), memory, PlanMode::Planned, true);
      EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
      EXPECT_EQ(outcome.summary.replans, 0) << memory;
      EXPECT_GE(outcome.summary.traffic, outcome.summary.bound) << memory;
      EXPECT_TRUE(!along || outcome.summary.traffic == outcome.summary.bound) << memory;
    }
}

/// %a is read by the first operation and added to by the third, `behind`: also read by the last.
std::string addedToWhatWasRead(bool behind) {
  return fmt::format(R"(
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%a: tensor<33x64xf32>) -> tensor<33x64xf32> {{
  %e = tensor.empty() : tensor<33x64xf32>
  %n = linalg.negf ins(%a : tensor<33x64xf32>) outs(%e : tensor<33x64xf32>) -> tensor<33x64xf32>
  %x = linalg.exp ins(%n : tensor<33x64xf32>) outs(%e : tensor<33x64xf32>) -> tensor<33x64xf32>
  %s = linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%x : tensor<33x64xf32>) outs(%a : tensor<33x64xf32>) {{
  ^bb0(%i: f32, %o: f32):
    %r = arith.addf %i, %o : f32
    linalg.yield %r : f32
  }} -> tensor<33x64xf32>
  %w = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%s, {0} : tensor<33x64xf32>, tensor<33x64xf32>) outs(%e : tensor<33x64xf32>) {{
  ^bb0(%i: f32, %j: f32, %o: f32):
    %r = arith.mulf %i, %j : f32
    linalg.yield %r : f32
  }} -> tensor<33x64xf32>
  return %w : tensor<33x64xf32>
}})",
                     behind ? "%a" : "%s");
}

// A tile of the argument is loaded once for both. It is held while the two in between are computed, and the sum is made
// in its place. Where the last operation reads it too, it is held besides the sum.
TEST(RandomOutsTest, SUTJ1_ATileThatIsReadAndAddedToIsLoadedOnce) {
  for (bool behind : {false, true})
    for (Bytes memory : {256, 1024, 4096, 8192, 16384}) {
      Outcome outcome = checkProgram(addedToWhatWasRead(behind), memory, PlanMode::Planned, true);
      EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
      EXPECT_EQ(outcome.summary.replans, 0) << memory;
      EXPECT_EQ(outcome.summary.traffic, 2 * 33 * 64 * 4) << memory;
    }
}

// Seeds on which the judge and the planner once disagreed.
TEST(RandomOutsTest, SUTJ1_SUTH14_ProgramsThatWereRefused) {
  Counts counts;
  for (uint64_t seed : {1169, 1179, 1217, 1370, 1406})
    checkSeed(seed, /*marked=*/false, /*execute=*/true, counts);
  EXPECT_EQ(counts.raised, 0);
}

// A contradiction of each kind, and what is none.
TEST(RandomOutsTest, SUTP4_AContradictionIsNamed) {
  Summary summary;
  summary.traffic = 32768;
  summary.bound = 49152;
  EXPECT_EQ(summary.contradiction(),
            "SUT-P4: the plan moves 32768 B, less than the 49152 B that are proved of every plan");
  summary.dynamic = true;
  EXPECT_EQ(summary.contradiction(), "");
  summary.dynamic = false;
  summary.bound = summary.traffic;
  EXPECT_EQ(summary.contradiction(), "");
  summary.machine = "npu-16";
  summary.time.total = 10;
  summary.time.bound = 10.5;
  EXPECT_EQ(summary.contradiction(),
            "SUT-P4: the plan takes 10.000 ns, less than the 10.500 ns that are proved of every plan");
}

} // namespace
