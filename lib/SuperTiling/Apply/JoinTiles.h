//===- JoinTiles.h - One tile for what several readers need -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Windows of several widths, or a residual beside a window, need overlapping parts of one tensor. Loaded or computed for
// each of them, what they share is loaded or computed several times (SUT-H15):
//
//   a = slice x[i, 8]                        h = slice x[i - 1, 10]
//   b = slice x[i - 1, 10]            ->     a = slice h[1, 8]
//                                            b = h
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_APPLY_JOINTILES_H
#define ALCOVE_LIB_SUPERTILING_APPLY_JOINTILES_H

#include "alcove/Plan/Tiling/Solution.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace alcove::supertiling {

/// Among `slices` those of one tensor, in the body of one loop, whose parts are equal, or overlap with `way` Joined, become
/// slices of a slice around them. Parts overlap where the one around two has no more elements than both, in an iteration
/// in the middle of all loops. Slices stand in the body itself then, not in the branches of a padding. Returns the slices
/// of the tensors that there are now; nothing changes with `way` AsFound. O(slices^2) comparisons.
llvm::SmallVector<mlir::tensor::ExtractSliceOp> joinSlices(mlir::RewriterBase &rewriter,
                                                           llvm::ArrayRef<mlir::tensor::ExtractSliceOp> slices,
                                                           plan::tiling::TilesOfOne way);

/// joinSlices for each tensor that is defined outside of `loop` and read several times in it.
void joinLoads(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop, plan::tiling::TilesOfOne way);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_APPLY_JOINTILES_H
