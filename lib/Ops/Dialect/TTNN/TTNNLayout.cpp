//===- TTNNLayout.cpp - The tensor encodings ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttnn;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The grid of one of the two eras: `<8x8>`, or `<8x8, (d0, d1) -> (0, d0, d1)>` with the map to physical cores.
static ParseResult parseEitherGrid(AsmParser &parser, SmallVectorImpl<int64_t> &shape, AffineMap &map) {
  if (parser.parseLess() || parseDimensions(parser, shape))
    return failure();
  if (succeeded(parser.parseOptionalComma()) && parseBareAffineMap(parser, map))
    return failure();
  return parser.parseGreater();
}

/// Cores of an old-era grid: its map evaluated on every shard, then joined into ranges row by row.
static std::vector<device::CoreRange> coresOfMap(AffineMap map, ArrayRef<int64_t> grid, MLIRContext *context) {
  std::vector<device::CoreRange> ranges;
  Builder builder(context);
  for (int64_t row = 0; row < grid[0]; ++row) {
    for (int64_t col = 0; col < grid[1]; ++col) {
      SmallVector<Attribute> results;
      if (failed(map.constantFold({builder.getIndexAttr(row), builder.getIndexAttr(col)}, results)))
        return {};
      int64_t y = cast<IntegerAttr>(results[1]).getInt(), x = cast<IntegerAttr>(results[2]).getInt();
      if (!ranges.empty() && ranges.back().startY == y && ranges.back().endY == y && ranges.back().endX + 1 == x)
        ++ranges.back().endX;
      else
        ranges.push_back({x, y, x, y});
    }
  }
  // Rows of equal extent become one rectangle.
  std::vector<device::CoreRange> joined;
  for (const device::CoreRange &range : ranges) {
    if (!joined.empty() && joined.back().startX == range.startX && joined.back().endX == range.endX &&
        joined.back().endY + 1 == range.startY)
      joined.back().endY = range.endY;
    else
      joined.push_back(range);
  }
  return joined;
}

static CoreRangeSetAttr toAttr(MLIRContext *context, ArrayRef<device::CoreRange> cores) {
  SmallVector<CoreRangeAttr> ranges;
  for (const device::CoreRange &range : cores)
    ranges.push_back(CoreRangeAttr::get(context, range.startX, range.startY, range.endX, range.endY));
  return CoreRangeSetAttr::get(context, ranges);
}

/// Core ranges that an old-era sharded layout implies.
static CoreRangeSetAttr impliedCores(MLIRContext *context, TensorMemoryLayoutAttr layout, ArrayRef<int64_t> grid,
                                     AffineMap map) {
  if (grid.size() != 2 || boundedVolume(grid).value_or(0) > 4096)
    return {};
  std::vector<device::CoreRange> cores;
  if (map && map.getNumDims() == 2 && map.getNumResults() == 3 && map.getNumSymbols() == 0)
    cores = coresOfMap(map, grid, context);
  if (cores.empty())
    cores = canonicalCores(static_cast<device::MemoryLayout>(layout.getValue()), grid[0], grid[1], {8, 8});
  return toAttr(context, cores);
}

