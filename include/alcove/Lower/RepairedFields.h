//===- RepairedFields.h - What the fallback chose, and the plan may choose anew ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution that does not fit L1 from DRAM gets a configuration with which it does. Where its operands lie in L1
// another one may be better: a planner keeps what users gave, not what was mended.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_REPAIREDFIELDS_H
#define ALCOVE_LOWER_REPAIREDFIELDS_H

#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::conversion {

/// Notes which fields of the op's `conv2d_config` are not those of `before` (null: none). Call it once per op.
void noteRepairedFields(mlir::Operation *op, ttnn::Conv2dConfigAttr before);

/// The op's `conv2d_config` as users gave it; null when they gave none.
ttnn::Conv2dConfigAttr givenConv2dConfig(mlir::Operation *op);

/// Takes the notes off every op.
void dropRepairedFields(mlir::ModuleOp module);

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_REPAIREDFIELDS_H
