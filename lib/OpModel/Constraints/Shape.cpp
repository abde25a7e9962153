//===- Shape.cpp - Reshape, permute, transpose ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal data_movement/{reshape_view,permute,transpose}; tt-mlir DataMovementRules.cpp for what is a view.
// Rules D1-D6 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

/// OM-D1: a reshape moves nothing when rows keep their length and tiles keep their rows.
static bool isReshapeView(const TensorSpec &input, const Shape &shape) {
  if (dimFromEnd(input.shape, 0) != dimFromEnd(shape, 0))
    return false;
  int64_t before = dimFromEnd(input.shape, 1), after = dimFromEnd(shape, 1);
  return !input.layout.isTiled() || before == after || (before % 32 == 0 && after % 32 == 0);
}

/// OM-D2: contiguous runs of one output tile: a run ends at a face (16 columns) of either tensor and at a row's end.
/// The first tiles of the output are looked at, which covers every phase of aligned shapes.
static int64_t mappingRuns(const Shape &in, const Shape &out) {
  int64_t inWidth = std::max<int64_t>(dimFromEnd(in, 0), 1), outWidth = std::max<int64_t>(dimFromEnd(out, 0), 1);
  int64_t outHeight = std::max<int64_t>(dimFromEnd(out, 1), 1), most = 1;
  int64_t tileColumns = std::min<int64_t>(ceilDiv(outWidth, 32), 2);
  for (int64_t column = 0; column < tileColumns; ++column) {
    int64_t runs = 0, width = std::min<int64_t>(outWidth - column * 32, 32);
    for (int64_t row = 0; row < std::min<int64_t>(outHeight, 32); ++row) {
      int64_t start = row * outWidth + column * 32;
      for (int64_t i = 0; i < width;) {
        int64_t inColumn = (start + i) % inWidth;
        int64_t step = std::min({16 - i % 16, 16 - inColumn % 16, inWidth - inColumn, width - i});
        i += step;
        ++runs;
      }
    }
    most = std::max(most, runs);
  }
  return most;
}

/// The view's layout: the operand's, its shard carried over.
static TensorLayout viewLayout(const TensorSpec &input, const Shape &shape) {
  TensorLayout layout = input.layout;
  if (layout.isSharded())
    layout.shardShape = device::shardShape2D(input);
  return layout;
}

/// True when the request does not ask for another place than the view has.
static bool acceptsView(const Evaluation &e, const TensorSpec &input, const Shape &shape, const TensorLayout &view) {
  const TensorLayout *hint = e.hint();
  if (!hint)
    return true;
  if (hint->dataType != view.dataType || hint->pageLayout != view.pageLayout || hint->bufferType != view.bufferType ||
      hint->memoryLayout != view.memoryLayout)
    return false;
  return isPartial(e) || !view.isSharded() || sameMemory({shape, *hint}, {shape, view});
}

static bool refuseWidthSharded(Evaluation &e) {
  if (e.in(0).layout.memoryLayout == MemoryLayout::WidthSharded)
    return e.refuse("data-movement.width-sharded", "{} does not take width shards", e.query.op);
  return true;
}

