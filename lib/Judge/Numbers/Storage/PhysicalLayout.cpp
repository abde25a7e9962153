//===- PhysicalLayout.cpp - When a layout describes a tensor --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Storage/PhysicalLayout.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Judge/Numbers/Storage/Encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::reference {

using device::MemoryLayout;

constexpr int64_t maxElements = int64_t(1) << 40, maxCores = int64_t(1) << 20;

static int64_t ceilOf(int64_t value, int64_t divisor) { return value / divisor + (value % divisor != 0); }

Result<std::pair<int64_t, int64_t>> paddedView(const PhysicalLayout &layout, std::span<const int64_t> shape) {
  int64_t height = 1, width = shape.empty() ? 1 : shape.back();
  int64_t inner = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  for (int64_t size : shape)
    if (size < 1 || size > maxElements)
      return Error{fmt::format("ST-1: a tensor of shape {} has nothing to store", fmt::join(shape, "x"))};
  if (layout.tiled) {
    width = ceilOf(width, layout.tileWidth) * layout.tileWidth;
    inner = ceilOf(inner, layout.tileHeight) * layout.tileHeight;
  }
  height = inner;
  int64_t elements = width;
  auto grow = [&](int64_t factor) {
    bool fits = elements <= maxElements / factor;
    elements = fits ? elements * factor : elements;
    return fits;
  };
  bool fits = grow(inner);
  for (size_t i = 0; fits && i + 2 < shape.size(); ++i) {
    fits = grow(shape[i]);
    height *= shape[i];
  }
  if (!fits)
    return Error{fmt::format("ST-1: a tensor of shape {} has more than 2^40 elements", fmt::join(shape, "x"))};
  return std::pair(height, width);
}

// ST-1: the map is the row-major collapse of all dimensions but the last, the second-to-last padded to tiles.
static Status checkMap(const PhysicalLayout &layout, std::span<const int64_t> shape) {
  if (layout.map.size() != 2)
    return Error{
        fmt::format("ST-1: the map gives {} dimensions, a stored tensor has a row and a column", layout.map.size())};
  int64_t stride = 1;
  for (const LinearForm &form : layout.map)
    if (form.coefficients.size() != shape.size() || form.constant != 0)
      return Error{fmt::format("ST-1: the map takes {} dimensions and adds {}, the tensor has {} and starts at 0",
                               form.coefficients.size(), form.constant, shape.size())};
  for (size_t i = shape.size(); i-- > 0;) {
    bool last = i + 1 == shape.size();
    int64_t row = layout.map[0].coefficients[i], column = layout.map[1].coefficients[i];
    int64_t wantedRow = last ? 0 : stride, wantedColumn = last ? 1 : 0;
    // The coefficient of a dimension of size 1 is never used.
    if (shape[i] > 1 && (row != wantedRow || column != wantedColumn))
      return Error{fmt::format("ST-1: the map moves by row {} and column {} along dimension {}, the data by {} and {}",
                               row, column, i, wantedRow, wantedColumn)};
    if (!last) // in range: paddedView has multiplied the same sizes
      stride *=
          i + 2 == shape.size() && layout.tiled ? ceilOf(shape[i], layout.tileHeight) * layout.tileHeight : shape[i];
  }
  return {};
}

// ST-2: the shard is the ceiling of the view by the grid; interleaved pages are shared evenly.
static Status checkShard(const PhysicalLayout &layout, std::pair<int64_t, int64_t> view) {
  auto [rows, columns] = view;
  if (layout.tiled) {
    rows /= layout.tileHeight;
    columns /= layout.tileWidth;
  }
  int64_t wantedRows = ceilOf(rows, layout.grid[0]), wantedColumns = ceilOf(columns, layout.grid[1]);
  if (!layout.sharded() && layout.bufferType == device::BufferType::L1) {
    wantedRows = 1;
    wantedColumns = ceilOf(rows * columns, layout.grid[0] * layout.grid[1]);
  }
  if (layout.shard[0] != wantedRows || layout.shard[1] != wantedColumns)
    return Error{fmt::format("ST-2: {}x{} {} on a grid of {}x{} make shards of {}x{}, the layout says {}x{}", rows,
                             columns, layout.tiled ? "tiles" : "elements", layout.grid[0], layout.grid[1], wantedRows,
                             wantedColumns, layout.shard[0], layout.shard[1])};
  return {};
}

