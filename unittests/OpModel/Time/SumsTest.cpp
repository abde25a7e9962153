//===- SumsTest.cpp - Intervals of sums and of their ratios ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeSums.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

Runtime runtime(double ns, double low, double high, int cell) {
  Runtime result;
  result.totalNs = ns;
  result.lowNs = low;
  result.highNs = high;
  result.errorCell = static_cast<int8_t>(cell);
  return result;
}

TimeSums sumsOf(std::initializer_list<Runtime> runtimes) {
  TimeSums sums;
  for (const Runtime &r : runtimes)
    sums.add(r);
  return sums;
}

} // namespace

TEST(TimeSumsTest, EqualQuestionsErrTogether) {
  // Twice 100 (70..140): a fifth and four fifths of the variance add up to 60 below and 80 above.
  TimeWithInterval twice = sumsOf({runtime(100, 70, 140, 3), runtime(100, 70, 140, 3)}).total();
  EXPECT_DOUBLE_EQ(twice.ns, 200);
  EXPECT_NEAR(twice.lowNs, 140, 1e-9);
  EXPECT_NEAR(twice.highNs, 280, 1e-9);
}

TEST(TimeSumsTest, QuestionsOfACellShareAFifthOfTheirVariance) {
  // 40 and 30 above: shared 0.2 * 70^2, own 0.8 * (40^2 + 30^2). Of two cells: 40^2 + 30^2.
  TimeWithInterval one = sumsOf({runtime(100, 70, 140, 3), runtime(200, 190, 230, 3)}).total();
  EXPECT_NEAR(one.highNs, 300 + std::sqrt(0.2 * 4900 + 0.8 * 2500), 1e-9);
  TimeWithInterval two = sumsOf({runtime(100, 70, 140, 3), runtime(200, 190, 230, 4)}).total();
  EXPECT_NEAR(two.highNs, 350, 1e-9);
  EXPECT_LT(two.highNs, one.highNs);
}

TEST(TimeSumsTest, ExactTimesDoNotMove) {
  TimeWithInterval total = sumsOf({runtime(100, 0, 0, -1), runtime(100, 90, 120, 0)}).total();
  EXPECT_EQ(total.ns, 200);
  EXPECT_NEAR(total.lowNs, 190, 1e-9);
  EXPECT_NEAR(total.highNs, 220, 1e-9);
}

TEST(TimeSumsTest, WhatTwoProgramsShareCancels) {
  TimeSums same = sumsOf({runtime(100, 50, 200, 5)});
  RatioWithInterval ratio = ratioOf(same, same);
  EXPECT_EQ(ratio.ratio, 1);
  EXPECT_EQ(ratio.low, 1);
  EXPECT_EQ(ratio.high, 1);
  // Another question of the cell shares only a fifth of the variance; one of another cell nothing.
  RatioWithInterval near = ratioOf(same, sumsOf({runtime(101, 51, 201, 5)}));
  RatioWithInterval far = ratioOf(same, sumsOf({runtime(101, 51, 201, 6)}));
  EXPECT_TRUE(near.insideNoise());
  EXPECT_GT(near.high, 1.5);
  EXPECT_GT(far.high, near.high);
}

TEST(TimeSumsTest, AnAdvantageBeyondItsErrorsIsCertain) {
  TimeSums dram = sumsOf({runtime(400, 350, 450, 1), runtime(40, 30, 50, 2)});
  TimeSums plan = sumsOf({runtime(100, 80, 130, 4), runtime(40, 30, 50, 2)});
  RatioWithInterval gain = ratioOf(dram, plan);
  EXPECT_NEAR(gain.ratio, 440.0 / 140, 1e-12);
  EXPECT_FALSE(gain.insideNoise());
  EXPECT_GT(gain.low, 2.4);
  EXPECT_LT(gain.high, 4);
  EXPECT_EQ(ratioOf(dram, TimeSums{}).ratio, 1); // no time, no ratio
}
