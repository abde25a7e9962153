//===- Conversions.cpp - Between tiles and rows, and what it costs ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversions.h"

#include "../TTIRBuilder.h"
#include "alcove/Base/Support/MinCut.h"

#include <numeric>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using device::BufferType;
using device::PageLayout;

int64_t Conversions::priceOf(const opmodel::Query &query) const {
  opmodel::Answer answer = model.constraints(query);
  Bytes need = answer.constraints.totalPeakBytes;
  for (const device::TensorSpec &input : query.inputs)
    need += device::l1BytesPerCore(input, machine.numBanks());
  if (!answer.legal() || need > machine.usableL1Bytes)
    return MinCut::never;
  std::optional<opmodel::Runtime> runtime = model.runtime(query);
  return runtime ? static_cast<int64_t>(runtime->totalNs * 1000) : MinCut::never;
}

static device::TensorSpec in(PageLayout pages, BufferType memory, device::TensorSpec spec) {
  spec.layout.pageLayout = pages;
  spec.layout.bufferType = memory;
  return spec;
}

static opmodel::Query queryOf(std::string op, const device::TensorSpec &from, const device::TensorSpec &to) {
  opmodel::Query query;
  query.op = std::move(op);
  query.inputs = {from};
  query.outputs = {{to.shape, to.layout.dataType, to.layout}};
  return query;
}

static int64_t sumOf(std::initializer_list<int64_t> prices) {
  bool runs = !llvm::is_contained(prices, MinCut::never);
  return runs ? std::accumulate(prices.begin(), prices.end(), int64_t(0)) : MinCut::never;
}

/// The least shape of whole tiles that holds `shape`; nothing where that is `shape`.
static std::optional<std::vector<int64_t>> wholeTiles(std::vector<int64_t> shape) {
  const size_t rank = shape.size();
  if (rank < 2 || (shape[rank - 2] % device::tileHeight == 0 && shape[rank - 1] % device::tileWidth == 0))
    return std::nullopt;
  shape[rank - 2] = roundUp(shape[rank - 2], device::tileHeight);
  shape[rank - 1] = roundUp(shape[rank - 1], device::tileWidth);
  return shape;
}

/// How much is added behind every dimension: low and high of each.
static SmallVector<int32_t> paddingOf(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  SmallVector<int32_t> padding;
  for (auto [before, after] : llvm::zip(from, to))
    padding.append({0, static_cast<int32_t>(after - before)});
  return padding;
}

int64_t Conversions::direct(const device::TensorSpec &spec, PageLayout to, BufferType memory,
                            bool areInterleaved) const {
  PageLayout from = to == PageLayout::Tile ? PageLayout::RowMajor : PageLayout::Tile;
  int64_t price = priceOf(queryOf("to_layout", in(from, memory, spec), in(to, memory, spec)));
  return memory == BufferType::L1 ? std::min(price, sharded(spec, to, areInterleaved)) : price;
}

/// By way of shards of whole tiles on as many cores as there are, each converted where it lies. Rows are moved to their
/// shards or from them, and tiles to them where they are made interleaved; else they come and stay in shards.
int64_t Conversions::sharded(const device::TensorSpec &spec, PageLayout to, bool areInterleaved) const {
  if (spec.shape.size() < 2)
    return MinCut::never;
  const device::TensorSpec interleaved = in(PageLayout::RowMajor, BufferType::L1, spec);
  auto by = [&](device::MemoryLayout direction, int64_t extent, int64_t tile, int64_t device::TensorLayout::*cores) {
    device::TensorSpec rows = interleaved;
    rows.layout.memoryLayout = direction;
    rows.layout.gridRows = rows.layout.gridCols = 1;
    for (int64_t count = std::min(machine.numBanks(), extent / tile); count > 0; --count) {
      if (ceilDiv(extent, count) % tile != 0)
        continue;
      rows.layout.*cores = count;
      const device::TensorSpec tiles = in(PageLayout::Tile, BufferType::L1, rows);
      const bool toTiles = to == PageLayout::Tile;
      int64_t price = priceOf(toTiles ? queryOf("to_layout", rows, tiles) : queryOf("to_layout", tiles, rows));
      if (price == MinCut::never)
        continue;
      if (toTiles)
        return sumOf({priceOf(queryOf("to_memory_config", interleaved, rows)), price});
      const device::TensorSpec made = in(PageLayout::Tile, BufferType::L1, interleaved);
      return sumOf({areInterleaved ? priceOf(queryOf("to_memory_config", made, tiles)) : 0, price,
                    priceOf(queryOf("to_memory_config", rows, interleaved))});
    }
    return MinCut::never;
  };
  return std::min(
      by(device::MemoryLayout::HeightSharded, llvm::product_of(ArrayRef(spec.shape).drop_back()), device::tileHeight,
         &device::TensorLayout::gridRows),
      by(device::MemoryLayout::WidthSharded, spec.shape.back(), device::tileWidth, &device::TensorLayout::gridCols));
}

