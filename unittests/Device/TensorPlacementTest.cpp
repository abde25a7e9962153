//===- TensorPlacementTest.cpp - Shards onto cores, by hand ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/TensorPlacement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

using namespace alcove;
using namespace alcove::device;
using testing::HasSubstr;

static const SystemDesc &preset(const char *name) {
  const SystemDesc *found = findPreset(name);
  EXPECT_NE(found, nullptr) << name;
  return *found;
}
static TensorSpec spec(const char *text) {
  Result<TensorSpec> parsed = parseTensorSpec(text);
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message);
  return *parsed;
}
static TensorPlacement place(const char *text, const DeviceDesc &device, const MeshDistribution &mesh = {}) {
  Result<TensorPlacement> placed = placeTensor(spec(text), device, mesh);
  EXPECT_TRUE(placed.ok()) << (placed.ok() ? "" : placed.error().message);
  return placed.ok() ? *placed : TensorPlacement();
}
static std::string refusal(const char *text, const DeviceDesc &device, const MeshDistribution &mesh = {}) {
  Result<TensorPlacement> placed = placeTensor(spec(text), device, mesh);
  return placed.ok() ? "no error" : placed.error().message;
}
static std::string verdict(const char *text, const DeviceDesc &device, const SystemDesc &system,
                           const MeshDistribution &mesh = {}) {
  TtnnVerdict answer = ttnnRuns(spec(text), device, system, mesh, place(text, device, mesh));
  EXPECT_EQ(answer.runnable, answer.reason.empty());
  return answer.runnable ? "runs" : answer.reason;
}

TEST(TensorSpecTextTest, RoundTrip) {
  for (const char *text : {"64x96|tile|bf16|l1|block_sharded|2x3", "1x32x512|row_major|f32|dram|interleaved|1x1",
                           "5|tile|bfp_bf8|l1|height_sharded|12x1|col_major|shard=32x32|cores=(0,0)-(7,0)+(0,1)-(3,1)",
                           "|tile|f32|system_memory|interleaved|1x1"})
    EXPECT_EQ(toString(spec(text)), text);
  EXPECT_EQ(toString(spec("64x96")), "64x96|tile|bf16|dram|interleaved|1x1");
}

TEST(TensorSpecTextTest, Errors) {
  auto error = [](const char *text) {
    Result<TensorSpec> parsed = parseTensorSpec(text);
    return parsed.ok() ? std::string("no error") : parsed.error().message;
  };
  EXPECT_EQ(error(""), "tensor '': '' is not a list of positive numbers separated by x");
  EXPECT_EQ(error("64x0"), "tensor '64x0': '64x0' is not a list of positive numbers separated by x");
  EXPECT_EQ(error("64x1099511627776"),
            "tensor '64x1099511627776': '64x1099511627776' is not a list of positive numbers separated by x");
  EXPECT_EQ(error("64|tiles"), "tensor '64|tiles': unknown page layout 'tiles' (tile, row_major)");
  EXPECT_THAT(error("64|tile|bf17"), HasSubstr("unknown data type 'bf17'"));
  EXPECT_THAT(error("64|tile|bf16|l2"), HasSubstr("unknown buffer 'l2'"));
  EXPECT_THAT(error("64|tile|bf16|l1|sharded"), HasSubstr("unknown memory layout 'sharded'"));
  EXPECT_THAT(error("64|tile|bf16|l1|block_sharded|8"), HasSubstr("'8' has 1 sides, not 2"));
  EXPECT_THAT(error("64|tile|bf16|l1|block_sharded|8x8|cores=(0,0)"), HasSubstr("'(0,0)' is not a core range"));
  EXPECT_THAT(error("64|tile|bf16|l1|block_sharded|8x8|blue"), HasSubstr("unknown option 'blue'"));
}

