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
  /// One or two ranges out of eight cores.
  double cores = 0;
};

AllocationProblem randomAllocation(const RandomAllocationOptions &options, Random &random);

/// The rectangle time x capacity cut into `buffers` pieces by random straight cuts, in random order: every moment is
/// full, so the capacity is minimal and there is no byte to waste. Offsets exist by construction.
AllocationProblem tiledAllocation(size_t buffers, int64_t time, Bytes capacity, Random &random);

/// How lifetimes of many buffers are drawn; sizes are multiples of 64 up to 64,000, over all magnitudes alike where
/// lifetimes are.
enum class Lifetimes {
  Short,   ///< up to 1,000 steps, all magnitudes alike: some 140 live at a time, whatever their number
  Scaled,  ///< up to the whole, all magnitudes alike
  Tenth,   ///< up to a tenth of the whole
  Ends,    ///< any two moments
  Training ///< half nested in each other, as activations are that the way back reads, half short
};

/// As many buffers as that, one moment for each of them.
AllocationProblem manyBuffers(Lifetimes lifetimes, size_t buffers, Random &random);

} // namespace alcove::plan

#endif // ALCOVE_TESTING_PLAN_ALLOCATIONGEN_H
