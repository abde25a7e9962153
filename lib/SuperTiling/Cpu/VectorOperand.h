//===- VectorOperand.h - Operands as a register tile reads them -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_CPU_VECTOROPERAND_H
#define ALCOVE_LIB_SUPERTILING_CPU_VECTOROPERAND_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace alcove::supertiling {

/// How neighbours in a loop lie in memory.
enum class Along { Invariant, Contiguous, Strided };

/// A buffer whose index in every dimension is a sum of multiples of loops, or a scalar.
struct VectorOperand {
  mlir::Value base;
  mlir::BlockArgument argument;
  mlir::Type element;
  bool isBuffer = false;
  /// Of a buffer: a function of the loops for each dimension, and its multiples by dimension and loop.
  llvm::SmallVector<mlir::AffineExpr> index;
  llvm::SmallVector<llvm::SmallVector<int64_t>> multiples;
  /// Elements from one index to the next, by dimension; dynamic ones are ShapedType::kDynamic.
  llvm::SmallVector<int64_t> strides;
  /// Packed: the last dimension holds the `packedWidth` iterations of a block of this loop, and has no `index`.
  std::optional<unsigned> packedLoop;
  int64_t packedWidth = 0;

  bool dependsOn(unsigned loop) const;
  Along along(unsigned loop) const;
  /// Every index is a loop by itself: elements are as many as iterations.
  bool isPermutation() const;
  /// Elements between neighbours in `loop`; 0: it does not depend on it, or this is not known.
  int64_t strideAlong(unsigned loop) const;
};

/// None: indices that are no sums of loops, a layout without strides, elements that vectors do not have.
std::optional<VectorOperand> describeOperand(mlir::linalg::LinalgOp op, mlir::OpOperand &operand);

/// Integers of 8 to 64 bits, and floating point.
bool hasVectors(mlir::Type element);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_CPU_VECTOROPERAND_H
