//===- CpuPipelines.cpp - Tensors to vector code for this computer --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Cpu/ElementaryFunctions.h"
#include "alcove/SuperTiling/Cpu/RegisterTiles.h"
#include "alcove/SuperTiling/Marks/LoopMarks.h"
#include "alcove/SuperTiling/Passes.h"

#include "BufferUses.h"
#include "Caches.h"
#include "LoadsAhead.h"
#include "RowStrips.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;

namespace alcove::supertiling {

#define GEN_PASS_DEF_REGISTERTILES
#include "alcove/SuperTiling/Passes.h.inc"

namespace {

/// Bytes of the vectors of this computer, and how many there are of `bytes`.
int64_t hostVectorBytes() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  return features.lookup("avx512f") ? 64 : features.lookup("avx") ? 32 : 16;
}
int64_t vectorRegisters(int64_t bytes) {
  bool many = bytes >= 64 || llvm::Triple(llvm::sys::getProcessTriple()).isAArch64();
  return many ? 32 : 16;
}

struct RegisterTilesPass : public impl::RegisterTilesBase<RegisterTilesPass> {
  using RegisterTilesBase::RegisterTilesBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (vectorBytes != 0 && (vectorBytes < 8 || !llvm::isPowerOf2_64(vectorBytes))) {
      module.emitError("register-tiles: vector-bytes must be a power of two from 8 on, it is ") << int64_t(vectorBytes);
      return signalPassFailure();
    }
    VectorUnit unit;
    unit.bytes = vectorBytes != 0 ? int64_t(vectorBytes) : hostVectorBytes();
    unit.registers = vectorRegisters(unit.bytes);
    unit.contract = contract;
    unit.polynomials = polynomials;
    unit.comparesForMaximum = llvm::Triple(llvm::sys::getProcessTriple()).isX86();
    IRRewriter rewriter(&getContext());
    copiesToLinalg(rewriter, module);
    collapseLoops(rewriter, module);
    llvm::DenseMap<Operation *, SmallVector<LoadAhead>> ahead = chooseLoadsAhead(module);
    SmallVector<linalg::LinalgOp> found;
    module.walk([&](linalg::LinalgOp op) { found.push_back(op); });
    for (linalg::LinalgOp op : found) {
      rewriter.setInsertionPoint(op);
      lowerToRegisterTiles(rewriter, op, unit, ahead.lookup(op));
    }
  }

  /// Elementwise operations on buffers without holes have one loop: no row has an end of its own.
  static void collapseLoops(IRRewriter &rewriter, ModuleOp module) {
    SmallVector<linalg::LinalgOp> found;
    module.walk([&](linalg::LinalgOp op) {
      bool whole = op.hasPureBufferSemantics() && op.getNumLoops() > 1 &&
                   op.getNumParallelLoops() == op.getNumLoops() && !op.hasIndexSemantics();
      for (OpOperand &operand : op->getOpOperands()) {
        auto type = dyn_cast<MemRefType>(operand.get().getType());
        whole &= !isa<ShapedType>(operand.get().getType()) ||
                 (type && isOneStretch(type) && op.getMatchingIndexingMap(&operand).isIdentity());
      }
      if (whole)
        found.push_back(op);
    });
    for (linalg::LinalgOp op : found) {
      rewriter.setInsertionPoint(op);
      ReassociationIndices all = llvm::to_vector(llvm::seq<int64_t>(0, op.getNumLoops()));
      if (succeeded(linalg::collapseOpIterationDims(op, all, rewriter)))
        rewriter.eraseOp(op);
    }
  }

  /// Copies between layouts would call a function that moves them element by element.
  static void copiesToLinalg(IRRewriter &rewriter, ModuleOp module) {
    SmallVector<memref::CopyOp> copies;
    module.walk([&](memref::CopyOp copy) {
      auto from = dyn_cast<MemRefType>(copy.getSource().getType()),
           to = dyn_cast<MemRefType>(copy.getTarget().getType());
      if (from && to && from.hasStaticShape() && from.getRank() > 0 &&
          !(from.getLayout().isIdentity() && to.getLayout().isIdentity()))
        copies.push_back(copy);
    });
    for (memref::CopyOp copy : copies) {
      rewriter.setInsertionPoint(copy);
      rewriter.replaceOp(copy, linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(), copy.getTarget()));
    }
  }
};