// The picture in TensorPlacement.h.
TEST(TensorPlacementTest, PictureOfTheHeader) {
  SystemDesc system = preset("wormhole-n300");
  DeviceDesc device = *buildSpmdDevice(system, {1, 2});
  device.workerGrid.shape = {2, 2};
  ASSERT_TRUE(verify(device, system).ok());
  TensorPlacement placed = place("128x128|tile|bf16|l1|block_sharded|2x2", device, {{std::nullopt, 1}});
  ASSERT_EQ(placed.slices.size(), 2u);
  EXPECT_EQ(placed.slices[1].offset, (std::vector<int64_t>{0, 64}));
  EXPECT_EQ(placed.localShape, (std::vector<int64_t>{128, 64}));
  EXPECT_EQ(placed.shardShape, (std::pair<int64_t, int64_t>(64, 32)));
  ASSERT_EQ(placed.shards.size(), 8u);
  const ShardPlacement &last = placed.shards[7];
  EXPECT_EQ(last.core, (PhysicalCore{1, 1, 1}));
  EXPECT_EQ(last.chipId, 1);
  EXPECT_EQ(last.bytes, 4096);
  EXPECT_EQ(last.rowBegin, 64);
  EXPECT_EQ(last.colEnd, 64);
}

TEST(TensorPlacementTest, HeightShardsFillRowsOfCores) {
  const SystemDesc &system = preset("wormhole_b0");
  TensorPlacement placed = place("320x64|tile|bf16|l1|height_sharded|10x1", *buildDevice(system, {}));
  ASSERT_EQ(placed.shards.size(), 10u);
  for (int64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(placed.shards[i].core, (PhysicalCore{0, i / 8, i % 8}));
    EXPECT_EQ(placed.shards[i].rowBegin, 32 * i);
    EXPECT_EQ(placed.shards[i].bytes, 2 * 2048);
  }
}

TEST(TensorPlacementTest, ColumnMajorExchangesCores) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  TensorPlacement line = place("320x64|tile|bf16|l1|height_sharded|10x1|col_major", device);
  EXPECT_EQ(line.shards[9].core, (PhysicalCore{0, 1, 1}));
  TensorPlacement block = place("64x96|tile|bf16|l1|block_sharded|2x3|col_major", device);
  EXPECT_EQ(block.shards[2].core, (PhysicalCore{0, 2, 0})) << "shard (0, 2)";
  EXPECT_EQ(block.shards[3].core, (PhysicalCore{0, 0, 1})) << "shard (1, 0)";
}

TEST(TensorPlacementTest, ExplicitCoresAreFilledInTheirOrder) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  TensorPlacement placed = place("96x32|tile|bf16|l1|height_sharded|3x1|cores=(4,2)-(5,2)+(0,7)-(0,7)", device);
  EXPECT_EQ(placed.shards[0].core, (PhysicalCore{0, 2, 4}));
  EXPECT_EQ(placed.shards[1].core, (PhysicalCore{0, 2, 5}));
  EXPECT_EQ(placed.shards[2].core, (PhysicalCore{0, 7, 0}));
}

// 5 tile rows on 4 cores: 2, 2, 1, 0; the last core holds an empty shard of the same bytes.
TEST(TensorPlacementTest, UnevenShardsEndInPadding) {
  TensorPlacement placed = place("160x32|tile|bf16|l1|height_sharded|4x1", *buildDevice(preset("toy-2x2"), {}));
  ASSERT_EQ(placed.shards.size(), 4u);
  EXPECT_EQ(placed.shards[2].rowEnd - placed.shards[2].rowBegin, 32);
  EXPECT_EQ(placed.shards[3].rowEnd, placed.shards[3].rowBegin);
  EXPECT_EQ(placed.shards[3].bytes, 2 * 2048);
}

// 5 pages on 4 workers: 2, 1, 1, 1; the layout's own grid does not matter.
TEST(TensorPlacementTest, InterleavedPagesGoRoundTheBanks) {
  DeviceDesc device = *buildDevice(preset("toy-2x2"), {});
  for (const char *text : {"160x32|tile|bf16|l1|interleaved|1x1", "160x32|tile|bf16|l1|interleaved|2x2"}) {
    TensorPlacement placed = place(text, device);
    ASSERT_EQ(placed.banks.size(), 4u);
    EXPECT_EQ(placed.banks[0].numPages, 2);
    EXPECT_EQ(placed.banks[3].numPages, 1);
    EXPECT_EQ(placed.banks[3].core, (PhysicalCore{0, 1, 1}));
    EXPECT_EQ(placed.banks[0].bytes, l1BytesPerCore(spec(text), 4));
  }
  TensorPlacement dram = place("160x32|tile|bf16|dram|interleaved|1x1", device);
  ASSERT_EQ(dram.banks.size(), 2u);
  EXPECT_EQ(dram.banks[0].numPages, 3);
  EXPECT_EQ(dram.banks[1].core, (PhysicalCore{0, 0, 1}));
}

