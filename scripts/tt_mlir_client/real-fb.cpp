//===- real-fb.cpp - TTNN to the runtime's flatbuffer ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   real-fb [--decompose] FILE...    a line a file: its name, then ok and the bytes, or refused and the first error
//
//===----------------------------------------------------------------------===//
#include "Dialects.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "ttmlir/Dialect/TTKernel/IR/TTKernel.h"
#include "ttmlir/Dialect/TTNN/Transforms/Passes.h"
#include "ttmlir/Target/LLVM/LLVMToDynamicLib.h"
#include "ttmlir/Target/TTKernel/TTKernelToCpp.h"
#include "ttmlir/Target/TTNN/TTNNToFlatbuffer.h"

// TTKernel's verifiers ask for this op as a parent; its dialect is not built here.
namespace mlir::tt::ttmetal {
class EnqueueProgramOp;
}
MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::tt::ttmetal::EnqueueProgramOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(mlir::tt::ttmetal::EnqueueProgramOp)

using namespace mlir;
using namespace mlir::tt;

// Programs without generic ops and host functions do not come here.
LogicalResult ttkernel::translateTopLevelKernelToCpp(ModuleOp module, llvm::raw_ostream &, StringRef) {
  return module.emitError("kernels are not translated here");
}
LogicalResult llvm_to_cpu::translateLLVMToDyLib(Operation *op, llvm::raw_ostream &) {
  return op->emitError("host functions are not translated here");
}

static LogicalResult decomposeLayouts(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.nest<ttcore::DeviceModuleOp>().nest<ModuleOp>().addPass(ttnn::createTTNNDecomposeLayouts());
  return manager.run(module);
}

/// The line of one file, without its name; whether it was translated.
static std::pair<std::string, bool> translate(const char *path, bool decompose) {
  DialectRegistry registry;
  addDialects(registry);
  registry.insert<ttkernel::TTKernelDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string refusal, bytes;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (refusal.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      refusal = diagnostic.str();
  });
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(path, &context);
  llvm::raw_string_ostream os(bytes);
  if (!module || (decompose && failed(decomposeLayouts(*module))) ||
      failed(ttnn::translateTTNNToFlatbuffer(*module, os)))
    return {"refused\t" + refusal, false};
  return {"ok\t" + std::to_string(bytes.size()), true};
}

int main(int argc, char **argv) {
  bool decompose = argc > 1 && llvm::StringRef(argv[1]) == "--decompose", refused = false;
  for (const char *path : llvm::ArrayRef(argv + 1 + decompose, argc - 1 - decompose)) {
    auto [line, ok] = translate(path, decompose);
    llvm::outs() << path << '\t' << line << '\n';
    refused |= !ok;
  }
  return refused;
}
