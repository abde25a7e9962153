//===- SubgraphAnalysis.h - What one subgraph touches per step --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the verifier. Every tensor of a subgraph is used through slices whose rows and columns follow one of three
// axes; from the sinks backwards (S = output tile):
//
//     sink MatMul:  LHS rows Tile, cols Depth       inner MatMul with result (r, c):  LHS rows r,     cols Whole
//                   RHS rows Depth, cols Tile                                          RHS rows Whole, cols c
//     Pointwise with result (r, c): inputs (r, c)
//
// An axis with one position only (one tile column, one step) is Whole, whatever it was made from.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_SUBGRAPHANALYSIS_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_SUBGRAPHANALYSIS_H

#include "alcove/Plan/GraphSchedule/Problem.h"

#include <compare>
#include <span>

namespace alcove::plan::schedule {

enum class DemandAxis : uint8_t { Whole, Tile, Depth };

/// How an operation's result is asked for.
struct Demand {
  DemandAxis rows = DemandAxis::Tile, cols = DemandAxis::Tile;
  /// Leaves through the output tile, directly or through pointwise operations.
  bool throughTile = true;
  auto operator<=>(const Demand &) const = default;
};

/// A slice of an input, used by one operation or more.
struct InputSlice {
  int32_t tensor;
  DemandAxis rows, cols;
  /// Steps of a tile in which it is used: [0, steps) or only the last one.
  int64_t steps;
  bool onlyLast;
};

struct SubgraphAnalysis {
  int64_t gridWidth = 0, gridHeight = 0;
  int64_t columns = 0, rows = 0, depthSteps = 1;
  /// Longest reduction of a MatMul that leaves through the tile; 0 if there is none.
  int64_t depth = 0;
  /// Parallel to the ops of the subgraph.
  std::vector<Demand> demands;
  /// One entry per use, in order of operations: the same slice may occur again. Tensors made inside are left out.
  std::vector<InputSlice> inputs;
  /// Produced and not consumed inside.
  std::vector<int32_t> outputs;
  /// Produced and consumed inside.
  std::vector<int32_t> internal;
  /// Results of split MatMuls that leave through the tile and are consumed inside.
  std::vector<int32_t> ephemeralAccumulators;
};

/// Rules GS-S5 to GS-S11 (granularity and structure) for one subgraph, `where` names it in errors.
Result<SubgraphAnalysis> analyse(const Problem &problem, const std::vector<int32_t> &producer, const Subgraph &subgraph,
                                 const Rules &rules, const std::string &where);

/// Rules GS-L1 to GS-L7: walks over all steps. `resident` and `retained` tensors are in fast memory, whole.
Result<SubgraphReport> price(const Problem &problem, const Subgraph &subgraph, const SubgraphAnalysis &analysis,
                             std::span<const int32_t> resident, const Rules &rules, const std::string &where);

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_SUBGRAPHANALYSIS_H
