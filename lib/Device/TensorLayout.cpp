//===- TensorLayout.cpp - Where and how a tensor lies, as a value ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/TensorLayout.h"

#include <algorithm>
#include <iterator>

namespace alcove::device {

Bytes tileBytes(DataType type) {
  switch (type) {
  case DataType::F32:
  case DataType::U32:
  case DataType::SI32:
    return 4096;
  case DataType::F16:
  case DataType::BF16:
  case DataType::U16:
  case DataType::Bool:
    return 2048;
  case DataType::BfpF8:
  case DataType::BfpBf8:
    return 1088;
  case DataType::BfpF4:
  case DataType::BfpBf4:
    return 576;
  case DataType::BfpF2:
  case DataType::BfpBf2:
    return 320;
  case DataType::U8:
    return 1024;
  }
  return 2048;
}

Bytes scalarBytes(DataType type) {
  switch (type) {
  case DataType::F32:
  case DataType::U32:
  case DataType::SI32:
    return 4;
  case DataType::F16:
  case DataType::BF16:
  case DataType::U16:
  case DataType::Bool:
    return 2;
  default:
    return 1;
  }
}

static constexpr const char *dataTypeNames[] = {"f32",    "f16",     "bf16", "bfp_f8", "bfp_bf8", "bfp_f4", "bfp_bf4",
                                                "bfp_f2", "bfp_bf2", "u32",  "u16",    "u8",      "si32",   "i1"};

const char *toString(DataType type) { return dataTypeNames[static_cast<int>(type)]; }

std::optional<DataType> parseDataType(const std::string &text) {
  for (size_t i = 0; i < std::size(dataTypeNames); ++i)
    if (text == dataTypeNames[i])
      return static_cast<DataType>(i);
  return std::nullopt;
}

const char *toString(PageLayout layout) { return layout == PageLayout::Tile ? "tile" : "row_major"; }

const char *toString(BufferType type) {
  static constexpr const char *names[] = {"dram", "l1", "system_memory", "l1_small", "trace"};
  return names[static_cast<int>(type)];
}

const char *toString(MemoryLayout layout) {
  static constexpr const char *names[] = {"interleaved", "height_sharded", "width_sharded", "block_sharded",
                                          "nd_sharded"};
  return names[static_cast<int>(layout)];
}

std::pair<int64_t, int64_t> physicalShape2D(const TensorSpec &tensor) {
  const std::vector<int64_t> &shape = tensor.shape;
  bool tiled = tensor.layout.isTiled();
  int64_t width = shape.empty() ? 1 : shape.back();
  int64_t height = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  if (tiled) {
    width = roundUp(std::max<int64_t>(width, 1), tileWidth);
    height = roundUp(std::max<int64_t>(height, 1), tileHeight);
  }
  for (size_t i = 0; i + 2 < shape.size(); ++i)
    height *= shape[i];
  return {height, width};
}

std::pair<int64_t, int64_t> shardShape2D(const TensorSpec &tensor) {
  if (tensor.layout.shardShape)
    return *tensor.layout.shardShape;
  auto [height, width] = physicalShape2D(tensor);
  if (!tensor.layout.isSharded())
    return {height, width};
  int64_t unitHeight = tensor.layout.isTiled() ? tileHeight : 1, unitWidth = tensor.layout.isTiled() ? tileWidth : 1;
  return {ceilDiv(ceilDiv(height, unitHeight), tensor.layout.gridRows) * unitHeight,
          ceilDiv(ceilDiv(width, unitWidth), tensor.layout.gridCols) * unitWidth};
}

static Bytes areaBytes(int64_t height, int64_t width, const TensorLayout &layout) {
  if (layout.isTiled())
    return ceilDiv(height, tileHeight) * ceilDiv(width, tileWidth) * tileBytes(layout.dataType);
  return height * width * scalarBytes(layout.dataType);
}

Bytes totalBytes(const TensorSpec &tensor) {
  auto [height, width] = physicalShape2D(tensor);
  return areaBytes(height, width, tensor.layout);
}

Bytes l1BytesPerCore(const TensorSpec &tensor, int64_t numBanks) {
  if (!tensor.layout.isL1())
    return 0;
  if (tensor.layout.isSharded()) {
    auto [height, width] = shardShape2D(tensor);
    return areaBytes(height, width, tensor.layout);
  }
  auto [height, width] = physicalShape2D(tensor);
  Bytes page =
      tensor.layout.isTiled() ? tileBytes(tensor.layout.dataType) : width * scalarBytes(tensor.layout.dataType);
  int64_t pages = page == 0 ? 0 : ceilDiv(totalBytes(tensor), page);
  return ceilDiv(pages, numBanks) * page;
}

} // namespace alcove::device
