//===- Patterns.h - Permutes and reshapes that sink and cancel -------------------------------------------------*- C++
//-*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_INVERSEOPS_PATTERNS_H
#define ALCOVE_LIB_LOWER_INVERSEOPS_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace alcove::conversion {

/// NHWC-to-NCHW permutes below what follows a convolution.
void populatePermuteSinking(mlir::RewritePatternSet &patterns);
/// (1, 1, N*H*W, C)-to-(N, H, W, C) reshapes below what follows a flattened convolution or pool.
void populateReshapeSinking(mlir::RewritePatternSet &patterns);
/// permute, reshape, permute that move no data together.
void populateChainErasure(mlir::RewritePatternSet &patterns);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_INVERSEOPS_PATTERNS_H
