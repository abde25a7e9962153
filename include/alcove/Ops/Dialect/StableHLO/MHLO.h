//===- MHLO.h - StableHLO under the names that came before it -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `mhlo.add %0, %1 : T` of older front ends is read as `stablehlo.add`, `mhlo.erf` as `chlo.erf`, `#mhlo.dot<..>` as
// `#stablehlo.dot<..>`. The generic form, `"mhlo.add"(%0, %1)`, is read as it is written, and renamed by
// renameToStableHLO. Attributes of functions, `mhlo.num_partitions`, keep their names: today's front ends print them.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_MHLO_H
#define ALCOVE_OPS_DIALECT_STABLEHLO_MHLO_H

#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

namespace alcove::mhlo {

class MHLODialect : public mlir::Dialect {
public:
  explicit MHLODialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() { return "mhlo"; }

  mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser, mlir::Type type) const override;
  mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  std::optional<ParseOpHook> getParseOperationHook(llvm::StringRef opName) const override;
};

/// The op of StableHLO or CHLO that `name`, with its `mhlo.`, stands for.
std::optional<mlir::OperationName> todaysName(llvm::StringRef name, mlir::MLIRContext *context);

/// Gives ops of the generic form today's names, and verifies them; an op without one is an error that names it.
llvm::LogicalResult renameToStableHLO(mlir::Operation *module);

} // namespace alcove::mhlo

MLIR_DECLARE_EXPLICIT_TYPE_ID(alcove::mhlo::MHLODialect)

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_MHLO_H
