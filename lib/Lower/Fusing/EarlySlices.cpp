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

class SliceBeforeRowOp : public OpRewritePattern<ttir::SliceStaticOp> {
public:
  SliceBeforeRowOp(MLIRContext *context, PatternCounts &counts) : OpRewritePattern(context), counts(counts) {}

  LogicalResult matchAndRewrite(ttir::SliceStaticOp slice, PatternRewriter &rewriter) const override {
    Operation *op = keepsFewRows(slice) ? rowOpBehind(slice) : nullptr;
    if (!op || !llvm::all_of(op->getOpOperands(), [&](OpOperand &use) { return staysOrIsSliced(use, slice); }))
      return failure();
    SmallVector<Value> operands;
    for (OpOperand &use : op->getOpOperands())
      operands.push_back(rank::sharesRows(op, use.getOperandNumber()) ? sliced(rewriter, slice, use.get()) : use.get());
    Operation *ofRows = rank::rebuild(rewriter, op, operands, shape::of(slice.getResult()));
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

  /// The op whose rows `slice` takes, as they are or seen in another shape; null when something else reads them too.
  /// What dropout drops goes by the place in the whole tensor.
  static Operation *rowOpBehind(ttir::SliceStaticOp slice) {
    Value seen = slice.getInput(), made = seen;
    if (auto view = made.getDefiningOp<ttir::ReshapeOp>())
      if (made = view.getInput();
          !made.hasOneUse() || shape::of(made).empty() || shape::of(made).back() != shape::of(seen).back())
        return nullptr;
    bool isOnly = llvm::all_of(seen.getUsers(), [&](Operation *user) {
      return user->getName() == slice->getName() && user->getAttrDictionary() == slice->getAttrDictionary() &&
             user->getBlock() == slice->getBlock() && !user->isBeforeInBlock(slice);
    });
    Operation *op = made.getDefiningOp();
    bool moves = isOnly && op && rank::isRowOp(op) && !isa<ttir::SliceStaticOp, ttir::ConcatOp, ttir::DropoutOp>(op);
    return moves ? op : nullptr;
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

  static Value sliced(PatternRewriter &rewriter, ttir::SliceStaticOp slice, Value operand) {
    SmallVector<int64_t> seen(rank::leadOf(shape::of(slice.getInput()))),
        kept(rank::leadOf(shape::of(slice.getResult())));
    int64_t last = rank::lastOf(shape::of(operand));
    seen.push_back(last);
    kept.push_back(last);
    Value view = reshape(rewriter, suffixed(slice.getLoc(), "_rows"), operand, seen);
    auto withLast = [&](Attribute ofRows, int64_t ofLast) {
      SmallVector<int64_t> values = *shape::integers(ofRows);
      SmallVector<int32_t> numbers(values.begin(), values.end());
      numbers.back() = static_cast<int32_t>(ofLast);
      return rewriter.getI32ArrayAttr(numbers);
    };
    return ttir::SliceStaticOp::create(rewriter, slice.getLoc(), withShape(tensorTypeOf(operand), kept), view,
                                       withLast(slice.getBegins(), 0), withLast(slice.getEnds(), last),
                                       withLast(slice.getStep(), 1));
  }

  PatternCounts &counts;
};

} // namespace

void conversion::populateEarlySlices(RewritePatternSet &patterns, PatternCounts &counts) {
  patterns.add<SliceBeforeRowOp>(patterns.getContext(), counts);
}
