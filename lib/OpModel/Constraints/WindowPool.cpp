//===- WindowPool.cpp - Pooling and upsampling ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal pool/generic/device/pool_multi_core_program_factory.cpp, pool/upsample, pool/global_avg_pool.
// Rules P1-P5 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "LayoutConversion.h"
#include "SlidingWindow.h"

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct PoolPlan {
  int64_t coresRows = 1, coresChannels = 1, rowsPerCore = 1, channelsPerCore = 1;
};

/// OM-P2: rows of the output over cores, channels over columns when block or width sharded.
PoolPlan planPool(const SlidingWindow &w, int64_t channels, MemoryLayout sharding, bool tiled,
                  const ChipParameters &chip) {
  PoolPlan plan;
  int64_t unit = tiled ? 32 : 1, units = ceilDiv(w.outputRows(), unit);
  int64_t mostRows = sharding == MemoryLayout::HeightSharded  ? chip.numCores()
                     : sharding == MemoryLayout::BlockSharded ? chip.gridRows
                                                              : 1;
  int64_t mostChannels = sharding == MemoryLayout::HeightSharded  ? 1
                         : sharding == MemoryLayout::BlockSharded ? chip.gridCols
                                                                  : chip.numCores();
  plan.coresRows = closestCores(units, mostRows);
  plan.coresChannels = closestCores(ceilDiv(channels, 32), mostChannels);
  plan.rowsPerCore = ceilDiv(units, plan.coresRows) * unit;
  plan.channelsPerCore = ceilDiv(channels, plan.coresChannels);
  return plan;
}

/// OM-P4: the buffers of the pooling program.
void poolBuffers(Evaluation &e, const SlidingWindow &w, int64_t channels, bool tiledOutput, bool indices) {
  constexpr int64_t mostTilesAtOnce = 8, readers = 2, buffering = 2;
  int64_t channelTiles = ceilDiv(channels, 32), block = std::min(channelTiles, mostTilesAtOnce);
  int64_t window = w.kernelHeight * w.kernelWidth, sticks = window <= 16 ? 16 : 32;
  Bytes scalar = 2;
  e.cb("scalars", readers, tileBytes(DataType::BF16));
  e.cb("windows", readers * buffering * sticks, block * 32 * scalar);
  if (tiledOutput)
    e.cb("before tilizing", 32, channelTiles * 32 * scalar);
  if (indices)
    e.cb("indices of windows", readers * sticks, block * 32 * scalar);
  e.endProgram();
}

} // namespace

bool opmodel::evaluatePool2d(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  SlidingWindow w;
  if (!readWindow(e, false, w))
    return false;
  int64_t channels = e.integer("channels", dimFromEnd(input.shape, 0));
  // OM-P1: the rows of the input are batch x height x width.
  if (channels <= 0 || dimFromEnd(input.shape, 0) != channels || volumeOf(input.shape) / channels != w.inputRows())
    return e.refuse("pool2d.input-shape", "input {} is not batch x height x width = {} rows of {} channels",
                    device::toString(input), w.inputRows(), channels);
  if (2 * std::max(w.padTop, w.padBottom) > w.kernelHeight * w.dilationHeight + 1 ||
      2 * std::max(w.padLeft, w.padRight) > w.kernelWidth * w.dilationWidth + 1)
    return e.refuse("pool2d.padding", "padding exceeds half of the kernel");
  if (!boundedVolume(
          {w.batch * (w.inputHeight + w.padTop + w.padBottom), w.inputWidth + w.padLeft + w.padRight, channels},
          int64_t(1) << 46))
    return e.refuse("shape.too-large", "the padded input is too large");
  bool indices = e.query.op == "max_pool2d_with_indices";
  const TensorLayout *hint = e.hint();
  if (indices && hint && hint->isSharded())
    return e.refuse("layout.sharded-output", "max_pool2d_with_indices cannot write a {} output",
                    device::toString(hint->memoryLayout));
  if (input.layout.isSharded() && input.layout.isDram())
    return e.refuse("pool2d.dram-sharded", "the input is sharded in DRAM");
  // OM-P3: the input's sharding, or the request's, or rows over all cores.
  MemoryLayout sharding = input.layout.isSharded()    ? input.layout.memoryLayout
                          : hint && hint->isSharded() ? hint->memoryLayout
                                                      : MemoryLayout::HeightSharded;
  if (hint && hint->isSharded() && hint->memoryLayout != sharding)
    return e.refuse("pool2d.shard-type-mismatch", "input is {}, output {}", device::toString(sharding),
                    device::toString(hint->memoryLayout));
  Shape shape{1, 1, w.outputRows(), channels};
  if (e.hasOutput() && volumeOf(e.out().shape) == volumeOf(shape))
    shape = e.out().shape;
  DataType type = requestedType(e, DataType::BF16);
  bool tiled = hint ? hint->isTiled() : false;
  PoolPlan plan = planPool(w, channels, sharding, tiled, e.chip);
  int64_t channelsPadded = roundUp(plan.channelsPerCore, input.layout.isTiled() ? 32 : 8);
  Bytes scalar = 2;
  Bytes shard = input.layout.isSharded() ? 0 : ceilDiv(w.inputRows(), plan.coresRows) * channelsPadded * scalar;
  e.allocateBytes("input shard", shard);
  Bytes halo = haloRows(w, plan.rowsPerCore, plan.coresRows) * channelsPadded * scalar;
  e.allocateBytes("halo", halo);
  e.cb("padding rows", 2, channelsPadded * scalar);
  if (input.layout.isTiled())
    e.cb("untilized blocks", 2 * ceilDiv(channelsPadded, 32), tileOf(input));
  e.endProgram();
  e.release(shard);
  Bytes reader =
      e.boolean("config_tensors_in_dram", false) ? 0 : readerIndexBytes(w, plan.rowsPerCore, plan.rowsPerCore);
  e.allocateBytes("reader indices", reader);
  TensorLayout own = l1Interleaved(type, e.chip, tiled ? PageLayout::Tile : PageLayout::RowMajor);
  own.memoryLayout = sharding;
  own.gridRows = plan.coresRows;
  own.gridCols = plan.coresChannels;
  own.shardShape = {plan.rowsPerCore, roundUp(plan.channelsPerCore, tiled ? 32 : 8)};
  Bytes outShard = e.allocate("output shard", {shape, own});
  if (indices)
    e.allocateBytes("index shard", outShard);
  poolBuffers(e, w, plan.channelsPerCore, tiled, indices);
  if (!hint || hint->isSharded()) {
    e.release(halo + reader);
    bool same = hint && !isPartial(e) && sameMemory({shape, *hint}, {shape, own});
    e.record(0, shape, same ? *hint : own);
    if (indices)
      e.record(1, shape, withType(own, DataType::U16));
    return true;
  }
  TensorLayout layout = requested(e, own, type);
  e.produce(0, shape, layout);
  if (indices)
    e.produce(1, shape, requested(e, withType(layout, DataType::U16), DataType::U16, 1));
  e.release(halo + reader); // held until the results lie where they were asked for, as convolutions do
  return true;
}