TEST(TensorPlacementTest, DramShardsLieInChannels) {
  TensorPlacement placed = place("64x384|tile|bf16|dram|width_sharded|1x12", *buildDevice(preset("wormhole_b0"), {}));
  ASSERT_EQ(placed.shards.size(), 12u);
  EXPECT_EQ(placed.shards[11].core, (PhysicalCore{0, 0, 11}));
  EXPECT_EQ(placed.shards[11].bytes, 2 * 2048);
}

// Batch on the leading grid dimension, cut or replicated.
TEST(TensorPlacementTest, LeadingGridDimensionCutsOrReplicates) {
  const SystemDesc &system = preset("wormhole-t3000");
  DeviceDesc device = *buildDevice(system, {2, 1, 2});
  TensorPlacement cut = place("2x256x512|tile|bf16|l1|block_sharded|8x16", device, {{0}});
  ASSERT_EQ(cut.shards.size(), 256u);
  EXPECT_EQ(cut.localShape, (std::vector<int64_t>{1, 256, 512}));
  const ShardPlacement &shard = cut.shards[128 + 3 * 16 + 9];
  EXPECT_EQ(shard.core, (PhysicalCore{3, 3, 1})) << "second half of the batch, row 3, column 9";
  TensorPlacement whole = place("2x256x512|tile|bf16|l1|block_sharded|8x16", device);
  EXPECT_EQ(whole.localShape, (std::vector<int64_t>{2, 256, 512}));
  EXPECT_EQ(whole.slices[1].offset, (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(whole.shards[0].bytes, 2 * cut.shards[0].bytes);
}

// Every element of the tensor lies in exactly one shard of each slice that holds it.
TEST(TensorPlacementTest, ShardsPartitionTheSlice) {
  const SystemDesc &system = preset("wormhole-t3000");
  for (const DeviceDesc &device :
       {*buildSpmdDevice(system, {2, 4}), *buildDevice(system, {1, 2}), *skewGrid(*buildDevice(system, {}), system)})
    for (const char *text : {"3x70x100|tile|bf16|l1|block_sharded|5x3", "3x70x100|row_major|f32|l1|height_sharded|33x1",
                             "3x70x100|tile|bf16|l1|width_sharded|1x4", "70x100|row_major|u16|l1|block_sharded|8x8"}) {
      TensorPlacement placed = place(text, device);
      std::vector<int64_t> area(placed.slices.size(), 0);
      std::map<PhysicalCore, int> used;
      for (const ShardPlacement &shard : placed.shards) {
        area[shard.slice] += (shard.rowEnd - shard.rowBegin) * (shard.colEnd - shard.colBegin);
        EXPECT_EQ(++used[shard.core], 1) << text;
      }
      for (int64_t sum : area)
        EXPECT_EQ(sum, placed.localShape2D.first * placed.localShape2D.second) << text;
    }
}

TEST(TensorPlacementTest, DEVT1_Elements) {
  DeviceDesc device = *buildDevice(preset("toy-2x2"), {});
  EXPECT_EQ(refusal("1099511627775x2", device), "DEV-T1: tensor 1099511627775x2 has more than 1099511627776 elements");
  EXPECT_EQ(placeTensor({{4, 0}, {}}, device).error().message, "DEV-T1: tensor 4x0: dimension 1 is 0");
}

TEST(TensorPlacementTest, DEVT2_MeshCutsEvenly) {
  DeviceDesc device = *buildSpmdDevice(preset("wormhole-n300"), {1, 2});
  EXPECT_EQ(refusal("64x65", device, {{std::nullopt, 1}}),
            "DEV-T2: mesh dimension 1 cuts dimension 1 of tensor 64x65: 65 is not divisible by 2");
  EXPECT_EQ(refusal("64x64", device, {{std::nullopt, 2}}),
            "DEV-T2: mesh dimension 1 cuts dimension 2 of tensor 64x64, which has 2");
  EXPECT_EQ(refusal("64x64", device, {{0, 1, 0}}), "DEV-T2: 3 mesh dimensions are distributed, the device has 2");
}

TEST(TensorPlacementTest, DEVT3_ShardGrid) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|height_sharded|2x2", device),
            "DEV-T3: height_sharded on a 2x2 shard grid: it has one column");
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|width_sharded|2x2", device),
            "DEV-T3: width_sharded on a 2x2 shard grid: it has one row");
  EXPECT_EQ(refusal("128x64|tile|bf16|l1|height_sharded|2x1|shard=32x64", device),
            "DEV-T3: 2x1 shards of 32x64 elements do not hold 128x64");
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|height_sharded|2x1|shard=40x64", device),
            "DEV-T3: a shard of 40x64 elements is not made of 32x32 tiles");
}