Attribute TTNNLayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  AffineMap linear, gridMap;
  SmallVector<int64_t> grid;
  StringAttr mesh;
  MemRefType memref;
  TensorMemoryLayoutAttr memLayout;
  CoreRangeSetAttr cores;
  bool ignorePhysicalLayout = false, oldEra = false;

  if (parser.parseLess() || parseBareAffineMap(parser, linear) || parser.parseComma() ||
      parseEitherGrid(parser, grid, gridMap) || parser.parseComma())
    return {};
  oldEra = static_cast<bool>(gridMap);
  if (succeeded(parser.parseOptionalKeyword("mesh"))) {
    if (parser.parseEqual() || parser.parseLess() || parser.parseAttribute(mesh) || parser.parseGreater() ||
        parser.parseComma())
      return {};
  }
  if (parser.parseType(memref))
    return {};
  auto parseBool = [&](bool &value) -> ParseResult {
    if (parser.parseEqual())
      return failure();
    value = succeeded(parser.parseOptionalKeyword("true"));
    return value ? success() : parser.parseKeyword("false");
  };
  while (succeeded(parser.parseOptionalComma())) {
    bool exactGrid;
    if (succeeded(parser.parseOptionalKeyword("core_ranges"))) {
      if (parser.parseEqual() || !(cores = CoreRangeSetAttr::parseStripped(parser)))
        return {};
    } else if (succeeded(parser.parseOptionalKeyword("ignorePhysicalLayout"))) {
      if (parseBool(ignorePhysicalLayout))
        return {};
    } else if (succeeded(parser.parseOptionalKeyword("exactGrid"))) {
      if (parseBool(exactGrid))
        return {};
      oldEra = true;
    } else if (parser.parseCustomAttributeWithFallback(memLayout)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  bool sharded = memLayout && memLayout.getValue() != TensorMemoryLayout::Interleaved;
  if (oldEra && sharded && !cores && !ignorePhysicalLayout)
    cores = impliedCores(parser.getContext(), memLayout, grid, gridMap);
  return parser.getChecked<TTNNLayoutAttr>(loc, parser.getContext(), linear, ArrayRef<int64_t>(grid), memref, memLayout,
                                           mesh, ignorePhysicalLayout, cores);
}

void TTNNLayoutAttr::print(AsmPrinter &printer) const {
  printer << '<' << getLinear() << ", <";
  printDimensions(printer, getGridShape());
  printer << '>';
  if (getTensorMesh())
    printer << ", mesh = <" << getTensorMesh() << '>';
  printer << ", " << getMemref();
  if (getMemLayout())
    printer << ", <" << stringifyTensorMemoryLayout(getMemLayout().getValue()) << '>';
  if (getCoreRangeSet()) {
    printer << ", core_ranges = ";
    getCoreRangeSet().print(printer);
  }
  if (getIgnorePhysicalLayout())
    printer << ", ignorePhysicalLayout = true";
  printer << '>';
}

Attribute TTNNNDLayoutAttr::parse(AsmParser &parser, Type) {
  ShapeAttr grid;
  MemRefType memref;
  TensorMemoryLayoutAttr memLayout;
  ShardOrientationAttr orientation;
  ShardDistributionStrategyAttr distribution;
  if (parser.parseLess() || parser.parseCustomAttributeWithFallback(grid) || parser.parseComma() ||
      parser.parseType(memref) || parser.parseComma() || parser.parseCustomAttributeWithFallback(memLayout) ||
      parser.parseComma() || parser.parseCustomAttributeWithFallback(orientation) || parser.parseComma() ||
      parser.parseCustomAttributeWithFallback(distribution) || parser.parseGreater())
    return {};
  return TTNNNDLayoutAttr::get(parser.getContext(), grid.getShape(), memref, memLayout, orientation.getValue(),
                               distribution.getValue());
}

void TTNNNDLayoutAttr::print(AsmPrinter &printer) const {
  printer << "<<";
  printDimensions(printer, getGridShape());
  printer << ">, " << getMemref() << ", <" << stringifyTensorMemoryLayout(getMemLayout().getValue()) << ">, <"
          << stringifyShardOrientation(getOrientation()) << ">, <"
          << stringifyShardDistributionStrategy(getDistribution()) << ">>";
}

//===----------------------------------------------------------------------===//
// Rules. Messages of the first six are those of tt-mlir's verifier.
//===----------------------------------------------------------------------===//

/// What memory layouts say of the grid and the cores: one core for each of its places.
static LogicalResult verifyCores(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> grid,
                                 TensorMemoryLayout layout, CoreRangeSetAttr cores) {
  int64_t places = *boundedVolume(grid), found = 0;
  if (layout == TensorMemoryLayout::HeightSharded && grid.size() == 2 && grid[1] != 1)
    return emitError() << "height_sharded has grid " << grid[0] << "x" << grid[1] << ": it must have one column";
  if (layout == TensorMemoryLayout::WidthSharded && grid.size() == 2 && grid[0] != 1)
    return emitError() << "width_sharded has grid " << grid[0] << "x" << grid[1] << ": it must have one row";
  if (!cores)
    return success();
  for (CoreRangeAttr range : cores.getCoreRanges()) {
    std::optional<int64_t> held =
        boundedVolume({range.getEndX() - range.getStartX() + 1, range.getEndY() - range.getStartY() + 1});
    found += held.value_or(places);
    if (!held || found > places)
      break;
  }
  if (found != places)
    return emitError() << "the grid has " << places << " places, the core ranges hold "
                       << (found > places ? "more" : "fewer") << " cores";
  return success();
}

LogicalResult TTNNLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError, AffineMap linear,
                                     ArrayRef<int64_t> grid, MemRefType memref, TensorMemoryLayoutAttr memLayout,
                                     StringAttr, bool ignorePhysicalLayout, CoreRangeSetAttr cores) {
  auto buffer = dyn_cast_or_null<BufferTypeAttr>(memref.getMemorySpace());
  if (!buffer)
    return emitError() << "the memref of a layout must name its buffer type as memory space, got " << memref;
  if (!memref.getLayout().isIdentity())
    return emitError() << "a shard lies without gaps, got " << memref;
  if (linear.getNumSymbols())
    return emitError() << "the map of a layout has no symbols, got " << AffineMapAttr::get(linear);
  std::optional<int64_t> gridVolume = boundedVolume(grid), shardVolume = boundedVolume(memref.getShape());
  if (grid.empty() || !gridVolume || *gridVolume == 0 || *gridVolume > (1 << 20))
    return emitError() << "expected a grid of 1 to 1048576 cores, got (" << grid << ")";
  if (!shardVolume)
    return emitError() << "shard of " << memref << " is too large";
  if (!ttcore::dataTypeOf(memref.getElementType()) && !memref.getElementType().isIntOrFloat())
    return emitError() << "a layout holds scalars or tiles, got " << memref.getElementType();
  bool unitGrid = *gridVolume == 1;
  std::string gridText;
  llvm::raw_string_ostream os(gridText);
  llvm::interleaveComma(grid, os);
  BufferType bufferType = buffer.getValue();
  if (bufferType == BufferType::SystemMemory) {
    if (memLayout)
      return emitError() << "Memory layout is not allowed for SystemMemory buffer type.";
    if (!unitGrid)
      return emitError() << "expected (1, 1) grid shape for system_memory buffer type, got (" << gridText << ")";
    return success();
  }
  if (!memLayout)
    return emitError() << "Memory layout is required for non-SystemMemory buffer type.";
  TensorMemoryLayout layout = memLayout.getValue();
  if (bufferType == BufferType::DRAM && layout == TensorMemoryLayout::Interleaved && !unitGrid)
    return emitError() << "expected (1, 1) grid shape for dram buffer type with interleaved memory layout, got ("
                       << gridText << ")";
  if (bufferType == BufferType::DRAM && layout == TensorMemoryLayout::BlockSharded)
    return emitError() << "BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded "
                          "or Interleaved";
  bool sharded = layout != TensorMemoryLayout::Interleaved;
  if (sharded && !cores && !ignorePhysicalLayout)
    return emitError() << "sharded TTNN layout (" << stringifyTensorMemoryLayout(layout)
                       << ") must carry a core_range_set";
  if (!sharded && cores)
    return emitError() << "TTNN layout (" << stringifyTensorMemoryLayout(layout)
                       << ") is not sharded and must not carry a core_range_set";
  return sharded && !ignorePhysicalLayout ? verifyCores(emitError, grid, layout, cores) : success();
}

