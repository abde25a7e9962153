//===- real-opt.cpp - Parses, verifies and prints ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Dialects.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::registerTransformsPasses(); // --canonicalize
  mlir::DialectRegistry registry;
  addDialects(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "tt-mlir's own dialects\n", registry));
}