/// Operations that have no loops of their own: softmax, packing, concatenation.
struct Decompose : PassWrapper<Decompose, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Decompose)
  StringRef getArgument() const override { return "alcove-decompose"; }
  StringRef getDescription() const override { return "Operations without loops of their own as those that have some"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::SoftmaxOp> found;
    getOperation().walk([&](linalg::SoftmaxOp op) { found.push_back(op); });
    for (linalg::SoftmaxOp op : found) {
      rewriter.setInsertionPoint(op);
      if (FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter); succeeded(parts))
        rewriter.replaceOp(op, *parts);
    }
    RewritePatternSet patterns(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    linalg::populateDecomposeWinogradOpsPatterns(patterns);
    linalg::populateDecomposePackUnpackPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

/// Upstream's collection of such patterns also takes the destinations of operations that do not read them.
struct FuseOnlyReader : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp reader, PatternRewriter &rewriter) const override {
    for (OpOperand *operand : reader.getDpsInputOperands()) {
      Operation *producer = operand->get().getDefiningOp();
      if (!producer || !operand->get().hasOneUse() || producer->getNumResults() != 1 ||
          producer->getBlock() != reader->getBlock() || !reader.getMatchingIndexingMap(operand).isPermutation() ||
          !linalg::areElementwiseOpsFusable(operand))
        continue;
      FailureOr<linalg::ElementwiseOpFusionResult> fused = linalg::fuseElementwiseOps(rewriter, operand);
      if (failed(fused))
        continue;
      for (auto [before, after] : fused->replacements)
        rewriter.replaceAllUsesWith(before, after);
      rewriter.eraseOp(reader);
      return success();
    }
    return failure();
  }
};

/// Chains of elementwise operations, and what a reduction reads, in one operation: one pass over a tile. Only where every
/// element is computed once, for its only reader.
struct FuseElementwise : PassWrapper<FuseElementwise, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuseElementwise)
  StringRef getArgument() const override { return "alcove-fuse-elementwise"; }
  StringRef getDescription() const override { return "Elementwise operations in the operation of their only reader"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> named;
    getOperation().walk([&](linalg::LinalgOp op) {
      bool window =
          llvm::any_of(op.getIndexingMapsArray(), [](AffineMap map) { return !map.isProjectedPermutation(); });
      if (!isa<linalg::GenericOp, linalg::FillOp, linalg::TransposeOp>(op) && !window &&
          !linalg::isaContractionOpInterface(op))
        named.push_back(op);
    });
    for (linalg::LinalgOp op : named) {
      rewriter.setInsertionPoint(op);
      (void)linalg::generalizeNamedOp(rewriter, op);
    }
    RewritePatternSet patterns(&getContext());
    patterns.add<FuseOnlyReader>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

/// Tile loops whose tiles pass the first cache with every operation.
struct RowStrips : PassWrapper<RowStrips, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RowStrips)
  StringRef getArgument() const override { return "alcove-row-strips"; }
  StringRef getDescription() const override { return "Tile loops over rows take as many as fit a first cache"; }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<arith::ArithDialect>(); }
  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(tileLoopAttr))
        shortenToStrips(loop, firstCacheBytes / 2);
    });
  }
};

/// exp, tanh, erf, log and their kin of f32, which vectors have no instruction for.
struct Polynomials : PassWrapper<Polynomials, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Polynomials)
  StringRef getArgument() const override { return "alcove-polynomials"; }
  StringRef getDescription() const override { return "exp, tanh, erf, log and their kin as polynomials"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, math::MathDialect, vector::VectorDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateElementaryFunctionPatterns(patterns);
    populateMathPolynomialApproximationPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

/// Expansion also turns maxima into comparisons, which are slower: only where something needs it.
struct ExpandArithmetic : PassWrapper<ExpandArithmetic, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandArithmetic)
  StringRef getArgument() const override { return "alcove-expand-arithmetic"; }
  StringRef getDescription() const override { return "arith-expand where something needs it"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, vector::VectorDialect>();
  }
  void runOnOperation() override {
    bool expand = false;
    getOperation().walk([&](Operation *op) {
      // Upstream's conversion to LLVM leaves the flags of casts in arith's words, which no translation reads.
      if (isa<arith::TruncFOp, arith::ExtFOp>(op))
        op->removeAttr(cast<arith::ArithFastMathInterface>(op).getFastMathAttrName());
      expand |= isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
      for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
        expand |= llvm::any_of(types, [](Type type) { return getElementTypeOrSelf(type).isBF16(); });
    });
    OpPassManager manager(ModuleOp::getOperationName());
    arith::ArithExpandOpsPassOptions options;
    options.includeBf16 = true;
    manager.addPass(arith::createArithExpandOpsPass(options));
    if (expand && failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }
};

