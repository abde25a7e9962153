//===- Patterns.h - Spellings of front ends become the ops of TTIR -*- C++ -*- ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lowering recognizes in TTIR it recognizes behind this too. Here are the spellings of JAX, PyTorch/XLA and Keras
// that differ from TTIR's own: statistics of rows that lose their dimension and get it back, an erfc for an erf, products
// of one-hot rows, heads in other orders.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_PATTERNS_PATTERNS_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_PATTERNS_PATTERNS_H

#include "alcove/Ops/Dialect/TTIR/Splats.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace alcove::stablehlo {

void recognizePatterns(mlir::func::FuncOp function);

namespace patterns {

using Dims = llvm::SmallVector<int64_t>;

inline mlir::RankedTensorType typeOf(mlir::Value value) { return mlir::cast<mlir::RankedTensorType>(value.getType()); }
using ttir::besideSplat;
using ttir::factorsOf;
using ttir::isSplat;
using ttir::onePlusErf;
using ttir::splatOf;
/// One number of each row of `like`, behind reshapes and broadcasts along the last dimension: what they begin with.
mlir::Value rowNumbers(mlir::Value value, mlir::RankedTensorType like);
/// One number of each column, likewise: a vector; null for anything else.
mlir::Value columnNumbers(mlir::Value value, mlir::RankedTensorType like);

/// An op that takes the place of another.
template <typename Op, typename... Args>
Op replace(mlir::Operation *old, Args... args) {
  mlir::OpBuilder builder(old);
  auto made = Op::create(builder, old->getLoc(), args...);
  old->getResult(0).replaceAllUsesWith(made->getResult(0));
  return made;
}

// One file each. True where the op was replaced.
bool recognizeActivation(mlir::Operation *op);
bool recognizeNorm(mlir::Operation *op);
bool recognizeSoftmax(mlir::Operation *op);
bool recognizeOneHot(mlir::Operation *op);
bool recognizeRotary(mlir::Operation *op);
bool recognizeAttention(mlir::Operation *op);
/// What attention of heads that are batches of three dimensions is made of.
bool splitBatches(mlir::Operation *op);

} // namespace patterns
} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_PATTERNS_PATTERNS_H
