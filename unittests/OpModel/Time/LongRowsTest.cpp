//===- LongRowsTest.cpp - Argmax, topk and reductions against published rows ===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device kernel times that tt-metal's pull requests and issues state, in microseconds.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Row {
  std::vector<int64_t> shape;
  double published;
  device::DataType type = device::DataType::BF16;
};

TensorSpec dram(std::vector<int64_t> shape, device::PageLayout page, device::DataType type = device::DataType::BF16) {
  TensorSpec spec{std::move(shape), {}};
  spec.layout.pageLayout = page;
  spec.layout.dataType = type;
  return spec;
}

ChipParameters blackhole() { return ChipParameters::from(device::findPreset("blackhole-p150")->chip(0)); }

double microseconds(const char *op, const Row &row, int64_t dim, ChipParameters chip,
                    device::PageLayout page = device::PageLayout::Tile) {
  Query query;
  query.op = op;
  query.inputs = {dram(row.shape, page, row.type)};
  std::vector<int64_t> shape = row.shape;
  bool top = query.op == "topk";
  shape[static_cast<size_t>(dim)] = top ? 32 : 1;
  TensorSpec out = dram(shape, page, row.type);
  query.outputs = {{shape, row.type, out.layout, false}};
  query.attributes[query.op == "argmax" || top ? "dim" : "dim_arg"] = dim;
  if (top)
    query.attributes["k"] = int64_t{32};
  std::optional<Runtime> runtime = analyticalRuntime(query, chip);
  EXPECT_TRUE(runtime);
  return runtime ? runtime->totalNs / 1000 : 0;
}

/// All rows within `worst`, half of them within `median`, as factors.
void expectClose(const char *op, const std::vector<Row> &rows, int64_t dim, const ChipParameters &chip, double median,
                 double worst, device::PageLayout page = device::PageLayout::Tile) {
  std::vector<double> factors;
  for (const Row &row : rows) {
    double estimated = microseconds(op, row, dim, chip, page);
    factors.push_back(std::exp(std::abs(std::log(estimated / row.published))));
    EXPECT_LE(factors.back(), worst) << op << " " << row.shape[0] << " x " << row.shape[1] << ": " << estimated
                                     << " us, published " << row.published;
  }
  std::sort(factors.begin(), factors.end());
  EXPECT_LE(factors[factors.size() / 2], median) << op;
}

} // namespace

// tt-metal #53627: row-major, last dimension, Wormhole, before and after both data movement cores read.
TEST(LongRowsTest, ArgmaxFollowsRowsAndElementsPerCore) {
  std::vector<Row> after = {{{256, 1024}, 785.0},   {{256, 2048}, 758.8},    {{256, 4096}, 977.1},
                            {{256, 8192}, 1233.5},  {{256, 16384}, 1746.6},  {{256, 32768}, 2770.6},
                            {{256, 65536}, 4820.4}, {{1024, 512}, 1663.1},   {{1024, 1024}, 3213.5},
                            {{1024, 4096}, 3981.5}, {{1024, 16384}, 7051.0}, {{1024, 65536}, 19319.5},
                            {{64, 16}, 25.062},     {{64, 64}, 33.193},      {{64, 128}, 41.155}};
  expectClose("argmax", after, 1, {}, 1.05, 1.2, device::PageLayout::RowMajor);
  std::vector<Row> before = {{{256, 1024}, 814.4},   {{256, 4096}, 1184.0},    {{256, 16384}, 2646.2},
                             {{256, 65536}, 8492.7}, {{1024, 512}, 1991.2},    {{1024, 1024}, 2952.3},
                             {{1024, 4096}, 4496.3}, {{1024, 16384}, 10638.2}, {{1024, 65536}, 35183.8}};
  ChipParameters older;
  older.kernelRelease = 202603;
  expectClose("argmax", before, 1, older, 1.06, 1.2, device::PageLayout::RowMajor);
}

