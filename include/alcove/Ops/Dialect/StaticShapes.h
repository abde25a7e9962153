//===- StaticShapes.h - Every tensor has a known, bounded shape -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STATICSHAPES_H
#define ALCOVE_OPS_DIALECT_STATICSHAPES_H

#include "mlir/IR/OpDefinition.h"

namespace alcove {

/// Operands and results that are tensors are static, of rank <= 8 and at most 2^48 elements: everything after the
/// parser may multiply dimensions without overflow checks.
llvm::LogicalResult verifyStaticShapes(mlir::Operation *op);
/// The same without a word.
bool hasStaticShapes(mlir::Operation *op);

template <typename ConcreteType>
class StaticShapes : public mlir::OpTrait::TraitBase<ConcreteType, StaticShapes> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return verifyStaticShapes(op); }
};

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_STATICSHAPES_H
