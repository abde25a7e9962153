//===- PhysicalLayout.h - Where each element of a tensor lies ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What #ttnn.ttnn_layout says, as plain data, with nothing derived or repaired. Rules ST-1..ST6 of
// docs/spec/JudgeNumbersStorage.md say when it describes a tensor of a given shape.
//
//   tensor 2x17x40, tiles, height_sharded on 2x1            map: row = d0 * 32 + d1, column = d2
//
//           columns 0..39   40..63
//          +--------------+--------+
//   row  0 | 0,0 .. 0,16  | poison |  shard 0 = 1x2 tiles on the first core of the core ranges
//       17 | poison       | poison |
//          +--------------+--------+
//       32 | 1,0 .. 1,16  | poison |  shard 1 = 1x2 tiles on the second
//       49 | poison       | poison |
//          +--------------+--------+
//
// A tile is four faces of 16x16, each stored row by row:      | face 0 | face 1 |   element (r, c) is element
//                                                             | face 2 | face 3 |   face * 256 + (r % 16) * 16 + c % 16
//
// A tile of a block format is first 64 exponents, one per face row of 16 elements, then the magnitudes with their
// signs.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_STORAGE_PHYSICALLAYOUT_H
#define ALCOVE_JUDGE_NUMBERS_STORAGE_PHYSICALLAYOUT_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Device/TensorLayout.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace alcove::reference {

/// constant + sum of coefficients[i] * d_i.
struct LinearForm {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
};

struct PhysicalLayout {
  device::DataType dataType = device::DataType::BF16;
  bool tiled = true;
  int64_t tileHeight = 32, tileWidth = 32;
  device::BufferType bufferType = device::BufferType::DRAM;
  device::MemoryLayout memoryLayout = device::MemoryLayout::Interleaved;
  device::Orientation orientation = device::Orientation::RowMajor;
  std::vector<LinearForm> map; ///< from the tensor's dimensions to row and column of the 2-D view
  std::vector<int64_t> grid;   ///< of shards: rows, columns
  std::vector<int64_t> shard;  ///< rows, columns; of tiles when tiled
  std::vector<device::CoreRange> cores;
  /// The attribute promises nothing about cores (`ignorePhysicalLayout`): shards lie on cores of their own.
  bool anyCores = false;
  int64_t dramBanks = 12; ///< pages of an interleaved tensor in DRAM go round them

  bool sharded() const { return memoryLayout != device::MemoryLayout::Interleaved; }
};

/// Rows and columns of the 2-D view with its padding: the last two dimensions are padded to tiles first when tiled,
/// then all but the last are collapsed. An error when the product does not fit 2^40.
Result<std::pair<int64_t, int64_t>> paddedView(const PhysicalLayout &layout, std::span<const int64_t> shape);

/// Whether `layout` describes a tensor of `shape`: rules ST-1..ST6.
Status checkLayout(const PhysicalLayout &layout, std::span<const int64_t> shape);

/// Cores (x, y) of the shards, row-major over the shard grid; of a layout that passes checkLayout.
std::vector<std::pair<int64_t, int64_t>> coresOfShards(const PhysicalLayout &layout);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_STORAGE_PHYSICALLAYOUT_H
