//===- TimeSums.h - How far sums of times may be off ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum of many times is surer than each, unless they err together. The assumption: times of one cell of
// TimeIntervals.h, a family of ops and what bounds them, err by the same factor; times of different cells err
// independently of each other.
//
//              plan     all in DRAM        the cell may be 10 % slower or faster:
//   matmul/DRAM  40 us      40 us            in both programs at once, so that what they share cancels in their ratio
//   matmul/NoC   10 us       0 us
//   eltwise/DRAM  0 us      90 us            (40 + 90 +- 9) / (40 + 10)
//
// So every cell moves the sum, or the ratio of two sums, by itself; the moves are added as squares.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_TIMESUMS_H
#define ALCOVE_OPMODEL_TIMESUMS_H

#include "alcove/OpModel/OpModel.h"

#include <array>

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

/// Sums by cell; times without an interval (measured ones, or of another backend) are exact.
struct TimeSums {
  static constexpr size_t numCells = 10 * 4 + 1; ///< families times regimes of TimeIntervals.h; the last: exact times
  std::array<TimeWithInterval, numCells> cells{};

  void add(const Runtime &runtime);
  TimeWithInterval total() const;
};

/// `of` over `to`: how much faster the program of `to` is. 1 when either is no time.
RatioWithInterval ratioOf(const TimeSums &of, const TimeSums &to);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_TIMESUMS_H
