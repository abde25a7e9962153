//===- DeviceDesc.h - One device over many chips, as a value -*- C++ -*- --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device is one entity to the program although it may span chips: a logical worker grid whose positions an affine map
// sends to physical cores. Two chips of 8x8 workers, side by side:
//
//   worker grid 8x16       (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)
//   +---------------+---------------+
//   |  (0,0)..(0,7) | (0,8)..(0,15) |      position (0, 9) lies on core (chip 1, y 0, x 1)
//   |      ...      |      ...      |
//   |  (7,0)..(7,7) | (7,8)..(7,15) |      `chip` is a position in chipIds, so that the same map serves chips [0, 1]
//   +---------------+---------------+      and chips [4, 5]
//      chipIds[0]       chipIds[1]
//
// Or every chip runs the same program on its own part of the data (SPMD, what TTNN runs): then the grid is that of one
// chip, the map names chip 0 alone, and stands for each chip of the mesh.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_DEVICEDESC_H
#define ALCOVE_DEVICE_DEVICEDESC_H

#include "alcove/Device/AffineMap.h"
#include "alcove/Device/SystemDesc.h"

#include <functional>
#include <string>
#include <vector>

namespace alcove::device {

/// A logical grid and where its positions lie: #ttcore.grid.
struct WorkerGrid {
  std::vector<int64_t> shape;
  /// Position (rank values) to (chip, y, x).
  AffineMap virtualToPhysical;
  /// (chip, y, x) to position.
  AffineMap physicalToVirtual;

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t volume() const;
  bool operator==(const WorkerGrid &) const = default;
};

/// How the chips of a mesh dimension are connected, as in #ttcore.topology.
enum class Topology : uint8_t { Ring, Linear, Mesh, Torus, Disabled };
const char *toString(Topology topology);

/// #ttcore.device: how a program sees chips of a system.
struct DeviceDesc {
  WorkerGrid workerGrid;
  std::vector<int64_t> dramGrid; ///< rows and columns of the DRAM channels of one chip
  /// (position, byte offset)[base] to (chip, y, x, byte address).
  AffineMap l1Map;
  /// (position, byte offset)[grid shape, shard shape, page bytes, base, element bytes] to (chip, 0, channel, address).
  AffineMap dramMap;
  std::vector<int64_t> meshShape;     ///< how the chips lie; empty for one chip
  std::vector<int64_t> chipIds;       ///< chips of the system in row-major order of the mesh
  std::vector<Topology> meshTopology; ///< one per mesh dimension, or none

  bool operator==(const DeviceDesc &) const = default;
};

/// Bounds on what verify() looks at: positions of a grid, and positions times nodes of its maps.
constexpr int64_t maxGridVolume = int64_t(1) << 20, maxVerifyWork = int64_t(1) << 30;

/// Calls `visit` with every position of `shape` in row-major order until it returns an error.
Status forEachPosition(const std::vector<int64_t> &shape,
                       const std::function<Status(const std::vector<int64_t> &)> &visit);

/// DEV-G1 to DEV-G3 of docs/spec/Device.md: shape, ranks and results of a grid by itself; maps may be absent (both
/// empty).
Status verify(const WorkerGrid &grid);
/// DEV-G1 to DEV-G3 and DEV-D1 to DEV-D14: the map is a bijection from the grid onto distinct existing cores of the
/// listed chips, the inverse inverts it, the mesh holds the chips, the memory maps agree. Errors name the rule and the
/// first position or core that breaks it. Time: positions times nodes of the maps, at most maxVerifyWork.
Status verify(const DeviceDesc &device, const SystemDesc &system);

/// The rules that need no system: DEV-G1 to DEV-G3, DEV-D2, DEV-D3, DEV-D9, DEV-D10 and the ranks of DEV-D13.
Status verifyWithoutSystem(const DeviceDesc &device);

/// The core of a position. Error when the map has no value there.
Result<PhysicalCore> coreAt(const WorkerGrid &grid, const std::vector<int64_t> &position);
/// The position of a core. Error when the inverse has no value there.
Result<std::vector<int64_t>> positionOf(const WorkerGrid &grid, const PhysicalCore &core);
/// The grid names chip 0 alone and stands for every chip of the mesh. For one chip: false.
bool isSpmd(const DeviceDesc &device);

//===----------------------------------------------------------------------===//
// Construction. All of them return devices that verify.
//===----------------------------------------------------------------------===//

/// A grid over all chips of a mesh: the last two mesh dimensions repeat the chip's rows and columns, the ones before
/// become dimensions of the grid (data parallel over batch). `chipIds` in row-major order of the mesh; empty = the
/// first chips of the system. When chips differ, their common rows and columns are used.
///
///   mesh          grid of 8x8 chips   map
///   1x1           8x8                 (d0, d1) -> (0, d0, d1)
///   2x1x1         2x8x8               (d0, d1, d2) -> (d0, d1, d2)
///   1x2           8x16                (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)
///   2x1x2         2x8x16              (d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 8)
///   2x2           16x16               (d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)
Result<DeviceDesc> buildDevice(const SystemDesc &system, const std::vector<int64_t> &meshShape,
                               std::vector<int64_t> chipIds = {});
/// The grid of one chip, for every chip of the mesh.
Result<DeviceDesc> buildSpmdDevice(const SystemDesc &system, const std::vector<int64_t> &meshShape,
                                   std::vector<int64_t> chipIds = {});

/// The same cores under another grid of the same volume: position p of the new grid is position `toOld(p)` of the old
/// one, and `toNew` is its inverse. L1 and DRAM maps follow.
Result<DeviceDesc> reinterpret(const DeviceDesc &device, const SystemDesc &system, std::vector<int64_t> shape,
                               const AffineMap &toOld, const AffineMap &toNew);
/// The last two dimensions exchanged: position (i, j) is position (j, i) of `device`.
Result<DeviceDesc> transposeGrid(const DeviceDesc &device, const SystemDesc &system);
/// The grid read row-major in another shape of the same volume: 8x8 as 1x64 or 64x1.
Result<DeviceDesc> reshapeGrid(const DeviceDesc &device, const SystemDesc &system, std::vector<int64_t> shape);
/// Start of a ring matmul on an n x n grid: position (i, j) is position (i, (i + j) mod n) of `device`.
Result<DeviceDesc> skewGrid(const DeviceDesc &device, const SystemDesc &system);

/// `<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = ..., ...>, dramGrid = ..., chipIds = [0]>` as after
/// `ttcore.device @default_device =`.
std::string deviceAttributeText(const DeviceDesc &device);
/// `#ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1,
/// d2)>`.
std::string gridAttributeText(const WorkerGrid &grid);

} // namespace alcove::device

#endif // ALCOVE_DEVICE_DEVICEDESC_H
