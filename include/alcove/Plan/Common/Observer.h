//===- Observer.h - Calls that report on a run ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_COMMON_OBSERVER_H
#define ALCOVE_PLAN_COMMON_OBSERVER_H

#include <cstdint>

namespace alcove::plan {

/// State of a run, told to an observer when an epoch ends.
template <typename Number, typename Solution>
struct RunProgress {
  const char *stage;
  uint64_t epoch;
  Number incumbent;
  Number bound;
  const Solution *solution = nullptr; ///< of `incumbent`, if any; valid during the call
};

/// Changes nothing: with and without one a run gives the same result.
template <typename Number, typename Solution>
class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void progress(const RunProgress<Number, Solution> &progress) = 0;
};

} // namespace alcove::plan

#endif // ALCOVE_PLAN_COMMON_OBSERVER_H
