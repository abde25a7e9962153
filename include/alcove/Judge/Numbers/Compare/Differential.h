//===- Differential.h - Two modules on the same data ------ -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_COMPARE_DIFFERENTIAL_H
#define ALCOVE_JUDGE_NUMBERS_COMPARE_DIFFERENTIAL_H

#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"
#include "alcove/Judge/Numbers/Tensor/Comparison.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::reference {

/// Functions with a body that a run time calls: not private, not const-eval. In module order.
std::vector<mlir::func::FuncOp> runnableFunctions(mlir::ModuleOp module);

/// The function of `module` that `function` of another module became: the one of the same name, or the only one.
Result<mlir::func::FuncOp> counterpartOf(mlir::func::FuncOp function, mlir::ModuleOp module);

/// One compared result or argument written in place, of one chip.
struct ComparedValue {
  std::string name; ///< `result 0`, `argument 6 (written in place)`, with ` on chip 1` on a mesh
  Shape shape;
  ElementType left = ElementType::F32, right = ElementType::F32;
  std::string place; ///< of the op that made it on the left side
  Comparison comparison;
  Tolerance tolerance; ///< that it was compared by
};

/// Compares one result of two runs on one chip, by NUM-C1..C4, and by NUM-C5 where both runs kept scores. `left` is the
/// reference; the right tensor is taken under the left one's shape, because lowering may drop or add sizes of 1.
Result<Comparison> compareResult(const FunctionRun &left, const FunctionRun &right, size_t result, size_t chip,
                                 const Tolerance &forBf16, const Tolerance &forF32);

/// Compares two runs. Tolerances: `forF32` where both sides hold f32, `forBf16` elsewhere. `exact`, when given, is the
/// run of `left` in f32: the distance between it and `leftRun` is the noise of the declared types, and decides how far
/// the other side may be off (NUM-C10).
Result<std::vector<ComparedValue>> compareRuns(mlir::func::FuncOp left, const FunctionRun &leftRun,
                                               mlir::func::FuncOp right, const FunctionRun &rightRun,
                                               const Tolerance &forBf16, const Tolerance &forF32,
                                               const FunctionRun *exact = nullptr);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_COMPARE_DIFFERENTIAL_H
