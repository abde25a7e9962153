//===- ElementwiseBinary.cpp - Elementwise ops of two tensors, and where ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal eltwise/binary_ng/device/binary_ng_program_factory.cpp (is_native_L1_sharding), binary_ng
// device operation, eltwise/ternary. Rules B1-B6 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

/// Shape of the broadcast result; nothing when a dimension differs and neither is 1.
static std::optional<Shape> broadcast(const Shape &a, const Shape &b) {
  size_t rank = std::max(a.size(), b.size());
  Shape result(rank);
  for (size_t i = 0; i < rank; ++i) {
    int64_t x = dimFromEnd(a, i), y = dimFromEnd(b, i);
    if (x != y && x != 1 && y != 1)
      return std::nullopt;
    result[rank - 1 - i] = std::max(x, y);
  }
  return result;
}

/// The operand is a single row under a taller result: the kernel fills a tile with it (one more double buffer).
static bool isRowBroadcast(const Shape &operand, const Shape &result) {
  return dimFromEnd(operand, 1) == 1 && dimFromEnd(result, 1) > 1 && dimFromEnd(operand, 0) == dimFromEnd(result, 0) &&
         dimFromEnd(operand, 0) > 1;
}

/// Ops with an activation on each operand before the binary kernel.
static bool hasPreActivations(std::string_view op) {
  return op == "logical_and" || op == "logical_or" || op == "logical_xor";
}

/// OM-B1: all operands broadcast to one shape.
static bool broadcastOperands(Evaluation &e, Shape &shape) {
  shape = e.in(0).shape;
  for (size_t i = 1; i < e.numInputs(); ++i) {
    std::optional<Shape> next = broadcast(shape, e.in(i).shape);
    if (!next)
      return e.refuse("binary.not-broadcastable", "{} and {} do not broadcast", device::toString(e.in(0)),
                      device::toString(e.in(i)));
    shape = *next;
  }
  if (!boundedVolume(shape))
    return e.refuse("shape.too-large", "the broadcast result is too large");
  if (e.hasOutput() && volumeOf(e.out().shape) != volumeOf(shape))
    return e.refuse("binary.result-shape", "the result has {} elements, the operands broadcast to {}",
                    volumeOf(e.out().shape), volumeOf(shape));
  return true;
}

/// OM-B4: the memory layout without a request: that of the first operand with the result's shape, sharded ones first.
static TensorLayout defaultLayout(const Evaluation &e, const Shape &shape) {
  for (size_t i = 0; i < e.numInputs(); ++i)
    if (e.in(i).layout.isSharded() && e.in(i).layout.isL1() && volumeOf(e.in(i).shape) == volumeOf(shape))
      return e.in(i).layout;
  return interleavedLike(e.in(0).layout, e.in(0).layout.dataType, e.chip);
}

/// A sharded request whose grid was left open takes that of a sharded operand of its kind, if there is one.
static TensorLayout adoptOperandGrid(const Evaluation &e, TensorLayout layout, const Shape &shape) {
  if (!layout.isSharded() || !isPartial(e))
    return layout;
  for (size_t i = 0; i < e.numInputs(); ++i)
    if (e.in(i).layout.memoryLayout == layout.memoryLayout && e.in(i).layout.isL1() &&
        volumeOf(e.in(i).shape) == volumeOf(shape))
      return withType(e.in(i).layout, layout.dataType);
  return layout;
}

/// OM-B3: the kernel works on shards in place only when the output is sharded and every operand fits it.
static bool isNativeSharded(const Evaluation &e, const TensorSpec &output) {
  if (!output.layout.isL1() || !evenlySharded(output))
    return false;
  for (size_t i = 0; i < e.numInputs(); ++i) {
    const TensorSpec &operand = e.in(i);
    if (operand.layout.isDram() || volumeOf(operand.shape) != volumeOf(output.shape))
      return false;
    if (operand.layout.isSharded() &&
        (operand.layout.memoryLayout != output.layout.memoryLayout || !sameMemory(operand, output)))
      return false;
  }
  return true;
}

/// OM-B7: composite ops end in a `where` while their intermediates are live: atan2 has fifteen of the result's kind;
/// remainder works in f32 with six, and casts back.
static void compositeProgram(Evaluation &e, const TensorSpec &output) {
  bool inF32 = e.query.op == "remainder";
  TensorSpec intermediate{output.shape, inF32 ? withType(output.layout, DataType::F32) : output.layout};
  Bytes tile = tileOf(intermediate), live = 0;
  int64_t count = inF32 ? 6 : 15;
  for (int64_t i = 0; i < count; ++i)
    live += e.allocate("intermediate", intermediate);
  if (!inF32)
    e.produce(0, output.shape, output.layout);
  e.cb("condition, true, false, out", 8, tile);
  e.endProgram();
  e.release(live);
  if (!inF32)
    return;
  // All but the result in f32 are gone when it is cast.
  Bytes last = e.allocate("result in f32", intermediate);
  e.produce(0, output.shape, output.layout);
  e.cb("in", 2, tile);
  e.cb("out", 2, tileOf(output));
  e.endProgram();
  e.release(last);
}