bool opmodel::evaluateGlobalAvgPool2d(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (input.shape.size() != 4)
    return e.refuse("pool2d.rank", "the input must have rank 4, it has {}", input.shape.size());
  if (!requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  // OM-P5: a reduction along rows; height and width are one dimension by a view. It reads tiles: rows are tilized first.
  Bytes tilized = 0;
  if (!input.layout.isTiled()) {
    TensorSpec tiles{{input.shape[0], 1, input.shape[1] * input.shape[2], input.shape[3]},
                     withPage(input.layout, PageLayout::Tile)};
    tilized = e.allocate("tilized", tiles);
    tilizeProgram(e, {tiles.shape, input.layout}, tiles);
  }
  Shape shape{input.shape[0], 1, 1, input.shape[3]};
  e.produce(0, shape, layout);
  e.cb("in", 2, tileOf(input));
  e.cb("scaler", 1, tileBytes(DataType::BF16));
  e.cb("out", 2, tileBytes(layout.dataType));
  e.endProgram();
  e.release(tilized);
  return true;
}

bool opmodel::evaluateUpsample(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (input.shape.size() != 4)
    return e.refuse("upsample.rank", "the input must have rank 4, it has {}", input.shape.size());
  std::vector<int64_t> scale = e.integers("scale_factor", {1, 1});
  if (scale.size() == 1)
    scale.push_back(scale[0]);
  if (scale.size() != 2 || scale[0] <= 0 || scale[1] <= 0 || scale[0] > 64 || scale[1] > 64)
    return e.refuse("upsample.scale", "the scale must be one or two numbers from 1 to 64");
  bool bilinear = e.text("mode", "nearest") == "bilinear";
  if (bilinear && !input.layout.isSharded() && input.layout.isTiled())
    return e.refuse("upsample.tiled-bilinear", "bilinear upsampling reads rows");
  if (input.layout.memoryLayout == MemoryLayout::WidthSharded)
    return e.refuse("upsample.width-sharded", "upsample does not take width shards");
  Shape shape{input.shape[0], input.shape[1] * scale[0], input.shape[2] * scale[1], input.shape[3]};
  const TensorLayout *hint = e.hint();
  if (hint && hint->memoryLayout != input.layout.memoryLayout)
    return e.refuse("upsample.memory-layout-mismatch", "input is {}, output {}",
                    device::toString(input.layout.memoryLayout), device::toString(hint->memoryLayout));
  TensorLayout layout = input.layout;
  if (layout.isSharded()) {
    auto [height, width] = device::shardShape2D(input);
    layout.shardShape = {height * scale[0] * scale[1], width};
    if (hint && !isPartial(e) && !sameMemory({shape, *hint}, {shape, layout}))
      return e.refuse("upsample.shard-mismatch", "the output's shards are not the input's, scaled");
  } else {
    layout = requested(e, layout, input.layout.dataType);
    layout.pageLayout = input.layout.pageLayout;
  }
  e.produce(0, shape, layout);
  if (!layout.isSharded())
    e.cb("rows", input.layout.isTiled() ? 2 * widthTiles(input.shape) : 2, pageBytes(input, e.chip));
  e.endProgram();
  return true;
}
