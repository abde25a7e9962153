//===- PropertiesTest.cpp - What every time estimate must satisfy ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/OpModel/Fidelity.h"
#include "alcove/OpModel/RuntimeParts.h"
#include "alcove/OpModel/TimeParameters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;

namespace {

/// Ops of the TTNN dialect and of the op tables, with the operands they take.
const std::vector<std::pair<const char *, int>> &allOps() {
  static const std::vector<std::pair<const char *, int>> ops = {{"abs", 1},
                                                                {"add", 2},
                                                                {"all_gather", 1},
                                                                {"all_reduce", 1},
                                                                {"arange", 0},
                                                                {"argmax", 1},
                                                                {"atan2", 2},
                                                                {"avg_pool2d", 1},
                                                                {"batch_norm_inference", 5},
                                                                {"bitwise_and", 2},
                                                                {"bitwise_not", 1},
                                                                {"cbrt", 1},
                                                                {"ceil", 1},
                                                                {"clamp_scalar", 1},
                                                                {"clamp_tensor", 3},
                                                                {"concat", 2},
                                                                {"concatenate_heads", 1},
                                                                {"constant", 0},
                                                                {"conv2d", 2},
                                                                {"conv_transpose2d", 2},
                                                                {"conv3d", 2},
                                                                {"cos", 1},
                                                                {"cumsum", 1},
                                                                {"deallocate", 1},
                                                                {"distributed_rms_norm", 1},
                                                                {"divide", 2},
                                                                {"embedding", 2},
                                                                {"embedding_bw", 3},
                                                                {"empty", 0},
                                                                {"eq", 2},
                                                                {"erf", 1},
                                                                {"exp", 1},
                                                                {"expm1", 1},
                                                                {"fill_cache", 2},
                                                                {"floor", 1},
                                                                {"from_device", 1},
                                                                {"full", 0},
                                                                {"gather", 2},
                                                                {"ge", 2},
                                                                {"gelu", 1},
                                                                {"get_device", 0},
                                                                {"global_avg_pool2d", 1},
                                                                {"gt", 2},
                                                                {"hardshrink", 1},
                                                                {"hardsigmoid", 1},
                                                                {"isfinite", 1},
                                                                {"layer_norm", 3},
                                                                {"le", 2},
                                                                {"leaky_relu", 1},
                                                                {"linear", 3},
                                                                {"log", 1},
                                                                {"log1p", 1},
                                                                {"logical_and", 2},
                                                                {"logical_not", 1},
                                                                {"logical_or", 2},
                                                                {"logical_xor", 2},
                                                                {"lt", 2},
                                                                {"matmul", 2},
                                                                {"max", 1},
                                                                {"max_pool2d", 1},
                                                                {"maximum", 2},
                                                                {"mean", 1},
                                                                {"mesh_partition", 1},
                                                                {"mesh_shard", 1},
                                                                {"min", 1},
                                                                {"minimum", 2},
                                                                {"mish", 1},
                                                                {"multiply", 2},
                                                                {"ne", 2},
                                                                {"neg", 1},
                                                                {"nlp_concat_heads", 1},
                                                                {"nlp_concat_heads_decode", 1},
                                                                {"nlp_create_qkv_heads_decode", 1},
                                                                {"ones", 0},
                                                                {"pad", 1},
                                                                {"paged_fill_cache", 3},
                                                                {"paged_update_cache", 4},
                                                                {"paged_scaled_dot_product_attention_decode", 4},
                                                                {"permute", 1},
                                                                {"pow_scalar", 1},
                                                                {"pow_tensor", 2},
                                                                {"prepare_conv2d_bias", 1},
                                                                {"prepare_conv2d_weights", 1},
                                                                {"prod", 1},
                                                                {"quantize", 3},
                                                                {"dequantize", 3},
                                                                {"requantize", 5},
                                                                {"reciprocal", 1},
                                                                {"reduce_scatter", 1},
                                                                {"relu", 1},
                                                                {"relu6", 1},
                                                                {"remainder", 2},
                                                                {"repeat", 1},
                                                                {"repeat_interleave", 1},
                                                                {"reshape", 1},
                                                                {"rms_norm", 2},
                                                                {"rotary_embedding", 3},
                                                                {"rotary_embedding_llama", 4},
                                                                {"rsqrt", 1},
                                                                {"scaled_dot_product_attention", 3},
                                                                {"scaled_dot_product_attention_decode", 3},
                                                                {"scatter", 3},
                                                                {"sigmoid", 1},
                                                                {"sign", 1},
                                                                {"silu", 1},
                                                                {"sin", 1},
                                                                {"slice_dynamic", 3},
                                                                {"slice_static", 1},
                                                                {"softmax", 1},
                                                                {"sort", 1},
                                                                {"split_query_key_value_and_split_heads", 1},
                                                                {"sqrt", 1},
                                                                {"subtract", 2},
                                                                {"sum", 1},
                                                                {"tan", 1},
                                                                {"tanh", 1},
                                                                {"to_device", 1},
                                                                {"to_layout", 1},
                                                                {"to_memory_config", 1},
                                                                {"to_tensor_spec", 1},
                                                                {"topk", 1},
                                                                {"transpose", 1},
                                                                {"typecast", 1},
                                                                {"update_cache", 2},
                                                                {"upsample", 1},
                                                                {"where", 3},
                                                                {"zeros", 0},
                                                                {"collective_permute", 1},
                                                                {"point_to_point", 1},
                                                                {"group_norm", 1},
                                                                {"max_pool2d_with_indices", 1},
                                                                {"halo", 1},
                                                                {"move", 1},
                                                                {"tilize", 1},
                                                                {"untilize", 1}};
  return ops;
}

TensorLayout randomLayout(Random &random) {
  TensorLayout layout;
  static const DataType types[] = {DataType::BF16, DataType::BfpBf8, DataType::F32, DataType::U32};
  layout.dataType = types[random.below(4)];
  layout.bufferType = random.below(2) ? BufferType::L1 : BufferType::DRAM;
  layout.pageLayout = random.below(4) ? device::PageLayout::Tile : device::PageLayout::RowMajor;
  layout.gridRows = layout.gridCols = 8;
  if (layout.bufferType == BufferType::L1 && random.below(2)) {
    static const MemoryLayout kinds[] = {MemoryLayout::HeightSharded, MemoryLayout::WidthSharded,
                                         MemoryLayout::BlockSharded};
    layout.memoryLayout = kinds[random.below(3)];
    layout.gridRows = layout.memoryLayout == MemoryLayout::WidthSharded ? 1 : 1 + static_cast<int64_t>(random.below(8));
    layout.gridCols =
        layout.memoryLayout == MemoryLayout::HeightSharded ? 1 : 1 + static_cast<int64_t>(random.below(8));
  }
  return layout;
}

Query randomQuery(Random &random) {
  auto [name, operands] = allOps()[random.below(allOps().size())];
  Query query;
  query.op = name;
  auto shape = [&] {
    std::vector<int64_t> dims;
    for (uint64_t i = 0, rank = 2 + random.below(3); i < rank; ++i)
      dims.push_back(i + 2 >= rank ? int64_t{1} << random.below(12) : random.between(1, 4));
    return dims;
  };
  std::vector<int64_t> common = shape();
  for (int i = 0; i < operands; ++i)
    query.inputs.push_back({random.below(3) ? common : shape(), randomLayout(random)});
  query.outputs.push_back({random.below(3) ? common : shape(), DataType::BF16, randomLayout(random)});
  if (random.below(2))
    query.attributes["kernel_size"] = std::vector<int64_t>{3, 3};
  if (random.below(2))
    query.attributes["input_height"] = static_cast<int64_t>(1 + random.below(64));
  if (random.below(2))
    query.attributes["permutation"] = std::vector<int64_t>{0, 2, 1, 3};
  return query;
}

std::string describe(const Query &query) {
  std::string text = query.op;
  for (const TensorSpec &input : query.inputs)
    text += " " + device::toString(input);
  return text;
}

} // namespace

