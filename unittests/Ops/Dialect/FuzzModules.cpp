//===- FuzzModules.cpp - libFuzzer over texts of modules ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/InputText.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

/// A text is refused or read as every program reads it: bounded, parsed, older forms, verified. Nothing ends by a
/// signal. What is read is printed too, which walks as deep as parsing did.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  if (!alcove::checkInputText(text, "input"))
    return 0;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, alcove::ttnn::TTNNDialect>();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context, /*verifyAfterParse=*/false));
  if (!module || failed(alcove::ttir::readOlderForms(*module)) || failed(verify(*module)))
    return 0;
  std::string printed;
  llvm::raw_string_ostream(printed) << *module;
  return 0;
}
