//===- FormSearch.h - Plan every choice of forms ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_FORMSEARCH_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_FORMSEARCH_H

#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan {

/// Runs the policy on the function that each choice of forms leaves and takes the fastest valid plan; its bounds are
/// those that hold of every choice. O(choices) runs, which share the limits of the policy
/// evenly.
FunctionResult planForms(const FunctionLayout &problem, FunctionPolicy &policy, uint64_t maxRounds,
                         PolicyObserver *observer);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_FORMSEARCH_H
