//===- RepeatProducers.h - Elementwise work done again for each reader -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a row of a softmax or of a norm does not fit, no loop holds what computes its elements together with the sum of
// the row and with what comes after the sum. Then the elements go to slow memory and come back, unless each reader
// computes them for itself:
//
//   x ─► exp ─► sum ─► div            x ─► exp ─► sum ─► div
//         └─────────────▲              └──► exp ──────────▲
//   exp stored, loaded twice          x loaded once more, exp never stored
//
// Where a row fits, its elements may still be cheaper to make again than to store (SUT-H18): a norm keeps what it
// subtracts and divides by, and what reads its result makes that from its input, which takes no more to read.
//
//   x ─► sub ─► mean of squares        x ─► sub ─► mean of squares
//         └─► mul ─► matmul            └──► sub ─► mul ─► matmul      mul never stored
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_REWRITE_REPEATPRODUCERS_H
#define ALCOVE_SUPERTILING_REWRITE_REPEATPRODUCERS_H

#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// Four rows of `operand`, of which `reduction` makes one result each, do not fit: what a loop over a softmax or a norm
/// holds at once.
bool readsLongRows(mlir::linalg::LinalgOp reduction, mlir::OpOperand &operand, const Budget &budget);

/// Uses by reductions of rows that are too long for a loop with their other readers, made by an elementwise operation.
size_t numLongRows(mlir::Operation *function, const Budget &budget);

/// Gives the other readers of such rows copies of the elementwise operations that make them. Returns the operations
/// done more often than before, in simple ones. O(operations x operands).
double repeatProducersOfLongRows(mlir::RewriterBase &rewriter, mlir::Operation *function, const Budget &budget);

/// Elementwise operations whose result statistics of rows are made of and others read, too, and of which one operand is
/// large and needed anyway: an argument, or a result with other readers.
size_t numStatistics(mlir::Operation *function);

/// Gives all those other readers one copy of such an operation. Returns as `repeatProducersOfLongRows`.
double repeatBehindStatistics(mlir::RewriterBase &rewriter, mlir::Operation *function);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_REWRITE_REPEATPRODUCERS_H
