//===- HostBoundaries.cpp - The host cuts and joins what chips hold -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "alcove/Ops/Dialect/TTCore/ShardDims.h"
#include "alcove/Ops/Dialect/TTNN/DeviceValue.h"
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

/// The host's ops at one place of a program.
struct HostWriter {
  HostWriter(OpBuilder builder, Value device, SmallVector<int64_t> mesh)
      : builder(builder), device(device), mesh(std::move(mesh)) {}

  /// One per axis of the mesh.
  SmallVector<int64_t> dimsOf(ArrayRef<int64_t> given) const {
    SmallVector<int64_t> dims(mesh.size(), -1);
    llvm::copy(given.take_front(std::min(given.size(), mesh.size())), dims.begin());
    return dims;
  }

  RankedTensorType wholeOf(RankedTensorType part, ArrayRef<int64_t> given) const {
    SmallVector<int64_t> shape(part.getShape());
    for (auto [dim, chips] : llvm::zip(dimsOf(given), mesh))
      if (dim >= 0)
        shape[dim] *= chips;
    return ttnn::onHost(RankedTensorType::get(shape, part.getElementType()), ttnn::layoutOf(part));
  }

  /// From the whole on the host to `part`, on the host or on the device.
  Value distribute(Value whole, RankedTensorType part, ArrayRef<int64_t> given) {
    Location loc = whole.getLoc();
    Value parts =
        ttnn::DistributeTensorOp::create(builder, loc, ttnn::onHost(part, ttnn::layoutOf(part)), whole, device,
                                         ttnn::mapperConfigOf(builder.getContext(), dimsOf(given)), IntegerAttr())
            .getResult();
    if (parts.getType() == part)
      return parts;
    Value moved = ttnn::ToDeviceOp::create(builder, loc, part, parts, device).getResult();
    free(parts);
    return moved;
  }

  /// The whole on the host.
  Value aggregate(Value part, Location loc, ArrayRef<int64_t> given) {
    auto type = cast<RankedTensorType>(part.getType());
    RankedTensorType onHost = ttnn::onHost(type, ttnn::layoutOf(type));
    Value read = part;
    if (!isOnHost(part))
      read = ttnn::FromDeviceOp::create(builder, loc, onHost, part).getResult();
    Value whole = ttnn::AggregateTensorOp::create(builder, loc, wholeOf(type, given), read, device,
                                                  ttnn::composerConfigOf(builder.getContext(), dimsOf(given), mesh))
                      .getResult();
    if (read != part)
      free(read);
    return whole;
  }

  void free(Value value) { ttnn::DeallocateOp::create(builder, value.getLoc(), value, false); }

  OpBuilder builder;
  Value device;
  SmallVector<int64_t> mesh;
};

bool isFreed(Value value) { return llvm::any_of(value.getUsers(), llvm::IsaPred<ttnn::DeallocateOp>); }

struct HostBoundariesPass : conversion::impl::HostBoundariesBase<HostBoundariesPass> {
  void runOnOperation() override {
    bool any = false;
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      SmallVector<ttnn::MeshShardOp> shards;
      function.walk([&](ttnn::MeshShardOp op) { shards.push_back(op); });
      for (ttnn::MeshShardOp op : shards)
        any |= withinProgram(op);
      if (ttcore::isConstEvalFunction(function) || !function.getBody().hasOneBlock())
        continue;
      SmallVector<Value> inputs;
      for (BlockArgument argument : function.getArguments())
        if (auto dims = dyn_cast_or_null<DenseI64ArrayAttr>(
                function.removeArgAttr(argument.getArgNumber(), ttcore::partOfAttrName))) {
          any = true;
          enter(function, argument, dims.asArrayRef(), inputs);
        }
      any |= leave(function, inputs);
      updateType(function);
    }
    if (!any)
      markAllAnalysesPreserved();
  }

