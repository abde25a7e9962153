//===- FamiliesTest.cpp - One rule of the op model at a time ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every test names its rule of docs/spec/OpModel.md. Numbers are counted in tiles: a bf16 tile has 2048 B, an f32 tile
// 4096 B.
//
//===----------------------------------------------------------------------===//
#include "Ask.h"

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::testing;

// ---- Unary ----

TEST(UnaryModel, OMU1_MemoryLayoutsMustBeEqual) {
  EXPECT_EQ(refusal("relu 64x1024|l1 -> 64x1024|l1|height_sharded|grid=2x1"), "unary.memory-layout-mismatch");
  EXPECT_EQ(refusal("relu 64x1024|l1|height_sharded|grid=2x1 -> 64x1024|l1"), "unary.memory-layout-mismatch");
  EXPECT_EQ(refusal("relu 64x1024 -> 64x1024|l1"), "legal");
}

TEST(UnaryModel, OMU2_InterleavedTakesTwoTilesInTwoOut) {
  expectBytes("relu 64x1024|l1 -> 64x1024|l1", 4 * tile, tile, 5 * tile, tile);
  // The element type of a unary result is the operand's, whatever the request says.
  expectBytes("bitwise_not 64x1024|si32|l1 -> 64x1024|l1", 4 * f32Tile, f32Tile, 5 * f32Tile, f32Tile);
  EXPECT_EQ(refusal("relu 64x1024|row_major|l1 -> 64x1024|row_major|l1"), "layout.not-tiled");
}

TEST(UnaryModel, OMU3_ShardsAreTheirOwnBuffers) {
  expectBytes("relu 28672x32|l1|height_sharded|grid=64x1 -> 28672x32|l1|height_sharded|grid=64x1", 0, 14 * tile,
              14 * tile, 14 * tile);
  EXPECT_EQ(refusal("relu 2048x32|l1|height_sharded|grid=64x1 -> 2048x32|l1|height_sharded|grid=32x1"),
            "unary.shard-mismatch");
  EXPECT_EQ(layoutOf("relu 2048x32|l1|height_sharded|grid=64x1 -> 2048x32|l1|height_sharded|partial"),
            "tile|bf16|l1|height_sharded|grid=64x1");
}

TEST(UnaryModel, OMU2_ScratchOfCubeRoot) {
  expectBytes("cbrt 64x1024|l1 -> 64x1024|l1", 6 * tile, tile, 7 * tile, tile);
}

TEST(UnaryModel, OMU2_BitsOfAnotherTypeOfAsManyBytes) {
  EXPECT_EQ(layoutOf("bitcast_convert 64x1024|u32 -> 64x1024|f32"), "tile|f32|dram|interleaved|grid=1x1");
  EXPECT_EQ(layoutOf("bitcast_convert 64x1024|u16 -> 64x1024|bf16"), "tile|bf16|dram|interleaved|grid=1x1");
  EXPECT_EQ(refusal("bitcast_convert 64x1024|u32 -> 64x1024|bf16"), "bitcast_convert.width");
  EXPECT_EQ(refusal("bitcast_convert 64x1024|bfp_bf8 -> 64x1024|u8"), "bitcast_convert.width");
}

TEST(UnaryModel, OMU4_TypecastKeepsTheMemoryLayout) {
  expectBytes("typecast 64x1024 -> 64x1024|f32|l1", 2 * tile + 2 * f32Tile, f32Tile, 2 * tile + 3 * f32Tile, f32Tile);
  EXPECT_EQ(refusal("typecast 64x1024 -> 64x1024|f32|l1|height_sharded|grid=2x1"), "typecast.memory-layout-mismatch");
  EXPECT_EQ(ask("typecast 64x1024 -> 64x1024").constraints.aliases, std::vector<int>{0});
}

// ---- Binary and ternary ----

TEST(BinaryModel, OMB1_OperandsMustBroadcast) {
  EXPECT_EQ(refusal("add 64x1024 2048x2048 -> 2048x2048"), "binary.not-broadcastable");
  EXPECT_EQ(refusal("add 64x1024 1x1024 -> 64x1024"), "legal");
  EXPECT_EQ(refusal("add 64x1024 scalar -> 64x1024"), "legal");
  EXPECT_EQ(refusal("add 64x1024 64x1024 -> 32x1024"), "binary.result-shape");
}

TEST(BinaryModel, OMB2_Atan2KeepsTheMemoryLayout) {
  EXPECT_EQ(refusal("atan2 2048x32|l1|height_sharded|grid=8x1 2048x32 -> 2048x32"), "atan2.memory-layout-mismatch");
}

TEST(BinaryModel, OMB3_InterleavedReadsEvenShards) {
  expectBytes("add 64x1024|l1 64x1024 -> 64x1024|l1", 6 * tile, tile, 7 * tile, tile);
  expectBytes("logical_and 64x1024|l1 64x1024 -> 64x1024|l1", 8 * tile, tile, 9 * tile, tile);
  expectBytes("add 64x1024|l1 1x1024 -> 64x1024|l1", 8 * tile, tile, 9 * tile, tile);
  // An operand in DRAM rules the native sharded kernel out.
  expectBytes("add 32768x32|l1|height_sharded|grid=8x1 32768x32 -> 32768x32|l1|height_sharded|grid=8x1", 6 * tile,
              128 * tile, 134 * tile, 128 * tile);
}

TEST(BinaryModel, OMB3_NativeShardsNeedNoBuffers) {
  expectBytes("add 2048x32|l1|height_sharded|grid=8x1 2048x32|l1|height_sharded|grid=8x1 -> "
              "2048x32|l1|height_sharded|grid=8x1",
              0, 8 * tile, 8 * tile, 8 * tile);
  // An interleaved operand in L1 is fetched a shard at a time.
  expectBytes("add 2048x32|l1|height_sharded|grid=8x1 2048x32|l1 -> 2048x32|l1|height_sharded|grid=8x1", 8 * tile,
              8 * tile, 16 * tile, 8 * tile);
}

