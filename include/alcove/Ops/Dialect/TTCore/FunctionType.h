//===- FunctionType.h - What a function of a module is for ----------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_FUNCTIONTYPE_H
#define ALCOVE_OPS_DIALECT_TTCORE_FUNCTIONTYPE_H

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::ttcore {

/// Values of tt.function_type that mean something to the compiler; a function without the attribute is forward_device.
constexpr llvm::StringLiteral forwardDeviceType = "forward_device", constEvalType = "const_eval";

/// True for functions with a body that the device runs at each call.
bool isForwardFunction(mlir::func::FuncOp function);
/// True for functions with a body that run once, ahead of all calls.
bool isConstEvalFunction(mlir::func::FuncOp function);

} // namespace alcove::ttcore

#endif // ALCOVE_OPS_DIALECT_TTCORE_FUNCTIONTYPE_H