TEST(OpModelTimeTest, EveryOpOfTheTablesHasATime) {
  ChipParameters chip;
  for (auto [name, operands] : allOps()) {
    Query query;
    query.op = name;
    TensorSpec tensor{{1, 4, 64, 128}, {}};
    query.inputs.assign(static_cast<size_t>(operands), tensor);
    query.outputs.push_back({tensor.shape, DataType::BF16, tensor.layout});
    std::optional<Runtime> runtime = analyticalRuntime(query, chip);
    ASSERT_TRUE(runtime) << name;
    EXPECT_GE(runtime->totalNs, 0) << name;
  }
}

TEST(OpModelTimeTest, UnknownOpsHaveNoTime) {
  Query query;
  query.op = "no_such_op";
  query.inputs.push_back({{32, 32}, {}});
  EXPECT_FALSE(analyticalRuntime(query, {}));
}

TEST(OpModelTimeTest, TimeNeverRisesWithDramBandwidth) {
  Random random(7);
  for (int i = 0; i < 20000; ++i) {
    Query query = randomQuery(random);
    ChipParameters slow, fast;
    slow.dramPeakGBs = 100 + static_cast<double>(random.below(300));
    fast.dramPeakGBs = slow.dramPeakGBs * 1.5;
    std::optional<Runtime> slowTime = analyticalRuntime(query, slow), fastTime = analyticalRuntime(query, fast);
    ASSERT_EQ(slowTime.has_value(), fastTime.has_value()) << describe(query);
    if (slowTime)
      EXPECT_LE(fastTime->totalNs, slowTime->totalNs) << describe(query);
  }
}

