//===- EarlySlices.cpp - Rows that nobody reads are not computed -------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %1 = matmul(%x, %w)              : 576x128256           %1 = slice(reshape(%x)) : 32x1x2048
//   %2 = reshape(%1)                 : 32x18x128256    =>   %2 = matmul(%1, %w)     : 32x1x128256
//   %3 = slice(%2), the last of 18   : 32x1x128256
//
// Logits of the last token, or the class token of an encoder: every op whose rows are computed alike (RowOps.h) works
// on the rows that are read, step by step up to where rows meet.
//
//===----------------------------------------------------------------------===//
#include "../ComputeShapes/RowOps.h"
#include "../Functions.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// Rows of the result of `op`, seen in another shape or as they are.
struct RowsOf {
  Operation *op;
  SmallVector<int64_t> lead; ///< extents in front of the last one, as they are sliced
};

class SliceBeforeRowOp : public OpRewritePattern<ttir::SliceStaticOp> {
public:
  SliceBeforeRowOp(MLIRContext *context, PatternCounts &counts) : OpRewritePattern(context), counts(counts) {}

  LogicalResult matchAndRewrite(ttir::SliceStaticOp slice, PatternRewriter &rewriter) const override {
    std::optional<RowsOf> rows = keepsFewRows(slice) ? rowsBehind(slice) : std::nullopt;
    if (!rows || !llvm::all_of(rows->op->getOpOperands(), [&](OpOperand &use) { return staysOrIsSliced(use, slice); }))
      return failure();
    SmallVector<Value> operands;
    for (OpOperand &use : rows->op->getOpOperands())
      operands.push_back(rank::sharesRows(rows->op, use.getOperandNumber()) ? sliced(rewriter, slice, use.get(), *rows)
                                                                            : use.get());
    Operation *ofRows = rank::rebuild(rewriter, rows->op, operands, shape::of(slice.getResult()));
    for (Operation *same : llvm::to_vector(slice.getInput().getUsers()))
      rewriter.replaceOp(same, ofRows->getResults());
    counts.add(LoweringPattern::EarlySlices);
    return success();
  }

private:
  /// A slice is an op of its own, and an op of two operands with rows needs two: a quarter is worth them.
  static constexpr int64_t worthIt = 4;

  static bool keepsFewRows(ttir::SliceStaticOp slice) {
    shape::Shape in = shape::of(slice.getInput()), out = shape::of(slice.getResult());
    return in.size() > 1 && in.size() == out.size() && in.back() == out.back() && out.back() > 0 &&
           worthIt * rank::volumeOf(rank::leadOf(out)) <= rank::volumeOf(rank::leadOf(in));
  }

  /// The op whose rows `slice` takes, when nothing else reads them.
  static std::optional<RowsOf> rowsBehind(ttir::SliceStaticOp slice) {
    Value seen = slice.getInput(), made = seen;
    if (auto view = made.getDefiningOp<ttir::ReshapeOp>())
      if (made = view.getInput();
          !made.hasOneUse() || shape::of(made).empty() || shape::of(made).back() != shape::of(seen).back())
        return std::nullopt;
    bool isOnly = llvm::all_of(seen.getUsers(), [&](Operation *user) {
      return user->getName() == slice->getName() && user->getAttrDictionary() == slice->getAttrDictionary() &&
             user->getBlock() == slice->getBlock() && !user->isBeforeInBlock(slice);
    });
    Operation *op = made.getDefiningOp();
    if (!isOnly || !op || !rank::isRowOp(op) || isa<ttir::SliceStaticOp, ttir::ConcatOp>(op))
      return std::nullopt;
    return RowsOf{op, SmallVector<int64_t>(rank::leadOf(shape::of(seen)))};
  }

  /// What has no rows stands for all of them; what is written in place is read at its time.
  static bool staysOrIsSliced(OpOperand &use, ttir::SliceStaticOp slice) {
    Operation *op = use.getOwner();
    shape::Shape operand = shape::of(use.get());
    if (isWrittenInPlace(use.get()))
      return false;
    if (rank::sharesRows(op, use.getOperandNumber()) || !rank::isElementwise(op))
      return true;
    return rank::volumeOf(rank::leadOf(operand)) == 1 && operand.size() <= shape::of(slice.getResult()).size();
  }

  static Value sliced(PatternRewriter &rewriter, ttir::SliceStaticOp slice, Value operand, const RowsOf &rows) {
    SmallVector<int64_t> seen(rows.lead), kept(rank::leadOf(shape::of(slice.getResult())));
    int64_t last = rank::lastOf(shape::of(operand));
    seen.push_back(last);
    kept.push_back(last);
    Value view = reshape(rewriter, suffixed(slice.getLoc(), "_rows"), operand, seen);
    Operation *clone = rewriter.clone(*slice);
    auto early = cast<ttir::SliceStaticOp>(clone);
    rewriter.modifyOpInPlace(early, [&] {
      early.getInputMutable().assign(view);
      early.getResult().setType(withShape(tensorTypeOf(operand), kept));
      SmallVector<int64_t> ends = *shape::integers(slice.getEnds());
      SmallVector<int32_t> moved(ends.begin(), ends.end());
      moved.back() = static_cast<int32_t>(last);
      early.setEndsAttr(rewriter.getI32ArrayAttr(moved));
    });
    return early.getResult();
  }

  PatternCounts &counts;
};

} // namespace

void conversion::populateEarlySlices(RewritePatternSet &patterns, PatternCounts &counts) {
  patterns.add<SliceBeforeRowOp>(patterns.getContext(), counts);
}
