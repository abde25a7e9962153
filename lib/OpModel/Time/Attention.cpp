//===- Attention.cpp - Time of scaled dot product attention ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries and keys are cut into chunks; a core takes a chunk of queries of a head and walks over the chunks of keys:
//
//          keys     c0   c1   c2   c3
//   queries  q0     x                     causal: only what lies before
//            q1     x    x                x = scores (QK^T), softmax bookkeeping, product with V, rescaling of what
//            q2     x    x    x               was summed so far: a fixed cost per chunk, and one per tile of scores
//            q3     x    x    x    x
//
// Decoding has one row of tiles of queries per user and key head; cores without one share the keys of another.
//
//===----------------------------------------------------------------------===//
#include "MatmulSchedule.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// One walk over keys.
struct Walk {
  double walks = 1;       ///< per core, one after the other
  double chunks = 1;      ///< of keys in a walk
  int64_t queryTiles = 1; ///< rows of tiles of queries
  double keyTiles = 1;    ///< rows of tiles of keys in a chunk
  int64_t depth = 1, valueDepth = 1;
  int64_t cores = 1;
  double keyBytes = 0;    ///< of all keys and values, once
  double chunkCycles = 0; ///< fixed cost of a chunk
};

Runtime attendWalking(const Context &context, const TensorSpec &q, const TensorSpec &k, const Walk &w) {
  const TimeParameters &p = context.p;
  double tile = static_cast<double>(device::tileBytes(k.layout.dataType));
  int64_t fidelity = fidelityPhases(context.query, q.layout.dataType, k.layout.dataType);
  double product = matmulProductCycles(context, fidelity, tile) + p.matmulStep / 4;
  double scores = static_cast<double>(w.queryTiles) * w.keyTiles, depth = static_cast<double>(w.depth + w.valueDepth);
  Pipeline pipeline;
  pipeline.cores = w.cores;
  pipeline.items = std::max(1.0, w.walks * w.chunks);
  pipeline.compute = context.ns(w.chunkCycles + scores * (depth * product + p.sdpaTile));
  double pages = w.keyTiles * depth;
  pipeline.read = context.read({inDram(k) ? Place::Dram : Place::RemoteL1, pages, tile, pages});
  pipeline.readFromDram = inDram(k);
  pipeline.extraLaunchCycles = p.sdpaStart;
  pipeline.dramReadBytes = (inDram(q) ? bytesOf(q) : 0) + (inDram(k) ? w.keyBytes / context.p.matmulReadFraction : 0);
  TensorSpec out = context.output();
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(out) : 0;
  return context.run(pipeline);
}

/// Prefill. Q [B, H, S, D], K [B, Hk, T, D]; chunks of `chunk` tiles on both sides.
Runtime attendInChunks(const Context &context, const TensorSpec &q, const TensorSpec &k, const TensorSpec &v,
                       bool causal, int64_t keyLength, int64_t chunk) {
  int64_t heads = std::max<int64_t>(1, matricesOf(q.shape)), queryTiles = tilesOf(heightOf(q.shape)),
          keyTiles = tilesOf(keyLength), cores = context.chip.numCores();
  Walk w;
  w.chunkCycles = context.p.sdpaChunk;
  w.depth = tilesOf(widthOf(q.shape));
  w.valueDepth = tilesOf(widthOf(v.shape));
  w.queryTiles = std::min(chunk, queryTiles);
  w.keyTiles = static_cast<double>(std::min(chunk, keyTiles));
  int64_t chunks = heads * ceilDiv(queryTiles, w.queryTiles);
  double keyChunks = static_cast<double>(ceilDiv(keyTiles, static_cast<int64_t>(w.keyTiles)));
  w.cores = std::min(cores, chunks);
  w.walks = static_cast<double>(ceilDiv(chunks, cores));
  // With a walk per core the longest counts, with several the mean.
  w.chunks = causal && w.walks > 1 ? (keyChunks + 1) / 2 : keyChunks;
  double unique = static_cast<double>(keyLength) / static_cast<double>(std::max<int64_t>(1, heightOf(k.shape)));
  w.keyBytes = unique * (bytesOf(k) + bytesOf(v));
  return attendWalking(context, q, k, w);
}

