//===- BeamDecisions.h - What the beam has decided so far ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_BEAMDECISIONS_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_BEAMDECISIONS_H

#include "Uses.h"

#include "alcove/Plan/FunctionLayout/Policy.h"

#include <set>

namespace alcove::plan::beam {

/// A candidate per op; tensors that are copied to DRAM right behind their producer, so that all readers take the copy.
/// Conversions follow: wherever a reader asks for another layout than the tensor's settled one.
struct BeamDecisions {
  const FunctionLayout &problem;
  const FunctionUses &uses;
  bool shareConversions = false;
  std::vector<int32_t> candidates;
  std::vector<bool> spilled;
  std::set<std::pair<int32_t, int32_t>> unshared; ///< tensor and layout: a conversion per reader after all
  std::vector<std::string> reasons;               ///< per op: why its result is not in L1
  std::map<std::string, int64_t> counts;

  std::span<const int32_t> needsOf(int32_t op) const {
    return problem.classOf(op).candidates.operandsOf(candidates[op]);
  }
  int32_t madeLayout(int32_t tensor) const {
    int32_t producer = problem.tensors[tensor].producer;
    return layoutMade(problem, tensor, producer >= 0 ? candidates[producer] : -1);
  }
  bool isMadeInL1(int32_t tensor) const { return problem.layoutOf(tensor, madeLayout(tensor)).isL1(); }
  bool isSpilled(int32_t tensor) const { return spilled[tensor] && isMadeInL1(tensor); }
  /// Where readers find the tensor.
  int32_t settledLayout(int32_t tensor) const {
    return isSpilled(tensor) ? spillLayout(problem, tensor) : madeLayout(tensor);
  }
  bool isConverted(int32_t op, size_t operand) const {
    return needsOf(op)[operand] != settledLayout(problem.ops[op].operands[operand]);
  }
  /// Does the operand read a conversion that other readers may read as well?
  bool isShared(int32_t op, size_t operand) const {
    return shareConversions && !unshared.count({problem.ops[op].operands[operand], needsOf(op)[operand]});
  }

  FunctionPlan toPlan(std::string policy) const;
};

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_BEAMDECISIONS_H
