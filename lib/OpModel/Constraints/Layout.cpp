//===- Layout.cpp - Page layout and memory changes ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal data_movement/{tilize,untilize,sharded/interleaved_to_sharded,sharded/sharded_to_interleaved,
// sharded/reshard}/device; copy/device, copy/typecast/device; op_sharding_rules "to_memory_config reshard", "to_layout". Rules L1-OM-L7 of
// docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "LayoutConversion.h"
#include "alcove/Device/LayoutSteps.h"

using namespace alcove;
using namespace alcove::opmodel;

void opmodel::tilizeProgram(Evaluation &e, const TensorSpec &input, const TensorSpec &output) {
  Bytes in = tileBytes(input.layout.dataType), out = tileBytes(output.layout.dataType);
  const TensorSpec &tiled = input.layout.isTiled() ? input : output;
  if (input.layout.isSharded() && sameMemory(input, output)) {
    e.note("circular buffers lie on the shards of input and output: 0 B");
    return;
  }
  int64_t row = ceilDiv(device::physicalShape2D(tiled).second, 32);
  if (input.layout.isSharded())
    row = std::max<int64_t>(device::shardShape2D(input).second / 32, 1);
  // OM-L2: a row of tiles in and out, or its largest divisor that fits beside what lies in L1 by then.
  int64_t most = std::max<int64_t>((e.freeL1Bytes() - e.ownL1Bytes()) / (in + out), 1);
  int64_t block = largestDivisorUpTo(row, most);
  if (!input.layout.isSharded())
    e.cb("in", block, in);
  if (!output.layout.isSharded())
    e.cb("out", block, out);
  e.endProgram();
}

void opmodel::moveProgram(Evaluation &e, const TensorSpec &input, const TensorSpec &output) {
  bool fromShards = input.layout.isSharded(), toShards = output.layout.isSharded();
  bool converts = input.layout.dataType != output.layout.dataType;
  Bytes inPage = pageBytes(input, e.chip), outPage = pageBytes(output, e.chip);
  auto shardPages = [](const TensorSpec &tensor) {
    auto [height, width] = device::shardShape2D(tensor);
    return tensor.layout.isTiled() ? (height / 32) * (width / 32) : height;
  };
  if (!fromShards && !toShards) {
    e.cb("in", 2, inPage);
    if (converts)
      e.cb("out", 2, outPage);
  } else if (!fromShards) {
    // OM-L4: the shard is its own buffer in L1; four pages are in flight.
    if (!output.layout.isL1())
      e.cb("shard", shardPages(output), outPage);
    if (converts)
      e.cb("shard before conversion", shardPages(output), inPage);
    e.cb("pages in flight", 4, inPage);
  } else if (!toShards) {
    if (converts)
      e.cb("shard after conversion", shardPages(input), outPage);
    else
      e.note("the circular buffer lies on the input's shard: 0 B");
  } else {
    e.note("reshard: circular buffers lie on the local shard: 0 B");
  }
  e.endProgram();
}

/// OM-L5: what reshard and its kin accept.
static bool checkMove(Evaluation &e, const TensorSpec &input, const TensorSpec &output) {
  bool converts = input.layout.dataType != output.layout.dataType;
  if (converts && !input.layout.isTiled())
    return e.refuse("move.row-major-conversion", "the element type changes in tiles only");
  if (input.layout.isSharded() && output.layout.isSharded() && converts)
    return e.refuse("move.reshard-conversion", "a reshard keeps the element type");
  if (!input.layout.isTiled() && (input.layout.isSharded() || output.layout.isSharded())) {
    const TensorSpec &sharded = output.layout.isSharded() ? output : input;
    Bytes row = device::shardShape2D(sharded).second * device::scalarBytes(sharded.layout.dataType);
    if (row % e.chip.l1AlignmentBytes != 0)
      return e.refuse("move.unaligned-row", "a row of the shard has {} B, not a multiple of {} B", row,
                      e.chip.l1AlignmentBytes);
  }
  return true;
}

