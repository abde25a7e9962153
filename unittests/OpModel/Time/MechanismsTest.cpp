//===- MechanismsTest.cpp - Time estimates that a pencil can check --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Anchors are published figures (tt-metal's GEMM_FLOPS report, exp sweep, tt-npe traces). The bands are
// wide enough for another calibration and narrow enough that a lost factor shows.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeParameters.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;
using device::PageLayout;

namespace {

TensorSpec tensor(std::vector<int64_t> shape, BufferType buffer = BufferType::DRAM, DataType type = DataType::BF16) {
  TensorSpec spec{std::move(shape), {}};
  spec.layout.bufferType = buffer;
  spec.layout.dataType = type;
  if (buffer == BufferType::L1)
    spec.layout.gridRows = spec.layout.gridCols = 8;
  return spec;
}

TensorSpec sharded(std::vector<int64_t> shape, MemoryLayout layout, int64_t rows, int64_t columns) {
  TensorSpec spec = tensor(std::move(shape), BufferType::L1);
  spec.layout.memoryLayout = layout;
  spec.layout.gridRows = rows;
  spec.layout.gridCols = columns;
  return spec;
}

Query ask(std::string op, std::vector<TensorSpec> inputs, const TensorSpec &output) {
  Query query;
  query.op = std::move(op);
  query.inputs = std::move(inputs);
  query.outputs.push_back({output.shape, output.layout.dataType, output.layout});
  return query;
}

Runtime time(const Query &query, const ChipParameters &chip = {}) {
  std::optional<Runtime> runtime = analyticalRuntime(query, chip);
  EXPECT_TRUE(runtime) << query.op;
  return runtime.value_or(Runtime{});
}

void expectWithin(double estimated, double published, double tolerance) {
  EXPECT_GE(estimated, published * (1 - tolerance));
  EXPECT_LE(estimated, published * (1 + tolerance));
}

} // namespace

TEST(OpModelTimeTest, SquareMatmulsOfTheGemmReport) {
  // n150, all in DRAM, default configuration: 11.6, 39.6 and 196.7 us.
  for (auto [size, microseconds] : {std::pair{512, 11.6}, {1024, 39.6}, {2048, 196.7}}) {
    TensorSpec square = tensor({size, size});
    expectWithin(time(ask("matmul", {square, square}, square)).totalNs, 1000 * microseconds, 0.3);
  }
}

TEST(OpModelTimeTest, FidelityMultipliesComputeOfALargeMatmul) {
  TensorSpec block = sharded({2048, 2048}, MemoryLayout::BlockSharded, 8, 8);
  Query query = ask("matmul", {block, tensor({2048, 2048})}, block);
  query.attributes["compute_config.math_fidelity"] = std::string("HiFi4");
  double hifi4 = time(query).computeNs;
  query.attributes["compute_config.math_fidelity"] = std::string("LoFi");
  double lofi = time(query).computeNs;
  // 8x8 tiles per core, 64 tiles of K: 4096 products of 64 cycles. LoFi is bound by unpacking 2 KB tiles, not by 16
  // cycles.
  EXPECT_GE(hifi4, 4096 * 64);
  EXPECT_LE(hifi4, 4096 * 80);
  EXPECT_GE(lofi, 4096 * 25);
  EXPECT_LT(lofi, hifi4);
}

TEST(OpModelTimeTest, HeightShardedMatmulReadsTheWeightsOnce) {
  // 2 rows of tiles per core on 10 and on 40 cores: the same time, because in1 is multicast; but for the 30 receivers
  // more that report to its sender one after the other.
  auto query = [](int64_t cores) {
    TensorSpec in = sharded({64 * cores, 288}, MemoryLayout::HeightSharded, cores, 1);
    return ask("matmul", {in, tensor({288, 96})}, sharded({64 * cores, 96}, MemoryLayout::HeightSharded, cores, 1));
  };
  double receivers = 30 * timeParameters(Arch::WormholeB0).matmulSyncReceiver;
  EXPECT_NEAR(time(query(10)).totalNs + receivers, time(query(40)).totalNs, 1e-6);
}

