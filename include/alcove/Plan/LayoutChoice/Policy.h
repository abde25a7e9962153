//===- Policy.h - Policies that choose layouts ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A policy turns a checked LayoutChoice into a solution. The planner proves bounds; the baselines do not.
//
//   std::unique_ptr<LayoutPolicy> policy = makeLayoutPolicy("planner").value();
//   LayoutResult result = policy->run(problem, Budget{.workUnits = 2'000'000'000}, nullptr);
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_LAYOUTCHOICE_POLICY_H
#define ALCOVE_PLAN_LAYOUTCHOICE_POLICY_H

#include "alcove/Plan/Common/Budget.h"
#include "alcove/Plan/Common/Observer.h"
#include "alcove/Plan/Common/Outcome.h"
#include "alcove/Plan/LayoutChoice/Problem.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace alcove::plan {

struct LayoutCertificate;

/// The incumbent is infiniteCost while there is none.
using LayoutProgress = RunProgress<Cost, LayoutSolution>;
using LayoutObserver = RunObserver<Cost, LayoutSolution>;

/// Solution with what was proved about it. The bound is -infiniteCost while nothing is known; infiniteCost together
/// with no solution = none exists. Stages: presolve, eliminate, dual, search, close.
struct LayoutResult : RunOutcome<Cost> {
  LayoutResult() { bound = -infiniteCost; }

  LayoutSolution solution;
  /// What `alcove-solve check layout` needs to re-derive `bound`; absent for the baselines.
  std::shared_ptr<const LayoutCertificate> certificate;
};

/// (cost - bound) / max(1, |bound|); infinity when either is unknown.
double gapOf(const LayoutResult &result);

class LayoutPolicy {
public:
  virtual ~LayoutPolicy() = default;
  virtual std::string_view name() const = 0;
  /// `problem` has passed `check`. Never fails: a result without a solution says that none was found.
  virtual LayoutResult run(const LayoutChoice &problem, const Budget &budget, LayoutObserver *observer) = 0;
};

/// planner, greedy, beam, anneal, chain, belady; an error names the choices.
Result<std::unique_ptr<LayoutPolicy>> makeLayoutPolicy(std::string_view name);
std::vector<std::string_view> layoutPolicyNames();

} // namespace alcove::plan

#endif // ALCOVE_PLAN_LAYOUTCHOICE_POLICY_H
