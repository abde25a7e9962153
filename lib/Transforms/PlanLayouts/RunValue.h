//===- RunValue.h - Does a run in L1 pay? -----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_RUNVALUE_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_RUNVALUE_H

#include "FunctionPlan.h"
#include "OpQuestions.h"

namespace alcove::transforms {

/// The chain policy picks for cores in use, not for time (L5): a width-sharded matmul may take longer than the same
/// from DRAM. Sets to Failed the chains of every run (PlannedLayouts.h) whose modelled time, conversions and spills
/// included, exceeds that of its ops in slow memory. `settle` plans an op outside every chain.
void dropLosingRuns(FunctionPlan &plan, OpQuestions &questions, llvm::function_ref<void(mlir::Operation *)> settle);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_RUNVALUE_H