TEST(BinaryModel, OMB4_DefaultFollowsAShardedOperand) {
  EXPECT_EQ(layoutOf("add 2048x32 2048x32|l1|height_sharded|grid=8x1"), "tile|bf16|l1|height_sharded|grid=8x1");
  EXPECT_EQ(layoutOf("add 2048x32|l1 2048x32"), "tile|bf16|l1|interleaved|grid=8x8");
}

TEST(BinaryModel, OMB5_WhereHasTheTypeOfItsTrueValue) {
  // A bf16 condition and f32 values: 2 x 2048 + 6 x 4096.
  expectBytes("where 64x1024|l1 64x1024|f32|l1 64x1024|f32|l1 -> 64x1024|f32|l1", 2 * tile + 6 * f32Tile, f32Tile,
              2 * tile + 7 * f32Tile, f32Tile);
}

TEST(BinaryModel, OMB7_CompositesEndInAWhereOverTheirIntermediates) {
  // Fifteen intermediates and the result are live while the where has its eight tiles.
  expectBytes("atan2 64x1024|l1 64x1024|l1 -> 64x1024|l1", 8 * tile, 16 * tile, 24 * tile, tile);
}

TEST(BinaryModel, OMB6_WhereHasFourDoubleBuffers) {
  expectBytes("where 64x1024|l1 64x1024|l1 64x1024|l1 -> 64x1024|l1", 8 * tile, tile, 9 * tile, tile);
}

TEST(QuantizeModel, OMQ1_OneParameterOrOnePerSliceOfTheAxis) {
  EXPECT_EQ(refusal("quantize 64x1024|l1 scalar scalar -> 64x1024|si32|l1"), "legal");
  EXPECT_EQ(refusal("quantize 64x1024|l1 3 3 -> 64x1024|si32|l1"), "quantize.parameter-shape");
  EXPECT_EQ(refusal("quantize 64x1024|l1 1024 1024 axis=1 -> 64x1024|si32|l1"), "legal");
  EXPECT_EQ(refusal("quantize 64x1024|l1 64 64 axis=1 -> 64x1024|si32|l1"), "quantize.parameter-shape");
  EXPECT_EQ(refusal("quantize 64x1024|l1 64 64 axis=2 -> 64x1024|si32|l1"), "quantize.axis-out-of-range");
  EXPECT_EQ(refusal("quantize 64x1024|l1 scalar scalar -> 64x2048|si32|l1"), "quantize.shape-mismatch");
}

// ---- Matmul ----

TEST(MatmulModel, OMM1_SquareBlocksOfSixteen) {
  // (16 + 16) x 2 x 2 tiles of inputs, 256 of output.
  expectBytes("matmul 2048x2048|l1 2048x2048 -> 2048x2048|l1", 384 * tile, 64 * tile, 448 * tile, 64 * tile);
  // Live tensors halve the block: (8 + 8) x 2 x 2 + 64.
  expectBytes("matmul 2048x2048|l1 2048x2048 -> 2048x2048 live_l1_bytes=131072", 128 * tile, 0, 128 * tile, 0);
}

TEST(MatmulModel, OMM2_AllInDramUsesTheGrid) {
  // (8 + 8) x 8 x 2 + 64.
  expectBytes("matmul 2048x2048 2048x2048 -> 2048x2048", 320 * tile, 0, 320 * tile, 0);
}

TEST(MatmulModel, OMM2_OneRowOfBlocksIsALine) {
  // 16 x 32 tiles are 1 x 2 blocks: in0 (16 x 2 tiles twice) passes 32 cores with a column each (2 tiles twice), 16
  // out.
  expectBytes("matmul 512x1024 1024x1024 -> 512x1024", (64 + 4 + 16) * tile, 0, (64 + 4 + 16) * tile, 0);
  // 32 x 64 tiles are 2 x 4 blocks and use the grid: (4 + 8) x 4 x 2 + 32.
  expectBytes("matmul 1024x1024 1024x2048 -> 1024x2048", 128 * tile, 0, 128 * tile, 0);
}

TEST(MatmulModel, OMM3_NarrowIsALineInStepsOfTwo) {
  // 40 columns of tiles on 40 cores: (1 + 1) x 2 x 2 + 1; an odd K takes one tile at a time.
  expectBytes("matmul 1x1280 1280x1280 -> 1x1280", 9 * tile, 0, 9 * tile, 0);
  expectBytes("matmul 32x96 96x1280 -> 32x1280", 5 * tile, 0, 5 * tile, 0);
}

TEST(MatmulModel, OMM6_BatchesRepeatTheProgramOfOneProduct) {
  // One tile of output: the program of 19x64 times 64x19 for every head.
  expectBytes("matmul 12x19x64 12x64x19 -> 12x19x19", 9 * tile, 0, 9 * tile, 0);
  // Something in L1: A's batch stays apart, 4 x 32 tiles of one product are one row of blocks.
  expectBytes("matmul 32x128x256|l1 256x1024 -> 32x128x1024", (16 + 4 + 4) * tile, 0, (16 + 4 + 4) * tile, 0);
}

