//===- Attention.cpp - Time of attention, rotary embedding and caches ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatmulSchedule.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// Q [B, H, S, D] x K [B, Hk, T, D] -> softmax -> x V [B, Hk, T, Dv]. Heads times chunks of `chunk` query tiles are
/// spread over the cores; a core streams all keys and values past its chunk.
Runtime attendInChunks(const Context &context, const TensorSpec &q, const TensorSpec &k, const TensorSpec &v,
                       bool causal, int64_t keyLength, int64_t chunk) {
  auto tiles = [](int64_t elements) { return ceilDiv(std::max<int64_t>(elements, 1), 32); };
  const TimeParameters &p = context.p;
  int64_t heads = std::max<int64_t>(1, matricesOf(q.shape)), queryTiles = tiles(heightOf(q.shape)),
          keyTiles = tiles(keyLength);
  int64_t depth = tiles(widthOf(q.shape)), valueDepth = tiles(widthOf(v.shape));
  int64_t cores = context.chip.numCores();
  int64_t chunks = heads * ceilDiv(queryTiles, chunk);
  // With few chunks (decoding) the keys are split over cores, too.
  int64_t keySplit = std::clamp<int64_t>(cores / std::max<int64_t>(1, chunks), 1, keyTiles);
  double perCoreChunks = static_cast<double>(ceilDiv(chunks, cores));
  double keys = static_cast<double>(ceilDiv(keyTiles, keySplit)) * (causal ? 0.5 : 1.0);
  double scoreTiles = perCoreChunks * static_cast<double>(chunk) * keys;
  int64_t fidelity = fidelityPhases(context, q.layout.dataType, k.layout.dataType);
  double product = matmulProductCycles(context, fidelity, static_cast<double>(device::tileBytes(k.layout.dataType))) +
                   p.matmulStep / 4;
  Pipeline pipeline;
  pipeline.items = std::max(1.0, perCoreChunks * keys);
  pipeline.cores = std::min(cores, chunks * keySplit);
  pipeline.compute =
      context.ns(scoreTiles * (static_cast<double>(depth + valueDepth) * product + p.sdpaTile)) / pipeline.items;
  double keyBytes = static_cast<double>(device::tileBytes(k.layout.dataType));
  double pagesPerItem = static_cast<double>(depth + valueDepth);
  pipeline.read = context.read({inDram(k) ? Place::Dram : Place::RemoteL1, pagesPerItem, keyBytes, pagesPerItem});
  pipeline.readFromDram = inDram(k);
  double unique = static_cast<double>(keyLength) / static_cast<double>(std::max<int64_t>(1, heightOf(k.shape)));
  pipeline.dramReadBytes = (inDram(q) ? bytesOf(q) : 0) + (inDram(k) ? unique * (bytesOf(k) + bytesOf(v)) : 0);
  TensorSpec out = context.output();
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

/// With the best of the chunk sizes: larger ones fetch keys less often, smaller ones occupy more cores.
Runtime attend(const Context &context, const TensorSpec &q, const TensorSpec &k, const TensorSpec &v, bool causal,
               int64_t keyLength) {
  Context silent(context.query, context.chip, context.p, nullptr);
  int64_t best = 1;
  double least = 0;
  for (int64_t chunk = 1; chunk <= 4; ++chunk) {
    double total = attendInChunks(silent, q, k, v, causal, keyLength, chunk).totalNs;
    if (chunk == 1 || total < least) {
      best = chunk;
      least = total;
    }
  }
  return attendInChunks(context, q, k, v, causal, keyLength, best);
}

/// Tile streams with several operands: rotary embedding.
Runtime rotate(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  int64_t tiles = tileCount(in);
  double bytes = static_cast<double>(device::tileBytes(in.layout.dataType));
  Pipeline pipeline;
  // Work is split by rows of tiles.
  int64_t rows = tileShape(in).first, width = tileShape(in).second;
  pipeline.cores = in.layout.isSharded() ? shardCores(in) : std::min(context.chip.numCores(), rows);
  pipeline.items = static_cast<double>(ceilDiv(rows, pipeline.cores));
  pipeline.compute = context.ns(static_cast<double>(width) * context.p.ropeTile);
  if (!in.layout.isSharded()) {
    double pages = 3 * static_cast<double>(width); // in, cos, sin
    pipeline.read = context.read({inDram(in) ? Place::Dram : Place::RemoteL1, pages, bytes, pages});
    pipeline.write = context.write(
        {inDram(out) ? Place::Dram : Place::RemoteL1, static_cast<double>(width), bytes, static_cast<double>(width)});
    pipeline.dramReadBytes = inDram(in) ? 3 * static_cast<double>(tiles) * bytes : 0;
    pipeline.dramWriteBytes = inDram(out) ? static_cast<double>(tiles) * bytes : 0;
    pipeline.readFromDram = inDram(in);
    pipeline.writeToDram = inDram(out);
  }
  return context.run(pipeline);
}

/// Writes the tiles of `update` into a cache, in place. Updating one row of a tile reads and untilizes the tile.
Runtime writeCache(const Context &context, const TensorSpec &cache, const TensorSpec &update, bool rowWise) {
  int64_t tiles = tileCount(update);
  double bytes = static_cast<double>(device::tileBytes(cache.layout.dataType));
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), tiles);
  pipeline.items = static_cast<double>(ceilDiv(tiles, pipeline.cores));
  Place place = inDram(cache) ? Place::Dram : Place::RemoteL1;
  pipeline.read = context.read({place, rowWise ? 2.0 : 1.0, bytes, 1});
  pipeline.write = context.write({place, 1, bytes, 1});
  pipeline.compute = rowWise ? context.ns(context.p.untilizeRow + 2 * context.p.tilePass) : 0;
  pipeline.readFromDram = pipeline.writeToDram = place == Place::Dram;
  pipeline.dramReadBytes = pipeline.dramWriteBytes = place == Place::Dram ? static_cast<double>(tiles) * bytes : 0;
  return context.run(pipeline);
}

