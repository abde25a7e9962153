//===- UnknownOps.h - Ops that no dialect defines ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of ttcore, ttir or ttnn without a definition is a typing error more often than an op of tomorrow:
//
//   error: unknown op 'ttir.mulitply'; nearest: 'ttir.multiply'
//
// With `allow-unknown-ops` such an op is opaque: kept with its operands, results, properties,
// attributes and regions, lowered to an op of the other dialect with the same name, executed by no part of Alcove,
// named in the summary. Lowering marks opaque ops, so that its output can be read again.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_UNKNOWNOPS_H
#define ALCOVE_OPS_DIALECT_UNKNOWNOPS_H

#include "mlir/IR/Operation.h"

namespace alcove {

/// Discardable attribute of an opaque op: the name, with its dialect, under which it was read.
inline constexpr llvm::StringLiteral opaqueAttrName = "alcove.opaque";

/// True for an op of ttcore, ttir or ttnn that its dialect does not define.
bool isUnknownOp(mlir::Operation *op);

/// The defined op whose name takes the fewest insertions, deletions and replacements of letters; of equals the first in
/// the alphabet.
std::string nearestKnownOp(mlir::Operation *op);

/// An error at every unknown op under `root` that is not marked as opaque.
llvm::LogicalResult verifyKnownOps(mlir::Operation *root);

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_UNKNOWNOPS_H
