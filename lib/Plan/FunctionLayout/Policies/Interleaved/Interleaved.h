//===- Interleaved.h - Results in L1 interleaved, nothing sharded ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the two L1-interleaved policies of the older tt-mlir share: which results may stay in L1, and the candidates of
// ops that read some operands there. No conversions but what must leave L1: docs/spec/InterleavedPolicies.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_INTERLEAVED_INTERLEAVED_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_INTERLEAVED_INTERLEAVED_H

#include "../Beam/Uses.h"

#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan {

class InterleavedChoice {
public:
  InterleavedChoice(const FunctionLayout &problem, const Exclusions &exclusions);

  const FunctionLayout &problem;
  beam::FunctionUses uses;
  std::vector<int32_t> order;
  std::vector<bool> inL1;    ///< per tensor: read in L1 interleaved
  std::vector<bool> mayStay; ///< LI-1, per tensor
  Bytes reserved = 0;        ///< of arguments that enter in L1

  /// Bytes per core of the tensor in L1 interleaved.
  Bytes l1BytesOf(int32_t tensor) const;
  /// Candidate that reads what is `inL1` there and the rest as it stands; the result in L1 interleaved or in slow
  /// memory. -1 when the backend refuses.
  int32_t candidateOf(int32_t op, bool resultInL1) const;
  Bytes peakOf(int32_t op, int32_t candidate) const { return problem.classOf(op).candidates[candidate].peakBytes; }
  /// Ops that must run before: producers of the operands and `after`, each once, in this order.
  std::vector<int32_t> predecessors(int32_t op) const;

  /// Copies into DRAM that some readers read from then on: (op before which, tensor).
  std::vector<std::pair<int32_t, int32_t>> spills;
  FunctionPlan toPlan(std::string_view policy, const std::vector<int32_t> &candidates) const;

private:
  bool isEligible(int32_t tensor, const Exclusions &exclusions) const;
  int32_t allowed(int32_t op, int32_t candidate) const;
  int32_t l1Layout(int32_t tensor) const;
};

/// A policy of the two: `plan` makes its plans; with everything excluded the program stays as it stands.
using InterleavedPlanner = FunctionPlan (*)(const FunctionLayout &problem, const Exclusions &exclusions);
std::unique_ptr<FunctionPolicy> makeInterleavedPolicy(std::string_view name, InterleavedPlanner plan);

/// A tree of ops whose result waits in L1: what computing it needs at most, and what it holds afterwards. Bytes per
/// core.
struct HeldResult {
  Bytes required = 0, held = 0;
};
/// LI-3: the least peak over all orders in which the results can be computed one after the other, each held from then
/// on, and `last` needed at the end beside all of them. Sorts them in that order. O(n log n).
Bytes leastPeak(std::vector<HeldResult> &results, Bytes last);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_INTERLEAVED_INTERLEAVED_H