TEST(OpModelTimeTest, SameQuerySameAnswerAndSaneParts) {
  Random random(11);
  for (int i = 0; i < 20000; ++i) {
    Query query = randomQuery(random);
    std::optional<Runtime> first = analyticalRuntime(query, {}), second = analyticalRuntime(query, {});
    ASSERT_EQ(first.has_value(), second.has_value());
    if (!first)
      continue;
    EXPECT_EQ(first->totalNs, second->totalNs) << describe(query);
    EXPECT_TRUE(std::isfinite(first->totalNs)) << describe(query);
    EXPECT_GE(first->totalNs, first->launchNs) << describe(query);
    for (double part : {first->computeNs, first->dramNs, first->nocNs, first->launchNs})
      EXPECT_GE(part, 0) << describe(query);
    EXPECT_GE(first->dramBytes, 0) << describe(query);
  }
}

TEST(OpModelTimeTest, OMS1_NoPartIsLongerThanTheTimeBehindTheLaunch) {
  Random random(13);
  int64_t timed = 0;
  for (int i = 0; i < 20000; ++i) {
    Query query = randomQuery(random);
    std::optional<Runtime> runtime = analyticalRuntime(query, {});
    if (!runtime)
      continue;
    ++timed;
    for (double part : {runtime->computeNs, runtime->dramNs, runtime->nocNs})
      EXPECT_LE(part, (runtime->totalNs - runtime->launchNs) * (1 + 1e-12)) << describe(query);
  }
  EXPECT_GT(timed, 10000);
  // 10 to start, 90 for the rest: 180 and 90 become 90 and 45.
  Runtime sum{.totalNs = 100, .computeNs = 45, .dramNs = 180, .nocNs = 90, .launchNs = 10};
  fitParts(sum);
  EXPECT_EQ(sum.dramNs, 90);
  EXPECT_EQ(sum.nocNs, 45);
  EXPECT_EQ(sum.computeNs, 22.5);
  EXPECT_EQ(sum.launchNs, 10);
}

TEST(OpModelTimeTest, OMS2_AnotherTotalKeepsTheSharesOfTheParts) {
  Runtime runtime{.totalNs = 100, .computeNs = 20, .dramNs = 80, .nocNs = 0, .launchNs = 10};
  setTotal(runtime, 50);
  EXPECT_EQ(runtime.totalNs, 50);
  EXPECT_EQ(runtime.computeNs, 10);
  EXPECT_EQ(runtime.dramNs, 40);
  EXPECT_EQ(runtime.launchNs, 5);
  EXPECT_STREQ(boundBy(runtime), "DRAM");
  setTotal(runtime, 0);
  EXPECT_STREQ(boundBy(runtime), "");
}

