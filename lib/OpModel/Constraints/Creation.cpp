//===- Creation.cpp - Tensors from nothing ----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal creation.hpp, operations/{rand,uniform}. Rules C1-C3 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

/// Shape of the result: as given, or the attribute `shape`.
static bool createdShape(Evaluation &e, Shape &shape) {
  shape = e.hasOutput() ? e.out().shape : e.integers("shape");
  int64_t volume = 1;
  if (shape.size() > 8)
    return e.refuse("shape.rank", "rank {}", shape.size());
  for (int64_t dim : shape)
    if (dim <= 0 || mulOverflow(volume, dim, volume) || volume > (int64_t(1) << 38))
      return e.refuse("shape.too-large", "size {} in the shape to create", dim);
  return true;
}

bool opmodel::evaluateCreation(Evaluation &e) {
  Shape shape;
  if (!createdShape(e, shape))
    return false;
  // OM-C1: filled on the host and sent: no program. OM-C2: without a device or a layout the tensor stays on the host.
  DataType type = requestedType(e, DataType::BF16);
  TensorLayout host = dramInterleaved(type);
  host.bufferType = BufferType::SystemMemory;
  if (!e.boolean("device", true)) {
    e.record(0, shape, host);
    return true;
  }
  if (!e.hint()) {
    e.record(0, shape, e.query.op == "empty" ? dramInterleaved(type) : host);
    return true;
  }
  e.produce(0, shape, requested(e, host, type));
  return true;
}

bool opmodel::evaluateRand(Evaluation &e) {
  Shape shape;
  if (!createdShape(e, shape))
    return false;
  if (!requireInterleavedOutput(e))
    return false;
  DataType type = requestedType(e, DataType::BF16);
  TensorLayout layout = requested(e, dramInterleaved(type), type);
  // OM-C3: uniform numbers are made in f32 tiles (two intermediate tiles, one out), then cast, then untilized.
  TensorSpec uniform{shape, withPage(withType(layout, DataType::F32), PageLayout::Tile)};
  bool casts = type != DataType::F32, rows = !layout.isTiled();
  Bytes temporaries = 0;
  if (casts || rows)
    temporaries += e.allocate("uniform f32", uniform);
  else
    e.produce(0, shape, layout);
  Bytes f32 = tileBytes(DataType::F32), tile = tileBytes(type);
  e.cb("intermediate", 2, f32);
  e.cb("out", 1, f32);
  e.endProgram();
  if (casts) {
    if (rows)
      temporaries += e.allocate("cast", {shape, withPage(layout, PageLayout::Tile)});
    else
      e.produce(0, shape, layout);
    e.cb("in", 2, f32);
    e.cb("out", 2, tile);
    e.endProgram();
  }
  if (rows) {
    e.produce(0, shape, layout);
    e.cb("in, out", 2 * widthTiles(shape), tile);
    e.endProgram();
  }
  e.release(temporaries);
  return true;
}
