//===- HostTensors.h - Types of tensors that wait on the host ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_HOSTTENSORS_H
#define ALCOVE_OPS_DIALECT_TTNN_HOSTTENSORS_H

#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::ttnn {

/// `type` in system memory, in the pages and the data type of `like`.
mlir::RankedTensorType onHost(mlir::RankedTensorType type, TTNNLayoutAttr like);

} // namespace alcove::ttnn

#endif // ALCOVE_OPS_DIALECT_TTNN_HOSTTENSORS_H
