//===- Collective.cpp - Ops between chips -----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Table level only: shapes, layouts and alignment as the rules state them, packet buffers of the fabric. Sources:
// op_sharding_rules (mesh_partition), tt-metal experimental/ccl. Rules X1-X4 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

bool opmodel::evaluateCollective(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (e.query.op == "mesh_shard") {
    // OM-X1: done by the host.
    TensorLayout layout = requested(e, input.layout, input.layout.dataType);
    e.produce(0, e.hasOutput() ? e.out().shape : input.shape, layout);
    return true;
  }
  // OM-X2: interleaved in, interleaved out.
  if (!requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  const char *name = e.hasAttribute("all_gather_dim") ? "all_gather_dim" : "scatter_dim";
  if (e.hasAttribute(name) && !normalisedDim(e.integer(name, 0), input.shape.size()))
    return e.refuse("collective.dim-out-of-range", "dimension {} of rank {}", e.integer(name, 0), input.shape.size());
  Shape shape = e.hasOutput() ? e.out().shape : input.shape;
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  Bytes page = pageBytes(input, e.chip), temporary = 0;
  // OM-X3: an all-reduce gathers or scatters into an intermediate of the input's size first.
  if (e.query.op.starts_with("all_reduce") || e.query.op == "reduce_scatter")
    temporary = e.allocate("received", {input.shape, layout});
  e.produce(0, shape, layout);
  constexpr int64_t pagesPerPacket = 4;
  e.cb("packets", 3 * pagesPerPacket, page);
  if (temporary > 0 || e.query.op != "all_gather")
    e.cb("local and reduced pages", 2 * pagesPerPacket, page);
  e.cb("packet headers", 8, 96);
  e.endProgram();
  e.release(temporary);
  return true;
}

bool opmodel::evaluateMeshPartition(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  std::optional<int64_t> dim = normalisedDim(e.integer("dim", 0), input.shape.size());
  if (!dim)
    return e.refuse("mesh_partition.dim-out-of-range", "dimension {} of rank {}", e.integer("dim", 0),
                    input.shape.size());
  if (!requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  int64_t parts = e.integer("num_partitions", 1);
  if (e.hasOutput() && e.out().shape.size() == input.shape.size() && e.out().shape[*dim] > 0)
    parts = ceilDiv(input.shape[*dim], e.out().shape[*dim]);
  if (parts <= 0 || input.shape[*dim] % parts != 0)
    return e.refuse("mesh_partition.not-divisible", "dimension {} of {} elements in {} parts", *dim, input.shape[*dim],
                    parts);
  Shape shape = input.shape;
  shape[*dim] /= parts;
  // OM-X4: tiles are not cut.
  bool tileDim = *dim + 2 >= static_cast<int64_t>(input.shape.size());
  if (input.layout.isTiled() && tileDim && shape[*dim] % 32 != 0)
    return e.refuse("mesh_partition.cuts-tiles", "{} elements of dimension {} in {} parts are not whole tiles",
                    input.shape[*dim], *dim, parts);
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  e.produce(0, shape, layout);
  e.cb("pages", 2, pageBytes(input, e.chip));
  e.endProgram();
  return true;
}

bool opmodel::evaluateDistributedNorm(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  if (!requireTiled(e, 0))
    return false;
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  if (layout.isSharded() != input.layout.isSharded())
    return e.refuse("norm.memory-layout-mismatch", "input is {}, output {}",
                    device::toString(input.layout.memoryLayout), device::toString(layout.memoryLayout));
  e.produce(0, input.shape, layout);
  int64_t wt = input.layout.isSharded() ? device::shardShape2D(input).second / 32 : widthTiles(input.shape);
  Bytes tile = tileOf(input);
  e.cb("x, x^2", 2 * wt, tile);
  e.cb("statistics", 8, tile);
  e.cb("scaler, eps", 4, tileBytes(DataType::BF16));
  e.endProgram();
  return true;
}
