//===- GreedyL1Interleaved.cpp - Operands in L1, as many bytes as fit -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the older tt-mlir (before its #9086). For every op, the base op, all subsets of its operands are tried in L1
// interleaved, each in all orders of computing them, and the one that uses most L1 wins:
//
//   %4 = add(%2, %3)      %2 60 B, its ops need 100 B        { %2, %3 }: first %2 (100), then %3 beside it (60 + 80)
//                         %3 60 B, its ops need  80 B                    = 140 B; the other way round 60 + 100 = 160 B
//
// Only results with one reader take part, so that what waits in L1 is nested like the ops themselves.
//
//===----------------------------------------------------------------------===//
#include "../Policies.h"
#include "Interleaved.h"

#include <algorithm>

namespace alcove::plan {

namespace {

class GreedyInterleaver {
public:
  GreedyInterleaver(const FunctionLayout &problem, const Exclusions &exclusions)
      : problem(problem), choice(problem, exclusions), needs(problem.numOps()), candidates(problem.numOps()) {}

  FunctionPlan run();

private:
  /// Subsets of more operands than this are not enumerated; the smallest ones stay in DRAM (LI-4).
  static constexpr size_t maxOperands = 12;

  /// What computing an op and all before it needs, by where its result goes; -1 = refused.
  struct Needs {
    Bytes inDram = 0, inL1 = -1;
    int32_t l1Candidate = -1;
  };

  std::vector<int32_t> operandsThatMayStay(int32_t op);
  Bytes peakOf(int32_t op, const std::vector<int32_t> &held, Bytes last) const;
  void choose(int32_t op);
  void mark(const std::vector<int32_t> &tensors, bool inL1) {
    for (int32_t tensor : tensors)
      choice.inL1[tensor] = inL1;
  }
  std::vector<int32_t> predecessorsInOrder(int32_t op) const;
  void schedule();

