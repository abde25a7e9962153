//===- TensorLayout.h - Where and how a tensor lies, as a value -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The MLIR-free twin of #ttnn.ttnn_layout: what the op model, the judge and the reports speak.
//
//   tensor 64x96 bf16, tiles, L1 block_sharded on a 2x3 grid
//
//        col 0   col 1   col 2          shard = 32x32 elements = 1 tile = 2048 B per core
//      +-------+-------+-------+
//      | (0,0) | (1,0) | (2,0) |  row 0       cores are (x, y) = (column, row)
//      +-------+-------+-------+
//      | (0,1) | (1,1) | (2,1) |  row 1
//      +-------+-------+-------+
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_TENSORLAYOUT_H
#define ALCOVE_DEVICE_TENSORLAYOUT_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace alcove::device {

/// Element types as tt-mlir prints them (`bf16`, `bfp_bf8`, ...). Bool is stored as bf16 on the device.
enum class DataType : uint8_t { F32, F16, BF16, BfpF8, BfpBf8, BfpF4, BfpBf4, BfpF2, BfpBf2, U32, U16, U8, SI32, Bool };
enum class PageLayout : uint8_t { RowMajor, Tile };
enum class BufferType : uint8_t { DRAM, L1, SystemMemory, L1Small, Trace };
enum class MemoryLayout : uint8_t { Interleaved, HeightSharded, WidthSharded, BlockSharded, NdSharded };
enum class Orientation : uint8_t { RowMajor, ColMajor };

constexpr int64_t tileHeight = 32, tileWidth = 32;

/// Bytes of one 32x32 tile: bf16 2048, f32 4096, bfp8 1088, bfp4 576, bfp2 320, u16 2048, u8 1024.
/// Source: TileType::getSizeBytes in tt-mlir's TTCoreOpsTypes.cpp.
Bytes tileBytes(DataType type);
/// Bytes of one scalar in row-major pages; block formats exist only in tiles and give 1.
Bytes scalarBytes(DataType type);
const char *toString(DataType type);
const char *toString(PageLayout layout);
const char *toString(BufferType type);
const char *toString(MemoryLayout layout);
std::optional<DataType> parseDataType(const std::string &text);

/// Inclusive rectangle of cores, (x, y) = (column, row).
struct CoreRange {
  int64_t startX = 0, startY = 0, endX = 0, endY = 0;
  int64_t numCores() const { return (endX - startX + 1) * (endY - startY + 1); }
  bool operator==(const CoreRange &) const = default;
};

/// Layout of a tensor. `gridRows x gridCols` is the shard grid: 1x1 for DRAM interleaved, rows x 1 for height
/// sharding, 1 x columns for width sharding. For L1 interleaved it is the grid whose banks share the pages.
struct TensorLayout {
  DataType dataType = DataType::BF16;
  PageLayout pageLayout = PageLayout::Tile;
  BufferType bufferType = BufferType::DRAM;
  MemoryLayout memoryLayout = MemoryLayout::Interleaved;
  int64_t gridRows = 1, gridCols = 1;
  Orientation orientation = Orientation::RowMajor;
  /// Physical placement of the shards; empty = canonical (row-major fill of the worker grid).
  std::vector<CoreRange> cores;
  /// Shard of the collapsed 2-D tensor in elements (padded to tiles when tiled), when it is not ceil(shape / grid).
  std::optional<std::pair<int64_t, int64_t>> shardShape;

  bool isSharded() const { return memoryLayout != MemoryLayout::Interleaved; }
  bool isL1() const { return bufferType == BufferType::L1; }
  bool isDram() const { return bufferType == BufferType::DRAM; }
  bool isTiled() const { return pageLayout == PageLayout::Tile; }
  int64_t numCores() const { return gridRows * gridCols; }
  bool operator==(const TensorLayout &) const = default;
};

/// A logical shape with its layout.
struct TensorSpec {
  std::vector<int64_t> shape;
  TensorLayout layout;
  bool operator==(const TensorSpec &) const = default;
};

/// Height and width of the 2-D view: all dimensions but the last are collapsed row-major, the second-to-last is
/// padded to 32 first when tiled; the width is padded when tiled.
std::pair<int64_t, int64_t> physicalShape2D(const TensorSpec &tensor);
/// Shard of the 2-D view in elements: ceil(physical / grid), to whole tiles when tiled.
std::pair<int64_t, int64_t> shardShape2D(const TensorSpec &tensor);
/// Bytes of the whole tensor with padding.
Bytes totalBytes(const TensorSpec &tensor);
/// L1 bytes on the fullest core: the shard when sharded; ceil(pages / numBanks) pages when interleaved in L1;
/// 0 outside L1. Source: tt-mlir's unit tests of the op model, output bytes.
Bytes l1BytesPerCore(const TensorSpec &tensor, int64_t numBanks);
/// `64x96|tile|bf16|l1|block_sharded|2x3`; what is not the default follows: `|col_major`, `|shard=32x64`,
/// `|cores=(0,0)-(7,5)+(0,6)-(3,6)` with (x, y).
std::string toString(const TensorSpec &tensor);
/// The inverse of toString. Page layout, data type, buffer, memory layout and grid may be left out from the end:
/// `64x96` is an interleaved bf16 tensor of tiles in DRAM. Sides must be positive and below 2^40.
Result<TensorSpec> parseTensorSpec(const std::string &text);

} // namespace alcove::device

#endif // ALCOVE_DEVICE_TENSORLAYOUT_H
