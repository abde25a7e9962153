//===- TTIR.h - Tensor programs before lowering -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DIALECT_TTIR_TTIR_H
#define ALCOVE_DIALECT_TTIR_TTIR_H

#include "alcove/Dialect/OpRules.h"
#include "alcove/Dialect/ShapeRules.h"
#include "alcove/Dialect/StaticShapes.h"
#include "alcove/Dialect/TTCore/TTCore.h"

#include "alcove/Dialect/TTIR/TTIRDialect.h.inc"

#define GET_OP_CLASSES
#include "alcove/Dialect/TTIR/TTIROps.h.inc"

namespace alcove::ttir {

/// Where batch, (depth,) height, width and channels lie in input and result of a convolution or pool; with the default
/// order 0, 1, 2, .. for ops that do not say.
llvm::SmallVector<int64_t> imageDims(mlir::Operation *op);

} // namespace alcove::ttir

#endif // ALCOVE_DIALECT_TTIR_TTIR_H
