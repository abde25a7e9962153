//===- Planner.h - The planner and its switches -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   presolve ──► dual ascent ∥ window search ∥ window search ──► gap closing
//              (bound)       (incumbents)                       (fixing + frontier search, doubling its width)
//
// The three lanes of an epoch read the state of the previous epoch and meet at its end, so one thread and two give the
// same result. Stages are described in docs/rationale/LayoutChoice.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_LAYOUTCHOICE_PLANNER_H
#define ALCOVE_PLAN_LAYOUTCHOICE_PLANNER_H

#include "alcove/Plan/LayoutChoice/Policy.h"

namespace alcove::plan {

/// Every technique can be left out; the result stays valid, only the cost, the bound or the time suffers.
struct PlannerOptions {
  bool arcConsistency = true;
  bool capacityLabels = true;
  bool capacityPairs = true;
  bool contraction = true;
  bool separableEdges = true;
  bool dominance = true;
  bool elimination = true; ///< of nodes without bytes, degree <= 2
  bool prices = true;      ///< multipliers on the capacity; off = potentials only
  bool priceBlocks = true; ///< prices of wide problems move in blocks of rows first
  bool shares = true;      ///< prices move by what nodes like best, ties in shares, too
  bool leaps = true;       ///< potentials go on as they went, now and then
  bool repair = true;      ///< of every decoded labelling: changes of single nodes until it fits
  bool windows = true;     ///< window search; off = decoded labellings only
  bool forests = true;     ///< search by trees of nodes, where there are thousands
  bool freeForests = true; ///< they first search without the capacity; part of forests
  bool restriction = true; ///< and with the nodes of many neighbours decided; part of forests
  bool gapClosing = true;  ///< fixing by reduced cost and the frontier search over everything
  bool frontier = true;    ///< frontier search over everything that is left; part of gap closing
  bool branching = true;   ///< branch and bound when that is truncated; part of gap closing
  bool relaxation =
      true; ///< reductions at fixed prices, without the capacity, when the rest is truncated; part of gap closing
  bool hubs = true;        ///< boxes of what is left then, split at nodes of many neighbours; part of relaxation
  bool smooth = true;      ///< and prices that soft minima lead to, for bound and searches; part of relaxation
  bool certificate = true; ///< keep what `checkBound` needs
  uint64_t seed = 1;
  Cost cutoff = infiniteCost; ///< what costs as much is not wanted: the search ends when the bound is there
  std::vector<int32_t> start; ///< a choice per node to begin with; nothing, or not valid: without
};

/// A run of the planner that can go on later with more work: advancing in two steps finds what one step with the work
/// of both finds, where the first is not cut short by the clock. `problem` has passed `check` and outlives the run.
class LayoutRun {
public:
  LayoutRun(const LayoutChoice &problem, PlannerOptions options);
  ~LayoutRun();
  /// Limits count from here on; work and epochs of the result are those of all steps.
  LayoutResult advance(const Budget &budget, LayoutObserver *observer = nullptr);

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation;
};

std::unique_ptr<LayoutPolicy> makeLayoutPlanner(const PlannerOptions &options = {});

} // namespace alcove::plan

#endif // ALCOVE_PLAN_LAYOUTCHOICE_PLANNER_H
