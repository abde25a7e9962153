//===- TensorPlacement.h - Which shard on which core -*- C++ -*- ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor on a device, down to the hardware:
//
//   tensor 128x128 bf16 tiles, block_sharded 2x2, on a 2x2 grid of a 1x2 mesh (SPMD), mesh dimension 1 shards tensor
//   dimension 1:
//
//      slice (0,0): columns 0..63, chip 0        slice (0,1): columns 64..127, chip 1
//      +---------+---------+                     +---------+---------+
//      | shard 0 | shard 1 |  64x32 elements     | shard 0 | shard 1 |
//      +---------+---------+  2 tiles            +---------+---------+
//      | shard 2 | shard 3 |  4096 B             | shard 2 | shard 3 |
//      +---------+---------+                     +---------+---------+
//
// Outer dimensions (mesh dimensions of an SPMD device, leading dimensions of a grid of rank above 2) cut the tensor
// into slices or replicate it; the inner two dimensions of the grid, the plane, hold the shards of one slice.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_TENSORPLACEMENT_H
#define ALCOVE_DEVICE_TENSORPLACEMENT_H

#include "alcove/Device/DeviceDesc.h"
#include "alcove/Device/TensorLayout.h"

#include <optional>
#include <string>
#include <vector>

namespace alcove::device {

/// For each outer dimension of the device: the tensor dimension that it cuts, or nothing = every slice holds all of it.
/// Shorter than the outer rank: the rest replicates.
struct MeshDistribution {
  std::vector<std::optional<int64_t>> tensorDims;
  bool operator==(const MeshDistribution &) const = default;
};

/// Part of the tensor that one point of the outer dimensions holds.
struct TensorSlice {
  std::vector<int64_t> coordinate; ///< in the outer dimensions
  std::vector<int64_t> offset;     ///< first element, per tensor dimension
};

/// One shard. Rows and columns are of the 2-D view of the slice (padded to tiles when tiled); a shard beyond the end of
/// the tensor is empty (begin == end) but still takes its bytes.
struct ShardPlacement {
  int64_t slice = 0; ///< index into TensorPlacement::slices
  int64_t shardRow = 0, shardCol = 0;
  PhysicalCore core; ///< in DRAM: y = 0, x = channel
  int64_t chipId = 0;
  int64_t rowBegin = 0, rowEnd = 0, colBegin = 0, colEnd = 0;
  Bytes bytes = 0; ///< allocated on the core: the whole shard
};

/// Pages of an interleaved tensor on one bank: firstPage, firstPage + number of banks, ...
struct BankPlacement {
  int64_t slice = 0;
  PhysicalCore core; ///< in DRAM: y = 0, x = channel
  int64_t chipId = 0;
  int64_t firstPage = 0, numPages = 0;
  Bytes bytes = 0;
};

struct TensorPlacement {
  std::vector<int64_t> outerShape;          ///< of the outer dimensions; empty for one chip and a plane
  std::vector<int64_t> localShape;          ///< of one slice
  std::pair<int64_t, int64_t> localShape2D; ///< of its 2-D view, padded
  std::pair<int64_t, int64_t> shardShape;   ///< elements
  int64_t gridRows = 1, gridCols = 1;       ///< of shards
  Bytes pageBytes = 0;                      ///< a tile, or a row of the 2-D view
  bool inDram = false;                      ///< cores of shards and banks are DRAM channels
  std::vector<TensorSlice> slices;          ///< row-major over outerShape
  std::vector<ShardPlacement> shards;       ///< sharded: slice by slice, row-major over the shard grid
  std::vector<BankPlacement> banks;         ///< interleaved: slice by slice, banks in row-major order of the plane
};

/// Bounds on a placement: elements of a tensor, and shards or banks over all slices.
constexpr int64_t maxTensorElements = int64_t(1) << 40, maxPlacedShards = int64_t(1) << 20;

/// Outer dimensions of a device: its mesh when it is SPMD, else the grid without its last two dimensions.
std::vector<int64_t> outerShape(const DeviceDesc &device);

/// Places `tensor` on a device that verifies, by rules DEV-T1 to DEV-T7 of docs/spec/Device.md. Shards fill the plane
/// as TTNN fills a worker grid: block sharding shard (r, c) on (r, c), height and width sharding row-major;
/// column-major orientation exchanges rows and columns of cores. `layout.cores` places them explicitly. Pages of an
/// interleaved tensor go round all workers of the plane (L1) or all channels (DRAM), whatever grid the layout names:
/// that is where the allocator puts them. Linear in the number of shards.
Result<TensorPlacement> placeTensor(const TensorSpec &tensor, const DeviceDesc &device,
                                    const MeshDistribution &distribution = {});

/// Whether TTNN can run on a tensor placed so, or why it is only expressible: rules DEV-R1 to DEV-R7 of
/// docs/spec/Device.md.
struct TtnnVerdict {
  bool runnable = true;
  std::string reason; ///< `DEV-R1: ...` when not runnable
};
TtnnVerdict ttnnRuns(const TensorSpec &tensor, const DeviceDesc &device, const SystemDesc &system,
                     const MeshDistribution &distribution, const TensorPlacement &placement);

/// What must cross between cores when `before` becomes `after`.
struct CoreTraffic {
  int64_t elementsMoved = 0; ///< of all slices; padding does not count
  std::string firstMove;     ///< where the first of them goes from and to
};
/// Compares two sharded placements of the same data. With `transposed`, `after` holds the last two dimensions of
/// `before` exchanged. A transpose followed by the transposed reinterpretation of the grid moves nothing: each shard
/// turns around on its own core. Error when the two are not comparable.
Result<CoreTraffic> trafficBetween(const TensorPlacement &before, const TensorPlacement &after, bool transposed);

} // namespace alcove::device

#endif // ALCOVE_DEVICE_TENSORPLACEMENT_H
