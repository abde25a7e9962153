//===- TensorPlacement.cpp - Rules DEV-T1 to DEV-T7: shards onto cores ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/TensorPlacement.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::device {

std::vector<int64_t> outerShape(const DeviceDesc &device) {
  if (isSpmd(device))
    return device.meshShape;
  const std::vector<int64_t> &shape = device.workerGrid.shape;
  return shape.size() <= 2 ? std::vector<int64_t>() : std::vector<int64_t>(shape.begin(), shape.end() - 2);
}

namespace {

/// A core of the plane: row and column in the last two dimensions of the grid.
using PlaneCore = CoreCoord;

class Placer {
public:
  Placer(const TensorSpec &tensor, const DeviceDesc &device, const MeshDistribution &distribution)
      : tensor(tensor), layout(tensor.layout), device(device), distribution(distribution) {
    const std::vector<int64_t> &shape = device.workerGrid.shape;
    planeCols = shape.back();
    planeRows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  }

  Result<TensorPlacement> run() {
    result.outerShape = outerShape(device);
    result.inDram = layout.isDram();
    ALCOVE_RETURN_IF_ERROR(checkShape());
    ALCOVE_RETURN_IF_ERROR(cutSlices());
    ALCOVE_RETURN_IF_ERROR(shapeShards());
    if (layout.bufferType == BufferType::SystemMemory)
      return Error{"DEV-T5: a tensor in system memory lies on the host, not on the device"};
    if (!layout.isSharded()) {
      ALCOVE_RETURN_IF_ERROR(placePages());
    } else {
      ALCOVE_RETURN_IF_ERROR(placeShards());
    }
    return std::move(result);
  }

private:
  Status checkShape() {
    // DEV-T1: a tensor has 1 to maxTensorElements elements with its padding.
    int64_t volume = 1;
    for (size_t i = 0; i < tensor.shape.size(); ++i) {
      int64_t side = tensor.shape[i];
      if (side < 1)
        return Error{fmt::format("DEV-T1: tensor {}: dimension {} is {}", fmt::join(tensor.shape, "x"), i, side)};
      if (side > maxTensorElements ||
          mulOverflow(volume, i + 2 >= tensor.shape.size() ? roundUp(side, 32) : side, volume) ||
          volume > maxTensorElements)
        return Error{fmt::format("DEV-T1: tensor {} has more than {} elements", fmt::join(tensor.shape, "x"),
                                 maxTensorElements)};
    }
    return Status();
  }

  Status cutSlices() {
    // DEV-T2: an outer dimension that cuts a tensor dimension divides it.
    const auto &cuts = distribution.tensorDims;
    if (cuts.size() > result.outerShape.size())
      return Error{fmt::format("DEV-T2: {} mesh dimensions are distributed, the device has {}", cuts.size(),
                               result.outerShape.size())};
    result.localShape = tensor.shape;
    for (size_t i = 0; i < cuts.size(); ++i) {
      if (!cuts[i])
        continue;
      int64_t d = *cuts[i];
      if (d < 0 || d >= static_cast<int64_t>(tensor.shape.size()))
        return Error{fmt::format("DEV-T2: mesh dimension {} cuts dimension {} of tensor {}, which has {}", i, d,
                                 fmt::join(tensor.shape, "x"), tensor.shape.size())};
      if (result.localShape[d] % result.outerShape[i] != 0)
        return Error{fmt::format("DEV-T2: mesh dimension {} cuts dimension {} of tensor {}: {} is not divisible by {}",
                                 i, d, fmt::join(tensor.shape, "x"), result.localShape[d], result.outerShape[i])};
      result.localShape[d] /= result.outerShape[i];
    }
    return forEachPosition(result.outerShape, [&](const std::vector<int64_t> &coordinate) {
      TensorSlice slice{coordinate, std::vector<int64_t>(tensor.shape.size(), 0)};
      std::vector<int64_t> extent = tensor.shape;
      for (size_t i = 0; i < cuts.size(); ++i)
        if (cuts[i]) {
          extent[*cuts[i]] /= result.outerShape[i];
          slice.offset[*cuts[i]] += coordinate[i] * extent[*cuts[i]];
        }
      result.slices.push_back(std::move(slice));
      return Status();
    });
  }

