//===- BuildProblem.h - From IR to a chain problem and back -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_BUILDPROBLEM_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_BUILDPROBLEM_H

#include "FunctionPlan.h"
#include "OpQuestions.h"

#include <set>

namespace alcove::transforms {

struct PolicyOptions {
  bool memoryLayoutAnalysis = false;
  bool allowReshards = true;
  bool keepTails = true;
  bool dropLosingRuns = true;
  bool l1InterleavedFallback = false;
  /// Ops, by their place in the function's body, that stay out of chains, and chain tails that go to DRAM: what an
  /// earlier plan kept in L1 and addresses did not allow.
  std::set<int> barredOps = {}, barredTails = {};
};

/// Ops of the function's body in IR order, terminator left out.
std::vector<mlir::Operation *> bodyOps(mlir::func::FuncOp function);
/// The chain builder's view of them: operands, order by memory effects, what can be sharded.
std::vector<plan::ChainOp> chainOpsOf(llvm::ArrayRef<mlir::Operation *> ops, OpQuestions &questions);

/// Plans one function: schedule, chains, one configuration per op.
FunctionPlan planFunction(mlir::func::FuncOp function, OpQuestions &questions, const PolicyOptions &options,
                          const layouts::Overrides &overrides);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_BUILDPROBLEM_H
