//===- KeptResults.cpp - Chain ends that need not go to DRAM --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain's last result goes to DRAM because its users lie outside the chain: at a fork, or as operand 1 of another
// chain's op. After all chains are solved, each is looked at again in schedule order:
//
//      chain A:  conv1 conv2 conv3 add relu         relu has two users, so chain A ends there (DF-H1)
//                                      |  |
//      chain B:  conv1 <---------------+  |         DF-R1  every user accepts the result where it lies
//                conv2                    |         DF-R2  at every op from there to the last user there is room for it
//                conv3                    |             beside what that op needs and what was kept before
//                add <--------------------+
//
// When both hold, it stays and its bytes are reserved until the last user: A and B are one run in L1. Source: fork
// reservations and chain merges of tt-mlir's DFSharding 2.0. DF-R3: reductions are no users of shards (tt-metal#34951);
// DF-R4: what the function returns goes to DRAM; DF-R5: shards may be slower to read than a tensor in DRAM, so the
// users' time must not grow by more than the copy saves.
//
//===----------------------------------------------------------------------===//
#include "ChainPlan.h"

#include <algorithm>

namespace alcove::plan {

namespace {

class ResultKeeper {
public:
  explicit ResultKeeper(ChainPlan &plan) : plan(plan), problem(plan.problem), reserved(plan.order.size(), 0) {}

  void run(const Exclusions &exclusions) {
    for (const Chain &chain : plan.chains)
      if (chain.state == ChainState::Completed) {
        int32_t tensor = problem.ops[chain.ops.back()].results[0];
        if (!exclusions.results.count(tensor))
          consider(tensor);
      }
  }

private:
  void consider(int32_t tensor) {
    OpDecision &decision = plan.ops[problem.tensors[tensor].producer];
    const Layout &layout = problem.layoutOf(tensor, plan.resultLayout(tensor));
    if (!decision.spill || !layout.isL1() || !usersMayReadShards(tensor))
      return;
    std::vector<std::map<int32_t, int32_t>> before;
    for (int32_t user : plan.users[tensor])
      before.push_back(plan.ops[user].reshards);
    std::optional<Picoseconds> copied = timeOfUsers(tensor);
    decision.spill = false;
    if (usersAccept(tensor) && noSlower(timeOfUsers(tensor), copied) && fits(tensor))
      return;
    decision.spill = true;
    for (size_t i = 0; i < before.size(); ++i)
      plan.ops[plan.users[tensor][i]].reshards = before[i];
  }

  // DF-R3, DF-R4
  bool usersMayReadShards(int32_t tensor) const {
    return plan.returned[tensor] == 0 && !plan.users[tensor].empty() &&
           std::all_of(plan.users[tensor].begin(), plan.users[tensor].end(), [&](int32_t user) {
             const OpTraits &traits = problem.classOf(user).traits;
             return traits.modelled && traits.readsShards;
           });
  }

  // DF-R1. A planned reshard is dropped where the user takes the result as it lies.
  bool usersAccept(int32_t tensor) {
    const PlanTensor &planned = problem.tensors[tensor];
    for (int32_t user : plan.users[tensor])
      for (size_t operand = 0; operand < problem.ops[user].operands.size(); ++operand) {
        if (problem.ops[user].operands[operand] != tensor)
          continue;
        auto reshard = plan.ops[user].reshards.extract(static_cast<int32_t>(operand));
        if (plan.candidateOf(user) >= 0)
          continue;
        if (reshard.empty() || !plan.canConvert(planned.kind, plan.resultLayout(tensor), reshard.mapped()))
          return false;
        plan.ops[user].reshards.insert(std::move(reshard));
      }
    return true;
  }

  // DF-R5
  static bool noSlower(std::optional<Picoseconds> kept, std::optional<Picoseconds> copied) {
    return !kept || !copied || *kept <= *copied;
  }

  /// What the copy to DRAM, if there is one, the users and their conversions of the tensor take together.
  std::optional<Picoseconds> timeOfUsers(int32_t tensor) const {
    const PlanTensor &planned = problem.tensors[tensor];
    int32_t made = plan.resultLayout(tensor), read = plan.settledLayout(tensor);
    Picoseconds sum = problem.conversion(planned.kind, made, read).time;
    for (int32_t user : plan.users[tensor]) {
      std::optional<Picoseconds> time = plan.timeOf(user);
      if (!time)
        return std::nullopt;
      sum += *time;
      for (auto [operand, layout] : plan.ops[user].reshards)
        if (problem.ops[user].operands[operand] == tensor)
          sum += problem.conversion(planned.kind, read, layout).time;
    }
    return sum;
  }

  // DF-R2
  bool fits(int32_t tensor) {
    int32_t first = plan.position[problem.tensors[tensor].producer] + 1, last = first;
    for (int32_t user : plan.users[tensor])
      last = std::max(last, plan.position[user]);
    for (int32_t at = first; at <= last; ++at) {
      std::optional<Bytes> need = plan.needOf(plan.order[at]);
      if (!need || *need + reserved[at] + extra(tensor, plan.order[at]) > problem.capacity)
        return false;
    }
    for (int32_t at = first; at <= last; ++at)
      reserved[at] += extra(tensor, plan.order[at]);
    return true;
  }

  /// What the tensor takes at `op` beyond what the op counts itself: nothing when the op reads it as it lies.
  Bytes extra(int32_t tensor, int32_t op) const {
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    for (size_t operand = 0; operand < operands.size(); ++operand)
      if (operands[operand] == tensor && !plan.ops[op].reshards.count(static_cast<int32_t>(operand)))
        return 0;
    return problem.layoutOf(tensor, plan.resultLayout(tensor)).l1Bytes;
  }

  ChainPlan &plan;
  const FunctionLayout &problem;
  std::vector<Bytes> reserved; ///< per position of the order
};

} // namespace

void keepResults(ChainPlan &plan, const Exclusions &exclusions) { ResultKeeper(plan).run(exclusions); }

} // namespace alcove::plan