  Status shapeShards() {
    // DEV-T3: a shard grid has at least one shard per side, and its shards hold the slice.
    if (layout.gridRows < 1 || layout.gridCols < 1 || layout.gridRows > maxPlacedShards ||
        layout.gridCols > maxPlacedShards)
      return Error{fmt::format("DEV-T3: shard grid {}x{}: both sides must lie in [1, {}]", layout.gridRows,
                               layout.gridCols, maxPlacedShards)};
    local = {result.localShape, layout};
    result.localShape2D = physicalShape2D(local);
    if (layout.shardShape && (layout.shardShape->first < 1 || layout.shardShape->second < 1 ||
                              layout.shardShape->first > maxTensorElements ||
                              layout.shardShape->second > maxTensorElements / layout.shardShape->first))
      return Error{fmt::format("DEV-T3: shard {}x{}: sides below 1 or more than {} elements", layout.shardShape->first,
                               layout.shardShape->second, maxTensorElements)};
    result.shardShape = shardShape2D(local);
    result.gridRows = layout.isSharded() ? layout.gridRows : 1;
    result.gridCols = layout.isSharded() ? layout.gridCols : 1;
    auto [rows, cols] = result.localShape2D;
    if (layout.isSharded() && (result.shardShape.first < ceilDiv(rows, layout.gridRows) ||
                               result.shardShape.second < ceilDiv(cols, layout.gridCols)))
      return Error{fmt::format("DEV-T3: {}x{} shards of {}x{} elements do not hold {}x{}", layout.gridRows,
                               layout.gridCols, result.shardShape.first, result.shardShape.second, rows, cols)};
    if (layout.isTiled() && (result.shardShape.first % tileHeight != 0 || result.shardShape.second % tileWidth != 0))
      return Error{fmt::format("DEV-T3: a shard of {}x{} elements is not made of {}x{} tiles", result.shardShape.first,
                               result.shardShape.second, tileHeight, tileWidth)};
    if (layout.memoryLayout == MemoryLayout::HeightSharded && layout.gridCols != 1)
      return Error{fmt::format("DEV-T3: height_sharded on a {}x{} shard grid: it has one column", layout.gridRows,
                               layout.gridCols)};
    if (layout.memoryLayout == MemoryLayout::WidthSharded && layout.gridRows != 1)
      return Error{
          fmt::format("DEV-T3: width_sharded on a {}x{} shard grid: it has one row", layout.gridRows, layout.gridCols)};
    result.pageBytes = layout.isTiled()
                           ? tileBytes(layout.dataType)
                           : (layout.isSharded() ? result.shardShape.second : cols) * scalarBytes(layout.dataType);
    return Status();
  }

