//===- TimeIntervals.h - How far a time may be off --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every time comes with a 90 % interval. Residuals of measured questions, measured over estimated, are collected in
// cells by family and by what the time consists of; a cell keeps their 5 % and 95 % quantiles:
//
//              launch   compute   dram    noc        regime: what most of the time is
//   matmul      [..]     [..]     [..]    [..]
//   heads       [..]     [..]     [..]    [..]       cells with few questions lean on the family, families on all
//
// A time beyond those that a cell has seen is extrapolated: its interval is wider, by a quarter (of the logarithm) for
// every factor of two.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_TIMEINTERVALS_H
#define ALCOVE_OPMODEL_TIMEINTERVALS_H

#include "alcove/OpModel/TimeParameters.h"

#include <array>

namespace alcove::opmodel {

enum class TimeFamily : uint8_t {
  Elementwise,
  Matmul,
  DataMovement,
  LayoutConversion,
  Resharding,
  Convolution,
  Normalization,
  Attention,
  Heads,
  Collective
};
constexpr size_t numTimeFamilies = 10;
const char *toString(TimeFamily family);

/// The resource that dominates a time: the launch when it is half of the time or more, else the largest part.
enum class TimeRegime : uint8_t { Launch, Compute, Dram, Noc };
constexpr size_t numTimeRegimes = 4;
const char *toString(TimeRegime regime);
TimeRegime regimeOf(const Runtime &runtime);

struct TimeInterval {
  double low = 0.5, high = 2;       ///< factors on the estimate
  Nanoseconds fromNs = 0, toNs = 0; ///< estimates that the residuals are of; 0, 0: none
  int64_t questions = 0;
};

/// Intervals by family, then by regime.
using TimeIntervalTable = std::array<std::array<TimeInterval, numTimeRegimes>, numTimeFamilies>;
/// The table of TimeIntervals.def, written by bench/OpModel/Calibrate.cpp --intervals.
const TimeIntervalTable &timeIntervals();

/// Sets lowNs and highNs of a runtime of a family.
void setInterval(Runtime &runtime, TimeFamily family, const TimeIntervalTable &table);

/// Family whose model answers the query's op, as estimateRuntime finds it; nothing for an op without a time model.
struct TimedFamily {
  Runtime runtime;
  TimeFamily family;
};
std::optional<TimedFamily> estimateWithFamily(const Query &query, const ChipParameters &chip,
                                              const TimeParameters &parameters, Explanation *why = nullptr);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_TIMEINTERVALS_H
