//===- FuzzTosaText.cpp - libFuzzer over texts of TOSA and StableHLO ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text is refused or read; what is read is converted to TTIR (TOSA) or to linalg (StableHLO), or refused.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/InputText.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  if (!alcove::checkInputText(text, "input"))
    return 0;
  DialectRegistry registry;
  alcove::stablehlo::registerDialects(registry);
  registry.insert<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, func::FuncDialect, tosa::TosaDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module)
    return 0;
  PassManager manager(&context);
  manager.addPass(alcove::stablehlo::createConvertTosaToTTIR());
  manager.addPass(alcove::stablehlo::createConvertStableHLOToLinalg());
  (void)manager.run(*module);
  return 0;
}