TEST(OpModelTimeTest, OMS3_FidelityIsThatOfTheConfigElseOfTheTypes) {
  Query query;
  query.op = "matmul";
  TensorSpec tensor{{64, 64}, {}};
  query.inputs.assign(2, tensor);
  query.outputs.push_back({tensor.shape, DataType::BF16, tensor.layout});
  EXPECT_STREQ(fidelityOf(query).name, "HiFi2");
  EXPECT_TRUE(fidelityOf(query).assumed);
  for (TensorSpec &input : query.inputs)
    input.layout.dataType = DataType::BfpBf8;
  EXPECT_STREQ(fidelityOf(query).name, "LoFi");
  query.attributes["compute_config.math_fidelity"] = std::string("hifi4");
  EXPECT_STREQ(fidelityOf(query).name, "HiFi4");
  EXPECT_FALSE(fidelityOf(query).assumed);
  query.attributes.clear();
  query.op = "relu";
  EXPECT_STREQ(fidelityOf(query).name, "");
}

TEST(OpModelTimeTest, MoreRowsNeverTakeLess) {
  ChipParameters chip;
  for (const char *op : {"relu", "exp", "softmax", "layer_norm", "transpose", "typecast", "rotary_embedding"})
    for (BufferType buffer : {BufferType::DRAM, BufferType::L1}) {
      double last = 0;
      for (int64_t rows = 32; rows <= 8192; rows += 224) {
        Query query;
        query.op = op;
        TensorSpec tensor{{rows, 256}, {}};
        tensor.layout.bufferType = buffer;
        tensor.layout.gridRows = tensor.layout.gridCols = 8;
        query.inputs.assign(3, tensor);
        query.inputs.resize(std::string(op) == "rotary_embedding" ? 3 : 1);
        query.outputs.push_back(
            {tensor.shape, std::string(op) == "typecast" ? DataType::BfpBf8 : DataType::BF16, tensor.layout});
        query.outputs[0].layout->dataType = query.outputs[0].dataType;
        std::optional<Runtime> runtime = analyticalRuntime(query, chip);
        ASSERT_TRUE(runtime) << op;
        EXPECT_GE(runtime->totalNs, last) << op << " with " << rows << " rows";
        last = runtime->totalNs;
      }
    }
}

TEST(OpModelTimeTest, HostileSizesAreRefusedNotComputed) {
  const std::vector<std::vector<int64_t>> shapes = {{-1, 32},
                                                    {int64_t{1} << 62, int64_t{1} << 62},
                                                    {int64_t{1} << 40, 1},
                                                    {1, 1, 1, 1, 1, 1, 1, 1, 1},
                                                    {INT64_MAX, INT64_MAX, 1}};
  for (const auto &shape : shapes)
    for (auto [name, operands] : allOps()) {
      if (operands == 0)
        continue;
      Query query;
      query.op = name;
      query.inputs.assign(static_cast<size_t>(operands), TensorSpec{shape, {}});
      query.outputs.push_back({shape, DataType::BF16, TensorLayout{}});
      EXPECT_FALSE(analyticalRuntime(query, {})) << name;
    }
}

TEST(OpModelTimeTest, ShardsOfOneElementAreNotCountedOneByOne) {
  // 2^38 source shards: the busiest reader still bounds the time from below, and nobody enumerates them.
  int64_t side = int64_t{1} << 19;
  auto blocks = [&](int64_t height, int64_t width) {
    TensorSpec spec{{side, side}, {}};
    spec.layout.bufferType = BufferType::L1;
    spec.layout.memoryLayout = MemoryLayout::BlockSharded;
    spec.layout.pageLayout = device::PageLayout::RowMajor;
    spec.layout.gridRows = spec.layout.gridCols = 8;
    spec.layout.shardShape = {{height, width}};
    return spec;
  };
  Query query;
  query.op = "reshard";
  query.inputs = {blocks(1, 1)};
  TensorSpec out = blocks(side / 8, side / 8);
  query.outputs.push_back({out.shape, out.layout.dataType, out.layout});
  std::optional<Runtime> runtime = analyticalRuntime(query, {});
  ASSERT_TRUE(runtime);
  double reader = static_cast<double>(side / 8) * static_cast<double>(side / 8) * 2 /
                  timeParameters(Arch::WormholeB0).reshardReadBytesPerCycle;
  EXPECT_GE(runtime->totalNs, reader);
  EXPECT_LT(runtime->totalNs, 100 * reader);
}

