//===- ExecuteAsTTIR.h - Test programs executed as TTIR ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_EXECUTEASTTIR_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_EXECUTEASTTIR_H

#include "mlir/IR/BuiltinOps.h"

namespace alcove::stablehlo {

/// Converts @main with what its call of @inputs returns as arguments, so that nothing of it is known before the run;
/// executes the TTIR on those inputs and compares what the program checks with what it expects. A program without
/// @inputs gets arguments of `seed`.
llvm::LogicalResult executeAsTTIR(mlir::ModuleOp module, uint64_t seed);

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_EXECUTEASTTIR_H
