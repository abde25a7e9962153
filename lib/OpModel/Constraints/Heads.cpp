//===- Heads.cpp - Splitting and joining attention heads, rotary embeddings -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal transformer/{concatenate_heads,split_query_key_value_and_split_heads},
// experimental/transformer/{nlp_concat_heads,nlp_concat_heads_decode,nlp_create_qkv_heads_decode,rotary_embedding,
// rotary_embedding_llama}. Rules H1-H7 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

constexpr int64_t maxHeads = int64_t(1) << 20;

static bool requireRank(Evaluation &e, size_t operand, size_t rank) {
  if (e.in(operand).shape.size() == rank)
    return true;
  return e.refuse("heads.rank", "{} needs operand {} of rank {}, it is {}", e.query.op, operand, rank,
                  device::toString(e.in(operand)));
}

bool opmodel::evaluateConcatHeads(Evaluation &e) {
  if (!requireRank(e, 0, 4) || !requireTiled(e, 0) || !requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  const TensorSpec &input = e.in(0);
  int64_t batch = input.shape[0], heads = input.shape[1], sequence = input.shape[2], size = input.shape[3];
  if (size % 32 != 0)
    return e.refuse("heads.head-size", "head size {} is not a multiple of 32", size);
  Shape shape{batch, sequence, heads * size};
  if (e.query.op == "nlp_concat_heads")
    shape = {batch, 1, sequence, heads * size};
  if (e.hasOutput() && volumeOf(e.out().shape) == volumeOf(shape))
    shape = e.out().shape;
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  e.produce(0, shape, layout);
  // OM-H1: a row of all heads, twice.
  e.cb("row of heads", 2 * heads * (size / 32), tileOf(input));
  e.endProgram();
  return true;
}

bool opmodel::evaluateConcatHeadsDecode(Evaluation &e) {
  if (!requireRank(e, 0, 4) || !requireTiled(e, 0))
    return false;
  const TensorSpec &input = e.in(0);
  if (input.layout.memoryLayout != MemoryLayout::HeightSharded || !input.layout.isL1())
    return e.refuse("heads.not-height-sharded", "nlp_concat_heads_decode takes height shards in L1");
  const TensorLayout *hint = e.hint();
  bool dram = hint && hint->isDram() && !hint->isSharded();
  if (hint && !dram && hint->memoryLayout != MemoryLayout::WidthSharded)
    return e.refuse("heads.output-layout", "the output is width sharded in L1 or interleaved in DRAM, not {} {}",
                    device::toString(hint->bufferType), device::toString(hint->memoryLayout));
  int64_t heads = e.integer("num_heads", dimFromEnd(input.shape, 1)), size = dimFromEnd(input.shape, 0);
  if (heads <= 0 || heads > e.chip.numCores() || size % 32 != 0)
    return e.refuse("heads.count", "{} heads of {} on {} cores", heads, size, e.chip.numCores());
  Shape shape{1, 1, roundUp(input.shape[1], 32), heads * size};
  if (e.hasOutput() && dimFromEnd(e.out().shape, 0) == heads * size)
    shape = e.out().shape;
  // OM-H2: one core per head holds all users' rows of that head, whatever grid is asked.
  TensorLayout layout = withType(input.layout, input.layout.dataType);
  layout.memoryLayout = MemoryLayout::WidthSharded;
  layout.gridRows = 1;
  layout.gridCols = heads;
  layout.cores.clear();
  layout.shardShape = {32, size};
  if (dram) {
    Bytes sharded = e.allocate("sharded result", {shape, layout});
    e.produce(0, shape, dramInterleaved(input.layout.dataType));
    e.release(sharded);
  } else {
    e.produce(0, shape, layout);
  }
  e.note("circular buffers lie on the shards of input and output: 0 B");
  return true;
}

bool opmodel::evaluateSplitHeads(Evaluation &e) {
  if (!requireRank(e, 0, 3) || !requireTiled(e, 0) || !requireInterleaved(e, 0))
    return false;
  const TensorSpec &input = e.in(0);
  int64_t heads = e.integer("num_heads", 1), kvHeads = e.integer("num_kv_heads", heads);
  bool transposed = e.boolean("transpose_key", false), separateKv = e.numInputs() > 1;
  if (heads <= 0 || kvHeads <= 0 || heads > maxHeads || kvHeads > maxHeads)
    return e.refuse("heads.count", "{} and {} heads", heads, kvHeads);
  int64_t all = separateKv ? heads : heads + 2 * kvHeads;
  if (input.shape[2] % all != 0)
    return e.refuse("heads.count", "a row of {} does not split into {} heads", input.shape[2], all);
  int64_t batch = input.shape[0], sequence = input.shape[1], size = input.shape[2] / all;
  Shape query{batch, heads, sequence, size}, key{batch, kvHeads, sequence, size}, value = key;
  if (transposed)
    std::swap(key[2], key[3]);
  const Shape shapes[] = {query, key, value};
  for (size_t i = 0; i < 3; ++i) {
    if (!requireInterleavedOutput(e, i))
      return false;
    TensorLayout layout = requested(e, e.hint(0) ? *e.hint(0) : input.layout, input.layout.dataType, i);
    layout.pageLayout = PageLayout::Tile;
    e.produce(i, shapes[i], layout);
  }
  // OM-H3: two tiles in, two out; a transposed key needs eight more.
  e.cb("tiles", 4, tileOf(input));
  if (transposed)
    e.cb("transposed key", 8, tileOf(input));
  e.endProgram();
  return true;
}

bool opmodel::evaluateCreateHeadsDecode(Evaluation &e) {
  if (!requireRank(e, 0, 4) || !requireTiled(e, 0))
    return false;
  const TensorSpec &input = e.in(0);
  int64_t heads = e.integer("num_heads", 1), kvHeads = e.integer("num_kv_heads", heads);
  if (heads <= 0 || kvHeads <= 0 || heads > maxHeads || kvHeads > maxHeads)
    return e.refuse("heads.count", "{} and {} heads", heads, kvHeads);
  int64_t all = heads + 2 * kvHeads, batch = input.shape[2];
  if (input.shape[3] % all != 0)
    return e.refuse("heads.count", "a row of {} does not split into {} heads", input.shape[3], all);
  if (batch > 32 || batch > e.chip.numCores())
    return e.refuse("heads.batch", "a batch of {} users does not fit the cores", batch);
  int64_t size = input.shape[3] / all;
  // OM-H4: one core per user holds that user's heads.
  for (size_t i = 0; i < 3; ++i) {
    Shape shape{1, batch, i == 0 ? heads : kvHeads, size};
    TensorLayout layout = l1Interleaved(input.layout.dataType, e.chip);
    layout.memoryLayout = MemoryLayout::HeightSharded;
    layout.gridRows = batch;
    layout.gridCols = 1;
    layout.shardShape = {roundUp(shape[2], 32), roundUp(size, 32)};
    e.produce(i, shape, layout);
  }
  e.note("circular buffers lie on the shards of the outputs: 0 B");
  return true;
}

/// OM-H5: rotary embeddings write the input's sharding.
static bool rotaryLayout(Evaluation &e, TensorLayout &layout) {
  const TensorSpec &input = e.in(0);
  if (input.layout.memoryLayout == MemoryLayout::WidthSharded ||
      input.layout.memoryLayout == MemoryLayout::BlockSharded)
    return e.refuse("rotary.sharding", "{} takes interleaved or height-sharded tensors, not {}", e.query.op,
                    device::toString(input.layout.memoryLayout));
  layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  if (layout.isSharded() && isPartial(e) && layout.memoryLayout == input.layout.memoryLayout)
    layout = input.layout;
  if (layout.memoryLayout != input.layout.memoryLayout)
    return e.refuse("rotary.memory-layout-mismatch", "input is {}, output {}",
                    device::toString(input.layout.memoryLayout), device::toString(layout.memoryLayout));
  return true;
}

bool opmodel::evaluateRotary(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  for (size_t i = 0; i < 3; ++i)
    if (!requireTiled(e, i))
      return false;
  int64_t size = dimFromEnd(input.shape, 0);
  if (size % 64 != 0 && size != 32)
    return e.refuse("rotary.head-size", "head size {} is not a multiple of 64", size);
  if (dimFromEnd(e.in(1).shape, 0) != size || dimFromEnd(e.in(2).shape, 0) != size)
    return e.refuse("rotary.cache-shape", "cos and sin rows must have {} elements", size);
  TensorLayout layout;
  if (!rotaryLayout(e, layout))
    return false;
  e.produce(0, input.shape, layout);
  int64_t wt = widthTiles(input.shape);
  Bytes tile = tileOf(input);
  // OM-H6: double-buffered rows of x, rotated x, cos, sin, out; a scalar and three products. Shards are their own.
  bool sharded = input.layout.isSharded();
  if (!sharded) {
    e.cb("x", 2 * wt, tile);
    e.cb("out", 2 * wt, tileBytes(layout.dataType));
  }
  e.cb("rotated x", 2 * wt, tile);
  e.cb("cos", 2 * wt, tileOf(e.in(1)));
  e.cb("sin", 2 * wt, tileOf(e.in(2)));
  e.cb("scalar", 1, tileBytes(DataType::BF16));
  e.cb("products", 3, tile);
  e.endProgram();
  return true;
}

bool opmodel::evaluateRotaryLlama(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  for (size_t i = 0; i < 4; ++i)
    if (!requireTiled(e, i))
      return false;
  TensorLayout layout;
  if (!rotaryLayout(e, layout))
    return false;
  e.produce(0, input.shape, layout);
  int64_t dt = widthTiles(input.shape);
  Bytes tile = tileOf(input);
  // OM-H7: prefill: double-buffered rows; decode (height-sharded): all operands and the result are shards.
  if (!input.layout.isSharded()) {
    e.cb("x", 2 * dt, tile);
    e.cb("cos, sin", 4 * dt, tile);
    e.cb("transformation", 1, tile);
    e.cb("out", 2 * dt, tileBytes(layout.dataType));
  }
  e.cb("products", 3 * dt, tile);
  e.endProgram();
  return true;
}
