//===- RowOps.h - Ops whose leading dimensions are only rows ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_COMPUTESHAPES_ROWOPS_H
#define ALCOVE_LIB_LOWER_COMPUTESHAPES_ROWOPS_H

#include "../TTIRBuilder.h"
#include "Shapes.h"

namespace alcove::conversion::rank {

/// One result, and every row of it (all dimensions but the last) is computed alike from the same row of the operands:
/// elementwise ops; norms, softmax and kept reductions along the last dimension; matmul and linear with a matrix on the
/// right; concat and slice along the last dimension.
bool isRowOp(mlir::Operation *op);
bool isElementwise(mlir::Operation *op);
/// Of one element; 1 for types that are no numbers.
double bytesOf(mlir::Value value);

/// Operand `index` of a row op has the rows of the result (its last extent may differ).
bool sharesRows(mlir::Operation *op, unsigned index);

/// The shape that operand `index` takes when the op computes its result as `form`; nothing when it cannot. A form has
/// the elements of the result in their order and, unless the op is elementwise, its last extent.
std::optional<Form> operandForm(mlir::Operation *op, unsigned index, llvm::ArrayRef<int64_t> form);
bool takesForm(mlir::Operation *op, llvm::ArrayRef<int64_t> form);

/// Work of the op as `form`, in cycles of one core summed over cores: padded tiles of the result through the vector or
/// matrix unit, tiles filled where an operand broadcasts along rows or columns, padded tiles of what shares its rows
/// streamed, a matrix on the right once for each on the left. Cycles per tile are those of the op model (`sfpuSimple`, `sfpuExp`, ...), rounded.
double opCycles(mlir::Operation *op, llvm::ArrayRef<int64_t> form);

/// The op as `form`, nowhere in a block and with the operands that it has; the caller destroys it.
mlir::Operation *as(mlir::Operation *op, llvm::ArrayRef<int64_t> form);
/// The op on `operands`, which have their operandForm, with a result of shape `form`.
mlir::Operation *rebuild(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands,
                         llvm::ArrayRef<int64_t> form);

} // namespace alcove::conversion::rank

#endif // ALCOVE_LIB_LOWER_COMPUTESHAPES_ROWOPS_H
