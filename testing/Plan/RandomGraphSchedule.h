//===- RandomGraphSchedule.h - Seeded graph scheduling problems -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_RANDOMGRAPHSCHEDULE_H
#define ALCOVE_TESTING_PLAN_RANDOMGRAPHSCHEDULE_H

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/GraphSchedule/Problem.h"

namespace alcove::plan::schedule {

struct RandomGraphOptions {
  int32_t ops = 6;
  /// Widths and heights of new tensors are drawn from these.
  std::vector<int64_t> extents = {4, 6, 8};
  int64_t nativeWidth = 4, nativeHeight = 4;
  int64_t capacityLow = 30, capacityHigh = 200;
  int64_t bandwidthLow = 1, bandwidthHigh = 10;
  int64_t costLow = 0, costHigh = 40;
  double matmulShare = 0.5;
  /// An operand is one of the `window` newest tensors of the right shape, if there is one, with probability `reuse`.
  int32_t window = 8;
  double reuse = 0.8;
};

/// A valid problem: operands are earlier results or inputs of the right shape, new inputs are added where none fits.
Problem randomGraph(Random &random, const RandomGraphOptions &options);

/// `blocks` transformer blocks (attention projections, scores, context, output, two-layer MLP, residual adds) over
/// `tokens` × `width` activations: 14 operations a block.
Problem transformerStack(int32_t blocks, int64_t tokens, int64_t width, int64_t capacity, int64_t bandwidth);

} // namespace alcove::plan::schedule

#endif // ALCOVE_TESTING_PLAN_RANDOMGRAPHSCHEDULE_H
