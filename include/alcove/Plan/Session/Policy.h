//===- Policy.h - Policies that plan a session ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   alone    every function in its cheapest way; items are kept in every layout that is wanted (two at most)
//   in-turn  functions by the time that they take in all, most first: each in the way that is cheapest with the layouts
//            that the ones before it left; one layout per item
//   exact    reduction to a layout choice, with a bound and a certificate
//
// The first two ignore the capacities: their plan may break SE-V4 or SE-V5, and then there is none.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_SESSION_POLICY_H
#define ALCOVE_PLAN_SESSION_POLICY_H

#include "alcove/Plan/Common/Budget.h"
#include "alcove/Plan/Common/Outcome.h"
#include "alcove/Plan/Session/Problem.h"

#include <memory>

namespace alcove::plan {
struct LayoutCertificate;
}

namespace alcove::plan::session {

/// Stages of exact: those of the layout planner. The bound is -impossible while nothing is known; `impossible` together
/// with no plan = none exists.
struct SessionResult : RunOutcome<Cost> {
  SessionResult() { bound = -impossible; }
  Plan plan;
  std::string why; ///< without a plan: what is wrong with the last that was tried; empty when there was none
  /// For `checkCertificate`; absent for the baselines.
  std::shared_ptr<const LayoutCertificate> certificate;
};

class SessionPolicy {
public:
  virtual ~SessionPolicy() = default;
  virtual std::string_view name() const = 0;
  /// `problem` has passed `check`. Never fails: a result without a plan says that none was found.
  virtual SessionResult run(const Problem &problem, const Budget &budget) = 0;
};

std::vector<std::string_view> policyNames();
/// An error names the choices.
Result<std::unique_ptr<SessionPolicy>> makePolicy(std::string_view name);

/// The most that is missing in any plan, by the least bytes of every item and way: for messages.
struct Shortfall {
  int32_t step = -1; ///< -1: nothing is missing by these bytes
  Space space = Space::Dram;
  Bytes needed = 0, there = 0;
  Bytes items = 0, function = 0; ///< parts of `needed`
};
Shortfall shortfallOf(const Problem &problem);
/// One sentence with the function, the bytes and what takes them.
std::string toString(const Problem &problem, const Shortfall &shortfall);

} // namespace alcove::plan::session

#endif // ALCOVE_PLAN_SESSION_POLICY_H