TEST(OpModelTimeTest, HostileAttributesAndGridsDoNotCrash) {
  Random random(13);
  const char *names[] = {"kernel_size",
                         "stride",
                         "padding",
                         "dilation",
                         "input_height",
                         "input_width",
                         "batch_size",
                         "num_groups",
                         "ring_size",
                         "num_links",
                         "num_cores_nhw",
                         "max_out_nsticks_per_core",
                         "matmul_program_config.in0_block_w",
                         "matmul_program_config.per_core_m",
                         "matmul_program_config.out_subblock_w",
                         "conv2d_config.act_block_h_override",
                         "permutation",
                         "dim0",
                         "dim1",
                         "in_channels",
                         "out_channels",
                         "groups",
                         "conv2d_block.act_block_h_ntiles"};
  const int64_t values[] = {0, -1, 1, INT64_MIN, INT64_MAX, int64_t{1} << 40, 3, 31};
  for (int i = 0; i < 20000; ++i) {
    Query query = randomQuery(random);
    for (int j = 0; j < 6; ++j) {
      const char *name = names[random.below(std::size(names))];
      int64_t value = values[random.below(std::size(values))];
      if (random.below(2))
        query.attributes[name] = value;
      else
        query.attributes[name] = std::vector<int64_t>{value, values[random.below(std::size(values))]};
    }
    if (!query.inputs.empty() && random.below(4) == 0) {
      query.inputs[0].layout.gridRows = values[random.below(std::size(values))];
      query.inputs[0].layout.shardShape = {
          {values[random.below(std::size(values))], values[random.below(std::size(values))]}};
    }
    std::optional<Runtime> runtime = analyticalRuntime(query, {});
    if (runtime)
      EXPECT_TRUE(std::isfinite(runtime->totalNs)) << describe(query);
  }
}

TEST(OpModelTimeTest, ViewsAndIdentitiesAreFree) {
  auto time = [](const char *op, std::vector<int64_t> from, std::vector<int64_t> to) {
    Query query;
    query.op = op;
    query.inputs.push_back({from, {}});
    query.outputs.push_back({to, DataType::BF16, TensorLayout{}});
    query.attributes["permutation"] = std::vector<int64_t>{1, 0, 2, 3};
    return analyticalRuntime(query, {})->totalNs;
  };
  EXPECT_EQ(time("reshape", {2, 32, 64}, {64, 64}), 0);
  EXPECT_GT(time("reshape", {2, 19, 64}, {38, 64}), 0); // rows leave their tiles
  EXPECT_EQ(time("permute", {1, 4, 32, 32}, {4, 1, 32, 32}), 0);
  EXPECT_EQ(time("to_memory_config", {64, 64}, {64, 64}), 0);
  EXPECT_EQ(time("typecast", {64, 64}, {64, 64}), 0);
  EXPECT_EQ(time("slice_static", {64, 64}, {64, 64}), 0);
}

TEST(OpModelTimeTest, TableOfConstantsIsComplete) {
  std::set<std::string> names;
  for (const TimeParameterRow &row : timeParameterTable()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_GT(row.wormhole, 0) << row.name;
    EXPECT_GT(row.blackhole, 0) << row.name;
    EXPECT_FALSE(std::string(row.unit).empty()) << row.name;
    EXPECT_GT(std::string(row.source).size(), 10u) << row.name;
    EXPECT_EQ(timeParameters(Arch::WormholeB0).*row.field, row.wormhole);
    EXPECT_EQ(timeParameters(Arch::Blackhole).*row.field, row.blackhole);
  }
}
