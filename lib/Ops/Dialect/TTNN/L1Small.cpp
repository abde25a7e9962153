//===- L1Small.cpp - L1 that tables of windows take -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTNN/L1Small.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;

Bytes ttnn::l1SmallBytesOf(Operation *op, const device::ChipDesc &chip) {
  while (Operation *around = op->getParentOp())
    op = around;
  bool hasWindows = op->walk([](Operation *inner) {
                        return isa<Conv1dOp, Conv2dOp, ConvTranspose2dOp, MaxPool2dOp, MaxPool2dWithIndicesOp,
                                   AvgPool2dOp, UpsampleOp>(inner)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      }).wasInterrupted();
  return hasWindows ? chip.constants.l1SmallBytes : 0;
}
