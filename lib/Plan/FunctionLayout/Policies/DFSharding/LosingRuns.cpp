//===- LosingRuns.cpp - Does a run in L1 pay? -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ChainPlan.h"
#include "Groups.h"

#include <fmt/format.h>

namespace alcove::plan {

namespace {
struct RunTimes {
  Picoseconds inL1 = 0, inSlowMemory = 0;
  bool known = true;
};
} // namespace

std::vector<int32_t> runsOf(const ChainPlan &plan) {
  std::vector<int32_t> chainOf(plan.ops.size(), -1);
  for (size_t i = 0; i < plan.chains.size(); ++i)
    if (plan.chains[i].state == ChainState::Completed)
      for (int op : plan.chains[i].ops)
        chainOf[op] = static_cast<int32_t>(i);
  Groups groups(plan.chains.size());
  for (size_t i = 0; i < plan.chains.size(); ++i) {
    const Chain &chain = plan.chains[i];
    if (chain.state != ChainState::Completed || plan.ops[chain.ops.back()].leavesL1())
      continue;
    for (int32_t user : plan.users[plan.problem.ops[chain.ops.back()].results[0]])
      if (chainOf[user] >= 0)
        groups.join(static_cast<int32_t>(i), chainOf[user]);
  }
  std::vector<int32_t> runs(plan.chains.size(), -1);
  for (size_t i = 0; i < plan.chains.size(); ++i)
    if (plan.chains[i].state == ChainState::Completed)
      runs[i] = groups.find(static_cast<int32_t>(i));
  return runs;
}

/// Adds what one op costs with and without the plan.
static void addOp(RunTimes &times, const ChainPlan &plan, int32_t op) {
  const OpClass &opClass = plan.problem.classOf(op);
  std::optional<Picoseconds> fast = plan.timeOf(op);
  const Candidate &slow = opClass.candidates[opClass.base];
  if (!fast || !slow.timed) {
    times.known = false;
    return;
  }
  times.inSlowMemory += slow.time;
  times.inL1 += *fast + plan.conversionTime(op);
}

/// Per run: its ops, and those of no chain that read a kept result (shards may be slower to read).
static std::vector<RunTimes> timesOfRuns(const ChainPlan &plan, const std::vector<int32_t> &runs) {
  std::vector<RunTimes> times(plan.chains.size());
  std::vector<bool> counted(plan.ops.size(), false);
  auto addOnce = [&](int32_t run, int32_t op) {
    if (!counted[op])
      addOp(times[run], plan, op);
    counted[op] = true;
  };
  for (size_t i = 0; i < runs.size(); ++i)
    if (runs[i] >= 0)
      for (int op : plan.chains[i].ops)
        addOnce(runs[i], op);
  for (size_t i = 0; i < runs.size(); ++i)
    if (runs[i] >= 0)
      for (int32_t user : plan.users[plan.problem.ops[plan.chains[i].ops.back()].results[0]])
        if (plan.problem.classOf(user).traits.modelled)
          addOnce(runs[i], user);
  return times;
}

void dropLosingRuns(ChainPlan &plan) {
  /// Sums that differ by less differ by rounding; a run that costs as much stays in L1.
  constexpr Picoseconds tie = 1;
  std::vector<int32_t> runs = runsOf(plan);
  std::vector<RunTimes> times = timesOfRuns(plan, runs);
  for (size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] < 0 || !times[runs[i]].known || times[runs[i]].inL1 <= times[runs[i]].inSlowMemory + tie)
      continue;
    const RunTimes &run = times[runs[i]];
    plan.chains[i].state = ChainState::Failed;
    plan.chains[i].reason = "it would take longer in L1 than in DRAM";
    for (int op : plan.chains[i].ops)
      plan.settle(op, fmt::format("its run would take {:.1f} us in L1, {:.1f} us in DRAM",
                                  static_cast<double>(run.inL1) / 1e6, static_cast<double>(run.inSlowMemory) / 1e6));
  }
}

} // namespace alcove::plan
