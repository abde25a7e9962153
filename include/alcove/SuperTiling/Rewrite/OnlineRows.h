//===- OnlineRows.h - Maximum and sum of a softmax in one pass --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax whose row does not fit reads its input for the maximum, for the sum and for the result. Maximum and sum can
// be found in one pass (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018):
//
//   m = max x                               m, s = online x:   e  = exp(-|x - m|)
//   e = exp(x - m)                 ─►                          s' = x > m ? s e + 1 : s + e
//   s = sum e                                                  m' = max(m, x)
//   y = e / s                               y = exp(x - m) / s
//
// x is read twice instead of three times. Sums are rescaled: the new operation says so (`alcove.split_reduction`). No
// exponent is positive; an element that is +inf or NaN makes the sum NaN as before; a row that is -inf throughout,
// whose softmax is NaN before and after, has a finite sum instead of NaN.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_REWRITE_ONLINEROWS_H
#define ALCOVE_SUPERTILING_REWRITE_ONLINEROWS_H

#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace alcove::supertiling {

/// Softmaxes of `function` whose row of four does not fit. O(operations).
size_t numOnlineRows(mlir::Operation *function, const Budget &budget);

/// What writing maximum and sum of these as one operation brings about.
struct OnlineRows {
  /// Operations done more often than before, in simple ones.
  double extraOps = 0;
  /// Marked groups that maximum and sum were of, and the operation that finds both, which is of none: a plan that
  /// holds the group together would find them again for each tile of the row.
  llvm::MapVector<int64_t, mlir::Operation *> onePass;
};
OnlineRows findRowsOnline(mlir::RewriterBase &rewriter, mlir::Operation *function, const Budget &budget);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_REWRITE_ONLINEROWS_H
