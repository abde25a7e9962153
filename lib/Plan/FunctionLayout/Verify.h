//===- Verify.h - What the parts of the verifier share ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_VERIFY_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_VERIFY_H

#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::plan {

/// More copies than any plan needs; sums of bytes below 2^40 stay below 2^63 then.
inline constexpr size_t maxCopies = size_t(1) << 22;

/// A plan's steps and what they say of each copy. A copy's bytes are named by the first copy that has them.
struct PlanFlow {
  static constexpr int32_t atEntry = -1, atNoStep = -2;
  std::vector<PlanStep> steps;
  std::vector<int32_t> bytesOf;
  std::vector<int32_t> madeAt, lastRead; ///< steps; a returned copy is read at the number of steps
  std::vector<int32_t> numReads;         ///< by operands, conversions and the return
  std::vector<char> isWritten;           ///< in place, through this copy
  std::vector<char> isKeptOutside;       ///< by bytes: the caller of the function keeps them

  /// The copy that `op` frees under `candidate`; -1 when it frees none, as when another op reads the copy.
  int32_t freedCopy(const FunctionPlan &plan, int32_t op, const Candidate &candidate) const {
    int32_t copy = candidate.consumes < 0 ? -1 : plan.reads[op][candidate.consumes];
    return copy >= 0 && numReads[copy] == 1 ? copy : -1;
  }
};

std::string nameOfOp(const FunctionLayout &problem, int32_t op);
std::string nameOfCopy(const FunctionLayout &problem, const FunctionPlan &plan, int32_t copy);

/// FL-17, FL-18, FL-19 on a plan that obeys FL-10..FL-16; fills in the peaks.
std::optional<PlanViolation> verifyMemory(const FunctionLayout &problem, const FunctionPlan &plan, const PlanFlow &flow,
                                          PlanFacts &facts);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_VERIFY_H
