//===- LayoutRules.cpp - Whether a layout is that of its tensor -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic of its own: what builds layouts (TTNNLayoutAttr::get) and what stores tensors (Judge/Numbers/Storage) come
// to the same shards by other code.
//
//===----------------------------------------------------------------------===//
#include "LayoutRules.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::judge;

/// Rows and columns of the tensor as it lies in memory, in tiles when tiled: the last two dimensions are padded to
/// tiles, then all but the last collapse.
static std::optional<std::pair<int64_t, int64_t>> viewOf(ArrayRef<int64_t> shape, bool tiled) {
  SmallVector<int64_t> extents(shape);
  while (extents.size() < 2)
    extents.insert(extents.begin(), 1);
  if (tiled) {
    extents.back() = ceilDiv(extents.back(), device::tileWidth);
    int64_t &inner = extents[extents.size() - 2];
    inner = ceilDiv(inner, device::tileHeight);
  }
  std::optional<int64_t> rows = boundedVolume(ArrayRef(extents).drop_back());
  if (!rows || !boundedVolume(extents))
    return std::nullopt;
  return std::pair(*rows, extents.back());
}

// MEM-16
static std::optional<LayoutFault> checkShard(ArrayRef<int64_t> shape, ttnn::TTNNLayoutAttr layout) {
  ArrayRef<int64_t> grid = layout.getGridShape(), shard = layout.getMemref().getShape();
  auto view = viewOf(shape, layout.isTiled());
  bool isNd = layout.getMemLayout() && layout.getMemLayout().getValue() == ttnn::TensorMemoryLayout::NdSharded;
  if (!view || isNd || grid.size() != 2)
    return std::nullopt;
  auto [rows, columns] = *view;
  const char *unit = layout.isTiled() ? "tiles" : "elements";
  bool spread = layout.getBufferType() == ttnn::BufferType::L1 && !layout.isSharded();
  if (spread) { // pages go round the banks: only how many one holds is said
    int64_t share = ceilDiv(rows * columns, grid[0] * grid[1]);
    if (boundedVolume(shard) == share)
      return std::nullopt;
    return LayoutFault{"MEM-16", fmt::format("its {}x{} {} over {}x{} cores are {} each, its memref holds {}", rows,
                                             columns, unit, grid[0], grid[1], share, boundedVolume(shard).value_or(0))};
  }
  auto memLayout = layout.isSharded() ? layout.getMemLayout().getValue() : ttnn::TensorMemoryLayout::Interleaved;
  if ((memLayout == ttnn::TensorMemoryLayout::HeightSharded && grid[1] != 1) ||
      (memLayout == ttnn::TensorMemoryLayout::WidthSharded && grid[0] != 1))
    return LayoutFault{"MEM-16", fmt::format("it is {} on a grid of {}x{}",
                                             ttnn::stringifyTensorMemoryLayout(memLayout).str(), grid[0], grid[1])};
  int64_t wantedRows = ceilDiv(rows, grid[0]), wantedColumns = ceilDiv(columns, grid[1]);
  if (shard.size() == 2 && shard[0] == wantedRows && shard[1] == wantedColumns)
    return std::nullopt;
  std::string found;
  llvm::raw_string_ostream os(found);
  llvm::interleave(shard, os, "x");
  return LayoutFault{"MEM-16", fmt::format("its {}x{} {} on a grid of {}x{} make shards of {}x{}, its memref is {}",
                                           rows, columns, unit, grid[0], grid[1], wantedRows, wantedColumns, found)};
}

// MEM-17
static std::optional<LayoutFault> checkElements(RankedTensorType type, ttnn::TTNNLayoutAttr layout) {
  std::optional<device::DataType> held = ttcore::dataTypeOf(type.getElementType());
  device::DataType stored = ttcore::toDevice(layout.getDataType());
  bool isBlock = device::isBlockFloat(stored);
  bool isTile = isa<ttcore::TileType>(type.getElementType());
  if (!held || *held == stored || *held == device::DataType::Bool)
    return std::nullopt;
  // A block format is a way to store reals; so front ends write the tensor in their type.
  if (isBlock && !isTile && isa<FloatType>(type.getElementType()))
    return std::nullopt;
  return LayoutFault{"MEM-17", fmt::format("its elements are {}, its layout stores {}", device::toString(*held),
                                           device::toString(stored))};
}

/// Where `map` puts an element; nothing for a map that gives no two numbers there.
static std::optional<std::pair<int64_t, int64_t>> placeBy(AffineMap map, ArrayRef<int64_t> element) {
  Builder builder(map.getContext());
  SmallVector<Attribute> at, place;
  for (int64_t index : element)
    at.push_back(builder.getIndexAttr(index));
  if (failed(map.constantFold(at, place)) || place.size() != 2)
    return std::nullopt;
  return std::pair(cast<IntegerAttr>(place[0]).getInt(), cast<IntegerAttr>(place[1]).getInt());
}

