//===- Policy.h - Policies that split a model over a mesh -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   replicated     every chip computes everything
//   data-parallel  the outermost dimension of the data is split, parameters are copies
//   megatron       columns, then the contraction of what follows, heads; one reduction behind each pair
//   auto-sharding  tt-mlir's enumeration: every argument whole or split once, on the first axis of several chips; scored
//                  by its weights of collectives, not by times; cut off after 2^20 candidates
//   exact          reduction to a layout choice, with a bound and a certificate
//   random:SEED    any possible strategy of every op: for tests of what splits a program, not among `policyNames`
//
// All but exact ignore the capacity: their plan may break MP-V3, and then there is none.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_MESH_POLICY_H
#define ALCOVE_PLAN_MESH_POLICY_H

#include "alcove/Plan/Common/Budget.h"
#include "alcove/Plan/Common/Outcome.h"
#include "alcove/Plan/Mesh/Problem.h"

#include <memory>

namespace alcove::plan {
struct LayoutCertificate;
}

namespace alcove::plan::mesh {

/// Stages of exact: those of the layout planner. The bound is -impossible while nothing is known; `impossible` together
/// with no plan = none exists.
struct MeshResult : RunOutcome<Cost> {
  MeshResult() { bound = -impossible; }
  Plan plan;
  /// For `checkCertificate`; absent for the baselines.
  std::shared_ptr<const LayoutCertificate> certificate;
};

class MeshPolicy {
public:
  virtual ~MeshPolicy() = default;
  virtual std::string_view name() const = 0;
  /// `problem` has passed `check`. Never fails: a result without a plan says that none was found.
  virtual MeshResult run(const Problem &problem, const Budget &budget) = 0;
};

std::vector<std::string_view> policyNames();
/// An error names the choices.
Result<std::unique_ptr<MeshPolicy>> makePolicy(std::string_view name);

/// What a plan costs, capacity and the plan's own claim aside; `impossible` when something in it is.
Cost priceOf(const Problem &problem, const Plan &plan);

/// Least bytes that any plan needs on one chip at its fullest moment, by tensors alone: a bound for messages.
Bytes leastBytes(const Problem &problem);

} // namespace alcove::plan::mesh

#endif // ALCOVE_PLAN_MESH_POLICY_H