TEST(OpModelTimeTest, DramShardedMatmulIsBoundByItsBanks) {
  // n150, M = 32: 4096x6144 bfp8 takes 112 us, 14336x4096 bfp8 253 us (tt-metal #42593, tt-mlir #9252).
  auto query = [](int64_t k, int64_t n, int64_t step) {
    TensorSpec in = sharded({32, k}, MemoryLayout::WidthSharded, 1, 8),
               out = sharded({32, n}, MemoryLayout::WidthSharded, 1, 8);
    TensorSpec weights = tensor({k, n});
    weights.layout.dataType = DataType::BfpBf8;
    weights.layout.memoryLayout = MemoryLayout::WidthSharded;
    weights.layout.gridCols = 12;
    Query query = ask("matmul", {in, weights}, out);
    query.attributes["matmul_program_config"] =
        std::string("matmul_multi_core_reuse_multi_cast_dram_sharded_program_config");
    query.attributes["matmul_program_config.in0_block_w"] = step;
    query.attributes["matmul_program_config.per_core_m"] = int64_t{1};
    query.attributes["matmul_program_config.per_core_n"] = n / 32 / 8;
    return query;
  };
  EXPECT_NEAR(time(query(4096, 6144, 16)).totalNs, 112e3, 12e3);
  EXPECT_NEAR(time(query(14336, 4096, 56)).totalNs, 253e3, 25e3);
  EXPECT_EQ(time(query(4096, 6144, 16)).cores, 12); // the workers are the banks
  // Narrow blocks are slower: every block waits for its turn-around.
  EXPECT_GT(time(query(4096, 6144, 1)).totalNs, 1.15 * time(query(4096, 6144, 16)).totalNs);
}

TEST(OpModelTimeTest, ABatchOfActivationsReadsTheWeightsAgain) {
  // fuse_batch = 0: the time of B products is B times that of one (profiles of LLM layers).
  auto query = [](int64_t batch) {
    Query query =
        ask("matmul", {tensor({1, batch, 32, 2048}), tensor({1, 1, 2048, 4096})}, tensor({1, batch, 32, 4096}));
    query.attributes["matmul_program_config"] = std::string("matmul_multi_core_reuse_multi_cast_1d_program_config");
    query.attributes["matmul_program_config.in0_block_w"] = int64_t{2};
    query.attributes["matmul_program_config.per_core_m"] = int64_t{1};
    query.attributes["matmul_program_config.per_core_n"] = int64_t{2};
    query.attributes["matmul_program_config.fuse_batch"] = false;
    query.attributes["matmul_program_config.mcast_in0"] = true;
    return query;
  };
  EXPECT_NEAR(time(query(32)).totalNs / time(query(1)).totalNs, 32, 1.5);
}

TEST(OpModelTimeTest, WideRowsAreConvertedByAllCores) {
  // Logits: one row of 4008 tiles. One core would take 3.5 ms; column blocks, as tt-metal's
  // work_split_tilize.hpp cuts them, 0.35 to 0.6.
  TensorSpec tiles = tensor({32, 128256}), rows = tiles;
  rows.layout.pageLayout = device::PageLayout::RowMajor;
  Runtime untilize = time(ask("untilize", {tiles}, rows));
  EXPECT_GE(untilize.cores, 63);
  EXPECT_GT(untilize.totalNs, 0.25e6);
  EXPECT_LT(untilize.totalNs, 0.7e6);
  EXPECT_GE(time(ask("tilize", {rows}, tiles)).cores, 63);
}

TEST(OpModelTimeTest, ArgmaxOfRowsRunsOnAllCores) {
  TensorSpec tiles = tensor({32, 128256}), rows = tiles;
  rows.layout.pageLayout = device::PageLayout::RowMajor;
  EXPECT_EQ(time(ask("argmax", {tiles}, tensor({32, 1}))).cores, 1);
  EXPECT_EQ(time(ask("argmax", {rows}, tensor({32, 1}))).cores, 64);
}

TEST(OpModelTimeTest, EveryTimeLiesInItsInterval) {
  Runtime runtime = time(ask("relu", {tensor({2048, 2048})}, tensor({2048, 2048})));
  EXPECT_GT(runtime.lowNs, 0);
  EXPECT_LT(runtime.lowNs, runtime.totalNs);
  EXPECT_GT(runtime.highNs, runtime.totalNs);
  // Far beyond what was measured the interval is wider, in relation.
  Runtime huge = time(ask("relu", {tensor({1 << 17, 1 << 17})}, tensor({1 << 17, 1 << 17})));
  EXPECT_GT(huge.highNs / huge.totalNs, runtime.highNs / runtime.totalNs);
}

TEST(OpModelTimeTest, AnOperandInL1WithoutAConfigKeepsFewCores) {
  // tt-metal #56976: 1024 x 5376 x 5376 on 22 cores takes 1205 us, all in DRAM 308.
  ChipParameters blackhole = ChipParameters::from(device::findPreset("blackhole-p150")->chip(0));
  TensorSpec a = tensor({1024, 5376}), b = tensor({5376, 5376}), inL1 = tensor({5376, 5376}, BufferType::L1);
  expectWithin(time(ask("matmul", {a, inL1}, a), blackhole).totalNs, 1205e3, 0.15);
  expectWithin(time(ask("matmul", {a, b}, a), blackhole).totalNs, 308e3, 0.2);
  // tt-mlir #7702: up to 7.7 times; whatever the number of blocks, never what tile by tile would take (13 and more).
  for (auto [k, n, factor] : {std::tuple{2048, 2048, 7.5}, {2048, 8192, 1.9}, {5376, 5376, 3.1}, {5376, 32768, 1.3}}) {
    TensorSpec left = tensor({1024, k}), right = tensor({k, n});
    double dram = time(ask("matmul", {left, right}, tensor({1024, n}))).totalNs;
    double l1 = time(ask("matmul", {left, right}, tensor({1024, n}, BufferType::L1))).totalNs;
    expectWithin(l1 / dram, factor, 0.3);
  }
}

