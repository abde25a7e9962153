//===- Normalization.cpp - Softmax and the norms ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal normalization/softmax/device/softmax_program_factory.cpp,
// normalization/layernorm/device/multi_core/layernorm_op_multi_core.cpp, normalization/batch_norm. Rules N1-N9 of
// docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

/// Tiles that the destination registers take at a time.
static int64_t dstBlock(const Evaluation &e, int64_t tiles) {
  int64_t limit = e.boolean("compute_config.fp32_dest_acc_en", false) ? 4 : 8;
  return largestDivisorUpTo(tiles, limit);
}

/// OM-N1: last dimension, rank up to 4: a whole row of exponentials stays in L1.
static void softmaxLastDim(Evaluation &e, const TensorSpec &input, Bytes outTile) {
  int64_t wt = widthTiles(input.shape), block = dstBlock(e, wt);
  bool stable = e.boolean("numericStable", e.boolean("numeric_stable", false));
  Bytes tile = tileOf(input), row = wt * tile;
  if (2 * row * 10 > 9 * (e.chip.usableL1Bytes() - e.chip.l1SmallBytes)) {
    constexpr int64_t largeBufferTiles = 80;
    e.cb("in (large row)", largeBufferTiles, tile);
    e.cb("exponentials (large row)", largeBufferTiles, tile);
    e.cb("out (large row)", largeBufferTiles, outTile);
  } else {
    e.cb("in", stable ? wt : 2 * block, tile);
    e.cb("out", 2 * block, outTile);
    e.cb("exponentials", wt, tile);
    if (stable)
      e.cb("x - max", wt, tile);
  }
  e.cb("reciprocal", 1, tile);
  e.cb("scaler", 1, tileBytes(DataType::BF16));
  e.cb("padding mask", 1, tileBytes(DataType::BF16));
  if (stable)
    e.cb("max", 1, tile);
  e.endProgram();
}

/// OM-N2: any other dimension. `length` tiles along it; small when the row fits in 512 KiB.
static void softmaxGeneral(Evaluation &e, const TensorSpec &input, int64_t length, bool batchDim, Bytes outTile) {
  Bytes tile = tileOf(input);
  constexpr Bytes smallLimit = 512 * 1024;
  bool small = !batchDim && e.chip.l1UnreservedBase + (4 * length + 5) * tile <= smallLimit;
  if (batchDim) {
    // in 2, out 2, then 1, 1, 2, 1, 1.
    e.cb("in", 2, tile);
    e.cb("out", 2, outTile);
    e.cb("exp, reduce, max, tmp", 6, tile);
  } else if (small) {
    e.cb("in", length, tile);
    e.cb("out", length, outTile);
    e.cb("exponentials, x - max", 2 * length, tile);
    e.cb("mask, scaler, reduce, max, tmp", 5, tile);
  } else {
    // in 2, mask 1, scaler 1, out 2, exp 2, reduce 1, max 1, tmp 1, x - max 1.
    e.cb("in", 2, tile);
    e.cb("out", 2, outTile);
    e.cb("mask, scaler, exp, reduce, max, tmp, x - max", 8, tile);
  }
  e.endProgram();
}

bool opmodel::evaluateSoftmax(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (!requireTiled(e, 0))
    return false;
  if (input.layout.memoryLayout == MemoryLayout::WidthSharded)
    return e.refuse("softmax.width-sharded", "softmax does not take width shards");
  size_t rank = input.shape.size();
  const char *name = e.hasAttribute("dimension") ? "dimension" : "dim";
  std::optional<int64_t> dim = normalisedDim(e.integer(name, -1), std::max<size_t>(rank, 1));
  if (!dim)
    return e.refuse("softmax.dim-out-of-range", "dimension {} of a tensor of rank {}", e.integer(name, -1), rank);
  TensorLayout fallback = input.layout;
  TensorLayout layout = requested(e, fallback, requestedType(e, input.layout.dataType));
  layout.pageLayout = PageLayout::Tile;
  if (layout.memoryLayout == MemoryLayout::WidthSharded)
    return e.refuse("softmax.width-sharded", "softmax does not write width shards");
  if (layout.isSharded() && isPartial(e) && input.layout.memoryLayout == layout.memoryLayout)
    layout = withType(input.layout, layout.dataType);
  e.produce(0, input.shape, layout);
  Bytes outTile = tileBytes(layout.dataType);
  int64_t fromEnd = static_cast<int64_t>(std::max<size_t>(rank, 1)) - 1 - *dim;
  if (fromEnd == 0 && rank <= 4)
    softmaxLastDim(e, input, outTile);
  else
    softmaxGeneral(e, input, fromEnd == 0 ? widthTiles(input.shape) : heightTiles(input.shape), fromEnd > 1, outTile);
  return true;
}

