//===- HostBoundaries.cpp - The host cuts and joins what chips hold -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "alcove/Ops/Dialect/TTNN/HostTensors.h"
#include "alcove/Ops/Dialect/TTNN/MeshConfigs.h"

#include "mlir/IR/Builders.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_HOSTBOUNDARIES
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

bool isOnHost(Value value) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  return layout && layout.getBufferType() == ttnn::BufferType::SystemMemory;
}

bool isSamePages(ttnn::TTNNLayoutAttr a, ttnn::TTNNLayoutAttr b) {
  return a && b && a.getDataType() == b.getDataType() && a.isTiled() == b.isTiled();
}

struct HostBoundariesPass : conversion::impl::HostBoundariesBase<HostBoundariesPass> {
  void runOnOperation() override {
    bool any = false;
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      SmallVector<ttnn::MeshShardOp> shards;
      function.walk([&](ttnn::MeshShardOp op) { shards.push_back(op); });
      if (shards.empty())
        continue;
      any = true;
      for (ttnn::MeshShardOp op : shards) {
        if (op.getShardDirection() == ttcore::ShardDirection::FullToShard)
          distribute(op);
        else
          aggregate(op);
      }
      function.setType(
          FunctionType::get(&getContext(), llvm::to_vector(function.getBody().getArgumentTypes()),
                            llvm::to_vector(function.getBody().front().getTerminator()->getOperandTypes())));
    }
    if (!any)
      markAllAnalysesPreserved();
  }

