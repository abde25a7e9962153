//===- GapClosing.h - From a small gap to a proof ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With an incumbent of cost U only assignments of cost < U matter. A label whose reduced cost above the dual bound
// reaches U - bound cannot be in one and is removed; what is left reduces further, has a better bound, loses more
// labels. When nothing falls any more the frontier search runs over all nodes, with twice the width each time it was
// truncated: either it finds something cheaper, or, untruncated, it proves that there is nothing.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_GAPCLOSING_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_GAPCLOSING_H

#include "../Dual/DualAscent.h"
#include "../Presolve/Presolve.h"
#include "../Search/FrontierSearch.h"
#include "Branching.h"

#include <optional>

namespace alcove::plan::layout {

class GapClosing {
public:
  GapClosing(const LayoutChoice &problem, const std::vector<int64_t> &position, const ClosingOptions &options)
      : problem(problem), position(position), options(options) {}

  /// One step: a piece of ascent with fixing, one frontier search, or some boxes of branch and bound. `base` is the
  /// kernel without fixing, `start` its ascent. No search takes more than `most`. A deadline is for all runs: the one in which it passes is the last.
  uint64_t run(const Kernel &base, Dual &start, uint64_t work, uint64_t most, Cost incumbent, const Deadline *deadline);
  /// Proved, or nothing is left to try.
  bool finished() const { return done; }
  bool branches() const { return branching != nullptr; }
  /// What the next step takes at least: about a box of branch and bound.
  uint64_t leastWork() const;
  /// Proved so far.
  Cost bound() const { return best; }
  /// What `checkBound` needs to re-derive `bound()`.
  LayoutCertificate certificate() const;
  /// Choices of all nodes, when a step found something cheaper than its incumbent; else empty.
  const std::vector<int32_t> &solution() const { return found; }

private:
  /// False when the deadline passed before there was a model to work on.
  bool begin(const Kernel &base, Dual &start, const Deadline *deadline);
  bool fix(Cost incumbent, const Deadline *deadline);
  void endSearch();
  uint64_t searchAll(Cost incumbent, uint64_t most, const Deadline *deadline);
  uint64_t runBranching(uint64_t work, const Deadline *deadline);
  void offer(const std::vector<int32_t> &labels, Cost incumbent);

  const LayoutChoice &problem;
  const std::vector<int64_t> &position;
  ClosingOptions options;
  Kernel kernel;
  std::unique_ptr<Model> model;
  std::unique_ptr<DualAscent> ascent;
  std::unique_ptr<Branching> branching;
  std::vector<int32_t> found;
  Cost best = -infiniteCost;
  Cost rootProved = -infiniteCost; ///< without the tree of `branching`
  Cost aimedAt = infiniteCost;     ///< incumbent that the fixing used
  size_t width = 1024;             ///< of the next frontier search
  int64_t missedReducedCost = 0;   ///< below which the last search missed nothing
  int fixings = 0;
  // The state that proved `best`: a prefix of the kernel's log and what came behind it.
  std::vector<DualCertificate> duals;
  size_t proofSteps = 0;
  std::optional<DualCertificate> proofDual;
  std::vector<int32_t> proofOrder; ///< not empty = by search
  SearchBounds proofBounds;        ///< of that search
  bool proofByTree = false;        ///< behind all steps comes the tree of `branching`
  bool done = false;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_GAPCLOSING_H
