//===- Attention.cpp - Scaled dot-product attention -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source: tt-metal transformer/sdpa/device/sdpa_program_factory.cpp, transformer/sdpa_decode. Rules T1-T4 of
// docs/spec/OpModel.md. Sizes are chunks in tiles: Sq and Sk rows of queries and keys, D the head.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

/// OM-T1: keys are taken in chunks of the largest power of two up to 512 rows that divides the sequence.
static int64_t chunkTiles(int64_t tiles, int64_t mostTiles) {
  int64_t chunk = 1;
  while (chunk * 2 <= mostTiles && tiles % (chunk * 2) == 0)
    chunk *= 2;
  return chunk;
}

static bool checkAttention(Evaluation &e, size_t tensors) {
  for (size_t i = 0; i < tensors; ++i) {
    const TensorSpec &operand = e.in(i);
    if (operand.shape.size() != 4)
      return e.refuse("sdpa.rank", "operand {} must have rank 4, it is {}", i, device::toString(operand));
    if (!requireTiled(e, i))
      return false;
    DataType type = operand.layout.dataType;
    if (type != DataType::BF16 && type != DataType::BfpBf8 && type != DataType::BfpF8 && type != DataType::BfpBf4 &&
        type != DataType::BfpF4)
      return e.refuse("sdpa.data-type", "operand {} is {}; bf16, bfp8 and bfp4 are possible", i,
                      device::toString(type));
  }
  int64_t head = e.in(0).shape[3];
  if (e.in(1).shape[3] != head)
    return e.refuse("sdpa.head-size", "queries have heads of {}, keys of {}", head, e.in(1).shape[3]);
  return true;
}

bool opmodel::evaluateSdpa(Evaluation &e) {
  if (!checkAttention(e, 3))
    return false;
  for (size_t i = 0; i < 3; ++i)
    if (!requireInterleaved(e, i))
      return false;
  const TensorSpec &query = e.in(0), &key = e.in(1), &value = e.in(2);
  if (query.shape[0] != key.shape[0] || key.shape[1] != value.shape[1] || key.shape[2] != value.shape[2] ||
      query.shape[1] % key.shape[1] != 0)
    return e.refuse("sdpa.shape-mismatch", "queries {}, keys {}, values {}", device::toString(query),
                    device::toString(key), device::toString(value));
  bool causal = e.boolean("is_causal", true);
  if (e.numInputs() > 3 && causal && !e.hasAttribute("operandSegmentSizes"))
    return e.refuse("sdpa.mask-and-causal", "a causal attention takes no mask");
  if (!requireInterleavedOutput(e))
    return false;
  // OM-T2: the backend's choice is DRAM.
  TensorLayout layout = requested(e, dramInterleaved(query.layout.dataType), query.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  Shape shape = query.shape;
  shape[3] = value.shape[3];
  e.produce(0, shape, layout);
  constexpr int64_t mostKeyTiles = 16;
  int64_t sq = 1, sk = chunkTiles(heightTiles(key.shape), mostKeyTiles);
  int64_t dh = widthTiles(query.shape), dv = widthTiles(value.shape);
  Bytes bf16 = tileBytes(DataType::BF16);
  // OM-T3.
  e.cb("q", sq * dh, tileOf(query));
  e.cb("k", 2 * sk * dh, tileOf(key));
  e.cb("v", 2 * sk * dv, tileOf(value));
  e.cb("mask", 2 * sq * sk, e.numInputs() > 3 ? tileOf(e.in(3)) : bf16);
  e.cb("scale, identity", 2, bf16);
  e.cb("q x k", sq * sk, bf16);
  e.cb("partial outputs", 2 * sq * dv, bf16);
  e.cb("running statistics", 5 * sq, bf16);
  e.cb("out", sq * dv, tileBytes(layout.dataType));
  e.endProgram();
  return true;
}

bool opmodel::evaluateSdpaDecode(Evaluation &e) {
  if (!checkAttention(e, 3))
    return false;
  const TensorSpec &query = e.in(0), &key = e.in(1), &value = e.in(2);
  // OM-T4: queries in DRAM or sharded in L1, keys and values interleaved in DRAM.
  if (query.layout.isL1() && !query.layout.isSharded())
    return e.refuse("sdpa_decode.query-l1-interleaved", "queries lie in DRAM or in shards, not interleaved in L1");
  for (size_t i = 1; i < 3; ++i)
    if (!e.in(i).layout.isDram() || e.in(i).layout.isSharded())
      return e.refuse("sdpa_decode.cache-not-in-dram", "keys and values must be interleaved in DRAM");
  bool paged = e.query.op.starts_with("paged");
  if (paged && e.in(3).layout.isTiled())
    return e.refuse("sdpa_decode.tiled-page-table", "the page table must be row-major");
  if (!requireInterleavedOutput(e))
    return false;
  TensorLayout layout = requested(e, dramInterleaved(query.layout.dataType), query.layout.dataType);
  layout.pageLayout = PageLayout::Tile;
  e.produce(0, e.hasOutput() ? e.out().shape : query.shape, layout);
  constexpr int64_t mostKeyTiles = 16;
  int64_t rows = heightTiles(query.shape), sk = chunkTiles(heightTiles(key.shape), mostKeyTiles);
  int64_t dh = widthTiles(query.shape), dv = widthTiles(value.shape);
  Bytes bf16 = tileBytes(DataType::BF16);
  if (!query.layout.isSharded())
    e.cb("q", rows * dh, tileOf(query));
  e.cb("k", 2 * sk * dh, tileOf(key));
  e.cb("v", 2 * sk * dv, tileOf(value));
  e.cb("mask", rows * sk, bf16);
  e.cb("scale, identity", 3, bf16);
  e.cb("q x k", rows * sk, bf16);
  e.cb("partial outputs", 4 * rows * dv, bf16);
  e.cb("running statistics", 10 * rows, bf16);
  e.cb("out", rows * dv, tileBytes(layout.dataType));
  for (size_t i = 3; i < e.numInputs(); ++i)
    if (!e.in(i).layout.isTiled())
      e.cb("index page", 1, pageBytes(e.in(i), e.chip));
  e.endProgram();
  return true;
}
