//===- NestedSpaces.h - A larger space costs no plan of a smaller one -*- C++ -*-//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                    tiles        tiles and rows
//   cap as asked       A  ────────────►  B          B: asked for; the exact planner begins with the plan of A
//   95 hundredths      a                 b          b: only where the plan in B is 0.2 % open; the faster one is taken
//   90                 .                 .             and so on, as long as a bound leaves room for a faster plan
//
// A and B are problems of their own, of the same function: a plan goes from one to the other by the names of ops and
// layouts. A smaller cap is less capacity for the same problem, and the same forms: plans of it are plans of the larger
// one. All caps have the same steps below them, so that what a smaller cap finds on such a step a larger one finds too. A
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
  const FunctionProblem &asked() { return problem(choices.legal.rowMajorEnabled); }

  /// The exact plan, in asked(): not slower than those of the smaller spaces.
  plan::FunctionResult plan() { return planIn(choices.legal.rowMajorEnabled); }

private:
  const FunctionProblem &problem(bool rows);
  plan::FunctionPolicyOptions optionsFor(const plan::FunctionLayout &problem) const;
  plan::FunctionResult planIn(bool rows);
  /// Wanted is a plan that fills no more than `capacity` and is faster than `known`, with the forms that this takes: the
  /// search ends where its bound says that there is none.
  plan::FunctionResult planWithin(Bytes capacity, const plan::FunctionLayout &all, const plan::FunctionResult &known);
  /// The plan in tiles as one of the problem with rows; nothing where it cannot be had there.
  std::optional<plan::FunctionPlan> planFromTiles();

  mlir::func::FuncOp function;
  const std::vector<MarkedPart> parts;
  const UserChoices &choices;
  const opmodel::OpModel &model;
  const queries::Machine &machine;
  std::vector<Bytes> capacities;              ///< falling; that of the problems first
  std::optional<FunctionProblem> problems[2]; ///< without rows, with rows
};

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_NESTEDSPACES_H
