//===- real-verify.cpp - Every op that a verifier refuses ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   real-verify FILE...    a line an error: file, op, message, with tabs between
//
// Parses without verification and then asks op by op, so that the first refusal does not hide the others.
//
//===----------------------------------------------------------------------===//
#include "Dialects.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

int main(int argc, char **argv) {
  DialectRegistry registry;
  addDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  bool refused = false;
  for (const char *path : llvm::ArrayRef(argv + 1, argc - 1)) {
    std::string op = "parse";
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return;
      refused = true;
      llvm::outs() << path << '\t' << op << '\t' << diagnostic.str() << '\n';
    });
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, ParserConfig(&context, /*verifyAfterParse=*/false));
    if (!module)
      continue;
    module->walk([&](Operation *each) {
      op = each->getName().getStringRef().str();
      (void)verify(each, /*verifyRecursively=*/false);
    });
  }
  return refused;
}
