//===- FunctionLayoutTest.cpp - The picture of the header -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PictureProblem.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;

TEST(FunctionLayoutTest, PictureOfTheHeader) {
  FunctionLayout problem = pictureProblem();
  ASSERT_TRUE(check(problem).ok()) << check(problem).error().message;
  FunctionPlan base = asItStands(problem);
  EXPECT_EQ(base.time, 21'000);
  PlanVerdict verdict = verify(problem, base);
  ASSERT_TRUE(verdict.ok()) << verdict.violation->message;
  EXPECT_EQ(verdict.facts.time, 21'000);
  EXPECT_EQ(verdict.facts.peakSumBytes, 0);

  PlanBuilder builder(problem);
  builder.choose(0, problem.find(0, std::vector<int32_t>{layoutInDram}, layoutInL1));
  builder.choose(1, problem.find(1, std::vector<int32_t>{layoutInL1, layoutInDram}, layoutInDram));
  FunctionPlan plan = std::move(builder).finish("by hand");
  verdict = verify(problem, plan);
  ASSERT_TRUE(verdict.ok()) << verdict.violation->message;
  EXPECT_EQ(verdict.facts.time, 14'000);
  EXPECT_EQ(verdict.facts.peakSumBytes, 60);
  // Buffers are rounded up to the alignment of 32.
  EXPECT_EQ(verdict.facts.peakHeldBytes, 64);
}

/// Random questions, many of them twice: the first answer stays, and a refusal gives way to a candidate.
TEST(FunctionLayoutTest, CandidatesAreFoundAsInAMap) {
  CandidateTable table(2, 1);
  EXPECT_EQ(table.find(std::vector<int32_t>{0, 0}, 0), CandidateTable::unknownCandidate);
  std::map<std::vector<int32_t>, int32_t> expected; // operands and configuration
  std::mt19937 random(1);
  for (int step = 0; step < 4000; ++step) {
    std::vector<int32_t> operands{static_cast<int32_t>(random() % 12), static_cast<int32_t>(random() % 12)};
    auto config = static_cast<int32_t>(random() % 8);
    std::vector<int32_t> key{operands[0], operands[1], config};
    auto [known, isNew] = expected.try_emplace(key, CandidateTable::refusedCandidate);
    if (random() % 2 == 0) {
      table.addRefusal(operands, config);
    } else {
      int32_t next = table.size();
      Candidate candidate;
      candidate.config = config;
      int32_t index = table.add(candidate, operands, std::vector<int32_t>{0}, std::vector<int32_t>{-1});
      EXPECT_EQ(index, known->second < 0 ? next : known->second);
      known->second = index;
    }
  }
  for (int32_t a = 0; a < 12; ++a)
    for (int32_t b = 0; b < 12; ++b)
      for (int32_t config = 0; config < 8; ++config) {
        auto known = expected.find({a, b, config});
        EXPECT_EQ(table.find(std::vector<int32_t>{a, b}, config),
                  known == expected.end() ? CandidateTable::unknownCandidate : known->second);
      }
}
