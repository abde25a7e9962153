//===- RandomQueries.cpp - Seeded queries for properties and fuzzing ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomQueries.h"

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::testing;
using device::BufferType;
using device::MemoryLayout;
using device::PageLayout;

int64_t RandomQueries::size() {
  static constexpr int64_t common[] = {1, 1, 1, 2, 3, 7, 8, 12, 31, 32, 33, 64, 100, 128, 255, 256, 512, 1024, 4096};
  static constexpr int64_t wild[] = {0, -1, 1 << 20, int64_t(1) << 40, INT64_MAX, INT64_MIN, 50176, 9973};
  return chance(97) ? common[pick(std::size(common))] : wild[pick(std::size(wild))];
}

std::vector<int64_t> RandomQueries::shape(size_t minRank, size_t maxRank) {
  std::vector<int64_t> result(minRank + pick(maxRank - minRank + 1));
  for (int64_t &dim : result)
    dim = size();
  return result;
}

TensorLayout RandomQueries::layout(bool mayBeWild) {
  TensorLayout result;
  if (chance(20))
    result.dataType = static_cast<device::DataType>(pick(static_cast<int>(device::DataType::Bool) + 1));
  if (chance(15))
    result.pageLayout = PageLayout::RowMajor;
  if (chance(60))
    result.bufferType = BufferType::L1;
  if (mayBeWild && chance(3))
    result.bufferType = static_cast<BufferType>(pick(5));
  if (result.isL1()) {
    result.memoryLayout = static_cast<MemoryLayout>(pick(4));
    result.gridRows = result.memoryLayout == MemoryLayout::WidthSharded ? 1 : 1 + pick(8);
    result.gridCols = result.memoryLayout == MemoryLayout::HeightSharded ? 1 : 1 + pick(8);
  }
  if (mayBeWild && chance(5)) {
    result.memoryLayout = static_cast<MemoryLayout>(pick(5));
    result.gridRows = chance(50) ? pick(100) : size();
    result.gridCols = chance(50) ? pick(100) : size();
  }
  if (result.isSharded() && chance(10))
    result.shardShape = {chance(80) ? 32 * (1 + pick(8)) : size(), chance(80) ? 32 * (1 + pick(8)) : size()};
  return result;
}

AttributeValue RandomQueries::value() {
  switch (pick(6)) {
  case 0:
    return size();
  case 1:
    return pick(8) - 4;
  case 2:
    return chance(50);
  case 3:
    return std::string(chance(50) ? "height_sharded" : "interleaved");
  case 4:
    return 0.5;
  default:
    break;
  }
  std::vector<int64_t> list(pick(7));
  for (int64_t &entry : list)
    entry = chance(60) ? pick(6) - 1 : size();
  return list;
}

