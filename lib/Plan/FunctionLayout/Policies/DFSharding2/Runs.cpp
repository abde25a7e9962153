//===- Runs.cpp - Runs in L1 that do not pay ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run is a set of ops between which tensors lie in L1: everything else about it is as in DRAM, so its times can be
// compared by themselves, and a plan without losing runs takes no longer than the ops in slow memory.
//
//===----------------------------------------------------------------------===//
#include "../DFSharding/Groups.h"
#include "Steps.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

namespace {
struct Run {
  std::vector<int32_t> ops;
  Picoseconds inL1 = 0, inSlowMemory = 0;
  bool loses() const { return inL1 > inSlowMemory; }
};

class RunJudge {
public:
  RunJudge(Reservations &reservations, const std::vector<OpDecision> &solved)
      : reservations(reservations), plan(reservations.plan), problem(reservations.problem), solved(solved),
        chainOf(chainsByOp(plan)) {}

  // DS2-15: a losing run is first taken apart into its chains; those that lose alone are given up.
  void run() {
    for (const Run &run : runs())
      if (run.loses() && std::any_of(run.ops.begin(), run.ops.end(), [&](int32_t op) { return isReserved(op); })) {
        reservations.count("runs_taken_apart", run.ops.front(), timesOf(run));
        takeApart(run);
      }
    for (const Run &run : runs())
      if (run.loses())
        giveUp(run);
  }

private:
  /// Every op is in one run; an op that shares nothing in L1 is one alone.
  std::vector<Run> runs() const {
    auto count = static_cast<int32_t>(plan.ops.size());
    Groups groups(plan.ops.size());
    for (int32_t op = 0; op < count; ++op)
      for (int32_t tensor : problem.ops[op].operands)
        if (problem.tensors[tensor].producer >= 0 && plan.settledLayout(tensor) != problem.tensors[tensor].base)
          groups.join(op, problem.tensors[tensor].producer);
    std::vector<Run> result;
    std::vector<int32_t> runOf(plan.ops.size(), -1);
    for (int32_t op = 0; op < count; ++op) {
      int32_t &index = runOf[groups.find(op)];
      if (index < 0) {
        index = static_cast<int32_t>(result.size());
        result.emplace_back();
      }
      result[index].ops.push_back(op);
      result[index].inL1 += timeOf(op);
      result[index].inSlowMemory += settledTimeOf(op);
    }
    return result;
  }

  const Candidate &baseOf(int32_t op) const { return problem.classOf(op).candidates[problem.classOf(op).base]; }

  Picoseconds timeOf(int32_t op) const {
    int32_t candidate = plan.candidateOf(op);
    return (candidate < 0 ? baseOf(op) : problem.classOf(op).candidates[candidate]).time + plan.conversionTime(op);
  }

  /// Time of the op when it and all others are in slow memory.
  Picoseconds settledTimeOf(int32_t op) const {
    const OpClass &opClass = problem.classOf(op);
    if (opClass.settledConfig < 0 || opClass.settledConfig == opClass.baseConfig)
      return baseOf(op).time;
    std::vector<int32_t> inputs;
    for (int32_t tensor : problem.ops[op].operands)
      inputs.push_back(problem.tensors[tensor].base);
    int32_t candidate = problem.find(problem.ops[op].opClass, inputs, opClass.settledConfig);
    if (candidate < 0)
      return baseOf(op).time;
    Picoseconds time = opClass.candidates[candidate].time;
    if (problem.ops[op].results.empty())
      return time;
    const PlanTensor &result = problem.tensors[problem.ops[op].results[0]];
    int32_t made = opClass.configs[opClass.settledConfig].result;
    if (problem.kinds[result.kind].layouts[made].isL1())
      time += problem.conversion(result.kind, made, result.base).time;
    return time;
  }

  /// Back to what the chain solver decided; where there is no room for that any more, to slow memory.
  void takeApart(const Run &run) {
    for (int32_t op : run.ops)
      if (isReserved(op))
        restore(op);
    if (reservations.admit(run.ops))
      giveUp(run);
  }

  bool isReserved(int32_t op) const {
    return plan.ops[op].config != solved[op].config || plan.ops[op].spill != solved[op].spill ||
           plan.ops[op].spillTo != solved[op].spillTo || plan.ops[op].reshards != solved[op].reshards;
  }

  void restore(int32_t op) {
    if (plan.ops[op].inChain && !solved[op].inChain)
      fail(op);
    plan.ops[op] = solved[op];
    if (solved[op].inChain)
      reservations.leaveInDram(op, "its run would take longer in L1 than in DRAM");
  }

  void giveUp(const Run &run) {
    for (int32_t op : run.ops) {
      bool touched = plan.ops[op].inChain || isReserved(op);
      if (plan.ops[op].inChain)
        fail(op);
      if (touched)
        plan.settle(op, timesOf(run));
    }
    reservations.count("runs_given_up", run.ops.front(), timesOf(run));
    (void)reservations.admit(run.ops);
  }

  void fail(int32_t op) {
    Chain &chain = plan.chains[chainOf[op]];
    chain.state = ChainState::Failed;
    chain.reason = "it would take longer in L1 than in DRAM";
  }

  static std::string timesOf(const Run &run) {
    return fmt::format("its run would take {} ps in L1, {} ps in DRAM", run.inL1, run.inSlowMemory);
  }

  Reservations &reservations;
  ChainPlan &plan;
  const FunctionLayout &problem;
  const std::vector<OpDecision> &solved;
  std::vector<int32_t> chainOf;
};
} // namespace

void dropLosingRuns(Reservations &reservations, const std::vector<OpDecision> &solved) {
  RunJudge(reservations, solved).run();
}

} // namespace alcove::plan
