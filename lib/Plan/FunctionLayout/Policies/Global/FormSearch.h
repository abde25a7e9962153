//===- FormSearch.h - Forms chosen together with layouts --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   all forms, one order ──► layout choice ──► forms taken ──► plan of the function that they leave
//        ▲                      │ bound                              │
//        └──────────────────────┴────── its order, its layouts ◄─────┘
//
// One layout choice holds every form of every part (Reduction.h), so that independent choices do not multiply. Its
// bound is one for every plan of every choice. Which plan fits by addresses is found for the forms that it takes; what
// the program as it stands would take is tried too where the bound leaves room for it.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_FORMSEARCH_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_FORMSEARCH_H

#include "alcove/Plan/FunctionLayout/Policies/SearchSpace.h"

#include <functional>

namespace alcove::plan {

/// Plans a function without alternatives; what is given is searched in any case.
using PlanOfOneForm =
    std::function<FunctionPlan(const FunctionLayout &, const FunctionPolicyOptions &, const KnownChoices &)>;

/// A few runs of `planOf`.
FunctionPlan planWithForms(const FunctionLayout &problem, const FunctionPolicyOptions &options,
                           const PlanOfOneForm &planOf);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_FORMSEARCH_H