TEST(TensorPlacementTest, DEVT4_OneCorePerShard) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  EXPECT_EQ(refusal("4096x64|tile|bf16|l1|height_sharded|65x1", device),
            "DEV-T4: 65 shards need as many cores, there are 64");
  EXPECT_EQ(refusal("512x512|tile|bf16|l1|block_sharded|9x2", device),
            "DEV-T4: a 9x2 shard grid (row_major) needs cores (0,0)-(1,8), the grid is 8x8");
  EXPECT_EQ(refusal("64x512|tile|bf16|dram|width_sharded|1x13", device),
            "DEV-T4: 13 shards need as many DRAM channels, there are 12");
}

TEST(TensorPlacementTest, DEVT5_WhatDoesNotLieOnTheDevice) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  EXPECT_THAT(refusal("64x64|tile|bf16|system_memory", device), HasSubstr("DEV-T5: a tensor in system memory"));
  EXPECT_THAT(refusal("64x64|tile|bf16|l1|nd_sharded|2x2", device), HasSubstr("DEV-T5: nd_sharded"));
}

TEST(TensorPlacementTest, DEVT6_CoreRanges) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|height_sharded|2x1|cores=(7,0)-(8,0)", device),
            "DEV-T6: core range (7,0)-(8,0) does not lie on the 8x8 grid");
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|height_sharded|2x1|cores=(1,0)-(0,0)", device),
            "DEV-T6: core range (1,0)-(0,0) does not lie on the 8x8 grid");
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|height_sharded|2x1|cores=(1,0)-(1,0)+(1,0)-(1,0)", device),
            "DEV-T6: core (x 1, y 0) is in two core ranges");
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|block_sharded|2x2|cores=(0,0)-(2,1)", device),
            "DEV-T6: block sharding on a 2x2 shard grid (row_major) needs one core range of 2 rows and 2 columns");
}

TEST(TensorPlacementTest, DEVT7_Count) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  EXPECT_EQ(refusal("64x64|tile|bf16|l1|block_sharded|1048576x1048576", device),
            "DEV-T7: 1048576x1048576 shards, at most 1048576 are placed");
}

//===----------------------------------------------------------------------===//
// What TTNN runs
//===----------------------------------------------------------------------===//

TEST(TtnnRunsTest, DEVR1_GridOfOneChip) {
  const SystemDesc &system = preset("wormhole-n300");
  const char *text = "256x512|tile|bf16|l1|block_sharded|8x8";
  EXPECT_EQ(verdict(text, *buildDevice(system, {}), system), "runs");
  EXPECT_EQ(verdict(text, *buildSpmdDevice(system, {1, 2}), system), "runs");
  EXPECT_EQ(
      verdict(text, *buildDevice(system, {1, 2}), system),
      "DEV-R1: a TTNN op runs on the grid of one chip and the same on every chip of a mesh: grid 8x16 spans 2 chips");
}

TEST(TtnnRunsTest, DEVR2_RectangleOfChips) {
  const SystemDesc &system = preset("wormhole-t3000");
  const char *text = "256x512|tile|bf16|l1|block_sharded|8x8";
  EXPECT_EQ(verdict(text, *buildSpmdDevice(system, {2, 4}), system), "runs");
  EXPECT_EQ(verdict(text, *buildSpmdDevice(system, {2, 2}, {1, 2, 5, 6}), system), "runs");
  EXPECT_EQ(verdict(text, *buildSpmdDevice(system, {2, 2}), system),
            "DEV-R2: TTNN meshes are rectangles of chips in row-major order: chip 2 lies at y 0, x 2, the 2x2 mesh "
            "wants y 1, "
            "x 0 there");
  EXPECT_EQ(verdict(text, *buildSpmdDevice(system, {2, 1, 2}, {0, 1, 2, 3}), system),
            "DEV-R2: TTNN meshes have two dimensions, this one is 2x1x2");
}

