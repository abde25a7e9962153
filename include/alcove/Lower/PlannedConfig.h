//===- PlannedConfig.h - What in a TTNN op's configuration is a plan ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_PLANNEDCONFIG_H
#define ALCOVE_LOWER_PLANNEDCONFIG_H

#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::conversion {

/// Fields of conv2d_config that say where and in which blocks, not what is computed.
llvm::ArrayRef<llvm::StringLiteral> plannedConvFields();

/// The activation in the program configuration of a matmul; null without one.
ttnn::UnaryWithParamAttr fusedActivation(mlir::Operation *op);

/// What lowering without an optimizer writes on every op (hifi4, fp32_dest_acc_en), which neither a user nor the
/// planner chose.
bool isDefaultComputeConfig(ttnn::DeviceComputeKernelConfigAttr config);

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_PLANNEDCONFIG_H