TEST(MatmulModel, OMM4_BlocksBeyondTheGridAreFetchedApart) {
  // 4 x 11 blocks of 16 x 16 tiles, more columns than the grid's eight: two K steps of two tiles for A and B, the
  // block.
  expectBytes("matmul 2048x2048|l1 2048x5376 -> 2048x5376", 384 * tile, 0, 384 * tile, 0);
  EXPECT_EQ(refusal("matmul 2048x2048|l1 2048x5376 -> 2048x5376|l1|block_sharded|partial"), "matmul.output-sharding");
  // K of three tiles and a single block: tile by tile.
  expectBytes("matmul 2048x96|l1 96x2048 -> 2048x2048", 6 * tile, 0, 6 * tile, 0);
  expectBytes("matmul 512x512|l1 512x512 -> 512x512", 6 * tile, 0, 6 * tile, 0);
}

TEST(MatmulModel, OMM3_NarrowIsALineInL1Too) {
  expectBytes("matmul 32x4096|l1 4096x14336 -> 32x14336", (4 + 28 + 7) * tile, 0, (4 + 28 + 7) * tile, 0);
}

namespace {
/// A config with blocks of `m` x `n` tiles and K steps of `k`.
std::string config(const std::string &kind, int m, int n, int k, const std::string &more = "") {
  auto field = [](const std::string &name, int value) {
    return " matmul_program_config." + name + "=" + std::to_string(value);
  };
  return " matmul_program_config=" + kind + field("per_core_m", m) + field("per_core_n", n) + field("in0_block_w", k) +
         " matmul_program_config.compute_with_storage_grid_size=[8,8] " + more;
}
const std::string line = "matmul_multi_core_reuse_multi_cast_1d_program_config",
                  grid = "matmul_multi_core_reuse_multi_cast_program_config",
                  reuse = "matmul_multi_core_reuse_program_config", in1ToAll = "matmul_program_config.mcast_in0=false";
std::string subblock(int height, int width) {
  return "matmul_program_config.out_subblock_h=" + std::to_string(height) +
         " matmul_program_config.out_subblock_w=" + std::to_string(width);
}
} // namespace

TEST(MatmulModel, OMM16_SubblocksDivideTheBlockAndFitTheRegisters) {
  const std::string product = "matmul 1024x512 512x2048 -> 1024x2048";
  EXPECT_EQ(refusal(product + config(grid, 4, 8, 2, subblock(4, 2))), "legal");
  EXPECT_EQ(refusal(product + config(grid, 4, 8, 2, subblock(3, 2))), "matmul.subblock");
  EXPECT_EQ(refusal(product + config(grid, 4, 8, 2, subblock(2, 8))), "matmul.subblock"); // 16 tiles of 8
  EXPECT_EQ(refusal(product + config(grid, 4, 8, 2, subblock(2, 4) + " compute_config.fp32_dest_acc_en=true")),
            "matmul.subblock"); // 8 tiles of 4
  EXPECT_EQ(refusal(product + config(grid, 4, 8, 2,
                                     subblock(2, 4) + " compute_config.fp32_dest_acc_en=true "
                                                      "compute_config.dst_full_sync_en=true")),
            "legal");
  // A sharded result takes whole rows of sub-blocks.
  const std::string sharded = "matmul 1024x512 512x2048 -> 1024x2048|l1|block_sharded|grid=8x8";
  EXPECT_EQ(refusal(sharded + config(grid, 4, 8, 2, subblock(2, 4))), "matmul.subblock");
  EXPECT_EQ(refusal(sharded + config(grid, 4, 8, 2, subblock(1, 4))), "legal");
}

TEST(MatmulModel, OMM17_LinesTakeShardsOfTheirKind) {
  const std::string wide = "matmul 32x4096|l1|width_sharded|grid=1x32 4096x4096 -> 32x4096|l1|width_sharded|grid=1x32";
  // A 2 x 4, B 2 x 4 x 4 tiles, the page of the shards' semaphores; the result's four tiles are its shard.
  expectBytes(wide + config(line, 1, 4, 4), 40 * tile + 64, 4 * tile, 44 * tile + 64, 4 * tile);
  EXPECT_EQ(refusal(wide + config(line, 1, 4, 8)), "matmul.config-step"); // shards of four tiles
  EXPECT_EQ(refusal(wide + config(line, 1, 4, 4, in1ToAll)), "matmul.config-columns");
  EXPECT_EQ(refusal(wide + config(line, 1, 128, 4, in1ToAll)), "matmul.config-in0");
  EXPECT_EQ(refusal("matmul 64x4096|l1|width_sharded|grid=1x32 4096x4096 -> 64x4096" + config(line, 1, 4, 4)),
            "matmul.config-in0"); // shards of two rows of tiles
  const std::string tall = "matmul 2048x256|l1|height_sharded|grid=64x1 256x256 -> ";
  const std::string tallOut = "2048x256|l1|height_sharded|grid=64x1";
  EXPECT_EQ(refusal(tall + tallOut + config(line, 1, 8, 8, in1ToAll)), "legal");
  EXPECT_EQ(refusal(tall + "2048x256" + config(line, 1, 8, 8)), "matmul.config-in0");
  EXPECT_EQ(refusal(tall + "2048x256" + config(line, 2, 8, 8, in1ToAll)), "matmul.config-in0");
  EXPECT_EQ(refusal("matmul 2048x256 256x256 -> " + tallOut + config(line, 1, 4, 8, in1ToAll)),
            "matmul.config-columns");
  EXPECT_EQ(refusal("matmul 64x256 256x256 -> 64x256|l1|width_sharded|grid=1x8" + config(line, 1, 1, 8)),
            "matmul.config-rows");
  EXPECT_EQ(refusal("matmul 2048x256|l1|height_sharded|grid=64x1 256x256 -> 2048x256 "
                    "matmul_program_config.fuse_batch=true" +
                    config(line, 1, 8, 4, in1ToAll)),
            "legal");
}