/// OM-L9: a core converts what its shard holds. Where the last two dimensions are padded to tiles, one matrix after the
/// other, shards of rows and shards of tiles hold the same elements only if both hold the same whole matrices.
static bool checkMatrices(Evaluation &e, const TensorSpec &rows, const TensorSpec &tiles) {
  const size_t rank = rows.shape.size();
  if (rank < 3 || !tiles.layout.isSharded())
    return true;
  const int64_t high = rows.shape[rank - 2], padded = roundUp(high, device::tileHeight);
  const int64_t inRows = device::shardShape2D(rows).first, inTiles = device::shardShape2D(tiles).first;
  const int64_t allRows = volumeOf(rows.shape) / rows.shape.back();
  if (high == padded || allRows == high || inRows >= allRows ||
      (inRows % high == 0 && inTiles == inRows / high * padded))
    return true;
  return e.refuse("to_layout.torn-matrices", "a shard of {} rows holds other matrices of {} rows than one of tiles",
                  inRows, high);
}

static bool checkPageChange(Evaluation &e, const TensorSpec &input, const TensorSpec &output) {
  const TensorSpec &rows = input.layout.isTiled() ? output : input;
  if (!rows.layout.isSharded())
    return true;
  // OM-L1: row-major shards convert only when they are whole tiles.
  auto [height, width] = device::shardShape2D(rows);
  if (height % 32 != 0 || width % 32 != 0)
    return e.refuse("to_layout.shard-not-tile-multiple", "physical shard {}x{} is not a multiple of 32x32", height,
                    width);
  return checkMatrices(e, rows, input.layout.isTiled() ? input : output);
}

bool opmodel::convert(Evaluation &e, const TensorSpec &input, const TensorLayout &layout) {
  TensorSpec current = input, target{input.shape, layout};
  Bytes live = 0;
  auto step = [&](const char *name, TensorSpec next) {
    Bytes bytes = e.allocate(name, next);
    return std::pair{std::move(next), bytes};
  };
  bool pageChange = input.layout.pageLayout != layout.pageLayout;
  DataType type = input.layout.dataType;
  // OM-L6: element types change on tiles: before untilizing, while tilizing.
  if (pageChange && input.layout.isTiled() && type != layout.dataType) {
    auto [next, bytes] = step("cast", {input.shape, withType(input.layout, layout.dataType)});
    moveProgram(e, {input.shape, interleavedLike(input.layout, type, e.chip)},
                {input.shape, interleavedLike(input.layout, layout.dataType, e.chip)});
    current = next;
    live = bytes;
  }
  if (pageChange) {
    if (!checkPageChange(e, current, target))
      return false;
    step(input.layout.isTiled() ? "untilized" : "tilized", target);
    tilizeProgram(e, current, target);
    e.release(live);
    return true;
  }
  if (input.layout.isSharded() && layout.isSharded() && type != layout.dataType) {
    auto [next, bytes] = step("cast", {input.shape, withType(input.layout, layout.dataType)});
    current = next;
    live = bytes;
    if (sameMemory(current, target))
      return true;
  }
  if (!checkMove(e, current, target))
    return false;
  step("moved", target);
  moveProgram(e, current, target);
  e.release(live);
  return true;
}

bool opmodel::evaluateToMemoryConfig(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  if (input.layout.bufferType == BufferType::SystemMemory || layout.bufferType == BufferType::SystemMemory)
    return e.refuse("to_memory_config.host", "to_memory_config works on device tensors");
  // OM-L3: it moves; pages stay as they are.
  if (layout.pageLayout != input.layout.pageLayout)
    return e.refuse("to_memory_config.page-layout", "input is {}, output {}", device::toString(input.layout.pageLayout),
                    device::toString(layout.pageLayout));
  TensorSpec target{input.shape, layout};
  if (sameMemory(input, target) && layout.dataType == input.layout.dataType) {
    e.alias(0, input.shape, layout, 0);
    return true;
  }
  if (!convert(e, input, layout))
    return false;
  e.record(0, input.shape, layout);
  return true;
}

bool opmodel::evaluateToLayout(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  bool fromHost = input.layout.bufferType == BufferType::SystemMemory;
  bool toHost = layout.bufferType == BufferType::SystemMemory;
  // OM-L7: the host converts for itself.
  if (fromHost || toHost) {
    if (toHost)
      e.record(0, input.shape, layout);
    else
      e.produce(0, input.shape, layout);
    return true;
  }
  TensorSpec target{input.shape, layout};
  if (sameMemory(input, target) && layout.dataType == input.layout.dataType &&
      layout.pageLayout == input.layout.pageLayout) {
    e.alias(0, input.shape, layout, 0);
    return true;
  }
  if (!convert(e, input, layout))
    return false;
  e.record(0, input.shape, layout);
  return true;
}

