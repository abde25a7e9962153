//===- BeginSums.h - Sums that begin in the first tile of a reduction -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SUT-H20: partial sums that go to slow memory between the tiles of a reduction are filled there before, and loaded in
// the first tile. A loop of its own for that one has them begin in fast memory:
//
//   y = fill                          y = empty
//   for k in 0 .. 5                   for k in 0 .. 1
//     y[strip] = y[strip] + ...         y[strip] = fill + ...
//                                     for k in 1 .. 5
//                                       y[strip] = y[strip] + ...
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_APPLY_BEGINSUMS_H
#define ALCOVE_LIB_SUPERTILING_APPLY_BEGINSUMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// What the sums of `nest`, which carries nothing else, begin as; null where that is not the same for all elements.
mlir::Value startOfSums(mlir::scf::ForOp nest);

/// A loop for the first tile in front of `reduction`, in or equal to the nest; null where there is one tile.
mlir::scf::ForOp splitFirstTile(mlir::RewriterBase &rewriter, mlir::scf::ForOp reduction);

/// In the loops of `nest` that `splitFirstTile` made, slices of what is carried become fills with `start`; what the nest
/// starts from needs no contents then.
void beginSums(mlir::RewriterBase &rewriter, mlir::scf::ForOp nest, mlir::Value start);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_APPLY_BEGINSUMS_H
