//===- Evaluable.h - What is known before the run -------------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_EVALUABLE_H
#define ALCOVE_LIB_LOWER_EVALUABLE_H

#include "mlir/IR/Operation.h"

namespace alcove::conversion {

/// An op of the ttir dialect that const-eval may compute ahead: known, without effects.
bool isEvaluableOp(mlir::Operation *op);
/// A tensor made from nothing: constant, full, arange, ...
bool isCreationOp(mlir::Operation *op);
/// `value` depends on parameters, constants and creation ops alone. Looks back at most 32 ops deep; deeper is "no".
bool isConstEvaluable(mlir::Value value);

/// Tensors have fixed shapes, and all operands but the first are const-evaluable.
bool takesConstants(mlir::Operation *op);
/// A matmul or linear that does, of two dimensions or more, nothing transposed.
bool isPlainProductWithConstants(mlir::Operation *op);
/// The same of at most 32 rows in all, times a matrix.
bool isRowOfTilesTimesConstants(mlir::Operation *op);
/// The same for (batch, at most 32 rows, k) times (batch, k, n), without a bias.
bool areRowsOfTilesTimesConstants(mlir::Operation *op);

/// isConstEvaluable for many values, while no op begins to write an argument in place: the users of each are looked at once.
class ConstEvaluation {
public:
  bool operator()(mlir::Value value);

private:
  llvm::DenseMap<mlir::Value, bool> isWritten; ///< of arguments
};

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_EVALUABLE_H
