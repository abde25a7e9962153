//===- Fold.cpp - Elementwise ops broadcast by themselves ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Decomposition/Patterns.h"
#include "../Functions.h"
#include "../TTIRBuilder.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_IMPLICITBROADCASTFOLD
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The smallest value that broadcasts to `value`: what was broadcast, or one element of a constant of one value.
static Value smallest(Value value) {
  if (auto op = value.getDefiningOp<ttir::BroadcastOp>())
    return op.getInput();
  return value;
}
static bool isShrinkable(Value value) {
  if (value.getDefiningOp<ttir::BroadcastOp>())
    return true;
  return value.getDefiningOp<ttir::FullOp>() && tensorTypeOf(value).getNumElements() > 1;
}
/// Makes the one-element constant when `value` is a ttir.full.
static Value shrink(PatternRewriter &rewriter, Value value) {
  auto op = value.getDefiningOp<ttir::FullOp>();
  if (!op)
    return smallest(value);
  RankedTensorType type = tensorTypeOf(value);
  SmallVector<int64_t> ones(type.getRank(), 1);
  SmallVector<int32_t> dims(type.getRank(), 1);
  return ttir::FullOp::create(rewriter, op.getLoc(), withShape(type, ones), rewriter.getDenseI32ArrayAttr(dims),
                              op.getFillValue());
}

namespace {
struct FoldBroadcastOperands : RewritePattern {
  explicit FoldBroadcastOperands(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!op->isRegistered() || op->getName().getDialectNamespace() != "ttir" || !op->hasTrait<ElementwiseShape>() ||
        op->getNumResults() != 1 || llvm::none_of(op->getOperands(), isShrinkable))
      return failure();
    RankedTensorType type = tensorTypeOf(op->getResult(0));
    SmallVector<SmallVector<int64_t>> shapes;
    for (Value operand : op->getOperands())
      shapes.emplace_back(shape::of(operand));
    auto covered = [&] {
      SmallVector<shape::Shape> views(shapes.begin(), shapes.end());
      return shape::broadcast(views);
    };
    // Shrink each operand as long as the others still span the result.
    SmallVector<bool> folds(op->getNumOperands(), false);
    bool foldsAny = false;
    for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
      if (!isShrinkable(operand))
        continue;
      SmallVector<int64_t> before = shapes[index];
      shapes[index] = shapeOfSmallest(operand);
      std::optional<SmallVector<int64_t>> result = covered();
      if (result && shape::Shape(*result) == type.getShape()) {
        folds[index] = foldsAny = true;
        continue;
      }
      shapes[index] = before;
    }
    if (foldsAny) {
      rewriter.modifyOpInPlace(op, [&] {
        for (auto [index, fold] : llvm::enumerate(folds))
          if (fold)
            op->setOperand(index, shrink(rewriter, op->getOperand(index)));
      });
      return success();
    }
    return sink(op, type, rewriter);
  }

private:
  static SmallVector<int64_t> shapeOfSmallest(Value operand) {
    if (operand.getDefiningOp<ttir::FullOp>())
      return SmallVector<int64_t>(tensorTypeOf(operand).getRank(), 1);
    return SmallVector<int64_t>(shape::of(smallest(operand)));
  }

  /// No operand alone spans the result: compute on the small shape, broadcast the result.
  static LogicalResult sink(Operation *op, RankedTensorType type, PatternRewriter &rewriter) {
    SmallVector<SmallVector<int64_t>> shapes;
    for (Value operand : op->getOperands())
      shapes.push_back(isShrinkable(operand) ? shapeOfSmallest(operand) : SmallVector<int64_t>(shape::of(operand)));
    std::optional<SmallVector<int64_t>> small =
        shape::broadcast(SmallVector<shape::Shape>(shapes.begin(), shapes.end()));
    if (!small || shape::Shape(*small) == type.getShape())
      return failure();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isShrinkable(operand) ? shrink(rewriter, operand) : operand);
    Operation *clone = rewriter.clone(*op);
    clone->setOperands(operands);
    clone->getResult(0).setType(withShape(type, *small));
    rewriter.replaceOp(op,
                       broadcast(rewriter, suffixed(op->getLoc(), "_broadcast"), clone->getResult(0), type.getShape()));
    return success();
  }
};

struct ImplicitBroadcastFoldPass : conversion::impl::ImplicitBroadcastFoldBase<ImplicitBroadcastFoldPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FoldBroadcastOperands>(&getContext());
    populateSimplification(patterns);
    FailureOr<bool> changed = applyToFunctions(getOperation(), std::move(patterns));
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
