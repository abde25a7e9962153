//===- Exclude.h - What leaves L1 when a plan does not fit -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_EXCLUDE_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_EXCLUDE_H

#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan::beam {

/// Everything that waits at the violation for a later op leaves L1: the policy's own accounting has failed there, and
/// one tensor per round would run out of rounds. When nothing waits, the op itself. From the fourth exclusion on, what
/// looks the same elsewhere goes along: a model repeats its layers, and with them the violation. False when nothing new
/// was excluded.
bool excludeWaiting(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                    Exclusions &exclusions);

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_EXCLUDE_H
