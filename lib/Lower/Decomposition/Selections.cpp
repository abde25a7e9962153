//===- Selections.cpp - Rows picked by number: reverse, select, index_select ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The rows of `input` along `dim` that `indices`, a vector of ui32, names: an embedding of them.
static Value takeRows(PatternRewriter &rewriter, Location loc, Value input, Value indices, int64_t dim) {
  RankedTensorType type = tensorTypeOf(input);
  int64_t count = tensorTypeOf(indices).getNumElements(), rows = type.getDimSize(dim), width = 1;
  SmallVector<int64_t> order{dim}, taken{count};
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (d == dim)
      continue;
    order.push_back(d);
    taken.push_back(type.getDimSize(d));
    width *= type.getDimSize(d);
  }
  Value table = permute(rewriter, suffixed(loc, "_permuteInput"), input, order);
  table = reshape(rewriter, suffixed(loc, "_reshapeInput"), table, {rows, width});
  Value line = reshape(rewriter, suffixed(loc, "_reshapeIndices"), indices, {1, count});
  Value result = takenRows(rewriter, loc, line, table);
  result = reshape(rewriter, suffixed(loc, "_reshapeOutput"), result, taken);
  return permute(rewriter, suffixed(loc, "_permuteOutput"), result, inversePermutation(order));
}

static RankedTensorType indexType(PatternRewriter &rewriter, int64_t count) {
  return RankedTensorType::get({count}, IntegerType::get(rewriter.getContext(), 32, IntegerType::Unsigned));
}

namespace {
/// Dimensions of one element stay; along each other one the rows are taken from the last to the first.
struct ReverseToRows : OpRewritePattern<ttir::ReverseOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ReverseOp op, PatternRewriter &rewriter) const override {
    Value value = op.getInput();
    for (int64_t given : op.getDimensions()) {
      RankedTensorType type = tensorTypeOf(value);
      std::optional<int64_t> dim = shape::normalizeDim(given, type.getRank());
      if (!dim)
        return failure();
      int64_t count = type.getDimSize(*dim);
      if (count == 1)
        continue;
      SmallVector<uint32_t> backwards;
      for (int64_t row = count; row-- > 0;)
        backwards.push_back(static_cast<uint32_t>(row));
      Value indices =
          ttir::ConstantOp::create(rewriter, suffixed(op.getLoc(), "_indices"), indexType(rewriter, count),
                                   DenseElementsAttr::get(indexType(rewriter, count), ArrayRef<uint32_t>(backwards)));
      value = takeRows(rewriter, op.getLoc(), value, indices, *dim);
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Equally spaced pieces are slices side by side; pieces of one element are one strided slice. Both ops say the same.
template <typename OpTy>
struct SelectToSlices : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getInput());
    std::optional<int64_t> dim = shape::normalizeDim(op.getDim(), type.getRank());
    if (!dim)
      return failure();
    auto number = [&](StringRef name) { // needed ones of one op are optional ones of the other
      auto attribute = op->template getAttrOfType<IntegerAttr>(name);
      return attribute ? attribute.getValue().getSExtValue() : 0;
    };
    int64_t extent = type.getDimSize(*dim), begin = number("begin"), length = number("length");
    int64_t stride = number("stride") == 0 ? extent : number("stride");
    auto slice = [&](int64_t from, int64_t to, int64_t step) -> Value {
      SmallVector<int32_t> begins(type.getRank(), 0), ends(type.getShape().begin(), type.getShape().end());
      SmallVector<int32_t> steps(type.getRank(), 1);
      begins[*dim] = static_cast<int32_t>(from);
      ends[*dim] = static_cast<int32_t>(to);
      steps[*dim] = static_cast<int32_t>(step);
      SmallVector<int64_t> shape(type.getShape());
      shape[*dim] = (to - from + step - 1) / step;
      return ttir::SliceStaticOp::create(rewriter, op.getLoc(), withShape(type, shape), op.getInput(),
                                         rewriter.getI32ArrayAttr(begins), rewriter.getI32ArrayAttr(ends),
                                         rewriter.getI32ArrayAttr(steps));
    };
    if (length == 1) {
      rewriter.replaceOp(op, slice(begin, extent, stride));
      return success();
    }
    SmallVector<Value> pieces;
    for (int64_t at = begin; at < extent; at += stride)
      pieces.push_back(slice(at, std::min(at + length, extent), 1));
    if (pieces.size() == 1)
      rewriter.replaceOp(op, pieces[0]);
    else
      rewriter.replaceOpWithNewOp<ttir::ConcatOp>(op, op.getResult().getType(), pieces, si32Attr(rewriter, *dim));
    return success();
  }
};
} // namespace

void conversion::populateSelectionDecompositions(RewritePatternSet &patterns) {
  patterns.add<ReverseToRows, SelectToSlices<ttir::SelectOp>, SelectToSlices<ttir::IndexSelectOp>>(
      patterns.getContext());
}
