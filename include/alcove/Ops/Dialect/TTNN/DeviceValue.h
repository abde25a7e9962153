//===- DeviceValue.h - The device as a value --------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_DEVICEVALUE_H
#define ALCOVE_OPS_DIALECT_TTNN_DEVICEVALUE_H

#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::ttnn {

/// The device of `block`: the ttnn.get_device before `point` (the block's end when null), else a new one at its start
/// with the mesh of the registered device.
mlir::Value deviceBefore(mlir::Block &block, mlir::Operation *point, mlir::Location loc);

} // namespace alcove::ttnn

#endif // ALCOVE_OPS_DIALECT_TTNN_DEVICEVALUE_H