// MEM-21
static std::optional<LayoutFault> checkMap(ArrayRef<int64_t> shape, ttnn::TTNNLayoutAttr layout) {
  AffineMap map = layout.getLinear();
  auto text = [](ArrayRef<int64_t> list) {
    std::string joined;
    llvm::raw_string_ostream os(joined);
    llvm::interleave(list, os, ", ");
    return joined;
  };
  if (layout.getGridShape().size() != 2 || !boundedVolume(shape) || llvm::is_contained(shape, 0))
    return std::nullopt;
  if (map.getNumDims() != shape.size())
    return LayoutFault{"MEM-21",
                       fmt::format("its map has {} dimensions, the tensor {}", map.getNumDims(), shape.size())};
  auto collapsed = [&](ArrayRef<int64_t> element) {
    int64_t row = 0;
    for (size_t dim = 0; dim + 1 < element.size(); ++dim) {
      bool inTile = layout.isTiled() && dim + 2 == element.size();
      row = row * (inTile ? roundUp(shape[dim], device::tileHeight) : shape[dim]) + element[dim];
    }
    return std::pair(row, element.empty() ? int64_t(0) : element.back());
  };
  // A linear map is known by the first element, the next along each dimension and the last of all.
  SmallVector<SmallVector<int64_t>> elements(1, SmallVector<int64_t>(shape.size(), 0));
  for (size_t dim = 0; dim < shape.size(); ++dim)
    for (int64_t index : {int64_t(1), shape[dim] - 1})
      if (shape[dim] > 1) {
        elements.emplace_back(shape.size(), 0);
        elements.back()[dim] = index;
      }
  elements.push_back(llvm::map_to_vector(shape, [](int64_t extent) { return extent - 1; }));
  for (ArrayRef<int64_t> element : elements) {
    auto found = placeBy(map, element);
    auto [row, column] = collapsed(element);
    if (!found || *found != std::pair(row, column))
      return LayoutFault{"MEM-21",
                         fmt::format("its map puts element ({}) at {}, row by row it is at ({}, {})", text(element),
                                     found ? fmt::format("({}, {})", found->first, found->second) : "no place", row,
                                     column)};
  }
  return std::nullopt;
}

std::optional<LayoutFault> judge::checkLayoutOfType(RankedTensorType type) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  if (!layout)
    return std::nullopt;
  if (std::optional<LayoutFault> fault = checkElements(type, layout))
    return fault;
  if (std::optional<LayoutFault> fault = checkShard(type.getShape(), layout))
    return fault;
  return checkMap(type.getShape(), layout);
}

/// Ops whose result may lie elsewhere than their operands.
static bool moves(Operation *op) {
  return isa<ttnn::ToDeviceOp, ttnn::FromDeviceOp, ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp, ttnn::ToTensorSpecOp>(
             op) ||
         op->getName().getStringRef().starts_with("ttnn.prepare_") || ttnn::isOpaque(op);
}

/// Of an op that changes pages alone: buffer, memory layout, grid, and between shards the cores.
static std::optional<LayoutFault> checkPlaceKept(Operation *op) {
  ttnn::TTNNLayoutAttr from = ttnn::layoutOf(op->getOperand(0).getType()),
                       to = ttnn::layoutOf(op->getResult(0).getType());
  if (!from || !to)
    return std::nullopt;
  const char *differs = from.getBufferType() != to.getBufferType()                           ? "buffers"
                        : from.getMemLayout() != to.getMemLayout()                           ? "memory layouts"
                        : from.getGridShape() != to.getGridShape()                           ? "grids"
                        : from.isSharded() && from.getCoreRangeSet() != to.getCoreRangeSet() ? "cores"
                                                                                             : nullptr;
  if (!differs)
    return std::nullopt;
  return LayoutFault{"MEM-19",
                     fmt::format("it changes pages alone, but {} differ between operand and result", differs)};
}

// MEM-20
/// tt-metal's prepare_conv_weights and prepare_conv_bias read tensors of the host, row by row.
static std::optional<LayoutFault> checkPrepared(Operation *op) {
  if (!op->getName().getStringRef().starts_with("ttnn.prepare_conv"))
    return std::nullopt;
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(op->getOperand(0).getType());
  if (!layout || (!layout.isDeviceMemory() && !layout.isTiled()))
    return std::nullopt;
  return LayoutFault{"MEM-20", fmt::format("it prepares rows on the host, its operand lies in {} in {}",
                                           ttnn::stringifyBufferType(layout.getBufferType()).str(),
                                           layout.isTiled() ? "tiles" : "rows")};
}

std::optional<LayoutFault> judge::checkResultsOf(Operation *op) {
  if (op->getName().getDialectNamespace() != "ttnn" || op->getNumOperands() == 0)
    return std::nullopt;
  // MEM-19
  if (isa<ttnn::ToLayoutOp>(op))
    if (std::optional<LayoutFault> fault = checkPlaceKept(op))
      return fault;
  if (std::optional<LayoutFault> fault = checkPrepared(op))
    return fault;
  if (isa<ttnn::ToLayoutOp, ttnn::ToTensorSpecOp>(op)) {
    auto from = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    auto typeOf = [](RankedTensorType type) { return ttcore::dataTypeOf(type.getElementType()); };
    if (from && to && typeOf(from) && typeOf(to) && typeOf(from) != typeOf(to) && !op->hasAttr("dtype"))
      return LayoutFault{"MEM-17", fmt::format("it turns {} into {}: a conversion of elements is a typecast",
                                               device::toString(*typeOf(from)), device::toString(*typeOf(to)))};
  }
  bool onDevice = false, onHost = false;
  for (Value operand : op->getOperands())
    if (ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(operand.getType()))
      (layout.isDeviceMemory() ? onDevice : onHost) = true;
    else if (isa<ttnn::DeviceType>(operand.getType()))
      onDevice = true;
  for (Value result : op->getResults())
    if (ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(result.getType());
        layout && !moves(op) && !isa<ttnn::DistributeTensorOp, ttnn::AggregateTensorOp>(op))
      if (layout.isDeviceMemory() ? !onDevice && onHost : onDevice) // host weights of a convolution go along
        return LayoutFault{"MEM-18",
                           fmt::format("its operands lie on the {}, its result in {}", onDevice ? "device" : "host",
                                       ttnn::stringifyBufferType(layout.getBufferType()).str())};
  return std::nullopt;
}