TEST(OpModelTimeTest, AFusedActivationCostsTheSameWhereverItIsWritten) {
  TensorSpec a = tensor({1024, 1024}), b = tensor({1024, 1024}), out = tensor({1024, 1024});
  Query plain = ask("matmul", {a, b}, out), onOp = plain, inConfig = plain;
  for (Query *query : {&plain, &onOp, &inConfig}) {
    query->attributes["matmul_program_config"] = std::string("matmul_multi_core_reuse_multi_cast_program_config");
    for (auto [name, value] : {std::pair{"in0_block_w", 4}, {"per_core_m", 4}, {"per_core_n", 4}})
      query->attributes[std::string("matmul_program_config.") + name] = int64_t{value};
  }
  onOp.attributes["activation"] = std::string("silu");
  inConfig.attributes["matmul_program_config.fused_activation"] = std::string("silu");
  EXPECT_GT(time(onOp).totalNs, time(plain).totalNs + 16 * 1800); // 16 tiles per core
  EXPECT_EQ(time(inConfig).totalNs, time(onOp).totalNs);
  Query product = ask("multiply", {out, out}, out), gated = product;
  gated.attributes["lhs_activations"] = std::string("silu");
  EXPECT_GT(time(gated).computeNs, time(product).computeNs + 16 * 1800);
}

TEST(OpModelTimeTest, ANarrowResultInL1TakesWhatItTakesInDram) {
  // tt-mlir #8038: decode is 1 to 6 % faster with results in L1.
  TensorSpec a = tensor({32, 4096}), weights = tensor({4096, 14336}, BufferType::DRAM, DataType::BfpBf8);
  double dram = time(ask("matmul", {a, weights}, tensor({32, 14336}))).totalNs;
  double l1 = time(ask("matmul", {a, weights}, tensor({32, 14336}, BufferType::L1))).totalNs;
  EXPECT_LT(l1, dram);
  EXPECT_GT(l1, 0.9 * dram);
}

TEST(OpModelTimeTest, ABiasIsReadOnceByWhatCountsBytes) {
  TensorSpec x = tensor({256, 512}), weights = tensor({512, 1024}), out = tensor({256, 1024}), bias = tensor({1, 1024});
  Bytes without = (256 * 512 + 512 * 1024 + 256 * 1024) * 2, tilesOfBias = 32 * 2048;
  EXPECT_EQ(time(ask("linear", {x, weights}, out)).dramBytes, without);
  EXPECT_EQ(time(ask("linear", {x, weights, bias}, out)).dramBytes, without + tilesOfBias);
  bias.layout.bufferType = BufferType::L1;
  EXPECT_EQ(time(ask("linear", {x, weights, bias}, out)).dramBytes, without);
}

TEST(OpModelTimeTest, TileByTileMatmulFetchesARowAndAColumnPerTile) {
  // An operand in L1 and an odd K leave the backend its simplest program. 18 x 4008 tiles of the result, 63 tiles of K:
  // every tile of the result fetches 63 tiles of the weights, which is 18 times the weights and not once per tile of a
  // core.
  TensorSpec in = tensor({576, 2016}, BufferType::L1);
  TensorSpec weights = tensor({2016, 128256}, BufferType::DRAM, DataType::BfpBf8);
  TensorSpec out = tensor({576, 128256});
  Bytes written = Bytes{18} * 4008 * 2048, fetched = Bytes{18} * 4008 * 63 * 1088;
  EXPECT_EQ(time(ask("matmul", {in, weights}, out)).dramBytes, fetched + written);
}

TEST(OpModelTimeTest, WhatIsAViewTakesNoTime) {
  // Both halves must agree: a result that shares its operand's bytes is not moved, shards included.
  auto reshape = [](TensorSpec in, std::vector<int64_t> shape) {
    TensorSpec out = in;
    out.shape = std::move(shape);
    Query query = ask("reshape", {in}, out);
    Answer answer = analyticalConstraints(query, {});
    EXPECT_TRUE(answer.legal());
    bool isView = answer.legal() && answer.constraints.aliases == std::vector<int>{0};
    EXPECT_EQ(isView, time(query).totalNs == 0);
    return isView;
  };
  EXPECT_TRUE(reshape(sharded({3072, 3072}, MemoryLayout::BlockSharded, 8, 8), {8, 384, 3072}));
  EXPECT_TRUE(reshape(sharded({1, 16384, 256}, MemoryLayout::HeightSharded, 64, 1), {1, 1, 16384, 256}));
  EXPECT_TRUE(reshape(tensor({8, 384, 3072}), {3072, 3072}));
  EXPECT_FALSE(reshape(tensor({8, 16, 64}), {128, 64})); // 16 rows are padded to 32
}