/// With the best of the chunk sizes: larger ones fetch keys less often, smaller ones occupy more cores.
Runtime attend(const Context &context, const TensorSpec &q, const TensorSpec &k, const TensorSpec &v, bool causal,
               int64_t keyLength) {
  int64_t given = context.intAttribute("program_config.q_chunk_size", 0) / 32;
  if (given > 0)
    return attendInChunks(context, q, k, v, causal, keyLength, given);
  Context silent(context.query, context.chip, context.p, nullptr);
  int64_t best = 1;
  double least = 0;
  for (int64_t chunk = 1; chunk <= 8; chunk *= 2) {
    double total = attendInChunks(silent, q, k, v, causal, keyLength, chunk).totalNs;
    if (chunk == 1 || total < least) {
      best = chunk;
      least = total;
    }
  }
  return attendInChunks(context, q, k, v, causal, keyLength, best);
}

/// Decoding. Q [1, users, H, D]; K [users, Hk, T, D], or [pages, Hk, page length, D] when paged: a page table says
/// whose they are, so all that is known is their number.
Runtime attendDecoding(const Context &context, const TensorSpec &q, const TensorSpec &k, const TensorSpec &v,
                       bool paged) {
  constexpr int64_t chunk = 4; // tiles of keys, as the backend chooses for caches that are longer
  int64_t rank = static_cast<int64_t>(q.shape.size());
  int64_t users = rank >= 3 ? std::max<int64_t>(1, q.shape[static_cast<size_t>(rank - 3)]) : 1;
  int64_t keyHeads = k.shape.size() >= 3 ? std::max<int64_t>(1, k.shape[k.shape.size() - 3]) : 1;
  int64_t length = std::max<int64_t>(1, heightOf(k.shape));
  if (paged)
    length = std::max<int64_t>(1, ceilDiv(length * std::max<int64_t>(1, matricesOf(k.shape) / keyHeads), users));
  int64_t cores = context.chip.numCores(), groups = users * keyHeads, keyTiles = tilesOf(length);
  int64_t split = std::clamp<int64_t>(cores / std::max<int64_t>(1, groups), 1, ceilDiv(keyTiles, chunk));
  Walk w;
  w.chunkCycles = context.p.sdpaDecodeChunk;
  w.depth = tilesOf(widthOf(q.shape));
  w.valueDepth = tilesOf(widthOf(v.shape));
  // The last chunk of a walk is short; of cores that share a walk one has a whole chunk.
  w.keyTiles = split > 1 ? static_cast<double>(std::min(chunk, keyTiles))
                         : static_cast<double>(keyTiles) / static_cast<double>(ceilDiv(keyTiles, chunk));
  w.cores = std::min(cores, groups * split);
  w.walks = static_cast<double>(ceilDiv(groups, cores));
  // Partial results of a split walk are merged like chunks.
  w.chunks = static_cast<double>(ceilDiv(ceilDiv(keyTiles, chunk), split) + (split > 1 ? split / 2 : 0));
  w.keyBytes = static_cast<double>(groups * keyTiles * (w.depth + w.valueDepth)) *
               static_cast<double>(device::tileBytes(k.layout.dataType));
  return attendWalking(context, q, k, w);
}

} // namespace

std::optional<Runtime> time::attention(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  if (query.inputs.size() < 2)
    return std::nullopt;
  const TensorSpec &q = query.inputs.front(), &k = query.inputs[1];
  const TensorSpec &v =
      query.inputs.size() >= 3 && query.inputs[2].shape.size() == k.shape.size() ? query.inputs[2] : k;
  if (op == "scaled_dot_product_attention_decode" || op == "paged_scaled_dot_product_attention_decode")
    return attendDecoding(context, q, k, v, op.starts_with("paged"));
  if (op == "scaled_dot_product_attention" || op == "ring_joint_scaled_dot_product_attention") {
    int64_t ring = std::clamp<int64_t>(context.intAttribute("ring_size", 1), 1, 1024);
    return attend(context, q, k, v, context.boolAttribute("is_causal", false), heightOf(k.shape) * ring);
  }
  return std::nullopt;
}
