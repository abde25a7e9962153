//===- Selection.cpp - Embedding, gather, scatter, sort, top k ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal embedding, embedding_backward, data_movement/{gather,scatter,sort}, reduction/topk. Rules I1-I6 of
// docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "LayoutConversion.h"

using namespace alcove;
using namespace alcove::opmodel;

bool opmodel::evaluateEmbedding(Evaluation &e) {
  const TensorSpec &indices = e.in(0), &weight = e.in(1);
  if (!requireInterleaved(e, 0) || !requireInterleaved(e, 1) || !requireInterleavedOutput(e))
    return false;
  for (size_t i = 2; i < weight.shape.size(); ++i)
    if (dimFromEnd(weight.shape, i) != 1)
      return e.refuse("embedding.weight-rank", "the table {} must be two-dimensional", device::toString(weight));
  if (weight.shape.size() < 2)
    return e.refuse("embedding.weight-rank", "the table {} must be two-dimensional", device::toString(weight));
  int64_t width = dimFromEnd(weight.shape, 0);
  Shape shape = indices.shape;
  shape.push_back(width);
  if (!boundedVolume(shape))
    return e.refuse("shape.too-large", "the gathered rows are too large");
  if (e.hasOutput()) {
    if (volumeOf(e.out().shape) != volumeOf(shape))
      return e.refuse("embedding.result-shape", "the result has {} elements, not {}", volumeOf(e.out().shape),
                      volumeOf(shape));
    shape = e.out().shape;
  }
  // OM-I1: the memory is that of the table's rows unless asked otherwise; tiles unless rows are asked for.
  DataType type = weight.layout.dataType;
  TensorLayout layout = requested(e, withPage(interleavedLike(indices.layout, type, e.chip), PageLayout::Tile), type);
  Bytes temporaries = 0;
  if (weight.layout.isTiled()) {
    TensorSpec rows{weight.shape, withPage(weight.layout, PageLayout::RowMajor)};
    temporaries += e.allocate("table as rows", rows);
    tilizeProgram(e, weight, rows);
  }
  Bytes rowBytes = roundUp(width * device::scalarBytes(type), e.chip.l1AlignmentBytes);
  if (gathersIntoTiles(indices, weight, layout)) {
    e.produce(0, shape, layout);
    e.cb("rows", ceilDiv(width, 32), tileBytes(type));
    e.cb("tiles", ceilDiv(width, 32), tileBytes(type));
    e.cb("indices", 32, device::scalarBytes(indices.layout.dataType));
    e.endProgram();
    e.release(temporaries);
    return true;
  }
  TensorSpec gathered{shape, withPage(layout, PageLayout::RowMajor)};
  if (!layout.isTiled()) {
    e.produce(0, shape, layout);
  } else {
    temporaries += e.allocate("gathered rows", gathered);
  }
  e.cb("rows", 2, rowBytes);
  e.cb("indices", 32, device::scalarBytes(indices.layout.dataType));
  e.endProgram();
  if (layout.isTiled()) {
    e.produce(0, shape, layout);
    tilizeProgram(e, gathered, {shape, layout});
  }
  e.release(temporaries);
  return true;
}

