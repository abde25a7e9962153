//===- LoadsAhead.h - What a pass over memory asks for early ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hardware sees a stream only after some of its lines and up to the end of a page: rows of 4 KiB wait for memory once each.
// An operation that reads a large buffer from end to end therefore asks for what comes next:
//
//   for each tile, four rows of a large x:       x  | tile, read three times | next tile |
//     m = max(x)            first reader
//     e = exp(x - m)        most arithmetic  ──────── asks, element by element, for ──┘
//     y = e / sum(e)
//
// The one with the most arithmetic asks: there memory and arithmetic take their time together.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_CPU_LOADSAHEAD_H
#define ALCOVE_LIB_SUPERTILING_CPU_LOADSAHEAD_H

#include "alcove/SuperTiling/Cpu/RegisterTiles.h"

namespace alcove::supertiling {

/// The loads ahead of each structured operation below `root` on buffers; the buffers are as bufferization left them.
llvm::DenseMap<mlir::Operation *, llvm::SmallVector<LoadAhead>> chooseLoadsAhead(mlir::Operation *root);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_CPU_LOADSAHEAD_H
