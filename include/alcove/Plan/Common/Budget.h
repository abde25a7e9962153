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

/// When to stop. Work units are deterministic (about one touched table entry each); seconds may only stop a run at the
/// end of an epoch, whose number is reported: giving that number as `epochs` reproduces the run.
struct Budget {
  uint64_t workUnits = std::numeric_limits<uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  uint64_t epochs = std::numeric_limits<uint64_t>::max();
  int threads = 1;
  /// Set by a signal handler: stop at the next epoch with the best so far.
  const std::atomic<bool> *cancelled = nullptr;
};

} // namespace alcove::plan

#endif // ALCOVE_PLAN_COMMON_BUDGET_H