TEST(OpModelTimeTest, ExpIsBoundByTheVectorUnit) {
  // 32.8 ns per tile on 64 cores (older release) and 28.6 (newer): 64 tiles per core.
  TensorSpec t = tensor({64 * 32, 64 * 32});
  expectWithin(time(ask("exp", {t}, t)).totalNs / 4096, 30.7, 0.12);
}

TEST(OpModelTimeTest, WideElementwiseIsBoundByDram) {
  TensorSpec t = tensor({4096, 4096}, BufferType::DRAM, DataType::F32);
  Runtime runtime = time(ask("neg", {t}, t));
  EXPECT_EQ(runtime.dramBytes, 2 * 4096 * 4096 * 4);
  // 2 x 64 MiB at less than 288 GB/s and more than a third of it.
  EXPECT_GE(runtime.totalNs, runtime.dramBytes / 288.0);
  EXPECT_LE(runtime.totalNs, runtime.dramBytes / 96.0);
}

TEST(OpModelTimeTest, OwnShardsMoveNothing) {
  TensorSpec t = sharded({2048, 64}, MemoryLayout::HeightSharded, 64, 1);
  Runtime runtime = time(ask("add", {t, t}, t));
  EXPECT_EQ(runtime.dramBytes, 0);
  EXPECT_EQ(runtime.nocNs, 0);
  EXPECT_EQ(runtime.dramNs, 0);
  EXPECT_EQ(runtime.cores, 64);
}

TEST(OpModelTimeTest, ReshardFollowsTheBusiestLink) {
  // tt-npe trace 1x2_BLOCK_TO_8x4_BLOCK, 512x256 f32: 5284 cycles.
  auto layout = [](int64_t rows, int64_t columns) {
    TensorSpec t = sharded({512, 256}, MemoryLayout::BlockSharded, rows, columns);
    t.layout.dataType = DataType::F32;
    return t;
  };
  expectWithin(time(ask("reshard", {layout(1, 2)}, layout(8, 4))).totalNs, 5284, 0.2);
  // More sources share the load: faster, never slower.
  EXPECT_LT(time(ask("reshard", {layout(4, 4)}, layout(8, 4))).totalNs,
            time(ask("reshard", {layout(1, 2)}, layout(8, 4))).totalNs);
}

TEST(OpModelTimeTest, OneColumnOfCoresSharesItsLinks) {
  // tt-npe: 128 tiles per core from DRAM take 16.9k cycles on one core, 47.9k on eight cores in one column.
  auto load = [](int64_t rows, int64_t columns) {
    TensorSpec out = sharded({512 * rows * columns, 256}, MemoryLayout::BlockSharded, rows, columns);
    out.layout.cores = {{0, 0, columns - 1, rows - 1}};
    out.shape = {512 * rows, 256 * columns};
    return time(ask("interleaved_to_sharded", {tensor(out.shape)}, out)).totalNs;
  };
  expectWithin(load(1, 1), 16900, 0.2);
  expectWithin(load(8, 1), 47900, 0.2);
}

TEST(OpModelTimeTest, FewRowsLeaveCoresIdle) {
  TensorSpec few = tensor({32, 8192}), many = tensor({2048, 128});
  Runtime one = time(ask("softmax", {few}, few)), spread = time(ask("softmax", {many}, many));
  EXPECT_EQ(one.cores, 1);
  EXPECT_EQ(spread.cores, 64);
  EXPECT_GT(one.totalNs, 5 * spread.totalNs);
}

TEST(OpModelTimeTest, ConvolutionIsHaloAndProgram) {
  TensorSpec in = sharded({1, 1, 16 * 56 * 56, 64}, MemoryLayout::HeightSharded, 56, 1);
  in.layout.pageLayout = device::PageLayout::RowMajor;
  TensorSpec weights = tensor({64, 64, 3, 3}, BufferType::DRAM, DataType::BfpBf8);
  TensorSpec out = sharded({1, 1, 16 * 56 * 56, 64}, MemoryLayout::HeightSharded, 56, 1);
  Query query = ask("conv2d", {in, weights}, out);
  query.attributes = {{"batch_size", int64_t{16}},
                      {"input_height", int64_t{56}},
                      {"input_width", int64_t{56}},
                      {"in_channels", int64_t{64}},
                      {"out_channels", int64_t{64}},
                      {"kernel_size", std::vector<int64_t>{3, 3}},
                      {"stride", std::vector<int64_t>{1, 1}},
                      {"padding", std::vector<int64_t>{1, 1}}};
  Runtime padded = time(query);
  // 28 rows of tiles per core x 18 x 2 products of at least 16 cycles.
  EXPECT_GE(padded.computeNs, 28 * 18 * 2 * 16);
  EXPECT_LE(padded.totalNs, 250000);
  query.attributes["kernel_size"] = std::vector<int64_t>{1, 1};
  query.attributes["padding"] = std::vector<int64_t>{0, 0};
  EXPECT_LT(time(query).totalNs, padded.totalNs / 3);
}

