//===- RooflineTest.cpp - Ops with few measured rows stay plausible ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Families that rest on few measured rows have nothing but physics to stand on: no op is faster than its bytes over the
// peak bandwidth, more work never takes less, a step in size is a step in time without a cliff, and more bandwidth
// never hurts.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"
#include "alcove/OpModel/TimeParameters.h"

#include <gtest/gtest.h>

#include <functional>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::DataType;
using device::PageLayout;

namespace {

using Shape = std::vector<int64_t>;

/// An op of one size: `scale` multiplies the dimension that the case grows.
struct Case {
  const char *name;
  std::function<Query(int64_t scale)> query;
  /// What a larger size may gain because it divides more evenly: shards are whole tiles of 32 sticks.
  double unevenness = 0;
};

TensorSpec dram(Shape shape, PageLayout page = PageLayout::Tile) {
  TensorSpec spec{std::move(shape), {}};
  spec.layout.pageLayout = page;
  return spec;
}

Query make(const char *op, std::vector<TensorSpec> inputs, const TensorSpec &out) {
  Query query;
  query.op = op;
  query.inputs = std::move(inputs);
  query.outputs.push_back({out.shape, out.layout.dataType, out.layout});
  return query;
}

Query with(Query query, const std::string &name, AttributeValue value) {
  query.attributes[name] = std::move(value);
  return query;
}

Query pool(const char *op, int64_t side) {
  Query query = make(op, {dram({1, 1, side * side, 64}, PageLayout::RowMajor)},
                     dram({1, 1, side * side / 4, 64}, PageLayout::RowMajor));
  query.attributes["batch_size"] = int64_t{1};
  query.attributes["input_height"] = query.attributes["input_width"] = side;
  query.attributes["kernel_size"] = query.attributes["stride"] = Shape{2, 2};
  return query;
}

Query attention(const char *op, int64_t queries, int64_t keys) {
  return make(op, {dram({1, 8, queries, 64}), dram({1, 8, keys, 64}), dram({1, 8, keys, 64})},
              dram({1, 8, queries, 64}));
}

std::vector<Case> cases() {
  auto same = [](const char *op, Shape shape, size_t dim, int operands = 1) {
    return [=](int64_t scale) {
      Shape grown = shape;
      grown[dim] *= scale;
      return make(op, std::vector<TensorSpec>(static_cast<size_t>(operands), dram(grown)), dram(grown));
    };
  };
  auto permuted = [](PageLayout page) {
    return [=](int64_t s) {
      return with(make("permute", {dram({1, 8, 32 * s, 64}, page)}, dram({1, 64, 8, 32 * s}, page)), "permutation",
                  Shape{0, 3, 1, 2});
    };
  };
  return {
      {"group_norm rows",
       [=](int64_t s) { return with(same("group_norm", {1, 1, 64, 256}, 2)(s), "num_groups", int64_t{32}); }},
      {"group_norm channels",
       [=](int64_t s) { return with(same("group_norm", {1, 1, 512, 64}, 3)(s), "num_groups", int64_t{32}); }},
      {"topk rows", same("topk", {32, 256}, 0)},
      {"topk columns", same("topk", {256, 64}, 1)},
      {"sort rows", same("sort", {32, 256}, 0)},
      {"sort columns", same("sort", {256, 64}, 1)},
      {"gather", same("gather", {32, 256}, 0, 2)},
      {"cumsum outside", [=](int64_t s) { return with(same("cumsum", {4, 64, 256}, 0)(s), "dim", int64_t{0}); }},
      {"cumsum beside", [=](int64_t s) { return with(same("cumsum", {4, 32, 256}, 1)(s), "dim", int64_t{0}); }},
      {"cumsum rows", [=](int64_t s) { return with(same("cumsum", {4, 64, 256}, 1)(s), "dim", int64_t{-2}); }},
      {"max_pool2d", [](int64_t s) { return pool("max_pool2d", 8 * s); }, 0.1},
      {"avg_pool2d", [](int64_t s) { return pool("avg_pool2d", 8 * s); }, 0.1},
      {"attention queries", [](int64_t s) { return attention("scaled_dot_product_attention", 32 * s, 1024); }},
      {"attention keys", [](int64_t s) { return attention("scaled_dot_product_attention", 512, 32 * s); }},
      {"decode attention keys",
       [](int64_t s) {
         return make("scaled_dot_product_attention_decode",
                     {dram({1, 8, 32, 64}), dram({8, 8, 32 * s, 64}), dram({8, 8, 32 * s, 64})}, dram({1, 8, 32, 64}));
       }},
      {"all_gather",
       [](int64_t s) {
         return with(make("all_gather", {dram({1, 1, 32 * s, 256})}, dram({1, 1, 128 * s, 256})), "ring_size",
                     int64_t{4});
       }},
      {"reduce_scatter",
       [](int64_t s) {
         return with(make("reduce_scatter", {dram({1, 1, 128 * s, 256})}, dram({1, 1, 32 * s, 256})), "ring_size",
                     int64_t{4});
       }},
      {"all_reduce", same("all_reduce", {1, 1, 32, 256}, 2)},
      {"collective_permute", same("collective_permute", {1, 1, 32, 256}, 2)},
      {"permute of tiles", permuted(PageLayout::Tile)},
      {"permute of rows", permuted(PageLayout::RowMajor)},
      {"concat",
       [](int64_t s) { return make("concat", {dram({32 * s, 256}), dram({32 * s, 256})}, dram({64 * s, 256})); }},
      {"rotary_embedding", same("rotary_embedding", {1, 8, 32, 128}, 2, 3)},
      {"nlp_create_heads",
       [](int64_t s) { return make("nlp_concat_heads", {dram({1, 8, 32 * s, 64})}, dram({1, 1, 32 * s, 512})); }},
      {"argmax", [](int64_t s) { return make("argmax", {dram({32 * s, 256})}, dram({32 * s, 1})); }},
      {"mean", [](int64_t s) { return make("mean", {dram({32 * s, 256})}, dram({32 * s, 1})); }},
      {"upsample",
       [](int64_t s) {
         return make("upsample", {dram({1, 8 * s, 16, 64}, PageLayout::RowMajor)},
                     dram({1, 16 * s, 32, 64}, PageLayout::RowMajor));
       }},
  };
}

double bytesIn(const TensorSpec &tensor) {
  double elements = 1;
  for (int64_t dim : tensor.shape)
    elements *= static_cast<double>(dim);
  return elements * 2;
}

std::vector<ChipParameters> chips() {
  ChipParameters wormhole, blackhole;
  blackhole.arch = Arch::Blackhole;
  blackhole.gridRows = 10;
  blackhole.gridCols = 13;
  blackhole.clockGHz = 1.35;
  blackhole.dramBanks = 8;
  blackhole.dramPeakGBs = 512;
  return {wormhole, blackhole};
}

} // namespace

