//===- ResNet50.cpp - Modelled time of a hand-planned ResNet-50 ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check of the time half on a whole network that no constant was fitted to: batch 16 on one n150, planned as the
// hand-tuned runs are: everything in L1, bfp8 with LoFi products, the first two stages height sharded, the last two
// block sharded, the stem's 7x7 window folded into 4x4. Published: 6,140 samples/s (device time).
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;

namespace {

constexpr int64_t batch = 16;

TensorSpec activation(int64_t size, int64_t channels, bool block, DataType type = DataType::BfpBf8) {
  TensorSpec tensor{{1, 1, batch * size * size, channels}, {}};
  tensor.layout.bufferType = BufferType::L1;
  tensor.layout.dataType = type;
  tensor.layout.memoryLayout = block ? MemoryLayout::BlockSharded : MemoryLayout::HeightSharded;
  tensor.layout.gridRows = block ? 8 : 64;
  tensor.layout.gridCols = block ? 8 : 1;
  return tensor;
}

class Network {
public:
  bool run(const char *name, const Query &query) {
    std::optional<Runtime> runtime = analyticalRuntime(query, chip);
    if (!runtime) {
      fmt::print(stderr, "no time for {}\n", name);
      return false;
    }
    fmt::print("{:<10} {:>8.1f} us  compute {:>7.1f}  DRAM {:>6.1f}  NoC {:>6.1f}  launch {:>4.1f}  {:>3} cores\n",
               name, runtime->totalNs / 1e3, runtime->computeNs / 1e3, runtime->dramNs / 1e3, runtime->nocNs / 1e3,
               runtime->launchNs / 1e3, runtime->cores);
    total.totalNs += runtime->totalNs;
    total.computeNs += runtime->computeNs;
    total.dramNs += runtime->dramNs;
    total.nocNs += runtime->nocNs;
    total.launchNs += runtime->launchNs;
    return true;
  }

  bool convolution(const char *name, int64_t size, int64_t kernel, int64_t stride, int64_t in, int64_t out,
                   bool block) {
    Query query =
        window("conv2d", activation(size, in, block), activation(size / stride, out, block), size, kernel, stride);
    TensorSpec weights{{out, in, kernel, kernel}, {}};
    weights.layout.dataType = DataType::BfpBf8;
    query.inputs.push_back(weights);
    query.attributes["in_channels"] = in;
    query.attributes["out_channels"] = out;
    return run(name, query);
  }

  bool pool() {
    TensorSpec in = activation(112, 64, false, DataType::BF16);
    in.layout.pageLayout = device::PageLayout::RowMajor;
    return run("max pool", window("max_pool2d", in, activation(56, 64, false), 112, 3, 2));
  }

  bool add(int64_t size, int64_t channels, bool block) {
    TensorSpec tensor = activation(size, channels, block);
    Query query;
    query.op = "add";
    query.inputs = {tensor, tensor};
    query.outputs = {{tensor.shape, tensor.layout.dataType, tensor.layout}};
    query.attributes["activations"] = std::string("relu");
    return run("add", query);
  }

  bool classifier() {
    TensorSpec in{{32, 2048}, {}}, weights{{2048, 1000}, {}};
    in.layout.dataType = weights.layout.dataType = DataType::BfpBf8;
    Query query;
    query.op = "linear";
    query.inputs = {in, weights};
    query.outputs = {{{32, 1000}, DataType::BfpBf8, in.layout}};
    return run("linear", query);
  }

  Runtime total;

private:
  static Query window(const char *op, const TensorSpec &in, const TensorSpec &out, int64_t size, int64_t kernel,
                      int64_t stride) {
    Query query;
    query.op = op;
    query.inputs = {in};
    query.outputs = {{out.shape, out.layout.dataType, out.layout}};
    query.attributes = {{"batch_size", batch},
                        {"input_height", size},
                        {"input_width", size},
                        {"kernel_size", std::vector<int64_t>{kernel, kernel}},
                        {"stride", std::vector<int64_t>{stride, stride}},
                        {"padding", std::vector<int64_t>{kernel / 2, kernel / 2}},
                        {"compute_config.math_fidelity", std::string("LoFi")}};
    return query;
  }

  ChipParameters chip;
};

} // namespace

int main() {
  Network network;
  bool complete = network.convolution("stem 4x4", 112, 4, 1, 16, 64, false) && network.pool();
  int64_t channels = 64, size = 56, middle = 64;
  for (int stage = 0; complete && stage < 4; ++stage, middle *= 2) {
    static constexpr int blocks[] = {3, 4, 6, 3};
    bool block = stage >= 2;
    for (int i = 0; complete && i < blocks[stage]; ++i) {
      int64_t stride = i == 0 && stage > 0 ? 2 : 1, out = 4 * middle;
      if (i == 0)
        complete = network.convolution("shortcut", size, 1, stride, channels, out, block);
      complete = complete && network.convolution("1x1", size, 1, 1, channels, middle, block) &&
                 network.convolution("3x3", size, 3, stride, middle, middle, block);
      size /= stride;
      complete =
          complete && network.convolution("1x1", size, 1, 1, middle, out, block) && network.add(size, out, block);
      channels = out;
    }
  }
  if (!complete || !network.classifier())
    return 1;
  const Runtime &t = network.total;
  fmt::print("total {:.0f} us = {:.0f} samples/s (published 6140); parts, overlapping: compute {:.0f}, DRAM {:.0f}, "
             "NoC {:.0f}, launch {:.0f} us\n",
             t.totalNs / 1e3, batch / (t.totalNs / 1e9), t.computeNs / 1e3, t.dramNs / 1e3, t.nocNs / 1e3,
             t.launchNs / 1e3);
  return 0;
}
