//===- CheckOverrides.h - What the user fixed is what the plan does -*- C++ -*-//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_CHECKOVERRIDES_H
#define ALCOVE_LIB_OPTIMIZE_CHECKOVERRIDES_H

#include "BuildProblem.h"
#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::transforms {

/// Every override names an op that is planned and takes it; an error at the op else. Keys are names of ops.
mlir::LogicalResult checkOverridesApply(mlir::Operation *module, const layouts::Overrides &overrides);

/// Layouts that the user fixed and the policy did not reach, by local changes (Plan/FunctionLayout/Explain.h): operands
/// are converted to layouts under which the op makes what is wanted, the fastest that fit. A plan that is changed
/// claims no bound any more; a remark at the op says so. What cannot be reached stays as it is, for
/// `checkOverridesKept`.
void keepOverrides(const FunctionProblem &built, plan::FunctionResult &result, const layouts::Overrides &overrides);

/// The plan keeps every override of this function; an error at the op says what it does instead, and why the backend
/// refused what was asked for.
mlir::LogicalResult checkOverridesKept(const FunctionProblem &built, const plan::FunctionPlan &plan,
                                       const layouts::Overrides &overrides);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_CHECKOVERRIDES_H