TEST(OpModelTimeTest, ExplanationNamesTheParts) {
  Explanation why;
  TensorSpec t = tensor({1024, 1024});
  Query query = ask("matmul", {t, t}, t);
  ASSERT_TRUE(analyticalRuntime(query, {}, &why));
  ASSERT_FALSE(why.empty());
  EXPECT_NE(why.front().find("64 cores"), std::string::npos);
}

TEST(TimeMechanisms, AnOperandInItsOwnShardIsNotRead) {
  TensorSpec shards = sharded({2048, 256}, MemoryLayout::HeightSharded, 64, 1), dram = tensor({2048, 256});
  double own = time(ask("add", {shards, shards}, shards)).totalNs;
  double one = time(ask("add", {shards, dram}, shards)).totalNs;
  double both = time(ask("add", {dram, dram}, shards)).totalNs;
  EXPECT_LT(own, one);
  EXPECT_LT(one, both);
}

TEST(TimeMechanisms, SmallerTilesUnpackFaster) {
  TensorSpec wide = sharded({2048, 1024}, MemoryLayout::HeightSharded, 64, 1), narrow = wide;
  narrow.layout.dataType = DataType::BfpBf8;
  EXPECT_LT(time(ask("add", {narrow, narrow}, narrow)).totalNs, time(ask("add", {wide, wide}, wide)).totalNs);
}

TEST(TimeMechanisms, PaddingThatIsNotZeroCostsAStickEach) {
  Query query = ask("halo", {sharded({1, 1, 64 * 64, 32}, MemoryLayout::HeightSharded, 64, 1)}, tensor({1, 1, 1, 1}));
  query.inputs[0].layout.pageLayout = device::PageLayout::RowMajor;
  query.attributes = {{"input_height", int64_t{64}},
                      {"input_width", int64_t{64}},
                      {"kernel_size", std::vector<int64_t>{3, 3}},
                      {"padding", std::vector<int64_t>{1, 1}}};
  Runtime zero = time(query);
  query.attributes["pads_with_zero"] = false;
  // The core with most padding has the row above the image, 66 sticks, and two beside each of its rows.
  EXPECT_GT(time(query).totalNs - zero.totalNs, 66 * timeParameters(Arch::WormholeB0).haloPadStick);
}

TEST(TimeMechanisms, ATableOfTilesBecomesRowsAtEveryCall) {
  auto inRows = [](TensorSpec spec) {
    spec.layout.pageLayout = PageLayout::RowMajor;
    return spec;
  };
  TensorSpec table = tensor({32768, 1024}), result = tensor({1, 32, 1024});
  TensorSpec indices = tensor({1, 32}, BufferType::DRAM, DataType::U32);
  Runtime rows = time(ask("embedding", {inRows(indices), inRows(table)}, result));
  Runtime tiles = time(ask("embedding", {inRows(indices), table}, result));
  Runtime conversion = time(ask("to_layout", {table}, inRows(table)));
  EXPECT_DOUBLE_EQ(tiles.totalNs, rows.totalNs + conversion.totalNs);
  // All of the table is read and written: 2 x 64 MiB at the 288 GB/s of the chip take 466 us at least.
  EXPECT_GT(tiles.totalNs, 466e3);
  // Rows that indices in tiles name become tiles in a program of their own.
  Runtime behind = time(ask("to_layout", {inRows(result)}, result));
  Runtime gathered = time(ask("embedding", {indices, inRows(table)}, inRows(result)));
  Runtime apart = time(ask("embedding", {indices, inRows(table)}, result));
  EXPECT_DOUBLE_EQ(apart.totalNs, gathered.totalNs + behind.totalNs);
  EXPECT_LT(rows.totalNs, apart.totalNs);
}

