//===- Layout.cpp - Time of tilize, untilize and kin --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The item is a row of tiles: 32 sticks on the row-major side. Plain variants fetch or store the 32 sticks behind one
// barrier; variants that pad or cut treat every stick on its own.
//
//===----------------------------------------------------------------------===//
#include "Context.h"
#include "alcove/Device/LayoutSteps.h"
#include "alcove/OpModel/Releases.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

double tilizeRow(const Context &context, int64_t tiles) {
  return context.ns(static_cast<double>(tiles) * context.p.tilePass);
}
double untilizeRow(const Context &context, int64_t tiles) {
  if (tiles > 8 && context.chip.kernelRelease < wideRowsArePacked)
    return context.ns(static_cast<double>(tiles) * context.p.untilizeWideTile);
  return context.ns(context.p.untilizeRow + static_cast<double>(tiles) * context.p.tilePass);
}

/// How rows of tiles are dealt out.
struct Work {
  int64_t cores = 1, itemsPerCore = 1, tiles = 1; ///< an item is a row of `tiles` tiles
  bool columns = false;
};

/// Whole rows of tiles; a tensor wider than 32 tiles and wider than high, or one whose rows do not fit beside each
/// other in the buffers, is cut into column blocks for all cores (tt-metal work_split_tilize.hpp, untilize_op.cpp).
Work splitWork(const Context &context, int64_t tileRows, int64_t width) {
  constexpr int64_t widest = 32;
  int64_t cores = context.chip.numCores();
  Work work;
  if (width > widest && width > tileRows) {
    // Every core has about the same number of tiles.
    work.columns = true;
    work.cores = std::min(cores, tileRows * width);
    work.tiles = std::min(width, ceilDiv(tileRows * width, work.cores));
    work.itemsPerCore = ceilDiv(ceilDiv(tileRows * width, work.tiles), work.cores);
    return work;
  }
  work.cores = std::min(cores, tileRows);
  work.itemsPerCore = ceilDiv(tileRows, work.cores);
  work.tiles = width;
  return work;
}

/// Words that tiles hold beyond what the rows bring.
double paddingWords(const TensorSpec &rows, const TensorSpec &tiled) {
  double elements = static_cast<double>(tileCount(tiled)) * 1024 - static_cast<double>(volume(rows.shape));
  return std::max(0.0, elements) * elementBytes(rows.layout.dataType) / 4;
}

Runtime convert(const Context &context, const TensorSpec &in, const TensorSpec &out, bool tilize, bool sticksAlone) {
  const TensorSpec &tiled = tilize ? out : in;
  const TensorSpec &rows = tilize ? in : out;
  TensorSpec shape = tiled;
  shape.layout.pageLayout = device::PageLayout::Tile;
  auto [tileRows, width] = tileShape(shape);
  Pipeline pipeline;
  bool local = in.layout.isL1() && in.layout.isSharded() && out.layout.isL1() && out.layout.isSharded();
  if (local) {
    auto [shardHeight, shardWidth] = device::shardShape2D(tiled);
    pipeline.items = static_cast<double>(std::max<int64_t>(1, ceilDiv(shardHeight, 32)));
    width = std::max<int64_t>(1, ceilDiv(shardWidth, 32));
    pipeline.cores = shardCores(tiled);
    pipeline.compute = tilize ? tilizeRow(context, width) : untilizeRow(context, width);
    return context.run(pipeline);
  }
  Work work = splitWork(context, tileRows, width);
  pipeline.cores = work.cores;
  pipeline.items = static_cast<double>(work.itemsPerCore);
  width = work.tiles;
  pipeline.compute = tilize ? tilizeRow(context, width) : untilizeRow(context, width);
  double stick = std::min(pageBytes(rows), static_cast<double>(32 * width) * elementBytes(rows.layout.dataType)),
         sticksPerItem = static_cast<double>(std::min<int64_t>(32, std::max<int64_t>(1, heightOf(rows.shape))));
  Place from = inDram(in) ? Place::Dram : Place::RemoteL1, to = inDram(out) ? Place::Dram : Place::RemoteL1;
  double tiles = static_cast<double>(width), perBarrier = sticksAlone ? 1 : sticksPerItem;
  if (tilize) {
    // Cut into columns, a row of tiles is read tile by tile.
    pipeline.read = work.columns && !sticksAlone
                        ? tiles * context.readSticks(from, sticksPerItem, stick / tiles, perBarrier)
                        : context.readSticks(from, sticksPerItem, stick, perBarrier);
    if (sticksAlone) // rows and columns that the input lacks are written word by word
      pipeline.read += context.ns(paddingWords(rows, tiled) / (static_cast<double>(work.cores) * pipeline.items) *
                                  context.p.padWord);
    pipeline.write = context.write({to, tiles, pageBytes(tiled), 1});
  } else {
    pipeline.read = context.read({from, tiles, pageBytes(tiled), 1});
    pipeline.write = context.write({to, sticksPerItem, stick, perBarrier});
    // In step, all cores write rows to the same banks of L1.
    if (!inDram(out))
      pipeline.write = Context::softMaximum(
          pipeline.write, context.ns(static_cast<double>(work.cores) * sticksPerItem * stick / context.scatterRate()));
  }
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramReadPageBytes = tilize ? stick : pageBytes(in);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  // All cores write the same few rows, in step: a row is one page of one bank.
  if (!tilize && work.columns && inDram(out))
    pipeline.dramWriteBytes *=
        std::max(1.0, static_cast<double>(context.chip.dramBanks) / static_cast<double>(tileRows)) *
        context.p.dramWriteFraction;
  return context.run(pipeline);
}

