//===- Reduction.cpp - Sums, extrema, products, scans and arg max -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal reduction/generic (generic_reductions.cpp, device/reduce_op.cpp, multi_core_w/h), reduction/prod,
// reduction/accumulation, reduction/argmax/device/argmax_program_factory.cpp. Rules R1-R7 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

/// OM-R1: dimensions in range, normalised, sorted, without doubles; all of them when none is given.
static bool reducedDims(Evaluation &e, std::vector<int64_t> &dims) {
  size_t rank = e.in(0).shape.size();
  const char *name = e.hasAttribute("dim_arg") ? "dim_arg" : "dim";
  for (int64_t dim : e.integers(name)) {
    std::optional<int64_t> normal = normalisedDim(dim, rank);
    if (!normal)
      return e.refuse("reduction.dim-out-of-range", "dimension {} of a tensor of rank {}", dim, rank);
    dims.push_back(*normal);
  }
  if (dims.empty())
    for (size_t d = 0; d < rank; ++d)
      dims.push_back(static_cast<int64_t>(d));
  std::sort(dims.begin(), dims.end());
  dims.erase(std::unique(dims.begin(), dims.end()), dims.end());
  return true;
}

static Shape keptShape(Shape shape, const std::vector<int64_t> &dims) {
  for (int64_t d : dims)
    shape[d] = 1;
  return shape;
}

/// One reduce program over the last (W) or second-to-last (H) dimension.
static void reduceProgram(Evaluation &e, bool width, Bytes in, Bytes out) {
  e.cb("in", 2, in);
  e.cb("scaler", width ? 2 : 1, tileBytes(DataType::BF16));
  e.cb("out", 2, out);
  e.endProgram();
}

/// OM-R3: the backend reduces the last dimension, then the second-to-last; others are transposed there first.
static void reductionChain(Evaluation &e, const std::vector<int64_t> &dims, const TensorLayout &layout,
                           const Shape &result) {
  Shape shape = e.in(0).shape;
  size_t rank = shape.size();
  Bytes tile = tileOf(e.in(0)), outTile = tileBytes(layout.dataType), previous = 0;
  for (size_t step = 0; step < dims.size(); ++step) {
    int64_t dim = dims[dims.size() - 1 - step];
    bool width = dim + 1 == static_cast<int64_t>(rank), last = step + 1 == dims.size();
    bool height = dim + 2 == static_cast<int64_t>(rank);
    if (!width && !height) {
      std::swap(shape[dim], shape[rank - 2]);
      Bytes moved = e.allocate("transposed", {shape, layout});
      e.cb("transpose", 2, tile);
      e.endProgram();
      e.release(previous);
      previous = moved;
      shape[rank - 2] = 1;
      Bytes reduced = e.allocate("reduced", {shape, layout});
      reduceProgram(e, false, tile, outTile);
      std::swap(shape[dim], shape[rank - 2]);
      e.release(previous);
      previous = reduced;
      if (last) {
        e.allocate("transposed back", {shape, layout});
        e.cb("transpose", 2, outTile);
        e.endProgram();
      }
      continue;
    }
    shape[dim] = 1;
    Bytes reduced = e.allocate("reduced", {shape, layout});
    reduceProgram(e, width, tile, outTile);
    if (!last) {
      e.release(previous);
      previous = reduced;
    }
  }
  if (rank == 0)
    e.allocate("copy", {shape, layout});
}

bool opmodel::evaluateReduction(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  std::vector<int64_t> dims;
  if (!requireTiled(e, 0) || !reducedDims(e, dims))
    return false;
  size_t rank = input.shape.size();
  bool heightOnly = dims.size() == 1 && rank >= 2 && dims[0] + 2 == static_cast<int64_t>(rank);
  // OM-R2: interleaved only; along H the kernel also takes width shards, in and out alike.
  bool widthSharded = input.layout.memoryLayout == MemoryLayout::WidthSharded && heightOnly && e.query.op != "min";
  if (!widthSharded && (!requireInterleaved(e, 0) || !requireInterleavedOutput(e)))
    return false;
  if (widthSharded && e.hint() && e.hint()->memoryLayout != MemoryLayout::WidthSharded)
    return e.refuse("reduction.memory-layout-mismatch", "a width-sharded reduction along H writes width shards, not {}",
                    device::toString(e.hint()->memoryLayout));
  Shape kept = keptShape(input.shape, dims);
  Shape result = e.hasOutput() ? e.out().shape : kept;
  if (volumeOf(result) != volumeOf(kept))
    return e.refuse("reduction.result-shape", "the result has {} elements, the reduction gives {}", volumeOf(result),
                    volumeOf(kept));
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  layout.pageLayout = PageLayout::Tile;
  Bytes tile = tileOf(input);
  if (widthSharded) {
    if (layout.shardShape)
      layout.shardShape = {32 * std::max<int64_t>(tilesOf(result) / std::max<int64_t>(widthTiles(result), 1), 1),
                           layout.shardShape->second};
    e.produce(0, result, layout);
    e.cb("scaler", 1, tileBytes(DataType::BF16));
    e.endProgram();
    return true;
  }
  // OM-R4: min is -max(-x).
  bool negated = e.query.op == "min";
  if (negated) {
    e.allocate("negated", {input.shape, layout});
    e.cb("in, out", 4, tile);
    e.endProgram();
  }
  reductionChain(e, dims, layout, result);
  if (negated) {
    e.allocate("negated back", {kept, layout});
    e.cb("in, out", 4, tile);
    e.endProgram();
  }
  // OM-R5: dropping the reduced dimensions is a view unless the last two dimensions change in tiles.
  bool view = result == kept || (tilesOf(result) == tilesOf(kept) && widthTiles(result) == widthTiles(kept) &&
                                 dimFromEnd(result, 0) == dimFromEnd(kept, 0));
  if (!view) {
    e.allocate("reshaped", {result, layout});
    e.cb("mapping", 1, 1024);
    e.cb("in, out", 2, tile);
    e.endProgram();
  }
  e.record(0, result, layout);
  return true;
}