TEST(MatmulModel, OMM17_BlocksSmallerThanTheShardAreCopied) {
  const std::string tall =
      "matmul 2048x256|l1|height_sharded|grid=64x1 256x256 -> 2048x256|l1|height_sharded|grid=64x1";
  // The whole shard is the block: B alone, 8 x 8 tiles, one step. In two steps A is copied, 2 x 4, and B 2 x 4 x 8.
  expectBytes(tall + config(line, 1, 8, 8, in1ToAll), 64 * tile, 8 * tile, 72 * tile, 8 * tile);
  expectBytes(tall + config(line, 1, 8, 4, in1ToAll), 72 * tile, 8 * tile, 80 * tile, 8 * tile);
}

TEST(MatmulModel, OMM18_GridsTakeBlockShards) {
  const std::string block = "matmul 1024x2048|l1|block_sharded|grid=8x8 2048x1024 -> "
                            "1024x1024|l1|block_sharded|grid=8x8";
  EXPECT_EQ(refusal(block + config(grid, 4, 4, 8)), "legal");
  EXPECT_EQ(refusal(block + config(grid, 4, 4, 16)), "matmul.config-step");
  EXPECT_EQ(refusal("matmul 1024x2048|l1|block_sharded|grid=8x8 2048x1024 -> 1024x1024" + config(grid, 8, 4, 8)),
            "matmul.config-in0");
  EXPECT_EQ(refusal("matmul 1024x2048|l1|width_sharded|grid=1x64 2048x1024 -> 1024x1024" + config(grid, 32, 4, 1)),
            "matmul.config-in0");
  // Nine columns of blocks on eight columns of cores, though 36 blocks would find 64 cores.
  EXPECT_EQ(refusal("matmul 1024x2048 2048x2304 -> 1024x2304" + config(grid, 8, 8, 8)), "matmul.too-many-blocks");
}

TEST(MatmulModel, OMM19_ReuseWorksOnWholeBlocks) {
  EXPECT_EQ(refusal("matmul 4096x512 512x512 -> 4096x512" + config(reuse, 4, 8, 2)), "legal");
  EXPECT_EQ(refusal("matmul 4096x512 512x512 -> 4096x512" + config(reuse, 4, 7, 2)), "matmul.config-rows");
  EXPECT_EQ(refusal("matmul 32x512|l1|width_sharded|grid=1x16 512x512 -> 32x512" + config(reuse, 1, 8, 1)),
            "matmul.config-in0");
  const std::string heads = "matmul 64x64x64|l1|height_sharded|grid=64x1 64x64x64 -> ";
  EXPECT_EQ(refusal(heads + "64x64x64|l1|height_sharded|grid=64x1" + config(reuse, 2, 2, 2)), "legal");
  EXPECT_EQ(refusal(heads + "64x64x64|l1|width_sharded|partial" + config(reuse, 2, 2, 2)), "matmul.output-sharding");
}

TEST(MatmulModel, OMM5_ShardsFixTheBlock) {
  expectBytes("matmul 1792x1792|l1|block_sharded|grid=7x8 1792x1792 -> 1792x1792", 266 * tile + 64, 0, 266 * tile + 64,
              0);
  expectBytes("matmul 32x1792|l1|width_sharded|grid=1x56 1792x1792 -> 32x1792|l1|width_sharded|grid=1x56",
              4 * tile + 64, tile, 5 * tile + 64, tile);
  expectBytes("matmul 1792x32|l1|height_sharded|grid=56x1 32x1792 -> 1792x1792|l1|height_sharded|grid=56x1", 56 * tile,
              56 * tile, 112 * tile, 56 * tile);
}

TEST(MatmulModel, OMM7_InnerDimensionsAgree) {
  EXPECT_EQ(refusal("matmul 64x32 64x32 -> 64x32"), "matmul.inner-dimension");
  EXPECT_EQ(refusal("matmul 64x32 64x32 transpose_b=true -> 64x64"), "legal");
  EXPECT_EQ(refusal("matmul 64x32 32x64 -> 32x64"), "matmul.result-shape");
}

TEST(MatmulModel, OMM8_SecondOperandIsInterleaved) {
  EXPECT_EQ(refusal("matmul 1792x1792|l1|block_sharded|grid=7x8 1792x1792|l1|block_sharded|grid=7x8 -> 1792x1792"),
            "matmul.in1-sharded");
  EXPECT_EQ(refusal("matmul 1792x1792|l1|block_sharded|grid=7x8 1792x1792 -> 1792x1792|l1|height_sharded|grid=56x1"),
            "matmul.output-sharding");
}

TEST(MatmulModel, OMM9_ProgramConfigFixesTheOutputSharding) {
  const std::string config = " matmul_program_config=\"matmul_multi_core_reuse_multi_cast_1d_program_config\" "
                             "matmul_program_config.per_core_m=1 matmul_program_config.per_core_n=4 "
                             "matmul_program_config.in0_block_w=8 matmul_program_config.mcast_in0=true "
                             "matmul_program_config.compute_with_storage_grid_size=[8,8]";
  // 1 x 8 x 2 and 4 x 8 x 2 tiles, output aliased.
  expectBytes("matmul 32x3072 3072x8192 -> 32x8192|l1|width_sharded|grid=1x64" + config, 80 * tile, 4 * tile, 84 * tile,
              4 * tile);
  EXPECT_EQ(refusal("matmul 32x3072 3072x8192 -> 32x8192|l1|height_sharded|partial" + config),
            "matmul.output-sharding");
  EXPECT_EQ(refusal("matmul 32x3072 3072x16384 -> 32x16384|l1|width_sharded|partial" + config),
            "matmul.too-many-blocks");
  EXPECT_EQ(refusal("matmul 32x96 96x256 -> 32x256|l1|width_sharded|partial" + config), "matmul.k-not-divisible");
}

