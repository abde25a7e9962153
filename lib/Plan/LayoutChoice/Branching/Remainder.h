//===- Remainder.h - What reductions leave of a changed problem -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_REMAINDER_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_REMAINDER_H

#include "../Dual/DualAscent.h"
#include "../Presolve/Presolve.h"
#include "../Search/ForestSearch.h"

#include <memory>
#include <optional>

namespace alcove::plan::layout {

/// A kernel that was changed and reduced again, with sweeps and a search of its own.
struct Remainder {
  Remainder(Kernel reduced, const std::vector<int64_t> &position, const AscentOptions &options)
      : kernel(std::move(reduced)), model(buildModel(kernel, position)), ascent(model, options) {}

  /// Of `changed`, a kernel that was `base`: from the best potentials of `dual`, whose model is that of `base`, and one
  /// sweep of `step` on, so that there is something to decode. Adds to `work`. Null: the deadline passed before, or nothing
  /// is left.
  static std::unique_ptr<Remainder> of(Kernel changed, const Kernel &base, const Dual &dual,
                                       const std::vector<int64_t> &position, const PresolveOptions &reductions,
                                       const AscentOptions &options, double step, uint64_t &work,
                                       const Deadline *deadline);

  /// The labels of a choice, a candidate for every node of the problem; where a candidate is gone, what the sweeps like.
  std::vector<int32_t> labelsOf(const std::vector<int32_t> &choice) const;
  /// A candidate for every node of the problem, of which there are `nodes`.
  std::vector<int32_t> choiceOf(const std::vector<int32_t> &labels, size_t nodes) const;

  uint64_t workOf(uint64_t sweeps) const { return sweeps * ascent.dual.workPerSweep(); }
  /// Counts the search's work, and after as much as `sweeps` take whether it closed more than `leastGain` of the gap.
  void judge(uint64_t searched, uint64_t sweeps, double leastGain);

  Kernel kernel;
  Model model;
  DualAscent ascent;
  std::optional<ForestSearch> forests;
  RoundedDual guide;
  Cost reached = infiniteCost; ///< by the search, when its gain was last judged
  uint64_t spent = 0;          ///< since then
  int stale = 0;               ///< judgements in a row without a gain
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_BRANCHING_REMAINDER_H
