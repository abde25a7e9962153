//===- Gather.cpp - StableHLO-style gather and scatter by rows ----------------------------------------------===//
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

static SmallVector<int64_t> list(std::optional<Attribute> attribute) {
  return shape::integers(attribute.value_or(Attribute())).value_or(SmallVector<int64_t>());
}

/// Row of the table: the components of an index vector weighted by the strides of their dimensions.
static Value linearIndex(PatternRewriter &rewriter, Location loc, Value index, RankedTensorType table,
                         ArrayRef<int64_t> map, int64_t vectorDim, ArrayRef<int64_t> batch) {
  if (map.size() == 1)
    return reshape(rewriter, suffixed(loc, "_squeezeStartIndices"), index, batch);
  RankedTensorType type = tensorTypeOf(index);
  Value sum;
  int64_t stride = 1;
  for (int64_t component = map.size() - 1; component >= 0; --component) {
    SmallVector<int32_t> begins(type.getRank(), 0), ends(type.getShape().begin(), type.getShape().end());
    SmallVector<int32_t> steps(type.getRank(), 1);
    begins[vectorDim] = component;
    ends[vectorDim] = component + 1;
    SmallVector<int64_t> sliced(type.getShape());
    sliced[vectorDim] = 1;
    Value part = ttir::SliceStaticOp::create(rewriter, suffixed(loc, "_component"), withShape(type, sliced), index,
                                             rewriter.getI32ArrayAttr(begins), rewriter.getI32ArrayAttr(ends),
                                             rewriter.getI32ArrayAttr(steps));
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
    Value rowIndex = linearIndex(rewriter, loc, op.getIndex(), table, map, vectorDim[0], batch);
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
};

/// A scatter that writes whole rows: the indexed dimensions are inserted, the windows are full. As for gather, the
/// indexed dimensions become the rows of a table; every column of a row goes to the row that the index names.
///
///   table (V, H), indices (n, 1), updates (n, H)   =>   scatter(table, indices broadcast to (n, H), updates, dim 0)
struct ScatterToRows : OpRewritePattern<ttir::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ttir::ScatterOp op, PatternRewriter &rewriter) const override {
    if (op.getDim() || !op.getScatterDimsToOperandDims())
      return failure();
    SmallVector<int64_t> inserted = list(op.getInsertedWindowDims()), map = list(op.getScatterDimsToOperandDims());
    SmallVector<int64_t> windows = list(op.getUpdateWindowDims()), vectorDim = list(op.getIndexVectorDim());
    RankedTensorType input = tensorTypeOf(op.getInput()), updates = tensorTypeOf(op.getSource());
    RankedTensorType indexType = tensorTypeOf(op.getIndex());
    auto inRange = [](ArrayRef<int64_t> dims, int64_t rank) {
      return llvm::all_of(dims, [&](int64_t dim) { return dim >= 0 && dim < rank; });
    };
    SmallVector<int64_t> sortedMap(map), sortedInserted(inserted);
    llvm::sort(sortedMap);
    llvm::sort(sortedInserted);
    if (vectorDim.size() != 1 || vectorDim[0] < 0 || map.empty() || sortedMap != sortedInserted ||
        !list(op.getInputBatchingDims()).empty() || !inRange(map, input.getRank()) ||
        !inRange(windows, updates.getRank()))
      return failure();
    SmallVector<int64_t> order(map), moved;
    int64_t rows = 1, width = 1;
    for (int64_t dim : map) {
      rows *= input.getDimSize(dim);
      moved.push_back(input.getDimSize(dim));
    }
    size_t window = 0;
    for (int64_t dim = 0; dim < input.getRank(); ++dim) {
      if (llvm::is_contained(map, dim))
        continue;
      if (window == windows.size() || updates.getDimSize(windows[window++]) != input.getDimSize(dim))
        return failure();
      order.push_back(dim);
      moved.push_back(input.getDimSize(dim));
      width *= input.getDimSize(dim);
    }
    SmallVector<int64_t> batch(indexType.getShape()), updateOrder;
    if (vectorDim[0] < indexType.getRank()) {
      if (batch[vectorDim[0]] != static_cast<int64_t>(map.size()))
        return failure();
      batch.erase(batch.begin() + vectorDim[0]);
    } else if (map.size() != 1) {
      return failure();
    }
    int64_t count = 1;
    for (int64_t extent : batch)
      count *= extent;
    if (window != windows.size() || updates.getNumElements() != count * width)
      return failure();
    for (int64_t dim = 0; dim < updates.getRank(); ++dim)
      if (!llvm::is_contained(windows, dim))
        updateOrder.push_back(dim);
    llvm::append_range(updateOrder, windows);

    Location loc = op.getLoc();
    // A table of one column lies along a row: the library works along the last dimension.
    bool line = width == 1;
    auto shaped = [&](int64_t height) {
      return line ? SmallVector<int64_t>{1, height} : SmallVector<int64_t>{height, width};
    };
    Value table = permute(rewriter, suffixed(loc, "_permuteInput"), op.getInput(), order);
    table = reshape(rewriter, suffixed(loc, "_reshapeInput"), table, shaped(rows));
    Value index = linearIndex(rewriter, loc, op.getIndex(), input, map, vectorDim[0], batch);
    index = reshape(rewriter, suffixed(loc, "_reshapeIndices"), index,
                    line ? SmallVector<int64_t>{1, count} : SmallVector<int64_t>{count, 1});
    index = broadcast(rewriter, suffixed(loc, "_broadcastIndices"), index, shaped(count));
    Value source = permute(rewriter, suffixed(loc, "_permuteUpdates"), op.getSource(), updateOrder);
    source = reshape(rewriter, suffixed(loc, "_reshapeUpdates"), source, shaped(count));
    auto scatter = ttir::ScatterOp::create(rewriter, loc, TypeRange{table.getType()}, ValueRange{table, index, source});
    scatter.setDimAttr(si32Attr(rewriter, line ? 1 : 0));
    if (std::optional<Attribute> reduce = op.getScatterReduceType())
      scatter.setScatterReduceTypeAttr(*reduce);
    Value result = reshape(rewriter, suffixed(loc, "_reshapeOutput"), scatter.getResult(), moved);
    rewriter.replaceOp(op, permute(rewriter, suffixed(loc, "_permuteOutput"), result, inversePermutation(order)));
    return success();
  }
};
} // namespace

void conversion::populateGatherDecompositions(RewritePatternSet &patterns) {
  patterns.add<GatherToEmbedding, ScatterToRows>(patterns.getContext());
}
