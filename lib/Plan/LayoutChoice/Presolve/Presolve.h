//===- Presolve.h - Smaller problems with the same optimum ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_PRESOLVE_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_PRESOLVE_H

#include "Kernel.h"
#include "alcove/Plan/Common/Deadline.h"

namespace alcove::plan::layout {

/// One switch per rule; the rules are explained in Certificate.h, where their proof steps stand.
struct PresolveOptions {
  bool arc = true;
  bool capacity = true;
  bool conflict = true;
  bool contract = true;
  bool separable = true;
  bool dominate = true;
  bool eliminate = true;
};

/// So many entries that the reductions look at take as long as a unit of the rest.
inline constexpr uint64_t presolvePace = 8;

/// What a run of the reductions did.
struct PresolveCounts {
  size_t arcs = 0, capacities = 0, conflicts = 0, contractions = 0, separables = 0, dominated = 0, eliminations = 0;
  size_t rounds = 0;
};

/// Applies the rules until none changes anything. Every rule keeps at least one optimal assignment, and every
/// assignment of the result postsolve steps to one of the same cost. Adds about one unit per table entry looked at to
/// `work`. When the deadline passes the rest is left out: a prefix of the steps is as good a kernel, only larger.
void presolve(Kernel &kernel, const PresolveOptions &options, PresolveCounts &counts, uint64_t &work,
              const Deadline *deadline = nullptr);

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_PRESOLVE_H
