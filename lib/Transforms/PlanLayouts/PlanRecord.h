//===- PlanRecord.h - What the summary says of a plan -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_PLANRECORD_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_PLANRECORD_H

#include "Beliefs.h"
#include "alcove/Sim/MemoryWalk.h"

namespace alcove::transforms {

/// Counts that the final IR does not show: chains, reasons, and the totals before planning.
struct PlanRecord {
  sim::Totals baseline;
  int64_t chainsCompleted = 0, chainsFailed = 0, longestChain = 0;
  int64_t keptTails = 0, longestRun = 0;   ///< run: chains joined by kept tails, in ops
  std::map<std::string, int64_t> failures; ///< reason -> chains
  /// Over the functions: the highest peak, the sum of times. Nothing when no planner ran.
  std::optional<Beliefs> beliefs;

  void add(const FunctionPlan &plan, const Beliefs &believed);
  /// As a dictionary in the module attribute `alcove.plan`.
  void attachTo(mlir::Operation *module) const;
  static std::optional<PlanRecord> detachFrom(mlir::Operation *module);
};

/// One remark per op with a result in DRAM (missed) and per completed chain (passed).
void emitRemarks(const FunctionPlan &plan);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_PLANRECORD_H
