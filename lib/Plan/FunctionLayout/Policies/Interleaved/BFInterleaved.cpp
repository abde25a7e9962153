//===- BFInterleaved.cpp - Breadth first, the least growth of L1 next -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the older tt-mlir (before its #9086). Among the ops that can run, the one goes next whose step makes the bytes in
// L1 grow least: its result, if that may stay, minus the operands that it reads last.
//
//===----------------------------------------------------------------------===//
#include "../Policies.h"
#include "Interleaved.h"

#include <algorithm>
#include <set>

namespace alcove::plan {

namespace {

class BreadthFirstInterleaver {
public:
  BreadthFirstInterleaver(const FunctionLayout &problem, const Exclusions &exclusions);
  FunctionPlan run();

private:
  Bytes growthOf(int32_t op) const;
  void makeReady(int32_t op);
  void refresh(int32_t op);
  bool readersAccept(int32_t tensor);
  bool fits(int32_t op, int32_t candidate) const {
    return choice.reserved + live + choice.peakOf(op, candidate) <= problem.capacity;
  }
  void makeRoom(int32_t op);
  bool spillLargest(int32_t op);
  void step(int32_t op);

  const FunctionLayout &problem;
  InterleavedChoice choice;
  std::vector<int32_t> candidates;
  std::vector<int32_t> waitsFor; ///< per op: predecessors that have not run; -1 = has run
  std::vector<int32_t> unread;   ///< per tensor: ops that still read it
  std::vector<std::vector<int32_t>> followers;
  std::vector<Bytes> growth; ///< per ready op, as it stands in `ready`
  std::set<std::pair<Bytes, int32_t>> ready;
  std::set<int32_t> held;       ///< tensors in L1 now
  std::vector<bool> wasSpilled; ///< per tensor
  Bytes live = 0;
};

/// Ops that read the tensor, each once.
std::vector<int32_t> readersOf(const beam::FunctionUses &uses, int32_t tensor) {
  std::vector<int32_t> readers;
  for (const beam::Use &use : uses.readers[tensor])
    if (readers.empty() || readers.back() != use.op)
      readers.push_back(use.op);
  return readers;
}

/// Operands, each once.
std::vector<int32_t> distinctOperands(const PlanOp &op) {
  std::vector<int32_t> tensors = op.operands;
  std::sort(tensors.begin(), tensors.end());
  tensors.erase(std::unique(tensors.begin(), tensors.end()), tensors.end());
  return tensors;
}

BreadthFirstInterleaver::BreadthFirstInterleaver(const FunctionLayout &problem, const Exclusions &exclusions)
    : problem(problem), choice(problem, exclusions), candidates(problem.numOps()), waitsFor(problem.numOps()),
      unread(problem.tensors.size()), followers(problem.numOps()), growth(problem.numOps()),
      wasSpilled(problem.tensors.size()) {
  for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op) {
    for (int32_t other : choice.predecessors(op)) {
      followers[other].push_back(op);
      ++waitsFor[op];
    }
    for (int32_t tensor : distinctOperands(problem.ops[op]))
      ++unread[tensor];
  }
}

Bytes BreadthFirstInterleaver::growthOf(int32_t op) const {
  Bytes bytes = 0;
  for (int32_t tensor : problem.ops[op].results)
    bytes += choice.mayStay[tensor] ? choice.l1BytesOf(tensor) : 0;
  for (int32_t tensor : distinctOperands(problem.ops[op]))
    if (held.count(tensor) && unread[tensor] == 1)
      bytes -= choice.l1BytesOf(tensor);
  return bytes;
}

void BreadthFirstInterleaver::makeReady(int32_t op) {
  growth[op] = growthOf(op);
  ready.insert({growth[op], op});
}

void BreadthFirstInterleaver::refresh(int32_t op) {
  if (waitsFor[op] == 0 && ready.erase({growth[op], op}))
    makeReady(op);
}

/// LI-7: every reader has a candidate beside the operands that are decided already.
bool BreadthFirstInterleaver::readersAccept(int32_t tensor) {
  choice.inL1[tensor] = true;
  std::vector<int32_t> readers = readersOf(choice.uses, tensor);
  bool all =
      std::all_of(readers.begin(), readers.end(), [&](int32_t op) { return choice.candidateOf(op, false) >= 0; });
  choice.inL1[tensor] = false;
  return all;
}

/// LI-8: the largest held tensor that the op does not read goes to DRAM before it, if what still reads it accepts that.
bool BreadthFirstInterleaver::spillLargest(int32_t op) {
  const std::vector<int32_t> &read = problem.ops[op].operands;
  std::vector<std::pair<Bytes, int32_t>> largest;
  for (int32_t tensor : held)
    if (std::find(read.begin(), read.end(), tensor) == read.end())
      largest.push_back({-choice.l1BytesOf(tensor), tensor});
  std::sort(largest.begin(), largest.end());
  for (auto [bytes, tensor] : largest) {
    choice.inL1[tensor] = false;
    std::vector<int32_t> readers = readersOf(choice.uses, tensor);
    bool accepted = std::all_of(readers.begin(), readers.end(),
                                [&](int32_t r) { return waitsFor[r] < 0 || choice.candidateOf(r, false) >= 0; });
    int32_t producer = problem.tensors[tensor].producer;
    int32_t made = beam::layoutMade(problem, tensor, candidates[producer]);
    const Conversion &conversion = problem.conversion(problem.tensors[tensor].kind, made, problem.tensors[tensor].base);
    if (accepted && conversion.legal && choice.reserved + live + conversion.peakBytes <= problem.capacity) {
      choice.spills.push_back({op, tensor});
      wasSpilled[tensor] = true;
      held.erase(tensor);
      live += bytes;
      return true;
    }
    choice.inL1[tensor] = true;
  }
  return false;
}

void BreadthFirstInterleaver::makeRoom(int32_t op) {
  while (!fits(op, choice.candidateOf(op, false)) && spillLargest(op)) {
  }
}

void BreadthFirstInterleaver::step(int32_t op) {
  makeRoom(op);
  candidates[op] = choice.candidateOf(op, false);
  const std::vector<int32_t> &results = problem.ops[op].results;
  if (results.size() == 1 && choice.mayStay[results[0]]) { // LI-7
    int32_t candidate = choice.candidateOf(op, true);
    if (candidate >= 0 && fits(op, candidate) && readersAccept(results[0])) {
      candidates[op] = candidate;
      choice.inL1[results[0]] = true;
      held.insert(results[0]);
      live += choice.l1BytesOf(results[0]);
    }
  }
  choice.order.push_back(op);
  waitsFor[op] = -1;
  for (int32_t tensor : distinctOperands(problem.ops[op])) {
    if (--unread[tensor] == 0 && held.erase(tensor))
      live -= choice.l1BytesOf(tensor);
    if (unread[tensor] == 1 && held.count(tensor))
      for (int32_t other : readersOf(choice.uses, tensor))
        refresh(other);
  }
  for (int32_t other : followers[op])
    if (--waitsFor[other] == 0)
      makeReady(other);
}

FunctionPlan BreadthFirstInterleaver::run() {
  choice.order.clear();
  for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
    if (waitsFor[op] == 0)
      makeReady(op);
  while (!ready.empty()) { // LI-6
    int32_t op = ready.begin()->second;
    ready.erase(ready.begin());
    step(op);
  }
  // The tensors that left L1 again were made there.
  for (size_t tensor = 0; tensor < wasSpilled.size(); ++tensor)
    choice.inL1[tensor] = choice.inL1[tensor] || wasSpilled[tensor];
  return choice.toPlan("BFInterleaved", candidates);
}

} // namespace

std::unique_ptr<FunctionPolicy> makeBFInterleaved(const FunctionPolicyOptions &) {
  return makeInterleavedPolicy("BFInterleaved", [](const FunctionLayout &problem, const Exclusions &exclusions) {
    return BreadthFirstInterleaver(problem, exclusions).run();
  });
}

} // namespace alcove::plan
