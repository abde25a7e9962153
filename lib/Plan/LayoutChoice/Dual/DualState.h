//===- DualState.h - Prices and potentials that outlive a model -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that lost labels, nodes or rows gets a new model. Its ascent starts from what is left of the old one's
// prices (by the time of the row) and potentials (by nodes and candidates). Without the potentials the bound first
// falls far below what was reached (IOPDDL V after the first fixing: from 1.299M to 1.269M).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUALSTATE_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUALSTATE_H

#include "Dual.h"

#include <map>

namespace alcove::plan::layout {

class DualState {
public:
  DualState() = default;
  /// The best state of `dual`, whose model was built from `kernel`.
  DualState(const Kernel &kernel, const Dual &dual);
  /// Puts it into `dual`, whose model was built from `kernel`.
  void apply(const Kernel &kernel, Dual &dual) const;
  /// Nodes get the numbers newOf[old]; their order must stay the same.
  void renumber(const std::vector<int32_t> &newOf);
  size_t bytes() const { return numbers * sizeof(double); }

private:
  struct Side {
    std::vector<int32_t> labels; ///< candidate numbers, ascending
    std::vector<double> values;
  };
  struct Edge {
    Side u, v;
  };
  std::map<int64_t, double> prices; ///< by row time
  std::map<std::pair<int32_t, int32_t>, Edge> edges;
  size_t numbers = 0;
};

/// Least reduced cost of an assignment with label s of `node`, as far as the node and its edges show it; infiniteReducedCost = none.
void minMarginals(const Model &model, const RoundedDual &dual, int32_t node, std::vector<int64_t> &reducedCost);

/// Removes the labels whose reduced cost proves that they are in nothing cheaper than `incumbent`, with a Bound step
/// each. The caller has logged the Dual step. Returns how many fell.
size_t fixByReducedCost(Kernel &kernel, const Model &model, const RoundedDual &dual, Cost incumbent);

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_DUALSTATE_H