bool opmodel::evaluateReshape(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  Shape shape = e.hasOutput() ? e.out().shape : e.integers("shape", input.shape);
  for (int64_t dim : shape)
    if (dim <= 0)
      return e.refuse("reshape.shape", "the new shape has size {}", dim);
  if (shape.size() > 8 || volumeOf(shape) != volumeOf(input.shape))
    return e.refuse("reshape.volume", "{} elements cannot become {}", volumeOf(input.shape), volumeOf(shape));
  if (!refuseWidthSharded(e))
    return false;
  if (isReshapeView(input, shape)) {
    TensorLayout view = viewLayout(input, shape);
    if (acceptsView(e, input, shape, view)) {
      e.alias(0, shape, e.hint() && !isPartial(e) ? *e.hint() : view, 0);
      return true;
    }
  }
  if (!requireInterleavedOutput(e))
    return false;
  TensorLayout layout =
      requested(e, interleavedLike(input.layout, input.layout.dataType, e.chip), input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  e.produce(0, shape, layout);
  if (input.layout.isTiled()) {
    // OM-D3: a page of the mapping (four 32-bit words per run), a tile in, a tile out.
    constexpr Bytes runBytes = 16;
    e.cb("mapping", 1, mappingRuns(input.shape, shape) * runBytes);
    e.cb("in", 1, tileOf(input));
    e.cb("out", 1, tileOf(input));
  } else {
    e.cb("in", 2, pageBytes(input, e.chip));
    e.cb("out", 2, pageBytes({shape, layout}, e.chip));
  }
  e.endProgram();
  return true;
}

static bool checkResultShape(Evaluation &e, const Shape &shape) {
  if (e.hasOutput() && e.out().shape != shape)
    return e.refuse("data-movement.result-shape", "the result is {}, not {}", device::toString(TensorSpec{shape, {}}),
                    device::toString(TensorSpec{e.out().shape, {}}));
  return true;
}

/// A transpose of the last two dimensions, sharded: whole matrices per core.
static bool transposeSharded(Evaluation &e, const Shape &shape) {
  const TensorSpec &input = e.in(0);
  auto [height, width] = device::shardShape2D(input);
  int64_t rows = roundUp(dimFromEnd(input.shape, 1), 32), cols = roundUp(dimFromEnd(input.shape, 0), 32);
  if (!input.layout.isTiled() || input.layout.isDram() || width != cols || height % rows != 0)
    return e.refuse("transpose.shard", "shard {}x{} does not hold whole {}x{} matrices", height, width, rows, cols);
  if (e.hint() && !e.hint()->isSharded())
    return e.refuse("transpose.memory-layout-mismatch", "a sharded transpose writes shards");
  TensorLayout layout = input.layout;
  layout.shardShape = {height / rows * cols, rows};
  if (e.hint() && !isPartial(e)) {
    if (!sameMemory({shape, *e.hint()}, {shape, layout}))
      return e.refuse("transpose.shard", "the output's shards are not the input's, transposed");
    layout = *e.hint();
  }
  e.produce(0, shape, layout);
  e.note("circular buffers lie on the shards of input and output: 0 B");
  return true;
}

/// OM-D5: dimensions a and b (from the end) are exchanged.
static bool transposeProgram(Evaluation &e, int64_t a, int64_t b, const Shape &shape) {
  const TensorSpec &input = e.in(0);
  if (a > b)
    std::swap(a, b);
  bool wh = a == 0 && b == 1;
  if (input.layout.isSharded()) {
    if (!wh)
      return e.refuse("transpose.sharded-dims", "only the last two dimensions are exchanged on shards");
    return transposeSharded(e, shape);
  }
  if (e.hint() && e.hint()->isSharded())
    return e.refuse("transpose.sharded-output", "an interleaved transpose cannot write {} output",
                    device::toString(e.hint()->memoryLayout));
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  e.produce(0, shape, layout);
  Bytes page = pageBytes(input, e.chip);
  if (input.layout.isTiled()) {
    if (wh) {
      e.cb("in", 2, page);
      e.cb("out", 2, page);
    } else if (a == 1 && b == 2) {
      e.cb("in", 2, page);
      if (dimFromEnd(shape, 1) % 32 != 0)
        e.cb("padding", 1, 32 * device::scalarBytes(input.layout.dataType));
    } else if (a >= 2) {
      e.cb("in", 2, page);
    } else {
      e.cb("in, exchange, out", 6, page);
    }
  } else if (wh) {
    int64_t wt = widthTiles(input.shape), ht = heightTiles(input.shape);
    e.cb("in rows", 2 * wt, tileOf(input));
    e.cb("out rows", 2 * ht, tileOf(input));
    e.cb("tilized", wt * ht, tileOf(input));
  } else {
    e.cb("in", 2, page);
  }
  e.endProgram();
  return true;
}

bool opmodel::evaluateTranspose(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  size_t rank = input.shape.size();
  std::optional<int64_t> a = normalisedDim(e.integer("dim0", -2), rank), b = normalisedDim(e.integer("dim1", -1), rank);
  if (!a || !b)
    return e.refuse("transpose.dim-out-of-range", "dimensions {} and {} of a tensor of rank {}", e.integer("dim0", -2),
                    e.integer("dim1", -1), rank);
  Shape shape = input.shape;
  std::swap(shape[*a], shape[*b]);
  if (!checkResultShape(e, shape))
    return false;
  int64_t last = static_cast<int64_t>(rank) - 1;
  if (*a == *b) {
    e.alias(0, shape, viewLayout(input, shape), 0);
    return true;
  }
  return transposeProgram(e, last - *a, last - *b, shape);
}

/// OM-D4: only dimensions of size 1 move: the order of the others stays, and so do the tiles.
static bool isPermuteView(const TensorSpec &input, const std::vector<int64_t> &order, const Shape &shape) {
  int64_t previous = -1;
  for (int64_t dim : order) {
    if (input.shape[dim] == 1)
      continue;
    if (dim < previous)
      return false;
    previous = dim;
  }
  return isReshapeView(input, shape);
}

bool opmodel::evaluatePermute(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  size_t rank = input.shape.size();
  std::vector<int64_t> order = e.integers("permutation");
  std::vector<bool> seen(rank, false);
  if (order.size() != rank)
    return e.refuse("permute.permutation", "{} entries for rank {}", order.size(), rank);
  Shape shape(rank);
  for (size_t i = 0; i < rank; ++i) {
    std::optional<int64_t> dim = normalisedDim(order[i], rank);
    if (!dim || seen[*dim])
      return e.refuse("permute.permutation", "entry {} = {} is out of range or double", i, order[i]);
    seen[*dim] = true;
    order[i] = *dim;
    shape[i] = input.shape[*dim];
  }
  if (!checkResultShape(e, shape) || !refuseWidthSharded(e))
    return false;
  if (isPermuteView(input, order, shape)) {
    TensorLayout view = viewLayout(input, shape);
    if (acceptsView(e, input, shape, view)) {
      e.alias(0, shape, e.hint() && !isPartial(e) ? *e.hint() : view, 0);
      return true;
    }
  }
  std::vector<size_t> moved;
  for (size_t i = 0; i < rank; ++i)
    if (order[i] != static_cast<int64_t>(i))
      moved.push_back(i);
  if (moved.size() == 2 && !input.layout.isSharded())
    return transposeProgram(e, rank - 1 - moved[0], rank - 1 - moved[1], shape);
  if (!requireInterleavedOutput(e))
    return false;
  TensorLayout layout =
      requested(e, interleavedLike(input.layout, input.layout.dataType, e.chip), input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  e.produce(0, shape, layout);
  // OM-D6: tiles that move whole need an input buffer; others go through an exchange buffer.
  int64_t last = static_cast<int64_t>(rank) - 1;
  bool whole = rank >= 2 && order[last] == last && order[last - 1] == last - 1;
  e.cb(whole ? "in" : "in, exchange, out", whole || !input.layout.isTiled() ? 2 : 6, pageBytes(input, e.chip));
  if (!input.layout.isTiled() && !whole)
    e.cb("out", 2, pageBytes({shape, layout}, e.chip));
  e.endProgram();
  return true;
}