TEST(MatmulModel, OMM10_BlockShardedOutputLiesInBlocks) {
  EXPECT_EQ(layoutOf("matmul 2048x1024|l1 1024x2048|l1 -> 2048x2048|l1|block_sharded|partial"),
            "tile|bf16|l1|block_sharded|grid=4x4|shard=512x512");
}

namespace {
/// 1 x 128 tiles times 128 x 192, on 8 cores, K step 4.
std::string dramShardedQuery(const std::string &in0, const std::string &in1, const std::string &out,
                             const std::string &more = "matmul_program_config.in0_block_w=4") {
  return "matmul " + in0 + " " + in1 + " -> " + out +
         " matmul_program_config=matmul_multi_core_reuse_multi_cast_dram_sharded_program_config "
         "matmul_program_config.per_core_m=1 matmul_program_config.per_core_n=24 " +
         more;
}
const std::string in0Shards = "32x4096|l1|width_sharded|grid=1x8", outShards = "32x6144|l1|width_sharded|grid=1x8",
                  bankShards = "4096x6144|bfp_bf8|dram|width_sharded|grid=1x12";
} // namespace

TEST(MatmulModel, OMM14_DramShardedOperands) {
  EXPECT_EQ(refusal(dramShardedQuery(in0Shards, bankShards, outShards)), "legal");
  EXPECT_EQ(refusal(dramShardedQuery("32x4096", bankShards, outShards)), "matmul.dram-sharded-in0");
  EXPECT_EQ(
      refusal(dramShardedQuery("64x4096|l1|width_sharded|grid=1x8", bankShards, "64x6144|l1|width_sharded|grid=1x8")),
      "matmul.dram-sharded-rows");
  EXPECT_EQ(refusal(dramShardedQuery(in0Shards, "4096x6144|bfp_bf8|dram|width_sharded|grid=1x8", outShards)),
            "matmul.dram-sharded-in1"); // eight of twelve banks
  EXPECT_EQ(refusal(dramShardedQuery(in0Shards, "4096x6144|bfp_bf8", outShards)), "matmul.dram-sharded-in1");
  EXPECT_EQ(refusal(dramShardedQuery(in0Shards, bankShards, "32x6144")), "matmul.output-sharding");
  EXPECT_EQ(refusal(dramShardedQuery(in0Shards, bankShards, outShards, "matmul_program_config.in0_block_w=32")),
            "matmul.dram-sharded-step"); // a shard has 16 tiles of K
  EXPECT_EQ(refusal(dramShardedQuery(in0Shards, bankShards, outShards, "matmul_program_config.in0_block_w=3")),
            "matmul.k-not-divisible");
  // The grid of the output is its own.
  EXPECT_EQ(refusal(dramShardedQuery(in0Shards, bankShards, "32x6144|l1|width_sharded|grid=1x32",
                                     "matmul_program_config.in0_block_w=4 matmul_program_config.per_core_n=6")),
            "legal");
}

TEST(MatmulModel, OMM15_DramShardedBuffers) {
  // 192 / 12 = 16 columns of tiles: A 2 x 4, B 3 x 4 x 16, out and partial sums 16 each; the result 24 tiles.
  Bytes cb = 8 * tile + 192 * 1088 + 2 * 16 * tile;
  expectBytes(dramShardedQuery(in0Shards, bankShards, outShards), cb, 24 * tile, cb + 24 * tile, 24 * tile);
}

TEST(MatmulModel, OMM12_BiasOfLinearIsAddedApartUnlessAllIsInDram) {
  // Bias row fused: 8 tiles more.
  expectBytes("linear 2048x2048 2048x2048 2048 -> 2048x2048", 328 * tile, 0, 328 * tile, 0);
  // Apart: product and sum are live together, and the sum is allocated while the matmul's buffers still are.
  expectBytes("linear 2048x2048|l1 2048x2048 2048 -> 2048x2048|l1", 384 * tile, 128 * tile, 512 * tile, 64 * tile);
}

TEST(MatmulModel, OMM13_BackendChoosesDram) {
  EXPECT_EQ(layoutOf("matmul 2048x1024|l1 1024x2048|l1"), "tile|bf16|dram|interleaved|grid=1x1");
}

// ---- Reductions, norms ----

TEST(ReductionModel, OMR1_DimensionsAreInRange) {
  EXPECT_EQ(refusal("sum 64x1024 dim_arg=[1,2] -> 64"), "reduction.dim-out-of-range");
  EXPECT_EQ(refusal("sum 64x1024 dim_arg=[-1] -> 64"), "legal");
}

TEST(ReductionModel, OMR2_InterleavedOnly) {
  EXPECT_EQ(refusal("sum 2048x32|l1|height_sharded|grid=64x1 dim_arg=[1] -> 2048x1"), "layout.sharded-input");
  EXPECT_EQ(refusal("sum 2048x32 dim_arg=[1] keep_dim=true -> 2048x1|l1|height_sharded|grid=64x1"),
            "layout.sharded-output");
}

TEST(ReductionModel, OMR3_SixTilesAlongW) {
  expectBytes("max 2048x1024|l1 dim_arg=[1] keep_dim=true -> 2048x1|l1", 6 * tile, tile, 7 * tile, tile);
}

TEST(ReductionModel, OMR4_MinNegatesTwice) {
  expectBytes("min 2048x1024|l1 dim_arg=[1] keep_dim=true -> 2048x1|l1", 6 * tile, 34 * tile, 40 * tile, tile);
}

