//===- CorpusTest.cpp - Every own program at every budget -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "testing/SuperTiling/Corpus.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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
// The activation needs input and result with buffers of their own, more than there is, and one of them in place. No
// operation needs a loop.
TEST(CorpusTest, SUTH13_WhatFitsOnlyInPlaceIsWrittenInPlaceWithoutALoop) {
  int found = 0;
  for (const CorpusProgram &program : corpus()) {
    Bytes budget = program.name == "conv-relu-conv" ? 128 << 10 : program.name == "mlp-2" ? 512 << 10 : 0;
    if (budget == 0)
      continue;
    ++found;
    Outcome outcome = checkProgram(program.text, budget, PlanMode::NoFuse, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << program.name << ": " << outcome.message;
    EXPECT_EQ(outcome.summary.loops, 0) << program.name;
  }
  EXPECT_EQ(found, 2);
}

/// One of nine slices of 90 x 40 f32, 14,400 B, is read and as much is written, also where all nine fit.
TEST(CorpusTest, SUTP1_OneSliceIsReadHoweverMuchFits) {
  const char *text = R"(
func.func @main(%all: tensor<9x90x40xf32>) -> tensor<90x40xf32> {
  %empty = tensor.empty() : tensor<90x40xf32>
  %negated = linalg.generic {indexing_maps = [affine_map<(i, j) -> (3, i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%all : tensor<9x90x40xf32>) outs(%empty : tensor<90x40xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<90x40xf32>
  return %negated : tensor<90x40xf32>
})";
  for (Bytes budget : {16 << 10, 64 << 10, 256 << 10}) {
    Outcome outcome = checkProgram(text, budget, PlanMode::Planned, true);
    ASSERT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
    EXPECT_EQ(outcome.summary.traffic, 28800) << budget;
  }
}

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

/// The least traffic of one loop nest over an f32 product by hand: sums held in a tile of m x n with panels of the
/// reduction, or all of one operand's rows or columns held while the other passes. Over all tile sizes.
double byHand(int64_t rows, int64_t columns, int64_t depth, int64_t memory) {
  double best = std::numeric_limits<double>::infinity();
  auto offer = [&](int64_t m, int64_t n, double bytes) {
    if (m >= 1 && n >= 1)
      best = std::min(best, bytes);
  };
  auto trips = [](int64_t extent, int64_t size) { return static_cast<double>((extent + size - 1) / size); };
  double left = 4.0 * static_cast<double>(rows * depth), right = 4.0 * static_cast<double>(depth * columns),
         out = 4.0 * static_cast<double>(rows * columns);
  int64_t elements = memory / 4;
  for (int64_t m = 1; m <= rows; ++m) {
    // m x n sums and panels of at least one step.
    int64_t n = std::min(columns, (elements - m) / (m + 1));
    offer(m, n, left * trips(columns, std::max<int64_t>(n, 1)) + right * trips(rows, m) + out);
    offer(m, (elements - m * depth) / (depth + m), left + right * trips(rows, m) + out);
  }
  for (int64_t n = 1; n <= columns; ++n)
    offer((elements - n * depth) / (depth + n), n, right + left * trips(columns, n) + out);
  return best;
}

TEST(CorpusTest, DeepProductsAreWithinOneAndAHalfOfAHandTile) {
  double worst = 0;
  for (auto [rows, columns] : {std::pair<int64_t, int64_t>(128, 768), {512, 768}, {1024, 1024}})
    for (Bytes budget : {16 << 10, 64 << 10, 128 << 10, 256 << 10, 512 << 10, 2 << 20}) {
      constexpr int64_t depth = 3072;
      std::string text = fmt::format(R"(
func.func @main(%a: tensor<{0}x{2}xf32>, %b: tensor<{2}x{1}xf32>) -> tensor<{0}x{1}xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<{0}x{1}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<{0}x{1}xf32>) -> tensor<{0}x{1}xf32>
  %m = linalg.matmul ins(%a, %b : tensor<{0}x{2}xf32>, tensor<{2}x{1}xf32>) outs(%f : tensor<{0}x{1}xf32>) -> tensor<{0}x{1}xf32>
  return %m : tensor<{0}x{1}xf32>
}})",
                                     rows, columns, depth);
      Outcome planned = checkProgram(text, budget, PlanMode::Planned, false);
      ASSERT_EQ(planned.kind, Outcome::Equal) << planned.message;
      double ratio = planned.summary.traffic / byHand(rows, columns, depth, budget);
      EXPECT_LE(ratio, 1.5) << rows << " x " << columns << " at " << budget;
      worst = std::max(worst, ratio);
    }
  printf("products of depth 3072: at most %.2f times the best hand tile\n", worst);
}

} // namespace
