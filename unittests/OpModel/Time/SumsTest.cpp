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

TEST(TimeSumsTest, TimesOfACellErrTogetherCellsIndependently) {
  // Twice 100 (70..140) of one cell: 200 (140..280). With 300 (260..380) of another: 500 - sqrt(60^2 + 40^2) ...
  TimeWithInterval one = sumsOf({runtime(100, 70, 140, 3), runtime(100, 70, 140, 3)}).total();
  EXPECT_DOUBLE_EQ(one.lowNs, 140);
  EXPECT_DOUBLE_EQ(one.highNs, 280);
  TimeWithInterval two =
      sumsOf({runtime(100, 70, 140, 3), runtime(100, 70, 140, 3), runtime(300, 270, 360, 7)}).total();
  EXPECT_DOUBLE_EQ(two.ns, 500);
  EXPECT_DOUBLE_EQ(two.highNs, 600);                     // 80 and 60: 100
  EXPECT_NEAR(two.lowNs, 500 - std::sqrt(4500.0), 1e-9); // 60 and 30
}

TEST(TimeSumsTest, ExactTimesDoNotMove) {
  TimeWithInterval total = sumsOf({runtime(100, 0, 0, -1), runtime(100, 90, 120, 0)}).total();
  EXPECT_EQ(total, (TimeWithInterval{200, 190, 220}));
}

TEST(TimeSumsTest, WhatTwoProgramsShareCancels) {
  TimeSums same = sumsOf({runtime(100, 50, 200, 5)});
  RatioWithInterval ratio = ratioOf(same, same);
  EXPECT_EQ(ratio.ratio, 1);
  EXPECT_EQ(ratio.low, 1);
  EXPECT_EQ(ratio.high, 1);
  // The same times of two cells do not cancel: 2 and 0.5 times each, logarithms add as squares.
  RatioWithInterval apart = ratioOf(same, sumsOf({runtime(100, 50, 200, 6)}));
  EXPECT_NEAR(apart.high, std::exp2(std::sqrt(2.0)), 1e-9);
  EXPECT_NEAR(apart.low, 1 / apart.high, 1e-9);
  EXPECT_TRUE(apart.insideNoise());
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
