//===- NewerText.h - Text of newer versions of MLIR -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_NEWERTEXT_H
#define ALCOVE_OPS_DIALECT_STABLEHLO_NEWERTEXT_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace alcove::stablehlo {

/// Versions behind MLIR 22 print booleans of large constants as a byte each; MLIR 22 reads a bit each:
///
///   dense<"0x01000101"> : tensor<4xi1>   ->   dense<"0x0D"> : tensor<4xi1>
///
/// The text with those constants packed; nothing where there are none.
std::optional<std::string> packBooleans(llvm::StringRef text);

} // namespace alcove::stablehlo

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_NEWERTEXT_H
