//===- OpRules.h - What the meaning of an op asks of it ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arity and kinds of attributes come from TableGen. Beyond them there are two kinds of rules, functions in two tables
// by op name (with its dialect, or without where an op means the same in both):
//
//   rules of the dialect   what tt-mlir's own verifiers refuse, nothing less and nothing more. They run at each verify.
//   rules of the library   what we know beyond: the device's library has no kernel for it, or its numbers would be wrong
//                          or mean nothing. They are asked when a program is lowered or planned, and are an error at
//                          the op (pass verify-library-rules); reading a program alone warns once.
//
// docs/spec/LibraryRules.md lists the rules of the library with the evidence for each.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_OPRULES_H
#define ALCOVE_OPS_DIALECT_OPRULES_H

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/OpDefinition.h"

namespace alcove {

namespace rules {
/// Emits an op error with both values for the first rule of the dialect that `op` breaks. Ops on tiles hold their rules
/// in tiles and are not looked at. Cost: a few comparisons per operand and attribute.
llvm::LogicalResult verifyOp(mlir::Operation *op);
/// Whether `op`, which keeps the rules of the dialect, keeps those of the library.
llvm::LogicalResult verifyForLibrary(mlir::Operation *op);
/// What verifyForLibrary says of `op`; empty where it keeps all rules.
std::string brokenLibraryRule(mlir::Operation *op);
/// At every op under `root` an error for the first rule of the library that it breaks, and for a tensor of no elements.
llvm::LogicalResult verifyAllForLibrary(mlir::Operation *root);
/// The same at ops between chips: how many there are is known once there is a device.
llvm::LogicalResult verifyExchangesForLibrary(mlir::Operation *root);
/// At every op under `root` a warning for the first rule of the library that it breaks.
void warnOfLibraryRules(mlir::Operation *root);
/// True when the op, given with its dialect, has rules of its own beyond TableGen's.
bool hasRule(llvm::StringRef opName);

/// A dialect with this interface says what the library would refuse as a warning of each verify: for programs that
/// verify once and do nothing else, such as a language server.
class LibraryRuleWarnings : public mlir::DialectInterface::Base<LibraryRuleWarnings> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LibraryRuleWarnings)
  explicit LibraryRuleWarnings(mlir::Dialect *dialect) : Base(dialect) {}
};
} // namespace rules

template <typename ConcreteType>
class VerifiedByRules : public mlir::OpTrait::TraitBase<ConcreteType, VerifiedByRules> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return rules::verifyOp(op); }
};

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_OPRULES_H
