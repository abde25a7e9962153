//===- RowWindows.cpp - Windows of a tensor as rows of a table ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowWindows.h"
#include "../TTIRBuilder.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Each in [0, rank), none twice.
static bool areDims(ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallDenseSet<int64_t> seen;
  return llvm::all_of(dims, [&](int64_t dim) { return dim >= 0 && dim < rank && seen.insert(dim).second; });
}

std::optional<RowWindows> RowWindows::make(ArrayRef<int64_t> tensor, RankedTensorType index,
                                           const WindowNumbers &numbers, ArrayRef<int64_t> windowed) {
  int64_t rank = tensor.size(), indexRank = index.getRank();
  if (numbers.extents.size() != tensor.size() || !areDims(numbers.map, rank) ||
      !areDims(numbers.windowDims, windowed.size()) || !llvm::is_sorted(numbers.windowDims) || numbers.vectorDim < 0 ||
      numbers.vectorDim > indexRank || !areDims(numbers.indexBatching, indexRank) ||
      numbers.indexBatching.size() != numbers.batching.size() ||
      llvm::is_contained(numbers.indexBatching, numbers.vectorDim))
    return std::nullopt;
  SmallVector<int64_t> notKept(numbers.dropped);
  llvm::append_range(notKept, numbers.batching);
  if (!areDims(notKept, rank) ||
      llvm::any_of(numbers.batching, [&](int64_t dim) { return llvm::is_contained(numbers.map, dim); }))
    return std::nullopt;

  RowWindows windows;
  windows.numbers = numbers;
  windows.tensor.assign(tensor.begin(), tensor.end());
  windows.batch.assign(index.getShape().begin(), index.getShape().end());
  int64_t components = 1;
  if (numbers.vectorDim < indexRank) {
    components = windows.batch[numbers.vectorDim];
    windows.batch.erase(windows.batch.begin() + numbers.vectorDim);
  }
  if (components != static_cast<int64_t>(numbers.map.size()))
    return std::nullopt;
  for (int64_t &dim : windows.numbers.indexBatching)
    dim -= dim > numbers.vectorDim;
  for (auto [dim, along] : llvm::zip(numbers.batching, windows.numbers.indexBatching))
    if (tensor[dim] != windows.batch[along])
      return std::nullopt;

  windows.rowShape = windows.batch;
  size_t next = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t extent = numbers.extents[dim];
    if (extent < 1 || extent > tensor[dim] || (!windows.isKept(dim) && extent != 1))
      return std::nullopt;
    if (!windows.isKept(dim))
      continue;
    if (next == numbers.windowDims.size() || windowed[numbers.windowDims[next++]] != extent)
      return std::nullopt;
    if (windows.isRow(dim))
      windows.rowShape.push_back(extent);
  }
  for (int64_t dim = 0; dim < static_cast<int64_t>(windowed.size()); ++dim)
    if (!llvm::is_contained(numbers.windowDims, dim))
      windows.batchDims.push_back(dim);
  if (next != numbers.windowDims.size() || windows.batchDims.size() != windows.batch.size())
    return std::nullopt;
  for (auto [dim, extent] : llvm::zip(windows.batchDims, windows.batch))
    if (windowed[dim] != extent)
      return std::nullopt;
  return windows;
}

bool RowWindows::isRow(int64_t dim) const {
  return numbers.extents[dim] != tensor[dim] || llvm::is_contained(numbers.batching, dim);
}

bool RowWindows::isKept(int64_t dim) const {
  return !llvm::is_contained(numbers.dropped, dim) && !llvm::is_contained(numbers.batching, dim);
}

int64_t RowWindows::count() const { return ShapedType::getNumElements(rowShape); }
int64_t RowWindows::width() const { return ShapedType::getNumElements(tensor) / rowCount(); }
int64_t RowWindows::rowCount() const {
  int64_t rows = 1;
  for (auto [dim, extent] : llvm::enumerate(tensor))
    rows *= isRow(dim) ? extent : 1;
  return rows;
}

SmallVector<int64_t> RowWindows::order() const {
  SmallVector<int64_t> rows, columns;
  for (int64_t dim = 0; dim < static_cast<int64_t>(tensor.size()); ++dim)
    (isRow(dim) ? rows : columns).push_back(dim);
  llvm::append_range(rows, columns);
  return rows;
}

SmallVector<int64_t> RowWindows::windowOrder() const {
  SmallVector<int64_t> rows(batchDims), columns;
  size_t next = 0;
  for (int64_t dim = 0; dim < static_cast<int64_t>(tensor.size()); ++dim)
    if (isKept(dim))
      (isRow(dim) ? rows : columns).push_back(numbers.windowDims[next++]);
  llvm::append_range(rows, columns);
  return rows;
}

