//===- WeightDtype.h - The format of weights that a user asked for --------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_ELEMENTTYPES_WEIGHTDTYPE_H
#define ALCOVE_LIB_LOWER_ELEMENTTYPES_WEIGHTDTYPE_H

#include "mlir/IR/Value.h"

namespace alcove::conversion {

constexpr llvm::StringLiteral weightDtypeAttrName = "ttcore.weight_dtype";

/// The format that the argument behind `weight` asks for; looks through data movement, and through a concatenation
/// whose parts ask for the same. Nothing when none is asked for.
std::optional<llvm::StringRef> weightDtypeOf(mlir::Value weight);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_ELEMENTTYPES_WEIGHTDTYPE_H