bool opmodel::evaluateToTensorSpec(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  std::vector<device::LayoutStep> steps = device::stepsBetween(input.layout, layout);
  if (steps.empty()) {
    e.alias(0, input.shape, layout, 0);
    return true;
  }
  // OM-L8: its steps, one after the other; each frees what the one before has made.
  TensorSpec current = input;
  Bytes live = 0;
  for (const device::LayoutStep &step : steps) {
    TensorSpec next{input.shape, step.layout};
    bool transfers =
        step.kind == device::LayoutStep::Kind::ToDevice || step.kind == device::LayoutStep::Kind::FromDevice;
    if (transfers || current.layout.bufferType == BufferType::SystemMemory)
      e.allocate(device::opName(step.kind), next);
    else if (!convert(e, current, step.layout))
      return false;
    e.release(live);
    live = device::l1BytesPerCore(next, e.chip.l1Banks);
    current = std::move(next);
  }
  e.record(0, input.shape, layout);
  return true;
}

bool opmodel::evaluateTransfer(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  TensorLayout fallback = input.layout;
  bool toDevice = e.query.op == "to_device";
  fallback.bufferType = toDevice ? BufferType::DRAM : BufferType::SystemMemory;
  if (!toDevice || !input.layout.isSharded())
    fallback = withPage(dramInterleaved(input.layout.dataType), input.layout.pageLayout);
  if (!toDevice)
    fallback.bufferType = BufferType::SystemMemory;
  TensorLayout layout = requested(e, fallback, input.layout.dataType);
  if (layout.pageLayout != input.layout.pageLayout)
    return e.refuse("transfer.page-layout", "{} keeps the page layout", e.query.op);
  if ((layout.bufferType == BufferType::SystemMemory) == toDevice)
    return e.refuse("transfer.target", "{} cannot put its result into {}", e.query.op,
                    device::toString(layout.bufferType));
  if (toDevice)
    e.produce(0, input.shape, layout);
  else
    e.record(0, input.shape, layout);
  return true;
}

/// Copy, with conversion when the types differ; sharded to itself aliases.
static void copyProgram(Evaluation &e, const TensorSpec &input, const TensorSpec &output) {
  if (input.layout.isSharded() && sameMemory(input, output) && input.layout.isL1()) {
    e.note("circular buffers lie on the shards of input and output: 0 B");
    return;
  }
  e.cb("in", 2, pageBytes(input, e.chip));
  if (input.layout.dataType != output.layout.dataType)
    e.cb("out", 2, pageBytes(output, e.chip));
  e.endProgram();
}

bool opmodel::evaluateAssign(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  if (layout.pageLayout != input.layout.pageLayout)
    return e.refuse("assign.page-layout", "assign does not change the page layout");
  if (layout.isSharded() != input.layout.isSharded())
    return e.refuse("assign.memory-layout-mismatch", "assign does not shard or unshard");
  e.produce(0, input.shape, layout);
  copyProgram(e, input, {input.shape, layout});
  return true;
}

bool opmodel::evaluateTypecast(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  const TensorLayout *hint = e.hint();
  if (!input.layout.isTiled() && input.layout.isSharded())
    return e.refuse("typecast.row-major-sharded", "typecast of row-major shards is not supported");
  // OM-U4: typecast never shards or unshards.
  if (hint && hint->memoryLayout != input.layout.memoryLayout)
    return e.refuse("typecast.memory-layout-mismatch", "input is {} in {}, output {}: typecast keeps the memory layout",
                    device::toString(input.layout.memoryLayout), device::toString(input.layout.bufferType),
                    device::toString(hint->memoryLayout));
  TensorLayout layout = requested(e, input.layout, requestedType(e, input.layout.dataType));
  layout.pageLayout = input.layout.pageLayout;
  if (layout.isSharded() && isPartial(e))
    layout = withType(input.layout, layout.dataType);
  if (hint && layout.isSharded() && !sameMemory(input, {input.shape, layout}))
    return e.refuse("typecast.shard-mismatch", "typecast keeps grid and shard");
  if (layout.dataType == input.layout.dataType && sameMemory(input, {input.shape, layout})) {
    e.alias(0, input.shape, layout, 0);
    return true;
  }
  e.produce(0, input.shape, layout);
  if (layout.isSharded()) {
    e.note("circular buffers lie on the shards of input and output: 0 B");
    return true;
  }
  e.cb("in", 2, pageBytes(input, e.chip));
  e.cb("out", 2, pageBytes({input.shape, layout}, e.chip));
  e.endProgram();
  return true;
}
