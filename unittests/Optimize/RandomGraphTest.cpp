//===- RandomGraphTest.cpp - The whole pipeline on random graphs ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "testing/Ops/RandomGraph.h"
#include "PipelineRunner.h"

#include <gtest/gtest.h>

using namespace alcove::testing;

static void compileSeeds(uint64_t first, uint64_t count) {
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Decisions decisions(seed);
    std::string text = randomTTIR(decisions, 12);
    std::string options = "optimization-level=" + std::to_string(seed % 3);
    std::string errors = compile(text, options);
    ASSERT_EQ(errors, "") << "seed " << seed << ", " << options << "\n" << text;
  }
}

static void planSeedsAgain(uint64_t first, uint64_t count) {
  for (uint64_t seed = first; seed < first + count; ++seed) {
    Decisions decisions(seed);
    std::string text = randomTTIR(decisions, 12), compiled;
    ASSERT_EQ(compile(text, "optimization-level=" + std::to_string(seed % 3), &compiled), "");
    for (bool keep : {false, true})
      ASSERT_EQ(planAgain(compiled, keep), "") << "seed " << seed << ", level " << seed % 3 << "\n" << text;
  }
}

// What was compiled at any level can be planned again, and the second time changes nothing.
TEST(RandomGraphTest, PlannedAgainIsAFixpoint) { planSeedsAgain(1, 15); }
TEST(RandomGraphTest, SlowPlannedAgainIsAFixpoint) { planSeedsAgain(1000, 1000); }

// Whatever the generator writes compiles at every level, and the judge accepts the result.
TEST(RandomGraphTest, CompilesAndIsJudged) { compileSeeds(1, 150); }
TEST(RandomGraphTest, SlowCompilesAndIsJudged) { compileSeeds(1000, 5000); }