struct CpuOptions : public PassPipelineOptions<CpuOptions> {
  Option<GivenNumber> vectorBytes{*this, "vector-bytes",
                                  llvm::cl::desc("Bytes of a vector register; by default this computer's")};
  Option<bool> contract{*this, "contract", llvm::cl::desc("A product and the sum that takes it are rounded once"),
                        llvm::cl::init(true)};
  Option<int> threads{*this, "threads",
                      llvm::cl::desc("Threads that share the iterations of scf.forall, by upstream's runtime for them"),
                      llvm::cl::init(1)};
  Option<bool> polynomials{*this, "polynomials", llvm::cl::desc("exp, tanh, erf, log and their kin as polynomials"),
                           llvm::cl::init(true)};
};

/// `text` is a pipeline of upstream's passes.
void add(OpPassManager &manager, StringRef text) {
  if (failed(parsePassPipeline(text, manager)))
    llvm::report_fatal_error(llvm::Twine("cpu-pipeline: passes are not registered: ") + text);
}

void buildCpuPipeline(OpPassManager &manager, const CpuOptions &options) {
  manager.addPass(std::make_unique<Decompose>());
  manager.addPass(createFuseElementwise());
  manager.addPass(std::make_unique<RowStrips>());
  // Before CSE: one tensor.empty shared by two loops would be one buffer, and a copy.
  add(manager, "func.func(convert-elementwise-to-linalg),func.func(empty-tensor-to-alloc-tensor),canonicalize,cse");
  add(manager, "one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true "
               "function-boundary-type-conversion=identity-layout-map}");
  // A tile buffer of static size is allocated once, not once per tile.
  add(manager, "func.func(buffer-hoisting,buffer-loop-hoisting),buffer-deallocation-pipeline,"
               "convert-bufferization-to-memref,canonicalize,cse");
  if (options.threads <= 1)
    add(manager, "func.func(scf-forall-to-for)");
  RegisterTilesOptions tiles;
  tiles.vectorBytes = options.vectorBytes;
  tiles.contract = options.contract;
  tiles.polynomials = options.polynomials;
  manager.addPass(createRegisterTiles(tiles));
  // What has no register tile. Views are not folded into what they are read by: upstream's pass for it forgets that
  // stores are non-temporal.
  add(manager, "func.func(convert-linalg-to-loops),canonicalize,cse,loop-invariant-code-motion");
  if (options.polynomials)
    manager.addPass(std::make_unique<Polynomials>());
  if (options.threads > 1)
    add(manager, llvm::formatv("func.func(scf-forall-to-parallel),canonicalize,async-parallel-for{{async-dispatch=true "
                               "num-workers={0} min-task-size=1},async-to-async-runtime,"
                               "func.func(async-runtime-ref-counting,async-runtime-ref-counting-opt),"
                               "convert-async-to-llvm",
                               options.threads.getValue())
                     .str());
  manager.addPass(std::make_unique<ExpandArithmetic>());
  add(manager, "lower-affine,convert-scf-to-cf,convert-vector-to-llvm,expand-strided-metadata,lower-affine,"
               "convert-math-to-llvm,convert-math-to-libm,convert-complex-to-standard,convert-complex-to-llvm,"
               "convert-index-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,"
               "convert-cf-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts");
}

} // namespace

std::unique_ptr<Pass> createFuseElementwise() { return std::make_unique<FuseElementwise>(); }

void registerCpuPipeline() {
  PassRegistration<Decompose>();
  PassRegistration<ExpandArithmetic>();
  PassRegistration<FuseElementwise>();
  PassRegistration<Polynomials>();
  PassRegistration<RowStrips>();
  PassPipelineRegistration<CpuOptions>("cpu-pipeline", "Tensors to vector code in the LLVM dialect", buildCpuPipeline);
}

} // namespace alcove::supertiling
