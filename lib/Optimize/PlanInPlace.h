//===- PlanInPlace.h - A function through Plan and back ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_PLANINPLACE_H
#define ALCOVE_LIB_OPTIMIZE_PLANINPLACE_H

#include "BuildProblem.h"
#include "UserChoices.h"
#include "alcove/Optimize/PlanRecord.h"

namespace alcove::transforms {

/// build -> check -> policy -> verify -> apply, once per forward function; counts go to `record`, remarks are emitted.
/// A problem that breaks a rule, and a plan that the verifier refuses for another reason than memory, are errors at the
/// function; the function is untouched then.
mlir::LogicalResult planFunctionInPlace(mlir::func::FuncOp function, const UserChoices &choices,
                                        const opmodel::OpModel &model, const queries::Machine &machine,
                                        PlanRecord &record);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_PLANINPLACE_H
