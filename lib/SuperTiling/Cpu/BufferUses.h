//===- BufferUses.h - Who reads and writes a buffer, and when ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_CPU_BUFFERUSES_H
#define ALCOVE_LIB_SUPERTILING_CPU_BUFFERUSES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace alcove::supertiling {

/// The outermost loop directly around `op`, and around each other, in which nothing writes to the memory of `buffer`, as
/// far as the uses of it show; null: there is none.
mlir::scf::ForOp outermostConstantLoop(mlir::Operation *op, mlir::Value buffer);

/// How often `op` runs for one value of `buffer`: the iterations of those loops, 1 where they are not known.
int64_t executionsPerValue(mlir::Operation *op, mlir::Value buffer);

/// The memory that `buffer` is a view of.
mlir::Value rootOf(mlir::Value buffer);

/// Of static extents, without holes: neighbours in `type` are neighbours in memory.
bool isOneStretch(mlir::MemRefType type);

/// Larger than what a core finds in caches, as far as its extents are known.
bool isLargerThanCaches(mlir::Value root);

/// The memory is of this function, nothing in it reads it, and it is larger than caches: what is stored there need not
/// be in one.
bool isOnlyWritten(mlir::Value buffer);

/// Every row of the last dimension starts at a multiple of `bytes`.
bool hasAlignedRows(mlir::Value buffer, int64_t bytes);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_CPU_BUFFERUSES_H
