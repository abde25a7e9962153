//===- LocalSearch.h - A plan that no single change makes faster -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_LOCALSEARCH_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_LOCALSEARCH_H

#include "alcove/Plan/Common/Deadline.h"
#include "alcove/Plan/FunctionLayout/Explain.h"

namespace alcove::plan {

/// The L1 that is live when each op of a verified plan begins. Where a long function has filled it, nearly every change
/// overfills it, which is seen here without a verdict on the whole plan. Keeps references.
class LiveBytes {
public:
  LiveBytes(const FunctionLayout &problem, const FunctionPlan &plan, const PlanFacts &facts);

  /// True only where the verifier would find more than plans may fill: at the op, or between it and the first of
  /// `readers`, the readers of its result 0, where the same ops run beside what is live now and the result besides.
  /// O(operands + readers + ops between).
  bool overfilledBy(int32_t op, const LocalChange &change, std::span<const Explainer::Reader> readers) const;

private:
  /// Of the bytes that the copy has, be they an operand's.
  Bytes heldBy(int32_t copy) const;

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  const PlanFacts &facts;
  std::vector<size_t> position; ///< of each op in the order
};

/// Makes local changes (Explain.h), whether the search space holds them or not, as long as one makes the plan faster,
/// with what shortages of free L1 add (timeWithShortages), and the verifier accepts it within the capacity. Where nobody
/// knows what a shortage adds, none may grow. Ops that the user fixed stay, and so does what they read. The tables of
/// candidates grow by what is asked. `plan` has been verified. What was found until the deadline stays.
/// O(passes * ops * candidates * readers), and a verification for each change that would pay and is not known to overfill.
FunctionPlan searchLocally(const FunctionLayout &problem, FunctionPlan plan, const Deadline *deadline = nullptr);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_LOCALSEARCH_H
