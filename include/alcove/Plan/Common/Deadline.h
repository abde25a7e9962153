//===- Deadline.h - When to stop whatever is running ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Long loops ask `passed` now and then and return early. What they had done is thrown away together with the epoch
// that they belong to, so the result is still that of a whole number of epochs.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_COMMON_DEADLINE_H
#define ALCOVE_PLAN_COMMON_DEADLINE_H

#include "alcove/Plan/Common/Budget.h"

#include <algorithm>
#include <chrono>

namespace alcove::plan {

class Deadline {
public:
  Deadline() = default;
  /// `seconds` from now; `cancelled` may be null.
  Deadline(double seconds, const std::atomic<bool> *cancelled) : cancelled(cancelled) {
    if (seconds < 1e8)
      at = std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
  }
  explicit Deadline(const Budget &budget) : Deadline(budget.seconds, budget.cancelled) {}
  /// Until the limit; 0 when it passed, infinity when there is none.
  double secondsLeft() const {
    if (at == std::chrono::steady_clock::time_point::max())
      return std::numeric_limits<double>::infinity();
    return std::max(0.0, std::chrono::duration<double>(at - std::chrono::steady_clock::now()).count());
  }
  bool passed() const {
    return (cancelled && cancelled->load(std::memory_order_relaxed)) ||
           (at != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= at);
  }

private:
  std::chrono::steady_clock::time_point at = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool> *cancelled = nullptr;
};

/// Null = no limit.
inline bool passed(const Deadline *deadline) { return deadline && deadline->passed(); }

} // namespace alcove::plan

#endif // ALCOVE_PLAN_COMMON_DEADLINE_H
