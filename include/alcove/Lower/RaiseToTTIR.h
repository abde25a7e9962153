//===- RaiseToTTIR.h - TTNN raised and lowered again ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_RAISETOTTIR_H
#define ALCOVE_LOWER_RAISETOTTIR_H

#include "alcove/Lower/Passes.h"

namespace alcove::conversion {

/// What buildTTIRToTTNNCommonPipeline does, from TTNN, planned or not, in a module that has a device.
void buildRaiseAndLowerPipeline(mlir::OpPassManager &manager, const LoweringOptions &options,
                                const RaiseTTNNToTTIROptions &raise);

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_RAISETOTTIR_H