void RandomQueries::addAttributes(Query &query) {
  static constexpr const char *names[] = {"dim",
                                          "dim_arg",
                                          "keep_dim",
                                          "dim0",
                                          "dim1",
                                          "permutation",
                                          "shape",
                                          "begins",
                                          "ends",
                                          "step",
                                          "padding",
                                          "repeat_dims",
                                          "repeats",
                                          "transpose_a",
                                          "transpose_b",
                                          "num_heads",
                                          "num_kv_heads",
                                          "transpose_key",
                                          "axis",
                                          "k",
                                          "dimension",
                                          "numericStable",
                                          "is_causal",
                                          "scale_factor",
                                          "num_groups",
                                          "num_partitions",
                                          "device",
                                          "operandSegmentSizes",
                                          "in_channels",
                                          "out_channels",
                                          "groups",
                                          "channels",
                                          "batch_size",
                                          "input_height",
                                          "input_width",
                                          "kernel_size",
                                          "stride",
                                          "dilation",
                                          "output_padding",
                                          "ceil_mode",
                                          "conv2d_config.act_block_h_override",
                                          "conv2d_config.shard_layout",
                                          "conv2d_slice_config",
                                          "matmul_program_config",
                                          "matmul_program_config.per_core_m",
                                          "matmul_program_config.per_core_n",
                                          "matmul_program_config.in0_block_w",
                                          "matmul_program_config.out_block_h",
                                          "all_gather_dim",
                                          "training"};
  for (int64_t i = pick(4); i > 0; --i)
    query.attributes[names[pick(std::size(names))]] = value();
  const std::vector<int64_t> *in = query.inputs.empty() ? nullptr : &query.inputs[0].shape;
  if (!in || chance(10))
    return;
  int64_t rank = static_cast<int64_t>(in->size());
  // Attributes that fit the first operand, so that a share of the queries is legal.
  if (query.op == "permute") {
    std::vector<int64_t> order(in->size());
    for (int64_t i = 0; i < rank; ++i)
      order[i] = i;
    random.shuffle(order);
    query.attributes["permutation"] = order;
  }
  if (query.op == "repeat")
    query.attributes["repeat_dims"] = std::vector<int64_t>(in->size(), 1 + pick(3));
  if (query.op == "pad") {
    std::vector<int64_t> padding(2 * in->size());
    for (int64_t &entry : padding)
      entry = pick(3);
    query.attributes["padding"] = padding;
  }
  if (query.op.find("pool2d") != std::string::npos || query.op.starts_with("conv")) {
    int64_t side = 1 + pick(64), channels = 1 + pick(128);
    query.inputs[0].shape = {1, 1, side * side, channels};
    query.attributes["batch_size"] = int64_t(1);
    query.attributes["input_height"] = query.attributes["input_width"] = side;
    query.attributes["channels"] = query.attributes["in_channels"] = channels;
    query.attributes["kernel_size"] = std::vector<int64_t>{1 + pick(4), 1 + pick(4)};
    query.attributes["stride"] = std::vector<int64_t>{1 + pick(2), 1 + pick(2)};
    query.attributes["padding"] = std::vector<int64_t>{pick(2), pick(2)};
    query.attributes["dilation"] = std::vector<int64_t>{1, 1};
    query.attributes["groups"] = int64_t(1);
    if (query.inputs.size() > 1)
      query.inputs[1].shape = {1 + pick(256), channels, 3, 3};
  }
}

Query RandomQueries::next() {
  if (chance(1))
    return next(chance(50) ? "" : "no_such_op");
  return next(ops[pick(static_cast<int64_t>(ops.size()))]);
}

Query RandomQueries::next(const std::string &op) {
  Query query;
  query.op = op;
  const char *family = opFamily(op);
  std::string kind = family ? family : "";
  bool wild = chance(30);
  int64_t count = kind == "creation" ? 0 : kind == "binary" || kind == "matmul" ? 2 : kind == "ternary" ? 3 : 1;
  if (kind == "conv" || kind == "indexing" || kind == "cache" || kind == "transformer" || kind == "quantize")
    count = 1 + pick(5);
  if (chance(5))
    count = pick(7);
  std::vector<int64_t> first = shape(chance(80) ? 2 : 0, 6);
  for (int64_t i = 0; i < count; ++i) {
    TensorSpec tensor{chance(75) || i == 0 ? first : shape(), layout(wild)};
    if (chance(60))
      tensor.layout = i == 0 ? tensor.layout : query.inputs[0].layout;
    query.inputs.push_back(tensor);
  }
  if (kind == "matmul" && count == 2 && first.size() >= 2 && chance(80)) {
    query.inputs[1].shape = {first.back(), size()};
    query.inputs[1].layout = TensorLayout{};
  }
  for (int64_t i = chance(70) ? 1 : pick(4); i > 0; --i) {
    OutputRequest request;
    request.shape = chance(85) ? first : shape();
    if (kind == "matmul" && count == 2 && first.size() >= 2) {
      request.shape = first;
      request.shape.back() = query.inputs[1].shape.empty() ? 1 : query.inputs[1].shape.back();
    }
    if (chance(70))
      request.layout = chance(50) && count > 0 ? query.inputs[0].layout : layout(wild);
    request.partial = chance(15);
    request.dataType = request.layout ? request.layout->dataType : device::DataType::BF16;
    query.outputs.push_back(request);
  }
  if (chance(40))
    query.outputs.clear();
  if (chance(20))
    query.liveL1BytesPerCore = chance(90) ? pick(1 << 20) : size();
  addAttributes(query);
  return query;
}
