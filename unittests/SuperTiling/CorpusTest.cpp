//===- CorpusTest.cpp - Every own program at every budget -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/Testing/SuperTiling/Corpus.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

constexpr Bytes budgets[] = {16 << 10, 64 << 10, 128 << 10, 512 << 10, 2 << 20};

TEST(CorpusTest, HasAtLeastSixtyPrograms) { EXPECT_GE(corpus().size(), 60u); }

// One program in four, the budget rotating.
TEST(CorpusTest, SampleIsTiledJudgedAndEqual) {
  std::vector<CorpusProgram> programs = corpus();
  for (size_t i = 0; i < programs.size(); i += 4) {
    Outcome outcome = checkProgram(programs[i].text, budgets[i / 4 % 3], PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << programs[i].name << ": " << outcome.message;
  }
}

class CorpusBudgetTest : public ::testing::TestWithParam<Bytes> {};

TEST_P(CorpusBudgetTest, SlowEveryProgramIsTiledJudgedAndEqual) {
  int equal = 0, cannotFit = 0;
  for (const CorpusProgram &program : corpus()) {
    Outcome outcome = checkProgram(program.text, GetParam(), PlanMode::Planned, true);
    EXPECT_NE(outcome.kind, Outcome::Failed) << program.name << ": " << outcome.message;
    equal += outcome.kind == Outcome::Equal;
    cannotFit += outcome.kind == Outcome::CannotFit;
    if (outcome.kind == Outcome::CannotFit)
      printf("%s: %s", program.name.c_str(), outcome.message.c_str());
  }
  printf("corpus at %lld B: %d equal, %d cannot fit\n", static_cast<long long>(GetParam()), equal, cannotFit);
}

INSTANTIATE_TEST_SUITE_P(Bytes, CorpusBudgetTest, ::testing::ValuesIn(budgets), ::testing::PrintToStringParamName());

// Every sixth program, every budget.
TEST(CorpusTest, SUTP1_TrafficDoesNotRiseWithTheBudget) {
  std::vector<CorpusProgram> programs = corpus();
  for (size_t i = 0; i < programs.size(); i += 6) {
    Outcome before;
    for (Bytes budget : budgets) {
      Outcome outcome = checkProgram(programs[i].text, budget, PlanMode::Planned, false);
      ASSERT_EQ(outcome.kind, Outcome::Equal) << programs[i].name << ": " << outcome.message;
      EXPECT_LE(outcome.summary.bound, outcome.summary.traffic) << programs[i].name << " at " << budget;
      if (before.kind == Outcome::Equal)
        EXPECT_LE(outcome.summary.traffic, before.summary.traffic) << programs[i].name << " at " << budget;
      before = outcome;
    }
  }
}

TEST(CorpusTest, SlowPlannedNeverMovesMoreThanTheBaselines) {
  double ratioNoFuse = 0, ratioMax = 0, ratioBound = 0;
  int count = 0;
  for (const CorpusProgram &program : corpus())
    for (Bytes budget : budgets) {
      Outcome planned = checkProgram(program.text, budget, PlanMode::Planned, false);
      Outcome noFuse = checkProgram(program.text, budget, PlanMode::NoFuse, false);
      Outcome maximal = checkProgram(program.text, budget, PlanMode::MaxProducers, false);
      EXPECT_NE(noFuse.kind, Outcome::Failed) << program.name << " at " << budget << ": " << noFuse.message;
      EXPECT_NE(maximal.kind, Outcome::Failed) << program.name << " at " << budget << ": " << maximal.message;
      if (planned.kind != Outcome::Equal || noFuse.kind != Outcome::Equal || maximal.kind != Outcome::Equal)
        continue;
      EXPECT_LE(planned.summary.traffic, noFuse.summary.traffic) << program.name << " at " << budget;
      EXPECT_LE(planned.summary.traffic, maximal.summary.traffic) << program.name << " at " << budget;
      EXPECT_GE(planned.summary.traffic, planned.summary.bound) << program.name << " at " << budget;
      EXPECT_GE(planned.summary.traffic, planned.summary.compulsory) << program.name << " at " << budget;
      ratioNoFuse += std::log(planned.summary.traffic / noFuse.summary.traffic);
      ratioMax += std::log(planned.summary.traffic / maximal.summary.traffic);
      ratioBound += std::log(planned.summary.traffic / planned.summary.compulsory);
      ++count;
    }
  printf("traffic over %d cases, geometric means: planned / no-fuse %.3f, planned / max-producers %.3f, planned / "
         "compulsory %.3f\n",
         count, std::exp(ratioNoFuse / count), std::exp(ratioMax / count), std::exp(ratioBound / count));
}

} // namespace
