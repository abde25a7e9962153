//===- RulesOfBytesTest.cpp - Bytes of a question, counted by hand -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule of docs/spec/OpModel.md at a time: the smallest question that obeys it and the one beside it that does not.
// Interleaved tensors in L1 lie on 64 cores, so that up to 64 tiles are one tile per core. expectBytes takes the peak
// of circular buffers, that of the op's tensors, that of both as they live, and the result.
//
//===----------------------------------------------------------------------===//
#include "Ask.h"

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::testing;

// ---- Matmul ----

TEST(MatmulRules, OMM4_TileByTileWhenKIsOddOrOneBlockIsAll) {
  // K of 4 tiles: 2 x 2 blocks of 16 x 16, (16 + 16) x 2 x 2 in and 256 out. K of 3: two tiles each of A, B and out.
  expectBytes("matmul 1024x128|l1 128x1024|l1 -> 1024x1024|l1", 384 * tile, 16 * tile, 400 * tile, 16 * tile);
  expectBytes("matmul 1024x96|l1 96x1024|l1 -> 1024x1024|l1", 6 * tile, 16 * tile, 22 * tile, 16 * tile);
  // 16 x 16 tiles are one block: 256 tiles of output, four per core.
  expectBytes("matmul 512x128|l1 128x512|l1 -> 512x512|l1", 6 * tile, 4 * tile, 10 * tile, 4 * tile);
  // 9 x 9 blocks are more than the grid's 8 x 8: the block stays, every core fetches for itself.
  expectBytes("matmul 4608x128|l1 128x4608|l1 -> 4608x4608", 384 * tile, 0, 384 * tile, 0);
}

TEST(MatmulRules, OMM11_BuffersAsInTheFactories) {
  // All in DRAM, 8 x 8 tiles per core. K in one step: 8 + 8 in, 64 out; in eight steps of 8: both operands twice.
  expectBytes("matmul 2048x32 32x2048 -> 2048x2048", (8 + 8 + 64) * tile, 0, 80 * tile, 0);
  expectBytes("matmul 2048x2048 2048x2048 -> 2048x2048", ((8 + 8) * 8 * 2 + 64) * tile, 0, 320 * tile, 0);
  // Partial sums in f32 lie apart from the bf16 result; those of the result's type lie in it.
  const std::string f32 = " compute_config.fp32_dest_acc_en=true compute_config.packer_l1_acc=true";
  expectBytes("matmul 2048x2048 2048x2048 -> 2048x2048" + f32, 320 * tile + 64 * f32Tile, 0, 320 * tile + 64 * f32Tile,
              0);
  expectBytes("matmul 2048x2048 2048x2048 -> 2048x2048 compute_config.fp32_dest_acc_en=true", 320 * tile, 0, 320 * tile,
              0);
}

// ---- Reductions and norms ----

TEST(ReductionRules, OMR5_DroppedDimensionsAreAViewWhenTilesStay) {
  // 1x1x1024 and 1x1024 are 32 tiles either way: one reduction along H (2 + 1 + 2 tiles), one tensor.
  expectBytes("sum 1x64x1024|l1 dim_arg=[1] keep_dim=true -> 1x1x1024|l1", 5 * tile, tile, 6 * tile, tile);
  expectBytes("sum 1x64x1024|l1 dim_arg=[1] keep_dim=false -> 1x1024|l1", 5 * tile, tile, 6 * tile, tile);
  // 8x1x1024 are 256 tiles (4 per core), 8x1024 only 32: the rows move together. Both tensors are live, the reduction's
  // buffers still there: 5 + 4 + 1.
  expectBytes("sum 8x64x1024|l1 dim_arg=[1] keep_dim=true -> 8x1x1024|l1", 5 * tile, 4 * tile, 9 * tile, 4 * tile);
  expectBytes("sum 8x64x1024|l1 dim_arg=[1] keep_dim=false -> 8x1024|l1", 5 * tile, 5 * tile, 10 * tile, tile);
}

