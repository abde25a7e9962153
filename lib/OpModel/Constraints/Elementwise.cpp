//===- Elementwise.cpp - Elementwise ops of one tensor --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal eltwise/unary/device/unary_program_factory.cpp, unary_sharded_program_factory.cpp,
// unary_device_operation.cpp. Rules U1-U5 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"
#include "alcove/Device/DataTypeKinds.h"

using namespace alcove;
using namespace alcove::opmodel;

/// Ops whose kernel keeps one more buffer of the input's kind.
static bool hasScratchBuffer(std::string_view op) { return op == "cbrt" || op == "hardshrink"; }

bool opmodel::evaluateUnary(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  const TensorLayout *hint = e.hint();
  // OM-U1: a unary program reads and writes the same memory layout; OM-U2: the element type is the input's, but for what
  // calls the same bits by another type.
  DataType type = input.layout.dataType;
  if (e.query.op == "bitcast_convert") {
    DataType asked = requestedType(e, type);
    if (device::isBlockFloat(asked) || device::isBlockFloat(type) ||
        device::scalarBytes(asked) != device::scalarBytes(type))
      return e.refuse("bitcast_convert.width", "bits of {} are none of {}", device::toString(type),
                      device::toString(asked));
    type = asked;
  }
  if (hint && hint->memoryLayout != input.layout.memoryLayout)
    return e.refuse("unary.memory-layout-mismatch", "input is {}, output {}: both must be equal",
                    device::toString(input.layout.memoryLayout), device::toString(hint->memoryLayout));
  if (!input.layout.isSharded() && !requireTiled(e, 0))
    return false;
  TensorLayout layout = requested(e, input.layout, type);
  layout.pageLayout = input.layout.pageLayout;
  const Shape &shape = e.hasOutput() ? e.out().shape : input.shape;
  if (volumeOf(shape) != volumeOf(input.shape))
    return e.refuse("unary.shape-mismatch", "input has {} elements, output {}", volumeOf(input.shape), volumeOf(shape));
  TensorSpec output{input.shape, layout};
  if (layout.isSharded() && isPartial(e))
    output.layout = layout = withType(input.layout, type);
  // OM-U3: sharded in place of shards, core by core.
  if (layout.isSharded() && !sameMemory(input, output))
    return e.refuse("unary.shard-mismatch", "input shard {}x{} on {}x{} cores, output on {}x{}",
                    device::shardShape2D(input).first, device::shardShape2D(input).second, input.layout.gridRows,
                    input.layout.gridCols, layout.gridRows, layout.gridCols);
  e.produce(0, output.shape, layout);
  Bytes page = pageBytes(input, e.chip);
  if (layout.isSharded()) {
    auto [height, width] = device::shardShape2D(input);
    // Only the scratch buffer is not aliased to a shard.
    if (hasScratchBuffer(e.query.op))
      e.cb("scratch", input.layout.isTiled() ? (height / 32) * (width / 32) : height, page);
    else
      e.note("circular buffers lie on the shards of input and output: 0 B");
  } else {
    e.cb("in", 2, page);
    if (hasScratchBuffer(e.query.op))
      e.cb("scratch", 2, page);
    e.cb("out", 2, pageBytes(output, e.chip));
  }
  e.endProgram();
  return true;
}

bool opmodel::evaluateClampTensor(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  for (size_t i = 0; i < 3; ++i)
    if (!requireTiled(e, i) || !requireInterleaved(e, i))
      return false;
  if (!requireInterleavedOutput(e))
    return false;
  // OM-U5: composite: where(a > max, max, where(a < min, min, a)), each a ternary program of 2 tiles per tensor.
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  Bytes mask = e.allocate("comparison", {input.shape, layout});
  e.cb("in, bound, out", 6, tileOf(input));
  e.endProgram();
  Bytes lower = e.allocate("lower bounded", {input.shape, layout});
  e.cb("condition, true, false, out", 8, tileOf(input));
  e.endProgram();
  e.produce(0, input.shape, layout);
  e.cb("condition, true, false, out", 8, tileOf(input));
  e.endProgram();
  e.release(mask + lower);
  return true;
}
