//===- Gather.cpp - StableHLO-style gather as embedding ----------------------------------------------===//
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

namespace {
/// A gather that takes whole rows: the indexed dimensions have slices of 1 and are collapsed, the others are taken in
/// full. The indexed dimensions become the rows of a table.
///
///   table (V, H), indices (n, 1), slice_sizes (1, H)   =>   embedding(indices (1, n), table) : (1, n, H)
struct GatherToEmbedding : OpRewritePattern<ttir::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ttir::GatherOp op, PatternRewriter &rewriter) const override {
    if (op.getDim() || !op.getSliceSizes())
      return failure();
    auto list = [](std::optional<Attribute> attribute) {
      return shape::integers(attribute.value_or(Attribute())).value_or(SmallVector<int64_t>());
    };
    SmallVector<int64_t> collapsed = list(op.getCollapsedSliceDims()), map = list(op.getStartIndexMap());
    SmallVector<int64_t> offsets = list(op.getOffsetDims()), sizes = list(op.getSliceSizes());
    SmallVector<int64_t> vectorDim = list(op.getIndexVectorDim());
    if (!list(op.getOperandBatchingDims()).empty() || !list(op.getStartIndicesBatchingDims()).empty() ||
        vectorDim.size() != 1)
      return failure();
    RankedTensorType table = tensorTypeOf(op.getInput()), result = tensorTypeOf(op.getResult());
    SmallVector<int64_t> sortedMap(map), sortedCollapsed(collapsed);
    llvm::sort(sortedMap);
    llvm::sort(sortedCollapsed);
    if (map.empty() || sortedMap != sortedCollapsed || static_cast<int64_t>(sizes.size()) != table.getRank())
      return failure();
    SmallVector<int64_t> order(map), restShape;
    int64_t rows = 1, width = 1;
    for (int64_t dim = 0; dim < table.getRank(); ++dim) {
      bool indexed = llvm::is_contained(map, dim);
      if (sizes[dim] != (indexed ? 1 : table.getDimSize(dim)))
        return failure();
      (indexed ? rows : width) *= table.getDimSize(dim);
      if (!indexed) {
        order.push_back(dim);
        restShape.push_back(table.getDimSize(dim));
      }
    }
    if (llvm::any_of(map, [&](int64_t dim) { return dim < 0 || dim >= table.getRank(); }))
      return failure();
    RankedTensorType indexType = tensorTypeOf(op.getIndex());
    SmallVector<int64_t> batch(indexType.getShape());
    int64_t components = map.size();
    if (vectorDim[0] < indexType.getRank()) {
      if (batch[vectorDim[0]] != components)
        return failure();
      batch.erase(batch.begin() + vectorDim[0]);
    } else if (components != 1) {
      return failure();
    }
    if (batch.size() + restShape.size() != static_cast<size_t>(result.getRank()) || offsets.size() != restShape.size())
      return failure();

    Location loc = op.getLoc();
    Value rowIndex = linearIndex(rewriter, op, map, vectorDim[0], batch);
    int64_t count = 1;
    for (int64_t extent : batch)
      count *= extent;
    auto ui32 = IntegerType::get(rewriter.getContext(), 32, IntegerType::Unsigned);
    rowIndex = reshape(rewriter, suffixed(loc, "_reshapeStartIndices"), rowIndex, {1, count});
    if (!indexType.getElementType().isUnsignedInteger(32))
      rowIndex =
          ttir::TypecastOp::create(rewriter, suffixed(loc, "_typecastStartIndices"),
                                   RankedTensorType::get({1, count}, ui32), rowIndex, rewriter.getBoolAttr(false));
    Value rowsOfTable = permute(rewriter, suffixed(loc, "_permuteInput"), op.getInput(), order);
    rowsOfTable = reshape(rewriter, suffixed(loc, "_reshapeInput"), rowsOfTable, {rows, width});
    Value taken = ttir::EmbeddingOp::create(rewriter, loc, withShape(result, {1, count, width}), rowIndex, rowsOfTable);
    SmallVector<int64_t> unpacked(batch);
    llvm::append_range(unpacked, restShape);
    taken = reshape(rewriter, suffixed(loc, "_reshapeOutput"), taken, unpacked);
    // Result dimension offsets[i] is the i-th remaining dimension of the table; the others are those of the indices.
    SmallVector<int64_t> back(result.getRank(), -1);
    for (auto [index, dim] : llvm::enumerate(offsets)) {
      if (dim < 0 || dim >= result.getRank())
        return failure();
      back[dim] = batch.size() + index;
    }
    int64_t next = 0;
    for (int64_t &dim : back)
      if (dim < 0)
        dim = next++;
    rewriter.replaceOp(op, permute(rewriter, suffixed(loc, "_permuteOutput"), taken, back));
    return success();
  }

private:
  /// Row of the table: the components of an index vector weighted by the strides of their dimensions.
  static Value linearIndex(PatternRewriter &rewriter, ttir::GatherOp op, ArrayRef<int64_t> map, int64_t vectorDim,
                           ArrayRef<int64_t> batch) {
    Location loc = op.getLoc();
    if (map.size() == 1)
      return reshape(rewriter, suffixed(loc, "_squeezeStartIndices"), op.getIndex(), batch);
    RankedTensorType type = tensorTypeOf(op.getIndex()), table = tensorTypeOf(op.getInput());
    Value sum;
    int64_t stride = 1;
    for (int64_t component = map.size() - 1; component >= 0; --component) {
      SmallVector<int32_t> begins(type.getRank(), 0), ends(type.getShape().begin(), type.getShape().end());
      SmallVector<int32_t> steps(type.getRank(), 1);
      begins[vectorDim] = component;
      ends[vectorDim] = component + 1;
      SmallVector<int64_t> sliced(type.getShape());
      sliced[vectorDim] = 1;
      Value part = ttir::SliceStaticOp::create(rewriter, suffixed(loc, "_component"), withShape(type, sliced),
                                               op.getIndex(), rewriter.getI32ArrayAttr(begins),
                                               rewriter.getI32ArrayAttr(ends), rewriter.getI32ArrayAttr(steps));
      part = reshape(rewriter, suffixed(loc, "_squeezeStartIndices"), part, batch);
      if (stride != 1) {
        Value factor = full(rewriter, suffixed(loc, "_stride"), withShape(type, SmallVector<int64_t>(batch.size(), 1)),
                            static_cast<double>(stride));
        part = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_scaled"), part.getType(), part, factor);
      }
      sum = sum ? ttir::AddOp::create(rewriter, suffixed(loc, "_row"), part.getType(), sum, part).getResult() : part;
      stride *= table.getDimSize(map[component]);
    }
    return sum;
  }
};
} // namespace

void conversion::populateGatherDecompositions(RewritePatternSet &patterns) {
  patterns.add<GatherToEmbedding>(patterns.getContext());
}
