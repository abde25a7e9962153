//===- Outcome.h - What a run proved and took -------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_COMMON_OUTCOME_H
#define ALCOVE_PLAN_COMMON_OUTCOME_H

#include <cstdint>
#include <string>

namespace alcove::plan {

/// What stands beside a solution. `Number` is the type of the problem's costs.
template <typename Number>
struct RunOutcome {
  Number bound{};      ///< no solution costs less
  bool proved = false; ///< the solution's cost is the bound, or no solution exists
  std::string stage;   ///< where the run ended
  uint64_t epochs = 0;
  uint64_t work = 0; ///< in the units of the budget
};

} // namespace alcove::plan

#endif // ALCOVE_PLAN_COMMON_OUTCOME_H