TEST(ReductionRules, OMR7_RunningSumsWithinATileArePermuted) {
  // 256 tiles, four per core: four each of input, begin, running sum and output; nothing else along the first dimension.
  expectBytes("cumsum 4x32x32x64|l1 dim=0 -> 4x32x32x64|l1", 16 * tile, 4 * tile, 20 * tile, 4 * tile);
  // Along the height of 128 x 128 there are 128 x 1 x 1 x 128, 512 tiles, eight per core: permuted and summed.
  expectBytes("cumsum 128x128|l1 dim=0 -> 128x128|l1", 16 * tile, 16 * tile, 32 * tile, tile);
  expectBytes("cumsum 128x128|l1 dim=-1 -> 128x128|l1", 16 * tile, 16 * tile, 32 * tile, tile);
  // The permuted input lies where the input does, the sums where the result does.
  expectBytes("cumsum 128x128|l1 dim=0 -> 128x128", 16 * tile, 8 * tile, 24 * tile, 0);
  expectBytes("cumsum 128x128 dim=0 -> 128x128|l1", 16 * tile, 9 * tile, 25 * tile, tile);
  EXPECT_EQ(refusal("cumsum 128x128|l1 dim=2 -> 128x128|l1"), "cumsum.dim-out-of-range");
}

static const std::string channels = "1x32x1x1|l1 ";

TEST(NormalizationRules, OMN6_TrainingMakesTheStatistics) {
  // x is 32 tiles, one per core, and so is everything else: the mean, x², its sums along W and along H and W.
  expectBytes("batch_norm_training 1x32x32x32|l1 -> 1x32x32x32|l1", 24 * tile, 4 * tile, 27 * tile, tile);
  // Inference is given them: the result is the only tensor.
  expectBytes("batch_norm_inference 1x32x32x32|l1 " + channels + channels + "-> 1x32x32x32|l1", 18 * tile, tile,
              19 * tile, tile);
}

TEST(NormalizationRules, OMN7_RunningStatisticsAreTwelveDoubleBuffers) {
  // 24 tiles of bf16, 24 of f32; beside them mean, variance and then the result, which in DRAM take
  // nothing.
  expectBytes("batch_norm_training 1x32x32x32|f32|l1 -> 1x32x32x32|f32|l1", 24 * f32Tile, 4 * f32Tile, 27 * f32Tile,
              f32Tile);
  expectBytes("batch_norm_training 1x32x32x32|l1 -> 1x32x32x32", 24 * tile, 0, 24 * tile, 0);
}

TEST(NormalizationRules, OMN8_BatchNormHasNineDoubleBuffers) {
  // In tiles of the input, however many channels there are: 64 tiles are one per core, 128 two.
  expectBytes("batch_norm_inference 1x64x32x32|l1 1x64x1x1|l1 1x64x1x1|l1 -> 1x64x32x32|l1", 18 * tile, tile, 19 * tile,
              tile);
  expectBytes("batch_norm_inference 1x128x32x32|f32|l1 1x128x1x1|f32|l1 1x128x1x1|f32|l1 -> 1x128x32x32|f32|l1",
              18 * f32Tile, 2 * f32Tile, 20 * f32Tile, 2 * f32Tile);
}

TEST(NormalizationRules, OMN9_GroupNormByRowsOfTiles) {
  // Rows of 4 tiles: in, masked x, x - mean and out; mask, gamma and beta; 8 tiles more.
  expectBytes("group_norm 1x1x64x128|l1 num_groups=4 -> 1x1x64x128|l1", (4 * 4 + 3 * 4 + 8) * tile, tile, 37 * tile,
              tile);
  expectBytes("group_norm 1x1x64x64|l1 num_groups=4 -> 1x1x64x64|l1", (4 * 2 + 3 * 2 + 8) * tile, tile, 23 * tile,
              tile);
  EXPECT_EQ(refusal("group_norm 1x1x64x128|l1 num_groups=3 -> 1x1x64x128|l1"), "group_norm.groups");
  EXPECT_EQ(refusal("group_norm 1x1x64x128|l1|width_sharded|grid=1x4 -> 1x1x64x128|l1|width_sharded|grid=1x4"),
            "group_norm.width-sharded");
}

// ---- Layouts and movement ----

