//===- PlacedTensor.cpp - A tensor as bytes on cores ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Storage/PlacedTensor.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Judge/Numbers/Storage/Encoding.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace alcove::reference {

using device::DataType;

namespace {

/// Where a run of elements lies: `element` counts from the start of the page.
struct Location {
  size_t memory = 0;
  int64_t pageOffset = 0; ///< bytes
  int64_t element = 0;
};

/// From row and column of the 2-D view to bytes. A page is a tile, or a row of a shard or of the view.
class Addressing {
public:
  Addressing(const PhysicalLayout &layout, DataType type, std::pair<int64_t, int64_t> view)
      : layout(layout), view(view) {
    shardRows = layout.shard[0] * (layout.tiled ? layout.tileHeight : 1);
    shardColumns = layout.shard[1] * (layout.tiled ? layout.tileWidth : 1);
    pageColumns = layout.sharded() ? shardColumns : view.second;
    pageBytes = layout.tiled ? device::tileBytes(type) : pageColumns * device::scalarBytes(type);
    int64_t pagesPerRow = layout.tiled ? pageColumns / layout.tileWidth : 1;
    tilesPerRow = pagesPerRow;
    if (layout.sharded()) {
      memories = layout.grid[0] * layout.grid[1];
      pagesEach = (layout.tiled ? layout.shard[0] : shardRows) * pagesPerRow;
    } else {
      int64_t pages = view.first / (layout.tiled ? layout.tileHeight : 1) * pagesPerRow;
      memories = layout.bufferType == device::BufferType::L1     ? layout.grid[0] * layout.grid[1]
                 : layout.bufferType == device::BufferType::DRAM ? layout.dramBanks
                                                                 : 1;
      pagesEach = (pages + memories - 1) / memories;
    }
  }

  int64_t numMemories() const { return memories; }
  int64_t bytesEach() const { return pagesEach * pageBytes; }

  /// Elements from (row, column) on that lie one after another, `length` at most.
  int64_t run(int64_t column, int64_t length) const {
    int64_t unit = layout.tiled ? layout.tileWidth / 2 : pageColumns;
    return std::min(length, unit - column % unit);
  }

  Location locate(int64_t row, int64_t column) const {
    Location location;
    if (layout.sharded()) {
      location.memory = static_cast<size_t>(row / shardRows * layout.grid[1] + column / shardColumns);
      row %= shardRows;
      column %= shardColumns;
    }
    int64_t page = layout.tiled ? row / layout.tileHeight * tilesPerRow + column / layout.tileWidth : row;
    if (!layout.sharded()) {
      location.memory = static_cast<size_t>(page % memories);
      page /= memories;
    }
    location.pageOffset = page * pageBytes;
    location.element = column;
    if (layout.tiled) {
      int64_t inRow = row % 32, inColumn = column % 32;
      location.element = (inRow / 16 * 2 + inColumn / 16) * 256 + inRow % 16 * 16 + inColumn % 16;
    }
    return location;
  }

private:
  const PhysicalLayout &layout;
  std::pair<int64_t, int64_t> view;
  int64_t shardRows, shardColumns, pageColumns, pageBytes, tilesPerRow, memories, pagesEach;
};

} // namespace

/// Type of the bytes: the layout's, but f32 for a float tensor that is held wider than its layout says.
static DataType storedType(const PhysicalLayout &layout, ElementType held) {
  bool integral = layout.dataType == DataType::U32 || layout.dataType == DataType::SI32 ||
                  layout.dataType == DataType::U16 || layout.dataType == DataType::U8 ||
                  layout.dataType == DataType::Bool;
  return held == ElementType::F32 && !integral ? DataType::F32 : layout.dataType;
}

// ST-9
bool readsBackAsIs(ElementType held, std::span<const int64_t> shape, const PhysicalLayout &layout) {
  Result<std::pair<int64_t, int64_t>> view = paddedView(layout, shape);
  if (layout.sharded() || !view || view->first < tooManyToStore / view->second)
    return false;
  switch (held) {
  case ElementType::F32:
    return storedType(layout, ElementType::F32) == DataType::F32;
  case ElementType::BF16:
    return layout.dataType == DataType::BF16;
  case ElementType::BFP8:
    return layout.dataType == DataType::BfpBf8;
  case ElementType::BFP4:
    return layout.dataType == DataType::BfpBf4;
  default:
    return false;
  }
}

constexpr int64_t exponentBytes = 64; ///< before the elements of a tile of a block format

/// A NaN among numbers of this type.
template <typename Element>
static Element poisonAs() {
  if constexpr (std::is_floating_point_v<Element>)
    return std::numeric_limits<Element>::quiet_NaN();
  else
    return 0x7fc1;
}

template <typename Element>
static void writeRun(DataType type, uint8_t *page, int64_t element, std::span<const Element> values) {
  if (!device::isBlockFloat(type))
    return encodeRun(type, values, page + element * device::scalarBytes(type));
  double block[blockElements];
  std::copy(values.begin(), values.end(), block);
  encodeBlock(type, std::span(block, values.size()), page + element / blockElements,
              page + exponentBytes + element * blockElementBits(type) / 8);
}

template <typename Element>
static void readRun(DataType type, const uint8_t *page, int64_t element, std::span<Element> values) {
  if (!device::isBlockFloat(type))
    return decodeRun(type, page + element * device::scalarBytes(type), values);
  double block[blockElements];
  decodeBlock(type, page[element / blockElements], page + exponentBytes + element * blockElementBits(type) / 8,
              std::span(block, values.size()));
  std::transform(block, block + values.size(), values.begin(),
                 [](double value) { return value == value ? static_cast<Element>(value) : poisonAs<Element>(); });
}

