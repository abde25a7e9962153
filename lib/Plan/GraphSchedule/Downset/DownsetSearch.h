//===- DownsetSearch.h - Exact schedules by dynamic programming -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming over (executed operations, resident tensors, lost tensors). `Executed` is a downset of the graph;
// a tensor is lost if it was made, still has readers, and is neither in slow memory nor resident: it was ephemeral, and
// whoever reads it must make it again. With no lost tensors allowed this is the problem without recomputation.
//
//      ({}, {}, {}) ──[0 1]──► ({0,1}, {}, {t1}) ──[0 2]──► ({0,1,2}, {}, {})
//                   ──[0]────► ({0}, {t1}, {})   ──[1 2]──► …                    one step = one subgraph
//
// Serenity (MLSys 2020) uses downsets for peak memory; the set of candidate subgraphs is enumerated beforehand (ESU,
// Wernicke 2006). States whose cost plus an admissible bound reaches the incumbent are dropped, so a search that ends
// without being cut proves that nothing is better than the incumbent or its own answer.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_DOWNSETSEARCH_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_DOWNSETSEARCH_H

#include "../Groups/GroupPlan.h"
#include "../Groups/Improve.h"

namespace alcove::plan::schedule {

/// Sets of up to 128 operations.
using OpMask = unsigned __int128;

struct CandidateGroup {
  OpMask ops;
  /// Makers of what it reads from outside.
  OpMask inputMakers;
  /// Operations whose result is read inside / is not read inside.
  OpMask internal, outer;
  /// Price with nothing resident and nothing retained.
  double price;
  /// No way to run it costs less than this above the keep prices of what it keeps.
  double leastAfterKeeping = -std::numeric_limits<double>::infinity();
};

/// What a group delivers in one way of running it, by the number of its price, and what that costs.
struct CoveringColumn {
  std::vector<std::pair<int32_t, double>> entries;
  double cost = 0;
};

struct CandidateOptions {
  /// Sets that are not convex can only run if something inside them runs for the second time.
  bool recompute = true;
  bool retention = true;
  size_t visitLimit = 400000;
  /// Shares of another bound (GraphSchedule/Bound/PricingBound.h) to go on from; empty: none.
  std::vector<double> startShares;
  /// Columns of another listing of the same graph with the same options, from which its prices go on.
  std::vector<CoveringColumn> startColumns;
  /// Groups that no schedule cheaper than this can contain may be left out: all that the shares exclude.
  double incumbent = std::numeric_limits<double>::infinity();
};

/// All connected groups that some granularity can run; `complete` is false if the limit came first.
struct CandidateSet {
  std::vector<CandidateGroup> groups;
  bool complete = false;
  /// Some groups were left out because no schedule below the incumbent can hold them.
  bool narrowed = false;
  uint64_t visited = 0;
  /// Prices of a feasible solution of the dual of the covering program (Bound/CoveringShares.cpp), so that their total is
  /// a lower bound. Per operation, the sum of its deliveries.
  std::vector<double> shares;
  /// The shares by deliveries: per operation, one part for each reader of its result (one part if it has no reader).
  std::vector<std::vector<double>> deliveryShares;
  /// Per operation, what who keeps its result receives from who finds it.
  std::vector<double> keepPrices;
  /// The least part of its share that any group charges an operation.
  std::vector<double> rerunShares;
  double shareTotal = 0;
  /// All columns that the prices were found with.
  std::vector<CoveringColumn> columns;
};

CandidateSet enumerateGroups(GroupPricer &pricer, const CandidateOptions &options, const StopSignal &stop);
/// Fills the prices by at most `rounds` rounds of column generation, and drops the groups that no schedule below the
/// incumbent can hold. Only for complete sets; leaves the prices empty if `stop` came first.
void raiseShares(GroupPricer &pricer, const CandidateOptions &options, CandidateSet &candidates, int rounds,
                 const StopSignal &stop);

struct DownsetOptions {
  bool recompute = true;
  bool retention = true;
  /// Only schedules cheaper than this are of interest.
  double incumbent = std::numeric_limits<double>::infinity();
  /// States per number of executed operations; 0: all.
  size_t beam = 0;
  /// Transitions tried before giving up.
  uint64_t workLimit = 50'000'000;
};

struct DownsetResult {
  /// Empty if nothing beats the incumbent.
  std::vector<ScheduledGroup> sequence;
  double cost = std::numeric_limits<double>::infinity();
  /// Every state that could lead to a better schedule was expanded.
  bool complete = false;
  uint64_t work = 0, states = 0;
};

/// Needs at most 128 operations with one result each; otherwise the answer is empty and not complete.
DownsetResult searchDownsets(GroupPricer &pricer, const CandidateSet &candidates, const DownsetOptions &options,
                             const StopSignal &stop);

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_DOWNSETSEARCH_H
