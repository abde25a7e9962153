//===- alcove-lsp-server.cpp - The language server ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server with the dialects of this project: their verifiers give the diagnostics. What it says of an op
// under the pointer is followed by its planned layout, time and reason.
//
//===----------------------------------------------------------------------===//
#include "Proxy.h"

#include "alcove/Judge/Memory/Passes.h"
#include "alcove/Lower/Passes.h"
#include "alcove/Lower/Prices.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Pipelines/Pipelines.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

#include "llvm/Support/InitLLVM.h"

#include <cstdlib>
#include <unistd.h>

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, alcove::ttnn::TTNNDialect>();
  registry.addExtension(+[](mlir::MLIRContext *, alcove::ttir::TTIRDialect *dialect) {
    dialect->addInterfaces<alcove::rules::LibraryRuleWarnings>();
  });
  registry.addExtension(+[](mlir::MLIRContext *, alcove::ttnn::TTNNDialect *dialect) {
    dialect->addInterfaces<alcove::rules::LibraryRuleWarnings>();
  });
  mlir::registerAllPasses();
  alcove::conversion::registerConversionPasses(alcove::conversion::opPrices());
  alcove::transforms::registerOptimizePasses();
  alcove::transforms::registerReportPasses();
  alcove::transforms::registerPipelines();
  alcove::judge::registerMemoryJudgePasses();
  alcove::lsp::Hover hover(registry);
  int code = alcove::lsp::runBehind(
      hover, [&] { return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry)) ? 1 : 0; });
  ::_exit(code); // a thread may still wait for the editor
}
