//===- Conflict.h - What of a plan does not fit together --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan may fit by sums and not by addresses: what was freed leaves holes. The conflict is a set of buffers, minimal
// by deletion, that still finds no place when all others of the plan are taken away:
//
//   top |A A A A|.......|        A 40, then B 30 beside it; A goes, C 50 finds 40 above B and 30 below:
//       |A A A A|B B B|.|        conflict {A, B, C}. Whatever else the plan keeps in L1 has nothing to do with it.
//       |.......|B B B|.|
//
// It is told by the verifier's replay: part of a refusal, read by the policy that plans again.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_CONFLICT_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_CONFLICT_H

#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::plan {

/// The bytes of a copy, or what an op or conversion takes while it runs (circular buffers, temporaries).
struct ConflictMember {
  int32_t copy = -1;
  PlanStep step; ///< when copy < 0
};

/// The conflict of a plan that broke a rule of memory, or in which an op has less free L1 than its price counts on; in
/// order of time. Never empty. O(steps^2 * live buffers).
std::vector<ConflictMember> findConflict(const FunctionLayout &problem, const FunctionPlan &plan,
                                         const PlanViolation &violation);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_CONFLICT_H