TEST(RooflineTest, NoOpMovesItsBytesFasterThanThePeak) {
  for (const ChipParameters &chip : chips())
    for (const Case &c : cases())
      for (int64_t scale = 1; scale <= 256; scale *= 2) {
        Query query = c.query(scale);
        std::optional<Runtime> runtime = analyticalRuntime(query, chip);
        ASSERT_TRUE(runtime) << c.name;
        double bytes = bytesIn({query.outputs[0].shape, {}});
        for (const TensorSpec &input : query.inputs)
          bytes += bytesIn(input);
        EXPECT_GE(runtime->totalNs, bytes / chip.dramPeakGBs) << c.name << " x " << scale;
      }
}

TEST(RooflineTest, MoreWorkNeverTakesLessAndNeverFallsOffACliff) {
  for (const ChipParameters &chip : chips())
    for (const Case &c : cases()) {
      double last = 0;
      for (int64_t scale = 1; scale <= 96; ++scale) {
        std::optional<Runtime> runtime = analyticalRuntime(c.query(scale), chip);
        ASSERT_TRUE(runtime) << c.name;
        EXPECT_GE(runtime->totalNs, last * (1 - c.unevenness - 1e-9)) << c.name << " x " << scale;
        // A step adds at most one more item on the fullest core beside the work itself.
        if (scale > 8)
          EXPECT_LE(runtime->totalNs, 2 * last) << c.name << " x " << scale;
        last = runtime->totalNs;
      }
    }
}

TEST(RooflineTest, MoreBandwidthNeverHurts) {
  for (ChipParameters chip : chips())
    for (const Case &c : cases())
      for (int64_t scale : {1, 8, 64}) {
        Query query = c.query(scale);
        double slow = analyticalRuntime(query, chip)->totalNs;
        ChipParameters faster = chip;
        faster.dramPeakGBs *= 2;
        EXPECT_LE(analyticalRuntime(query, faster)->totalNs, slow) << c.name << " x " << scale;
      }
}

TEST(RooflineTest, BytesPerCoreAreMonotoneInShape) {
  for (const ChipParameters &chip : chips())
    for (const Case &c : cases()) {
      AnalyticalOpModel model(chip);
      Bytes last = 0;
      for (int64_t scale = 1; scale <= 64; scale *= 2) {
        Query query = c.query(scale);
        query.outputs[0].layout->bufferType = BufferType::L1;
        query.outputs[0].layout->gridRows = chip.gridRows;
        query.outputs[0].layout->gridCols = chip.gridCols;
        Answer answer = model.constraints(query);
        if (answer.refusal)
          continue;
        EXPECT_GE(answer.constraints.outputBytes, last) << c.name << " x " << scale;
        last = answer.constraints.outputBytes;
      }
    }
}
