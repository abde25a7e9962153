//===- TimeSums.h - How far sums of times may be off ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum of many times is surer than each, as far as they do not err together. The error of a time has two parts:
//
//   shared  a fifth of its variance: times of one cell of TimeIntervals.h, a family of ops and what bounds them, err by
//           the same factor in one program. Measured: the residuals of 780 questions correlate by 0.21 within source,
//           family and bound (OpModelCalibrate --correlation).
//   own     the rest: equal questions err equally, wherever they occur, others independently.
//
//              plan     all in DRAM        an error moves both programs at once, so that what they share cancels:
//   q1 matmul    40 us      40 us            (40 + 90) / (40 + 10), q1 10 % slower: (44 + 90) / (44 + 10)
//   q2 matmul    10 us       0 us
//   q3 add        0 us      90 us
//
// Every part moves the sum, or the ratio of two sums, by itself; the moves are added as squares.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_TIMESUMS_H
#define ALCOVE_OPMODEL_TIMESUMS_H

#include "alcove/OpModel/OpModel.h"

#include <map>

namespace alcove::opmodel {

/// A time with its 90 % interval.
struct TimeWithInterval {
  Nanoseconds ns = 0, lowNs = 0, highNs = 0;
  bool operator==(const TimeWithInterval &) const = default;
};

/// Ratio of two sums with its 90 % interval.
struct RatioWithInterval {
  double ratio = 1, low = 1, high = 1;
  /// The interval contains 1: which sum is larger is not certain.
  bool insideNoise() const { return low <= 1 && high >= 1; }
};

/// Times of a program by question; times without an interval (measured ones, or of another backend) are exact.
struct TimeSums {
  /// Ops of one cell with the same time to the picosecond ask the same question.
  struct Question {
    int64_t cell, picoseconds;
    auto operator<=>(const Question &) const = default;
  };
  struct Times {
    int64_t count = 0;
    Nanoseconds lowNs = 0, highNs = 0; ///< of one
  };
  static constexpr double sharedVariance = 0.2;
  std::map<Question, Times> questions;

  void add(const Runtime &runtime);
  TimeWithInterval total() const;
};

/// `of` over `to`: how much faster the program of `to` is. 1 when either is no time. O((n + m) log(n + m)).
RatioWithInterval ratioOf(const TimeSums &of, const TimeSums &to);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_TIMESUMS_H
