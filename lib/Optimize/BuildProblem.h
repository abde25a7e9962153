//===- BuildProblem.h - A function's IR as a problem ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_BUILDPROBLEM_H
#define ALCOVE_LIB_OPTIMIZE_BUILDPROBLEM_H

#include "Forms/Marks.h"
#include "ModelAnswers.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::transforms {

struct ProblemOptions {
  Bytes capacity = 0; ///< L1 bytes per core that plans may fill
  /// Less L1, falling: the programs that are fastest in it are candidates too.
  std::vector<Bytes> lessCapacities;
  layouts::LegalLayoutOptions legal;
  const layouts::Overrides *overrides = nullptr;
  /// Constants may be stored in any layout in DRAM: a const-eval function converts them, once.
  bool storeConstants = true;
  bool exhaustivePrograms = false; ///< all block sizes of program configurations, for checks of the search space
};

/// A function as plain values, with the way back: op i and tensor i of the problem are these.
struct FunctionProblem {
  plan::FunctionLayout problem;
  std::vector<mlir::Operation *> ops; ///< of the body in IR order, terminator left out
  std::vector<mlir::Value> tensors;
  std::shared_ptr<ModelAnswers> answers; ///< also problem.source: layouts and attributes behind the numbers
  std::vector<MarkedPart> parts;         ///< beside problem.parts
};

/// Expects a layout on every tensor on the device, and `parts` of `function` (markedParts). One query per class of ops;
/// the others are asked when a policy looks. O(ops + classes * legal layouts).
FunctionProblem buildProblem(mlir::func::FuncOp function, const opmodel::OpModel &model,
                             const queries::Machine &machine, const ProblemOptions &options,
                             std::vector<MarkedPart> parts = {});

/// The function that `forms` leave (plan::formed), with ops and values of the forms taken.
FunctionProblem leftBy(const FunctionProblem &built, llvm::ArrayRef<int32_t> forms);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_BUILDPROBLEM_H
