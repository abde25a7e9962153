//===- OpRules.h - What the meaning of an op asks of it ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arity and kinds of attributes come from TableGen. What an op computes asks more: ranks, extents, element types, ranges
// of attributes. These rules are functions in a table by op name, one for both dialects where an op means the same in
// both: TTIR and TTNN differ in attributes, and a rule reads those that are there.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DIALECT_OPRULES_H
#define ALCOVE_DIALECT_OPRULES_H

#include "mlir/IR/OpDefinition.h"

namespace alcove {

namespace rules {
/// Emits an op error with both values for the first rule that `op` breaks. Ops on tiles hold their rules in tiles and
/// are not looked at. Cost: a few comparisons per operand and attribute.
llvm::LogicalResult verifyOp(mlir::Operation *op);
/// True when the op, given with its dialect, has rules of its own beyond TableGen's.
bool hasRule(llvm::StringRef opName);
} // namespace rules

template <typename ConcreteType>
class VerifiedByRules : public mlir::OpTrait::TraitBase<ConcreteType, VerifiedByRules> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return rules::verifyOp(op); }
};

} // namespace alcove

#endif // ALCOVE_DIALECT_OPRULES_H
