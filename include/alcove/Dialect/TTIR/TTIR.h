//===- TTIR.h - Tensor programs before lowering -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DIALECT_TTIR_TTIR_H
#define ALCOVE_DIALECT_TTIR_TTIR_H

#include "alcove/Dialect/ShapeRules.h"
#include "alcove/Dialect/StaticShapes.h"
#include "alcove/Dialect/TTCore/TTCore.h"

namespace alcove::ttir {

/// Result shape = broadcast of the operands' shapes.
template <typename ConcreteType>
class ElementwiseShape : public mlir::OpTrait::TraitBase<ConcreteType, ElementwiseShape> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return shape::verifyElementwise(op); }
};

/// Result shape follows `dim_arg` and `keep_dim`.
template <typename ConcreteType>
class ReductionShape : public mlir::OpTrait::TraitBase<ConcreteType, ReductionShape> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    auto reduce = mlir::cast<ConcreteType>(op);
    return shape::verifyReduction(op, reduce.getDimArgAttr(), reduce.getKeepDim());
  }
};

} // namespace alcove::ttir

#include "alcove/Dialect/TTIR/TTIRDialect.h.inc"

#define GET_OP_CLASSES
#include "alcove/Dialect/TTIR/TTIROps.h.inc"

#endif // ALCOVE_DIALECT_TTIR_TTIR_H
