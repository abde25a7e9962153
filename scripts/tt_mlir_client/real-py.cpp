//===- real-py.cpp - TTNN to Python ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   real-py [--decompose] FILE    Python on standard output
//
// The passes of tt-mlir's ttnn-common-to-emitpy-pipeline with split-files=false, then its printer. --decompose runs
// ttnn-decompose-layouts first, as tt-mlir's own pipeline does for ttnn.to_tensor_spec.
//
//===----------------------------------------------------------------------===//
#include "Dialects.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "ttmlir/Conversion/TTIRToEmitPy/TTIRToEmitPy.h"
#include "ttmlir/Conversion/TTNNToEmitPy/TTNNToEmitPy.h"
#include "ttmlir/Dialect/TTNN/Transforms/Passes.h"
#include "ttmlir/Target/Python/PythonEmitter.h"

using namespace mlir;
using namespace mlir::tt;

static void addPasses(PassManager &manager, bool decompose) {
  OpPassManager &device = manager.nest<ttcore::DeviceModuleOp>().nest<ModuleOp>();
  if (decompose)
    device.addPass(ttnn::createTTNNDecomposeLayouts());
  manager.addPass(createCaptureMeshShapePass());
  OpPassManager &emitting = manager.nest<ttcore::DeviceModuleOp>().nest<ModuleOp>();
  emitting.addPass(ttnn::createTTNNAdjustDeallocs());
  emitting.addPass(ttnn::createTTNNForceFinalDeallocs());
  emitting.addPass(ttnn::createTTNNEmitPyWorkarounds());
  emitting.addPass(ttnn::createTTNNSplitForwardFuncArgsByType());
  emitting.addPass(ttnn::createTTNNTuplifyTensors());
  emitting.addPass(ttnn::createTTNNCreateInputGenerators());
  emitting.addPass(ttnn::createTTNNPrepareConstEvalCaching());
  emitting.addPass(createConvertTTNNToEmitPyPass());
  emitting.addPass(createEmitPyConstEvalCachingPass());
  emitting.addPass(createEmitPyFormExpressionsPass());
  emitting.addPass(createEmitPyNameVarsPass());
  OpPassManager &host = manager.nest<ttcore::CPUModuleOp>().nest<ModuleOp>();
  host.addPass(createConvertTTIRCPUToEmitPyPass());
  host.addPass(createEmitPyNameVarsPass());
  manager.addPass(createEmitPyLinkModulesPass());
  manager.addPass(createEmitPyAddImportsPass());
}

int main(int argc, char **argv) {
  bool decompose = argc == 3 && llvm::StringRef(argv[1]) == "--decompose";
  if (argc != 2 + decompose) {
    llvm::errs() << "usage: real-py [--decompose] FILE\n";
    return 2;
  }
  DialectRegistry registry;
  addDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[argc - 1], &context);
  if (!module)
    return 1;
  PassManager manager(&context);
  addPasses(manager, decompose);
  return failed(manager.run(*module)) || failed(emitpy::translateToPython(*module, llvm::outs()));
}
