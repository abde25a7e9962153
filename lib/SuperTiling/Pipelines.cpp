//===- Pipelines.cpp - Passes in order, with the reason above each --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  Option<int64_t> memoryBytes{*this, "memory-bytes", llvm::cl::desc("Local memory in bytes"), llvm::cl::init(0)};
  Option<std::string> opBudgets{*this, "op-budgets", llvm::cl::desc("Budgets per class of operation"),
                                llvm::cl::init("")};
  Option<std::string> device{*this, "device", llvm::cl::desc("Prices of a device"), llvm::cl::init("npu")};
  Option<std::string> mode{*this, "mode", llvm::cl::desc("planned, max-producers or no-fuse"),
                           llvm::cl::init("planned")};
  Option<int64_t> work{*this, "work", llvm::cl::desc("Tile evaluations before the search gets coarse"),
                       llvm::cl::init(2000000)};
  Option<bool> bestEffort{*this, "best-effort", llvm::cl::desc("Leave and report what cannot fit"),
                          llvm::cl::init(false)};
  Option<bool> remarks{*this, "remarks", llvm::cl::desc("One remark per loop"), llvm::cl::init(false)};
  Option<std::string> report{*this, "report", llvm::cl::desc("JSON file with counts and traffic"), llvm::cl::init("")};
};

void buildSuperTilingPipeline(OpPassManager &manager, const PipelineOptions &options) {
  // Groups are found on the operations as they came, before anything is split or folded.
  manager.addPass(createMarkPatternsForSuperTiling());
  SuperTilingOptions tiling;
  tiling.memoryBytes = options.memoryBytes;
  tiling.opBudgets = options.opBudgets;
  tiling.device = options.device;
  tiling.mode = options.mode;
  tiling.work = options.work;
  tiling.bestEffort = options.bestEffort;
  tiling.remarks = options.remarks;
  tiling.report = options.report;
  manager.addPass(createSuperTiling(tiling));
  // Tiling has cleaned up its loops. CSE over the function would merge the tensor.empty of different loops into one
  // buffer, and bufferization would copy it for each of them.
  // Last: what is judged is what is handed on. Without memory-bytes the budget is that of the device, which only
  // super-tiling knows; with best-effort an excess has been reported already.
  if (options.memoryBytes > 0 && !options.bestEffort) {
    VerifySuperTilingOptions verify;
    verify.memoryBytes = options.memoryBytes;
    verify.opBudgets = options.opBudgets;
    manager.addPass(createVerifySuperTiling(verify));
  }
}

/// Upstream's order without its validation, which refuses what the conversions can do, and with the rescale lowering.
void buildTosaToLinalg(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(tosa::createTosaOptionalDecompositionsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaInferShapesPass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaMakeBroadcastablePass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaToLinalgNamed());
  manager.addPass(createCanonicalizerPass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaLayerwiseConstantFoldPass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaMakeBroadcastablePass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaToLinalg());
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  manager.addNestedPass<func::FuncOp>(createTosaToArithPass(arith));
  manager.addNestedPass<func::FuncOp>(createTosaToTensorPass());
  // Reshapes and casts that the conversions leave would hide producers.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

} // namespace

void registerSuperTilingPipelines() {
  PassPipelineRegistration<PipelineOptions>("super-tiling-pipeline", "Mark, tile, clean up and verify",
                                            buildSuperTilingPipeline);
  PassPipelineRegistration<>("alcove-tosa-to-linalg", "TOSA to linalg, arith and tensor", buildTosaToLinalg);
}

} // namespace alcove::supertiling
