//===- LayoutSteps.cpp - A change of layout as single ops -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/LayoutSteps.h"
#include "alcove/Device/DataTypeKinds.h"

using namespace alcove;
using namespace alcove::device;

const char *device::opName(LayoutStep::Kind kind) {
  switch (kind) {
  case LayoutStep::Kind::ToDevice:
    return "to_device";
  case LayoutStep::Kind::FromDevice:
    return "from_device";
  case LayoutStep::Kind::ToLayout:
    return "to_layout";
  case LayoutStep::Kind::Typecast:
    return "typecast";
  case LayoutStep::Kind::ToMemoryConfig:
    return "to_memory_config";
  }
  return "";
}

bool device::samePlace(const TensorLayout &a, const TensorLayout &b) {
  return a.bufferType == b.bufferType && a.memoryLayout == b.memoryLayout && a.gridRows == b.gridRows &&
         a.gridCols == b.gridCols;
}

/// Element types that the device (un)tilizes itself.
static bool tilizesOnDevice(DataType type) {
  return type == DataType::BF16 || type == DataType::F32 || type == DataType::U32 || type == DataType::U16 ||
         type == DataType::SI32;
}
static bool onHost(const TensorLayout &layout) { return layout.bufferType == BufferType::SystemMemory; }

/// Buffer, memory layout, or between sharded tensors the grid or the cores.
static bool movesMemory(const TensorLayout &from, const TensorLayout &to) {
  if (from.bufferType != to.bufferType)
    return true;
  if (onHost(from))
    return false;
  if (from.memoryLayout != to.memoryLayout)
    return true;
  if (!from.isSharded())
    return false;
  return from.gridRows != to.gridRows || from.gridCols != to.gridCols || from.cores != to.cores;
}

/// An interleaved twin of `layout` in `buffer`.
static TensorLayout interleavedIn(BufferType buffer, const TensorLayout &layout) {
  TensorLayout plain;
  plain.dataType = layout.dataType;
  plain.pageLayout = layout.pageLayout;
  plain.bufferType = buffer;
  return plain;
}

namespace {
class LayoutPath {
public:
  using Kind = LayoutStep::Kind;
  LayoutPath(const TensorLayout &from, const TensorLayout &to) : current(from), target(to) {}

  std::vector<LayoutStep> run() {
    if (changesPages() && !deviceCan() && !onHost(current) && !onHost(target)) {
      // Tiles of a type that the device cannot (un)tilize are made on the host. Elements are converted on the device.
      if (current.isTiled())
        change(Kind::Typecast, current.pageLayout, target.dataType);
      step(Kind::FromDevice, interleavedIn(BufferType::SystemMemory, current));
      finish(false);
    } else {
      finish(movesFirst());
    }
    return std::move(steps);
  }

private:
  bool tilizes() const { return !current.isTiled() && target.isTiled(); }
  bool untilizes() const { return current.isTiled() && !target.isTiled(); }
  bool changesPages() const { return tilizes() || untilizes(); }
  /// Typecasts run on tiles: before rows are made, behind tiles.
  bool deviceCan() const { return tilizesOnDevice(tilizes() ? current.dataType : target.dataType); }

  bool movesFirst() const {
    if (onHost(current) || onHost(target)) // change pages where the device can do it, else on the host
      return onHost(current) == (deviceCan() || !changesPages());
    return untilizes() && current.isL1() && (current.isSharded() || target.isDram());
  }

  void finish(bool moveFirst) {
    // Shards of tiles are no shards of rows: padding between the rows would stay, or end on another core.
    const TensorLayout &place = moveFirst ? target : current;
    if (changesPages() && !onHost(place) && place.isSharded())
      step(onHost(current) ? Kind::ToDevice : Kind::ToMemoryConfig, interleavedIn(BufferType::DRAM, current));
    else if (moveFirst)
      move();
    changePagesAndType();
    move();
    changePagesAndType();
  }

  void step(Kind kind, const TensorLayout &layout) {
    if (layout == current)
      return;
    steps.push_back({kind, layout});
    current = layout;
  }

  void change(Kind kind, PageLayout pages, DataType type) {
    TensorLayout next = current;
    next.pageLayout = pages;
    next.dataType = type;
    step(kind, next);
  }

  /// Page layout and data type of the target, where the tensor is now. Typecasts run on tiles.
  void changePagesAndType() {
    bool sameType = current.dataType == target.dataType;
    if (changesPages() && !sameType && onHost(current) && !onHost(target))
      return change(Kind::ToLayout, target.pageLayout, current.dataType); // the device converts what arrives
    bool oneOp = onHost(current) || sameType || (tilizes() && isReal(current.dataType) && isReal(target.dataType));
    if (changesPages() && oneOp)
      return change(Kind::ToLayout, target.pageLayout, target.dataType);
    if (sameType)
      return;
    if (!current.isTiled() && !onHost(current))
      change(Kind::ToLayout, PageLayout::Tile, current.dataType);
    change(Kind::Typecast, current.pageLayout, target.dataType);
    change(Kind::ToLayout, target.pageLayout, target.dataType);
  }

  /// The memory of the target with the present pages.
  void move() {
    if (!movesMemory(current, target))
      return;
    TensorLayout next = target;
    next.pageLayout = current.pageLayout;
    next.dataType = current.dataType;
    if (!onHost(current) && !onHost(target))
      return step(Kind::ToMemoryConfig, next);
    step(onHost(current) ? Kind::ToDevice : Kind::FromDevice, next);
  }

  TensorLayout current;
  const TensorLayout &target;
  std::vector<LayoutStep> steps;
};
} // namespace

std::vector<LayoutStep> device::stepsBetween(const TensorLayout &from, const TensorLayout &to) {
  return LayoutPath(from, to).run();
}
