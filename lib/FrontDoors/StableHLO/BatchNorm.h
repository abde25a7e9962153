//===- BatchNorm.h - Batch norms written out -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_BATCHNORM_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_BATCHNORM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::stablehlo {

/// (x - mean) * (rsqrt(variance + epsilon) * scale) + offset, all per channel, becomes ttir.batch_norm_inference. Where
/// x is converted for it alone and the result converted back, as frameworks do in mixed precision, the norm is one in
/// the type of x.
void recognizeBatchNorms(mlir::func::FuncOp function);

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_BATCHNORM_H
