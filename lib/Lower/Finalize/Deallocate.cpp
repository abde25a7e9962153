//===- Deallocate.cpp - Free every tensor after its last use ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "mlir/IR/Builders.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_DEALLOCATE
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The last op of `block` that uses `value`, itself or in a region; null without uses.
static Operation *lastUser(Value value, Block &block) {
  Operation *last = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *inBlock = block.findAncestorOpInBlock(*user);
    if (inBlock && (!last || last->isBeforeInBlock(inBlock)))
      last = inBlock;
  }
  return last;
}

/// A convolution that frees its L1 activation itself.
static bool freesItsInput(Operation *op, Value value) {
  if (!isa<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>(op) || op->getOperand(0) != value)
    return false;
  auto config = op->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config");
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  return config && config.getBool("deallocate_activation").value_or(false) && layout &&
         layout.getBufferType() == ttnn::BufferType::L1;
}

namespace {
struct DeallocatePass : conversion::impl::DeallocateBase<DeallocatePass> {
  void runOnOperation() override {
    for (func::FuncOp function : deviceFunctions(getOperation()))
      for (Block &block : function.getBody()) {
        for (auto device : llvm::make_early_inc_range(block.getOps<ttnn::GetDeviceOp>()))
          if (device.getDevice().use_empty()) // what it was opened for went elsewhere
            device.erase();
        if (failed(runOnBlock(block, ttcore::isConstEvalFunction(function))))
          return signalPassFailure();
      }
  }

private:
  LogicalResult runOnBlock(Block &block, bool isConstEvalBlock) {
    // Values that die at an op, in the order in which they are freed.
    llvm::MapVector<Operation *, SmallVector<Value>> dying;
    auto add = [&](Value value, Operation *definition) -> LogicalResult {
      // The caller keeps a cache; a part of one that this function cut is freed as any other value.
      bool kept = !value.getDefiningOp() || isa<ttcore::LoadCachedOp>(value.getDefiningOp());
      if (!isa<RankedTensorType>(value.getType()) || (kept && isWrittenInPlace(value)))
        return success();
      Operation *last = lastUser(value, block);
      for (Operation *user : value.getUsers())
        if (freesItsInput(user, value) && user != last)
          return user->emitError("use-after-free detected: op deallocates its input but is not the last user");
      last = last ? last : definition;
      if (last && !last->hasTrait<OpTrait::IsTerminator>() && !freesItsInput(last, value) &&
          !isa<ttnn::DeallocateOp>(last))
        dying[last].push_back(value);
      return success();
    };
    if (!isConstEvalBlock)
      for (BlockArgument argument : block.getArguments())
        if (failed(add(argument, nullptr)))
          return failure();
    for (Operation &op : block)
      for (Value result : op.getResults())
        if (failed(add(result, &op)))
          return failure();
    for (auto &[op, values] : dying) {
      OpBuilder builder(op->getContext());
      builder.setInsertionPointAfter(op);
      for (Value value : values)
        ttnn::DeallocateOp::create(builder, op->getLoc(), value, builder.getBoolAttr(false));
    }
    return success();
  }
};
} // namespace
