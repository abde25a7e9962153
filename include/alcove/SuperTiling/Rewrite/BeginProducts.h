//===- BeginProducts.h - Sums that begin as what is added to them -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A residual stands beside the sums of the product that it is added to, although nothing needs the sums without it. Where
// the product begins with it, one buffer is enough (SUT-H19):
//
//   p = matmul x, w, outs(0)           p = matmul x, w, outs(r)
//   y = p + bias                 ─►    y = p + bias
//   z = r + y
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_REWRITE_BEGINPRODUCTS_H
#define ALCOVE_SUPERTILING_REWRITE_BEGINPRODUCTS_H

#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// Contractions that add up from zeros, and to which nothing but additions adds a tensor that is there before them;
/// only those whose result `memory` holds.
size_t numToBegin(mlir::Operation *function, Bytes memory);

/// Begins each with the first such tensor; the addition is erased. They say that their sums are in another order
/// (`alcove.split_reduction`). O(operations x additions behind a contraction).
void beginProducts(mlir::RewriterBase &rewriter, mlir::Operation *function, Bytes memory);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_REWRITE_BEGINPRODUCTS_H
