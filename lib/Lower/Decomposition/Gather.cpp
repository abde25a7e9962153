//===- Gather.cpp - Gather and scatter with StableHLO's dimension numbers -----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"
#include "RowWindows.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

static SmallVector<int64_t> list(std::optional<Attribute> attribute) {
  return shape::integers(attribute.value_or(Attribute())).value_or(SmallVector<int64_t>());
}

static Value asRowIndex(PatternRewriter &rewriter, Location loc, Value index, int64_t count) {
  auto ui32 = IntegerType::get(rewriter.getContext(), 32, IntegerType::Unsigned);
  index = reshape(rewriter, suffixed(loc, "_reshapeStartIndices"), index, {1, count});
  if (tensorTypeOf(index).getElementType() == ui32)
    return index;
  return ttir::TypecastOp::create(rewriter, suffixed(loc, "_typecastStartIndices"),
                                  RankedTensorType::get({1, count}, ui32), index, rewriter.getBoolAttr(false));
}

/// The first `extents[d]` elements of every dimension.
static Value firstOf(PatternRewriter &rewriter, Location loc, Value input, ArrayRef<int64_t> extents) {
  RankedTensorType type = tensorTypeOf(input);
  if (type.getShape() == extents)
    return input;
  SmallVector<int32_t> begins(extents.size(), 0), ends(extents.begin(), extents.end()), steps(extents.size(), 1);
  return ttir::SliceStaticOp::create(rewriter, suffixed(loc, "_sliceInput"), withShape(type, extents), input,
                                     rewriter.getI32ArrayAttr(begins), rewriter.getI32ArrayAttr(ends),
                                     rewriter.getI32ArrayAttr(steps));
}

Value conversion::takenRows(PatternRewriter &rewriter, Location loc, Value index, Value table) {
  RankedTensorType type = tensorTypeOf(table);
  int64_t count = tensorTypeOf(index).getNumElements(), width = type.getDimSize(1);
  SmallVector<int64_t> taken{1, count, width};
  if (!isa<IntegerType>(type.getElementType()))
    return ttir::EmbeddingOp::create(rewriter, loc, withShape(type, taken), index, table);
  // A table of one column lies along a row: the library works along the last dimension.
  bool line = width == 1;
  SmallVector<int64_t> shaped = line ? SmallVector<int64_t>{1, count} : SmallVector<int64_t>{count, width};
  if (line)
    table = reshape(rewriter, suffixed(loc, "_line"), table, {1, type.getDimSize(0)});
  else
    index = reshape(rewriter, suffixed(loc, "_reshapeIndices"), index, {count, 1});
  index = broadcast(rewriter, suffixed(loc, "_broadcastIndices"), index, shaped);
  auto gather = ttir::GatherOp::create(rewriter, loc, TypeRange{withShape(type, shaped)}, ValueRange{table, index});
  gather.setDimAttr(rewriter.getI32IntegerAttr(line ? 1 : 0));
  return reshape(rewriter, suffixed(loc, "_rows"), gather.getResult(), taken);
}

namespace {
/// A gather of windows is an embedding: the dimensions along which windows start somewhere are the rows of a table.
///
///   table (V, H), indices (n, 1), slice_sizes (1, H)   =>   embedding(indices (1, n), table) : (1, n, H)
///   table (V, H), indices (n, 1), slice_sizes (2, H)   =>   embedding(clamp(indices) + (0, 1), table) : (1, 2 n, H)
struct GatherToEmbedding : OpRewritePattern<ttir::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ttir::GatherOp op, PatternRewriter &rewriter) const override {
    if (op.getDim() || !op.getSliceSizes())
      return failure();
    RankedTensorType result = tensorTypeOf(op.getResult());
    WindowNumbers numbers;
    numbers.extents = list(op.getSliceSizes());
    numbers.map = list(op.getStartIndexMap());
    numbers.dropped = list(op.getCollapsedSliceDims());
    numbers.batching = list(op.getOperandBatchingDims());
    numbers.indexBatching = list(op.getStartIndicesBatchingDims());
    numbers.windowDims = list(op.getOffsetDims());
    SmallVector<int64_t> vectorDim = list(op.getIndexVectorDim());
    if (vectorDim.size() != 1)
      return failure();
    numbers.vectorDim = vectorDim[0];
    // What no index moves starts at 0: a slice, once for all windows.
    SmallVector<int64_t> kept(tensorTypeOf(op.getInput()).getShape());
    if (kept.size() != numbers.extents.size())
      return failure();
    for (auto [dim, extent] : llvm::enumerate(numbers.extents))
      if (!llvm::is_contained(numbers.map, dim) && !llvm::is_contained(numbers.batching, dim)) {
        if (extent < 1 || extent > kept[dim])
          return failure();
        kept[dim] = extent;
      }
    std::optional<RowWindows> windows = RowWindows::make(kept, tensorTypeOf(op.getIndex()), numbers, result.getShape());
    if (!windows)
      return failure();

