//===- RegisterOps.h - Ops that do not lose what is written -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_REGISTEROPS_H
#define ALCOVE_OPS_DIALECT_REGISTEROPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OperationSupport.h"

namespace alcove {

/// `written`: the dictionary behind `<{`. Without what an op of `known` property names does not have, and with a
/// warning at the op for each name that is left out: MLIR would drop it in silence (ops with properties) or refuse it
/// (others). `segments`: how many groups of operands the op has, 0 when their number is not written. One group more is
/// that of the destinations of older dumps (ttir::readOlderForms), whose operands follow the others; any groups of an
/// op that does not write them are the same thing.
mlir::DictionaryAttr knownProperties(mlir::OperationName op, mlir::DictionaryAttr written, size_t segments,
                                     llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Registers an op as its ODS `model` defines it, but for properties of other versions of the dialect, which
/// `knownProperties` takes out. `segments`: how many groups of operands its properties hold, 0 without groups.
void registerOp(std::unique_ptr<mlir::OperationName::Impl> model, bool hasProperties, size_t segments,
                llvm::ArrayRef<llvm::StringRef> attributeNames);

/// Stands for RegisteredOperationName in the op definitions that mlir-tblgen writes, whose registration of a shard says
/// `RegisteredOperationName::insert<Op>(dialect)` (cmake/AlcoveMLIR.cmake). Little depends on `Op` here: it is
/// instantiated for several hundred ops.
struct OpRegistration : mlir::RegisteredOperationName {
  OpRegistration(mlir::RegisteredOperationName given) : RegisteredOperationName(given) {}

  template <typename Op>
  static void insert(mlir::Dialect &dialect) {
    using Model = mlir::RegisteredOperationName::Model<Op>;
    size_t segments = 0;
    if constexpr (Model::hasProperties)
      if constexpr (requires(typename Model::Properties given) { given.operandSegmentSizes.size(); })
        segments = std::tuple_size_v<decltype(Model::Properties::operandSegmentSizes)>;
    registerOp(std::unique_ptr<mlir::OperationName::Impl>(new Model(&dialect)), Model::hasProperties, segments,
               Op::getAttributeNames());
  }
};

} // namespace alcove

namespace mlir {
using alcove::OpRegistration;
} // namespace mlir

#endif // ALCOVE_OPS_DIALECT_REGISTEROPS_H
