//===- JoinedParts.h - What a joined operation is made of -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_DESCRIBE_JOINEDPARTS_H
#define ALCOVE_SUPERTILING_DESCRIBE_JOINEDPARTS_H

#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>

namespace alcove::supertiling {

/// On a joined operation: what its parts were. Of no meaning outside of the driver, which removes it from its input.
inline constexpr llvm::StringLiteral joinedAttr = "__alcove_joined";

/// A description of each part; null where `op` is not joined.
mlir::ArrayAttr partsOf(mlir::Operation *op);

/// The class of the parts; nothing where `op` is not joined.
std::optional<OpClass> classOfParts(mlir::Operation *op);

/// 1 where `op` is not joined.
int64_t numParts(mlir::Operation *op);

/// Names of the parts, or of the operation.
std::string nameOf(mlir::Operation *op);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_DESCRIBE_JOINEDPARTS_H