// ST-4: one core per shard.
static Status checkCores(const PhysicalLayout &layout) {
  if (!layout.sharded() || layout.anyCores)
    return {};
  int64_t rows = layout.grid[0], columns = layout.grid[1], cores = 0;
  for (size_t i = 0; i < layout.cores.size(); ++i) {
    const device::CoreRange &range = layout.cores[i];
    if (range.startX < 0 || range.startY < 0 || range.endX < range.startX || range.endY < range.startY ||
        range.endX >= maxCores || range.endY >= maxCores)
      return Error{fmt::format("ST-4: core range ({}, {}) to ({}, {}) holds no cores", range.startX, range.startY,
                               range.endX, range.endY)};
    for (size_t j = 0; j < i; ++j) {
      const device::CoreRange &other = layout.cores[j];
      if (range.startX <= other.endX && other.startX <= range.endX && range.startY <= other.endY &&
          other.startY <= range.endY)
        return Error{fmt::format("ST-4: core ranges {} and {} overlap", j, i)};
    }
    cores += range.numCores();
  }
  if (cores != rows * columns)
    return Error{fmt::format("ST-4: {} shards of a {}x{} grid on {} cores", rows * columns, rows, columns, cores)};
  if (layout.memoryLayout != MemoryLayout::BlockSharded)
    return {};
  const device::CoreRange &range = layout.cores.front();
  int64_t height = range.endY - range.startY + 1, width = range.endX - range.startX + 1;
  if (layout.orientation == device::Orientation::ColMajor)
    std::swap(height, width);
  if (layout.cores.size() != 1 || height != rows || width != columns)
    return Error{
        fmt::format("ST-4: a block-sharded {}x{} grid needs one rectangle of cores of that shape, not {} ranges, "
                    "the first {} high and {} wide",
                    rows, columns, layout.cores.size(), range.endY - range.startY + 1, range.endX - range.startX + 1)};
  return {};
}

Status checkLayout(const PhysicalLayout &layout, std::span<const int64_t> shape) {
  if (layout.tiled && (layout.tileHeight != 32 || layout.tileWidth != 32)) // ST-6
    return Error{fmt::format("ST-6: tiles are 32x32, not {}x{}", layout.tileHeight, layout.tileWidth)};
  if (!layout.tiled && device::isBlockFloat(layout.dataType)) // ST-5
    return Error{fmt::format("ST-5: {} exists in tiles only", device::toString(layout.dataType))};
  if (layout.memoryLayout == MemoryLayout::NdSharded)
    return Error{"ST-3: shards of more than two dimensions are not stored"};
  if (layout.grid.size() != 2 || layout.shard.size() != 2)
    return Error{fmt::format("ST-3: a grid of rank {} and a shard of rank {}, both must have 2", layout.grid.size(),
                             layout.shard.size())};
  for (int64_t side : layout.grid)
    if (side < 1 || side > maxCores)
      return Error{fmt::format("ST-3: a grid of {}x{}", layout.grid[0], layout.grid[1])};
  for (int64_t side : layout.shard)
    if (side < 1 || side > maxElements)
      return Error{fmt::format("ST-2: a shard of {}x{}", layout.shard[0], layout.shard[1])};
  if ((layout.memoryLayout == MemoryLayout::HeightSharded && layout.grid[1] != 1) ||
      (layout.memoryLayout == MemoryLayout::WidthSharded && layout.grid[0] != 1) ||
      layout.grid[0] * layout.grid[1] > maxCores) // ST-3
    return Error{fmt::format("ST-3: {} on a grid of {}x{}", device::toString(layout.memoryLayout), layout.grid[0],
                             layout.grid[1])};
  ALCOVE_ASSIGN_OR_RETURN(auto view, paddedView(layout, shape));
  ALCOVE_RETURN_IF_ERROR(checkMap(layout, shape));
  ALCOVE_RETURN_IF_ERROR(checkShard(layout, view));
  return checkCores(layout);
}

std::vector<std::pair<int64_t, int64_t>> coresOfShards(const PhysicalLayout &layout) {
  std::vector<std::pair<int64_t, int64_t>> cores;
  bool byColumns = layout.orientation == device::Orientation::ColMajor;
  int64_t rows = layout.grid[0], columns = layout.grid[1];
  if (layout.anyCores) {
    for (int64_t i = 0; i < rows * columns; ++i)
      cores.emplace_back(i % columns, i / columns);
    return cores;
  }
  if (layout.memoryLayout == MemoryLayout::BlockSharded) {
    const device::CoreRange &range = layout.cores.front();
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column)
        cores.emplace_back(range.startX + (byColumns ? row : column), range.startY + (byColumns ? column : row));
    return cores;
  }
  for (const device::CoreRange &range : layout.cores) {
    int64_t height = range.endY - range.startY + 1, width = range.endX - range.startX + 1;
    for (int64_t i = 0; i < height * width; ++i)
      cores.emplace_back(range.startX + (byColumns ? i / height : i % width),
                         range.startY + (byColumns ? i % height : i / width));
  }
  return cores;
}

} // namespace alcove::reference