Value RowWindows::start(PatternRewriter &rewriter, Location loc, Value index, int64_t component, int64_t last,
                        bool clamp) const {
  RankedTensorType type = tensorTypeOf(index);
  if (numbers.map.size() > 1) {
    SmallVector<int32_t> begins(type.getRank(), 0), ends(type.getShape().begin(), type.getShape().end());
    SmallVector<int32_t> steps(type.getRank(), 1);
    begins[numbers.vectorDim] = component;
    ends[numbers.vectorDim] = component + 1;
    SmallVector<int64_t> sliced(type.getShape());
    sliced[numbers.vectorDim] = 1;
    index = ttir::SliceStaticOp::create(rewriter, suffixed(loc, "_component"), withShape(type, sliced), index,
                                        rewriter.getI32ArrayAttr(begins), rewriter.getI32ArrayAttr(ends),
                                        rewriter.getI32ArrayAttr(steps));
  }
  SmallVector<int64_t> shaped(rowShape.size(), 1);
  llvm::copy(batch, shaped.begin());
  index = reshape(rewriter, suffixed(loc, "_squeezeStartIndices"), index, shaped);
  if (!clamp)
    return index;
  return ttir::ClampScalarOp::create(rewriter, suffixed(loc, "_clamped"), index.getType(), index,
                                     rewriter.getI32IntegerAttr(0),
                                     rewriter.getI32IntegerAttr(static_cast<int32_t>(last)));
}

Value RowWindows::rowIndex(PatternRewriter &rewriter, Location loc, Value index, bool clamp) const {
  Type element = tensorTypeOf(index).getElementType();
  // Numbers of rows are larger than those of the dimensions: they are counted in 32 bits.
  if (!element.isInteger() || element.getIntOrFloatBitWidth() < 32) {
    element = IntegerType::get(rewriter.getContext(), 32, IntegerType::Signed);
    index = ttir::TypecastOp::create(rewriter, suffixed(loc, "_typecastStartIndices"),
                                     RankedTensorType::get(tensorTypeOf(index).getShape(), element), index,
                                     rewriter.getBoolAttr(false));
  }
  Value sum;
  auto add = [&](Value part) {
    if (!sum) {
      sum = part;
      return;
    }
    SmallVector<int64_t> shape;
    for (auto [a, b] : llvm::zip(tensorTypeOf(sum).getShape(), tensorTypeOf(part).getShape()))
      shape.push_back(std::max(a, b));
    sum = ttir::AddOp::create(rewriter, suffixed(loc, "_row"), RankedTensorType::get(shape, element), sum, part);
  };
  // 0, stride, 2 * stride, ... along one dimension of the rows.
  auto count = [&](int64_t along, int64_t stride) {
    int64_t extent = rowShape[along];
    SmallVector<int64_t> shaped(rowShape.size(), 1);
    shaped[along] = extent;
    Value line = ttir::ArangeOp::create(rewriter, suffixed(loc, "_offsets"), RankedTensorType::get({extent}, element),
                                        0, extent * stride, stride, 0);
    add(reshape(rewriter, suffixed(loc, "_reshapeOffsets"), line, shaped));
  };
  int64_t stride = 1, keptRow = rowShape.size();
  for (int64_t dim = tensor.size() - 1; dim >= 0; --dim) {
    if (!isRow(dim))
      continue;
    if (const auto *component = llvm::find(numbers.map, dim); component != numbers.map.end()) {
      int64_t extent = numbers.extents[dim];
      Value part =
          start(rewriter, loc, index, component - numbers.map.begin(), tensor[dim] - extent, clamp && extent > 1);
      if (stride != 1)
        part = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_scaled"), part.getType(), part,
                                        full(rewriter, suffixed(loc, "_stride"),
                                             RankedTensorType::get(SmallVector<int64_t>(rowShape.size(), 1), element),
                                             static_cast<double>(stride)));
      add(part);
    }
    if (const auto *along = llvm::find(numbers.batching, dim); along != numbers.batching.end())
      count(numbers.indexBatching[along - numbers.batching.begin()], stride);
    if (isKept(dim) && rowShape[--keptRow] > 1)
      count(keptRow, stride);
    stride *= tensor[dim];
  }
  if (!sum)
    return full(rewriter, suffixed(loc, "_row"), RankedTensorType::get(rowShape, element), 0);
  return broadcast(rewriter, suffixed(loc, "_broadcastRows"), sum, rowShape);
}