TEST(TtnnRunsTest, DEVR3_OneMeshDimensionPerTensorDimension) {
  const SystemDesc &system = preset("wormhole-t3000");
  EXPECT_EQ(verdict("256x512|tile|bf16|l1|block_sharded|8x8", *buildSpmdDevice(system, {2, 4}), system, {{1, 1}}),
            "DEV-R3: tensor dimension 1 is cut by mesh dimensions 0 and 1");
  EXPECT_EQ(verdict("256x512|tile|bf16|l1|block_sharded|8x8", *buildSpmdDevice(system, {2, 4}), system, {{0, 1}}),
            "runs");
}

TEST(TtnnRunsTest, DEVR4_DramBlocks) {
  const SystemDesc &system = preset("wormhole_b0");
  EXPECT_THAT(verdict("64x64|tile|bf16|dram|block_sharded|2x2", *buildDevice(system, {}), system),
              HasSubstr("DEV-R4: block_sharded is not supported in DRAM"));
}

TEST(TtnnRunsTest, DEVR5_RowsOrColumnsOfARectangle) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc plain = *buildDevice(system, {});
  const char *blocks = "256x256|tile|bf16|l1|block_sharded|8x8";
  EXPECT_EQ(verdict(blocks, *transposeGrid(plain, system), system), "runs") << "column-major";
  EXPECT_EQ(verdict(blocks, *skewGrid(plain, system), system),
            "DEV-R5: TTNN lays blocks on a rectangle of cores row by row or column by column: shard (1, 0) lies on "
            "core (y 1, "
            "x 1), row_major wants (y 1, x 0)");
  EXPECT_EQ(verdict("2048x64|tile|bf16|l1|height_sharded|64x1", *reshapeGrid(plain, system, {64, 1}), system), "runs");
  EXPECT_EQ(verdict("64x2048|tile|bf16|l1|width_sharded|1x64", *reshapeGrid(plain, system, {1, 64}), system), "runs");
  EXPECT_EQ(
      verdict("2048x64|tile|bf16|l1|height_sharded|64x1", *skewGrid(plain, system), system),
      "DEV-R5: TTNN fills cores row by row or column by column: shard 15 lies on core (y 1, x 0), after shard 14 on "
      "core (y 1, x 7)");
}

TEST(TtnnRunsTest, DEVR6_DataTypes) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc device = *buildDevice(system, {});
  EXPECT_EQ(verdict("64x64|row_major|bfp_bf8|dram", device, system),
            "DEV-R6: bfp_bf8 exists in tiles only, the layout is row_major");
  EXPECT_EQ(verdict("64x64|tile|bfp_bf8|dram", device, system), "runs");
  EXPECT_EQ(verdict("64x64|tile|i1|dram", device, system), "runs") << "stored as bf16";
  SystemDesc narrow = system;
  narrow.chips[0].supportedDataTypes = {DataType::BF16};
  EXPECT_EQ(verdict("64x64|tile|f32|dram", device, narrow), "DEV-R6: chip 0 does not support f32");
}

TEST(TtnnRunsTest, DEVR7_Capacity) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc device = *buildDevice(system, {});
  Bytes usable = system.chips[0].usableL1Bytes();
  int64_t rows = usable / 2048; // tiles of bf16 in a core's L1
  auto sharded = [&](int64_t tiles) {
    return verdict(fmt::format("{}x64|tile|bf16|l1|height_sharded|2x1", tiles * 32).c_str(), device, system);
  };
  EXPECT_EQ(sharded(rows / 2 * 2), "runs");
  EXPECT_EQ(sharded(rows + 2 - rows % 2),
            fmt::format("DEV-R7: a shard of {} B is larger than the {} B of a core's L1 that programs may use",
                        (rows + 2 - rows % 2) * 2048, usable));
  EXPECT_EQ(
      verdict("131072x1024|tile|bf16|l1|block_sharded|8x8", device, system),
      fmt::format("DEV-R7: a shard of 4194304 B is larger than the {} B of a core's L1 that programs may use", usable));
  EXPECT_THAT(verdict("131072x1024|tile|bf16|l1|interleaved|8x8", device, system),
              HasSubstr("DEV-R7: the pages of 4194304 B are larger than"));
  EXPECT_EQ(verdict("131072x1024|tile|bf16|dram", device, system), "runs");
  EXPECT_THAT(verdict("1048576x32768|tile|bf16|dram", device, system), HasSubstr("DEV-R7: the pages of"));
}

