//===- Classify.h - The kind of an operation --------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_MARKS_CLASSIFY_H
#define ALCOVE_SUPERTILING_MARKS_CLASSIFY_H

#include "alcove/Plan/Tiling/Budget.h"

#include "mlir/IR/Operation.h"

namespace alcove::supertiling {

using plan::tiling::Budget;
using plan::tiling::OpClass;

/// Classifies an operation by name and structure; `Other` when it is no linalg operation.
OpClass classify(mlir::Operation *op);
/// Some operand or result is in a sparse or another encoding: its bytes do not follow from its shape.
bool hasSparseOperands(mlir::Operation *op);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_MARKS_CLASSIFY_H
