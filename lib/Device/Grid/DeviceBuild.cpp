//===- DeviceBuild.cpp - Devices from a system and a mesh -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DeviceDesc.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace alcove::device {

static AffineExpr dim(int64_t position) { return AffineExpr::dim(position); }

// (position, byte)[base] -> (core of the position, base + byte).
static AffineMap makeL1Map(const WorkerGrid &grid) {
  std::vector<AffineExpr> results = grid.virtualToPhysical.results();
  results.push_back(dim(grid.rank()) + AffineExpr::symbol(0));
  return AffineMap(grid.rank() + 1, 1, std::move(results));
}

// Pages go round the channels of chip 0, the chip that a buffer's address is of:
//   byte    = ((p0 * g1 + p1) * ... ) * shard bytes + offset
//   channel = page number mod channels, address = base + row of pages * page + byte in page
// The terms stand in the order in which tt-mlir prints them (TTCoreOpsTypes.cpp, createDramMap).
static AffineMap makeDramMap(const WorkerGrid &grid, int64_t channels) {
  int64_t rank = grid.rank();
  auto gridSide = [](int64_t i) { return AffineExpr::symbol(i); };
  auto shardSide = [rank](int64_t i) { return AffineExpr::symbol(rank + i); };
  AffineExpr page = AffineExpr::symbol(2 * rank), base = AffineExpr::symbol(2 * rank + 1),
             shardBytes = AffineExpr::symbol(2 * rank + 2);
  for (int64_t i = rank - 1; i >= 0; --i)
    shardBytes = shardSide(i) * shardBytes;
  AffineExpr byte = AffineExpr::constant(0);
  for (int64_t i = 0; i < rank; ++i) {
    AffineExpr shards = dim(i);
    for (int64_t j = i + 1; j < rank; ++j)
      shards = shards * gridSide(j);
    byte = byte + shards * shardBytes;
  }
  byte = byte + dim(rank);
  AffineExpr pageNumber = floorDiv(byte, page);
  return AffineMap(rank + 1, 2 * rank + 3,
                   {AffineExpr::constant(0), AffineExpr::constant(0), mod(pageNumber, channels),
                    floorDiv(pageNumber, channels) * page + mod(byte, page) + base});
}

// Chips of a device, their mesh, and rows and columns that all of them have.
static Result<DeviceDesc> startDevice(const SystemDesc &system, const std::vector<int64_t> &meshShape,
                                      std::vector<int64_t> chipIds, int64_t &rows, int64_t &cols) {
  int64_t volume = 1;
  for (int64_t side : meshShape)
    if (side < 1 || mulOverflow(volume, side, volume) || volume > system.numChips())
      return Error{fmt::format("DEV-D3: mesh {} does not fit the {} chips of system '{}'", fmt::join(meshShape, "x"),
                               system.numChips(), system.name)};
  if (chipIds.empty()) {
    chipIds.resize(volume);
    std::iota(chipIds.begin(), chipIds.end(), 0);
  }
  rows = cols = maxGridSide;
  for (int64_t id : chipIds) {
    if (id < 0 || id >= system.numChips())
      return Error{fmt::format("DEV-D1: chip {} does not exist: the system has {}", id, system.numChips())};
    rows = std::min(rows, system.chip(id).gridRows);
    cols = std::min(cols, system.chip(id).gridCols);
  }
  DeviceDesc device;
  device.meshShape = meshShape;
  const ChipDesc &chip = system.chip(chipIds.front());
  device.dramGrid = {chip.dramGridRows, chip.dramGridCols};
  device.chipIds = std::move(chipIds);
  return device;
}

static Result<DeviceDesc> finishDevice(DeviceDesc device, const SystemDesc &system) {
  device.l1Map = makeL1Map(device.workerGrid);
  device.dramMap = makeDramMap(device.workerGrid, device.dramGrid[0] * device.dramGrid[1]);
  ALCOVE_RETURN_IF_ERROR(verify(device, system));
  return device;
}

Result<DeviceDesc> buildDevice(const SystemDesc &system, const std::vector<int64_t> &meshShape,
                               std::vector<int64_t> chipIds) {
  int64_t rows, cols;
  ALCOVE_ASSIGN_OR_RETURN(DeviceDesc device, startDevice(system, meshShape, std::move(chipIds), rows, cols));
  std::vector<int64_t> mesh = meshShape;
  while (mesh.size() < 2)
    mesh.insert(mesh.begin(), 1);
  int64_t meshRows = mesh[mesh.size() - 2], meshCols = mesh.back(), batchRank = static_cast<int64_t>(mesh.size()) - 2;
  WorkerGrid &grid = device.workerGrid;
  grid.shape.assign(mesh.begin(), mesh.end() - 2);
  grid.shape.push_back(meshRows * rows);
  grid.shape.push_back(meshCols * cols);

  // chip = ((batch) * meshRows + chip row) * meshCols + chip column
  AffineExpr row = dim(batchRank), col = dim(batchRank + 1), chip = AffineExpr::constant(0);
  for (int64_t i = 0; i < batchRank; ++i)
    chip = chip * mesh[i] + dim(i);
  chip = chip * (meshRows * meshCols);
  if (meshRows > 1)
    chip = chip + floorDiv(row, rows) * meshCols;
  if (meshCols > 1)
    chip = chip + floorDiv(col, cols);
  grid.virtualToPhysical =
      AffineMap(batchRank + 2, 0, {chip, meshRows > 1 ? mod(row, rows) : row, meshCols > 1 ? mod(col, cols) : col});

  // Back: d0 = chip, d1 = y, d2 = x. A remainder by the size of the outermost part is left out: chips are fewer.
  std::vector<AffineExpr> back;
  int64_t inner = meshRows * meshCols * std::accumulate(mesh.begin(), mesh.end() - 2, int64_t(1), std::multiplies<>());
  auto part = [&](int64_t size) {
    bool outermost = inner == static_cast<int64_t>(device.chipIds.size());
    int64_t step = inner / size;
    AffineExpr index = size == 1 ? AffineExpr::constant(0) : floorDiv(outermost ? dim(0) : mod(dim(0), inner), step);
    inner = step;
    return index;
  };
  for (int64_t i = 0; i < batchRank; ++i)
    back.push_back(part(mesh[i]));
  back.push_back(part(meshRows) * rows + dim(1));
  back.push_back(part(meshCols) * cols + dim(2));
  grid.physicalToVirtual = AffineMap(3, 0, std::move(back));
  return finishDevice(std::move(device), system);
}

