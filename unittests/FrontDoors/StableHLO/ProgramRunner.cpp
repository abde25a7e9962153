//===- ProgramRunner.cpp - Programs read, converted, executed -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramRunner.h"

#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace alcove::testing;

Reader::Reader() : context(MLIRContext::Threading::DISABLED) {
  DialectRegistry registry;
  alcove::stablehlo::registerDialects(registry);
  registry.insert<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, func::FuncDialect>();
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      errors += diagnostic.str() + "\n";
    return success();
  });
}

OwningOpRef<ModuleOp> Reader::read(llvm::StringRef text) {
  return parseSourceString<ModuleOp>(text, ParserConfig(&context));
}

static bool runs(MLIRContext &context, ModuleOp module, std::unique_ptr<Pass> pass) {
  PassManager manager(&context);
  manager.addPass(std::move(pass));
  return succeeded(manager.run(module));
}

bool Reader::executesEqually(ModuleOp module, uint64_t seed) {
  alcove::stablehlo::ExecuteStableHLOOptions options;
  options.asTTIR = true;
  options.seed = seed;
  return runs(context, module, alcove::stablehlo::createExecuteStableHLO(options));
}

bool Reader::converts(ModuleOp module) {
  return runs(context, module, alcove::stablehlo::createConvertStableHLOToTTIR());
}
