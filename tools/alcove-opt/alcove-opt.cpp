//===- alcove-opt.cpp - The optimizer driver ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Conversion/Passes.h"
#include "alcove/Dialect/TTIR/TTIR.h"
#include "alcove/Dialect/TTNN/TTNN.h"
#include "alcove/Sim/Passes.h"
#include "alcove/SuperTiling/Passes.h"
#include "alcove/Transforms/Passes.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, alcove::ttnn::TTNNDialect>();
  mlir::registerAllPasses();
  alcove::supertiling::registerSuperTilingPasses();
  alcove::supertiling::registerSuperTilingPipelines();
  alcove::conversion::registerConversionPasses();
  alcove::transforms::registerTransformsPasses();
  alcove::transforms::registerPipelines();
  alcove::sim::registerSimPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Alcove optimizer driver\n", registry));
}