Result<DeviceDesc> buildSpmdDevice(const SystemDesc &system, const std::vector<int64_t> &meshShape,
                                   std::vector<int64_t> chipIds) {
  int64_t rows, cols;
  ALCOVE_ASSIGN_OR_RETURN(DeviceDesc device, startDevice(system, meshShape, std::move(chipIds), rows, cols));
  device.workerGrid.shape = {rows, cols};
  device.workerGrid.virtualToPhysical = AffineMap(2, 0, {AffineExpr::constant(0), dim(0), dim(1)});
  device.workerGrid.physicalToVirtual = AffineMap(3, 0, {dim(1), dim(2)});
  return finishDevice(std::move(device), system);
}

Result<DeviceDesc> reinterpret(const DeviceDesc &device, const SystemDesc &system, std::vector<int64_t> shape,
                               const AffineMap &toOld, const AffineMap &toNew) {
  DeviceDesc result = device;
  WorkerGrid &grid = result.workerGrid;
  grid.shape = std::move(shape);
  if (grid.volume() != device.workerGrid.volume())
    return Error{fmt::format("a reinterpretation keeps the number of cores: grid {} has {}, grid {} has {}",
                             fmt::join(device.workerGrid.shape, "x"), device.workerGrid.volume(),
                             fmt::join(grid.shape, "x"), grid.volume())};
  ALCOVE_ASSIGN_OR_RETURN(grid.virtualToPhysical, device.workerGrid.virtualToPhysical.compose(toOld));
  ALCOVE_ASSIGN_OR_RETURN(grid.physicalToVirtual, toNew.compose(device.workerGrid.physicalToVirtual));
  return finishDevice(std::move(result), system);
}

Result<DeviceDesc> transposeGrid(const DeviceDesc &device, const SystemDesc &system) {
  int64_t rank = device.workerGrid.rank();
  if (rank < 2)
    return Error{fmt::format("a grid of rank {} has nothing to transpose", rank)};
  std::vector<int64_t> shape = device.workerGrid.shape;
  std::swap(shape[rank - 2], shape[rank - 1]);
  std::vector<AffineExpr> exchanged;
  for (int64_t i = 0; i < rank; ++i)
    exchanged.push_back(dim(i < rank - 2 ? i : 2 * rank - 3 - i));
  AffineMap exchange(rank, 0, std::move(exchanged));
  return reinterpret(device, system, std::move(shape), exchange, exchange);
}

// Row-major: position -> number -> position.
static AffineMap reshapeMap(const std::vector<int64_t> &from, const std::vector<int64_t> &to) {
  AffineExpr number = AffineExpr::constant(0);
  for (size_t i = 0; i < from.size(); ++i)
    number = from[i] == 1 ? number * from[i] : number * from[i] + dim(static_cast<int64_t>(i));
  std::vector<AffineExpr> results(to.size(), AffineExpr::constant(0));
  int64_t stride = 1, volume = 1;
  for (int64_t side : to)
    volume *= side;
  for (size_t i = to.size(); i-- > 0; stride *= to[i]) {
    if (to[i] == 1)
      continue;
    AffineExpr index = floorDiv(number, stride);
    results[i] = stride * to[i] == volume ? index : mod(index, to[i]);
  }
  return AffineMap(static_cast<int64_t>(from.size()), 0, std::move(results));
}

Result<DeviceDesc> reshapeGrid(const DeviceDesc &device, const SystemDesc &system, std::vector<int64_t> shape) {
  WorkerGrid wanted{shape, {}, {}};
  ALCOVE_RETURN_IF_ERROR(verify(wanted));
  AffineMap toOld = reshapeMap(shape, device.workerGrid.shape), toNew = reshapeMap(device.workerGrid.shape, shape);
  return reinterpret(device, system, std::move(shape), toOld, toNew);
}

Result<DeviceDesc> skewGrid(const DeviceDesc &device, const SystemDesc &system) {
  const std::vector<int64_t> &shape = device.workerGrid.shape;
  if (shape.size() != 2 || shape[0] != shape[1])
    return Error{fmt::format("a ring matmul starts on a square grid, not on {}", fmt::join(shape, "x"))};
  AffineMap toOld(2, 0, {dim(0), mod(dim(0) + dim(1), shape[1])});
  AffineMap toNew(2, 0, {dim(0), mod(dim(1) - dim(0), shape[1])});
  return reinterpret(device, system, shape, toOld, toNew);
}

} // namespace alcove::device
