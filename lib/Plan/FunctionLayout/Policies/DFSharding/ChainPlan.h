//===- ChainPlan.h - Decisions of the chain policies ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chain policies decide per op: a configuration, operands that are converted first, whether the result is copied to
// slow memory behind the op (and every user reads the copy). This is their draft; toFunctionPlan() writes it as copies
// and reads.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING_CHAINPLAN_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING_CHAINPLAN_H

#include "alcove/Plan/FunctionLayout/Policies/ChainSchedule.h"
#include "alcove/Plan/FunctionLayout/Policies/ShardSolver.h"
#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan {

struct OpDecision {
  int32_t config = -1; ///< of the op's class
  bool inChain = false;
  std::map<int32_t, int32_t> reshards; ///< operand -> layout that it is converted to first
  bool spill = false;                  ///< result 0 is copied behind the op, and every user reads the copy
  int32_t spillTo = -1;                ///< layout of that copy; -1 = the base layout, in slow memory
  std::string missed;                  ///< why the result stays in slow memory

  bool leavesL1() const { return spill && spillTo < 0; }
};

/// Sharded configurations that ops of a class accept, by class and layout of operand 0 (-1: as it stands).
using AcceptedConfigs = std::map<std::pair<int32_t, int32_t>, ConfigSet>;

class ChainPlan {
public:
  explicit ChainPlan(const FunctionLayout &problem);

  const FunctionLayout &problem;
  std::vector<int32_t> order;
  std::vector<OpDecision> ops;
  std::vector<Chain> chains;
  std::vector<std::vector<int32_t>> users; ///< per tensor, ops in order, each once
  std::vector<int32_t> returned;           ///< per tensor: how often the function returns it
  std::vector<int32_t> position;           ///< per op, in the order
  std::vector<bool> pinned;                ///< per tensor, as pinnedTensors says
  AcceptedConfigs accepted;                ///< what solveChain has asked so far

  /// Schedules the ops and cuts them into chains. `excluded` ops and, with everything excluded, all ops stay out.
  void schedule(const Exclusions &exclusions);
  /// Settles every op that no completed chain holds.
  void settleTheRest();

  /// Layout that the tensor's producer makes under its decision; arguments keep theirs.
  int32_t resultLayout(int32_t tensor) const;
  /// Layout in which readers find the tensor: where it was made, or the copy in slow memory.
  int32_t settledLayout(int32_t tensor) const;
  /// Layout of each operand as the op will read it.
  std::vector<int32_t> inputsOf(int32_t op) const;
  /// Candidate of the op under its decision; -1 = the backend refuses.
  int32_t candidateOf(int32_t op) const;
  /// L1 per core that the op needs alone: its own peak and its operands. Nothing when the backend refuses.
  std::optional<Bytes> needOf(int32_t op) const;
  /// Time of the op under its decision; nothing when there is no figure.
  std::optional<Picoseconds> timeOf(int32_t op) const;
  /// Time of the conversions around it: its reshards and its spill.
  Picoseconds conversionTime(int32_t op) const;
  /// Puts an op outside every completed chain: slow memory unless the user says otherwise.
  void settle(int32_t op, std::string why);
  /// May the tensor be converted, beside nothing else, within the capacity?
  bool canConvert(int32_t kind, int32_t from, int32_t to) const;

  FunctionPlan toFunctionPlan(std::string policy) const;
};

/// Tensors that stay as and where their producers make them in the program as it stands: an op writes them in place,
/// reads them in an operand that does not move, or keeps them outside.
std::vector<bool> pinnedTensors(const FunctionLayout &problem);

/// The chain builder's view of a problem.
std::vector<ChainOp> chainOpsOf(const FunctionLayout &problem, const Exclusions &exclusions);

/// Solves a chain: one configuration per op, reshards on its edges, its end spilled; or Failed with the reason, and
/// `missed` set for its ops (they are not settled here). With `endSharding` the end is chosen first, among the
/// configurations of that sharding. Returns the edge at which it failed: the place of the op behind it; -1 = none.
int solveChain(ChainPlan &plan, Chain &chain, bool allowReshards, std::optional<Sharding> endSharding = std::nullopt);

/// Clears `spill` of every chain end that may stay in L1 within the capacity (DF-R1..R5 of docs/spec/DFSharding.md).
void keepResults(ChainPlan &plan, const Exclusions &exclusions);

/// Groups completed chains into runs: two are in one when a kept end of one is read in the other; -1 for others.
std::vector<int32_t> runsOf(const ChainPlan &plan);

/// The chain policies pick for cores in use, not for time (DF-L5). Sets to Failed, and settles, the chains of every run
/// whose time, conversions included, exceeds that of its ops in slow memory.
void dropLosingRuns(ChainPlan &plan);

/// The upgrade of a DRAM result that the next op alone reads: the configuration that makes it interleaved in L1 and
/// that both ops accept; -1 = none.
int32_t l1InterleavedUpgrade(const ChainPlan &plan, const Exclusions &exclusions, int32_t op, int32_t next);

/// FunctionPolicy::exclude of the chain policies: a kept chain end that waits at the violation, the largest first; else
/// the chain of the op, or of the largest tensor there.
bool excludeChains(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                   Exclusions &exclusions);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING_CHAINPLAN_H
