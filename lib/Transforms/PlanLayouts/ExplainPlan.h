//===- ExplainPlan.h - Reasons of a plan, by the names of ops ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_EXPLAINPLAN_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_EXPLAINPLAN_H

#include "PlanRecord.h"
#include "alcove/Plan/FunctionLayout/Explain.h"

namespace alcove::transforms {

/// One reason per op with a result that is not in L1, in the order of the plan.
std::vector<OpReason> reasonsOf(const FunctionProblem &built, const plan::FunctionPlan &plan);

/// One remark per reason (missed) and per completed chain (passed), by name.
void emitRemarks(const FunctionProblem &built, const plan::FunctionPlan &plan, llvm::ArrayRef<OpReason> reasons);

/// What the plan does with one op, why, and every other choice that was tried, fastest first, at most `kChoices`.
std::string explainOp(const FunctionProblem &built, const plan::FunctionPlan &plan, int32_t op);
constexpr size_t kChoices = 20;

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_EXPLAINPLAN_H