/// Heads are tile columns: whole tiles move.
Runtime moveHeads(const Context &context, const TensorSpec &in) {
  int64_t rows = tileShape(in).first, width = tileShape(in).second;
  double bytes = static_cast<double>(device::tileBytes(in.layout.dataType));
  TensorSpec out = context.output();
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), rows);
  pipeline.items = static_cast<double>(ceilDiv(rows, pipeline.cores) * width);
  pipeline.read = context.read({inDram(in) ? Place::Dram : Place::RemoteL1, 1, bytes, 1});
  pipeline.write = context.write({inDram(out) ? Place::Dram : Place::RemoteL1, 1, bytes, 1});
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(in) : 0;
  return context.run(pipeline);
}

} // namespace

std::optional<Runtime> time::attention(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  if (query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = query.inputs.front();
  TensorSpec out = context.output();
  bool decode = op.find("decode") != std::string::npos;
  if (op == "scaled_dot_product_attention" || op == "scaled_dot_product_attention_decode" ||
      op == "paged_scaled_dot_product_attention_decode" || op == "ring_joint_scaled_dot_product_attention" ||
      op == "flash_mla_prefill" || op == "paged_flash_multi_latent_attention_decode") {
    if (query.inputs.size() < 2)
      return std::nullopt;
    const TensorSpec &k = query.inputs[1];
    const TensorSpec &v = query.inputs.size() >= 3 ? query.inputs[2] : k;
    int64_t ring = std::clamp<int64_t>(context.intAttribute("ring_size", 1), 1, 1024);
    return attend(context, in, k, v, context.boolAttribute("is_causal", false) && !decode, heightOf(k.shape) * ring);
  }
  if (op == "rotary_embedding" || op == "rotary_embedding_llama")
    return rotate(context, in, out);
  if ((op == "update_cache" || op == "paged_update_cache" || op == "fill_cache" || op == "paged_fill_cache") &&
      query.inputs.size() >= 2)
    return writeCache(context, in, query.inputs[1], op.find("update") != std::string::npos);
  if (op == "nlp_create_qkv_heads_decode" || op == "split_query_key_value_and_split_heads" ||
      op == "nlp_create_heads" || op == "concatenate_heads" || op == "nlp_concat_heads" ||
      op == "nlp_concat_heads_decode")
    return moveHeads(context, in);
  return std::nullopt;
}
