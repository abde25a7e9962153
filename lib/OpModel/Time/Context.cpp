//===- Context.cpp - What every time estimate is made of --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Context.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

namespace {
/// Attributes come from files: beyond these limits no machine goes, and within them products stay in 64 bits.
constexpr int64_t attributeLimit = int64_t{1} << 18;
int64_t bounded(int64_t value) { return std::clamp(value, -attributeLimit, attributeLimit); }
} // namespace

int64_t Context::intAttribute(std::string_view name, int64_t fallback) const {
  const AttributeValue *value = attributes.find(name);
  if (!value)
    return fallback;
  if (const auto *integer = std::get_if<int64_t>(value))
    return bounded(*integer);
  if (const auto *flag = std::get_if<bool>(value))
    return *flag;
  return fallback;
}

bool Context::boolAttribute(std::string_view name, bool fallback) const { return intAttribute(name, fallback) != 0; }

std::string Context::textAttribute(std::string_view name, std::string_view fallback) const {
  const AttributeValue *value = attributes.find(name);
  const auto *text = value ? std::get_if<std::string>(value) : nullptr;
  return text ? *text : std::string(fallback);
}

std::vector<int64_t> Context::listAttribute(std::string_view name) const {
  const AttributeValue *value = attributes.find(name);
  std::vector<int64_t> result;
  if (const auto *list = value ? std::get_if<std::vector<int64_t>>(value) : nullptr)
    result.assign(list->begin(), list->begin() + static_cast<ptrdiff_t>(std::min<size_t>(list->size(), 16)));
  else if (const auto *integer = value ? std::get_if<int64_t>(value) : nullptr)
    result = {*integer};
  for (int64_t &element : result)
    element = bounded(element);
  return result;
}

TensorSpec Context::output(size_t i) const {
  TensorSpec spec;
  if (i >= query.outputs.size())
    return query.inputs.empty() ? spec : query.inputs.front();
  const OutputRequest &request = query.outputs[i];
  spec.shape = request.shape;
  if (request.layout)
    spec.layout = *request.layout;
  else if (!query.inputs.empty())
    spec.layout = query.inputs.front().layout;
  spec.layout.dataType = request.dataType;
  return spec;
}

double Context::read(const Transfer &transfer) const {
  if (transfer.pages <= 0)
    return 0;
  if (transfer.place == Place::LocalL1)
    return ns(transfer.pages * transfer.pageBytes / p.localCopyBytesPerCycle);
  bool dram = transfer.place == Place::Dram;
  double latency = dram ? p.dramLatencyNs : ns(p.l1Latency);
  double rate = dram ? p.readBytesPerCycle : p.l1ReadBytesPerCycle;
  double barriers = std::max(1.0, transfer.pages / std::max(1.0, transfer.pagesPerBarrier));
  return ns(transfer.pages * std::max(p.readIssue, transfer.pageBytes / rate)) + barriers * latency;
}

double Context::readSticks(Place place, double sticks, double stickBytes, double perBarrier) const {
  double ns = read({place, sticks, stickBytes, perBarrier});
  return perBarrier > 1 ? std::max(ns, sticks * p.stickReadNs) : ns;
}

double Context::write(const Transfer &transfer) const {
  if (transfer.pages <= 0)
    return 0;
  if (transfer.place == Place::LocalL1)
    return ns(transfer.pages * transfer.pageBytes / p.localCopyBytesPerCycle);
  double barriers = std::max(1.0, transfer.pages / std::max(1.0, transfer.pagesPerBarrier));
  return ns(transfer.pages * std::max(p.writeIssue, transfer.pageBytes / p.writeBytesPerCycle)) +
         barriers * (transfer.place == Place::Dram ? p.writeLatencyNs : ns(p.l1WriteLatency));
}

double Context::dramBound(double readBytes, double writeBytes, double readPageBytes) const {
  double pages = readBytes / std::max(1.0, readPageBytes);
  constexpr double overlap = 1.25; // 1: one after the other, infinity: side by side
  double reading = readBytes / chip.dramPeakGBs + pages * p.dramPageNs / static_cast<double>(chip.dramBanks);
  // Writes alone are bound by the way into the banks' ports, not by the banks: they overlap with reads in part (large
  // element-wise ops on Blackhole move 515 GB/s, writes alone 270). Never faster than the peak.
  double writing = writeBytes / dramWriteBandwidth();
  if (reading <= 0 || writing <= 0)
    return reading + writing;
  double together = std::pow(std::pow(reading, overlap) + std::pow(writing, overlap), 1 / overlap);
  return std::max(together, (readBytes + writeBytes) / chip.dramPeakGBs);
}

