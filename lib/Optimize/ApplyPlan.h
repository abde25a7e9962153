//===- ApplyPlan.h - A verified plan becomes IR -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_APPLYPLAN_H
#define ALCOVE_LIB_OPTIMIZE_APPLYPLAN_H

#include "BuildProblem.h"
#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::transforms {

/// Reorders the body, sets result types and configurations, inserts conversions (location suffix `_mem_reconfig` before
/// a reader, `_spill` behind a producer) and connects every reader to its copy. The plan must be verified.
void applyPlan(mlir::func::FuncOp function, const FunctionProblem &built, const plan::FunctionPlan &plan,
               const queries::Machine &machine);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_APPLYPLAN_H
