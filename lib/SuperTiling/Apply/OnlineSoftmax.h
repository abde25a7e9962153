//===- OnlineSoftmax.h - Softmax carried over panels ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction of a softmax runs in panels of the softmax's rows when maximum and sum are carried along and what has
// been accumulated is rescaled (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al.,
// "FlashAttention", 2022):
//
//   m = max x                     m, l, o = fill
//   e = exp(x - m)                for (panels of the row)
//   l = sum e              ->       m' = max(m, x)      e = exp(x - m')     a = exp(m - m')
//   p = e / l                       l  = l * a + sum e
//   o = p * v                       o  = o * a + e * v
//                                 o = o / l
//
// The numeric rule: sums are reassociated and the division follows the contraction, both as splitting a reduction does;
// no exponent is larger than in the program. A row that is -inf from its start loses nothing: its maximum counts as 0.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_APPLY_ONLINESOFTMAX_H
#define ALCOVE_LIB_SUPERTILING_APPLY_ONLINESOFTMAX_H

#include "alcove/Base/Support/Result.h"
#include "alcove/SuperTiling/Describe/TilingGraph.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace alcove::supertiling {

/// What the panel loop of the contraction has become.
struct CarriedSoftmax {
  mlir::scf::ForOp loop;
  mlir::Operation *rescaled = nullptr;
};

/// Carries the softmax through `panels`, the loop around `product`, the tile of the contraction, and `normalized`, the
/// tile of the last operation of the softmax. Reads the rows along slices of what the softmax is of. An error leaves
/// valid IR.
Result<CarriedSoftmax> carrySoftmax(mlir::RewriterBase &rewriter, const TilingGraph &graph, const SoftmaxParts &parts,
                                    mlir::scf::ForOp panels, mlir::linalg::LinalgOp product,
                                    mlir::linalg::LinalgOp normalized);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_APPLY_ONLINESOFTMAX_H
