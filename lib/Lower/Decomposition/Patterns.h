//===- Patterns.h - Decompositions and simplifications of TTIR -------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_DECOMPOSITION_PATTERNS_H
#define ALCOVE_LIB_LOWER_DECOMPOSITION_PATTERNS_H

#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/IR/PatternMatch.h"

namespace alcove::conversion {

/// Ops without effect vanish; chains of permutes, of reshapes and of broadcasts become one.
void populateSimplification(mlir::RewritePatternSet &patterns);
/// transpose, squeeze, unsqueeze, index, repeat: other spellings of permute, reshape, slice_static, broadcast.
void populateShapeDecompositions(mlir::RewritePatternSet &patterns);
/// constant, zeros, ones, arange.
void populateCreationDecompositions(mlir::RewritePatternSet &patterns);
void populateContractionDecompositions(mlir::RewritePatternSet &patterns);
void populateReductionDecompositions(mlir::RewritePatternSet &patterns);
void populateNormDecompositions(mlir::RewritePatternSet &patterns, bool decomposeBatchNorm);
void populateGatherDecompositions(mlir::RewritePatternSet &patterns);
/// Rows `index` (1, n) of `table` (V, H), as (1, n, H). The library's embedding takes no table of integers; its gather
/// along a dimension does:
///
///   embedding(index, table)   =   gather(table, index broadcast to (n, H), dim 0)
mlir::Value takenRows(mlir::PatternRewriter &rewriter, mlir::Location loc, mlir::Value index, mlir::Value table);
/// reverse, select, index_select: embeddings and slices.
void populateSelectionDecompositions(mlir::RewritePatternSet &patterns);
/// Heads whose size the kernels do not take.
void populateHeadDecompositions(mlir::RewritePatternSet &patterns);
/// all_to_all, collective_broadcast.
void populateCollectiveDecompositions(mlir::RewritePatternSet &patterns);
/// Ops of later versions in terms of others, and forms that no kernel takes: backward slices, negative paddings.
void populateLibraryOpDecompositions(mlir::RewritePatternSet &patterns);
void populateWindowDecompositions(mlir::RewritePatternSet &patterns);
/// convolution, pooling: the windows of StableHLO.
void populateGeneralWindowDecompositions(mlir::RewritePatternSet &patterns);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_DECOMPOSITION_PATTERNS_H
