//===- Raisers.h - One raiser per TTNN op -----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_RAISETOTTIR_RAISERS_H
#define ALCOVE_LIB_LOWER_RAISETOTTIR_RAISERS_H

#include "../TTIRBuilder.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "llvm/ADT/StringMap.h"

namespace alcove::conversion {

/// A TTNN op, and the TTIR that is to stand for it. A raiser reads `op`, takes its operands from `operands` and builds
/// in front of the builder's insertion point; a property that it has no place for it names in `why`.
struct Raising {
  mlir::Operation *op;
  mlir::OpBuilder &builder;
  llvm::SmallVector<mlir::Value> operands; ///< tensors only, in TTIR; null for one that nothing stands for
  llvm::StringRef keepComputeConfigs;      ///< auto or false
  std::string why;                         ///< set by a raiser that fails
  llvm::SmallVector<mlir::Value> results;  ///< set by one that succeeds

  llvm::LogicalResult fail(const llvm::Twine &reason) {
    why = reason.str();
    return llvm::failure();
  }
  mlir::Location loc() const { return op->getLoc(); }
  /// The type of a result without its layout.
  mlir::RankedTensorType type(unsigned result = 0) const;

  /// The properties of `op` that mean something: those that are neither a plan nor in `read`. Fails on a configuration
  /// of kernels that the module chose.
  llvm::FailureOr<llvm::SmallVector<mlir::NamedAttribute>> properties(llvm::ArrayRef<llvm::StringRef> read = {});
  /// Builds `ttir.<name>` with `attributes` and the present operands. Fails where the op has no place for an attribute
  /// or its rules refuse it.
  llvm::LogicalResult build(llvm::StringRef name, llvm::ArrayRef<mlir::NamedAttribute> attributes,
                            mlir::TypeRange types);
  /// The same with the types of the op's results.
  llvm::LogicalResult build(llvm::StringRef name, llvm::ArrayRef<mlir::NamedAttribute> attributes);
  /// The activation that a library op applies to its result becomes an op of its own.
  llvm::LogicalResult activate(llvm::StringRef activation);
};

/// The tensor type in TTIR: no layout; the element type is that of the layout, tiles of a block format where it is one.
mlir::RankedTensorType withoutLayout(mlir::RankedTensorType type);

using Raiser = llvm::LogicalResult (*)(Raising &raising);
/// Raisers by TTNN op name without the dialect.
using RaiserTable = llvm::StringMap<Raiser>;

void addPlainRaisers(RaiserTable &table);
void addOpRaisers(RaiserTable &table);
void addWindowRaisers(RaiserTable &table);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_RAISETOTTIR_RAISERS_H