bool opmodel::evaluateEmbeddingBackward(Evaluation &e) {
  const TensorSpec &indices = e.in(0), &weight = e.in(1), &gradient = e.in(2);
  if (indices.layout.isTiled())
    return e.refuse("embedding_bw.tiled-indices", "indices must be row-major");
  if (!requireTiled(e, 2) || !requireInterleavedOutput(e))
    return false;
  for (size_t i = 0; i < 3; ++i)
    if (!requireInterleaved(e, i))
      return false;
  // OM-I3: the gradient of the table as one 4-D tensor, of the table's height and the gradient's width.
  Shape shape{1, 1, dimFromEnd(weight.shape, 1), dimFromEnd(gradient.shape, 0)};
  if (!boundedVolume(shape))
    return e.refuse("shape.too-large", "the gradient of the table is too large");
  TensorLayout layout = requested(e, gradient.layout, gradient.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  e.produce(0, shape, layout);
  e.cb("gradient, accumulated, out", 6, tileOf(gradient));
  e.cb("indices", 32, device::scalarBytes(indices.layout.dataType));
  e.cb("mask", 32, 1);
  e.cb("chunk count", 1, 16);
  e.endProgram();
  return true;
}

/// Transposes around an op that works along the last dimension; returns the bytes of the copy.
static Bytes toLastDim(Evaluation &e, const TensorSpec &input, int64_t dim, TensorSpec &moved) {
  int64_t last = static_cast<int64_t>(input.shape.size()) - 1;
  moved = input;
  if (dim == last)
    return 0;
  std::swap(moved.shape[dim], moved.shape[last]);
  Bytes bytes = e.allocate("transposed", moved);
  e.cb("in", 2, tileOf(input));
  e.cb("out", 2, tileOf(input));
  e.endProgram();
  return bytes;
}

bool opmodel::evaluateGather(Evaluation &e) {
  const TensorSpec &input = e.in(0), &index = e.in(1);
  size_t rank = input.shape.size();
  std::optional<int64_t> dim = normalisedDim(e.integer("dim", -1), rank);
  if (!dim || index.shape.size() != rank)
    return e.refuse("gather.dim-out-of-range", "dimension {} of rank {}, index of rank {}", e.integer("dim", -1), rank,
                    index.shape.size());
  for (size_t i = 0; i < 2; ++i)
    if (!requireTiled(e, i) || !requireInterleaved(e, i))
      return false;
  if (!requireInterleavedOutput(e))
    return false;
  for (size_t d = 0; d < rank; ++d)
    if (static_cast<int64_t>(d) != *dim && index.shape[d] > input.shape[d])
      return e.refuse("gather.shape-mismatch", "index has {} in dimension {}, the input {}", index.shape[d], d,
                      input.shape[d]);
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  TensorSpec moved, movedIndex;
  Bytes temporaries = toLastDim(e, input, *dim, moved) + toLastDim(e, index, *dim, movedIndex);
  e.produce(0, index.shape, layout);
  // I7: rows of more than 60 tiles pass a core tile by tile (WT_THRESHOLD of the gather program in tt-metal).
  constexpr int64_t longestRow = 60;
  int64_t wt = widthTiles(moved.shape);
  e.cb("row of the input", wt > longestRow ? 2 : wt, tileOf(input));
  e.cb("index", 2, tileOf(index));
  e.cb("out", 2, tileBytes(layout.dataType));
  e.endProgram();
  e.release(temporaries);
  return true;
}

bool opmodel::evaluateScatter(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (!normalisedDim(e.integer("dim", 0), input.shape.size()))
    return e.refuse("scatter.dim-out-of-range", "dimension {} of rank {}", e.integer("dim", 0), input.shape.size());
  for (size_t i = 0; i < 3; ++i)
    if (!requireInterleaved(e, i))
      return false;
  if (!requireInterleavedOutput(e))
    return false;
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  // OM-I4: all operands as rows, scattered into a copy of the input, tilized again: every copy is live at the end.
  Bytes temporaries = 0, page = 0;
  TensorSpec scattered{input.shape, withPage(layout, PageLayout::RowMajor)};
  for (size_t i = 0; i < 3; ++i) {
    TensorSpec rows{e.in(i).shape, withPage(e.in(i).layout, PageLayout::RowMajor)};
    if (i == 1 && layout.isTiled())
      temporaries += e.allocate("scattered rows", scattered);
    if (e.in(i).layout.isTiled()) {
      temporaries += e.allocate("as rows", rows);
      tilizeProgram(e, e.in(i), rows);
    }
    page += pageBytes(rows, e.chip);
  }
  if (!layout.isTiled())
    e.produce(0, input.shape, layout);
  e.cb("rows", 1, page + pageBytes(scattered, e.chip));
  e.endProgram();
  if (layout.isTiled()) {
    e.produce(0, input.shape, layout);
    tilizeProgram(e, scattered, {input.shape, layout});
  }
  e.release(temporaries);
  return true;
}

bool opmodel::evaluateSort(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  size_t rank = input.shape.size();
  std::optional<int64_t> dim = normalisedDim(e.integer("dim", -1), rank);
  if (!dim)
    return e.refuse("sort.dim-out-of-range", "dimension {} of rank {}", e.integer("dim", -1), rank);
  if (!requireTiled(e, 0) || !requireInterleaved(e, 0))
    return false;
  if (!requireInterleavedOutput(e) || !requireInterleavedOutput(e, 1))
    return false;
  bool last = *dim + 1 == static_cast<int64_t>(rank);
  DataType type = input.layout.dataType;
  TensorLayout asked = requested(e, input.layout, type);
  asked.pageLayout = PageLayout::Tile;
  TensorSpec moved;
  Bytes temporaries = toLastDim(e, input, *dim, moved);
  int64_t wt = widthTiles(moved.shape);
  Bytes tile = tileOf(input), indexTile = tileBytes(DataType::U16);
  auto sortBuffers = [&] {
    // OM-I5: double buffers at both ends, whole rows of values and indices between, transposed and back; a lookup page.
    e.cb("in, out values", 4, tile);
    e.cb("in, out indices", 4, indexTile);
    e.cb("rows of values", 2 * wt, tile);
    e.cb("rows of indices", 2 * wt, indexTile);
    e.cb("lookup", 1, 1024);
    e.endProgram();
  };
  if (last) {
    e.produce(0, input.shape, asked);
    e.produce(1, input.shape, withType(asked, DataType::U16));
    sortBuffers();
    e.release(temporaries);
    return true;
  }
  // OM-I6: along another dimension the results are transposed back into the input's memory.
  Bytes sorted = e.allocate("sorted values", {moved.shape, asked});
  sorted += e.allocate("sorted indices", {moved.shape, withType(asked, DataType::U16)});
  sortBuffers();
  e.release(temporaries); // the transposed input goes when the results take its place
  temporaries = sorted;
  e.produce(0, input.shape, input.layout);
  e.cb("in, out", 4, tile);
  e.endProgram();
  e.produce(1, input.shape, withType(input.layout, DataType::U16));
  e.cb("in, out", 4, indexTile);
  e.endProgram();
  e.release(temporaries);
  return true;
}

bool opmodel::evaluateTopK(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  size_t rank = input.shape.size();
  std::optional<int64_t> dim = normalisedDim(e.integer("dim", -1), rank);
  int64_t k = e.integer("k", 32);
  if (!dim || k <= 0 || k > input.shape[*dim])
    return e.refuse("topk.k", "k = {} along dimension {} of rank {}", k, e.integer("dim", -1), rank);
  if (!requireTiled(e, 0) || !requireInterleaved(e, 0))
    return false;
  if (!requireInterleavedOutput(e) || !requireInterleavedOutput(e, 1))
    return false;
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  TensorSpec moved;
  Bytes temporaries = toLastDim(e, input, *dim, moved);
  Shape shape = input.shape;
  shape[*dim] = k;
  e.produce(0, shape, layout);
  e.produce(1, shape, withType(layout, DataType::U16));
  int64_t wt = widthTiles(moved.shape);
  Bytes tile = tileOf(input), indexTile = tileBytes(DataType::U16);
  e.cb("in, out values", 4, tile);
  e.cb("in, out indices", 4, indexTile);
  e.cb("row of values", wt, tile);
  e.cb("row of indices", wt, indexTile);
  e.endProgram();
  e.release(temporaries);
  return true;
}
