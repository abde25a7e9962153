//===- Cache.cpp - Key-value caches, written in place -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal kv_cache/device/{fill_cache,update_cache}_op_multi_core.cpp, experimental/paged_cache. Rules K1-K3
// of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

/// OM-K1: the cache is written in place: the result is operand 0.
static bool cacheShapes(Evaluation &e) {
  const TensorSpec &cache = e.in(0), &input = e.in(1);
  if (cache.shape.size() != 4 || input.shape.size() != 4)
    return e.refuse("cache.rank", "cache {} and input {} must have rank 4", device::toString(cache),
                    device::toString(input));
  if (cache.shape[3] != input.shape[3])
    return e.refuse("cache.head-size", "cache rows have {} elements, the input's {}", cache.shape[3], input.shape[3]);
  if (!requireTiled(e, 0) || !requireTiled(e, 1))
    return false;
  if (cache.layout.isSharded())
    return e.refuse("cache.sharded", "the cache must be interleaved");
  return true;
}

/// Rows that were untilized have no block floats.
static Bytes untilizedTile(const Evaluation &e) {
  return tileBytes(e.boolean("compute_config.fp32_dest_acc_en", false) ? DataType::F32 : DataType::BF16);
}

static void inPlace(Evaluation &e) { e.alias(0, e.in(0).shape, e.in(0).layout, 0); }

bool opmodel::evaluateFillCache(Evaluation &e) {
  const TensorSpec &cache = e.in(0), &input = e.in(1);
  if (!cacheShapes(e))
    return false;
  if (input.shape[2] > cache.shape[2])
    return e.refuse("cache.length", "{} rows into a cache of {}", input.shape[2], cache.shape[2]);
  if (cache.layout.dataType != input.layout.dataType)
    return e.refuse("cache.data-type", "cache is {}, input {}", device::toString(cache.layout.dataType),
                    device::toString(input.layout.dataType));
  inPlace(e);
  if (!input.layout.isSharded())
    e.cb("tiles", 2, tileOf(input));
  e.endProgram();
  return true;
}

bool opmodel::evaluateUpdateCache(Evaluation &e) {
  const TensorSpec &cache = e.in(0), &input = e.in(1);
  if (!cacheShapes(e))
    return false;
  if (e.numInputs() > 2) {
    DataType index = e.in(2).layout.dataType;
    if (index != DataType::U32 && index != DataType::SI32)
      return e.refuse("cache.index-type", "the update index must be u32, it is {}", device::toString(index));
  }
  inPlace(e);
  int64_t wt = widthTiles(cache.shape), granularity = std::min<int64_t>(2, cache.shape[0]);
  Bytes tile = tileOf(cache), inTile = tileOf(input);
  // OM-K2: rows of tiles: cache and output in granules, one untilized row per user (32).
  e.cb("cache", 2 * granularity * wt, tile);
  if (!input.layout.isSharded())
    e.cb("input", 2 * wt, inTile);
  e.cb("untilized cache", 2 * granularity * wt, untilizedTile(e));
  e.cb("untilized input", 2 * wt, untilizedTile(e));
  e.cb("output", 32 * wt, tile);
  e.endProgram();
  return true;
}

bool opmodel::evaluatePagedCache(Evaluation &e) {
  const TensorSpec &cache = e.in(0), &input = e.in(1);
  if (!cacheShapes(e))
    return false;
  bool update = e.query.op == "paged_update_cache";
  if (update && input.layout.memoryLayout != MemoryLayout::HeightSharded)
    return e.refuse("cache.input-not-height-sharded", "paged_update_cache takes the new rows height sharded, not {}",
                    device::toString(input.layout.memoryLayout));
  for (size_t i = 2; i < e.numInputs(); ++i)
    if (e.in(i).layout.isTiled())
      return e.refuse("cache.tiled-index", "operand {} must be row-major", i);
  inPlace(e);
  int64_t wt = widthTiles(cache.shape);
  Bytes tile = tileOf(cache);
  if (update) {
    // OM-K3: two rows of the cache in, untilized, out; all of the input's shard untilized: a row of tiles per 32 heads of
    // each user.
    auto [height, width] = device::shardShape2D(input);
    e.cb("cache", 2 * wt, tile);
    e.cb("untilized cache", 2 * wt, untilizedTile(e));
    e.cb("untilized input", ceilDiv(height, 32) * ceilDiv(width, 32), untilizedTile(e));
    e.cb("output", 2 * wt, tile);
  } else {
    e.cb("tiles", 2 * wt, tile);
  }
  // A page of indices each; filling allocates exactly the row's bytes.
  for (size_t i = 2; i < e.numInputs(); ++i) {
    Bytes row = std::max<int64_t>(1, dimFromEnd(e.in(i).shape, 0)) * tileOf(e.in(i)) / 1024;
    e.cb("index page", 1, update ? pageBytes(e.in(i), e.chip) : row);
  }
  e.endProgram();
  return true;
}
