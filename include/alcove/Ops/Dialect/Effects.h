//===- Effects.h - What ops do to the bytes of their operands ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_EFFECTS_H
#define ALCOVE_OPS_DIALECT_EFFECTS_H

#include "mlir/IR/Value.h"

namespace alcove {

/// Some op writes into the bytes of `value` itself (a cache). Views of it are not followed. O(uses).
bool isWrittenInPlace(mlir::Value value);

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_EFFECTS_H
