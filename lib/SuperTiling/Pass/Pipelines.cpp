//===- Pipelines.cpp - Passes in order, with the reason above each --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Passes.h"

#include "alcove/SuperTiling/Rewrite/MakeTileable.h"

#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  Option<GivenNumber> memoryBytes{*this, "memory-bytes",
                                  llvm::cl::desc("Local memory in bytes; by default the machine's or the device's")};
  Option<std::string> opBudgets{*this, "op-budgets", llvm::cl::desc("Budgets per class of operation"),
                                llvm::cl::init("")};
  Option<std::string> device{*this, "device", llvm::cl::desc("Prices of a device"), llvm::cl::init("npu")};
  Option<std::string> mode{*this, "mode", llvm::cl::desc("planned, max-producers or no-fuse"),
                           llvm::cl::init("planned")};
  Option<int64_t> work{*this, "work", llvm::cl::desc("Tile evaluations before the search gets coarse"),
                       llvm::cl::init(2000000)};
  Option<bool> bestEffort{*this, "best-effort", llvm::cl::desc("Leave and report what cannot fit"),
                          llvm::cl::init(false)};
  Option<bool> onlineSoftmax{*this, "online-softmax",
                             llvm::cl::desc("Carry maximum and sum of a softmax over panels of its rows"),
                             llvm::cl::init(true)};
  Option<bool> joinSiblings{*this, "join-siblings",
                            llvm::cl::desc("Operations that read one tensor share a loop where that moves less"),
                            llvm::cl::init(true)};
  Option<std::string> machine{*this, "machine", llvm::cl::desc("Minimize the time on this machine: a preset or a file"),
                              llvm::cl::init("")};
  Option<std::string> parallelLoops{*this, "parallel-loops",
                                    llvm::cl::desc("Loops built as scf.forall: shared, all or off"),
                                    llvm::cl::init("shared")};
  Option<int> threads{*this, "threads", llvm::cl::desc("With device=cpu: threads that share parallel loops"),
                      llvm::cl::init(1)};
  Option<std::string> doubleBuffering{*this, "double-buffering", llvm::cl::desc("With a machine: on, off or auto"),
                                      llvm::cl::init("auto")};
  Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("Sums of floating point may be added in another order, and divisions be products "
                     "with the reciprocal"),
      llvm::cl::init(false)};
  Option<bool> remarks{*this, "remarks", llvm::cl::desc("One remark per loop"), llvm::cl::init(false)};
  Option<std::string> report{*this, "report", llvm::cl::desc("JSON file with counts and traffic"), llvm::cl::init("")};
};

/// Row by row: out = values; out[n, indices[n, w], :] = input[n, w, :].
void lowerScatter(IRRewriter &rewriter, tosa::ScatterOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0), one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value batches = tensor::DimOp::create(rewriter, loc, op.getIndices(), 0),
        rows = tensor::DimOp::create(rewriter, loc, op.getIndices(), 1);
  OpFoldResult channels = tensor::getMixedSize(rewriter, loc, op.getInput(), 2);
  auto type = cast<RankedTensorType>(op.getInput().getType());
  OpFoldResult unit = rewriter.getIndexAttr(1), start = rewriter.getIndexAttr(0);
  SmallVector<OpFoldResult> sizes{unit, unit, channels}, strides(3, unit);
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, {zero, zero}, {batches, rows}, {one, one}, op.getValuesIn(),
      [&](OpBuilder &b, Location at, ValueRange loops, ValueRange carried) -> scf::ValueVector {
        Value row = tensor::ExtractSliceOp::create(
            b, at, RankedTensorType::get({1, 1, type.getDimSize(2)}, type.getElementType()), op.getInput(),
            SmallVector<OpFoldResult>{loops[0], loops[1], start}, sizes, strides);
        Value index = tensor::ExtractOp::create(b, at, op.getIndices(), loops);
        Value place = arith::IndexCastOp::create(b, at, b.getIndexType(), index);
        return {tensor::InsertSliceOp::create(b, at, row, carried[0], SmallVector<OpFoldResult>{loops[0], place, start},
                                              sizes, strides)};
      });
  Value result = nest.results.front();
  if (result.getType() != op.getType())
    result = tensor::CastOp::create(rewriter, loc, op.getType(), result);
  rewriter.replaceOp(op, result);
}

