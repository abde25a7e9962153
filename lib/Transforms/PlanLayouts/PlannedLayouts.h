//===- PlannedLayouts.h - Where values will lie under a plan ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_PLANNEDLAYOUTS_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_PLANNEDLAYOUTS_H

#include "FunctionPlan.h"
#include "OpQuestions.h"

namespace alcove::transforms {

/// Where the result of an op will lie: as its configuration says, else as it lies now.
device::TensorSpec plannedResult(const FunctionPlan &plan, mlir::Value value, const queries::Machine &machine);

/// Layout of each tensor operand as the op will read it: reshards, tails that were kept, the op before it in its chain,
/// else the copy in slow memory.
std::vector<device::TensorLayout> plannedInputs(const FunctionPlan &plan, mlir::Operation *op,
                                                const queries::Machine &machine);

/// Modelled time of the conversions around an op: its reshards and its spill.
Nanoseconds conversionTime(const FunctionPlan &plan, mlir::Operation *op, OpQuestions &questions);

/// The completed chains, grouped into runs: two chains are in one run when a kept tail of one is read in the other.
/// Returns the run of each chain, -1 for chains that are not completed.
std::vector<int> runsOfChains(const FunctionPlan &plan);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_PLANNEDLAYOUTS_H
