//===- GivenLayouts.h - Layouts that callers rely on ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_GIVENLAYOUTS_H
#define ALCOVE_LOWER_GIVENLAYOUTS_H

#include "llvm/ADT/StringRef.h"

namespace alcove::conversion {

/// Attribute of an argument or result of a function: the #ttnn.ttnn_layout that its callers rely on. Raising writes it,
/// assigning layouts takes it instead of one of its own, and removes it.
constexpr llvm::StringLiteral givenLayoutAttrName = "alcove.given_layout";

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_GIVENLAYOUTS_H