TEST(ReductionModel, OMR6_ArgMaxReadsRows) {
  expectBytes("argmax 64x64|row_major dim=1 keep_dim=false -> 64|row_major|u32", 64 * 2 + 64 * 4, 0, 384, 0);
  expectBytes("argmax 64x64|row_major dim=1 keep_dim=true -> 64x1|row_major|u32", 64 * 2 + 4, 0, 132, 0);
  EXPECT_EQ(refusal("argmax 64x64 dim=1 -> 64|row_major|u32"), "argmax.tiled-input");
}

TEST(NormalizationModel, OMN1_SoftmaxKeepsARowOfExponentials) {
  expectBytes("softmax 64x1024|l1 dimension=-1 -> 64x1024|l1", (16 + 16 + 32 + 3) * tile, tile, 68 * tile, tile);
}

TEST(NormalizationModel, OMN2_SoftmaxAlongHeightOfManyTiles) {
  expectBytes("softmax 32768x32|l1 dimension=-2 -> 32768x32|l1|height_sharded|grid=64x1", 12 * tile, 16 * tile,
              28 * tile, 16 * tile);
}

TEST(NormalizationModel, OMN3_HeightShardedNormIsRefused) {
  EXPECT_EQ(refusal("rms_norm 2048x64|l1|height_sharded|grid=64x1 64 -> 2048x64|l1|height_sharded|grid=64x1"),
            "norm.height-sharded");
}

TEST(NormalizationModel, OMN4_RmsNormCountsTiles) {
  expectBytes("rms_norm 1x32x128x128 128 128 -> 1x32x128x128", 46 * tile, 0, 46 * tile, 0);
  expectBytes("rms_norm 1x64x64x64 -> 1x64x64x64", 22 * tile, 0, 22 * tile, 0);
  expectBytes("rms_norm 1x16x32x32 -> 1x16x32x32", 18 * tile, 0, 18 * tile, 0);
}

TEST(NormalizationModel, OMN5_BatchNormStatistics) {
  EXPECT_EQ(refusal("batch_norm_inference 1x16x32x32 16 16 16 16 -> 1x16x32x32"), "batch_norm.stats-shape");
  EXPECT_EQ(refusal("batch_norm_inference 1x16x32x32 -> 1x16x32x32"), "batch_norm.no-running-stats");
  expectBytes("batch_norm_inference 1x32x32x32|l1 1x32x1x1|l1 1x32x1x1|l1 1x32x1x1|l1 1x32x1x1|l1 -> 1x32x32x32|l1",
              18 * tile, tile, 19 * tile, tile);
}

// ---- Data movement ----

TEST(MovementModel, OMD1_ReshapeThatKeepsTilesIsAView) {
  EXPECT_EQ(ask("reshape 1x64x1024 -> 64x1024").constraints.aliases, std::vector<int>{0});
  EXPECT_EQ(
      ask("reshape 64x1024|l1|height_sharded|grid=2x1 -> 1x64x1024|l1|height_sharded|partial").constraints.aliases,
      std::vector<int>{0});
  EXPECT_EQ(ask("reshape 64x1024 -> 1x64x1024|l1").constraints.aliases, std::vector<int>{-1});
}

TEST(MovementModel, OMD3_ReshapeMapsFaceRows) {
  expectBytes("reshape 64x1024|l1 -> 256x256|l1", 64 * 16 + 2 * tile, tile, 1024 + 3 * tile, tile);
}

TEST(MovementModel, OMD4_PermuteOfSizeOneDimensionsIsAView) {
  EXPECT_EQ(ask("permute 1x4x64x32 permutation=[1,0,2,3] -> 4x1x64x32").constraints.aliases, std::vector<int>{0});
  EXPECT_EQ(ask("permute 2x4x64x32 permutation=[1,0,2,3] -> 4x2x64x32").constraints.aliases, std::vector<int>{-1});
}

TEST(MovementModel, OMD5_TransposeDoesNotShard) {
  expectBytes("transpose 64x1024|l1 dim0=0 dim1=1 -> 1024x64|l1", 4 * tile, tile, 5 * tile, tile);
  EXPECT_EQ(refusal("transpose 64x1024|l1 dim0=0 dim1=1 -> 1024x64|l1|width_sharded|grid=1x2"),
            "transpose.sharded-output");
}

TEST(MovementModel, OML1_RowMajorShardsAreWholeTiles) {
  EXPECT_EQ(refusal("to_layout 64x1024 -> 64x1024|row_major|l1|height_sharded|grid=64x1"),
            "to_layout.shard-not-tile-multiple");
  expectBytes("to_layout 64x1024 -> 64x1024|row_major", 64 * tile, 0, 64 * tile, 0);
}

TEST(MovementModel, OML9_PaddedMatricesAreNotTorn) {
  // 96 rows are 5 1/3 matrices of 18; their tiles, 32 rows each, are shards of 5 1/2.
  EXPECT_EQ(refusal("to_layout 32x18x64|row_major|l1|height_sharded|grid=6x1 -> 32x18x64|l1|height_sharded|grid=6x1"),
            "to_layout.torn-matrices");
  EXPECT_EQ(refusal("to_layout 32x18x64|l1|height_sharded|grid=6x1 -> 32x18x64|row_major|l1|height_sharded|grid=6x1"),
            "to_layout.torn-matrices");
  // 16 matrices of 6 rows are 96 rows and 16 rows of tiles.
  EXPECT_TRUE(
      ask("to_layout 64x6x64|row_major|l1|height_sharded|grid=4x1 -> 64x6x64|l1|height_sharded|grid=4x1").legal());
  EXPECT_TRUE(
      ask("to_layout 6x32x64|row_major|l1|height_sharded|grid=3x1 -> 6x32x64|l1|height_sharded|grid=3x1").legal());
}

