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
#include <numeric>
#include <unordered_map>

namespace alcove::plan {

namespace {
struct Run {
  std::vector<int32_t> ops;
  Picoseconds inL1 = 0, inSlowMemory = 0;
  bool loses() const { return inL1 > inSlowMemory; }
};

class RunJudge {
public:
  RunJudge(Reservations &reservations, std::vector<OpDecision> solvedBefore)
      : reservations(reservations), plan(reservations.plan), problem(reservations.problem),
        solved(std::move(solvedBefore)), chainOf(chainsByOp(plan)) {}

  // DS2-15: of a losing run the part that loses most is given up, until what is left wins.
  void run() {
    std::vector<int32_t> all(plan.ops.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<Run> open = runsAmong(all);
    for (uint64_t work = 0; !open.empty();) {
      Run run = std::move(open.back());
      open.pop_back();
      if (!run.loses())
        continue;
      work += run.ops.size();
      if (work > workPerOp * plan.ops.size() || !giveUpWorst(run)) {
        giveUp(run.ops, timesOf(run));
        continue;
      }
      for (Run &rest : runsAmong(run.ops))
        open.push_back(std::move(rest));
    }
  }

private:
  /// Ops looked at again, per op of the function; then losing runs go as a whole.
  static constexpr uint64_t workPerOp = 64;

  /// The runs that these ops, which share nothing in L1 with others, consist of. An op that shares nothing is one
  /// alone.
  std::vector<Run> runsAmong(const std::vector<int32_t> &ops) const {
    Groups groups(ops.size());
    std::unordered_map<int32_t, int32_t> place; // looked up, never iterated
    for (size_t i = 0; i < ops.size(); ++i)
      place.emplace(ops[i], static_cast<int32_t>(i));
    for (size_t i = 0; i < ops.size(); ++i)
      for (int32_t tensor : problem.ops[ops[i]].operands)
        if (problem.tensors[tensor].producer >= 0 && isKept(tensor))
          if (auto producer = place.find(problem.tensors[tensor].producer); producer != place.end())
            groups.join(static_cast<int32_t>(i), producer->second);
    std::vector<Run> result;
    std::vector<int32_t> runOf(ops.size(), -1);
    for (size_t i = 0; i < ops.size(); ++i) {
      int32_t &index = runOf[groups.find(static_cast<int32_t>(i))];
      if (index < 0) {
        index = static_cast<int32_t>(result.size());
        result.emplace_back();
      }
      result[index].ops.push_back(ops[i]);
      result[index].inL1 += timeOf(ops[i]);
      result[index].inSlowMemory += settledTimeOf(ops[i]);
    }
    return result;
  }

  bool isKept(int32_t tensor) const { return plan.settledLayout(tensor) != problem.tensors[tensor].base; }

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

  /// Gives up the chain, or the op of none, that loses most; false when what is left has no room any more.
  bool giveUpWorst(const Run &run) {
    std::map<int32_t, Picoseconds> losses; // by chain; by -1 - op for ops of none
    for (int32_t op : run.ops)
      losses[plan.ops[op].inChain ? chainOf[op] : -1 - op] += timeOf(op) - settledTimeOf(op);
    auto worst = std::max_element(losses.begin(), losses.end(),
                                  [](const auto &a, const auto &b) { return a.second < b.second; });
    if (worst->first >= 0)
      giveUp({plan.chains[worst->first].ops.begin(), plan.chains[worst->first].ops.end()}, timesOf(run));
    else
      release(-1 - worst->first, timesOf(run));
    return !reservations.admit(run.ops);
  }

  /// Ops to slow memory, and what they share in L1 with others.
  void giveUp(const std::vector<int32_t> &ops, const std::string &why) {
    reservations.count("given_up", ops.front(), why);
    for (int32_t op : ops)
      settle(op, why);
    for (int32_t op : ops)
      release(op, why);
    (void)reservations.admit(ops);
  }

  void settle(int32_t op, const std::string &why) {
    if (plan.ops[op].inChain) {
      Chain &chain = plan.chains[chainOf[op]];
      chain.state = ChainState::Failed;
      chain.reason = "it would take longer in L1 than in DRAM";
    }
    bool touched = plan.ops[op].inChain || plan.ops[op].config != solved[op].config || plan.ops[op].spillTo >= 0;
    if (touched)
      plan.settle(op, why);
    solved[op] = plan.ops[op];
  }

  /// An op of no completed chain lets go of everything in L1: it reads and makes what lies in slow memory.
  void release(int32_t op, const std::string &why) {
    settle(op, why);
    for (int32_t tensor : problem.ops[op].operands)
      toSlowMemory(tensor, why);
    for (int32_t tensor : problem.ops[op].results)
      adaptReaders(tensor, why);
  }

  void toSlowMemory(int32_t tensor, const std::string &why) {
    int32_t producer = problem.tensors[tensor].producer;
    if (producer < 0 || !isKept(tensor))
      return;
    if (!plan.ops[producer].inChain || !solved[producer].inChain) {
      release(producer, why);
      return;
    }
    plan.ops[producer].spill = true;
    plan.ops[producer].spillTo = -1;
    reservations.leaveInDram(producer, why);
    adaptReaders(tensor, why);
  }

  /// Readers of what lies in slow memory now: with the conversions that were planned for that; where one does not run
  /// with its other operands in L1, these follow.
  void adaptReaders(int32_t tensor, const std::string &why) {
    for (int32_t reader : plan.users[tensor]) {
      if (plan.ops[reader].config != solved[reader].config) {
        release(reader, why); // a view, or a concatenation, configured for what lay in L1
        continue;
      }
      const std::vector<int32_t> &operands = problem.ops[reader].operands;
      for (auto [operand, layout] : solved[reader].reshards)
        if (operands[operand] == tensor)
          plan.ops[reader].reshards[operand] = layout;
      if (plan.candidateOf(reader) < 0)
        for (int32_t other : operands)
          if (problem.tensors[other].producer < 0 || chainOf[problem.tensors[other].producer] != chainOf[reader] ||
              chainOf[reader] < 0)
            toSlowMemory(other, why);
    }
  }

  static std::string timesOf(const Run &run) {
    return fmt::format("its run would take {} ps in L1, {} ps in DRAM", run.inL1, run.inSlowMemory);
  }

  Reservations &reservations;
  ChainPlan &plan;
  const FunctionLayout &problem;
  std::vector<OpDecision> solved; ///< what to fall back to: as the solver decided; settled for what was given up
  std::vector<int32_t> chainOf;
};
} // namespace

void dropLosingRuns(Reservations &reservations, const std::vector<OpDecision> &solved) {
  RunJudge(reservations, solved).run();
}

} // namespace alcove::plan
