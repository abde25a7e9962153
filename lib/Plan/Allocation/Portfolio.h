//===- Portfolio.h - Restarts of the canonical search -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Run times of such searches have heavy tails: a run that starts badly never recovers, another order finishes at once.
// So: many short runs, each with its own order of the buffers.
//
//   epoch      0         1         2      ...     an epoch gives both lanes the same budget (Luby's sequence);
//   lane 0  area*w    sections   width            lanes never talk, so they may run on one thread or two;
//   lane 1  lifetime  weight     ...              the lowest lane that has an answer gives it
//
// A lane keeps its failed states and section weights from run to run.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_PORTFOLIO_H
#define ALCOVE_LIB_PLAN_ALLOCATION_PORTFOLIO_H

#include "Search.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Common/Deadline.h"

#include <memory>

namespace alcove::plan::allocation {

class Portfolio {
public:
  /// Capacity in bytes. The instance must outlive the portfolio.
  Portfolio(const Instance &instance, Bytes capacity, const AllocationSwitches &switches);

  /// Continues until the budget's work and epochs are spent once more or the deadline passed; an epoch in which it
  /// passed without an answer does not count.
  AllocationAnswer run(const Budget &budget, const Deadline &deadline);

  /// In bytes, per buffer of the problem, after Found; buffers of size 0 at their fixed offset or 0.
  AllocationSolution solution(const AllocationProblem &problem) const;
  /// Placements that count towards the answer: the same with one thread and two.
  uint64_t work() const { return countedWork; }
  uint64_t epochs() const { return epoch; }

private:
  static constexpr size_t laneCount = 2;
  struct Lane {
    std::unique_ptr<Search> search;
    Random random{0};
    AllocationAnswer outcome = AllocationAnswer::Open;
  };

  std::vector<uint32_t> ranksFor(Lane &lane, size_t run) const;
  void runLanes(int threads, uint64_t budget, const Deadline &deadline);

  const Instance &instance;
  Lane lanes[laneCount];
  size_t winner = 0;
  /// Most bytes of any section of the buffer, in units.
  std::vector<Bytes> busiest;
  uint64_t epoch = 0;
  uint64_t countedWork = 0;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_PORTFOLIO_H
