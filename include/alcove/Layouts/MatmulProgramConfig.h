//===- MatmulProgramConfig.h - Blocks of a sharded matmul -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LAYOUTS_MATMULPROGRAMCONFIG_H
#define ALCOVE_LAYOUTS_MATMULPROGRAMCONFIG_H

#include "alcove/Queries/Queries.h"

namespace alcove::layouts {

/// Program configuration for a matmul or linear whose result is sharded as `output`, or null when there is none:
/// width-sharded results multicast in0 in one dimension, height-sharded ones in1, block-sharded ones both. All sizes in
/// tiles. Source: tt-mlir Analysis/MatmulProgramConfig.cpp.
mlir::Attribute matmulProgramConfig(mlir::Operation *op, const device::TensorLayout &output,
                                    const queries::Machine &machine);

} // namespace alcove::layouts

#endif // ALCOVE_LAYOUTS_MATMULPROGRAMCONFIG_H