TEST(TimeMechanisms, AMoveReadsWhereItsOperandsLie) {
  auto rows = [](std::vector<int64_t> shape, BufferType buffer) {
    TensorSpec spec = tensor(std::move(shape), buffer);
    spec.layout.pageLayout = PageLayout::RowMajor;
    return spec;
  };
  auto concat = [&](std::vector<BufferType> places, BufferType to, bool tiled) {
    Query query;
    query.op = "concat";
    query.attributes["dim"] = int64_t(1);
    for (BufferType place : places)
      query.inputs.push_back(tiled ? tensor({64, 4096}, place) : rows({64, 4096}, place));
    std::vector<int64_t> shape{64, 4096 * static_cast<int64_t>(places.size())};
    TensorSpec result = tiled ? tensor(shape, to) : rows(shape, to);
    query.outputs.push_back({result.shape, result.layout.dataType, result.layout});
    return time(query);
  };
  constexpr Bytes part = 64 * 4096 * 2;
  for (bool tiled : {false, true}) {
    EXPECT_EQ(concat({BufferType::L1, BufferType::L1}, BufferType::L1, tiled).dramBytes, 0);
    EXPECT_EQ(concat({BufferType::L1, BufferType::L1}, BufferType::DRAM, tiled).dramBytes, 2 * part);
    // Whichever of the two comes first.
    EXPECT_EQ(concat({BufferType::DRAM, BufferType::L1}, BufferType::L1, tiled).dramBytes, part);
    EXPECT_EQ(concat({BufferType::L1, BufferType::DRAM}, BufferType::L1, tiled).dramBytes, part);
    EXPECT_EQ(concat({BufferType::DRAM, BufferType::DRAM}, BufferType::DRAM, tiled).dramBytes, 4 * part);
  }
  for (BufferType from : {BufferType::DRAM, BufferType::L1})
    for (BufferType to : {BufferType::DRAM, BufferType::L1}) {
      Runtime reshape = time(ask("reshape", {rows({64, 4096}, from)}, rows({256, 1024}, to)));
      EXPECT_EQ(reshape.dramBytes, part * ((from == BufferType::DRAM) + (to == BufferType::DRAM)));
    }
}

TEST(TimeMechanisms, PartsOfTilesAreMovedAsRows) {
  struct Case {
    std::string op;
    std::map<std::string, AttributeValue, std::less<>> attributes;
    std::vector<std::vector<int64_t>> inputs;
    std::vector<int64_t> result;
    bool throughRows;
  };
  using List = std::vector<int64_t>;
  const std::vector<Case> cases = {
      {"concat", {{"dim", int64_t(1)}}, {{64, 48}, {64, 32}}, {64, 80}, true},
      {"concat", {{"dim", int64_t(1)}}, {{64, 64}, {64, 32}}, {64, 96}, false},
      {"concat", {{"dim", int64_t(0)}}, {{3, 64, 48}, {2, 64, 48}}, {5, 64, 48}, false}, // whole matrices
      {"slice_static",
       {{"begins", List{0, 16}}, {"ends", List{64, 48}}, {"step", List{1, 1}}},
       {{64, 64}},
       {64, 32},
       true},
      {"slice_static",
       {{"begins", List{0, 32}}, {"ends", List{64, 48}}, {"step", List{1, 1}}},
       {{64, 64}},
       {64, 16},
       false},
      {"slice_static",
       {{"begins", List{0, 0}}, {"ends", List{64, 64}}, {"step", List{2, 1}}},
       {{64, 64}},
       {32, 64},
       true},
      {"pad", {{"padding", List{1, 0, 0, 0}}}, {{63, 64}}, {64, 64}, true},
      {"pad", {{"padding", List{0, 1, 0, 0}}}, {{63, 64}}, {64, 64}, false},
      {"repeat", {{"repeat_dims", List{2, 1}}}, {{64, 64}}, {128, 64}, true},
      {"repeat", {{"repeat_dims", List{1, 1}}}, {{64, 64}}, {64, 64}, false},
      {"repeat_interleave", {{"repeats", int64_t(2)}, {"dim", int64_t(0)}}, {{64, 64}}, {128, 64}, true},
  };
  for (const Case &each : cases) {
    SCOPED_TRACE(each.op + " to " + device::toString(tensor(each.result)));
    auto query = [&](PageLayout pages) {
      Query query;
      query.op = each.op;
      query.attributes = each.attributes;
      for (const std::vector<int64_t> &shape : each.inputs) {
        query.inputs.push_back(tensor(shape));
        query.inputs.back().layout.pageLayout = pages;
      }
      TensorSpec result = tensor(each.result);
      result.layout.pageLayout = pages;
      query.outputs.push_back({result.shape, result.layout.dataType, result.layout});
      return query;
    };
    Query tiles = query(PageLayout::Tile), rows = query(PageLayout::RowMajor);
    double around = 0;
    for (size_t i = 0; i < tiles.inputs.size(); ++i)
      around += time(ask("to_layout", {tiles.inputs[i]}, rows.inputs[i])).totalNs;
    TensorSpec made = tensor(each.result), asRows = made;
    asRows.layout.pageLayout = PageLayout::RowMajor;
    around += time(ask("to_layout", {asRows}, made)).totalNs;
    double ofTiles = time(tiles).totalNs, ofRows = time(rows).totalNs;
    if (each.throughRows)
      EXPECT_NEAR(ofTiles, ofRows + around, 1e-6 * ofTiles);
    else
      EXPECT_LT(ofTiles, around);
  }
}

