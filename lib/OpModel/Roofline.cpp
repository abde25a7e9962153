//===- Roofline.cpp - What an op takes at least, and why it takes more --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

constexpr int64_t tile = 32;

double elementsOf(const std::vector<int64_t> &shape) {
  double product = 1;
  for (int64_t extent : shape)
    product *= static_cast<double>(std::max<int64_t>(extent, 0));
  return product;
}

/// Elements of the tiles that hold the tensor; rows are not padded.
double paddedElements(const TensorSpec &tensor) {
  double elements = elementsOf(tensor.shape);
  if (!tensor.layout.isTiled())
    return elements;
  for (size_t back = 1; back <= std::min<size_t>(2, tensor.shape.size()); ++back)
    if (int64_t extent = tensor.shape[tensor.shape.size() - back]; extent > 0)
      elements *= static_cast<double>(ceilDiv(extent, tile) * tile) / static_cast<double>(extent);
  return elements;
}

double bytesPerElement(device::DataType type) { return static_cast<double>(device::tileBytes(type)) / (tile * tile); }

/// Ops that read of operand 0 or 1 what they return, or write a part of it.
bool movesPart(const std::string &op) {
  static const std::set<std::string, std::less<>> ops = {"embedding",  "slice_static", "slice_dynamic",
                                                         "gather",     "update_cache", "paged_update_cache",
                                                         "fill_cache", "index",        "slice_write"};
  return ops.count(op) > 0;
}

bool isSet(const Query &query, std::string_view name) {
  auto found = query.attributes.find(name);
  const bool *flag = found == query.attributes.end() ? nullptr : std::get_if<bool>(&found->second);
  return flag && *flag;
}

double tilesIn(double extent) { return std::max(1.0, extent / tile); }

/// Queries (…, rows, d) times keys (…, positions, d), scores times values: each query row meets the positions of its own
/// keys alone, whatever the order of the leading dimensions. Causal attention needs half of the scores.
double attentionProducts(const Query &query) {
  if (query.inputs.size() < 3)
    return 0;
  const std::vector<int64_t> &q = query.inputs[0].shape, &k = query.inputs[1].shape, &v = query.inputs[2].shape;
  if (q.size() < 2 || k.size() < 2 || v.size() < 2)
    return 0;
  double width = static_cast<double>(q.back()), positions = static_cast<double>(k[k.size() - 2]);
  double rows = elementsOf(q) / std::max(1.0, width);
  bool isHalf = query.op == "scaled_dot_product_attention" && isSet(query, "is_causal");
  double depth = tilesIn(width) + tilesIn(static_cast<double>(v.back()));
  return tilesIn(rows) * tilesIn(positions) * depth * (isHalf ? 0.5 : 1.0);
}

/// Rows, columns and depth in tiles, times the batch; 0 for what is no contraction.
double productsOf(const Query &query) {
  // Keys in pages do not say how many positions there are.
  if (query.op == "scaled_dot_product_attention" || query.op == "scaled_dot_product_attention_decode")
    return attentionProducts(query);
  if (query.op == "matmul" || query.op == "linear" || query.op == "sparse_matmul") {
    if (query.inputs.empty() || query.inputs[0].shape.empty() || query.outputs.empty())
      return 0;
    const std::vector<int64_t> &a = query.inputs[0].shape, &out = query.outputs[0].shape;
    bool flipped = isSet(query, "transpose_a") && a.size() > 1;
    double depth = static_cast<double>(flipped ? a[a.size() - 2] : a.back());
    double columns = out.empty() ? 1 : static_cast<double>(out.back());
    double rows = elementsOf(out) / std::max(1.0, columns);
    return tilesIn(rows) * tilesIn(columns) * tilesIn(depth);
  }
  if (query.op.starts_with("conv") && query.inputs.size() > 1 && !query.outputs.empty() &&
      !query.outputs[0].shape.empty()) {
    double columns = static_cast<double>(query.outputs[0].shape.back());
    double rows = elementsOf(query.outputs[0].shape) / std::max(1.0, columns);
    double depth = elementsOf(query.inputs[1].shape) / std::max(1.0, columns);
    return tilesIn(rows) * tilesIn(columns) * tilesIn(depth);
  }
  return 0;
}

