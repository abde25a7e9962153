//===- DecomposeLayouts.cpp - One change of layout per op ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "ConsecutiveMoves.h"
#include "alcove/Dialect/TTNN/DeviceValue.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_DECOMPOSELAYOUTS
#include "alcove/Conversion/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using device::BufferType;
using device::DataType;
using device::PageLayout;
using device::TensorLayout;

/// Element types that the device (un)tilizes itself.
static bool tilizesOnDevice(DataType type) {
  return type == DataType::BF16 || type == DataType::F32 || type == DataType::U32 || type == DataType::U16 ||
         type == DataType::SI32;
}
static bool isFloat(DataType type) { return type <= DataType::BfpBf2; }
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

namespace {
/// Rewrites one ttnn.to_tensor_spec step by step; `value` is where the tensor has come to.
class Decomposition {
public:
  Decomposition(ttnn::ToTensorSpecOp op, std::pair<int64_t, int64_t> workers)
      : builder(op), loc(op.getLoc()), workers(workers), value(op.getInput()),
        resultType(cast<RankedTensorType>(op.getResult().getType())),
        current(ttnn::specOf(cast<RankedTensorType>(value.getType())).layout), target(ttnn::specOf(resultType).layout) {
  }

  Value run() {
    bool tilizes = !current.isTiled() && target.isTiled(), untilizes = current.isTiled() && !target.isTiled();
    bool deviceCan = tilizesOnDevice(current.dataType) && tilizesOnDevice(target.dataType);
    bool moveFirst;
    if (onHost(current) || onHost(target)) // change pages where the device can do it, else on the host
      moveFirst = onHost(current) == (deviceCan || !(tilizes || untilizes));
    else if (tilizes)
      moveFirst = false;
    else if (untilizes)
      moveFirst = (current.isL1() && current.isSharded()) || (current.isL1() && target.isDram());
    else
      moveFirst = false;
    bool roundTrip = (tilizes || untilizes) && !deviceCan && !onHost(current) && !onHost(target);
    if (roundTrip) { // tiles of a type that the device cannot (un)tilize are made on the host
      TensorLayout host = current;
      toHost(host);
      step("ttnn.from_device", host);
      changePages();
      move();
      return value;
    }
    // Shards of tiles are no shards of rows: padding between the rows would stay, or end on another core.
    const TensorLayout &place = moveFirst ? target : current;
    if ((tilizes || untilizes) && !onHost(place) && place.isSharded()) {
      TensorLayout dram;
      dram.dataType = current.dataType;
      dram.pageLayout = current.pageLayout;
      step(onHost(current) ? "ttnn.to_device" : "ttnn.to_memory_config", dram);
    } else if (moveFirst) {
      move();
    }
    changePages();
    move();
    return value;
  }

private:
  /// Emits `name` and goes to `layout`; the final type is used as soon as it is reached.
  void step(StringRef name, const TensorLayout &layout) {
    if (layout == current)
      return;
    auto type = cast<RankedTensorType>(value.getType());
    auto encoding = ttnn::TTNNLayoutAttr::get(builder.getContext(), type.getShape(), layout, workers);
    RankedTensorType next = ttnn::withLayout(type, encoding);
    if (ttnn::specOf(resultType).layout == layout)
      next = resultType;
    OperationState state(loc, name);
    state.addOperands(value);
    if (name == "ttnn.to_device")
      state.addOperands(ttnn::deviceBefore(*builder.getInsertionBlock(), &*builder.getInsertionPoint(), loc));
    state.addTypes(next);
    value = builder.create(state)->getResult(0);
    current = layout;
  }

  static void toHost(TensorLayout &layout) {
    TensorLayout host;
    host.dataType = layout.dataType;
    host.pageLayout = layout.pageLayout;
    host.bufferType = BufferType::SystemMemory;
    layout = host;
  }

  /// Page layout and data type of the target, where the tensor is now. Typecasts run on tiles.
  void changePages() {
    auto pages = [&](PageLayout layout, DataType type, const char *name) {
      TensorLayout next = current;
      next.pageLayout = layout;
      next.dataType = type;
      step(name, next);
    };
    bool samePages = current.pageLayout == target.pageLayout, sameType = current.dataType == target.dataType;
    bool oneOp = onHost(current) || sameType ||
                 (!current.isTiled() && target.isTiled() && isFloat(current.dataType) && isFloat(target.dataType));
    if (samePages && sameType)
      return;
    if (!samePages && oneOp)
      return pages(target.pageLayout, target.dataType, "ttnn.to_layout");
    if (!current.isTiled() && !onHost(current))
      pages(PageLayout::Tile, current.dataType, "ttnn.to_layout");
    pages(current.pageLayout, target.dataType, "ttnn.typecast");
    pages(target.pageLayout, target.dataType, "ttnn.to_layout");
  }

  /// The memory of the target with the present pages.
  void move() {
    if (!movesMemory(current, target))
      return;
    TensorLayout next = target;
    next.pageLayout = current.pageLayout;
    next.dataType = current.dataType;
    if (!onHost(current) && !onHost(target))
      return step("ttnn.to_memory_config", next);
    step(onHost(current) ? "ttnn.to_device" : "ttnn.from_device", next);
  }

  OpBuilder builder;
  Location loc;
  std::pair<int64_t, int64_t> workers;
  Value value;
  RankedTensorType resultType;
  TensorLayout current, target;
};

struct DecomposeLayoutsPass : conversion::impl::DecomposeLayoutsBase<DecomposeLayoutsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateConsecutiveMoves(patterns);
    if (failed(applyToFunctions(getOperation(), std::move(patterns))))
      return signalPassFailure();
    std::pair<int64_t, int64_t> workers{8, 8};
    if (ttcore::DeviceAttr device = ttcore::lookupDevice(deviceModuleOf(getOperation())))
      if (ArrayRef<int64_t> grid = device.getWorkerGrid().getShape(); grid.size() >= 2)
        workers = {grid[grid.size() - 2], grid.back()};
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      WalkResult walked = function.walk([&](ttnn::ToTensorSpecOp op) -> WalkResult {
        if (!ttnn::layoutOf(op.getInput().getType()) || !ttnn::layoutOf(op.getResult().getType()))
          return op.emitOpError("input and result need a #ttnn.ttnn_layout");
        Value result = Decomposition(op, workers).run();
        // Cores or shards that the steps do not tell apart: the last step has the type that was asked for.
        if (result.getType() != op.getResult().getType()) {
          OpBuilder builder(op);
          result = ttnn::ToMemoryConfigOp::create(builder, op.getLoc(), op.getResult().getType(), result);
        }
        op.getResult().replaceAllUsesWith(result);
        op.erase();
        return success();
      });
      if (walked.wasInterrupted())
        return signalPassFailure();
    }
  }
};
} // namespace