  /// All cores in the order in which TTNN fills them, or an error.
  Result<std::vector<PlaneCore>> coresInFillOrder() const {
    bool colMajor = layout.orientation == Orientation::ColMajor;
    int64_t wanted = layout.gridRows * layout.gridCols;
    std::vector<CoreRange> ranges = layout.cores;
    if (ranges.empty())
      ranges.push_back({0, 0, planeCols - 1, planeRows - 1});
    std::vector<PlaneCore> cores;
    for (const CoreRange &range : ranges) {
      // DEV-T6: core ranges lie on the plane.
      if (range.startX < 0 || range.startY < 0 || range.endX < range.startX || range.endY < range.startY ||
          range.endX >= planeCols || range.endY >= planeRows)
        return Error{fmt::format("DEV-T6: core range ({},{})-({},{}) does not lie on the {}x{} grid", range.startX,
                                 range.startY, range.endX, range.endY, planeRows, planeCols)};
      int64_t outer = colMajor ? range.endX - range.startX + 1 : range.endY - range.startY + 1;
      int64_t inner = range.numCores() / outer;
      for (int64_t i = 0; i < outer; ++i)
        for (int64_t j = 0; j < inner && static_cast<int64_t>(cores.size()) < wanted; ++j)
          cores.push_back(colMajor ? PlaneCore{range.startY + j, range.startX + i}
                                   : PlaneCore{range.startY + i, range.startX + j});
    }
    // DEV-T4: one core per shard.
    if (static_cast<int64_t>(cores.size()) < wanted)
      return Error{fmt::format("DEV-T4: {} shards need as many cores, there are {}", wanted, cores.size())};
    std::vector<PlaneCore> sorted = cores;
    std::sort(sorted.begin(), sorted.end());
    if (auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
      return Error{fmt::format("DEV-T6: core (x {}, y {}) is in two core ranges", twice->x, twice->y)};
    return cores;
  }

  /// Core of every shard in row-major order of the shard grid.
  Result<std::vector<PlaneCore>> coresOfShards() const {
    if (layout.memoryLayout != MemoryLayout::BlockSharded)
      return coresInFillOrder();
    bool colMajor = layout.orientation == Orientation::ColMajor;
    int64_t coreRows = colMajor ? layout.gridCols : layout.gridRows;
    int64_t coreCols = colMajor ? layout.gridRows : layout.gridCols;
    CoreRange range{0, 0, coreCols - 1, coreRows - 1};
    if (!layout.cores.empty()) {
      range = layout.cores.front();
      if (layout.cores.size() != 1 || range.endX - range.startX + 1 != coreCols ||
          range.endY - range.startY + 1 != coreRows)
        return Error{
            fmt::format("DEV-T6: block sharding on a {}x{} shard grid ({}) needs one core range of {} rows and {} "
                        "columns",
                        layout.gridRows, layout.gridCols, colMajor ? "col_major" : "row_major", coreRows, coreCols)};
    }
    if (range.startX < 0 || range.startY < 0 || range.endX >= planeCols || range.endY >= planeRows)
      return Error{fmt::format("{}: a {}x{} shard grid ({}) needs cores ({},{})-({},{}), the grid is {}x{}",
                               layout.cores.empty() ? "DEV-T4" : "DEV-T6", layout.gridRows, layout.gridCols,
                               colMajor ? "col_major" : "row_major", range.startX, range.startY, range.endX, range.endY,
                               planeRows, planeCols)};
    std::vector<PlaneCore> cores;
    for (int64_t r = 0; r < layout.gridRows; ++r)
      for (int64_t c = 0; c < layout.gridCols; ++c)
        cores.push_back(colMajor ? PlaneCore{range.startY + c, range.startX + r}
                                 : PlaneCore{range.startY + r, range.startX + c});
    return cores;
  }

  Result<PhysicalCore> physicalCore(int64_t slice, const PlaneCore &core) const {
    std::vector<int64_t> position;
    bool spmd = isSpmd(device);
    if (!spmd)
      position = result.slices[slice].coordinate;
    if (device.workerGrid.rank() >= 2)
      position.push_back(core.y);
    position.push_back(core.x);
    ALCOVE_ASSIGN_OR_RETURN(PhysicalCore physical, coreAt(device.workerGrid, position));
    if (spmd)
      physical.chip = slice;
    return physical;
  }

  // A DRAM buffer of a slice lies in the channels of the chip that holds the slice's first core.
  Result<PhysicalCore> dramChannel(int64_t slice, int64_t channel) const {
    ALCOVE_ASSIGN_OR_RETURN(PhysicalCore first, physicalCore(slice, {0, 0}));
    return PhysicalCore{first.chip, 0, channel};
  }

  Status checkCount(int64_t perSlice) const {
    int64_t slices = static_cast<int64_t>(result.slices.size());
    if (perSlice > maxPlacedShards / slices)
      return Error{fmt::format("DEV-T7: {} shards or banks in each of {} slices, at most {} are placed", perSlice,
                               slices, maxPlacedShards)};
    return Status();
  }

  Status placeShards() {
    if (layout.memoryLayout == MemoryLayout::NdSharded)
      return Error{"DEV-T5: nd_sharded needs an ND shard spec, which this layout does not carry"};
    if (layout.gridRows > maxPlacedShards / layout.gridCols)
      return Error{fmt::format("DEV-T7: {}x{} shards, at most {} are placed", layout.gridRows, layout.gridCols,
                               maxPlacedShards)};
    int64_t numShards = layout.gridRows * layout.gridCols;
    ALCOVE_RETURN_IF_ERROR(checkCount(numShards));
    std::vector<PlaneCore> cores;
    if (layout.isDram()) {
      int64_t channels = device.dramGrid[0] * device.dramGrid[1];
      if (numShards > channels)
        return Error{fmt::format("DEV-T4: {} shards need as many DRAM channels, there are {}", numShards, channels)};
    } else {
      ALCOVE_ASSIGN_OR_RETURN(cores, coresOfShards());
    }
    auto [rows, cols] = result.localShape2D;
    auto [height, width] = result.shardShape;
    TensorLayout one = layout;
    one.shardShape = result.shardShape;
    one.bufferType = BufferType::L1;
    Bytes bytes = l1BytesPerCore({result.localShape, one}, 1);
    for (int64_t s = 0; s < static_cast<int64_t>(result.slices.size()); ++s)
      for (int64_t i = 0; i < numShards; ++i) {
        ALCOVE_ASSIGN_OR_RETURN(PhysicalCore core, layout.isDram() ? dramChannel(s, i) : physicalCore(s, cores[i]));
        ShardPlacement shard{s, i / layout.gridCols, i % layout.gridCols, core, device.chipIds[core.chip]};
        shard.rowBegin = std::min(shard.shardRow * height, rows);
        shard.rowEnd = std::min(shard.rowBegin + height, rows);
        shard.colBegin = std::min(shard.shardCol * width, cols);
        shard.colEnd = std::min(shard.colBegin + width, cols);
        shard.bytes = bytes;
        result.shards.push_back(shard);
      }
    return Status();
  }

  Status placePages() {
    int64_t pages = ceilDiv(totalBytes(local), result.pageBytes);
    int64_t numBanks = layout.isDram() ? device.dramGrid[0] * device.dramGrid[1] : planeRows * planeCols;
    ALCOVE_RETURN_IF_ERROR(checkCount(numBanks));
    for (int64_t s = 0; s < static_cast<int64_t>(result.slices.size()); ++s)
      for (int64_t b = 0; b < numBanks; ++b) {
        ALCOVE_ASSIGN_OR_RETURN(PhysicalCore core,
                                layout.isDram() ? dramChannel(s, b) : physicalCore(s, {b / planeCols, b % planeCols}));
        BankPlacement bank{s, core, device.chipIds[core.chip], b, 0, 0};
        bank.numPages = pages > b ? ceilDiv(pages - b, numBanks) : 0;
        bank.bytes = bank.numPages * result.pageBytes;
        result.banks.push_back(bank);
      }
    return Status();
  }

  const TensorSpec &tensor;
  const TensorLayout &layout;
  const DeviceDesc &device;
  const MeshDistribution &distribution;
  int64_t planeRows, planeCols;
  TensorSpec local; ///< one slice
  TensorPlacement result;
};

} // namespace

Result<TensorPlacement> placeTensor(const TensorSpec &tensor, const DeviceDesc &device,
                                    const MeshDistribution &distribution) {
  if (device.workerGrid.shape.empty() || device.dramGrid.size() != 2)
    return Error{"DEV-G1: the device has no grid"};
  return Placer(tensor, device, distribution).run();
}

} // namespace alcove::device
