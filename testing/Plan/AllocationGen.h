//===- AllocationGen.h - Seeded allocation problems -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_ALLOCATIONGEN_H
#define ALCOVE_TESTING_PLAN_ALLOCATIONGEN_H

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Allocation/Problem.h"

namespace alcove::plan {

/// What a random problem may contain; lifetimes lie in [0, maxTime), sizes in [1, maxSize].
struct RandomAllocationOptions {
  size_t buffers = 6;
  int64_t maxTime = 8;
  Bytes maxSize = 6;
  Bytes capacity = 12;
  /// Chance per buffer.
  double alignment = 0;
  double gap = 0;
  double window = 0;
  double fixedOffset = 0;
  double hint = 0;
};

AllocationProblem randomAllocation(const RandomAllocationOptions &options, Random &random);

/// The rectangle time x capacity cut into `buffers` pieces by random straight cuts, in random order: every moment is
/// full, so the capacity is minimal and there is no byte to waste. Offsets exist by construction.
AllocationProblem tiledAllocation(size_t buffers, int64_t time, Bytes capacity, Random &random);

} // namespace alcove::plan

#endif // ALCOVE_TESTING_PLAN_ALLOCATIONGEN_H
