//===- LocalSearch.h - A plan that no single change makes faster -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_LOCALSEARCH_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_LOCALSEARCH_H

#include "alcove/Plan/Common/Deadline.h"
#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::plan {

/// Makes local changes (Explain.h), whether the search space holds them or not, as long as one makes the plan faster,
/// with what shortages of free L1 add (timeWithShortages), and the verifier accepts it within the capacity. Where nobody
/// knows what a shortage adds, none may grow. Ops that the user fixed stay, and so does what they read. The tables of
/// candidates grow by what is asked. `plan` has been verified. What was found until the deadline stays. O(passes * ops * candidates * readers), and a verification for
/// each change that would pay.
FunctionPlan searchLocally(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline = nullptr);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_LOCALSEARCH_H
