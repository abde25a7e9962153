//===- Queries.cpp - Queries per second of the op model ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers per second on one core, without and with the cache, over a mix of queries such as the optimizer asks: the
// ops of a transformer layer and a convolution block, each at DRAM, L1 and sharded layouts.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Backends.h"
#include "alcove/OpModel/QueryText.h"

#include <benchmark/benchmark.h>

using namespace alcove;
using namespace alcove::opmodel;

static const std::vector<Query> &mix() {
  static const std::vector<Query> queries = [] {
    const char *lines[] = {
        "relu 64x1024|l1 -> 64x1024|l1",
        "gelu 28672x32|l1|height_sharded|grid=64x1 -> 28672x32|l1|height_sharded|grid=64x1",
        "add 1x32x3072|l1|block_sharded|grid=1x8 1x32x3072 -> 1x32x3072|l1|block_sharded|grid=1x8",
        "multiply 1x32x3072 1x1x3072 -> 1x32x3072|l1",
        "matmul 32x3072 3072x8192 -> 32x8192",
        "matmul 2048x2048|l1 2048x2048 -> 2048x2048|l1",
        "matmul 32x1792|l1|width_sharded|grid=1x56 1792x1792 -> 32x1792|l1|width_sharded|grid=1x56",
        "linear 1024x1024 1024x4096 4096 -> 1024x4096",
        "softmax 1x24x32x128 dimension=-1 numericStable=true -> 1x24x32x128|l1",
        "rms_norm 1x32x3072 3072 -> 1x32x3072|l1",
        "reshape 1x32x3072 shape=[32,3072] -> 32x3072",
        "reshape 32x3072 shape=[1,32,24,128] -> 1x32x24x128",
        "permute 1x32x24x128 permutation=[0,2,1,3] -> 1x24x32x128|l1",
        "concat 1x24x32x64 1x24x32x64 dim=3 -> 1x24x32x128|l1",
        "slice_static 1x24x32x128 begins=[0,0,0,0] ends=[1,24,32,64] step=[1,1,1,1] -> 1x24x32x64",
        "to_memory_config 1x32x3072 -> 1x32x3072|l1|block_sharded|grid=1x8",
        "to_layout 64x1024|row_major -> 64x1024",
        "typecast 64x1024 -> 64x1024|f32",
        "sum 1x24x32x128 dim_arg=[3] keep_dim=true -> 1x24x32x1",
        "scaled_dot_product_attention 1x24x32x128 1x8x32x128 1x8x32x128 is_causal=true -> ?1x24x32x128",
        R"(conv2d 1x1x3136x64|l1|height_sharded|grid=49x1 64x64x3x3|row_major|system_memory
           in_channels=64 out_channels=64 batch_size=1 input_height=56 input_width=56 kernel_size=[3,3]
           stride=[1,1] padding=[1,1] dilation=[1,1] groups=1 -> ?1x1x3136x64)",
        R"(max_pool2d 1x1x12544x64 batch_size=1 input_height=112 input_width=112 channels=64 kernel_size=[3,3]
           stride=[2,2] padding=[1,1] dilation=[1,1] -> ?1x1x3136x64)"};
    std::vector<Query> result;
    for (const char *line : lines)
      result.push_back(*parseQuery(line, {}));
    return result;
  }();
  return queries;
}

template <typename Ask>
static void askAll(benchmark::State &state, const Ask &ask) {
  int64_t asked = 0, legal = 0;
  for (auto _ : state)
    for (const Query &query : mix()) {
      legal += ask(query);
      ++asked;
    }
  if (legal != asked)
    state.SkipWithError("a query of the mix is not legal");
  state.SetItemsProcessed(asked);
}

static void uncachedConstraints(benchmark::State &state) {
  AnalyticalOpModel model;
  askAll(state, [&](const Query &query) { return model.constraints(query).legal(); });
}
BENCHMARK(uncachedConstraints);

static void uncachedConstraintsAndRuntime(benchmark::State &state) {
  AnalyticalOpModel model;
  askAll(state, [&](const Query &query) {
    benchmark::DoNotOptimize(model.runtime(query));
    return model.constraints(query).legal();
  });
}
BENCHMARK(uncachedConstraintsAndRuntime);

static void cachedConstraints(benchmark::State &state) {
  CachedOpModel model(std::make_shared<AnalyticalOpModel>());
  askAll(state, [&](const Query &query) { return model.constraints(query).legal(); });
}
BENCHMARK(cachedConstraints);

BENCHMARK_MAIN();