/// Calls `visit(index of the first element, row of the view)` for every row of the last dimension, by the map.
template <typename Visit>
static void forEachRow(const PhysicalLayout &layout, std::span<const int64_t> shape, Visit visit) {
  size_t outer = shape.empty() ? 0 : shape.size() - 1;
  int64_t width = shape.empty() ? 1 : shape.back(), index = 0;
  std::vector<int64_t> position(outer, 0);
  while (true) {
    int64_t row = layout.map[0].constant;
    for (size_t i = 0; i < outer; ++i)
      row += layout.map[0].coefficients[i] * position[i];
    visit(index, row);
    index += width;
    size_t i = outer;
    while (i > 0 && ++position[i - 1] == shape[i - 1])
      position[--i] = 0;
    if (i == 0)
      return;
  }
}

Result<Placed> place(const Tensor &tensor, const PhysicalLayout &layout) {
  ALCOVE_RETURN_IF_ERROR(checkLayout(layout, tensor.shape()));
  ALCOVE_ASSIGN_OR_RETURN(auto view, paddedView(layout, tensor.shape()));
  DataType type = storedType(layout, tensor.elementType());
  Addressing addressing(layout, type, view);
  if (addressing.bytesEach() > maxTensorBytes / addressing.numMemories())
    return Error{fmt::format("a tensor of {} takes {} B on each of {} cores, more than this program stores",
                             toString(std::span(tensor.shape())), addressing.bytesEach(), addressing.numMemories())};
  Placed placed{layout, tensor.shape(), tensor.elementType(), {}};
  placed.memories.resize(static_cast<size_t>(addressing.numMemories()));
  std::vector<std::pair<int64_t, int64_t>> cores;
  if (layout.sharded())
    cores = coresOfShards(layout);
  for (size_t i = 0; i < placed.memories.size(); ++i) {
    CoreMemory &memory = placed.memories[i];
    memory.x = layout.sharded() ? cores[i].first : static_cast<int64_t>(i);
    memory.y = layout.sharded() ? cores[i].second : 0;
    memory.bytes.resize(static_cast<size_t>(addressing.bytesEach()));
    fillWithPoison(type, memory.bytes);
  }
  int64_t width = tensor.rank() == 0 ? 1 : tensor.shape().back();
  auto write = [&](auto elements) {
    forEachRow(layout, tensor.shape(), [&](int64_t index, int64_t row) {
      for (int64_t column = 0; column < width;) {
        int64_t length = addressing.run(column, width - column);
        Location location = addressing.locate(row, column);
        writeRun(type, placed.memories[location.memory].bytes.data() + location.pageOffset, location.element,
                 elements.subspan(static_cast<size_t>(index + column), static_cast<size_t>(length)));
        column += length;
      }
    });
  };
  if (tensor.isFloat())
    write(tensor.floats());
  else
    write(tensor.integers());
  return placed;
}

Result<Tensor> readAs(const Placed &placed, const PhysicalLayout &layout, const Shape &shape) {
  ALCOVE_RETURN_IF_ERROR(checkLayout(layout, shape));
  ALCOVE_ASSIGN_OR_RETURN(auto view, paddedView(layout, shape));
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  DataType type = storedType(layout, placed.heldType);
  Addressing addressing(layout, type, view);
  // Shards are looked up by their core, as the hardware does.
  std::vector<const CoreMemory *> memories(static_cast<size_t>(addressing.numMemories()), nullptr);
  std::map<std::pair<int64_t, int64_t>, const CoreMemory *> byCore;
  for (const CoreMemory &memory : placed.memories)
    byCore[{memory.x, memory.y}] = &memory;
  std::vector<std::pair<int64_t, int64_t>> cores;
  if (layout.sharded())
    cores = coresOfShards(layout);
  for (size_t i = 0; i < memories.size(); ++i) {
    auto core = layout.sharded() ? cores[i] : std::pair(static_cast<int64_t>(i), int64_t(0));
    auto found = byCore.find(core);
    if (found == byCore.end())
      return Error{fmt::format("core ({}, {}) holds nothing of the tensor", core.first, core.second)};
    memories[i] = found->second;
    if (static_cast<int64_t>(memories[i]->bytes.size()) < addressing.bytesEach())
      return Error{fmt::format("{} B are read from core ({}, {}), which holds {} B of the tensor",
                               addressing.bytesEach(), core.first, core.second, memories[i]->bytes.size())};
  }
  int64_t width = shape.empty() ? 1 : shape.back();
  auto read = [&](auto elements) {
    forEachRow(layout, shape, [&](int64_t index, int64_t row) {
      for (int64_t column = 0; column < width;) {
        int64_t length = addressing.run(column, width - column);
        Location location = addressing.locate(row, column);
        readRun(type, memories[location.memory]->bytes.data() + location.pageOffset, location.element,
                elements.subspan(static_cast<size_t>(index + column), static_cast<size_t>(length)));
        column += length;
      }
    });
  };
  if (isFloat(placed.heldType)) {
    std::vector<float> values(static_cast<size_t>(count));
    read(std::span(values));
    return Tensor::fromFloats(placed.heldType, shape, std::move(values));
  }
  std::vector<int64_t> values(static_cast<size_t>(count));
  read(std::span(values));
  return Tensor::fromIntegers(placed.heldType, shape, std::move(values));
}

Result<Tensor> readBack(const Placed &placed) { return readAs(placed, placed.layout, placed.shape); }

Result<Tensor> readPadded(const Placed &placed) {
  ALCOVE_ASSIGN_OR_RETURN(auto view, paddedView(placed.layout, placed.shape));
  PhysicalLayout whole = placed.layout;
  whole.map = {LinearForm{{1, 0}, 0}, LinearForm{{0, 1}, 0}};
  return readAs(placed, whole, {view.first, view.second});
}

} // namespace alcove::reference
