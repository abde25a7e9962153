//===- Policy.h - Policies that plan a function -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Result<std::unique_ptr<FunctionPolicy>> policy = makeFunctionPolicy("DFSharding", options);
//   FunctionResult result = planFunction(problem, **policy);     run, verify, exclude what does not fit, run again
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_POLICY_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_POLICY_H

#include "alcove/Plan/Common/Budget.h"
#include "alcove/Plan/Common/Observer.h"
#include "alcove/Plan/Common/Outcome.h"
#include "alcove/Plan/FunctionLayout/Solution.h"

#include <limits>
#include <set>
#include <string_view>

namespace alcove::plan {

/// A decision of a policy, in words that a reader can check with a pencil: `evict`, 4, `%3 (60 B, until op 9)`.
struct PolicyEvent {
  std::string_view action;
  int32_t op = -1;
  std::string detail;
  bool operator==(const PolicyEvent &) const = default;
};

/// planFunction calls it with every plan that the verifier accepted, some policies with every decision.
class PolicyObserver : public RunObserver<Picoseconds, FunctionPlan> {
public:
  void progress(const RunProgress<Picoseconds, FunctionPlan> &) override {}
  virtual void event(const PolicyEvent &) {}
};

/// Switches of all policies; each says which read it. A documented limitation of a policy is a switch.
struct FunctionPolicyOptions {
  bool allowReshards = true;          ///< DFSharding*: conversions inside chains (`memreconfig-enabled`)
  bool keepResults = true;            ///< DFSharding: chain ends stay in L1 for their users where there is room
  bool dropLosingRuns = true;         ///< DFSharding: runs that take longer in L1 than in DRAM are given up
  bool l1InterleavedFallback = false; ///< DFSharding*: DRAM results that the next op alone reads go to L1 interleaved
  bool mergeChains = true;            ///< DFSharding2: A into B, and three ways at an op with two chain inputs
  bool concatChains = true;           ///< DFSharding2: concatenation of chains
  bool reserveViews = true;           ///< DFSharding2: reshapes and other views behind a chain
  bool reserveForks = true;           ///< DFSharding2: results with several users stay
  bool checkFragmentation = true;     ///< DFSharding2: the op behind a merge is validated with the merged bytes
  int mergesPerChain = 1;             ///< DFSharding2: at most so many merges into one chain
  bool keepSingleReaders = false;     ///< DFSharding2: ends with one reader stay wherever that is; the original: merges
  bool splitFailedChains = false;     ///< DFSharding2: a chain is cut where it fails; the original: all of it fails
  int beamWidth = 8;                  ///< GreedyBeam, TimeBeam
  int maxReshardsPerType = 4;         ///< GreedyBeam, TimeBeam: conversions tried per kind of sharding
  int maxOperandCandidates = 64;      ///< GreedyBeam, TimeBeam
  int maxCombinations = 4096;         ///< GreedyBeam, TimeBeam: operand candidates of one op, combined; work limit
  bool shareConversions = false;      ///< GreedyBeam, TimeBeam: one per tensor and layout instead of one per reader
  bool consolidateForks = true;       ///< GreedyBeam, TimeBeam: backward pass
  bool spill = true;                  ///< GreedyBeam, TimeBeam: second pass; off = what does not fit is excluded
  /// Global: layouts searched of each kind of sharding, per tensor kind. Where that is more than the default, a plan of
  /// an eighth, at least the default, is searched first, and the plan is no slower; each takes the whole limit of work.
  int layoutsPerSharding = 3;
  /// Global: plans of this problem from elsewhere, of a smaller one for example. Its plan is no slower than any of them
  /// that is accepted, and the space of its bound holds their layouts.
  std::vector<FunctionPlan> known;
  /// Global, functions without alternatives: a plan that takes as long is not wanted; where the bound is there, the
  /// answer is the best of the other policies and of those that are known.
  Picoseconds cutoff = std::numeric_limits<Picoseconds>::max();
  bool otherPolicies = true; ///< Global: begins with the plans of all other policies; off: with those that are known
  /// Global: of all layout choices that it solves; the same plan with one thread and two. The others take no limit.
  Budget budget = {.workUnits = 300'000'000, .threads = 2};
  bool anyOrder = true;     ///< Global: a bound for every order too
  bool orders = true;       ///< Global: tries others where that bound does not rule out a better one
  bool localChanges = true; ///< Global: single changes to its plan, also outside of the space, which they widen
  bool proof = true;        ///< Global: what work is left goes into a greater bound; off: where the bound is another's
  bool certificate = false; ///< Global: keep what checkCertificate needs
  int draws = 8;            ///< Robust: prices that plans are made and compared for
  std::optional<double> relativeError; ///< Robust: instead of the errors that the prices bring (Robustness.h)
  PolicyObserver *observer = nullptr;  ///< DFSharding2, GreedyBeam, TimeBeam, Global: is told every decision; not owned
};

/// A cutoff for a search beside a plan of time `known`: so far below the bound of a space local changes may lead.
inline Picoseconds cutoffBeside(Picoseconds known) { return known + known / 200; }

/// What a policy must leave out of L1: grown by planFunction when a plan does not fit by addresses.
struct Exclusions {
  std::set<int32_t> ops;     ///< keep their base candidate
  std::set<int32_t> results; ///< tensors that must not wait in L1 for later ops: they go to DRAM behind their producer
  bool everything = false;   ///< every op as it stands
};

class FunctionPolicy {
public:
  virtual ~FunctionPolicy() = default;
  virtual std::string_view name() const = 0;
  /// A plan that keeps the exclusions. `problem` has passed `check`. Never fails: there is always asItStands().
  virtual FunctionPlan run(const FunctionLayout &problem, const Exclusions &exclusions) = 0;
  /// Adds to `exclusions` what of `plan` must go because of `violation` (a memory rule); false when nothing of the plan
  /// can be blamed. The default excludes the largest live copy's tensor, then its producer, then the op itself.
  virtual bool exclude(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                       Exclusions &exclusions) const;
  /// Chooses among alternatives; the others are given the function as it stands.
  virtual bool choosesForms() const { return false; }
};

/// AllDram, DFSharding, DFSharding2, GreedyL1Interleaved, BFInterleaved, GreedyBeam, TimeBeam, Global, Robust; an error
/// names them.
Result<std::unique_ptr<FunctionPolicy>> makeFunctionPolicy(std::string_view name,
                                                           const FunctionPolicyOptions &options = {});
/// All but Robust, which runs Global many times.
std::vector<std::string_view> functionPolicyNames();

/// A plan that the verifier accepted. The bound is the policy's (0: none), the stage its name, an epoch one run of it;
/// work is that of the layout planner.
struct FunctionResult : RunOutcome<Picoseconds> {
  FunctionPlan plan;
  PlanFacts facts;
  /// Set when the plan was not accepted after all. A rule of memory: the function does not fit even with everything
  /// excluded. Another rule: a bug of the policy, and the plan is asItStands().
  std::optional<PlanViolation> broken;
};

/// Runs, verifies, excludes, at most `maxRounds` times, then with everything excluded.
FunctionResult planFunction(const FunctionLayout &problem, FunctionPolicy &policy, uint64_t maxRounds = 16,
                            PolicyObserver *observer = nullptr);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_POLICY_H