/// From rows, by way of whole tiles.
int64_t Conversions::padded(const device::TensorSpec &spec, BufferType memory) const {
  std::optional<std::vector<int64_t>> shape = wholeTiles(spec.shape);
  if (!shape)
    return MinCut::never;
  const device::TensorSpec whole{*shape, spec.layout};
  SmallVector<int32_t> padding = paddingOf(spec.shape, *shape);
  opmodel::Query pad = queryOf("pad", in(PageLayout::RowMajor, memory, spec), in(PageLayout::RowMajor, memory, whole));
  pad.attributes["padding"] = std::vector<int64_t>(padding.begin(), padding.end());
  opmodel::Query cut = queryOf("slice_static", in(PageLayout::Tile, memory, whole), in(PageLayout::Tile, memory, spec));
  cut.attributes["begins"] = std::vector<int64_t>(shape->size(), 0);
  cut.attributes["ends"] = spec.shape;
  cut.attributes["step"] = std::vector<int64_t>(shape->size(), 1);
  return sumOf({priceOf(pad), direct(whole, PageLayout::Tile, memory), priceOf(cut)});
}

template <typename Price>
int64_t Conversions::cheapest(const device::TensorSpec &spec, Price price) const {
  int64_t inDram = price(BufferType::DRAM);
  // Larger tensors seldom find room in L1 beside others.
  const Bytes bytes = device::totalBytes(in(PageLayout::Tile, BufferType::DRAM, spec));
  return 8 * bytes > machine.numBanks() * machine.usableL1Bytes ? inDram : std::min(inDram, price(BufferType::L1));
}

int64_t Conversions::priceOf(const device::TensorSpec &spec, PageLayout to, bool areInterleaved) const {
  return cheapest(spec, [&](BufferType memory) {
    int64_t price = direct(spec, to, memory, areInterleaved);
    return to == PageLayout::Tile ? std::min(price, padded(spec, memory)) : price;
  });
}

RankedTensorType Conversions::typeIn(PageLayout pages, RankedTensorType type) const {
  device::TensorLayout layout = ttnn::specOf(type).layout;
  layout.pageLayout = pages;
  return ttnn::withLayout(type,
                          ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), layout, machine.workerGrid));
}

Value Conversions::convert(OpBuilder &builder, Location loc, Value value, RankedTensorType wanted) const {
  const device::TensorSpec spec = ttnn::specOf(wanted);
  auto direct = [&](BufferType memory) { return this->direct(spec, PageLayout::Tile, memory); };
  auto padded = [&](BufferType memory) { return this->padded(spec, memory); };
  if (!spec.layout.isTiled() || cheapest(spec, direct) <= cheapest(spec, padded))
    return ttnn::ToTensorSpecOp::create(builder, loc, wanted, value);
  const std::vector<int64_t> shape = *wholeTiles(spec.shape);
  auto type = [&](PageLayout pages) {
    auto whole = RankedTensorType::get(shape, wanted.getElementType());
    device::TensorLayout layout = spec.layout;
    layout.pageLayout = pages;
    return ttnn::withLayout(whole, ttnn::TTNNLayoutAttr::get(builder.getContext(), shape, layout, machine.workerGrid));
  };
  auto numbers = [&](ArrayRef<int64_t> values) {
    return builder.getI32ArrayAttr(SmallVector<int32_t>(values.begin(), values.end()));
  };
  Value pad = ttnn::PadOp::create(builder, suffixed(loc, "_wholeTiles"), type(PageLayout::RowMajor), value,
                                  paddingOf(spec.shape, shape), llvm::APFloat(0.0F), true);
  Value tiles = ttnn::ToTensorSpecOp::create(builder, suffixed(loc, "_asTiles"), type(PageLayout::Tile), pad);
  return ttnn::SliceStaticOp::create(builder, loc, wanted, tiles, numbers(std::vector<int64_t>(shape.size(), 0)),
                                     numbers(spec.shape), numbers(std::vector<int64_t>(shape.size(), 1)));
}
