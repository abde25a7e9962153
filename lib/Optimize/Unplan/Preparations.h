//===- Preparations.h - Weights that were prepared, plain again -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_UNPLAN_PREPARATIONS_H
#define ALCOVE_LIB_OPTIMIZE_UNPLAN_PREPARATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace alcove::transforms {

/// Weights and biases of conv2d whose preparation is in sight, in the function itself or in the const-eval function
/// that gives them, are those on the host again, and the configuration that they were prepared for is free:
///
///   %wp = load_cached(@f, [%w])                  %wp = load_cached(@f, [%w])
///   conv2d(%x, %wp) {config}                     conv2d(%x, %wp) {config}
///   @f: return prepare_conv2d_weights(%w)        @f: return %w
///
/// Left alone: what something else than convolutions reads, and a preparation that rounds to another type. Linear in
/// the ops and the uses of what is prepared.
void takeBackPreparations(mlir::ModuleOp module);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_UNPLAN_PREPARATIONS_H
