//===- Conflict.cpp - Buffers that cannot coexist -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Bound.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "alcove/Plan/Common/Deadline.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;

namespace {

/// A test of a subset may take this many times the work of the proof for the whole, and at least `leastWork`.
constexpr uint64_t patience = 4;
constexpr uint64_t leastWork = 20000;

class DeletionFilter {
public:
  DeletionFilter(const AllocationProblem &problem, const Budget &budget)
      : problem(problem), budget(budget), deadline(budget) {}

  /// Proves that all buffers of the set cannot coexist; false when it does not.
  bool start(std::vector<size_t> buffers) {
    conflict.buffers = std::move(buffers);
    return ask(conflict.buffers, budget.workUnits) == AllocationAnswer::Infeasible;
  }

  /// Drops runs of buffers, half of the set first, single ones last.
  void shrink() {
    testLimit = std::max(leastWork, patience * std::min(conflict.work, budget.workUnits / patience));
    for (size_t run = std::max<size_t>(conflict.buffers.size() / 2, 1);; run = run / 2) {
      bool settled = dropRuns(run);
      if (run == 1) {
        conflict.irreducible = settled;
        return;
      }
    }
  }

  AllocationConflict conflict;

private:
  /// True when each run that was kept is needed for sure.
  bool dropRuns(size_t run) {
    bool settled = true;
    for (size_t begin = 0; begin < conflict.buffers.size();) {
      if (conflict.work >= budget.workUnits || deadline.passed())
        return false;
      std::vector<size_t> rest = conflict.buffers;
      size_t end = std::min(begin + run, rest.size());
      rest.erase(rest.begin() + begin, rest.begin() + end);
      AllocationAnswer outcome = ask(rest, std::min(testLimit, budget.workUnits - conflict.work));
      if (outcome == AllocationAnswer::Infeasible) {
        conflict.buffers = std::move(rest);
        continue;
      }
      settled &= outcome == AllocationAnswer::Found;
      begin = end;
    }
    return settled;
  }

  AllocationAnswer ask(const std::vector<size_t> &buffers, uint64_t work) {
    AllocationProblem subset;
    subset.capacity = problem.capacity;
    for (size_t index : buffers)
      subset.buffers.push_back(problem.buffers[index]);
    AllocationResult result = allocateGreedily(subset);
    conflict.work += result.work;
    if (result.answer != AllocationAnswer::Open)
      return result.answer;
    Budget share = budget;
    share.workUnits = work;
    share.seconds = deadline.secondsLeft();
    result = allocateExactly(subset, share);
    conflict.work += result.work;
    return result.answer;
  }

  const AllocationProblem &problem;
  const Budget &budget;
  Deadline deadline;
  uint64_t testLimit = 0;
};

/// The buffers that the bound shows together, largest first, until they exceed the capacity.
std::vector<size_t> overfullMoment(const AllocationProblem &problem, const AllocationBound &bound) {
  std::vector<std::pair<Bytes, size_t>> live;
  for (size_t i : bound.core)
    for (const AllocationPiece &piece : allocationPieces(problem.buffers[i]))
      if (piece.lower <= bound.time && bound.time < piece.upper)
        live.emplace_back(piece.bottom - piece.top, i);
  std::sort(live.begin(), live.end());
  std::vector<size_t> buffers;
  Bytes total = 0;
  for (const auto &[negated, index] : live) {
    if (total > problem.capacity)
      break;
    total -= negated;
    buffers.push_back(index);
  }
  std::sort(buffers.begin(), buffers.end());
  return buffers;
}

} // namespace

AllocationConflict plan::allocationConflict(const AllocationProblem &problem, const Budget &budget) {
  DeletionFilter filter(problem, budget);
  AllocationBound bound = allocationLowerBound(problem);
  bool started = bound.bytes > problem.capacity && filter.start(overfullMoment(problem, bound));
  if (!started) {
    std::vector<size_t> all(problem.buffers.size());
    for (size_t i = 0; i != all.size(); ++i)
      all[i] = i;
    started = filter.start(std::move(all));
  }
  if (started)
    filter.shrink();
  else
    filter.conflict.buffers.clear();
  return filter.conflict;
}