bool opmodel::evaluateProd(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (!requireTiled(e, 0) || !requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  std::vector<int64_t> dims;
  if (!reducedDims(e, dims))
    return false;
  Shape kept = keptShape(input.shape, dims);
  Shape result = e.hasOutput() ? e.out().shape : kept;
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  layout.pageLayout = PageLayout::Tile;
  // Permute the dimension to the front, multiply along it, permute back, drop padding: all four tensors are live.
  Bytes tile = tileOf(input);
  Bytes temporaries = e.allocate("permuted", {input.shape, layout});
  e.cb("permute", 6, tile);
  e.endProgram();
  temporaries += e.allocate("product", {kept, layout});
  e.cb("in, out", 6, tile);
  e.endProgram();
  temporaries += e.allocate("permuted back", {kept, layout});
  e.cb("permute", 6, tile);
  e.endProgram();
  e.produce(0, result, layout);
  e.cb("slice", 6, tile);
  e.endProgram();
  e.release(temporaries);
  return true;
}

bool opmodel::evaluateCumSum(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (!requireTiled(e, 0) || !requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  size_t rank = std::max<size_t>(input.shape.size(), 1);
  std::optional<int64_t> dim = normalisedDim(e.integer("dim", 0), rank);
  if (!dim)
    return e.refuse("cumsum.dim-out-of-range", "dimension {} of a tensor of rank {}", e.integer("dim", 0),
                    input.shape.size());
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  layout.pageLayout = PageLayout::Tile;
  // OM-R7: tiles are summed one after the other. Where the dimension lies within a tile, it changes places with the
  // first of four, so that every tile holds one step of 32 or fewer of the other's.
  Shape turned = input.shape;
  turned.insert(turned.begin(), turned.size() < 4 ? 4 - turned.size() : 0, 1);
  size_t at = turned.size() - rank + static_cast<size_t>(*dim);
  bool turns = at + 2 >= turned.size();
  Bytes before = 0, sums = 0;
  if (turns) {
    std::swap(turned[0], turned[at]);
    if (!boundedVolume(turned))
      return e.refuse("shape.too-large", "the permuted input is too large");
    before = e.allocate("permuted", {turned, input.layout});
    e.cb("permute", 6, tileOf(input));
    e.endProgram();
    sums = e.allocate("sums", {turned, layout});
  } else {
    e.produce(0, input.shape, layout);
  }
  e.cb("in", 4, tileOf(input));
  e.cb("begin, running sum, out", 12, tileBytes(layout.dataType));
  e.endProgram();
  if (turns) {
    e.release(before);
    e.produce(0, input.shape, layout);
    e.cb("permute", 6, tileBytes(layout.dataType));
    e.endProgram();
    e.release(sums);
  }
  return true;
}

bool opmodel::evaluateArgMax(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (input.layout.isTiled())
    return e.refuse("argmax.tiled-input", "argmax reads rows: the input must be row-major");
  if (!requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  std::optional<int64_t> dim;
  if (e.hasAttribute("dim")) {
    dim = normalisedDim(e.integer("dim", 0), input.shape.size());
    if (!dim)
      return e.refuse("argmax.dim-out-of-range", "dimension {} of a tensor of rank {}", e.integer("dim", 0),
                      input.shape.size());
    if (*dim + 1 != static_cast<int64_t>(input.shape.size()))
      return e.refuse("argmax.dim", "only the last dimension is supported, not {}", *dim);
  }
  Shape result = e.hasOutput() ? e.out().shape : Shape{1};
  if (!e.hasOutput() && dim) {
    result = input.shape;
    if (e.boolean("keep_dim", false))
      result[*dim] = 1;
    else
      result.erase(result.begin() + *dim);
  }
  TensorLayout layout = requested(e, input.layout, DataType::U32);
  layout.pageLayout = PageLayout::RowMajor;
  e.produce(0, result, layout);
  // OM-R6: one row in, one row of indices out, not padded.
  e.cb("row", 1, dimFromEnd(input.shape, 0) * device::scalarBytes(input.layout.dataType));
  e.cb("indices", 1, dimFromEnd(result, 0) * device::scalarBytes(DataType::U32));
  e.endProgram();
  return true;
}
