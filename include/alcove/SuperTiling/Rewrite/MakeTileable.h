//===- MakeTileable.h - Rewrites that give large operations a tile -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some operations have no tile in upstream's tiling interface although they compute element by element. Where one does
// not fit its budget, it is first written in a form that has one; what fits is left as it is.
//
//   linalg.softmax                               its four steps (maximum, exponential, sum, quotient)
//   tensor.pad with a computed padding value     linalg.generic of the value, then tensor.insert_slice of the source
//   input indexed by 99 - i, i floordiv 2, ...   tensor.extract in the body: elements are read one by one
//   input indexed by a constant or an offset,    tensor.extract_slice in front, input indexed by (i, j)
//   (3, i, j + 5)
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_REWRITE_MAKETILEABLE_H
#define ALCOVE_SUPERTILING_REWRITE_MAKETILEABLE_H

#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// Rewrites the operations of `function` that do not fit `budget` and have no tile as they are. O(operations).
/// True when something was rewritten: it may fit now, without any loop.
bool makeTileable(mlir::RewriterBase &rewriter, mlir::Operation *function, const Budget &budget);

/// Inputs and results of `op` take more than the budget of its class, or some size is not known.
bool isLarge(mlir::Operation *op, const Budget &budget);

/// How many operations makeTileable looks at with `budget`; of two budgets with as many both rewrite the same ones.
size_t numToMakeTileable(mlir::Operation *function, const Budget &budget);

/// Elementwise operations on ranked tensors (arith, math) become linalg.generic, scalars among their operands included.
void lowerElementwise(mlir::RewriterBase &rewriter, mlir::Operation *scope);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_REWRITE_MAKETILEABLE_H