struct Part {
  AboveRoofline reason;
  Nanoseconds ns;
};

} // namespace

const char *opmodel::toString(AboveRoofline reason) {
  static constexpr std::array names = {"reached", "launch", "few-cores", "padding", "kernel", "dram", "network"};
  return names[static_cast<size_t>(reason)];
}

Roofline opmodel::rooflineOf(const Query &query, const ChipPeaks &peaks) {
  double bytes = 0, padded = 0, elements = 0, most = 0;
  auto add = [&](const TensorSpec &tensor) {
    elements = std::max(elements, elementsOf(tensor.shape));
    if (!tensor.layout.isDram())
      return;
    double each = bytesPerElement(tensor.layout.dataType), own = elementsOf(tensor.shape) * each;
    bytes += own;
    most = std::max(most, own);
    padded += paddedElements(tensor) * each;
  };
  for (const TensorSpec &input : query.inputs)
    add(input);
  for (const OutputRequest &output : query.outputs)
    if (output.layout) {
      TensorSpec result{output.shape, *output.layout};
      result.layout.dataType = output.dataType;
      add(result);
    }
  if (movesPart(query.op)) {
    // The largest tensor is touched where the others say: as much is read as is written.
    double rest = bytes - most;
    padded = bytes > 0 ? 2 * rest * padded / bytes : 0;
    bytes = 2 * rest;
    elements = 0;
  }
  Roofline roofline;
  roofline.bytes = static_cast<Bytes>(bytes);
  roofline.paddedBytes = static_cast<Bytes>(padded);
  roofline.bytesNs = bytes / peaks.dramGBs;
  double products = productsOf(query), cores = static_cast<double>(std::max<int64_t>(1, peaks.cores));
  double cycles = products > 0 ? products * peaks.cyclesPerProduct : elements / peaks.elementsPerCycle;
  roofline.operationsNs = cycles / cores / peaks.clockGHz;
  return roofline;
}

AboveRoofline opmodel::whyAbove(const Roofline &roofline, const Runtime &runtime, const ChipPeaks &peaks) {
  if (runtime.totalNs <= Roofline::nearFactor * roofline.ns())
    return AboveRoofline::Reached;
  double excess = runtime.totalNs - roofline.ns();
  if (2 * runtime.launchNs >= excess)
    return AboveRoofline::Launch;
  if (2 * runtime.cores <= peaks.cores)
    return AboveRoofline::FewCores;
  std::array parts = {Part{AboveRoofline::Kernel, runtime.computeNs - roofline.operationsNs},
                      Part{AboveRoofline::Dram, runtime.dramNs - roofline.bytesNs},
                      Part{AboveRoofline::Network, runtime.nocNs}};
  AboveRoofline reason =
      std::max_element(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.ns < b.ns; })->reason;
  bool padding = roofline.bytes > 0 && roofline.paddedBytes >= 2 * roofline.bytes;
  return padding && reason == AboveRoofline::Dram ? AboveRoofline::Padding : reason;
}

std::string opmodel::explainAbove(const Roofline &roofline, const Runtime &runtime, const ChipPeaks &peaks) {
  double microseconds = 1e-3;
  switch (whyAbove(roofline, runtime, peaks)) {
  case AboveRoofline::Reached:
    return "within a quarter of it";
  case AboveRoofline::Launch:
    return fmt::format("the kernel starts {:.2f} us before it works", runtime.launchNs * microseconds);
  case AboveRoofline::FewCores:
    return fmt::format("{} of {} cores have work", runtime.cores, peaks.cores);
  case AboveRoofline::Padding:
    return fmt::format("tiles move {} B for {} B of elements", roofline.paddedBytes, roofline.bytes);
  case AboveRoofline::Kernel:
    return fmt::format("the kernel computes for {:.2f} us, the peak would for {:.2f}", runtime.computeNs * microseconds,
                       roofline.operationsNs * microseconds);
  case AboveRoofline::Dram:
    return fmt::format("pages and barriers keep DRAM busy for {:.2f} us, the data sheet's rate would for {:.2f}",
                       runtime.dramNs * microseconds, roofline.bytesNs * microseconds);
  case AboveRoofline::Network:
    return fmt::format("{:.2f} us between cores", runtime.nocNs * microseconds);
  }
  return "";
}