/// Which of the optional tensors are there. `operandSegmentSizes` tells; without it they come in order.
static bool hasSegment(const Evaluation &e, size_t segment) {
  std::vector<int64_t> sizes = e.integers("operandSegmentSizes");
  if (segment < sizes.size())
    return sizes[segment] > 0;
  return segment < e.numInputs();
}

/// OM-N3: sharded: full rows of a rectangle of cores share the statistics.
static bool shardedNorm(Evaluation &e, const TensorLayout &layout, bool gamma, bool beta, bool rms) {
  const TensorSpec &input = e.in(0);
  if (input.layout.memoryLayout == MemoryLayout::HeightSharded)
    return e.refuse("norm.height-sharded", "{} does not take height shards", e.query.op);
  if (input.layout.isDram())
    return e.refuse("norm.dram-sharded", "{} does not take shards in DRAM", e.query.op);
  if (!sameMemory(input, {input.shape, layout}))
    return e.refuse("norm.memory-layout-mismatch", "{} of a sharded input writes the same shards", e.query.op);
  if (input.layout.cores.size() > 1)
    return e.refuse("norm.core-rectangle", "{} needs its cores to fill a rectangle", e.query.op);
  auto [height, width] = device::shardShape2D(input);
  int64_t blockH = height / 32, blockW = width / 32, kt = widthTiles(input.shape);
  Bytes tile = tileOf(input);
  e.produce(0, input.shape, layout);
  e.cb("x", blockH * blockW, tile);
  e.cb("x - mean", blockH * blockW, tile);
  e.cb("partial statistics", blockH * (rms ? 1 : 2), tile);
  e.cb("gathered statistics", ceilDiv(kt, blockW) * (rms ? 1 : 2), tile);
  e.cb("variance per worker", ceilDiv(blockH, std::max<int64_t>(input.layout.gridCols, 1)), tile);
  e.cb("scaler, eps", 4, tileBytes(DataType::BF16));
  if (gamma)
    e.cb("gamma", blockW, tile);
  if (beta)
    e.cb("beta", blockW, tile);
  e.endProgram();
  return true;
}

bool opmodel::evaluateLayerNorm(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (!requireTiled(e, 0))
    return false;
  if (input.shape.empty())
    return e.refuse("norm.rank", "{} of a scalar", e.query.op);
  DataType type = input.layout.dataType;
  if (type != DataType::BF16 && type != DataType::F32 && type != DataType::BfpBf8 && type != DataType::BfpF8)
    return e.refuse("norm.data-type", "{} takes f32, bf16 and bfp8, not {}", e.query.op, device::toString(type));
  bool rms = e.query.op == "rms_norm";
  bool gamma = hasSegment(e, 1), beta = hasSegment(e, 2);
  int64_t width = dimFromEnd(input.shape, 0);
  for (size_t i = 1; i < e.numInputs(); ++i)
    if (volumeOf(e.in(i).shape) != width)
      return e.refuse("norm.weight-shape", "weight {} for rows of {} elements", device::toString(e.in(i)), width);
  TensorLayout layout = requested(e, input.layout, type);
  layout.pageLayout = PageLayout::Tile;
  if (layout.isSharded() && isPartial(e) && layout.memoryLayout == input.layout.memoryLayout)
    layout = input.layout;
  if (layout.isSharded() != input.layout.isSharded())
    return e.refuse("norm.memory-layout-mismatch", "input is {}, output {}",
                    device::toString(input.layout.memoryLayout), device::toString(layout.memoryLayout));
  if (input.layout.isSharded())
    return shardedNorm(e, layout, gamma, beta, rms);
  e.produce(0, input.shape, layout);
  int64_t wt = widthTiles(input.shape), block = dstBlock(e, wt);
  Bytes tile = tileOf(input), scalar = tileBytes(DataType::BF16);
  Bytes whole = wt * tile * (2 + (rms ? 0 : 1) + gamma + beta);
  // OM-N4: rows that do not fit are streamed in blocks.
  bool large = whole > e.chip.usableL1Bytes() - e.chip.l1SmallBytes;
  int64_t row = large ? 2 * block : wt;
  e.cb("in", row, tile);
  e.cb("out", 2 * block, tileBytes(layout.dataType));
  e.cb("scaler", 2, scalar);
  e.cb("eps", 2, scalar);
  e.cb("mean of squares", 2, tile);
  e.cb("x - mean", row, tile);
  e.cb("1 / deviation", 8, tile);
  if (!rms) {
    e.cb("mean", 2, tile);
    e.cb("x", row, tile);
  }
  if (gamma)
    e.cb("gamma", row, tileOf(input));
  if (beta)
    e.cb("beta", row, tileOf(input));
  if (gamma || beta)
    e.cb("scaled", 2 * block, tile);
  e.endProgram();
  return true;
}

