//===- LayoutConversion.cpp - Time of tilize, untilize and kin --*- C++ -*-===//
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

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

double tilizeRow(const Context &context, int64_t tiles) {
  return context.ns(static_cast<double>(tiles) * context.p.tilePass);
}
double untilizeRow(const Context &context, int64_t tiles) {
  return context.ns(context.p.untilizeRow + static_cast<double>(tiles) * context.p.tilePass);
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
  pipeline.cores = std::min(context.chip.numCores(), tileRows);
  int64_t rowsPerCore = ceilDiv(tileRows, pipeline.cores);
  pipeline.items = static_cast<double>(rowsPerCore);
  pipeline.compute = tilize ? tilizeRow(context, width) : untilizeRow(context, width);
  double stick = pageBytes(rows),
         sticksPerItem = static_cast<double>(std::min<int64_t>(32, std::max<int64_t>(1, heightOf(rows.shape))));
  double perBarrier = sticksAlone ? 1 : sticksPerItem;
  Place from = inDram(in) ? Place::Dram : Place::RemoteL1, to = inDram(out) ? Place::Dram : Place::RemoteL1;
  double tiles = static_cast<double>(width);
  if (tilize) {
    pipeline.read = context.read({from, sticksPerItem, stick, perBarrier});
    pipeline.write = context.write({to, tiles, pageBytes(tiled), 1});
  } else {
    pipeline.read = context.read({from, tiles, pageBytes(tiled), 1});
    pipeline.write = context.write({to, sticksPerItem, stick, perBarrier});
  }
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramReadPageBytes = pageBytes(in);
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
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

} // namespace

std::optional<Runtime> time::layoutConversion(const Context &context) {
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
  if (op == "to_layout" || op == "to_tensor_spec")
    return toLayout(context, in, out);
  return std::nullopt;
}
