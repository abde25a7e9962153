//===- Bound.h - Lower bounds on the height ---------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_ALLOCATION_BOUND_H
#define ALCOVE_PLAN_ALLOCATION_BOUND_H

#include "alcove/Plan/Allocation/Problem.h"

namespace alcove::plan {

/// No solution is lower than `bytes`; `time` is a moment that shows it, on the core where these buffers lie.
struct AllocationBound {
  Bytes bytes = 0;
  int64_t time = 0;
  std::vector<uint32_t> core = {}; ///< buffers, ascending
};

/// The larger of
///  - the bytes live at the busiest moment of a core ("max-live", "load"); where all alignments share a divisor g,
///    every buffer but the topmost ends on a multiple of g before the next one starts, so each but one counts rounded
///    up to g;
///  - the end of the highest fixed buffer.
/// Assumes `check`. O(n log n).
AllocationBound allocationLowerBound(const AllocationProblem &problem);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_ALLOCATION_BOUND_H