bool opmodel::evaluateBatchNorm(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  bool training = e.query.op == "batch_norm_training";
  if (e.hasAttribute("training"))
    training = e.boolean("training", training);
  for (size_t i = 0; i < e.numInputs(); ++i)
    if (!requireTiled(e, i) || !requireInterleaved(e, i))
      return false;
  if (!requireInterleavedOutput(e))
    return false;
  if (input.shape.size() != 4)
    return e.refuse("batch_norm.rank", "the input must have rank 4, it has {}", input.shape.size());
  // OM-N5: statistics and affine parameters are [1, C, 1, 1].
  for (size_t i = 1; i < e.numInputs(); ++i)
    if (e.in(i).shape != Shape{1, input.shape[1], 1, 1})
      return e.refuse("batch_norm.stats-shape", "operand {} is {}, 1x{}x1x1 is needed", i, device::toString(e.in(i)),
                      input.shape[1]);
  if (!training && !(hasSegment(e, 1) && hasSegment(e, 2)))
    return e.refuse("batch_norm.no-running-stats", "inference needs running mean and variance");
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  Bytes tile = tileOf(input);
  TensorSpec channel{{1, input.shape[1], 1, 1}, layout};
  Bytes temporaries = 0;
  if (training) {
    // OM-N6: mean of x and of x^2 over N, H, W; the reductions along W and H leave their intermediates.
    Shape alongW = input.shape, alongHW = input.shape;
    alongW[3] = alongHW[3] = alongHW[2] = 1;
    Bytes mean = e.allocate("mean", channel);
    Bytes square = e.allocate("x^2", {input.shape, layout});
    e.cb("in, out", 4, tile);
    e.endProgram();
    Bytes w = e.allocate("sum along W", {alongW, layout});
    e.cb("reduce", 6, tile);
    e.endProgram();
    Bytes hw = e.allocate("sum along H", {alongHW, layout});
    e.cb("reduce", 6, tile);
    e.endProgram();
    e.release(square + w + hw);
    temporaries = mean + e.allocate("variance", channel);
    // OM-N7: running statistics: 12 double buffers.
    e.cb("running statistics", 12 * 2, tile);
    e.endProgram();
  }
  e.produce(0, input.shape, layout);
  // OM-N8: input, mean, variance, eps, weight, bias, output and two intermediates, double-buffered.
  e.cb("batch norm", 9 * 2, tile);
  e.endProgram();
  e.release(temporaries);
  return true;
}

bool opmodel::evaluateGroupNorm(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  if (layout.isSharded() != input.layout.isSharded())
    return e.refuse("norm.memory-layout-mismatch", "input is {}, output {}",
                    device::toString(input.layout.memoryLayout), device::toString(layout.memoryLayout));
  if (input.layout.memoryLayout == MemoryLayout::WidthSharded)
    return e.refuse("group_norm.width-sharded", "group_norm does not take width shards");
  int64_t groups = e.integer("num_groups", 1);
  if (groups <= 0 || dimFromEnd(input.shape, 0) % groups != 0)
    return e.refuse("group_norm.groups", "{} channels in {} groups", dimFromEnd(input.shape, 0), groups);
  e.produce(0, input.shape, layout);
  int64_t wt = widthTiles(input.shape);
  Bytes tile = tileOf(input);
  // OM-N9: in, masked x and x - mean by rows of tiles; statistics and parameters by row.
  e.cb("in, x, x - mean, out", 4 * wt, tile);
  e.cb("mask, gamma, beta", 3 * wt, tile);
  e.cb("scaler, eps, partial and global statistics", 8, tile);
  e.endProgram();
  return true;
}