TEST(MovementRules, OML2_ARowOfTilesOrTheLargestDivisorThatFits) {
  // 32 tiles in and 32 out. A row of 1024 does not fit twice: of its divisors 256 does, and 128 beside 524288 B.
  expectBytes("to_layout 64x1024 -> 64x1024|row_major", 64 * tile, 0, 64 * tile, 0);
  expectBytes("to_layout 64x32768 -> 64x32768|row_major", 512 * tile, 0, 512 * tile, 0);
  expectBytes("to_layout 64x32768 -> 64x32768|row_major live_l1_bytes=524288", 256 * tile, 0, 256 * tile, 0);
  // Its own result lies in L1 by then: 16 rows of 1024 tiles are 256 on each of 64 cores.
  expectBytes("to_layout 512x32768|row_major -> 512x32768|l1", 256 * tile, 256 * tile, 512 * tile, 256 * tile);
}

TEST(MovementRules, OML5_RowsOfShardsAreAligned) {
  // 12 elements are 24 B, 16 are 32 B: a multiple of the 16 B of L1.
  EXPECT_EQ(refusal("to_memory_config 64x12|row_major|l1 -> 64x12|row_major|l1|height_sharded|grid=2x1"),
            "move.unaligned-row");
  EXPECT_EQ(refusal("to_memory_config 64x16|row_major|l1 -> 64x16|row_major|l1|height_sharded|grid=2x1"), "legal");
  EXPECT_EQ(refusal("to_memory_config 64x12|row_major|l1 -> 64x12|row_major|dram"), "legal");
}

TEST(MovementRules, OML6_TypesChangeOnTiles) {
  // Before untilizing: a cast copy (one f32 tile), then a row of 32 f32 tiles in and out into rows of 4096 B.
  expectBytes("to_layout 64x1024|l1 -> 64x1024|f32|row_major|l1", 64 * f32Tile, f32Tile + 4096,
              64 * f32Tile + f32Tile + 4096, 4096);
  // While tilizing: one program, bf16 in and f32 out.
  expectBytes("to_layout 64x1024|row_major|l1 -> 64x1024|f32|l1", 32 * tile + 32 * f32Tile, f32Tile,
              32 * tile + 33 * f32Tile, f32Tile);
  EXPECT_EQ(refusal("to_layout 64x1024|row_major|l1 -> 64x1024|f32|row_major|l1"), "move.row-major-conversion");
}

TEST(MovementRules, OML8_ToTensorSpecIsItsSteps) {
  // Rows in DRAM to tiles in L1: tilized in DRAM (a row of two tiles in and out), then moved into a result of one tile,
  // which is allocated while the buffers of the first program are still there.
  expectBytes("to_tensor_spec 64x64|row_major -> 64x64|tile|bf16|l1", 4 * tile, tile, 5 * tile, tile);
  // From L1 back to rows in DRAM the move is first, so that nothing but buffers lies in L1.
  expectBytes("to_tensor_spec 64x64|tile|bf16|l1 -> 64x64|row_major", 4 * tile, 0, 4 * tile, 0);
  // No step, no program.
  expectBytes("to_tensor_spec 64x64 -> 64x64", 0, 0, 0, 0);
}

TEST(MovementRules, OMD2_RunsEndAtFacesAndAtRowEnds) {
  // A mapping page has 16 B per run. Rows of 64 into rows of 32: two faces of 16 in each of 32 rows.
  expectBytes("reshape 64x64|l1 -> 128x32|l1", 64 * 16 + 2 * tile, tile, 64 * 16 + 3 * tile, tile);
  // Rows of 24 into rows of 48: the first 32 columns are read as 16 (a face of both), 8 (the row ends), 8 (the face of
  // the result ends), three runs in each of 32 rows.
  expectBytes("reshape 64x24|l1 -> 32x48|l1", 96 * 16 + 2 * tile, tile, 96 * 16 + 3 * tile, tile);
}

TEST(MovementRules, OMD6_WholeTilesNeedNoExchange) {
  // Three outer dimensions turn: two pages in. The rows of the tiles turn, too: in, exchange and out, two pages each.
  expectBytes("permute 2x2x2x32x32|l1 permutation=[1,2,0,3,4] -> 2x2x2x32x32|l1", 2 * tile, tile, 3 * tile, tile);
  expectBytes("permute 2x2x32x32|l1 permutation=[1,2,0,3] -> 2x32x2x32|l1", 6 * tile, tile, 7 * tile, tile);
}