TEST(MovementModel, OML4_ShardingKeepsFourPagesInFlight) {
  expectBytes("to_memory_config 2048x64|l1 -> 2048x64|l1|height_sharded|grid=64x1", 4 * tile, 2 * tile, 6 * tile,
              2 * tile);
  expectBytes("to_memory_config 2048x64|l1|height_sharded|grid=64x1 -> 2048x64|l1", 0, 2 * tile, 2 * tile, 2 * tile);
  EXPECT_EQ(ask("to_memory_config 2048x64|l1 -> 2048x64|l1").constraints.aliases, std::vector<int>{0});
}

TEST(MovementModel, OMA1_ConcatOperandsAgreeButAlongTheDimension) {
  EXPECT_EQ(refusal("concat 64x32 64x32 dim=1 -> 64x64"), "legal");
  EXPECT_EQ(refusal("concat 64x32 64x32|f32 dim=1 -> 64x64"), "concat.operand-mismatch");
  EXPECT_EQ(refusal("concat 64x32 1x64x32 dim=1 -> 64x64"), "concat.operand-mismatch");
  EXPECT_EQ(refusal("concat 64x32 96x32 dim=1 -> 64x64"), "concat.shape-mismatch");
  EXPECT_EQ(refusal("concat 64x32 64x32 dim=1 -> 64x96"), "concat.result-shape");
}

TEST(MovementModel, OMA2_ConcatOfShardsNeedsOneGrid) {
  EXPECT_EQ(refusal("concat 2048x32|l1|height_sharded|grid=64x1 2048x32|l1|height_sharded|grid=32x1 dim=1 -> "
                    "2048x64|l1|height_sharded|grid=64x1"),
            "concat.grid-mismatch");
  EXPECT_EQ(refusal("concat 2048x32|l1|height_sharded|grid=64x1 2048x32|l1|height_sharded|grid=64x1 dim=1 -> "
                    "2048x64|l1|height_sharded|grid=64x1"),
            "legal");
  EXPECT_EQ(refusal("concat 64x32|l1 64x32 dim=0 -> 128x32|l1|height_sharded|grid=4x1"), "layout.sharded-output");
}

TEST(MovementModel, OMA4_SlicesOfTilesBeginAtTiles) {
  expectBytes("slice_static 64x64 begins=[32,0] ends=[64,64] step=[1,1] -> 32x64|l1", 2 * tile, tile, 3 * tile, tile);
  EXPECT_GT(ask("slice_static 64x64 begins=[16,0] ends=[48,64] step=[1,1] -> 32x64|l1").constraints.tensorPeakBytes,
            tile);
}

TEST(MovementModel, OMA5_PadDoesNotShard) {
  expectBytes("pad 64x64|l1 padding=[0,2,0,2] -> 66x66|l1", 3 * tile, tile, 4 * tile, tile);
  EXPECT_EQ(refusal("pad 64x64|l1 padding=[0,2,0,2] -> 66x66|l1|width_sharded|grid=1x3"), "layout.sharded-output");
  EXPECT_EQ(ask("pad 64x64|l1 padding=[0,0,0,0] -> 64x64|l1").constraints.aliases, std::vector<int>{0});
}

TEST(IndexingModel, OMI1_EmbeddingUntilizesTheTable) {
  expectBytes("embedding 1x1024 256x128 -> 1x1024x128|l1", 8 * tile, 4 * tile, 12 * tile, 2 * tile);
}

// ---- Convolution, pooling ----

static const std::string stem = "in_channels=3 out_channels=64 batch_size=1 input_height=224 input_width=224 "
                                "kernel_size=[7,7] stride=[2,2] padding=[3,3] dilation=[1,1] groups=1";

TEST(ConvolutionModel, OMV4_AutomaticBlocksAreOneTileHigh) {
  const std::string operands = " 1x1x50176x3|l1 64x3x7x7|row_major|system_memory -> ";
  // 7 + 7 tiles of activation, 2 x 7 x 7 of weights.
  Answer answer = ask("conv2d" + operands + "?1x1x12544x64 " + stem);
  ASSERT_TRUE(answer.legal());
  EXPECT_EQ(answer.constraints.cbPeakBytes, 112 * tile + 64);
  EXPECT_EQ(answer.constraints.tensorPeakBytes, 190572);
  EXPECT_EQ(answer.constraints.outputBytes, 14 * tile);
  EXPECT_EQ(ask("conv2d" + operands + "1x1x12544x64|l1 " + stem).constraints.outputBytes, 13 * tile);
}

TEST(ConvolutionModel, OMV7_ShardLayoutIsHeightBlockOrWidth) {
  const std::string query = "conv2d 1x1x50176x3|row_major 64x3x7x7|row_major|system_memory -> 1x1x12544x64|l1 " + stem;
  EXPECT_EQ(refusal(query + " conv2d_config.shard_layout=\"interleaved\""), "conv2d.shard-layout");
  EXPECT_EQ(refusal(query + " conv2d_config.shard_layout=\"height_sharded\""), "legal");
}

TEST(ConvolutionModel, OMV9_DramInputIsSlicedBackToDram) {
  const std::string operands = "conv2d 1x1x50176x3|row_major 64x3x7x7|row_major|system_memory -> ";
  EXPECT_EQ(ask(operands + "1x1x12544x64|l1 " + stem).constraints.outputBytes, 0);
  EXPECT_EQ(ask(operands + "1x1x12544x64|l1 conv2d_slice_config=\"l1_full\" " + stem).constraints.outputBytes,
            13 * tile);
  // Both kinds of double buffering: 4 + 2 tiles of activation, 28 of weights.
  expectBytes(operands +
                  "1x1x12544x64|l1 conv2d_config.enable_act_double_buffer=true "
                  "conv2d_config.enable_weights_double_buffer=true " +
                  stem,
              34 * tile + 64, 61836, 34 * tile + 64 + 61836, 0);
}