    Location loc = op.getLoc();
    Value input = firstOf(rewriter, loc, op.getInput(), kept);
    Value index = windows->rowIndex(rewriter, loc, op.getIndex(), /*clamp=*/true);
    index = asRowIndex(rewriter, loc, index, windows->count());
    Value table = permute(rewriter, suffixed(loc, "_permuteInput"), input, windows->order());
    table = reshape(rewriter, suffixed(loc, "_reshapeInput"), table, {windows->rowCount(), windows->width()});
    Value taken = takenRows(rewriter, loc, index, table);
    SmallVector<int64_t> from = windows->windowOrder();
    SmallVector<int64_t> unpacked;
    for (int64_t dim : from)
      unpacked.push_back(result.getDimSize(dim));
    taken = reshape(rewriter, suffixed(loc, "_reshapeOutput"), taken, unpacked);
    rewriter.replaceOp(op, permute(rewriter, suffixed(loc, "_permuteOutput"), taken, inversePermutation(from)));
    return success();
  }
};

/// A scatter of windows writes rows of the same table; every column of a row goes to the row that the index names.
/// Windows that would leave the tensor are undefined here; StableHLO drops them.
///
///   table (V, H), indices (n, 1), updates (n, H)   =>   scatter(table, indices broadcast to (n, H), updates, dim 0)
struct ScatterToRows : OpRewritePattern<ttir::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ttir::ScatterOp op, PatternRewriter &rewriter) const override {
    if (op.getDim() || !op.getScatterDimsToOperandDims())
      return failure();
    RankedTensorType input = tensorTypeOf(op.getInput()), updates = tensorTypeOf(op.getSource());
    WindowNumbers numbers;
    numbers.map = list(op.getScatterDimsToOperandDims());
    numbers.dropped = list(op.getInsertedWindowDims());
    numbers.batching = list(op.getInputBatchingDims());
    numbers.indexBatching = list(op.getScatterIndicesBatchingDims());
    numbers.windowDims = list(op.getUpdateWindowDims());
    SmallVector<int64_t> vectorDim = list(op.getIndexVectorDim());
    if (vectorDim.size() != 1)
      return failure();
    numbers.vectorDim = vectorDim[0];
    size_t next = 0;
    for (int64_t dim = 0; dim < input.getRank(); ++dim) {
      bool inWindow = !llvm::is_contained(numbers.dropped, dim) && !llvm::is_contained(numbers.batching, dim);
      int64_t at = inWindow && next < numbers.windowDims.size() ? numbers.windowDims[next++] : -1;
      if (inWindow && (at < 0 || at >= updates.getRank()))
        return failure();
      numbers.extents.push_back(inWindow ? updates.getDimSize(at) : 1);
    }
    std::optional<RowWindows> windows =
        RowWindows::make(input.getShape(), tensorTypeOf(op.getIndex()), numbers, updates.getShape());
    if (!windows)
      return failure();

    Location loc = op.getLoc();
    // A table of one column lies along a row: the library works along the last dimension.
    bool line = windows->width() == 1;
    int64_t count = windows->count();
    auto shaped = [&](int64_t height) {
      return line ? SmallVector<int64_t>{1, height} : SmallVector<int64_t>{height, windows->width()};
    };
    SmallVector<int64_t> order = windows->order(), moved;
    for (int64_t dim : order)
      moved.push_back(input.getDimSize(dim));
    Value table = permute(rewriter, suffixed(loc, "_permuteInput"), op.getInput(), order);
    table = reshape(rewriter, suffixed(loc, "_reshapeInput"), table, shaped(windows->rowCount()));
    Value index = windows->rowIndex(rewriter, loc, op.getIndex(), /*clamp=*/false);
    index = reshape(rewriter, suffixed(loc, "_reshapeIndices"), index,
                    line ? SmallVector<int64_t>{1, count} : SmallVector<int64_t>{count, 1});
    index = broadcast(rewriter, suffixed(loc, "_broadcastIndices"), index, shaped(count));
    Value source = permute(rewriter, suffixed(loc, "_permuteUpdates"), op.getSource(), windows->windowOrder());
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