TEST(TimeMechanisms, ADimensionThatGoesIsOneOpMoreWhereItIsNoView) {
  auto sum = [](std::vector<int64_t> result) {
    Query query = ask("sum", {tensor({8, 96, 64})}, tensor(std::move(result)));
    query.attributes["dim_arg"] = std::vector<int64_t>{2};
    return time(query).totalNs;
  };
  double reshape = time(ask("reshape", {tensor({8, 96, 1})}, tensor({8, 96}))).totalNs;
  EXPECT_GT(reshape, 0);
  EXPECT_NEAR(sum({8, 96}), sum({8, 96, 1}) + reshape, 1e-6 * reshape);
}

TEST(TimeMechanisms, OneRowOfBlocksTakesALine) {
  // 16 x 32 tiles: one core reads 512 tiles of in0 and passes them on; the grid would read 8 x 8 shares at once. The
  // GEMM report measures 91 us, and 12 us for the square half of it.
  double line = time(ask("matmul", {tensor({512, 1024}), tensor({1024, 1024})}, tensor({512, 1024}))).totalNs;
  double square = time(ask("matmul", {tensor({512, 512}), tensor({512, 512})}, tensor({512, 512}))).totalNs;
  expectWithin(line, 91123, 0.25);
  EXPECT_GT(line, 4 * square);
}

TEST(TimeMechanisms, PartialSumsThatTravelCostTheirBytes) {
  Query query = ask("matmul", {tensor({2048, 1024}), tensor({1024, 2048})}, tensor({2048, 2048}));
  query.attributes["compute_config.packer_l1_acc"] = true;
  double kept = time(query).computeNs;
  query.attributes["compute_config.packer_l1_acc"] = false;
  double travelling = time(query).computeNs;
  query.attributes["compute_config.fp32_dest_acc_en"] = true;
  double wide = time(query).computeNs;
  EXPECT_GT(travelling, kept * 1.05);
  EXPECT_GT(wide, travelling * 1.05);
}

TEST(TimeMechanisms, AFilledRowIsLoadedAndStoredAColumnStored) {
  auto binary = [](std::vector<int64_t> shape) {
    return time(ask("add", {tensor({1, 8192, 256}), tensor(std::move(shape))}, tensor({1, 8192, 256}))).totalNs;
  };
  double plain = binary({1, 8192, 256}), row = binary({1, 1, 256}), column = binary({1, 8192, 1});
  EXPECT_GT(column, plain);
  EXPECT_GT(row - plain, 1.9 * (column - plain));
}

TEST(TimeMechanisms, SumsRunAlongTheirDimensionOnOneCore) {
  auto cumsum = [](int64_t dim) {
    TensorSpec t = tensor({64, 32, 64});
    Query query = ask("cumsum", {t}, t);
    query.attributes["dim"] = dim;
    return time(query);
  };
  EXPECT_EQ(cumsum(0).cores, 2); // two streams of 64 tiles
  // Along the width: 64 x 64 x 32 x 1 are 64 streams of 64 tiles, which are permuted there and back.
  EXPECT_EQ(cumsum(-1).cores, 64);
  EXPECT_GT(cumsum(-1).totalNs, 2 * cumsum(0).totalNs);
}

TEST(TimeMechanisms, GroupNormGathersStatisticsCoreByCore) {
  // 4 x 8 cores, 64 columns each: one column of cores shares a group's statistics, so 32 stacked cores take longer by
  // 28 reads of 170 + 23 cycles, twice per group, though each has as many tiles of a group.
  auto perGroup = [](const TensorSpec &in, int64_t groups, int64_t own) {
    Query query = ask("group_norm", {in}, in);
    query.attributes["num_groups"] = groups;
    return time(query).computeNs / static_cast<double>(own);
  };
  double four = perGroup(sharded({1, 1, 512, 512}, MemoryLayout::BlockSharded, 4, 8), 16, 2);
  double all = perGroup(sharded({1, 1, 4096, 64}, MemoryLayout::HeightSharded, 32, 1), 2, 2);
  EXPECT_NEAR(all - four, 2 * 28 * (170 + 23.3), 1);
}

TEST(TimeMechanisms, ColumnsInsideTilesArePickedOneByOne) {
  // Shards of 32 and of 48 columns, 160 rows: a barrier of the core's own L1 for each row of the latter.
  auto cut = [](int64_t columns) {
    TensorSpec in = tensor({1, 32, 64, 8 * columns});
    TensorSpec out = sharded({1, 1, 1280, 8 * columns}, MemoryLayout::BlockSharded, 8, 8);
    out.layout.pageLayout = PageLayout::RowMajor;
    return time(ask("padded_slice", {in}, out)).computeNs;
  };
  EXPECT_GE(cut(48), 160 * (70 + 23.3) - 1);
  EXPECT_LE(cut(64), 160 * 30);
}