/// Host and device exchange a tensor.
Runtime overPcie(const Context &context, const TensorSpec &tensor) {
  Runtime runtime;
  runtime.launchNs = context.ns(context.p.launch);
  runtime.nocNs = context.ns(bytesOf(tensor) / context.p.pcieBytesPerCycle);
  runtime.totalNs = runtime.launchNs + runtime.nocNs;
  runtime.cores = 1;
  return runtime;
}

/// Page layout, then place, then element type: each its own program, none when nothing changes.
Runtime toLayout(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  bool fromHost = in.layout.bufferType == BufferType::SystemMemory,
       toHost = out.layout.bufferType == BufferType::SystemMemory;
  if (fromHost && toHost)
    return nothing();
  if (fromHost || toHost)
    return overPcie(context, toHost ? in : out);
  Runtime total = nothing();
  TensorSpec step = in;
  if (in.layout.isTiled() != out.layout.isTiled()) {
    bool aligned = widthOf(in.shape) % 32 == 0 && heightOf(in.shape) % 32 == 0;
    bool bothSharded = in.layout.isSharded() && out.layout.isSharded();
    step = bothSharded ? in : out;
    step.shape = out.shape;
    step.layout.pageLayout = out.layout.pageLayout;
    step.layout.dataType = out.layout.dataType;
    if (step.layout.isSharded())
      step.layout.shardShape.reset();
    total = convert(context, in, step, out.layout.isTiled(), !aligned);
  }
  auto add = [&](const char *op, const TensorSpec &target) {
    Query query;
    query.op = op;
    query.inputs = {step};
    query.outputs = {{target.shape, target.layout.dataType, target.layout}};
    Context inner(query, context.chip, context.p, context.why);
    std::optional<Runtime> part = std::string_view(op) == "typecast" ? elementwise(inner) : resharding(inner);
    if (part)
      total = sequence(total, *part);
    step = target;
  };
  if (step.layout.dataType != out.layout.dataType) {
    TensorSpec typed = step;
    typed.layout.dataType = out.layout.dataType;
    add("typecast", typed);
  }
  TensorSpec here = step, there = out;
  here.layout.shardShape.reset();
  there.layout.shardShape.reset();
  if (!(here.layout == there.layout))
    add("to_memory_config", out);
  return total;
}

/// What its steps take, one after the other.
std::optional<Runtime> toTensorSpec(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  Runtime total = nothing();
  TensorSpec current = in;
  for (const device::LayoutStep &step : device::stepsBetween(in.layout, out.layout)) {
    Query query;
    query.op = device::opName(step.kind);
    query.inputs = {current};
    query.outputs = {{out.shape, step.layout.dataType, step.layout}};
    Context inner(query, context.chip, context.p, context.why);
    std::optional<Runtime> part = step.kind == device::LayoutStep::Kind::Typecast         ? elementwise(inner)
                                  : step.kind == device::LayoutStep::Kind::ToMemoryConfig ? resharding(inner)
                                                                                          : time::layout(inner);
    if (!part)
      return std::nullopt;
    total = sequence(total, *part);
    current = {out.shape, step.layout};
  }
  return total;
}

} // namespace

std::optional<Runtime> time::layout(const Context &context) {
  const std::string &op = context.query.op;
  if (context.query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = context.query.inputs.front();
  TensorSpec out = context.output();
  if (op == "tilize")
    return convert(context, in, out, true, false);
  if (op == "tilize_with_val_padding")
    return convert(context, in, out, true, true);
  if (op == "untilize")
    return convert(context, in, out, false, false);
  if (op == "untilize_with_unpadding")
    return convert(context, in, out, false, true);
  if (op == "to_device" || op == "from_device")
    return overPcie(context, op == "to_device" ? out : in);
  if (op == "to_layout")
    return toLayout(context, in, out);
  if (op == "to_tensor_spec")
    return toTensorSpec(context, in, out);
  return std::nullopt;
}
