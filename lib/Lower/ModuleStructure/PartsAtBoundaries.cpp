//===- PartsAtBoundaries.cpp - Arguments and results as parts of chips -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "alcove/Ops/Dialect/TTCore/ShardDims.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/IR/Builders.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_PARTSATBOUNDARIES
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// Each dimension is cut into as many parts as there are chips along its axis of the mesh.
bool isPartPerChip(ArrayRef<int64_t> parts, ArrayRef<int64_t> dims, ArrayRef<int64_t> mesh) {
  for (auto [axis, dim] : llvm::enumerate(dims))
    if (dim >= 0 && (dim >= int64_t(parts.size()) || parts[dim] != (axis < mesh.size() ? mesh[axis] : 1)))
      return false;
  return true;
}

struct PartsAtBoundariesPass : conversion::impl::PartsAtBoundariesBase<PartsAtBoundariesPass> {
  using PartsAtBoundariesBase::PartsAtBoundariesBase;

  void runOnOperation() override {
    bool any = false;
    ttcore::DeviceAttr device = ttcore::lookupDevice(deviceModuleOf(getOperation()));
    mesh = device ? SmallVector<int64_t>(device.getMeshShape())
                  : meshOf(deviceModuleOf(getOperation()), ArrayRef<int64_t>(meshShape));
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      if (isCalled(function) || !function.getBody().hasOneBlock())
        continue;
      Block &block = function.getBody().front();
      bool changed = false;
      for (BlockArgument argument : function.getArguments())
        changed |= enter(function, argument);
      for (OpOperand &result : block.getTerminator()->getOpOperands())
        changed |= leave(function, result);
      if (changed)
        function.setType(
            FunctionType::get(&getContext(), block.getArgumentTypes(), block.getTerminator()->getOperandTypes()));
      any |= changed;
    }
    if (!any)
      markAllAnalysesPreserved();
  }

private:
  /// Per axis of chips the dimension that is cut; null where the host does something else. A cut for another mesh stays
  /// where it is, to be refused there.
  Attribute dimsOf(ttir::MeshShardOp op, ttcore::ShardDirection direction) {
    if (!op || op.getShardDirection() != direction)
      return {};
    Builder builder(op.getContext());
    if (op.getShardType() == ttcore::ShardType::Replicate)
      return builder.getDenseI64ArrayAttr({-1});
    std::optional<SmallVector<int64_t>> dims = shape::integers(op.getShardDims()),
                                        parts = shape::integers(op.getShardShape());
    bool isCut = op.getShardType() == ttcore::ShardType::Devices && dims && parts && isPartPerChip(*parts, *dims, mesh);
    return isCut ? builder.getDenseI64ArrayAttr(*dims) : Attribute();
  }

  bool enter(func::FuncOp function, BlockArgument argument) {
    auto cut = argument.hasOneUse() ? dyn_cast<ttir::MeshShardOp>(*argument.user_begin()) : ttir::MeshShardOp();
    Attribute dims = dimsOf(cut, ttcore::ShardDirection::FullToShard);
    if (!dims)
      return false;
    argument.setType(cut.getResult().getType());
    cut.getResult().replaceAllUsesWith(argument);
    cut.erase();
    function.setArgAttr(argument.getArgNumber(), ttcore::partOfAttrName, dims);
    return true;
  }

  bool leave(func::FuncOp function, OpOperand &result) {
    auto join = result.get().getDefiningOp<ttir::MeshShardOp>();
    Attribute dims = dimsOf(join, ttcore::ShardDirection::ShardToFull);
    if (!dims)
      return false;
    result.set(join.getInput());
    if (join->use_empty())
      join.erase();
    function.setResultAttr(result.getOperandNumber(), ttcore::partOfAttrName, dims);
    return true;
  }

  SmallVector<int64_t> mesh;
};
} // namespace
