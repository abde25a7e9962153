//===- RulesOfWindowsTest.cpp - Convolutions and pools by hand -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Ask.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::testing;

namespace {

/// A convolution of `channels` to `outChannels` over one image of height x width, as rows in L1.
struct Convolution {
  int channels = 64, outChannels = 64, height = 64, width = 64, kernel = 3;
  std::string page = "row_major", memory = "l1", result = "", more = "";

  std::string text() const {
    int pad = kernel / 2;
    return fmt::format(
        "conv2d 1x1x{}x{}|{}|{} {}x{}x{}x{}|row_major|system_memory -> {}1x1x{}x{}{} in_channels={} "
        "out_channels={} batch_size=1 input_height={} input_width={} kernel_size=[{},{}] padding=[{},{}] "
        "stride=[1,1] {}",
        height * width, channels, page, memory, outChannels, channels, kernel, kernel, result.empty() ? "?" : "",
        height * width, outChannels, result, channels, outChannels, height, width, kernel, kernel, pad, pad, more);
  }
};

std::string sharded(const std::string &kind) { return "conv2d_config.shard_layout=\"" + kind + "\" "; }

std::string events(const std::string &text) {
  std::string letters;
  for (const L1Event &event : ask(text).constraints.events)
    letters += "ARCEIM"[static_cast<int>(event.kind)];
  return letters;
}

} // namespace

TEST(ConvolutionRules, OMV2_RowsAndChannelsSpreadByTheSharding) {
  // 4096 rows are 128 tiles. Height: over 64 cores, two tiles each, all 4 tiles of channels. Block: 16 tiles on each of
  // 8 rows of cores, 4 channel tiles out on as many columns as there are tiles in (2). Width: two cores with all rows.
  Convolution c{.outChannels = 128};
  c.more = sharded("height_sharded");
  EXPECT_EQ(layoutOf(c.text()), "tile|bf16|l1|height_sharded|grid=64x1|shard=64x128");
  c.more = sharded("block_sharded");
  EXPECT_EQ(layoutOf(c.text()), "tile|bf16|l1|block_sharded|grid=8x2|shard=512x64");
  c.more = sharded("width_sharded");
  EXPECT_EQ(layoutOf(c.text()), "tile|bf16|l1|width_sharded|grid=1x2|shard=4096x64");
}

TEST(ConvolutionRules, OMV3_ChannelsOfACoreAreAligned) {
  // 4 x 8 rows on one core, and a halo of 6 x 10 padded ones, 2 B per channel. First the rows and the halo with its
  // 116 B of runs are live; then the halo, 20 B of indices and the result's tile.
  auto peak = [](int channels) {
    Convolution c{.channels = channels, .outChannels = 32, .height = 4, .width = 8, .more = sharded("height_sharded")};
    return ask(c.text()).constraints.tensorPeakBytes;
  };
  struct Case {
    int channels, aligned;
  };
  for (auto [channels, aligned] : {Case{3, 8}, {8, 8}, {16, 16}, {24, 24}, {31, 32}, {32, 32}, {48, 48}})
    EXPECT_EQ(peak(channels), 60 * aligned * 2 + std::max<Bytes>(32 * aligned * 2 + 116, 20 + tile))
        << channels << " channels";
  // In tiles three channels are a whole one: the input's tile, the halo and its 140 B of runs.
  Convolution tiled{.channels = 3, .outChannels = 32, .height = 4, .width = 8, .page = "tile"};
  tiled.more = sharded("height_sharded");
  EXPECT_EQ(ask(tiled.text()).constraints.tensorPeakBytes, tile + 60 * 32 * 2 + 140);
}

TEST(ConvolutionRules, OMV5_SeveralBlocksKeepAllKernelRows) {
  // Two tiles of rows per core, two of channels out; a kernel row is 3 x 64 channels, 6 tiles. One block: 2 x 6 of
  // weights, 2 x 6 of activation and as many tilized. Blocks of one tile: three times the weights, half of the rest.
  Convolution c{.more = sharded("height_sharded")};
  EXPECT_EQ(ask(c.text()).constraints.cbPeakBytes, (12 + 12 + 12) * tile + 64);
  c.more += "conv2d_config.act_block_h_override=32 ";
  EXPECT_EQ(ask(c.text()).constraints.cbPeakBytes, (3 * 12 + 6 + 6) * tile + 64);
}

TEST(ConvolutionRules, OMV6_OneByOneIsAMatrixProduct) {
  // 32 x 8 tiles times 8 x 8 on the grid: 4 x 1 blocks and steps of one tile: 2 x 4 in, 2 weights, 4 out.
  Convolution c{.channels = 256, .outChannels = 256, .height = 32, .width = 32, .kernel = 1, .page = "tile"};
  EXPECT_EQ(ask(c.text()).constraints.cbPeakBytes, (8 + 2 + 4) * tile);
  EXPECT_EQ(layoutOf(c.text()), "tile|bf16|l1|interleaved|grid=8x8");
  // Three by three is none: it has shards.
  c.kernel = 3;
  EXPECT_NE(layoutOf(c.text()).find("sharded"), std::string::npos);
}

TEST(ConvolutionRules, OMV8_ReshardHaloConvolution) {
  // A: the input's shard, the halo and its config; CE: the halo program; I: the input is read; R: shard and config go;
  // M: the halo moves up; AA: indices and result; CE: the convolution; R: halo and indices go.
  Convolution c{.more = sharded("height_sharded")};
  EXPECT_EQ(events(c.text()), "AAACEIRMAACER");
  // Shards of the input need no reshard.
  c.memory = "l1|height_sharded|grid=64x1";
  EXPECT_EQ(events(c.text()), "AACEIRMAACER");
  c.more += "conv2d_config.reallocate_halo_output=false ";
  EXPECT_EQ(events(c.text()), "AACEIRAACER");
  // A result that is asked for elsewhere is moved there, the last A, while the halo still lies.
  c = {.result = "|tile|bf16|l1|interleaved|grid=8x8", .more = sharded("height_sharded")};
  EXPECT_EQ(events(c.text()), "AAACEIRMAACEAR");
}

