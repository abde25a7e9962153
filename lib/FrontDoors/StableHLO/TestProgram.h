//===- TestProgram.h - A program with its inputs and what it expects -*- C++ -*- ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The public test programs have a function @inputs that returns their data, and say in @main what its results must be.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_TESTPROGRAM_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_TESTPROGRAM_H

#include "alcove/Judge/Numbers/StableHLO/Array.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace alcove::stablehlo {

struct TestProgram {
  mlir::func::FuncOp main; ///< what @inputs returns are its arguments now
  std::vector<reference::arrays::Array> data;
};
/// Errors are reported: a module that is none, or whose data cannot be computed.
llvm::FailureOr<TestProgram> takeTestProgram(mlir::ModuleOp module);

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_TESTPROGRAM_H
