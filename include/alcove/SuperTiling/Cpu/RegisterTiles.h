//===- RegisterTiles.h - Operations on buffers as vector loops --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured operation on buffers becomes loops around a tile that stays in registers. One loop of the operation runs
// along the lanes of vectors (`lanes`), another one over rows of them (`rows`):
//
//   matmul, vectors of 16, a tile of 3 rows x 2 vectors         k: the accumulators never leave their registers
//
//        b0 = B[k, 0..15]   b1 = B[k, 16..31]
//   a0   c00 += a0 * b0     c01 += a0 * b1                      a0 = A[i + 0, k], one element for all lanes
//   a1   c10 += a1 * b0     c11 += a1 * b1
//   a2   c20 += a2 * b0     c21 += a2 * b1
//
// An operand that the tile reads across memory, or in rows far apart, is first packed in the order in which the tiles
// read it (as in Goto and van de Geijn, "Anatomy of high-performance matrix multiplication", 2008), in front of the
// outermost loop in which it does not change.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_CPU_REGISTERTILES_H
#define ALCOVE_SUPERTILING_CPU_REGISTERTILES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// What the code may assume of the processor, and do to the arithmetic.
struct VectorUnit {
  /// Bytes and number of the vector registers.
  int64_t bytes = 32;
  int64_t registers = 16;
  /// A product and the sum that takes it may be rounded once.
  bool contract = true;
  /// exp, tanh, log and their kin are polynomials; else they are called element by element, which vectors only slow
  /// down.
  bool polynomials = true;
  /// The processor has no instruction for maximumf and minimumf, only for picking the larger one of two in a comparison.
  bool comparesForMaximum = false;
};

/// An input that the operation reads from end to end in the order of memory, and asks the caches for `elements` before it
/// loads them; what is asked for may lie behind the end of the input.
struct LoadAhead {
  /// The number of the operand.
  unsigned input = 0;
  int64_t elements = 0;
  /// Else to the second one.
  bool toFirstCache = true;
};

/// Replaces `op` by loops over vectors. False, and nothing changed: an extent or layout is not static, an element has no
/// vector (index, less than 8 bits), the body computes with indices, or no loop runs along contiguous memory. Of `ahead`
/// what the loops do not read in the order of memory is left out.
bool lowerToRegisterTiles(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op, const VectorUnit &unit,
                          llvm::ArrayRef<LoadAhead> ahead = {});

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_CPU_REGISTERTILES_H
