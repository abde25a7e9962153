//===- ApplyPlan.h - Decisions become IR ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_APPLYPLAN_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_APPLYPLAN_H

#include "FunctionPlan.h"

namespace alcove::transforms {

/// Reorders the body, sets result types and configurations, inserts conversions (location suffix `_mem_reconfig`) and
/// spills (`_spill`). Values returned from the function lie in DRAM afterwards.
void applyPlan(mlir::func::FuncOp function, const FunctionPlan &plan, const queries::Machine &machine);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_APPLYPLAN_H
