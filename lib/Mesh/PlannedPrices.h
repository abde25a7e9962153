//===- PlannedPrices.h - Prices mended by what chips take ------ -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mesh problem prices ops one by one. What a chip's planned program takes says more: ops were fused, kept in L1,
// moved. So every op of a split has a name for a trial, the planned program's times go back to the ops that they answer
// to, and the next problem has those:
//
//   the strategy that was planned     what it took
//   the op's other strategies         their price x (took / price) of the one that was planned
//   conversions of a tensor           the same
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_MESH_PLANNEDPRICES_H
#define ALCOVE_LIB_MESH_PLANNEDPRICES_H

#include "SplitProblem.h"

#include "alcove/Mesh/Passes.h"

#include <map>

namespace alcove::meshsplit {

/// Names the ops of a function for a trial.
void nameForTrial(mlir::func::FuncOp function);
/// The name of what converts a value, from that of the op that makes it; empty for an op without a name.
std::string nameOfConversion(llvm::StringRef maker);

class PlannedPrices {
public:
  explicit PlannedPrices(const plan::mesh::Problem &first) : first(first), now(first), least(first) {}

  /// With the prices of the last trial.
  const plan::mesh::Problem &problem() const { return now; }
  /// With the lowest price that any trial saw for each strategy and conversion.
  const plan::mesh::Problem &lowest() const { return least; }
  /// `plan`, a plan of `first`, was planned for one chip.
  void learn(const plan::mesh::Plan &plan, const LocalPlan &planned);
  /// `plan`, planned before, took so much more than its price with what `best` teaches: what it does otherwise than
  /// `best` costs that, from the next `learn` on. False where it differs in no strategy.
  bool surcharge(const plan::mesh::Plan &plan, const plan::mesh::Plan &best, plan::mesh::Cost missing);

private:
  plan::mesh::Problem first, now, least;
  using Choice = std::pair<size_t, int32_t>; ///< op and strategy
  std::map<Choice, plan::mesh::Cost> measured, surcharges;
};

} // namespace alcove::meshsplit

#endif // ALCOVE_LIB_MESH_PLANNEDPRICES_H
