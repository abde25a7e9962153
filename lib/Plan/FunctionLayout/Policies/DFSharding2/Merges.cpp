//===- Merges.cpp - The end of one chain read inside another --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//      two ways                               three ways
//
//      chain A: a0 -> a1 -------+             chain A: a0 -> a1 --+
//                               |             chain C: c0 -> c1 --|--+
//      chain B: b0 -> b1 -> add(b1, a1)       chain B:         add(a1, c1) -> b1
//
//===----------------------------------------------------------------------===//
#include "Steps.h"

#include <algorithm>
#include <fmt/format.h>

namespace alcove::plan {

namespace {
/// Ends that could stay for one op of one chain.
struct Merge {
  int32_t join = -1, chain = -1; ///< the op that reads, its chain
  std::vector<int32_t> ends;     ///< tensors, in the order of their operands
  Bytes totalBytes = 0;          ///< of the ends, in their layouts
};

class Merger {
public:
  explicit Merger(Reservations &reservations)
      : reservations(reservations), plan(reservations.plan), problem(reservations.problem),
        chainOf(chainsByOp(reservations.plan)), merged(plan.chains.size(), 0) {}

  void run() {
    for (size_t i = 0; i < plan.chains.size(); ++i)
      collect(plan.chains[i]);
    collectThreeWays();
    // DS2-13: larger ends first, equal ones in schedule order.
    std::stable_sort(merges.begin(), merges.end(), [&](const Merge &a, const Merge &b) {
      return std::pair(-a.totalBytes, plan.position[a.join]) < std::pair(-b.totalBytes, plan.position[b.join]);
    });
    for (const Merge &merge : merges)
      if (merged[merge.chain] < reservations.options.mergesPerChain)
        attempt(merge);
  }

private:
  // DS2-12
  void collect(const Chain &source) {
    int32_t end = reservations.openEnd(source);
    if (end < 0 || reservations.useCount(end) != 1 || plan.users[end].empty())
      return;
    int32_t join = plan.users[end][0], chain = chainOf[join];
    if (chain < 0 || plan.chains[chain].state != ChainState::Completed)
      return;
    const std::vector<int32_t> &operands = problem.ops[join].operands;
    Merge merge{join, chain, {end}, bytesOf(end)};
    if (operands[0] != end || operands.size() == 1 || source.isConcat)
      merges.push_back(merge);
    if (plan.chains[chain].ops.front() == join)
      intoFirst.push_back(merge);
  }

  // DS2-14: the first op of a chain whose first operand and another one are such ends.
  void collectThreeWays() {
    std::stable_sort(intoFirst.begin(), intoFirst.end(),
                     [](const Merge &a, const Merge &b) { return a.join < b.join; });
    for (const Merge &left : intoFirst) {
      if (problem.ops[left.join].operands[0] != left.ends[0])
        continue;
      auto right = std::find_if(intoFirst.begin(), intoFirst.end(),
                                [&](const Merge &other) { return other.join == left.join && other.ends != left.ends; });
      if (right != intoFirst.end())
        merges.push_back({left.join, left.chain, {left.ends[0], right->ends[0]}, left.totalBytes + right->totalBytes});
    }
  }

  Bytes bytesOf(int32_t end) const { return problem.layoutOf(end, plan.resultLayout(end)).totalBytes; }

  void attempt(const Merge &merge) {
    Change change;
    for (int32_t end : merge.ends) {
      if (!plan.ops[problem.tensors[end].producer].leavesL1())
        return; // a merge three ways took it
      change.kept.push_back({end, -1});
      change.reserve += problem.layoutOf(end, plan.resultLayout(end)).l1Bytes;
    }
    size_t behind = plan.position[merge.join] + 1;
    if (reservations.options.checkFragmentation && behind < plan.order.size())
      change.behind = plan.order[behind];
    const char *kind = merge.ends.size() == 2 ? "three_way_merges" : "merges";
    if (std::optional<Refusal> refusal = reservations.attempt(change)) {
      reservations.count(fmt::format("{}_refused", kind), merge.join, refusal->text);
      for (int32_t end : merge.ends)
        reservations.leaveInDram(problem.tensors[end].producer, refusal->text);
      return;
    }
    ++merged[merge.chain];
    reservations.count(kind, merge.join, namesOf(merge.ends));
  }

  std::string namesOf(const std::vector<int32_t> &tensors) const {
    std::string names;
    for (int32_t tensor : tensors)
      names += (names.empty() ? "" : ", ") + problem.tensors[tensor].name;
    return names;
  }

  Reservations &reservations;
  ChainPlan &plan;
  const FunctionLayout &problem;
  std::vector<int32_t> chainOf;
  std::vector<int> merged; ///< per chain: merges into it
  std::vector<Merge> merges, intoFirst;
};
} // namespace

void mergeChains(Reservations &reservations) { Merger(reservations).run(); }

} // namespace alcove::plan
