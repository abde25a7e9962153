//===- Heads.cpp - Time of heads, rotary embedding and caches ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between the projections and attention: rows cut into heads and put together again, heads rotated by their
// position, keys and values written into their cache. Prefill forms move whole tiles, a row of tiles per core; decode
// forms move rows of one token, a user (or a head) per core:
//
//   prefill   [B, 1, S, H*D] <-> [B, H, S, D]        B * S / 32 cores, H * D / 32 tiles each
//   decode    [1, 1, B, H*D]  -> [1, B, H, D]        B cores: a core fetches its user's row of every head
//             [1, B, H, D]    -> [1, 1, B, H*D]      H cores: a core fetches its head of every user
//
//===----------------------------------------------------------------------===//
#include "Movement.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {

/// Rotary embedding of heads: a tile, the tile that its other half lies in, and a tile each of cosine and sine, every
/// one behind its own barrier. All heads read the same cosine and sine: their pages are in one bank each.
Runtime rotate(const Context &context, const TensorSpec &in, const TensorSpec &out) {
  auto [rows, width] = tileShape(in);
  double tiles = static_cast<double>(width), bytes = tileBytesOf(in);
  Pipeline pipeline;
  if (in.layout.isL1() && in.layout.isSharded()) {
    auto [height, shardWidth] = device::shardShape2D(in);
    pipeline.cores = shardCores(in);
    pipeline.items = static_cast<double>(ceilDiv(std::max<int64_t>(1, height), 32) * tilesOf(shardWidth));
    pipeline.compute = context.ns(context.p.ropeTile);
    return context.run(pipeline);
  }
  pipeline.cores = std::min(context.chip.numCores(), rows);
  pipeline.items = static_cast<double>(ceilDiv(rows, pipeline.cores)) * tiles;
  pipeline.compute = context.ns(context.p.ropeTile);
  Place from = pagesOf(in);
  double sharers = static_cast<double>(std::min(pipeline.cores, dimOf(in, 1)));
  double bankBytesPerNs = context.chip.dramPeakGBs / static_cast<double>(context.chip.dramBanks);
  // On average half of those who share a page come first.
  // The llama form keeps cosine and sine for all heads of a core, but every core fetches one matrix first.
  bool keeps = context.query.inputs.size() >= 4;
  if (keeps && from == Place::Dram)
    pipeline.extraLaunchCycles = static_cast<double>(pipeline.cores) * bytes / bankBytesPerNs * context.chip.clockGHz;
  double wait = from == Place::Dram && !keeps ? (sharers - 1) / 2 * bytes / bankBytesPerNs : 0;
  pipeline.read = context.read({from, 4, bytes, 1}) + 2 * wait;
  pipeline.write = context.write({pagesOf(out), 1, bytes, 1});
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  double all = static_cast<double>(tileCount(in)) * bytes;
  pipeline.dramReadBytes = inDram(in) ? 4 * all : 0;
  pipeline.dramWriteBytes = inDram(out) ? all : 0;
  return context.run(pipeline);
}

/// Heads are columns of tiles: whole tiles move, one barrier each. `in` and `out` as tensors of rank four; work is
/// split by batches and rows of tiles of the sequence. Columns of rank three, (B, S, H*D), are (B, 1, S, H*D).
Runtime moveHeads(const Context &context, const TensorSpec &in) {
  TensorSpec out = context.output();
  int64_t batch = in.shape.size() == 3 ? std::max<int64_t>(1, in.shape[0]) : dimOf(in, 0);
  int64_t rows = batch * tilesOf(dimOf(in, 2)), tiles = tileCount(in);
  double bytes = tileBytesOf(in);
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), rows);
  pipeline.items = static_cast<double>(ceilDiv(rows, pipeline.cores)) *
                   std::ceil(static_cast<double>(tiles) / static_cast<double>(rows));
  pipeline.read = context.read({pagesOf(in), 1, bytes, 1});
  pipeline.write =
      context.ns(std::max(context.p.writeIssue, bytes / context.p.writeBytesPerCycle)) + context.p.writeLatencyNs;
  pipeline.readFromDram = inDram(in);
  pipeline.writeToDram = inDram(out);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  pipeline.dramWriteBytes = inDram(out) ? bytesOf(in) : 0;
  pipeline.movesOnly = true;
  return context.run(pipeline);
}

/// A core per user fetches its row of every head (query, key and value), one barrier per head.
Runtime splitTokens(const Context &context, const TensorSpec &in) {
  TensorSpec out = context.output();
  int64_t users = dimOf(out, 1), headWidth = std::max<int64_t>(1, widthOf(out.shape));
  double heads = static_cast<double>(ceilDiv(std::max<int64_t>(1, widthOf(in.shape)), headWidth));
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), users);
  pipeline.items = static_cast<double>(ceilDiv(users, pipeline.cores)) * heads;
  pipeline.read = context.read({pagesOf(in), 1, 64, 1}) + context.p.headNs +
                  (inDram(in) ? 4 * context.p.stickReadNs : 0); // lines of a row of tiles lie in several pages
  pipeline.readFromDram = inDram(in);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  return context.run(pipeline);
}

/// A core per head fetches that head's row of every user: two lines of 16 elements per tile.
Runtime joinTokens(const Context &context, const TensorSpec &in) {
  int64_t users = dimOf(in, 1), heads = std::max<int64_t>(1, context.intAttribute("num_heads", dimOf(in, 2)));
  double lines = static_cast<double>(users * 2 * tilesOf(widthOf(in.shape)));
  Pipeline pipeline;
  pipeline.cores = std::min(context.chip.numCores(), heads);
  pipeline.items = static_cast<double>(ceilDiv(heads, pipeline.cores));
  pipeline.read = context.read({pagesOf(in), lines, 32, lines});
  pipeline.readFromDram = inDram(in);
  pipeline.dramReadBytes = inDram(in) ? bytesOf(in) : 0;
  return context.run(pipeline);
}

} // namespace

std::optional<Runtime> time::heads(const Context &context) {
  const Query &query = context.query;
  const std::string &op = query.op;
  if (query.inputs.empty())
    return std::nullopt;
  const TensorSpec &in = query.inputs.front();
  if (op == "rotary_embedding" || op == "rotary_embedding_llama" || op == "rotary_embedding_hf")
    return rotate(context, in, context.output());
  if (op == "nlp_create_qkv_heads_decode")
    return splitTokens(context, in);
  if (op == "nlp_concat_heads_decode")
    return joinTokens(context, in);
  if (op == "split_query_key_value_and_split_heads" || op == "nlp_create_heads" || op == "nlp_create_heads_segformer" ||
      op == "nlp_create_qkv_heads" || op == "concatenate_heads" || op == "nlp_concat_heads")
    return moveHeads(context, in);
  return std::nullopt;
}
