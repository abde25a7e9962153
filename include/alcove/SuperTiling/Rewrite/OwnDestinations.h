//===- OwnDestinations.h - Destinations that nothing else names -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A destination (`outs`) that an operation only overwrites is memory, no operand: whatever tensor stands there, its
// contents are not read. Where several operations name one tensor, each of them would keep a copy for the others:
//
//   a = relu x, outs(%arg)         a = relu x, outs(tensor.empty)
//   b = relu a, outs(%arg)   ─►    b = relu a, outs(tensor.empty)
//   c = relu b, outs(%arg)         c = relu b, outs(tensor.empty)
//
// An operation without a point to compute (some extent is 0) hands its destinations on.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_REWRITE_OWNDESTINATIONS_H
#define ALCOVE_SUPERTILING_REWRITE_OWNDESTINATIONS_H

#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// Replaces structured operations of `function` that have no point to compute by their destinations. Returns their number.
size_t dropEmptyDomains(mlir::RewriterBase &rewriter, mlir::Operation *function);

/// Gives the structured operations of `function` a tensor.empty for each destination that they only overwrite, and
/// erases what was computed for destinations alone. An argument or a constant that nothing else uses stays where the
/// result leaves the block: the caller's memory is then written in place. What an elementwise operation adds to and others
/// use too, a result of an operation, becomes an input beside a destination of its own. True when an operation
/// that computes was erased: the program that came is held to its memory (SUT-J2), the plan knows nothing of it. O(uses).
bool ownDestinations(mlir::RewriterBase &rewriter, mlir::Operation *function);

/// Lets elementwise operations behind a contraction (bias, scale, activation) write over what they alone read of it: an
/// input becomes the destination, so that a tile of both is one buffer. True when one of them did not fit `budget`
/// before: it may fit now, without any loop. `all`: behind any operation of one result that they alone read. O(uses).
///
///   y = relu p, outs(tensor.empty)   ─►   y = relu, outs(p)
bool writeOverProducts(mlir::RewriterBase &rewriter, mlir::Operation *function, const Budget &budget, bool all = false);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_REWRITE_OWNDESTINATIONS_H