TEST(ConvolutionRules, OMV10_SlicesUntilTheyFit) {
  // 2^20 rows of 32 channels: 16384 rows of output and of halo on each core are a mebibyte each.
  Convolution c{.channels = 32, .outChannels = 32, .height = 1024, .width = 1024, .memory = "dram"};
  Bytes usable = ChipParameters().usableL1Bytes();
  c.more = "conv2d_slice_config=\"l1_full\" ";
  EXPECT_GT(ask(c.text()).constraints.totalPeakBytes, usable);
  c.more.clear();
  EXPECT_LE(ask(c.text()).constraints.totalPeakBytes, usable);
  // A number that is asked for is taken: one slice is the whole.
  c.more = "conv2d_slice_config=\"dram_height\" conv2d_slice_config.num_slices=1 ";
  EXPECT_GT(ask(c.text()).constraints.totalPeakBytes, usable);
}

// ---- Pools ----

namespace {
/// Windows of `kernel` that touch each other on an image of 64 x 64 x 64.
std::string pool(int kernel, const std::string &memory, const std::string &result) {
  return fmt::format("max_pool2d 1x1x4096x64|row_major|{} batch_size=1 input_height=64 input_width=64 channels=64 "
                     "kernel_size=[{},{}] stride=[{},{}] padding=[0,0] dilation=[1,1] -> {}1x1x{}x64{}",
                     memory, kernel, kernel, kernel, kernel, result.empty() ? "?" : "", (64 / kernel) * (64 / kernel),
                     result);
}
const std::string rows = "|row_major|l1|";
} // namespace

TEST(PoolRules, OMP2_RowsOverCoresChannelsOverColumns) {
  // 1024 rows out: 16 on each of 64 cores; 128 on 8 rows of cores with 32 channels each; all on two cores.
  EXPECT_EQ(layoutOf(pool(2, "l1", rows + "height_sharded|partial")),
            "row_major|bf16|l1|height_sharded|grid=64x1|shard=16x64");
  EXPECT_EQ(layoutOf(pool(2, "l1", rows + "block_sharded|partial")),
            "row_major|bf16|l1|block_sharded|grid=8x2|shard=128x32");
  EXPECT_EQ(layoutOf(pool(2, "l1", rows + "width_sharded|partial")),
            "row_major|bf16|l1|width_sharded|grid=1x2|shard=1024x32");
}

TEST(PoolRules, OMP3_ShardingOfInputOrRequestElseHeight) {
  const std::string blocks = "l1|block_sharded|grid=8x2";
  EXPECT_EQ(layoutOf(pool(2, "l1", "")), "row_major|bf16|l1|height_sharded|grid=64x1|shard=16x64");
  EXPECT_EQ(layoutOf(pool(2, blocks, "")), "row_major|bf16|l1|block_sharded|grid=8x2|shard=128x32");
  EXPECT_EQ(refusal(pool(2, blocks, rows + "block_sharded|partial")), "legal");
  EXPECT_EQ(refusal(pool(2, blocks, rows + "height_sharded|partial")), "pool2d.shard-type-mismatch");
}

TEST(PoolRules, OMP4_BuffersOfThePoolingProgram) {
  // Two tiles of scalars; for two readers, twice, 16 sticks of 64 channels x 2 B; windows of more than 16 take 32.
  EXPECT_EQ(ask(pool(2, "l1", "")).constraints.cbPeakBytes, 2 * tile + 2 * 2 * 16 * 128);
  EXPECT_EQ(ask(pool(4, "l1", "")).constraints.cbPeakBytes, 2 * tile + 2 * 2 * 16 * 128);
  EXPECT_EQ(ask(pool(8, "l1", "")).constraints.cbPeakBytes, 2 * tile + 2 * 2 * 32 * 128);
  // A result in tiles is tilized: 32 rows of two tiles' channels more.
  EXPECT_EQ(ask(pool(2, "l1", "|tile|l1|height_sharded|partial")).constraints.cbPeakBytes,
            2 * tile + 2 * 2 * 16 * 128 + 32 * 128);
}

TEST(PoolRules, OMP5_AGlobalAverageIsAReduction) {
  // Two tiles in, a scaler, two out, whatever the image's size; height and width are gone together.
  expectBytes("global_avg_pool2d 1x32x32x64|l1 -> 1x1x1x64|l1", 5 * tile, tile, 6 * tile, tile);
  expectBytes("global_avg_pool2d 1x7x7x64|l1 -> 1x1x1x64|l1", 5 * tile, tile, 6 * tile, tile);
  // Rows are tilized first: 2 x 32 tiles of the image, one per core, beside the result; two in and two out of a row.
  expectBytes("global_avg_pool2d 1x32x32x64|l1|row_major -> 1x1x1x64|l1", 5 * tile, 2 * tile, 7 * tile, tile);
  EXPECT_EQ(refusal("global_avg_pool2d 32x32x64|l1 -> 1x1x64|l1"), "pool2d.rank");
  EXPECT_EQ(refusal("global_avg_pool2d 1x32x32x64|l1|height_sharded|grid=32x1 -> 1x1x1x64|l1"), "layout.sharded-input");
}
