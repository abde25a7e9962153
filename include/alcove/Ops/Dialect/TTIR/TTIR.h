//===- TTIR.h - Tensor programs before lowering -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_TTIR_H
#define ALCOVE_OPS_DIALECT_TTIR_TTIR_H

#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/ShapeRules.h"
#include "alcove/Ops/Dialect/StaticShapes.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "alcove/Ops/Dialect/TTIR/TTIRDialect.h.inc"

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/TTIR/TTIROps.h.inc"

namespace alcove::ttir {

/// Where batch, (depth,) height, width and channels lie in input and result of a convolution or pool; with the default
/// order 0, 1, 2, .. for ops that do not say.
llvm::SmallVector<int64_t> imageDims(mlir::Operation *op);

} // namespace alcove::ttir

#endif // ALCOVE_OPS_DIALECT_TTIR_TTIR_H
