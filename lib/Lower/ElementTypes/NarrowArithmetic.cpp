//===- NarrowArithmetic.cpp - Arithmetic that is widened and narrowed again
//----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numeric rule: an elementwise op computes in f32 and rounds once, to its result's type (NUM-N7). So
//
//     narrow(op(wide(x), wide(y)))  and  op(x, y)
//
// are equal in every bit for one op on f32 between bf16 or f16 values: the same f32 operands, the same f32 result, the
// same rounding. For two ops in a row they are not: the value between them is rounded, which it was not before.
//
//===----------------------------------------------------------------------===//
#include "../Decomposition/Patterns.h"
#include "../Functions.h"
#include "../TTIRBuilder.h"

#include "llvm/ADT/SetVector.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_NARROWARITHMETIC
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// Elementwise ops on f32 whose values come from `narrow` values alone and go to `narrow` values alone.
struct NarrowRegion {
  Type narrow;
  llvm::SetVector<Operation *> ops; ///< users before the ops that they use
};

struct NarrowArithmeticPattern : OpRewritePattern<ttir::TypecastOp> {
  NarrowArithmeticPattern(MLIRContext *context, bool relaxed, PatternCounts &counts)
      : OpRewritePattern(context), relaxed(relaxed), counts(counts) {}

  LogicalResult matchAndRewrite(ttir::TypecastOp op, PatternRewriter &rewriter) const override {
    std::optional<NarrowRegion> region = regionBefore(op);
    if (!region)
      return failure();
    IRMapping mapping;
    for (Operation *wide : llvm::reverse(region->ops)) {
      rewriter.setInsertionPoint(wide);
      for (Value operand : wide->getOperands())
        if (!mapping.contains(operand))
          mapping.map(operand, narrowed(operand, region->narrow, rewriter));
      Operation *clone = rewriter.clone(*wide, mapping);
      RankedTensorType type = tensorTypeOf(wide->getResult(0));
      clone->getResult(0).setType(RankedTensorType::get(type.getShape(), region->narrow, type.getEncoding()));
      mapping.map(wide->getResult(0), clone->getResult(0));
    }
    // The region's results are read by narrowing typecasts alone.
    for (Operation *wide : region->ops)
      for (Operation *user : llvm::make_early_inc_range(wide->getUsers()))
        if (isa<ttir::TypecastOp>(user) && !region->ops.contains(user))
          rewriter.replaceOp(user, mapping.lookup(wide->getResult(0)));
    for (Operation *wide : region->ops)
      rewriter.eraseOp(wide);
    counts.add(LoweringPattern::NarrowArithmetic, static_cast<int64_t>(region->ops.size()));
    return success();
  }

private:
  static bool isNarrow(Type type) { return type.isBF16() || type.isF16(); }
  static Type elementOf(Value value) { return tensorTypeOf(value).getElementType(); }

  static bool isArithmetic(Operation *op) {
    return op && op->isRegistered() && op->getName().getDialectNamespace() == "ttir" &&
           op->hasTrait<ElementwiseShape>() && !isa<ttir::TypecastOp, ttir::DropoutOp>(op) &&
           op->getNumResults() == 1 && elementOf(op->getResult(0)).isF32();
  }

  static bool isWidened(Value value, Type narrow) {
    auto cast = value.getDefiningOp<ttir::TypecastOp>();
    return cast && elementOf(cast.getInput()) == narrow;
  }

  /// One f32 number that `narrow` holds too.
  static bool isExact(Value value, Type narrow) {
    auto op = value.getDefiningOp<ttir::FullOp>();
    auto fill = op ? dyn_cast<FloatAttr>(op.getFillValue()) : FloatAttr();
    if (!fill)
      return false;
    llvm::APFloat number = fill.getValue();
    bool loses = false;
    number.convert(cast<FloatType>(narrow).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &loses);
    return !loses;
  }

  std::optional<NarrowRegion> regionBefore(ttir::TypecastOp last) const {
    NarrowRegion region{elementOf(last.getResult()), {}};
    Operation *root = last.getInput().getDefiningOp();
    if (!isNarrow(region.narrow) || !isArithmetic(root))
      return std::nullopt;
    llvm::SetVector<Operation *> todo;
    todo.insert(root);
    bool anyWidened = false;
    for (size_t next = 0; next < todo.size(); ++next) {
      if (next > 0 && !relaxed)
        return std::nullopt;
      for (Value operand : todo[next]->getOperands()) {
        anyWidened |= isWidened(operand, region.narrow);
        if (isWidened(operand, region.narrow) || isExact(operand, region.narrow))
          continue;
        if (!elementOf(operand).isF32() || !isArithmetic(operand.getDefiningOp()))
          return std::nullopt;
        todo.insert(operand.getDefiningOp());
      }
      for (Operation *user : todo[next]->getUsers()) {
        bool narrows = isa<ttir::TypecastOp>(user) && elementOf(user->getResult(0)) == region.narrow;
        if (!narrows && !isArithmetic(user))
          return std::nullopt;
        if (!narrows)
          todo.insert(user);
      }
    }
    if (!anyWidened || !llvm::all_of(todo, [&](Operation *op) { return op->getBlock() == root->getBlock(); }))
      return std::nullopt;
    SmallVector<Operation *> sorted = todo.takeVector();
    llvm::sort(sorted, [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
    region.ops.insert(sorted.begin(), sorted.end());
    return region;
  }

  static Value narrowed(Value value, Type narrow, PatternRewriter &rewriter) {
    if (auto cast = value.getDefiningOp<ttir::TypecastOp>())
      return cast.getInput();
    auto op = value.getDefiningOp<ttir::FullOp>();
    RankedTensorType type = tensorTypeOf(value);
    return full(rewriter, op.getLoc(), RankedTensorType::get(type.getShape(), narrow, type.getEncoding()),
                cast<FloatAttr>(op.getFillValue()).getValueAsDouble());
  }

  bool relaxed;
  PatternCounts &counts;
};

struct NarrowArithmeticPass : conversion::impl::NarrowArithmeticBase<NarrowArithmeticPass> {
  using NarrowArithmeticBase::NarrowArithmeticBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    if (!switches->has(LoweringPattern::NarrowArithmetic))
      return;
    PatternCounts counts;
    RewritePatternSet patterns(&getContext());
    patterns.add<NarrowArithmeticPattern>(&getContext(), relaxed, counts);
    populateSimplification(patterns);
    FailureOr<bool> changed = applyToFunctions(getOperation(), std::move(patterns));
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
    counts.attachTo(deviceModuleOf(getOperation()));
  }
};
} // namespace