bool opmodel::evaluateBinary(Evaluation &e) {
  for (size_t i = 0; i < e.numInputs(); ++i)
    if (!requireTiled(e, i))
      return false;
  Shape shape;
  if (!broadcastOperands(e, shape))
    return false;
  if (shape.size() > 5 && e.numInputs() > 1 && e.in(0).shape != e.in(1).shape)
    return e.refuse("binary.broadcast-rank", "broadcasting is limited to rank 5, the result has rank {}", shape.size());
  TensorLayout layout = requested(e, defaultLayout(e, shape), requestedType(e, e.in(0).layout.dataType));
  layout.pageLayout = PageLayout::Tile;
  layout = adoptOperandGrid(e, layout, shape);
  const Shape &outShape = e.hasOutput() ? e.out().shape : shape;
  // OM-B2: atan2 is composed of programs that keep the memory layout.
  if (e.query.op == "atan2")
    for (size_t i = 0; i < e.numInputs(); ++i)
      if (e.in(i).layout.memoryLayout != layout.memoryLayout)
        return e.refuse("atan2.memory-layout-mismatch", "operand {} is {}, the output {}: all must be equal", i,
                        device::toString(e.in(i).layout.memoryLayout), device::toString(layout.memoryLayout));
  TensorSpec output{outShape, layout};
  bool composed = e.query.op == "atan2" || e.query.op == "remainder";
  if (composed && volumeOf(e.in(0).shape) == volumeOf(outShape) && !layout.isSharded()) {
    compositeProgram(e, output);
    return true;
  }
  e.produce(0, outShape, layout);
  bool scalar = e.numInputs() == 1;
  if (isNativeSharded(e, output)) {
    auto [height, width] = device::shardShape2D(output);
    int64_t shardTiles = (height / 32) * (width / 32);
    for (size_t i = 0; i < e.numInputs(); ++i)
      if (!e.in(i).layout.isSharded())
        e.cb(i == 0 ? "lhs shard" : "rhs shard", shardTiles, tileOf(e.in(i)));
    e.note("sharded operands and output: circular buffers lie on the shards");
  } else {
    for (size_t i = 0; i < e.numInputs(); ++i)
      e.cb(i == 0 ? "lhs" : "rhs", 2, tileOf(e.in(i)));
    e.cb("out", 2, tileBytes(layout.dataType));
  }
  if (scalar)
    e.cb("scalar", 1, tileOf(e.in(0)));
  if (hasPreActivations(e.query.op))
    for (size_t i = 0; i < e.numInputs(); ++i)
      e.cb("operand after activation", 1, tileOf(e.in(i)));
  for (size_t i = 0; i < e.numInputs() && !scalar; ++i)
    if (isRowBroadcast(e.in(i).shape, shape))
      e.cb("row broadcast", 2, tileOf(e.in(i)));
  e.endProgram();
  return true;
}

bool opmodel::evaluateWhere(Evaluation &e) {
  for (size_t i = 0; i < 3; ++i)
    if (!requireTiled(e, i))
      return false;
  Shape shape;
  if (!broadcastOperands(e, shape))
    return false;
  // OM-B5: the ternary kernel reads shards through accessors and takes the type of the true value.
  TensorLayout layout = requested(e, defaultLayout(e, shape), requestedType(e, e.in(1).layout.dataType));
  layout.pageLayout = PageLayout::Tile;
  layout = adoptOperandGrid(e, layout, shape);
  const Shape &outShape = e.hasOutput() ? e.out().shape : shape;
  e.produce(0, outShape, layout);
  // OM-B6: two tiles each of condition, both values and result; one row under a tall result needs two more.
  for (size_t i = 0; i < 3; ++i) {
    e.cb(i == 0 ? "condition" : i == 1 ? "true" : "false", 2, tileOf(e.in(i)));
    if (isRowBroadcast(e.in(i).shape, shape))
      e.cb("row broadcast", 2, tileOf(e.in(i)));
  }
  e.cb("out", 2, tileBytes(layout.dataType));
  e.endProgram();
  return true;
}