private:
  SmallVector<int64_t> meshOf(Operation *op) {
    ttcore::DeviceAttr device = ttcore::lookupDevice(op);
    SmallVector<int64_t> mesh = device ? SmallVector<int64_t>(device.getMeshShape()) : SmallVector<int64_t>();
    return mesh.empty() ? SmallVector<int64_t>{1, 1} : mesh;
  }

  /// Per axis of the mesh the dimension that is cut, -1 for copies.
  SmallVector<int64_t> dimsOf(ttnn::MeshShardOp op, size_t axes) {
    SmallVector<int64_t> dims(axes, -1);
    auto given = dyn_cast<DenseI64ArrayAttr>(op.getShardDims());
    if (op.getShardType() == ttcore::ShardType::Devices && given)
      for (size_t axis = 0; axis < axes && axis < static_cast<size_t>(given.size()); ++axis)
        dims[axis] = given[axis];
    return dims;
  }

  /// The tensor on the host that `value` is, or becomes; null when it is computed on the device or read elsewhere, too.
  Value hostValueOf(Value value, ttnn::TTNNLayoutAttr pages) {
    // The whole is moved and tilized for nobody but the cut: the host has it as the parts are wanted.
    while (Operation *move = value.getDefiningOp()) {
      if (!isa<ttnn::ToDeviceOp, ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp>(move) ||
          !isReadOnlyBy(value, [](Operation *user) { return isCut(user) || isMoveForCut(user); }))
        break;
      value = move->getOperand(0);
    }
    ttnn::TTNNLayoutAttr given = ttnn::layoutOf(value.getType());
    if (!given || given.getDataType() != pages.getDataType())
      return {};
    auto argument = dyn_cast<BlockArgument>(value);
    if (isOnHost(value) && (!argument || given.isTiled() == pages.isTiled()))
      return given.isTiled() == pages.isTiled() ? value : Value();
    auto function = argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()) : func::FuncOp();
    if (!function || ttcore::isConstEvalFunction(function) ||
        !isReadOnlyBy(argument, [](Operation *user) { return isCut(user) || isMoveForCut(user); }))
      return {};
    argument.setType(ttnn::onHost(cast<RankedTensorType>(argument.getType()), pages));
    return argument;
  }

  static bool isCut(Operation *user) {
    auto shard = dyn_cast<ttnn::MeshShardOp>(user);
    return isa<ttnn::DistributeTensorOp>(user) ||
           (shard && shard.getShardDirection() == ttcore::ShardDirection::FullToShard);
  }

  /// A move whose result only one cut reads, in the end.
  static bool isMoveForCut(Operation *op) {
    return isa<ttnn::ToDeviceOp, ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp>(op) &&
           isReadOnlyBy(op->getResult(0), [](Operation *user) { return isCut(user) || isMoveForCut(user); });
  }

  static bool isReadOnlyBy(Value value, llvm::function_ref<bool(Operation *)> one) {
    int readers = 0;
    for (Operation *user : value.getUsers()) {
      if (isa<ttnn::DeallocateOp>(user))
        continue;
      if (!one(user) || ++readers > 1)
        return false;
    }
    return true;
  }

  static void eraseWithDeallocations(Operation *op) {
    for (Operation *user : llvm::make_early_inc_range(op->getResult(0).getUsers()))
      if (isa<ttnn::DeallocateOp>(user))
        user->erase();
    if (op->use_empty())
      op->erase();
  }

  void distribute(ttnn::MeshShardOp op) {
    auto type = cast<RankedTensorType>(op.getResult().getType());
    ttnn::TTNNLayoutAttr pages = ttnn::layoutOf(type);
    Value given = op.getInput(), host = pages && op.getDevice() ? hostValueOf(given, pages) : Value();
    if (!host)
      return;
    OpBuilder builder(op);
    SmallVector<int64_t> dims = dimsOf(op, meshOf(op).size());
    auto parts = ttnn::DistributeTensorOp::create(builder, op.getLoc(), ttnn::onHost(type, pages), host, op.getDevice(),
                                                  ttnn::mapperConfigOf(&getContext(), dims), IntegerAttr());
    auto moved = ttnn::ToDeviceOp::create(builder, op.getLoc(), type, parts.getResult(), op.getDevice());
    ttnn::DeallocateOp::create(builder, op.getLoc(), parts.getResult(), false);
    for (Operation *user : host.getUsers()) // the moves that read it before are gone
      if (isa<ttnn::DeallocateOp>(user) && user->isBeforeInBlock(parts))
        user->moveAfter(parts);
    op.getResult().replaceAllUsesWith(moved.getResult());
    op.erase();
    for (Value value = given; value != host;) {
      Operation *move = value.getDefiningOp();
      value = move->getOperand(0);
      eraseWithDeallocations(move);
    }
  }

  void aggregate(ttnn::MeshShardOp op) {
    auto whole = cast<RankedTensorType>(op.getResult().getType());
    auto part = cast<RankedTensorType>(op.getInput().getType());
    ttnn::TTNNLayoutAttr pages = ttnn::layoutOf(part);
    if (!op.getDevice() || !isSamePages(pages, ttnn::layoutOf(whole)))
      return;
    OpBuilder builder(op);
    SmallVector<int64_t> mesh = meshOf(op), dims = dimsOf(op, mesh.size());
    auto read = ttnn::FromDeviceOp::create(builder, op.getLoc(), ttnn::onHost(part, pages), op.getInput());
    auto joined = ttnn::AggregateTensorOp::create(builder, op.getLoc(), ttnn::onHost(whole, pages), read.getResult(),
                                                  op.getDevice(), ttnn::composerConfigOf(&getContext(), dims, mesh));
    ttnn::DeallocateOp::create(builder, op.getLoc(), read.getResult(), false);
    auto returned = [](Operation *user) { return isa<func::ReturnOp>(user); };
    auto function = op->getParentOfType<func::FuncOp>();
    Value result = joined.getResult();
    if (ttcore::isConstEvalFunction(function) || !llvm::all_of(op.getResult().getUsers(), returned))
      result = ttnn::ToDeviceOp::create(builder, op.getLoc(), whole, result, op.getDevice()).getResult();
    op.getResult().replaceAllUsesWith(result);
    op.erase();
  }
};
} // namespace