/// What upstream's conversions leave: scatter, and rescaling whose rounding is free.
struct PrepareTosa : PassWrapper<PrepareTosa, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrepareTosa)
  StringRef getArgument() const override { return "alcove-prepare-tosa"; }
  StringRef getDescription() const override { return "Serve the TOSA operations that upstream does not lower"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, scf::SCFDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override {
    SmallVector<tosa::ScatterOp> scatters;
    getOperation().walk([&](Operation *op) {
      if (auto scatter = dyn_cast<tosa::ScatterOp>(op))
        scatters.push_back(scatter);
      // Inexact rounding leaves the choice to the implementation.
      if (auto rescale = dyn_cast<tosa::RescaleOp>(op);
          rescale && rescale.getRoundingMode() == tosa::RoundingMode::INEXACT_ROUND)
        rescale.setRoundingMode(tosa::RoundingMode::SINGLE_ROUND);
    });
    IRRewriter rewriter(&getContext());
    for (tosa::ScatterOp scatter : scatters)
      if (cast<ShapedType>(scatter.getInput().getType()).hasRank())
        lowerScatter(rewriter, scatter);
  }
};

/// Upstream's order without its validation, which refuses what the conversions can do, and with the rescale lowering.
void buildTosaToLinalg(OpPassManager &manager) {
  manager.addPass(std::make_unique<PrepareTosa>());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaOptionalDecompositionsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaInferShapesPass());
  manager.addNestedPass<func::FuncOp>(tosa::createTosaMakeBroadcastablePass());
  // Before the others: they refuse the terminators of its regions.
  manager.addNestedPass<func::FuncOp>(createTosaToSCFPass());
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

/// Drops dimensions of extent 1 and nothing else.
bool dropsUnits(tensor::CollapseShapeOp op) {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  return llvm::all_of(op.getReassociationIndices(), [&](const ReassociationIndices &group) {
    return llvm::count_if(group, [&](int64_t dim) { return shape[dim] != 1; }) <= 1;
  });
}

/// A result at index 0 of a dimension of extent 1: reductions that keep their dimension, as torch-mlir writes them.
bool keepsReduced(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return llvm::any_of(op.getMatchingIndexingMap(&init).getResults(), llvm::IsaPred<AffineConstantExpr>);
  });
}

/// Exporters give a softmax of attention one dimension of extent 1 more than its products, and its reductions another.
/// The views between them hide the softmax from the products. Reductions that keep their dimension have no loop for it,
/// and upstream fuses no such producer. Such functions lose their dimensions of extent 1.
void dropUnitDims(RewriterBase &rewriter, func::FuncOp function) {
  bool hidden = false, kept = false;
  SmallVector<linalg::LinalgOp> reductions;
  function.walk([&](linalg::LinalgOp op) {
    kept |= op.hasPureTensorSemantics() && keepsReduced(op);
    if (isa<linalg::ReduceOp>(op))
      reductions.push_back(op);
    if (linalg::isaContractionOpInterface(op))
      for (Value operand : op.getDpsInputs())
        if (auto view = operand.getDefiningOp<tensor::CollapseShapeOp>())
          hidden |= dropsUnits(view) && isa_and_nonnull<linalg::GenericOp>(view.getSrc().getDefiningOp());
  });
  if (!kept && (!hidden || reductions.empty()))
    return;
  for (linalg::LinalgOp op : reductions) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
  RewritePatternSet patterns(function.getContext());
  linalg::ControlDropUnitDims options;
  linalg::populateFoldUnitExtentDimsPatterns(patterns, options);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, function.getContext());
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, function.getContext());
  linalg::FillOp::getCanonicalizationPatterns(patterns, function.getContext());
  tensor::populateFoldTensorEmptyPatterns(patterns);
  (void)applyPatternsGreedily(function, std::move(patterns));
  // Each reader has a view of its own, and each would be loaded.
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(rewriter, dominance, function);
}

