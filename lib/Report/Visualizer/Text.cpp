//===- Text.cpp - TTNN's spelling of layouts, cores and errors ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Text.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::report;

static std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string report::dataTypeText(device::DataType type) {
  using device::DataType;
  switch (type) {
  case DataType::F32:
    return "FLOAT32";
  case DataType::BF16:
  case DataType::Bool: // stored so
    return "BFLOAT16";
  case DataType::BfpBf8:
    return "BFLOAT8_B";
  case DataType::BfpBf4:
    return "BFLOAT4_B";
  case DataType::U32:
    return "UINT32";
  case DataType::U16:
    return "UINT16";
  case DataType::U8:
    return "UINT8";
  case DataType::SI32:
    return "INT32";
  default: // TTNN has no tensors of these
    return upper(device::toString(type));
  }
}

std::string report::memoryLayoutText(device::MemoryLayout layout) {
  return layout == device::MemoryLayout::NdSharded ? "ND_SHARDED" : upper(device::toString(layout));
}

std::string report::bufferTypeText(device::BufferType type) {
  switch (type) {
  case device::BufferType::DRAM:
    return "DRAM";
  case device::BufferType::L1:
    return "L1";
  case device::BufferType::SystemMemory:
    return "SYSTEM_MEMORY";
  case device::BufferType::L1Small:
    return "L1_SMALL";
  case device::BufferType::Trace:
    return "TRACE";
  }
  return "";
}

std::string report::coreRangeSetText(const std::vector<device::CoreRange> &cores) {
  std::string text;
  for (const device::CoreRange &range : cores)
    text += fmt::format("{}[(x={},y={}) - (x={},y={})]", text.empty() ? "" : ", ", range.startX, range.startY,
                        range.endX, range.endY);
  return "{" + text + "}";
}

std::string report::memoryConfigText(const device::TensorSpec &spec, const std::vector<device::CoreRange> &cores) {
  std::string shard = "std::nullopt";
  if (spec.layout.isSharded()) {
    auto [height, width] = device::shardShape2D(spec);
    shard = fmt::format("ShardSpec(grid={},shape={{{}, {}}},orientation=ShardOrientation::{},halo=0)",
                        coreRangeSetText(cores), height, width,
                        spec.layout.orientation == device::Orientation::RowMajor ? "ROW_MAJOR" : "COL_MAJOR");
  }
  return fmt::format("MemoryConfig(memory_layout=TensorMemoryLayout::{},buffer_type=BufferType::{},shard_spec={})",
                     memoryLayoutText(spec.layout.memoryLayout), bufferTypeText(spec.layout.bufferType), shard);
}

// Source of the wording: tt-metal's bank_manager.cpp and program.cpp.
std::string report::notEnoughSpaceText(const VisualizerReport::Device &device, bool inL1, Bytes bytesPerBank,
                                       Bytes bankBytes, Bytes freeBytes, Bytes largestFreeBytes) {
  int64_t banks = inL1 ? device.numCores() : device.dramChannels;
  return fmt::format(
      "Out of Memory: Not enough space to allocate {} B {} buffer across {} banks, where each bank needs "
      "to store {} B, but bank size is {} B (allocated: {} B, free: {} B, largest free block: {} B)",
      bytesPerBank * banks, inL1 ? "L1" : "DRAM", banks, bytesPerBank, bankBytes, bankBytes - freeBytes, freeBytes,
      largestFreeBytes);
}

std::string report::circularBuffersBeyondText(const std::vector<device::CoreRange> &cores, Bytes end, Bytes l1Bytes) {
  return fmt::format("Statically allocated circular buffers on core range {} grow to {} B which is beyond max L1 size "
                     "of {} B",
                     coreRangeSetText(cores), end, l1Bytes);
}

std::string report::circularBuffersClashText(const std::vector<device::CoreRange> &cores, Bytes tensorAddress,
                                             Bytes end) {
  return fmt::format("Statically allocated circular buffers in program 0 clash with L1 buffers on core range {}. L1 "
                     "buffer allocated at {} and static circular buffer region ends at {}",
                     coreRangeSetText(cores), tensorAddress, end);
}
