//===- FuzzAttributes.cpp - libFuzzer over the attribute parsers ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Diagnostics.h"

#include <cstdio>
#include <cstdlib>

using namespace mlir;

/// A context keeps every attribute for good, so that one for ten minutes of texts would take gigabytes.
static MLIRContext *contextOfThisRun() {
  static std::unique_ptr<MLIRContext> context;
  static int runs = 0;
  if (runs++ % 100000 == 0) {
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    context->loadDialect<alcove::ttcore::TTCoreDialect, alcove::ttir::TTIRDialect, alcove::ttnn::TTNNDialect>();
  }
  return context.get();
}

/// What parses prints to something that parses to the same. Builtin attributes are MLIR's to print: @"" is not a
/// fixpoint.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext *context = contextOfThisRun();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  std::string text(reinterpret_cast<const char *>(data), size); // the lexer needs the final zero
  Attribute first = parseAttribute(text, context);
  if (!first || isa<BuiltinDialect>(first.getDialect()))
    return 0;
  std::string printed;
  llvm::raw_string_ostream(printed) << first;
  Attribute second = parseAttribute(printed, context);
  if (first == second)
    return 0;
  std::fprintf(stderr, "not a fixpoint:\n%s\n%s\n", text.c_str(), printed.c_str());
  std::abort();
}
