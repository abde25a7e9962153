//===- NestedSpaces.h - A larger space costs no plan of a smaller one -*- C++ -*-//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                    tiles        tiles and rows
//   cap as asked       A  ────────────►  B          B: asked for; the exact planner begins with the plan of A
//   95 hundredths      a  ────────────►  b          b: only where the plan in B is 0.2 % open; the faster one is taken
//   90                 .                 .             and so on, as long as that one is open
//
// Each is a problem of its own, of the same function. A plan goes from one to the next by the names of ops and layouts.
// All caps have the same steps below them, so that what a smaller cap finds on such a step a larger one finds too. A
// longer list of layouts begins with the plan of a shorter one within the planner (FunctionPolicyOptions).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_NESTEDSPACES_H
#define ALCOVE_LIB_OPTIMIZE_NESTEDSPACES_H

#include "BuildProblem.h"
#include "UserChoices.h"

namespace alcove::transforms {

class NestedSpaces {
public:
  /// The cap of `choices` is a share of the whole L1, L1_SMALL included, as tt-mlir reads it.
  NestedSpaces(mlir::func::FuncOp function, std::vector<MarkedPart> parts, const UserChoices &choices,
               const opmodel::OpModel &model, const queries::Machine &machine);

  /// The problem that was asked for.
  const FunctionProblem &asked() { return problem(whole()); }

  /// The exact plan, in asked(): not slower than those of the smaller spaces.
  plan::FunctionResult plan() { return planIn(whole()); }

private:
  struct Space {
    size_t capacity; ///< of `capacities`
    bool rows;
    bool operator<(const Space &other) const { return std::tie(capacity, rows) < std::tie(other.capacity, other.rows); }
  };
  Space whole() const { return {0, choices.legal.rowMajorEnabled}; }

  const FunctionProblem &problem(Space space);
  /// Found once: two spaces may begin with the same smaller one.
  const plan::FunctionResult &planIn(Space space);
  plan::FunctionResult searched(Space space);
  /// The plan in `smaller` as one of `space`; nothing where it cannot be had there.
  std::optional<plan::FunctionPlan> planFrom(Space smaller, Space space);

  mlir::func::FuncOp function;
  const std::vector<MarkedPart> parts;
  const UserChoices &choices;
  const opmodel::OpModel &model;
  const queries::Machine &machine;
  std::vector<Bytes> capacities; ///< falling
  std::map<Space, FunctionProblem> problems;
  std::map<Space, plan::FunctionResult> plans;
};

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_NESTEDSPACES_H