LogicalResult TTNNLayoutAttr::verifyEncoding(ArrayRef<int64_t>, Type, function_ref<InFlightDiagnostic()>) const {
  // Front ends reuse a layout for tensors of other ranks; who needs the map checks it (rule ST1).
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

BufferType TTNNLayoutAttr::getBufferType() const {
  return cast<BufferTypeAttr>(getMemref().getMemorySpace()).getValue();
}
bool TTNNLayoutAttr::isTiled() const { return isa<ttcore::TileType>(getMemref().getElementType()); }
bool TTNNLayoutAttr::isSharded() const {
  return getMemLayout() && getMemLayout().getValue() != TensorMemoryLayout::Interleaved;
}
ttcore::DataType TTNNLayoutAttr::getDataType() const {
  return ttcore::fromDevice(ttcore::dataTypeOf(getMemref().getElementType()).value_or(device::DataType::F32));
}

int64_t TTNNLayoutAttr::getShardBytes() const {
  int64_t volume = boundedVolume(getMemref().getShape()).value_or(0);
  if (auto tile = dyn_cast<ttcore::TileType>(getMemref().getElementType()))
    return volume * tile.getSizeBytes();
  return volume * device::scalarBytes(ttcore::toDevice(getDataType()));
}

device::TensorLayout TTNNLayoutAttr::toDevice() const {
  device::TensorLayout layout;
  layout.dataType = ttcore::toDevice(getDataType());
  layout.pageLayout = isTiled() ? device::PageLayout::Tile : device::PageLayout::RowMajor;
  layout.bufferType = static_cast<device::BufferType>(getBufferType());
  if (getMemLayout())
    layout.memoryLayout = static_cast<device::MemoryLayout>(getMemLayout().getValue());
  ArrayRef<int64_t> grid = getGridShape();
  layout.gridCols = grid.back();
  layout.gridRows = grid.size() < 2 ? 1 : grid[grid.size() - 2];
  if (getCoreRangeSet())
    for (CoreRangeAttr range : getCoreRangeSet().getCoreRanges())
      layout.cores.push_back({range.getStartX(), range.getStartY(), range.getEndX(), range.getEndY()});
  if (layout.isSharded() && getMemref().getRank() >= 2) {
    int64_t unitHeight = isTiled() ? device::tileHeight : 1, unitWidth = isTiled() ? device::tileWidth : 1;
    ArrayRef<int64_t> shard = getMemref().getShape().take_back(2);
    layout.shardShape = std::pair(shard[0] * unitHeight, shard[1] * unitWidth);
  }
  return layout;
}

std::vector<device::CoreRange> ttnn::canonicalCores(device::MemoryLayout layout, int64_t gridRows, int64_t gridCols,
                                                    std::pair<int64_t, int64_t> workerGrid) {
  if (layout == device::MemoryLayout::BlockSharded)
    return {{0, 0, gridCols - 1, gridRows - 1}};
  int64_t cores = gridRows * gridCols, width = workerGrid.second;
  std::vector<device::CoreRange> ranges;
  if (cores >= width)
    ranges.push_back({0, 0, width - 1, cores / width - 1});
  if (cores % width != 0)
    ranges.push_back({0, cores / width, cores % width - 1, cores / width});
  return ranges;
}

/// All dimensions but the last are collapsed row-major with the second-to-last padded to tiles:
/// (d0, d1, d2) -> (d0 * 32 + d1, d2) for 2x17x64 in tiles.
static AffineMap collapsedMap(MLIRContext *context, ArrayRef<int64_t> shape, bool tiled) {
  if (shape.size() < 2)
    return AffineMap::get(shape.size(), 0,
                          {getAffineConstantExpr(0, context),
                           shape.empty() ? getAffineConstantExpr(0, context) : getAffineDimExpr(0, context)},
                          context);
  SmallVector<int64_t> physical(shape);
  if (tiled)
    physical[shape.size() - 2] = roundUp(std::max<int64_t>(shape[shape.size() - 2], 1), device::tileHeight);
  AffineExpr row = getAffineConstantExpr(0, context);
  for (size_t i = 0; i + 1 < shape.size(); ++i) {
    int64_t stride = 1;
    for (size_t j = i + 1; j + 1 < shape.size(); ++j)
      stride *= physical[j];
    row = row + getAffineDimExpr(i, context) * stride;
  }
  return AffineMap::get(shape.size(), 0, {row, getAffineDimExpr(shape.size() - 1, context)}, context);
}

TTNNLayoutAttr TTNNLayoutAttr::get(MLIRContext *context, ArrayRef<int64_t> shape, const device::TensorLayout &layout,
                                   std::pair<int64_t, int64_t> workerGrid) {
  device::TensorSpec spec{std::vector<int64_t>(shape.begin(), shape.end()), layout};
  auto [height, width] = device::shardShape2D(spec);
  Type element;
  if (layout.isTiled()) {
    element =
        ttcore::TileType::get(context, device::tileHeight, device::tileWidth, ttcore::fromDevice(layout.dataType));
    height = ceilDiv(height, device::tileHeight);
    width = ceilDiv(width, device::tileWidth);
  } else {
    element = ttcore::scalarTypeOf(context, layout.dataType);
  }
  if (layout.isL1() && !layout.isSharded()) { // pages are spread over all banks of the grid
    int64_t cores = layout.numCores();
    if (layout.isTiled()) {
      width = ceilDiv(height * width, cores);
      height = 1;
    } else {
      width = ceilDiv(height * width, cores);
      height = 1;
    }
  }
  auto memorySpace = BufferTypeAttr::get(context, static_cast<BufferType>(layout.bufferType));
  auto memref = MemRefType::get({height, width}, element, MemRefLayoutAttrInterface(), memorySpace);
  TensorMemoryLayoutAttr memLayout;
  if (layout.bufferType != device::BufferType::SystemMemory)
    memLayout = TensorMemoryLayoutAttr::get(context, static_cast<TensorMemoryLayout>(layout.memoryLayout));
  CoreRangeSetAttr cores;
  if (layout.isSharded())
    cores = toAttr(context, layout.cores.empty()
                                ? canonicalCores(layout.memoryLayout, layout.gridRows, layout.gridCols, workerGrid)
                                : layout.cores);
  return TTNNLayoutAttr::get(context, collapsedMap(context, shape, layout.isTiled()),
                             {layout.gridRows, layout.gridCols}, memref, memLayout, StringAttr(), false, cores);
}

TTNNLayoutAttr ttnn::layoutOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<TTNNLayoutAttr>(tensor.getEncoding()) : TTNNLayoutAttr();
}

device::TensorSpec ttnn::specOf(RankedTensorType type) {
  return {std::vector<int64_t>(type.getShape().begin(), type.getShape().end()), layoutOf(type).toDevice()};
}

RankedTensorType ttnn::withLayout(RankedTensorType type, TTNNLayoutAttr layout) {
  Type element = layout.getMemref().getElementType();
  if (auto tile = dyn_cast<ttcore::TileType>(element)) {
    device::DataType dataType = ttcore::toDevice(tile.getDataType());
    // Block formats exist only as tiles: the tensor keeps its scalar type.
    bool block = device::isBlockFloat(dataType);
    element = block ? type.getElementType() : ttcore::scalarTypeOf(type.getContext(), dataType);
  }
  return RankedTensorType::get(type.getShape(), element, layout);
}
