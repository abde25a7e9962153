//===- Policy.h - Who chooses layouts ---------------------------*- C++ -*-===//
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

#include "alcove/Plan/LayoutChoice/Problem.h"

#include <atomic>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace alcove::plan {

struct LayoutCertificate;

/// When to stop. Work units are deterministic (about one touched table entry each); seconds may only stop a run at the
/// end of an epoch, whose number is reported: giving that number as `epochs` reproduces the run.
struct Budget {
  uint64_t workUnits = std::numeric_limits<uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  uint64_t epochs = std::numeric_limits<uint64_t>::max();
  int threads = 1;
  /// Set by a signal handler: stop at the next epoch with the best so far.
  const std::atomic<bool> *cancelled = nullptr;
};

/// State of a run, told to an observer when an epoch ends.
struct LayoutProgress {
  const char *stage;
  uint64_t epoch;
  Cost incumbent; ///< kInfiniteCost = none yet
  Cost bound;
  const LayoutSolution *solution = nullptr; ///< of `incumbent`, if any; valid during the call
};

class LayoutObserver {
public:
  virtual ~LayoutObserver() = default;
  virtual void progress(const LayoutProgress &progress) = 0;
};

/// Solution with what was proved about it.
struct LayoutResult {
  LayoutSolution solution;
  /// No solution costs less; -kInfiniteCost = nothing known. kInfiniteCost together with no solution = none exists.
  Cost bound = -kInfiniteCost;
  bool proved = false; ///< solution.cost == bound, or no solution exists
  std::string stage;   ///< where the run ended: presolve, eliminate, dual, search, close
  uint64_t epochs = 0;
  uint64_t work = 0;
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