TEST(MovementRules, OMA6_TilesArePaddedBehindOnly) {
  // Behind: two pages and one of padding. In front it goes through rows: 64 rows of 128 B on 64 cores, 66 of 132 B (two
  // on the fullest), tilized by a row of 3 tiles in and out. 9 tiles are one per core.
  expectBytes("pad 64x64|l1 padding=[0,2,0,2] -> 66x66|l1", 3 * tile, tile, 4 * tile, tile);
  expectBytes("pad 64x64|l1 padding=[2,0,2,0] -> 66x66|l1", 6 * tile, 128 + 2 * 132 + tile, 7 * tile + 128 + 2 * 132,
              tile);
}

TEST(MovementRules, OMA7_RepeatKeepsTheInputsMemory) {
  EXPECT_EQ(layoutOf("repeat 64x64 repeat_dims=[2,1] -> 128x64|l1"), "tile|bf16|dram|interleaved|grid=1x1");
  EXPECT_EQ(layoutOf("repeat 64x64|l1 repeat_dims=[2,1] -> 128x64"), "tile|bf16|l1|interleaved|grid=8x8");
  EXPECT_EQ(refusal("repeat 64x64|l1|height_sharded|grid=2x1 repeat_dims=[2,1] -> 128x64|l1"),
            "repeat.memory-layout-mismatch");
}

// ---- Indexing ----

TEST(IndexingRules, OMI2_RowsAreGatheredAndTilizedInOneProgram) {
  // Rows of 4 tiles gathered and tilized, 32 indices of 4 B; 128 tiles are two per core.
  expectBytes("embedding 1x1024|u32|row_major|l1 256x128|row_major|l1 -> 1x1024x128|l1", 8 * tile + 128, 2 * tile,
              10 * tile + 128, 2 * tile);
  // 100 columns are no whole tiles: gathered first, 16 rows of 200 B on each core, then tilized.
  expectBytes("embedding 1x1024|u32|row_major|l1 256x100|row_major|l1 -> 1x1024x100|l1", 8 * tile, 16 * 200 + 2 * tile,
              10 * tile + 16 * 200, 2 * tile);
}

TEST(IndexingRules, OMI3_GradientHasTheTablesHeightAndItsOwnWidth) {
  // 4096 rows of 64, though the table has 128: 256 tiles, four per core. Six tiles of buffers, 32 indices of 4 B, a
  // mask of 32 B, a count of 16 B.
  Bytes cb = 6 * tile + 128 + 32 + 16;
  expectBytes("embedding_bw 64x64|row_major|u32|l1 4096x128|l1 1x1x64x64|l1 -> 1x1x4096x64|l1", cb, 4 * tile,
              4 * tile + cb, 4 * tile);
  EXPECT_EQ(refusal("embedding_bw 64x64|u32|l1 4096x128|l1 1x1x64x64|l1 -> 1x1x4096x64|l1"),
            "embedding_bw.tiled-indices");
}

TEST(IndexingRules, OMI4_ScatterWorksOnRowsIntoACopy) {
  // Rows of 128 B, one per core: the input, its copy, the source; of the index 256 B. All are live with the tilized
  // result; the largest program untilizes the u32 index by rows of two tiles, and the source's rows are made beside it.
  Bytes rows = 3 * 128 + 256;
  expectBytes("scatter 64x64|l1 64x64|u32|l1 64x64|l1 dim=0 -> 64x64|l1", 4 * f32Tile, rows + tile, 4 * f32Tile + rows,
              tile);
  // Rows need no copies: one program with a page of each.
  expectBytes("scatter 64x64|row_major|l1 64x64|u32|row_major|l1 64x64|row_major|l1 dim=0 -> 64x64|row_major|l1", rows,
              128, rows + 128, 128);
}

