//===- Budget.h - When a policy stops ---------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_COMMON_BUDGET_H
#define ALCOVE_PLAN_COMMON_BUDGET_H

#include <atomic>
#include <cstdint>
#include <limits>

namespace alcove::plan {

/// When to stop: the same for every kind of problem. Work units are deterministic and each kind says what it counts;
/// `epochs` is the number of rounds of its main loop. Where a limit of seconds leaves a whole number of epochs (layout
/// choice, exact allocation), giving the number that was reported reproduces the run; elsewhere work does.
struct Budget {
  uint64_t workUnits = std::numeric_limits<uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  uint64_t epochs = std::numeric_limits<uint64_t>::max();
  int threads = 1;
  /// Set by a signal handler: stop with the best so far.
  const std::atomic<bool> *cancelled = nullptr;
};

} // namespace alcove::plan

#endif // ALCOVE_PLAN_COMMON_BUDGET_H
