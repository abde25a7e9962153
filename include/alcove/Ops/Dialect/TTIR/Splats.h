//===- Splats.h - Tensors of one number, and sums and products with them ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_SPLATS_H
#define ALCOVE_OPS_DIALECT_TTIR_SPLATS_H

#include "alcove/Ops/Dialect/TTIR/TTIR.h"

namespace alcove::ttir {

/// The one number that `value` is everywhere, behind reshapes, broadcasts and permutes.
std::optional<double> splatOf(mlir::Value value);
/// `value` is `expected` everywhere, up to the rounding of its element type, or to the six digits that a text shows.
bool isSplat(mlir::Value value, double expected);
/// The operand of a commutative op beside one that is `expected` everywhere; null otherwise.
mlir::Value besideSplat(mlir::Operation *op, double expected);
/// Factors of a product of products; inner ones have no other use.
llvm::SmallVector<mlir::Value> factorsOf(mlir::Operation *product);
/// The x of 1 + erf(x / sqrt(2)); null for anything else.
mlir::Value onePlusErf(mlir::Value value);

} // namespace alcove::ttir

#endif // ALCOVE_OPS_DIALECT_TTIR_SPLATS_H
