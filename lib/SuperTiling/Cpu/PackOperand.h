//===- PackOperand.h - Operands in the order in which tiles read -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   B[k, n] in blocks of 32 columns       packed[block, k, 0..31] = B[k, 32 block + 0..31]
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_CPU_PACKOPERAND_H
#define ALCOVE_LIB_SUPERTILING_CPU_PACKOPERAND_H

#include "TileShape.h"

namespace alcove::supertiling {

/// A copy of an input in blocks of the tile along `loop`, made in front of those loops.
VectorOperand packOperand(mlir::RewriterBase &rewriter, const VectorLoops &loops, const TileShape &shape,
                          unsigned input, unsigned loop, const VectorUnit &unit);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_CPU_PACKOPERAND_H
