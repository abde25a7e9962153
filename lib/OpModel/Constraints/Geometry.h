//===- Geometry.h - Tiles, shards and hints, shared by the op families ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic on tensors in units of tiles, and what a backend makes of a request for an output layout.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_CONSTRAINTS_GEOMETRY_H
#define ALCOVE_LIB_OPMODEL_CONSTRAINTS_GEOMETRY_H

#include "Evaluation.h"

namespace alcove::opmodel {

using device::BufferType;
using device::DataType;
using device::MemoryLayout;
using device::PageLayout;
using device::tileBytes;
using Shape = std::vector<int64_t>;

/// Size of dimension `fromEnd` counted from the last (0 = last); 1 beyond the rank.
inline int64_t dimFromEnd(const Shape &shape, size_t fromEnd) {
  return fromEnd < shape.size() ? shape[shape.size() - 1 - fromEnd] : 1;
}
/// Tiles along height (second-to-last dimension), width (last), and in the whole tensor.
inline int64_t heightTiles(const Shape &shape) { return ceilDiv(std::max<int64_t>(dimFromEnd(shape, 1), 1), 32); }
inline int64_t widthTiles(const Shape &shape) { return ceilDiv(std::max<int64_t>(dimFromEnd(shape, 0), 1), 32); }
inline int64_t batchOf(const Shape &shape) {
  int64_t batch = 1;
  for (size_t i = 2; i < shape.size(); ++i)
    batch *= dimFromEnd(shape, i);
  return batch;
}
inline int64_t tilesOf(const Shape &shape) { return batchOf(shape) * heightTiles(shape) * widthTiles(shape); }
inline int64_t volumeOf(const Shape &shape) {
  int64_t volume = 1;
  for (int64_t dim : shape)
    volume *= dim;
  return volume;
}
/// volumeOf, or nothing beyond `limit`.
std::optional<int64_t> boundedVolume(const Shape &shape, int64_t limit = int64_t(1) << 38);
/// Largest divisor of n that is at most `most` (1 <= most). O(sqrt(n)).
int64_t largestDivisorUpTo(int64_t n, int64_t most);
/// Bytes of a page: a tile, or a row when row-major (aligned for L1).
Bytes pageBytes(const TensorSpec &tensor, const ChipParameters &chip);
inline Bytes tileOf(const TensorSpec &tensor) { return tileBytes(tensor.layout.dataType); }

/// OM-I2: rows of a table are gathered into a row of tiles and tilized in one program.
inline bool gathersIntoTiles(const TensorSpec &indices, const TensorSpec &table, const TensorLayout &result) {
  return result.isTiled() && !indices.layout.isTiled() && dimFromEnd(table.shape, 0) % 32 == 0 &&
         dimFromEnd(indices.shape, 0) % 32 == 0;
}

/// Normalises `dim` of a shape of `rank`; nothing when it is out of range.
inline std::optional<int64_t> normalisedDim(int64_t dim, size_t rank) {
  int64_t size = static_cast<int64_t>(rank);
  if (dim < -size || dim >= size)
    return std::nullopt;
  return dim < 0 ? dim + size : dim;
}

/// `layout` with another element type, as an interleaved layout of the same buffer.
TensorLayout interleavedLike(const TensorLayout &layout, DataType type, const ChipParameters &chip);
TensorLayout dramInterleaved(DataType type, PageLayout page = PageLayout::Tile);
TensorLayout l1Interleaved(DataType type, const ChipParameters &chip, PageLayout page = PageLayout::Tile);
/// Row-major twin of an interleaved or sharded layout.
TensorLayout withPage(TensorLayout layout, PageLayout page);
TensorLayout withType(TensorLayout layout, DataType type);

/// Both say the same buffer type, memory layout and, when sharded, shard and grid.
bool sameMemory(const TensorSpec &a, const TensorSpec &b);
/// Sharded, and every core has a full shard.
bool evenlySharded(const TensorSpec &tensor);
/// An exact sharded request, completed for a shape; a partial one gets the largest grid that fits.
TensorLayout completed(const TensorLayout &hint, bool partial, const Shape &shape, const ChipParameters &chip);

/// Result i has a request that leaves grid and shard open.
inline bool isPartial(const Evaluation &e, size_t i = 0) { return e.hasOutput(i) && e.out(i).partial; }
/// Result 0 as asked, in element type `type`; without a request `fallback`.
TensorLayout requested(const Evaluation &e, const TensorLayout &fallback, DataType type, size_t i = 0);
/// The element type asked for result i, or `fallback`.
DataType requestedType(const Evaluation &e, DataType fallback, size_t i = 0);

/// Checks shared by most ops. Each refuses with `<op>.<rule>` and returns false.
bool requireTiled(Evaluation &e, size_t operand);
bool requireInterleaved(Evaluation &e, size_t operand);
bool requireInterleavedOutput(Evaluation &e, size_t i = 0);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_CONSTRAINTS_GEOMETRY_H
