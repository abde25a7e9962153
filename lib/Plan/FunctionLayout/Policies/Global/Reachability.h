//===- Reachability.h - Which ops come before which -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_REACHABILITY_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_REACHABILITY_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan {

using OpSet = std::vector<bool>;

/// Paths of data and `after` between the ops of a function. Building: O(operands); a query: O(what it adds).
class Reachability {
public:
  explicit Reachability(const FunctionLayout &problem) : before(problem.numOps()), behind(problem.numOps()) {
    for (int32_t op = 0, e = static_cast<int32_t>(problem.numOps()); op != e; ++op) {
      for (int32_t tensor : problem.ops[op].operands)
        if (problem.tensors[tensor].producer >= 0)
          link(problem.tensors[tensor].producer, op);
      for (int32_t earlier : problem.ops[op].after)
        link(earlier, op);
    }
  }

  /// Ops that come before `op` in every order, of those that `within` holds with all that lie between; ops in `set`
  /// are taken to be there with all of theirs.
  template <typename Within>
  void addAncestors(int32_t op, OpSet &set, Within within) const {
    add(before, op, set, within);
  }
  template <typename Within>
  void addDescendants(int32_t op, OpSet &set, Within within) const {
    add(behind, op, set, within);
  }

private:
  using Links = std::vector<std::vector<int32_t>>;
  void link(int32_t earlier, int32_t later) {
    before[later].push_back(earlier);
    behind[earlier].push_back(later);
  }
  template <typename Within>
  static void add(const Links &links, int32_t op, OpSet &set, Within within) {
    std::vector<int32_t> open = {op};
    while (!open.empty()) {
      int32_t at = open.back();
      open.pop_back();
      for (int32_t next : links[at])
        if (!set[next] && within(next)) {
          set[next] = true;
          open.push_back(next);
        }
    }
  }

  Links before, behind;
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_REACHABILITY_H
