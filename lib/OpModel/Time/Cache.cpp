//===- Cache.cpp - Time of caches of keys and values ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Movement.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

/// Writes the tiles of `update` into a cache, in place. Updating one row of a tile reads and untilizes the tile.
static Runtime writeCache(const Context &context, const TensorSpec &cache, const TensorSpec &update, bool rowWise) {
  int64_t tiles = tileCount(update);
  double bytes = tileBytesOf(cache);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), tiles);
  pipeline.items = static_cast<double>(ceilDiv(tiles, pipeline.cores));
  Place place = pagesOf(cache);
  pipeline.read = context.read({place, rowWise ? 2.0 : 1.0, bytes, 1});
  pipeline.write = context.write({place, 1, bytes, 1});
  pipeline.compute = rowWise ? context.ns(context.p.untilizeRow + 2 * context.p.tilePass) : 0;
  pipeline.readFromDram = pipeline.writeToDram = place == Place::Dram;
  pipeline.dramReadBytes = pipeline.dramWriteBytes = place == Place::Dram ? static_cast<double>(tiles) * bytes : 0;
  pipeline.movesOnly = !rowWise;
  return context.run(pipeline);
}

/// One token of every user: a core per user reads the row of tiles that the token falls into, untilizes it, puts the
/// token's row in, tilizes and writes it back, head by head. `update` is [1, users, heads, D].
static Runtime updatePaged(const Context &context, const TensorSpec &cache, const TensorSpec &update) {
  int64_t users = dimOf(update, 1), heads = std::min(dimOf(update, 2), dimOf(cache, 1));
  double tiles = static_cast<double>(tilesOf(widthOf(update.shape))), bytes = tileBytesOf(cache);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), users);
  pipeline.items = static_cast<double>(ceilDiv(users, pipeline.cores) * heads);
  Place place = pagesOf(cache);
  pipeline.read = context.read({place, tiles, bytes, tiles});
  pipeline.write = context.write({place, tiles, bytes, tiles});
  pipeline.compute = context.ns(context.p.untilizeRow + tiles * context.p.cacheTile);
  pipeline.readFromDram = pipeline.writeToDram = place == Place::Dram;
  double all = static_cast<double>(users * heads) * tiles * bytes;
  pipeline.dramReadBytes = pipeline.dramWriteBytes = place == Place::Dram ? all : 0;
  return context.run(pipeline);
}

std::optional<Runtime> time::cache(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  if (query.inputs.size() < 2)
    return std::nullopt;
  const TensorSpec &in = query.inputs.front();
  if (op == "paged_update_cache" || op == "paged_fused_update_cache")
    return updatePaged(context, in, query.inputs[1]);
  if (op == "update_cache" || op == "fill_cache" || op == "paged_fill_cache")
    return writeCache(context, in, query.inputs[1], op == "update_cache");
  return std::nullopt;
}