TEST(TimeMechanisms, InterleavedGroupNormFetchesForEveryPass) {
  Query local = ask("group_norm", {sharded({1, 1, 2048, 256}, MemoryLayout::HeightSharded, 64, 1)},
                    sharded({1, 1, 2048, 256}, MemoryLayout::HeightSharded, 64, 1));
  Query far = ask("group_norm", {tensor({1, 1, 2048, 256})}, tensor({1, 1, 2048, 256}));
  EXPECT_EQ(time(local).dramBytes, 0);
  EXPECT_EQ(time(far).dramBytes, 4 * 2048 * 256 * 2); // three reads and a write
  EXPECT_GT(time(far).totalNs, time(local).totalNs);
}

TEST(TimeMechanisms, SmallPagesOpenMoreRowsOfTheBanks) {
  // The same bytes into the same shards, as tiles of bf16 (2048 B a page) and of bfp8 (1088 B): the banks need longer
  // for the small ones, by dramPageNs for every page beyond.
  TensorSpec large = tensor({1, 1, 65536, 256}),
             small = tensor({1, 1, 123392, 256}, BufferType::DRAM, DataType::BfpBf8);
  auto into = [](const TensorSpec &from) {
    TensorSpec to = sharded(from.shape, MemoryLayout::HeightSharded, 64, 1);
    to.layout.dataType = from.layout.dataType;
    return time(ask("interleaved_to_sharded", {from}, to));
  };
  Runtime few = into(large), many = into(small);
  double bytes = static_cast<double>(few.dramBytes);
  expectWithin(static_cast<double>(many.dramBytes), bytes, 0.02);
  double pages = bytes / 1088 - bytes / 2048;
  double opened = pages * timeParameters(Arch::WormholeB0).dramPageNs / ChipParameters{}.dramBanks;
  EXPECT_GT(many.totalNs - few.totalNs, 0.5 * opened);
  EXPECT_LT(many.totalNs - few.totalNs, 2 * opened);
}

TEST(TimeMechanisms, ContentionStartsBeforeSaturation) {
  // A stream that its cores and the banks bound alike takes longer than either alone, less than their sum.
  ChipParameters fast, slow;
  TensorSpec t = tensor({1, 1, 16384, 256});
  Query query = ask("slice", {tensor({1, 2, 16384, 256})}, t);
  fast.dramPeakGBs = 1e9;
  slow.dramPeakGBs /= 100;
  double cores = time(query, fast).totalNs, together = time(query).totalNs, banks = time(query, slow).totalNs / 100;
  EXPECT_GT(together, cores);
  EXPECT_GT(together, banks);
  EXPECT_LT(together, cores + banks);
}

TEST(TimeMechanisms, AWriterWaitsForEachPageOfACutNotForEachByte) {
  // slice_write: 96 tiles of bf16 take about as long as 96 of bfp8 (468 and 478 cycles a tile in the profiler rows).
  auto write = [](DataType type) {
    TensorSpec from = sharded({1, 1, 12288, 64}, MemoryLayout::HeightSharded, 8, 1), to = tensor({1, 1, 98304, 64});
    from.layout.dataType = to.layout.dataType = type;
    return time(ask("slice_write", {from}, to)).totalNs;
  };
  EXPECT_GT(write(DataType::BF16), write(DataType::BfpBf8));
  EXPECT_LT(write(DataType::BF16), 1.25 * write(DataType::BfpBf8));
}

TEST(TimeMechanisms, FloatFormatsAreThePackersIntegersTheVectorUnits) {
  auto cast = [](DataType from, DataType to) {
    TensorSpec in = sharded({1, 1, 8192, 256}, MemoryLayout::HeightSharded, 64, 1), out = in;
    in.layout.dataType = from;
    out.layout.dataType = to;
    return time(ask("typecast", {in}, out)).computeNs;
  };
  EXPECT_GT(cast(DataType::BF16, DataType::U32), 10 * cast(DataType::BF16, DataType::BfpBf8));
  EXPECT_GT(cast(DataType::U32, DataType::BF16), cast(DataType::BF16, DataType::BfpBf8));
}

TEST(TimeMechanisms, LogicalOpsCompareTheirOperandsWithZero) {
  TensorSpec t = sharded({1, 1, 2048, 256}, MemoryLayout::HeightSharded, 64, 1);
  EXPECT_DOUBLE_EQ(time(ask("logical_and", {t, t}, t)).computeNs, 3 * time(ask("eq", {t, t}, t)).computeNs);
}

TEST(TimeMechanisms, LatencyOfDramIsNsOnEveryClock) {
  // One tile on one core of a faster clock: the difference is cycles, the wait for DRAM stays.
  ChipParameters chip, faster;
  faster.clockGHz = 1e6;
  TensorSpec t = tensor({1, 1, 32, 32});
  const TimeParameters &p = timeParameters(Arch::WormholeB0);
  EXPECT_GT(time(ask("slice", {tensor({1, 1, 64, 32})}, t), faster).totalNs, p.dramLatencyNs + p.writeLatencyNs);
  EXPECT_GT(time(ask("slice", {tensor({1, 1, 64, 32})}, t), chip).totalNs,
            p.launch + p.dramLatencyNs + p.writeLatencyNs);
}
