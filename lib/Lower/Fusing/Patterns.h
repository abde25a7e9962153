//===- Patterns.h - Fusing patterns -------------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_FUSING_PATTERNS_H
#define ALCOVE_LIB_LOWER_FUSING_PATTERNS_H

#include "../TTIRBuilder.h"
#include "alcove/Lower/LoweringPatterns.h"

#include "mlir/IR/PatternMatch.h"

namespace alcove::conversion {

void populateContractionFusing(mlir::RewritePatternSet &patterns, bool convWithMultiply);
/// `tanhGelu` counts the tanh forms of gelu that were taken for gelu; null: they are left as they are.
void populateActivationFusing(mlir::RewritePatternSet &patterns, PatternCounts *tanhGelu);
void populateReductionFusing(mlir::RewritePatternSet &patterns);
void populateSoftmaxFusing(mlir::RewritePatternSet &patterns);
// One switch each; `counts` outlives the patterns.
void populateEarlyReductions(mlir::RewritePatternSet &patterns, PatternCounts &counts);
void populateEarlySlices(mlir::RewritePatternSet &patterns, PatternCounts &counts);
void populateSoftmaxOfOne(mlir::RewritePatternSet &patterns, PatternCounts &counts);
void populatePadFusing(mlir::RewritePatternSet &patterns, PatternCounts &counts);
void populateUpsampleFusing(mlir::RewritePatternSet &patterns, PatternCounts &counts);
void populateNormFusing(mlir::RewritePatternSet &patterns);
void populateRotaryFusing(mlir::RewritePatternSet &patterns);
void populateAttentionFusing(mlir::RewritePatternSet &patterns);

using ttir::besideSplat;
using ttir::isSplat;
/// The operand of a commutative binary op that is the result of an `OpTy`, with the other operand.
template <typename OpTy>
std::optional<std::pair<OpTy, mlir::Value>> matchEither(mlir::Operation *op) {
  for (int side : {0, 1})
    if (auto found = op->getOperand(side).getDefiningOp<OpTy>())
      return std::pair(found, op->getOperand(1 - side));
  return std::nullopt;
}
/// `value` cannot be -inf: contractions (finite by assumption) and arithmetic with finite constants.
bool isNeverMinusInfinity(mlir::Value value);
/// The x of "no element of a row of x is above -inf", as PyTorch guards softmax; null for other conditions.
mlir::Value guardedScores(mlir::Value condition);
/// `value` has the extents 1, ..., 1, n at the end (any rank up to `rank`).
bool isVectorAlongLast(mlir::Value value, int64_t n, int64_t rank);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_FUSING_PATTERNS_H