TEST(IndexingRules, OMI5_SortHoldsWholeRows) {
  // 4 + 4 tiles at both ends, 2 x 32 of values and 2 x 32 of indices between, a lookup page; u16 tiles are like bf16.
  Bytes cb = (8 + 128) * tile + 1024;
  expectBytes("sort 64x1024|l1 dim=-1 -> 64x1024|l1 64x1024|u16|l1", cb, 2 * tile, cb + 2 * tile, tile);
  Bytes half = (8 + 64) * tile + 1024;
  expectBytes("sort 64x512|l1 dim=-1 -> 64x512|l1 64x512|u16|l1", half, 2 * tile, half + 2 * tile, tile);
}

TEST(IndexingRules, OMI6_AlongAnotherDimensionResultsLieWithTheInput) {
  EXPECT_EQ(layoutOf("sort 64x1024|l1 dim=1 -> 64x1024 64x1024|u16"), "tile|bf16|dram|interleaved|grid=1x1");
  EXPECT_EQ(layoutOf("sort 1024x64|l1 dim=0 -> 1024x64 1024x64|u16"), "tile|bf16|l1|interleaved|grid=8x8");
  EXPECT_EQ(layoutOf("sort 1024x64|l1 dim=0 -> 1024x64 1024x64|u16", 1), "tile|u16|l1|interleaved|grid=8x8");
  // The sorted rows and both results are live at the end: four tensors of a tile.
  EXPECT_EQ(ask("sort 1024x64|l1 dim=0 -> 1024x64|l1 1024x64|u16|l1").constraints.tensorPeakBytes, 4 * tile);
}

// ---- Heads, caches, attention ----

TEST(HeadsRules, OMH4_DecodingHasOneCorePerUser) {
  const std::string query = "nlp_create_qkv_heads_decode 1x1x8x3072 num_heads=32 num_kv_heads=8";
  // 3072 / (32 + 2 x 8) = 64 per head; a user's 32 (8, padded to 32) heads are 1 x 2 tiles.
  for (size_t i : {0, 1, 2})
    EXPECT_EQ(layoutOf(query, i), "tile|bf16|l1|height_sharded|grid=8x1|shard=32x64");
  expectBytes(query, 0, 3 * 2 * tile, 6 * tile, 2 * tile);
  EXPECT_EQ(refusal("nlp_create_qkv_heads_decode 1x1x33x3072 num_heads=32 num_kv_heads=8"), "heads.batch");
  EXPECT_EQ(refusal("nlp_create_qkv_heads_decode 1x1x8x3000 num_heads=32 num_kv_heads=8"), "heads.count");
}

TEST(HeadsRules, OMH7_LlamasRotaryBuffersRowsOnlyInPrefill) {
  // Heads of 2 tiles: x 4, cos and sin 8, transformation 1, out 4, products 6. 256 tiles are four per core.
  expectBytes("rotary_embedding_llama 1x8x512x64|l1 1x1x512x64|l1 1x1x512x64|l1 1x1x32x32|l1 -> 1x8x512x64|l1",
              23 * tile, 4 * tile, 27 * tile, 4 * tile);
  // Decode: shards are the buffers, the products remain.
  const std::string shards = "1x8x32x64|l1|height_sharded|grid=8x1 ";
  expectBytes("rotary_embedding_llama " + shards + shards + shards + "1x8x32x32|l1|height_sharded|grid=8x1 -> " +
                  shards,
              6 * tile, 2 * tile, 8 * tile, 2 * tile);
}

TEST(CacheRules, OMK2_UpdatingUntilizesARowPerUser) {
  // Rows of 8 tiles. One cache: a granule of 1 row, so 2 rows of the cache, 2 of the input, both again untilized, and
  // 32 rows out. Two and more: granules of 2.
  expectBytes("update_cache 1x32x64x256 1x32x3x256 1|u32", (2 + 2 + 2 + 2 + 32) * 8 * tile, 0, 320 * tile, 0);
  expectBytes("update_cache 2x32x64x256 1x32x3x256 1|u32", (4 + 2 + 4 + 2 + 32) * 8 * tile, 0, 352 * tile, 0);
  expectBytes("update_cache 3x32x64x256 1x32x3x256 1|u32", (4 + 2 + 4 + 2 + 32) * 8 * tile, 0, 352 * tile, 0);
  // Filling copies tile by tile.
  expectBytes("fill_cache 1x32x64x256 1x32x3x256", 2 * tile, 0, 2 * tile, 0);
}

