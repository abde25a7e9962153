//===- PictureProblem.h - The example of Problem.h --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_PICTUREPROBLEM_H
#define ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_PICTUREPROBLEM_H

#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::plan::testing {

inline constexpr int32_t layoutInDram = 0, layoutInL1 = 1;

/// A way to run an op: 0 = DRAM, 1 = L1 for each operand and the result. `ns` nanoseconds; a result in L1 takes 60 B.
inline int32_t addCandidate(OpClass &opClass, std::vector<int32_t> operands, int32_t result, int64_t ns,
                            const FunctionLayout &problem) {
  Candidate candidate;
  candidate.config = result;
  candidate.time = ns * 1000;
  if (result == layoutInL1) {
    candidate.peakBytes = 60;
    candidate.uses = problem.addUses({{L1Use::Kind::Allocate, 60}});
  }
  std::vector<int32_t> results{result}, aliases{-1};
  return opClass.candidates.add(candidate, operands, results, aliases);
}

inline OpClass makeClass(const std::string &name, size_t numOperands) {
  OpClass opClass;
  opClass.op = opClass.name = name;
  opClass.operandKinds.assign(numOperands, 0);
  opClass.resultKinds = {0};
  opClass.movable.assign(numOperands, true);
  opClass.configs = {{"", layoutInDram}, {"", layoutInL1}};
  opClass.numLegalConfigs = 2;
  opClass.baseConfig = opClass.settledConfig = layoutInDram;
  opClass.candidates = CandidateTable(numOperands, 1);
  return opClass;
}

/// %0 = relu(%a), %1 = add(%0, %a), return %1; capacity 100, a result in L1 takes 60 B.
inline FunctionLayout pictureProblem() {
  FunctionLayout problem;
  problem.name = "picture";
  problem.l1Bytes = problem.capacity = 100;
  TensorKind kind;
  kind.name = "kind 0";
  kind.layouts = {{"dram"}, {"l1", Space::L1}};
  kind.layouts[layoutInL1].l1Bytes = 60;
  problem.kinds = {kind};
  OpClass relu = makeClass("relu", 1), add = makeClass("add", 2);
  relu.base = addCandidate(relu, {layoutInDram}, layoutInDram, 9, problem);
  addCandidate(relu, {layoutInDram}, layoutInL1, 6, problem);
  addCandidate(relu, {layoutInL1}, layoutInL1, 2, problem);
  add.base = addCandidate(add, {layoutInDram, layoutInDram}, layoutInDram, 12, problem);
  addCandidate(add, {layoutInL1, layoutInDram}, layoutInDram, 8, problem);
  problem.classes = {relu, add};
  problem.tensors = {{"%a", 0, layoutInDram}, {"%0", 0, layoutInDram, 0}, {"%1", 0, layoutInDram, 1}};
  problem.ops = {{"%0", 0, {0}, {1}, {}, {}}, {"%1", 1, {1, 0}, {2}, {}, {}}};
  problem.returns = {2};
  return problem;
}

} // namespace alcove::plan::testing

#endif // ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_PICTUREPROBLEM_H
