//===- MatmulGivenConfig.cpp - What a written program config demands --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   1D, in0 to all          1D, in1 to all          2D
//   A width-sharded         A height-sharded        A block-sharded
//   +--+--+--+--+           +------+                +--+--+
//   |  |  |  |  | M         +------+ per_core_M     +--+--+ per_core_M
//   +--+--+--+--+           +------+                +--+--+
//    in0_block_w divides     all of K                in0_block_w divides
//
// Source: tt-metal matmul_op.cpp (validate), restated. Rules OM-M16 to OM-M19 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Geometry.h"
#include "MatmulConfig.h"

using namespace alcove;
using namespace alcove::opmodel;

namespace {

/// Of an operand's shard, in tiles.
struct ShardTiles {
  int64_t m, k;
};

ShardTiles shardTilesOf(const TensorSpec &tensor) {
  auto [height, width] = device::shardShape2D(tensor);
  return {ceilDiv(height, 32), ceilDiv(width, 32)};
}

/// OM-M16: sub-blocks divide the block held at a time and fit the destination registers.
bool checkSubblocks(Evaluation &e, const MatmulConfig &config) {
  int64_t registers = e.boolean("compute_config.fp32_dest_acc_en", false) ? 4 : 8;
  if (e.boolean("compute_config.dst_full_sync_en", false))
    registers *= 2;
  if (config.outBlockH % config.subblockH != 0 || config.outBlockW % config.subblockW != 0)
    return e.refuse("matmul.subblock", "out_subblock {}x{} does not divide the block of {}x{} tiles", config.subblockH,
                    config.subblockW, config.outBlockH, config.outBlockW);
  if (config.subblockH * config.subblockW > registers)
    return e.refuse("matmul.subblock", "out_subblock {}x{} exceeds the {} tiles of the destination registers",
                    config.subblockH, config.subblockW, registers);
  return true;
}

/// A sharded result takes whole rows of sub-blocks.
bool checkShardedResult(Evaluation &e, const MatmulConfig &config) {
  const TensorLayout *out = e.hint();
  if (!out || !out->isSharded() || config.subblockW == config.perCoreN || config.subblockH == 1)
    return true;
  return e.refuse("matmul.subblock", "a sharded result takes out_subblock_h 1 or out_subblock_w {}, not {}x{}",
                  config.perCoreN, config.subblockH, config.subblockW);
}

bool refuseShard(Evaluation &e, const char *what) {
  return e.refuse("matmul.config-in0", "the program config takes {}, not {}", what, device::toString(e.in(0)));
}

/// The shard's rows are the core's rows.
bool checkShardRows(Evaluation &e, const MatmulConfig &config, ShardTiles shard) {
  return shard.m == config.perCoreM ||
         e.refuse("matmul.config-in0", "per_core_M is {} tiles, A's shards have {}", config.perCoreM, shard.m);
}

/// K steps come from within one shard.
bool checkShardStep(Evaluation &e, const MatmulConfig &config, ShardTiles shard) {
  return shard.k % config.in0BlockW == 0 ||
         e.refuse("matmul.config-step", "in0_block_w = {} does not divide A's shard of {} tiles", config.in0BlockW,
                  shard.k);
}

/// OM-M17: one-dimensional programs.
bool checkLine(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config) {
  const TensorLayout &a = e.in(0).layout;
  bool in0ToAll = config.kind == MatmulKind::Mcast1DIn0;
  const TensorLayout *out = e.hint();
  if (out && out->isSharded() && in0ToAll && config.perCoreM != p.m)
    return e.refuse("matmul.config-rows", "width shards hold all {} rows of tiles, per_core_M is {}", p.m,
                    config.perCoreM);
  if (out && out->isSharded() && !in0ToAll && config.perCoreN != p.n)
    return e.refuse("matmul.config-columns", "height shards hold all {} columns of tiles, per_core_N is {}", p.n,
                    config.perCoreN);
  if (!a.isSharded())
    return true;
  if (!config.foldsBatch && p.batch > 1)
    return refuseShard(e, "a sharded A with fuse_batch only");
  ShardTiles shard = shardTilesOf(e.in(0));
  // A line of block shards is width or height shards by another name.
  bool columns =
      a.memoryLayout == MemoryLayout::WidthSharded || (a.memoryLayout == MemoryLayout::BlockSharded && a.gridRows == 1);
  bool rows = a.memoryLayout == MemoryLayout::HeightSharded ||
              (a.memoryLayout == MemoryLayout::BlockSharded && a.gridCols == 1);
  if (in0ToAll && !columns)
    return refuseShard(e, "A in width shards");
  if (!in0ToAll && !rows)
    return refuseShard(e, "A in height shards");
  if (!checkShardRows(e, config, shard))
    return false;
  if (in0ToAll)
    return (config.perCoreM == p.m || refuseShard(e, "all rows of A in per_core_M")) &&
           checkShardStep(e, config, shard);
  return shard.k == p.k || refuseShard(e, "height shards as wide as K");
}

/// OM-M18: the two-dimensional program.
bool checkGrid(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config) {
  const TensorLayout &a = e.in(0).layout;
  int64_t rows = ceilDiv(p.m, config.perCoreM), columns = ceilDiv(p.n, config.perCoreN);
  int64_t gridRows = config.transposeMcast ? config.gridCols : config.gridRows;
  int64_t gridCols = config.transposeMcast ? config.gridRows : config.gridCols;
  if (rows > gridRows || columns > gridCols)
    return e.refuse("matmul.too-many-blocks", "{}x{} blocks of {}x{} tiles on {}x{} cores", rows, columns,
                    config.perCoreM, config.perCoreN, gridRows, gridCols);
  if (!a.isSharded())
    return true;
  if (a.memoryLayout == MemoryLayout::WidthSharded && a.gridCols > 1)
    return refuseShard(e, "A in block or height shards");
  ShardTiles shard = shardTilesOf(e.in(0));
  if (a.memoryLayout == MemoryLayout::HeightSharded && config.in0BlockW != p.k)
    return refuseShard(e, "height shards only with in0_block_w of all K");
  return checkShardRows(e, config, shard) && checkShardStep(e, config, shard);
}

/// OM-M19: the program without multicast works on whole blocks.
bool checkReuse(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config) {
  const TensorLayout &a = e.in(0).layout;
  if ((p.m * p.batch) % config.perCoreM != 0 || p.n % config.perCoreN != 0)
    return e.refuse("matmul.config-rows", "{}x{} tiles are not whole blocks of {}x{}", p.m * p.batch, p.n,
                    config.perCoreM, config.perCoreN);
  if (!a.isSharded())
    return true;
  if (a.memoryLayout == MemoryLayout::WidthSharded)
    return refuseShard(e, "A in height or block shards");
  ShardTiles shard = shardTilesOf(e.in(0));
  return checkShardRows(e, config, shard) && (shard.k == p.k || refuseShard(e, "shards as wide as K"));
}

} // namespace

bool opmodel::checkGivenConfig(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config) {
  if (!checkSubblocks(e, config) || !checkShardedResult(e, config))
    return false;
  switch (config.kind) {
  case MatmulKind::Mcast1DIn0:
  case MatmulKind::Mcast1DIn1:
    return checkLine(e, p, config);
  case MatmulKind::Mcast2D:
    return checkGrid(e, p, config);
  case MatmulKind::Reuse:
    return checkReuse(e, p, config);
  case MatmulKind::MultiCore:
  case MatmulKind::DramSharded:
    break;
  }
  return true;
}