private:
  void updateType(func::FuncOp function) {
    function.setType(FunctionType::get(&getContext(), llvm::to_vector(function.getBody().getArgumentTypes()),
                                       llvm::to_vector(function.getBody().front().getTerminator()->getOperandTypes())));
  }

  static SmallVector<int64_t> meshOf(Operation *op) {
    ttcore::DeviceAttr device = ttcore::lookupDevice(op);
    SmallVector<int64_t> mesh = device ? SmallVector<int64_t>(device.getMeshShape()) : SmallVector<int64_t>();
    return mesh.empty() ? SmallVector<int64_t>{1, 1} : mesh;
  }

  /// Writes before `point`.
  HostWriter writerAt(Operation *point) {
    return HostWriter(OpBuilder(point), ttnn::deviceBefore(*point->getBlock(), point, point->getLoc()), meshOf(point));
  }

  /// What is computed is read from the device first; what stays there is moved back.
  bool withinProgram(ttnn::MeshShardOp op) {
    auto result = cast<RankedTensorType>(op.getResult().getType());
    if (!isSamePages(ttnn::layoutOf(op.getInput().getType()), ttnn::layoutOf(result)))
      return false;
    HostWriter writer = writerAt(op);
    auto given = dyn_cast<DenseI64ArrayAttr>(op.getShardDims());
    SmallVector<int64_t> dims = writer.dimsOf(
        op.getShardType() == ttcore::ShardType::Devices && given ? given.asArrayRef() : ArrayRef<int64_t>());
    Value made;
    if (op.getShardDirection() == ttcore::ShardDirection::FullToShard) {
      Value whole = isOnHost(op.getInput()) ? Value(op.getInput()) : writer.aggregate(op.getInput(), op.getLoc(), {});
      made = writer.distribute(whole, result, dims);
      if (whole != op.getInput())
        writer.free(whole);
    } else {
      made = writer.aggregate(op.getInput(), op.getLoc(), dims);
      if (made.getType() != result) {
        Value whole = made;
        made = ttnn::ToDeviceOp::create(writer.builder, op.getLoc(), result, whole, writer.device).getResult();
        writer.free(whole);
      }
    }
    op.getResult().replaceAllUsesWith(made);
    op.erase();
    return true;
  }

  /// The argument becomes the whole on the host; parameters are cut before the program runs, inputs at its start.
  void enter(func::FuncOp function, BlockArgument argument, ArrayRef<int64_t> dims, SmallVector<Value> &inputs) {
    auto part = cast<RankedTensorType>(argument.getType());
    RankedTensorType whole = HostWriter(OpBuilder(&getContext()), {}, meshOf(function)).wholeOf(part, dims);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : argument.getUses())
      if (auto load = dyn_cast<ttcore::LoadCachedOp>(use.getOwner()))
        enterCallee(load, use.getOperandNumber(), whole, dims);
      else
        uses.push_back(&use);
    argument.setType(whole);
    if (uses.empty())
      return;
    std::optional<ttcore::ArgumentType> type = argumentTypeOf(argument);
    bool constant = type == ttcore::ArgumentType::Parameter || type == ttcore::ArgumentType::Constant;
    Value held =
        constant ? cutOnce(function, argument, part, dims) : writerAtStart(function).distribute(argument, part, dims);
    for (OpOperand *use : uses)
      use->set(held);
    if (!constant)
      inputs.push_back(held);
  }

  HostWriter writerAtStart(func::FuncOp function) {
    Operation *first = &function.getBody().front().front();
    return writerAt(isa<ttnn::GetDeviceOp>(first) ? first->getNextNode() : first);
  }

  void enterCallee(ttcore::LoadCachedOp load, unsigned index, RankedTensorType whole, ArrayRef<int64_t> dims) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr());
    BlockArgument inner = callee.getArgument(index);
    if (inner.getType() == whole && llvm::all_of(inner.getUsers(), llvm::IsaPred<ttnn::DistributeTensorOp>))
      return; // two loads of one function
    auto part = cast<RankedTensorType>(inner.getType());
    inner.setType(whole);
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : inner.getUses())
      uses.push_back(&use);
    Value held = writerAtStart(callee).distribute(inner, part, dims);
    for (OpOperand *use : uses)
      use->set(held);
    Operation *end = callee.getBody().front().getTerminator();
    if (!isFreed(held) && !llvm::is_contained(end->getOperands(), held))
      writerAt(end).free(held);
    updateType(callee);
  }

  /// A const-eval function that cuts the argument.
  Value cutOnce(func::FuncOp function, BlockArgument argument, RankedTensorType part, ArrayRef<int64_t> dims) {
    OpBuilder builder(function);
    int64_t index = 0;
    func::FuncOp callee = makeConstEvalFunction(builder, function, argument.getType(), Type(part), index);
    Block *body = callee.addEntryBlock();
    if (Attribute type = function.getArgAttr(argument.getArgNumber(), ttcore::argumentTypeAttrName))
      callee.setArgAttr(0, ttcore::argumentTypeAttrName, type);
    builder.setInsertionPointToStart(body);
    auto end = func::ReturnOp::create(builder, function.getLoc(), ValueRange());
    Value held = writerAt(end).distribute(body->getArgument(0), part, dims);
    end->setOperands(held);
    builder.setInsertionPointToStart(&function.getBody().front());
    return ttcore::LoadCachedOp::create(builder, argument.getLoc(), part,
                                        FlatSymbolRefAttr::get(callee.getSymNameAttr()), ValueRange(argument))
        .getResult(0);
  }

  /// Results become wholes on the host; then what the program alone holds is freed.
  bool leave(func::FuncOp function, ArrayRef<Value> inputs) {
    Operation *end = function.getBody().front().getTerminator();
    llvm::SetVector<Value> held(inputs.begin(), inputs.end());
    bool any = false;
    for (OpOperand &result : end->getOpOperands()) {
      auto dims = dyn_cast_or_null<DenseI64ArrayAttr>(
          function.removeResultAttr(result.getOperandNumber(), StringAttr::get(&getContext(), ttcore::partOfAttrName)));
      if (!dims)
        continue;
      Value part = result.get();
      result.set(writerAt(end).aggregate(part, part.getLoc(), dims.asArrayRef()));
      if (Operation *op = part.getDefiningOp(); op && !isa<ttcore::LoadCachedOp>(op))
        held.insert(part);
      any = true;
    }
    for (Value value : held)
      if (!isFreed(value) && !llvm::is_contained(end->getOperands(), value))
        writerAt(end).free(value);
    return any;
  }
};
} // namespace
