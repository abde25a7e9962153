//===- Geometry.cpp - Tiles, shards and hints, shared by the op families ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

std::optional<int64_t> opmodel::boundedVolume(const Shape &shape, int64_t limit) {
  int64_t volume = 1;
  for (int64_t dim : shape)
    if (dim <= 0 || mulOverflow(volume, dim, volume) || volume > limit)
      return std::nullopt;
  return volume;
}

int64_t opmodel::largestDivisorUpTo(int64_t n, int64_t most) {
  if (n <= most)
    return n;
  int64_t best = 1;
  for (int64_t d = 1; d * d <= n && d <= most; ++d) {
    if (n % d != 0)
      continue;
    best = std::max(best, d);
    if (n / d <= most)
      best = std::max(best, n / d);
  }
  return best;
}

Bytes opmodel::pageBytes(const TensorSpec &tensor, const ChipParameters &chip) {
  if (tensor.layout.isTiled())
    return tileOf(tensor);
  int64_t width = tensor.layout.isSharded() ? device::shardShape2D(tensor).second : dimFromEnd(tensor.shape, 0);
  return roundUp(std::max<int64_t>(width, 1) * device::scalarBytes(tensor.layout.dataType), chip.l1AlignmentBytes);
}

TensorLayout opmodel::dramInterleaved(DataType type, PageLayout page) {
  TensorLayout layout;
  layout.dataType = type;
  layout.pageLayout = page;
  return layout;
}

TensorLayout opmodel::l1Interleaved(DataType type, const ChipParameters &chip, PageLayout page) {
  TensorLayout layout = dramInterleaved(type, page);
  layout.bufferType = BufferType::L1;
  layout.gridRows = chip.gridRows;
  layout.gridCols = chip.gridCols;
  return layout;
}

TensorLayout opmodel::interleavedLike(const TensorLayout &layout, DataType type, const ChipParameters &chip) {
  if (layout.isL1() && layout.isSharded())
    return l1Interleaved(type, chip, layout.pageLayout);
  TensorLayout result = dramInterleaved(type, layout.pageLayout);
  if (layout.isL1()) {
    result.bufferType = BufferType::L1;
    result.gridRows = layout.gridRows;
    result.gridCols = layout.gridCols;
  }
  return result;
}

TensorLayout opmodel::withPage(TensorLayout layout, PageLayout page) {
  layout.pageLayout = page;
  return layout;
}

TensorLayout opmodel::withType(TensorLayout layout, DataType type) {
  layout.dataType = type;
  return layout;
}

bool opmodel::sameMemory(const TensorSpec &a, const TensorSpec &b) {
  if (a.layout.bufferType != b.layout.bufferType || a.layout.memoryLayout != b.layout.memoryLayout)
    return false;
  if (!a.layout.isSharded())
    return true;
  return device::shardShape2D(a) == device::shardShape2D(b) && a.layout.gridRows == b.layout.gridRows &&
         a.layout.gridCols == b.layout.gridCols && a.layout.orientation == b.layout.orientation;
}

bool opmodel::evenlySharded(const TensorSpec &tensor) {
  if (!tensor.layout.isSharded())
    return false;
  auto [height, width] = device::physicalShape2D(tensor);
  auto [shardHeight, shardWidth] = device::shardShape2D(tensor);
  return shardHeight > 0 && shardWidth > 0 && height % shardHeight == 0 && width % shardWidth == 0;
}

TensorLayout opmodel::completed(const TensorLayout &hint, bool partial, const Shape &shape,
                                const ChipParameters &chip) {
  TensorLayout layout = hint;
  if (!layout.isSharded() || !partial)
    return layout;
  layout.cores.clear();
  layout.shardShape.reset();
  auto [height, width] = device::physicalShape2D({shape, layout});
  int64_t unit = layout.isTiled() ? 32 : 1;
  int64_t rows = std::max<int64_t>(ceilDiv(height, unit), 1), cols = std::max<int64_t>(ceilDiv(width, unit), 1);
  layout.gridRows = layout.gridCols = 1;
  // Fewest cores among those with the smallest shard, as tt-metal places ceil(units / shard) shards.
  auto split = [](int64_t units, int64_t cores) { return ceilDiv(units, ceilDiv(units, std::min(units, cores))); };
  if (layout.memoryLayout == MemoryLayout::HeightSharded)
    layout.gridRows = split(rows, chip.numCores());
  else if (layout.memoryLayout == MemoryLayout::WidthSharded)
    layout.gridCols = split(cols, chip.numCores());
  else {
    layout.gridRows = split(rows, chip.gridRows);
    layout.gridCols = split(cols, chip.gridCols);
  }
  return layout;
}

TensorLayout opmodel::requested(const Evaluation &e, const TensorLayout &fallback, DataType type, size_t i) {
  const TensorLayout *hint = e.hint(i);
  if (!hint)
    return withType(fallback, type);
  TensorLayout layout = withType(*hint, type);
  return completed(layout, e.out(i).partial, e.out(i).shape, e.chip);
}

DataType opmodel::requestedType(const Evaluation &e, DataType fallback, size_t i) {
  if (const TensorLayout *hint = e.hint(i))
    return hint->dataType;
  return e.hasOutput(i) ? e.out(i).dataType : fallback;
}

bool opmodel::requireTiled(Evaluation &e, size_t operand) {
  if (e.in(operand).layout.isTiled())
    return true;
  return e.refuse("layout.not-tiled", "{} needs operand {} in tiles, it is {}", e.query.op, operand,
                  device::toString(e.in(operand)));
}

bool opmodel::requireInterleaved(Evaluation &e, size_t operand) {
  if (!e.in(operand).layout.isSharded())
    return true;
  return e.refuse("layout.sharded-input", "{} takes operand {} interleaved only, it is {}", e.query.op, operand,
                  device::toString(e.in(operand).layout.memoryLayout));
}

bool opmodel::requireInterleavedOutput(Evaluation &e, size_t i) {
  const TensorLayout *hint = e.hint(i);
  if (!hint || !hint->isSharded())
    return true;
  return e.refuse("layout.sharded-output", "{} cannot write a {} output", e.query.op,
                  device::toString(hint->memoryLayout));
}
