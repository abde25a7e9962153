//===- StableHLO.h - Programs as JAX and PyTorch/XLA print them -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLO_H
#define ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLO_H

#include "alcove/Ops/Dialect/StableHLO/Assembly.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace alcove::stablehlo {

/// Breaks of the public specification, an error at the op with the identifier of the constraint.
llvm::LogicalResult verifyBySpecification(mlir::Operation *op);

/// Whether an op, named without its dialect, has constraints beyond the types of its operands.
bool hasConstraints(llvm::StringRef op);

template <typename ConcreteType>
class BySpecification : public mlir::OpTrait::TraitBase<ConcreteType, BySpecification> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return verifyBySpecification(op); }
};

/// The integers (booleans) of either spelling, `array<i64: ..>` or `dense<..>`; `absent` of them without an attribute.
llvm::SmallVector<int64_t> integersOf(mlir::Attribute attribute, size_t absent = 0, int64_t value = 0);

/// The op in a region of two scalars that is all it does, such as `stablehlo.add` of both arguments in their order;
/// null where there is more.
mlir::Operation *onlyOpOf(mlir::Region &region);

/// Registers the dialects that such a program is made of: stablehlo, chlo, sdy, and those of its tests.
void registerDialects(mlir::DialectRegistry &registry);

} // namespace alcove::stablehlo

#include "alcove/Ops/Dialect/StableHLO/StableHLODialect.h.inc"
#include "alcove/Ops/Dialect/StableHLO/StableHLOEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "alcove/Ops/Dialect/StableHLO/StableHLOTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "alcove/Ops/Dialect/StableHLO/StableHLOAttrs.h.inc"
#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/StableHLOOps.h.inc"

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLO_H
