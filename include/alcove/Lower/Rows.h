//===- Rows.h - TTIR ops that work on rows instead of tiles --------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_ROWS_H
#define ALCOVE_LOWER_ROWS_H

#include "mlir/IR/Operation.h"

namespace alcove::conversion {

/// Marks an op that takes and gives row-major tensors. ttnn-layout reads it; it does not live longer.
constexpr llvm::StringLiteral rowMajorAttrName = "alcove.row_major";
/// Marks a convolution whose activation is row-major and whose result is not.
constexpr llvm::StringLiteral rowMajorInputAttrName = "alcove.row_major_input";

/// `use` takes its tensor in rows.
inline bool takesRows(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  return op->hasAttr(rowMajorAttrName) || (op->hasAttr(rowMajorInputAttrName) && use.getOperandNumber() == 0);
}

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_ROWS_H