/// TOSA where there is some: its conversions would also canonicalize programs that need none of them. Then elementwise
/// operations on tensors.
struct LowerToLinalg : PassWrapper<LowerToLinalg, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToLinalg)
  StringRef getArgument() const override { return "alcove-to-linalg"; }
  StringRef getDescription() const override { return "TOSA and elementwise operations on tensors to linalg"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect, scf::SCFDialect, tensor::TensorDialect>();
    OpPassManager manager(ModuleOp::getOperationName());
    buildTosaToLinalg(manager);
    manager.getDependentDialects(registry);
  }
  void runOnOperation() override {
    bool tosa = false;
    getOperation().walk([&](Operation *op) { tosa |= isa<tosa::TosaDialect>(op->getDialect()); });
    OpPassManager manager(ModuleOp::getOperationName());
    buildTosaToLinalg(manager);
    if (tosa && failed(runPipeline(manager, getOperation())))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    lowerElementwise(rewriter, getOperation());
    getOperation().walk([&](func::FuncOp function) { dropUnitDims(rewriter, function); });
  }
};

/// Says of sums and products of floating point that they may be computed in another order, and of divisions that they may
/// be products with the reciprocal: the plan cuts sums, the code has several at once, and a row is divided once.
struct Reassociate : PassWrapper<Reassociate, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Reassociate)
  StringRef getArgument() const override { return "alcove-reassociate"; }
  StringRef getDescription() const override {
    return "Mark floating point arithmetic with fastmath<reassoc>, divisions with fastmath<arcp>, too";
  }
  void runOnOperation() override {
    getOperation().walk([](arith::ArithFastMathInterface op) {
      arith::FastMathFlags flags = arith::FastMathFlags::reassoc;
      if (isa<arith::DivFOp>(op))
        flags = flags | arith::FastMathFlags::arcp;
      if (auto present = op.getFastMathFlagsAttr())
        flags = flags | present.getValue();
      op->setAttr(op.getFastMathAttrName(), arith::FastMathFlagsAttr::get(op->getContext(), flags));
    });
  }
};

void buildSuperTilingPipeline(OpPassManager &manager, const PipelineOptions &options, FrontDoor frontDoor) {
  // What frameworks print becomes linalg, whose ops alone are tiled; other modules pass by.
  if (frontDoor)
    manager.addPass(frontDoor());
  // Operations of TOSA, and of arith and math on whole tensors, have no tile; linalg has.
  manager.addPass(std::make_unique<LowerToLinalg>());
  if (options.reassociate)
    manager.addPass(std::make_unique<Reassociate>());
  // Groups are found on the operations as they came, before anything is split or folded.
  manager.addPass(createMarkPatternsForSuperTiling());
  // Code for a CPU computes a chain of elementwise operations in registers: the plan sees one operation.
  if (options.device == "cpu" && options.machine.empty())
    manager.addPass(createFuseElementwise());
  SuperTilingOptions tiling;
  tiling.memoryBytes = options.memoryBytes;
  tiling.opBudgets = options.opBudgets;
  tiling.device = options.device;
  tiling.mode = options.mode;
  tiling.work = options.work;
  tiling.bestEffort = options.bestEffort;
  tiling.onlineSoftmax = options.onlineSoftmax;
  tiling.joinSiblings = options.joinSiblings;
  tiling.remarks = options.remarks;
  tiling.report = options.report;
  tiling.machine = options.machine;
  tiling.doubleBuffering = options.doubleBuffering;
  tiling.parallelLoops = options.parallelLoops;
  tiling.threads = options.threads;
  manager.addPass(createSuperTiling(tiling));
  // Tiling has cleaned up its loops. CSE over the function would merge the tensor.empty of different loops into one
  // buffer, and bufferization would copy it for each of them.
  // Last: what is judged is what is handed on. With best-effort an excess has been reported already.
  if (!options.bestEffort) {
    VerifySuperTilingOptions verify;
    verify.memoryBytes = options.memoryBytes;
    verify.device = options.device;
    verify.opBudgets = options.opBudgets;
    verify.machine = options.machine;
    manager.addPass(createVerifySuperTiling(verify));
  }
}

} // namespace

void registerSuperTilingPipelines(FrontDoor frontDoor) {
  PassPipelineRegistration<PipelineOptions>("super-tiling-pipeline", "Lower to linalg, mark, tile and verify",
                                            [frontDoor](OpPassManager &manager, const PipelineOptions &options) {
                                              buildSuperTilingPipeline(manager, options, frontDoor);
                                            });
  PassRegistration<LowerToLinalg>();
  PassRegistration<Reassociate>();
  registerCpuPipeline();
  PassPipelineRegistration<>("alcove-tosa-to-linalg", "TOSA to linalg, arith and tensor", buildTosaToLinalg);
}

} // namespace alcove::supertiling
