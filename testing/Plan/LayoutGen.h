//===- LayoutGen.h - Seeded layout problems and a shrinker ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The topologies are those of networks; costs and bytes follow one layout model: a candidate is a memory (slow or fast)
// and a layout family; a node in fast memory is cheap to run and costs bytes; an edge costs a move when the families
// or memories of its two ends differ, and some pairs are impossible.
//
//   Chain        o-o-o-o-o                    Residual   o-o-o-+-o-o-o-+-o     (every third output is used again)
//                                                         \_____/ \_____/
//   UNet         o-o-o-o-o-o-o-o-o            Transformer  layers of q,k,v,scores,... and two nodes (rope, mask)
//                 \ \_________/ /                          that every layer reads
//                  \___________/
//
//   Wide         many nodes live at once, each for a random time; three of four have one reader, at the end of it
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_LAYOUTGEN_H
#define ALCOVE_TESTING_PLAN_LAYOUTGEN_H

#include "alcove/Plan/LayoutChoice/Problem.h"

#include <functional>
#include <string_view>

namespace alcove::plan {

enum class Topology { Chain, Residual, UNet, Transformer, Wide };
std::string_view nameOf(Topology topology);

struct LayoutGenOptions {
  Topology topology = Topology::Residual;
  int32_t nodes = 200;
  int32_t candidates = 12;
  /// Capacity as a share of the peak when every node takes its own cheapest candidate.
  double capacityShare = 0.5;
  uint64_t seed = 1;
  /// Wide: how many nodes are live at once, on average.
  int32_t live = 1000;
};

/// The same problem for the same options on every machine; passes `check`. A solution always exists: with every node
/// in slow memory nothing counts.
LayoutChoice generateLayout(const LayoutGenOptions &options);

/// Small problems without structure, for comparison with exhaustive search: up to `nodes` nodes and `candidates`
/// candidates, infinite costs, negative costs, empty intervals, parallel edges, extra usages, colocations, in-place
/// choices. Some have no solution.
LayoutChoice randomLayout(uint64_t seed, int32_t nodes, int32_t candidates);

/// The smallest problem found by removing nodes, edges, candidates and extras one at a time for which `fails` is still
/// true. For turning a failure of a fuzzer into a unit test.
LayoutChoice shrinkLayout(LayoutChoice problem, const std::function<bool(const LayoutChoice &)> &fails);

} // namespace alcove::plan

#endif // ALCOVE_TESTING_PLAN_LAYOUTGEN_H