Runtime Context::run(const Pipeline &pipeline) const {
  Runtime runtime;
  double items = std::max(1.0, pipeline.items);
  double stage = std::max({pipeline.read, pipeline.compute, pipeline.write});
  double perCore = pipeline.read + pipeline.compute + pipeline.write + (items - 1) * stage;
  // The banks are idle until the first read is under way and while the last write travels.
  double bound = dramBound(pipeline.dramReadBytes, pipeline.dramWriteBytes, pipeline.dramReadPageBytes) +
                 (pipeline.dramReadBytes > 0 ? p.dramLatencyNs : 0) +
                 (pipeline.dramWriteBytes > 0 ? p.writeLatencyNs : 0);
  runtime.launchNs = ns((pipeline.movesOnly ? p.launchMove : p.launch) + pipeline.extraLaunchCycles);
  runtime.computeNs = items * pipeline.compute;
  double readNs = items * pipeline.read, writeNs = items * pipeline.write;
  runtime.dramNs = std::max((pipeline.readFromDram ? readNs : 0) + (pipeline.writeToDram ? writeNs : 0), bound);
  runtime.nocNs = (pipeline.readFromDram ? 0 : readNs) + (pipeline.writeToDram ? 0 : writeNs);
  runtime.totalNs = runtime.launchNs + softMaximum(perCore, bound);
  runtime.dramBytes = static_cast<Bytes>(pipeline.dramReadBytes + pipeline.dramWriteBytes);
  runtime.cores = pipeline.cores;
  if (why)
    explain(fmt::format("{} items on the fullest of {} cores: read {:.0f} ns, compute {:.0f} ns, write {:.0f} ns each; "
                        "DRAM bound {:.0f} ns; launch {:.0f} ns",
                        items, pipeline.cores, pipeline.read, pipeline.compute, pipeline.write, bound,
                        runtime.launchNs));
  return runtime;
}

namespace {
bool shapePlausible(const std::vector<int64_t> &shape, const TensorLayout &layout) {
  constexpr int64_t elementLimit = int64_t{1} << 38; // far above what a chip's DRAM holds
  if (shape.size() > 8)
    return false;
  int64_t product = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t size = std::clamp<int64_t>(shape[i], 1, elementLimit + 1); // empty tensors exist: a cache not yet filled
    int64_t padded = i + 2 >= shape.size() ? roundUp(size, 32) : size;
    if (shape[i] < 0 || mulOverflow(product, padded, product) || product > elementLimit)
      return false;
  }
  if (layout.gridRows <= 0 || layout.gridCols <= 0 || layout.gridRows > 4096 || layout.gridCols > 4096)
    return false;
  if (layout.shardShape) {
    auto [height, width] = *layout.shardShape;
    if (height <= 0 || width <= 0 || height > elementLimit || width > elementLimit || height > elementLimit / width)
      return false;
  }
  for (const device::CoreRange &range : layout.cores)
    if (range.startX < 0 || range.startY < 0 || range.endX < range.startX || range.endY < range.startY ||
        range.endX > 4096 || range.endY > 4096)
      return false;
  return true;
}
} // namespace

bool time::plausible(const Query &query, const ChipParameters &chip) {
  if (chip.gridRows <= 0 || chip.gridCols <= 0 || chip.gridRows > 64 || chip.gridCols > 64 || chip.l1Banks <= 0 ||
      chip.dramBanks <= 0 || !(chip.clockGHz > 0) || !(chip.dramPeakGBs > 0) || query.inputs.size() > 4096)
    return false;
  for (const TensorSpec &input : query.inputs)
    if (!shapePlausible(input.shape, input.layout))
      return false;
  for (const OutputRequest &output : query.outputs)
    if (!shapePlausible(output.shape, output.layout.value_or(TensorLayout{})))
      return false;
  return true;
}

bool time::isView(const TensorSpec &in, const TensorSpec &out) {
  if (!(in.layout == out.layout) || volume(in.shape) != volume(out.shape))
    return false;
  if (in.shape == out.shape)
    return true;
  if (widthOf(in.shape) != widthOf(out.shape))
    return false;
  // Shards are views where they hold the same rows (OM-D1): the first half aliases them, so nothing may be charged.
  if (in.layout.isSharded() && device::shardShape2D(in) != device::shardShape2D(out))
    return false;
  int64_t rowsIn = heightOf(in.shape), rowsOut = heightOf(out.shape);
  return !in.layout.isTiled() || rowsIn == rowsOut || (rowsIn % 32 == 0 && rowsOut % 32 == 0);
}

