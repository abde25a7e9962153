//===- Effects.h - What ops do to the bytes of their operands ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_EFFECTS_H
#define ALCOVE_OPS_DIALECT_EFFECTS_H

#include "mlir/IR/Operation.h"

namespace alcove {

/// Some op writes into the bytes of `value` itself (a cache). Views of it are not followed. O(uses).
bool isWrittenInPlace(mlir::Value value);

/// `copy`, which `maker` makes of `original`, is another tensor: an op behind `maker` writes into `original`, and another
/// behind that, in the same block, reads the copy. O(uses of both).
bool isReadBehindWriteOf(mlir::Value original, mlir::Value copy, mlir::Operation *maker);

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_EFFECTS_H
