//===- RandomOutsTest.cpp - Destinations, rows and extents of every kind ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ALCOVE_OUTS_SEEDS=500 SuperTilingTests --gtest_filter='*SlowRandomOuts*' runs more programs.
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
void checkSeed(uint64_t seed, bool marked, Counts &counts) {
  std::string text = randomOuts(seed, marked);
  double least = std::numeric_limits<double>::infinity();
  ++counts.programs;
  for (Bytes memory : budgets) {
    // Running takes longer than planning.
    Planned own = planned(text, memory, memory == budgets[seed % 6]);
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

void checkSeeds(uint64_t first, uint64_t count) {
  for (bool marked : {false, true}) {
    Counts counts;
    for (uint64_t seed = first; seed < first + count && !::testing::Test::HasFailure(); ++seed)
      checkSeed(seed, marked, counts);
    printf("%d programs%s: %d plans, %d too large for a budget, %d planned again, %d rises, %d with their "
           "remark\n",
           counts.programs, marked ? ", marked" : "", counts.plans, counts.tooLarge, counts.plannedAgain, counts.raised,
           counts.raisedWithRemark);
    // Rewritten rows and joined siblings are chosen one after the other: what both together save may be missed with
    // more memory. Whole groups come before traffic (SUT-M1).
    EXPECT_LE(25 * (counts.raised - counts.raisedWithRemark), counts.plans);
  }
}

TEST(RandomOutsTest, SUTP4_BoundsAreBelowTrafficAndTheJudgeAgrees) { checkSeeds(1, 12); }

TEST(RandomOutsTest, SlowRandomOuts) {
  const char *count = getenv("ALCOVE_OUTS_SEEDS");
  checkSeeds(1000, count ? strtoull(count, nullptr, 10) : 100);
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