// A core has at least one unit of alignment of a row: a tall narrow input idles.
TEST(LongRowsTest, ArgmaxUsesNoMoreCoresThanTheWidthHasGranules) {
  Query query;
  query.op = "argmax";
  query.inputs = {dram({4096, 64}, device::PageLayout::RowMajor)};
  query.outputs = {{{4096, 1}, device::DataType::U32, query.inputs[0].layout, false}};
  query.attributes["dim"] = int64_t{-1};
  EXPECT_EQ(analyticalRuntime(query, {})->cores, 4);
  query.inputs = {dram({64, 4096}, device::PageLayout::RowMajor)};
  EXPECT_EQ(analyticalRuntime(query, {})->cores, 64);
}

// tt-metal #53108, #44953: one core, and several for powers of two from 8192 and below 65,536.
TEST(LongRowsTest, TopKIsSplitForPowersOfTwoOnly) {
  expectClose("topk",
              {{{32, 64128}, 20385.0 / 2},
               {{32, 32064}, 20392.0 / 4},
               {{32, 75968}, 25216.0 / 2},
               {{32, 65536}, 10100.0},
               {{32, 32768}, 766.0 / 4},
               {{32, 16384}, 1135.0 / 8},
               {{32, 32768}, 1567.0 / 8}},
              1, blackhole(), 1.08, 1.15);
  // #24517: 17 cores of Wormhole.
  expectClose("topk", {{{32, 16384}, 200}}, 1, {}, 1.15, 1.15);
  ChipParameters older = blackhole();
  older.kernelRelease = 202607;
  EXPECT_GT(microseconds("topk", {{32, 2048}, 0}, 1, older), 4 * microseconds("topk", {{32, 2048}, 0}, 1, blackhole()));
  EXPECT_DOUBLE_EQ(microseconds("topk", {{96, 2048}, 0}, 1, older),
                   microseconds("topk", {{96, 2048}, 0}, 1, blackhole()));
}

// tt-metal #54349, #56103: a column of tiles is one core's, but sums of the newer kernels are cut into slices.
TEST(LongRowsTest, TallReductionsAreCutForSumsOnly) {
  std::vector<Row> whole = {{{51264, 32}, 816.8},
                            {{51264, 32}, 949.1, device::DataType::F32},
                            {{51264, 32}, 758.5, device::DataType::BfpBf8},
                            {{12544, 32}, 200.7},
                            {{8192, 256}, 152.8},
                            {{4096, 1024}, 81.6}};
  ChipParameters older;
  older.kernelRelease = 202607;
  expectClose("sum", whole, 0, older, 1.05, 1.25);
  expectClose("max", whole, 0, {}, 1.05, 1.25);
  expectClose("sum", {{{51264, 32}, 29.5}, {{12544, 32}, 17.4}, {{8192, 256}, 31.5}, {{4096, 1024}, 52.1}}, 0, {}, 1.1,
              1.2);
}

// A public diagnosis of a diffusion model on Blackhole: 3.5 ms, one core per row of tiles.
TEST(LongRowsTest, MaximaAlongRowsAreOneCorePerRowOfTiles) {
  expectClose("max", {{{256, 262144}, 3500}}, 1, blackhole(), 1.15, 1.15);
}

TEST(LongRowsTest, SeveralDimensionsTakeTheirStepsOneAfterTheOther) {
  Query query;
  query.op = "max";
  query.inputs = {dram({8, 256, 512}, device::PageLayout::Tile)};
  auto time = [&](std::vector<int64_t> dims, std::vector<int64_t> shape) {
    query.attributes["dim_arg"] = std::move(dims);
    query.outputs = {{std::move(shape), device::DataType::BF16, query.inputs[0].layout, false}};
    return analyticalRuntime(query, {})->totalNs;
  };
  double width = time({2}, {8, 256, 1}), height = time({1}, {8, 1, 512});
  EXPECT_GT(time({1, 2}, {8, 1, 1}), width);
  EXPECT_LT(time({1, 2}, {8, 1, 1}), width + height);
  // An outer dimension is transposed to the front of the columns and back.
  EXPECT_GT(time({0}, {1, 256, 512}), height);
  EXPECT_EQ(time({-1}, {8, 256, 1}), width);
}
