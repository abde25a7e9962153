//===- DramShardedMatmul.cpp - Weights in shards, one per DRAM bank ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   in0, L1 width shards          in1, DRAM width shards        out, L1 width shards
//   +--+--+--+--+                 +-----+-----+-----+           +----+----+----+
//   |c0|c1|c2|c3|  one row of     |bank0|bank1| ... | K         | c0 | c1 | ...|   per_core_N tiles each: storage
//   +--+--+--+--+  tiles, K       +-----+-----+-----+           +----+----+----+
//                                   ceil(N / banks) tiles: the core next to the bank computes them
//
// Source: tt-metal matmul_op.cpp (validate) and matmul_op_multi_core_reuse_mcast_dram_sharded_program_factory.cpp.
// Rules OM-M14 and OM-M15 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Geometry.h"
#include "MatmulConfig.h"

#include "alcove/OpModel/Releases.h"

using namespace alcove;
using namespace alcove::opmodel;

static bool inWidthShards(const TensorLayout &layout) {
  return layout.isSharded() && layout.memoryLayout == MemoryLayout::WidthSharded;
}

static bool checkActivations(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config) {
  const TensorSpec &a = e.in(0);
  if (!a.layout.isL1() || !inWidthShards(a.layout) || a.layout.orientation != device::Orientation::RowMajor)
    return e.refuse("matmul.dram-sharded-in0",
                    "a DRAM-sharded product takes L1 width shards in row-major order, not {}", device::toString(a));
  if (p.m != 1 || p.batch != 1 || config.perCoreM != 1)
    return e.refuse("matmul.dram-sharded-rows", "a DRAM-sharded product has one row of tiles, not {} ({} per core)",
                    p.m * p.batch, config.perCoreM);
  int64_t shardTiles = ceilDiv(device::shardShape2D(a).second, 32);
  if (shardTiles < 1 || p.k % shardTiles != 0)
    return e.refuse("matmul.dram-sharded-uneven", "K = {} tiles is not spread evenly in shards of {}", p.k, shardTiles);
  if (shardTiles % config.in0BlockW != 0 && e.chip.kernelRelease < stepsSpanShards)
    return e.refuse("matmul.dram-sharded-step", "in0_block_w = {} does not divide in0's shard of {} tiles",
                    config.in0BlockW, shardTiles);
  return true;
}

bool opmodel::checkDramSharded(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config) {
  if (!checkActivations(e, p, config))
    return false;
  const TensorSpec &b = e.in(1);
  if (!b.layout.isDram() || !inWidthShards(b.layout) || b.layout.gridCols != e.chip.dramBanks || p.batchedB)
    return e.refuse("matmul.dram-sharded-in1", "weights lie in DRAM width shards over all {} banks, not {}",
                    e.chip.dramBanks, device::toString(b));
  if (e.boolean("transpose_b", false))
    return e.refuse("matmul.dram-sharded-in1", "weights in DRAM shards cannot be transposed");
  const TensorLayout *out = e.hint();
  if (!out || !out->isL1() || !inWidthShards(*out))
    return e.refuse("matmul.output-sharding", "a DRAM-sharded product gives L1 width shards");
  if (e.numInputs() > 2 && !(e.in(2).layout.isDram() && inWidthShards(e.in(2).layout)))
    return e.refuse("matmul.dram-sharded-bias", "the bias of a DRAM-sharded product lies in DRAM width shards, not {}",
                    device::toString(e.in(2)));
  return true;
}

void opmodel::dramShardedBuffers(Evaluation &e, const MatmulProblem &p, const MatmulConfig &config) {
  int64_t columns = ceilDiv(p.n, e.chip.dramBanks), blocks = ceilDiv(p.k, config.in0BlockW);
  bool fp32 = e.boolean("compute_config.fp32_dest_acc_en", false);
  e.cb("in0", config.in0BlockW * (blocks > 1 ? 2 : 1), p.tileA);
  e.cb("in1", config.in0BlockW * columns * (blocks > 1 ? 3 : 1), p.tileB); // three blocks are under way
  e.cb("out", columns, p.tileOut);
  e.cb("partials", columns, fp32 ? tileBytes(DataType::F32) : tileBytes(DataType::BF16));
  if (e.numInputs() > 2)
    e.cb("bias", columns, tileOf(e.in(2)));
}
