//===- TTNNOpsShard4.cpp - Generated op definitions, part 4 ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#define GET_OP_DEFS_4
#include "alcove/Ops/Dialect/TTNN/TTNNOps.cpp.inc"
