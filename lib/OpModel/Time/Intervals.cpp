//===- Intervals.cpp - How far a time may be off ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeIntervals.h"

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

const char *opmodel::toString(TimeFamily family) {
  static constexpr const char *names[numTimeFamilies] = {
      "Elementwise",   "Matmul",    "DataMovement", "LayoutConversion", "Resharding", "Convolution",
      "Normalization", "Attention", "Heads",        "Collective"};
  return names[static_cast<size_t>(family)];
}

const char *opmodel::toString(TimeRegime regime) {
  static constexpr const char *names[numTimeRegimes] = {"Launch", "Compute", "Dram", "Noc"};
  return names[static_cast<size_t>(regime)];
}

TimeRegime opmodel::regimeOf(const Runtime &runtime) {
  if (2 * runtime.launchNs >= runtime.totalNs)
    return TimeRegime::Launch;
  if (runtime.computeNs >= runtime.dramNs && runtime.computeNs >= runtime.nocNs)
    return TimeRegime::Compute;
  return runtime.dramNs >= runtime.nocNs ? TimeRegime::Dram : TimeRegime::Noc;
}

const TimeIntervalTable &opmodel::timeIntervals() {
  static const TimeIntervalTable table = [] {
    TimeIntervalTable result{};
#define ALCOVE_TIME_INTERVAL(family, regime, low, high, fromNs, toNs, questions)                                       \
  result[static_cast<size_t>(TimeFamily::family)][static_cast<size_t>(TimeRegime::regime)] = {low, high, fromNs, toNs, \
                                                                                              questions};
#include "alcove/OpModel/TimeIntervals.def"
#undef ALCOVE_TIME_INTERVAL
    return result;
  }();
  return table;
}

void opmodel::setInterval(Runtime &runtime, TimeFamily family, const TimeIntervalTable &table) {
  const TimeInterval &cell = table[static_cast<size_t>(family)][static_cast<size_t>(regimeOf(runtime))];
  runtime.errorCell =
      static_cast<int8_t>(static_cast<size_t>(family) * numTimeRegimes + static_cast<size_t>(regimeOf(runtime)));
  if (!(runtime.totalNs > 0)) {
    runtime.lowNs = runtime.highNs = runtime.totalNs;
    return;
  }
  double beyond = 1;
  if (cell.toNs > 0)
    beyond = std::max({1.0, runtime.totalNs / cell.toNs, cell.fromNs / runtime.totalNs});
  if (beyond <= 1) {
    runtime.lowNs = runtime.totalNs * cell.low;
    runtime.highNs = runtime.totalNs * cell.high;
    return;
  }
  double wider = 1 + std::log2(beyond) / 4;
  runtime.lowNs = runtime.totalNs * std::pow(cell.low, wider);
  runtime.highNs = runtime.totalNs * std::pow(cell.high, wider);
}