TEST(PoolModel, OMP1_RowsAreBatchTimesHeightTimesWidth) {
  EXPECT_EQ(refusal("max_pool2d 1x1x357x22 batch_size=1 input_height=256 input_width=256 channels=22 "
                    "kernel_size=[3,3] stride=[4,2] padding=[0,0] dilation=[1,1] -> 1x1x55x22"),
            "pool2d.input-shape");
}

// ---- Attention, caches, collectives ----

TEST(AttentionModel, OMT3_PrefillChunks) {
  expectBytes("scaled_dot_product_attention 1x1x128x64 1x1x128x64 1x1x128x64 is_causal=true -> 1x1x128x64", 59 * tile,
              0, 59 * tile, 0);
}

TEST(AttentionModel, OMT4_DecodeKeepsCachesInDram) {
  const std::string op = "scaled_dot_product_attention_decode ";
  EXPECT_EQ(refusal(op + "1x1x32x64|l1 1x8x128x64 1x8x128x64 -> 1x1x32x64"), "sdpa_decode.query-l1-interleaved");
  EXPECT_EQ(refusal(op + "1x1x32x64 1x8x128x64|l1 1x8x128x64 -> 1x1x32x64"), "sdpa_decode.cache-not-in-dram");
}

TEST(HeadsModel, OMH1_RowOfHeadsTwice) {
  expectBytes("concatenate_heads 1x8x512x64|l1 -> 1x512x512|l1", 32 * tile, 4 * tile, 36 * tile, 4 * tile);
}

TEST(HeadsModel, OMH3_SplitHasThreeResults) {
  expectBytes("split_query_key_value_and_split_heads 8x16x3072|l1 num_heads=32 -> 8x32x16x32|l1 8x32x16x32|l1 "
              "8x32x16x32|l1",
              4 * tile, 12 * tile, 16 * tile, 4 * tile);
}

TEST(HeadsModel, OMH6_RotaryHasTenRowsAndFourTiles) {
  expectBytes("rotary_embedding 1x32x1024x64|l1 1x1x1024x64|l1 1x1x1024x64|l1 -> 1x32x1024x64|l1", 24 * tile, 32 * tile,
              56 * tile, 32 * tile);
}

TEST(CacheModel, OMK1_CachesAreWrittenInPlace) {
  Answer answer = ask("update_cache 1x32x64x256|l1 1x32x3x256|l1 1|u32|l1");
  ASSERT_TRUE(answer.legal());
  EXPECT_EQ(answer.constraints.cbPeakBytes, 40 * 8 * tile);
  EXPECT_EQ(answer.constraints.tensorPeakBytes, 0);
  EXPECT_EQ(answer.constraints.aliases, std::vector<int>{0});
  EXPECT_EQ(refusal("update_cache 1x32x64x256 1x32x3x256 1|bf16"), "cache.index-type");
}

TEST(CollectiveModel, OMX4_PartitionsDoNotCutTiles) {
  EXPECT_EQ(refusal("mesh_partition 128x64 dim=0 -> 32x64"), "legal");
  EXPECT_EQ(refusal("mesh_partition 128x64 dim=0 -> 16x64"), "mesh_partition.cuts-tiles");
  EXPECT_EQ(refusal("mesh_partition 128x64|row_major dim=0 -> 16x64|row_major"), "legal");
}

// ---- Creation ----

TEST(CreationModel, OMC1_FilledTensorsHaveNoProgram) {
  expectBytes("zeros -> 1024x256|l1", 0, 4 * tile, 4 * tile, 4 * tile);
  expectBytes("zeros device=false -> 1024x256|l1", 0, 0, 0, 0);
}

TEST(CreationModel, OMC3_RandomNumbersAreMadeInF32) {
  expectBytes("rand -> 64x1024", 2 * f32Tile + 2 * tile, 0, 2 * f32Tile + 2 * tile, 0);
}

// ---- Refusals of the dispatcher ----

TEST(DispatcherModel, RefusesWhatItCannotKnow) {
  EXPECT_EQ(refusal("frobnicate 64x64"), "unsupported.op");
  EXPECT_EQ(refusal("add 64x64 64x64 64x64"), "query.operand-count");
  const std::string split = "split_query_key_value_and_split_heads 8x16x3072|dram num_heads=32 -> 8x32x16x32|l1 ";
  EXPECT_EQ(refusal(split + "8x32x16x32|dram 8x32x16x32|dram"), "query.one-memory");
  EXPECT_EQ(refusal(split + "8x32x16x32|l1 8x32x16x32|l1"), "legal");
  EXPECT_EQ(refusal("relu 0x64"), "shape.empty");
  EXPECT_EQ(refusal("relu 1x1x1x1x1x1x1x1x64"), "shape.rank");
  EXPECT_EQ(refusal("relu 4294967296x4294967296"), "shape.too-large");
  EXPECT_EQ(refusal("relu 64x64|l1|block_sharded|grid=9x9"), "layout.grid-too-big");
  EXPECT_EQ(refusal("relu 64x64|dram|block_sharded|grid=2x2"), "layout.dram-block-sharded");
  EXPECT_EQ(refusal("relu 64x64|l1|height_sharded|grid=2x2"), "layout.grid-shape");
  EXPECT_EQ(refusal("relu 64x64|l1|height_sharded|grid=2x1|shard=33x64"), "layout.shard-not-tile-multiple");
  EXPECT_EQ(refusal("relu 128x64|l1|height_sharded|grid=2x1|shard=32x64"), "layout.too-many-shards");
  EXPECT_EQ(refusal("relu 64x64|row_major|bfp_bf8"), "layout.block-format-row-major");
  EXPECT_EQ(refusal("relu 64x64|system_memory"), "layout.host-operand");
}