  const FunctionLayout &problem;
  InterleavedChoice choice;
  std::vector<Needs> needs;
  std::vector<int32_t> candidates;
  int64_t cut = 0;
};

/// The largest first; those beyond the limit are left out.
std::vector<int32_t> GreedyInterleaver::operandsThatMayStay(int32_t op) {
  std::vector<int32_t> staying;
  for (int32_t tensor : problem.ops[op].operands) {
    int32_t producer = problem.tensors[tensor].producer;
    if (choice.mayStay[tensor] && choice.uses.readers[tensor].size() == 1 && needs[producer].l1Candidate >= 0)
      staying.push_back(tensor);
  }
  std::stable_sort(staying.begin(), staying.end(),
                   [&](int32_t a, int32_t b) { return choice.l1BytesOf(a) > choice.l1BytesOf(b); });
  if (staying.size() > maxOperands) {
    staying.resize(maxOperands);
    ++cut;
  }
  return staying;
}

/// Everything that goes to DRAM is computed first, then what is held, in the best order, then the op.
Bytes GreedyInterleaver::peakOf(int32_t op, const std::vector<int32_t> &held, Bytes last) const {
  Bytes before = 0;
  std::vector<HeldResult> results;
  for (int32_t other : choice.predecessors(op)) {
    auto isHeld = [&](int32_t tensor) { return problem.tensors[tensor].producer == other; };
    auto found = std::find_if(held.begin(), held.end(), isHeld);
    if (found == held.end())
      before = std::max(before, needs[other].inDram);
    else
      results.push_back({needs[other].inL1, choice.l1BytesOf(*found)});
  }
  return std::max(before, leastPeak(results, last));
}

/// LI-2: the subset with most bytes in L1 that the backend accepts and that fits.
void GreedyInterleaver::choose(int32_t op) {
  std::vector<int32_t> staying = operandsThatMayStay(op), best, subset;
  Bytes bestBytes = 0, bestPeak = peakOf(op, {}, choice.peakOf(op, choice.candidateOf(op, false)));
  for (uint32_t mask = 1; mask < (uint32_t{1} << staying.size()); ++mask) {
    subset.clear();
    Bytes bytes = 0;
    for (size_t i = 0; i < staying.size(); ++i)
      if (mask >> i & 1) {
        subset.push_back(staying[i]);
        bytes += choice.l1BytesOf(staying[i]);
      }
    if (bytes < bestBytes)
      continue;
    mark(subset, true);
    int32_t candidate = choice.candidateOf(op, false);
    Bytes peak = candidate < 0 ? 0 : peakOf(op, subset, choice.peakOf(op, candidate));
    mark(subset, false);
    bool fits = candidate >= 0 && choice.reserved + peak <= problem.capacity;
    if (fits && (bytes > bestBytes || peak < bestPeak)) {
      best = subset;
      bestBytes = bytes;
      bestPeak = peak;
    }
  }
  mark(best, true);
  for (int32_t tensor : best)
    candidates[problem.tensors[tensor].producer] = needs[problem.tensors[tensor].producer].l1Candidate;
  candidates[op] = choice.candidateOf(op, false);
  needs[op].inDram = bestPeak;
  if (problem.ops[op].results.size() != 1 || !choice.mayStay[problem.ops[op].results[0]])
    return;
  needs[op].l1Candidate = choice.candidateOf(op, true);
  if (needs[op].l1Candidate >= 0)
    needs[op].inL1 = peakOf(op, best, choice.peakOf(op, needs[op].l1Candidate));
}

/// What goes to DRAM first, then what is held in the order of its peak.
std::vector<int32_t> GreedyInterleaver::predecessorsInOrder(int32_t op) const {
  std::vector<int32_t> before = choice.predecessors(op);
  auto heldBytes = [&](int32_t other) {
    const std::vector<int32_t> &results = problem.ops[other].results;
    return results.size() == 1 && choice.inL1[results[0]] ? choice.l1BytesOf(results[0]) : -1;
  };
  std::stable_sort(before.begin(), before.end(), [&](int32_t a, int32_t b) {
    Bytes ha = heldBytes(a), hb = heldBytes(b);
    if (ha < 0 || hb < 0)
      return ha < 0 && hb >= 0;
    return needs[a].inL1 - ha > needs[b].inL1 - hb;
  });
  return before;
}

/// LI-5: depth first from the ops that nobody waits for, in program order.
void GreedyInterleaver::schedule() {
  int32_t numOps = static_cast<int32_t>(problem.numOps());
  std::vector<bool> isAwaited(numOps), isDone(numOps);
  for (int32_t op = 0; op < numOps; ++op)
    for (int32_t other : choice.predecessors(op))
      isAwaited[other] = true;
  struct Frame {
    int32_t op;
    std::vector<int32_t> before;
    size_t next = 0;
  };
  choice.order.clear();
  std::vector<Frame> stack;
  for (int32_t root = 0; root < numOps; ++root) {
    if (!isAwaited[root])
      stack.push_back({root, predecessorsInOrder(root)});
    while (!stack.empty()) {
      Frame &top = stack.back();
      if (top.next < top.before.size()) {
        int32_t other = top.before[top.next++];
        if (!isDone[other])
          stack.push_back({other, predecessorsInOrder(other)});
        continue;
      }
      isDone[top.op] = true;
      choice.order.push_back(top.op);
      stack.pop_back();
    }
  }
}

FunctionPlan GreedyInterleaver::run() {
  for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
    choose(op);
  schedule();
  FunctionPlan plan = choice.toPlan("GreedyL1Interleaved", candidates);
  plan.counts["cut_operand_lists"] = cut;
  return plan;
}

} // namespace

std::unique_ptr<FunctionPolicy> makeGreedyL1Interleaved(const FunctionPolicyOptions &) {
  return makeInterleavedPolicy("GreedyL1Interleaved", [](const FunctionLayout &problem, const Exclusions &exclusions) {
    return GreedyInterleaver(problem, exclusions).run();
  });
}

} // namespace alcove::plan
