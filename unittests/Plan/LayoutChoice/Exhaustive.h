//===- Exhaustive.h - All assignments of a small problem --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_EXHAUSTIVE_H
#define ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_EXHAUSTIVE_H

#include "alcove/Plan/LayoutChoice/Problem.h"

namespace alcove::plan {

/// All assignments, judged by `verify`; kInfiniteCost = there is none.
inline Cost exhaustive(const LayoutChoice &problem) {
  std::vector<int32_t> choice(problem.numNodes(), 0);
  Cost best = kInfiniteCost;
  while (true) {
    Cost cost = costOf(problem, choice);
    if (cost < best && verify(problem, {choice, cost}).ok())
      best = cost;
    size_t n = 0;
    while (n < choice.size() && ++choice[n] == problem.numCandidates(static_cast<int32_t>(n)))
      choice[n++] = 0;
    if (n == choice.size())
      return best;
  }
}

} // namespace alcove::plan

#endif // ALCOVE_UNITTESTS_PLAN_LAYOUTCHOICE_EXHAUSTIVE_H
