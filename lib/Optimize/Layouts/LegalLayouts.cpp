//===- LegalLayouts.cpp - The search space of layouts ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Optimize/Layouts/LegalLayouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::layouts;
using device::BufferType;
using device::MemoryLayout;
using device::PageLayout;

std::set<device::DataType> layouts::scalarDataTypes(Operation *root) {
  std::set<device::DataType> types;
  root->walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (auto dataType = ttcore::dataTypeOf(tensor.getElementType()))
          types.insert(*dataType);
  });
  return types;
}

namespace {
/// Enumerates sharded layouts of one tensor and one page layout.
class ShardedLayouts {
public:
  ShardedLayouts(ArrayRef<int64_t> shape, device::DataType type, PageLayout page, std::vector<TensorLayout> &out)
      : spec{std::vector<int64_t>(shape.begin(), shape.end()), {}}, out(out) {
    spec.layout.dataType = type;
    spec.layout.pageLayout = page;
    auto [height, width] = device::physicalShape2D(spec);
    bool tiled = page == PageLayout::Tile;
    rows = tiled ? ceilDiv(height, device::tileHeight) : height;
    cols = tiled ? ceilDiv(width, device::tileWidth) : width;
    spec.layout.bufferType = BufferType::L1;
  }

  void enumerate(std::pair<int64_t, int64_t> workerGrid) {
    int64_t cores = workerGrid.first * workerGrid.second;
    for (int64_t height = 1; height <= workerGrid.first; ++height)
      for (int64_t width = 1; width <= workerGrid.second; ++width)
        add(MemoryLayout::BlockSharded, height, width);
    for (int64_t count = 1; count <= cores; ++count)
      add(MemoryLayout::HeightSharded, count, 1);
    for (int64_t count = 1; count <= cores; ++count)
      add(MemoryLayout::WidthSharded, 1, count);
  }

private:
  void add(MemoryLayout memory, int64_t gridRows, int64_t gridCols) {
    if (gridRows > rows || gridCols > cols) // a grid larger than the tensor has empty cores
      return;
    spec.layout.memoryLayout = memory;
    spec.layout.gridRows = gridRows;
    spec.layout.gridCols = gridCols;
    if (seen.insert({memory, device::shardShape2D(spec)}).second)
      out.push_back(spec.layout);
  }

  device::TensorSpec spec;
  std::vector<TensorLayout> &out;
  int64_t rows, cols;
  std::set<std::pair<MemoryLayout, std::pair<int64_t, int64_t>>> seen;
};
} // namespace

static TensorLayout interleaved(device::DataType type, PageLayout page, BufferType buffer,
                                std::pair<int64_t, int64_t> grid) {
  TensorLayout layout;
  layout.dataType = type;
  layout.pageLayout = page;
  layout.bufferType = buffer;
  std::tie(layout.gridRows, layout.gridCols) = grid;
  return layout;
}

std::vector<TensorLayout> layouts::legalTensorLayouts(ArrayRef<int64_t> shape, device::DataType type,
                                                      const queries::Machine &machine, bool rowMajorEnabled) {
  std::vector<TensorLayout> result, sharded;
  result.push_back(interleaved(type, PageLayout::Tile, BufferType::DRAM, {1, 1}));
  result.push_back(interleaved(type, PageLayout::Tile, BufferType::L1, machine.workerGrid));
  if (rowMajorEnabled)
    result.push_back(interleaved(type, PageLayout::RowMajor, BufferType::DRAM, {1, 1}));
  ShardedLayouts(shape, type, PageLayout::Tile, sharded).enumerate(machine.workerGrid);
  if (rowMajorEnabled)
    ShardedLayouts(shape, type, PageLayout::RowMajor, sharded).enumerate(machine.workerGrid);
  std::stable_sort(sharded.begin(), sharded.end(),
                   [](const TensorLayout &a, const TensorLayout &b) { return a.numCores() > b.numCores(); });
  result.insert(result.end(), sharded.begin(), sharded.end());
  return result;
}

std::vector<TensorLayout> layouts::rowLayouts(ArrayRef<int64_t> shape, device::DataType type,
                                              const queries::Machine &machine, int64_t mostSharded) {
  device::TensorSpec rows{{shape.begin(), shape.end()},
                          interleaved(type, PageLayout::RowMajor, BufferType::DRAM, {1, 1})};
  auto [height, width] = device::physicalShape2D(rows);
  std::vector<TensorLayout> result;
  for (TensorLayout layout : legalTensorLayouts(shape, type, machine, false)) {
    bool wholeTiles =
        height % (layout.gridRows * device::tileHeight) == 0 && width % (layout.gridCols * device::tileWidth) == 0;
    layout.pageLayout = PageLayout::RowMajor;
    if (layout.isL1() && (!layout.isSharded() || wholeTiles))
      result.push_back(layout);
  }
  std::vector<TensorLayout> sharded;
  ShardedLayouts(shape, type, PageLayout::RowMajor, sharded).enumerate(machine.workerGrid);
  std::stable_sort(sharded.begin(), sharded.end(),
                   [](const TensorLayout &a, const TensorLayout &b) { return a.numCores() > b.numCores(); });
  for (const TensorLayout &layout : sharded)
    if (mostSharded > 0 && !llvm::is_contained(result, layout)) {
      result.push_back(layout);
      --mostSharded;
    }
  return result;
}

/// A layout whose parts are all given, built instead of searched.
static TensorLayout fullOverride(const LayoutOverride &override, device::DataType type) {
  TensorLayout layout =
      interleaved(override.dataType.value_or(type), *override.pageLayout, *override.bufferType, *override.grid);
  layout.memoryLayout = *override.memoryLayout;
  return layout;
}

std::vector<TensorLayout> layouts::legalOpLayouts(Operation *op, const queries::Machine &machine,
                                                  const LegalLayoutOptions &options, const LayoutOverride *override) {
  auto type = dyn_cast<RankedTensorType>(op->getNumResults() ? op->getResult(0).getType() : Type());
  ttnn::TTNNLayoutAttr current = type ? ttnn::layoutOf(type) : ttnn::TTNNLayoutAttr();
  if (!current || !current.isDeviceMemory())
    return {};
  device::DataType dataType = ttcore::toDevice(current.getDataType());
  if (override && override->isFull())
    return {fullOverride(*override, dataType)};
  std::vector<TensorLayout> result;
  // Tiles, then rows: what is legal without rows is legal with them.
  int64_t shardedLeft[2] = {options.maxLegalLayouts, options.rowMajorEnabled ? options.maxLegalLayouts / 2 : 0};
  // What the user fixes is filtered before the limit, else the limit might drop all that is left.
  for (const TensorLayout &layout :
       legalTensorLayouts(type.getShape(), override && override->dataType ? *override->dataType : dataType, machine,
                          options.rowMajorEnabled || (override && override->pageLayout == PageLayout::RowMajor))) {
    if (override && !override->matches(layout))
      continue;
    if (layout.isSharded() && !override && shardedLeft[layout.isTiled() ? 0 : 1]-- <= 0)
      continue;
    result.push_back(layout);
  }
  // What makes rows makes them for a view, or for a to_layout that tilizes: in L1 where these are; or for a convolution,
  // which takes them as they are sharded.
  if (!current.isTiled() && !override)
    for (const TensorLayout &layout : rowLayouts(type.getShape(), dataType, machine, options.maxLegalLayouts))
      if (!llvm::is_contained(result, layout))
        result.push_back(layout);
  return result;
}
