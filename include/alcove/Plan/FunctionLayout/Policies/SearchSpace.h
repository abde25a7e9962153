//===- SearchSpace.h - What the exact planner chooses from ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of a problem are asked lazily; the exact planner needs them whole, and small enough to solve:
//
//   layouts      per tensor kind: the base layouts, L1 interleaved, and the best few of each sharding, ranked by what
//                the classes of the function take to make and to read them
//   candidates   per class: every way to read those layouts that fits one of the patterns below, under every
//                configuration that makes one of those layouts; of those that read and make the same only the best
//
//                one operand          each layout
//                two operands         both alike or on the same cores, or one of them not sharded or on one core
//                more                 one of them moved; two of the first four as above; all of one kind alike; each set
//                                     of up to four in L1 interleaved
//
// What a limit cut off is counted, so that "optimal" always says within which space.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_SEARCHSPACE_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_SEARCHSPACE_H

#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan {

struct SearchSpace {
  std::vector<std::vector<int32_t>> layouts;    ///< per kind, ascending
  std::vector<std::vector<int32_t>> candidates; ///< per class
  int64_t layoutsLeftOut = 0;                   ///< over all kinds
  bool holds(int32_t kind, int32_t layout) const;
  bool operator==(const SearchSpace &) const = default;
};

/// Layouts and candidates that a space holds in any case: those of known plans.
struct KnownChoices {
  std::vector<std::pair<int32_t, int32_t>> layouts, candidates; ///< kind and layout; class and candidate
  /// `plan` is one of `problem`; another function with the same kinds and classes may search what it takes.
  void add(const FunctionLayout &problem, const FunctionPlan &plan);
};

/// `perSharding`: layouts kept of each kind of sharding. `threads`: on which the questions are answered; the space is the same.
/// O(classes * layouts^2) queries.
SearchSpace enumerate(const FunctionLayout &problem, int perSharding, const KnownChoices &known, int threads = 1);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_POLICIES_SEARCHSPACE_H
