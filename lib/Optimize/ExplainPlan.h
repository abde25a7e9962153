//===- ExplainPlan.h - Reasons of a plan, by the names of ops ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_EXPLAINPLAN_H
#define ALCOVE_LIB_OPTIMIZE_EXPLAINPLAN_H

#include "BuildProblem.h"
#include "alcove/Optimize/PlanRecord.h"
#include "alcove/Plan/FunctionLayout/Explain.h"

#include <map>

namespace alcove::transforms {

/// One reason per op with a result that is not in L1. Each verifies the plan with a few changes, so they are worked out
/// when a user asks for reasons, those of long ops first: the work is limited (Explainer::defaultWork). The problem and the
/// plan outlive it.
class OpReasons {
public:
  OpReasons(const FunctionProblem &built, const plan::FunctionPlan &plan);
  /// The ops outside of L1, in the order of the plan.
  llvm::ArrayRef<int32_t> ops() const { return outsideL1; }
  const OpReason &of(int32_t op);
  /// All of them, in that order.
  std::vector<OpReason> all();

private:
  void explainAll();
  void explain(int32_t op);
  std::string overridesFor(llvm::ArrayRef<std::pair<int32_t, int32_t>> toFix) const;

  const FunctionProblem &built;
  const plan::FunctionPlan &plan;
  plan::Explainer explainer;
  std::vector<int32_t> outsideL1;
  int remediesLeft = 64; ///< each asks the backend and copies the problem; longest ops first
  std::map<int32_t, OpReason> known;
};

/// Why `op` is not in L1, its remedy also from what plans do not look at: other grids and bfp8 weights, as the backend
/// answers. Nothing when it is in L1.
std::optional<plan::Explanation> explainWithRemedy(const FunctionProblem &built, const plan::FunctionPlan &plan,
                                                   const plan::Explainer &explainer, int32_t op);

/// One remark per reason (missed) and per completed chain (passed), by name, of those that are wanted.
void emitRemarks(const FunctionProblem &built, const plan::FunctionPlan &plan, OpReasons &reasons);

/// What the plan does with one op, why, and every other choice that was tried, fastest first, at most `choices`.
std::string explainOp(const FunctionProblem &built, const plan::FunctionPlan &plan, int32_t op);
constexpr size_t choices = 20;

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_EXPLAINPLAN_H