TEST(CacheRules, OMK3_PagedUpdatesTakeTwoRowsOfTheCache) {
  // Rows of 2 tiles: two in, two untilized, two out, one of the input; 8 indices of 4 B and a row of the page table.
  const std::string rest = " 8|si32|row_major 8x4|si32|row_major";
  const std::string input = " 1x8x32x64|l1|height_sharded|grid=8x1";
  expectBytes("paged_update_cache 8x1x64x64" + input + rest, (3 * 2 * 2 + 2) * tile + 32 + 16, 0, 14 * tile + 32 + 16,
              0);
  // A cache in L1 is read and written alike, where it lies: 32 tiles over 64 banks.
  expectBytes("paged_update_cache 8x1x64x64|l1" + input + rest, (3 * 2 * 2 + 2) * tile + 32 + 16, 0,
              14 * tile + 32 + 16, tile);
  // 40 heads are two rows of tiles of every user. Of a cache in block floats what is untilized is bf16.
  expectBytes("paged_update_cache 8x40x64x64 1x8x40x64|l1|height_sharded|grid=8x1" + rest, 16 * tile + 32 + 16, 0,
              16 * tile + 32 + 16, 0);
  expectBytes("paged_update_cache 8x1x64x64|bfp_bf8" + input + rest,
              8 * device::tileBytes(device::DataType::BfpBf8) + 6 * tile + 32 + 16, 0,
              8 * device::tileBytes(device::DataType::BfpBf8) + 6 * tile + 32 + 16, 0);
  EXPECT_EQ(refusal("paged_update_cache 8x1x64x64 1x8x32x64|l1" + rest), "cache.input-not-height-sharded");
}

TEST(AttentionRules, OMT1_KeysComeInPowersOfTwoThatDivideTheSequence) {
  // Heads of 2 tiles, one row of queries: 2 of q, 2 x 2 of k and of v and 2 + 1 of mask and products per tile of the
  // chunk, 13 others: 15 + 11 chunk.
  struct Case {
    int rows, chunk;
  };
  for (auto [rows, chunk] : {Case{32, 1}, {64, 2}, {96, 1}, {128, 4}, {192, 2}, {384, 4}, {512, 16}, {1024, 16}}) {
    std::string sequence = std::to_string(rows);
    std::string cache = "1x1x" + sequence + "x64 ";
    Bytes cb = (15 + 11 * chunk) * tile;
    expectBytes("scaled_dot_product_attention 1x1x32x64 " + cache + cache + "is_causal=true -> 1x1x32x64", cb, 0, cb,
                0);
  }
}

// ---- Quantization, collectives ----

TEST(QuantizeRules, OMQ2_QuantizeDividesAddsAndCasts) {
  // Two bf16 results and the si32 one; the binary programs and the cast have six bf16 tiles each.
  expectBytes("quantize 64x1024|l1 scalar scalar -> 64x1024|si32|l1", 6 * tile, 2 * tile + f32Tile, 8 * tile + f32Tile,
              f32Tile);
}

TEST(QuantizeRules, OMQ3_DequantizeSubtractsIn32BitsAndMultiplies) {
  // The si32 difference and the bf16 product, which is made beside the six si32 tiles of the subtraction.
  expectBytes("dequantize 64x1024|si32|l1 scalar scalar -> 64x1024|l1", 6 * f32Tile, f32Tile + tile, 7 * f32Tile + tile,
              tile);
}

TEST(CollectiveRules, OMX3_ReducingNeedsAnIntermediate) {
  // 12 pages of packets, 8 of local and reduced ones, 8 headers of 96 B; the tensor received beside the result.
  Bytes cb = 20 * tile + 768;
  expectBytes("all_reduce 64x1024|l1 -> 64x1024|l1", cb, 2 * tile, cb + 2 * tile, tile);
  expectBytes("reduce_scatter 128x1024|l1 scatter_dim=0 -> 64x1024|l1", cb, 3 * tile, cb + 3 * tile, tile);
  // Gathering only passes packets on: no intermediate.
  Bytes gather = 12 * tile + 768;
  expectBytes("all_gather 64x1024|l1 all_gather_dim=0 -> 128x1024|l1", gather, 2 * tile, gather + 2 * tile, 2 * tile);
}