//===----------------------------------------------------------------------===//
// What moves
//===----------------------------------------------------------------------===//

// 64x96 in 2x3 blocks of a 2x3 corner; transposed 96x64 in 3x2 blocks. On the plain grid shard (0, 1) must go from core
// (0, 1) to core (1, 0); on the transposed grid every shard turns around where it is.
TEST(CoreTrafficTest, TransposeThenReinterpretationMovesNothing) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc plain = *buildDevice(system, {}), transposed = *transposeGrid(plain, system);
  TensorPlacement before = place("64x96|tile|bf16|l1|block_sharded|2x3", plain);
  Result<CoreTraffic> there = trafficBetween(before, place("96x64|tile|bf16|l1|block_sharded|3x2", transposed), true);
  ASSERT_TRUE(there.ok()) << there.error().message;
  EXPECT_EQ(there->elementsMoved, 0) << there->firstMove;
  Result<CoreTraffic> without = trafficBetween(before, place("96x64|tile|bf16|l1|block_sharded|3x2", plain), true);
  ASSERT_TRUE(without.ok());
  EXPECT_EQ(without->elementsMoved, 4 * 1024) << "all but the blocks (0, 0) and (1, 1)";
  EXPECT_EQ(without->firstMove, "shard (0, 1) on chip 0 core (y 0, x 1) to shard (1, 0) on chip 0 core (y 1, x 0)");
  Result<CoreTraffic> colMajor =
      trafficBetween(before, place("96x64|tile|bf16|l1|block_sharded|3x2|col_major", plain), true);
  EXPECT_EQ(colMajor->elementsMoved, 0) << "TTNN's way to say the same";
}

TEST(CoreTrafficTest, TransposeAcrossChips) {
  const SystemDesc &system = preset("wormhole-n300");
  DeviceDesc wide = *buildDevice(system, {1, 2}), tall = *transposeGrid(wide, system);
  TensorPlacement before = place("256x512|tile|bf16|l1|block_sharded|8x16", wide);
  EXPECT_EQ(trafficBetween(before, place("512x256|tile|bf16|l1|block_sharded|16x8", tall), true)->elementsMoved, 0);
}

// Three batch entries: with batch cut over nothing and heights of 64, the transposed entry (96 rows) no longer ends
// where the shard of the other ends, so data moves unless one core holds it all.
TEST(CoreTrafficTest, BatchesAreFollowed) {
  DeviceDesc device = *buildDevice(preset("wormhole_b0"), {});
  EXPECT_EQ(trafficBetween(place("3x64x96|tile|bf16|l1|height_sharded|3x1", device),
                           place("3x96x64|tile|bf16|l1|height_sharded|3x1", device), true)
                ->elementsMoved,
            0)
      << "one batch entry per core, before and after";
  EXPECT_EQ(trafficBetween(place("3x64x96|tile|bf16|l1|height_sharded|6x1", device),
                           place("3x96x64|tile|bf16|l1|height_sharded|3x1", device), true)
                ->elementsMoved,
            5 * 32 * 96)
      << "six half entries onto three cores: only the first stays";
}

TEST(CoreTrafficTest, ReshardIsCounted) {
  DeviceDesc device = *buildDevice(preset("toy-2x2"), {});
  TensorPlacement height = place("64x64|tile|bf16|l1|height_sharded|2x1", device);
  EXPECT_EQ(trafficBetween(height, height, false)->elementsMoved, 0);
  EXPECT_EQ(trafficBetween(height, place("64x64|tile|bf16|l1|width_sharded|1x2", device), false)->elementsMoved,
            2 * 32 * 32);
  EXPECT_EQ(trafficBetween(place("50x50|tile|bf16|l1|height_sharded|2x1", device),
                           place("50x50|tile|bf16|l1|width_sharded|1x2", device), false)
                ->elementsMoved,
            2 * 32 * 18)
      << "padding does not travel";
}

TEST(CoreTrafficTest, RefusesWhatIsNotComparable) {
  DeviceDesc device = *buildDevice(preset("toy-2x2"), {});
  TensorPlacement a = place("64x32|tile|bf16|l1|height_sharded|2x1", device);
  EXPECT_FALSE(trafficBetween(a, place("64x32", device), false).ok());
  EXPECT_EQ(trafficBetween(a, a, true).error().message, "the two placements hold tensors of different shapes");
}