Runtime time::nothing() {
  Runtime runtime;
  runtime.cores = 0;
  return runtime;
}

int64_t time::volume(const std::vector<int64_t> &shape) {
  int64_t product = 1;
  for (int64_t dim : shape)
    if (mulOverflow(product, std::max<int64_t>(dim, 0), product))
      return INT64_MAX;
  return product;
}

int64_t time::widthOf(const std::vector<int64_t> &shape) { return shape.empty() ? 1 : shape.back(); }

int64_t time::heightOf(const std::vector<int64_t> &shape) { return shape.size() < 2 ? 1 : shape[shape.size() - 2]; }

int64_t time::matricesOf(const std::vector<int64_t> &shape) {
  int64_t product = 1;
  for (size_t i = 0; i + 2 < shape.size(); ++i)
    if (mulOverflow(product, std::max<int64_t>(shape[i], 0), product))
      return INT64_MAX;
  return product;
}

std::pair<int64_t, int64_t> time::tileShape(const TensorSpec &tensor) {
  int64_t height = 0;
  if (mulOverflow(matricesOf(tensor.shape), ceilDiv(std::max<int64_t>(heightOf(tensor.shape), 1), 32), height))
    height = INT64_MAX / 64;
  return {std::max<int64_t>(height, 1), ceilDiv(std::max<int64_t>(widthOf(tensor.shape), 1), 32)};
}

int64_t time::tileCount(const TensorSpec &tensor) {
  if (!tensor.layout.isTiled())
    return std::max<int64_t>(1, ceilDiv(volume(tensor.shape), 1024));
  auto [height, width] = tileShape(tensor);
  int64_t tiles = 0;
  return mulOverflow(height, width, tiles) ? INT64_MAX : tiles;
}

double time::elementBytes(DataType type) { return static_cast<double>(device::tileBytes(type)) / 1024; }

int64_t time::pageCount(const TensorSpec &tensor) {
  if (tensor.layout.isTiled())
    return tileCount(tensor);
  int64_t width = std::max<int64_t>(1, widthOf(tensor.shape));
  return std::max<int64_t>(1, volume(tensor.shape) / width);
}

double time::pageBytes(const TensorSpec &tensor) {
  if (tensor.layout.isTiled())
    return static_cast<double>(device::tileBytes(tensor.layout.dataType));
  return static_cast<double>(std::max<int64_t>(1, widthOf(tensor.shape))) * elementBytes(tensor.layout.dataType);
}

double time::bytesOf(const TensorSpec &tensor) { return static_cast<double>(pageCount(tensor)) * pageBytes(tensor); }

Place time::placeOf(const TensorLayout &layout) {
  if (!layout.isL1())
    return Place::Dram;
  return layout.isSharded() ? Place::LocalL1 : Place::RemoteL1;
}

bool time::inDram(const TensorSpec &tensor) { return !tensor.layout.isL1(); }

Bytes time::biasBytesInDram(const Context &context) {
  if (context.query.inputs.size() < 3 || context.query.inputs[2].layout.bufferType != BufferType::DRAM)
    return 0;
  const TensorSpec &bias = context.query.inputs[2];
  return bias.layout.isTiled() ? tileCount(bias) * device::tileBytes(bias.layout.dataType)
                               : static_cast<Bytes>(volume(bias.shape) * elementBytes(bias.layout.dataType));
}

int64_t time::shardCores(const TensorSpec &tensor) {
  auto [height, width] = device::physicalShape2D(tensor);
  auto [shardHeight, shardWidth] = device::shardShape2D(tensor);
  if (shardHeight <= 0 || shardWidth <= 0)
    return 1;
  return std::max<int64_t>(1, ceilDiv(std::max<int64_t>(height, 1), shardHeight) *
                                  ceilDiv(std::max<int64_t>(width, 1), shardWidth));
}

Runtime time::sequence(const Runtime &first, const Runtime &second) {
  Runtime sum = first;
  sum.totalNs += second.totalNs;
  sum.computeNs += second.computeNs;
  sum.dramNs += second.dramNs;
  sum.nocNs += second.nocNs;
  sum.launchNs += second.launchNs;
  sum.dramBytes += second.dramBytes;
  sum.cores = std::max(sum.cores, second.cores);
  return sum;
}
