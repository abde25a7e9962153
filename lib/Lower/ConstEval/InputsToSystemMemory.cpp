//===- InputsToSystemMemory.cpp - Parameters wait on the host ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "alcove/Ops/Dialect/TTNN/HostTensors.h"

#include "mlir/IR/Builders.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_CONSTEVALINPUTSTOSYSTEMMEMORY
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
struct ConstEvalInputsPass : conversion::impl::ConstEvalInputsToSystemMemoryBase<ConstEvalInputsPass> {
  void runOnOperation() override {
    bool any = false;
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      if (ttcore::isConstEvalFunction(function))
        continue;
      bool changed = false;
      for (BlockArgument argument : function.getArguments())
        changed |= moveToHost(argument);
      if (changed)
        function.setType(FunctionType::get(&getContext(), llvm::to_vector(function.getBody().getArgumentTypes()),
                                           function.getResultTypes()));
      any |= changed;
    }
    if (!any)
      markAllAnalysesPreserved();
  }

private:
  bool moveToHost(BlockArgument argument) {
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(argument.getType());
    auto isLoad = [&](Operation *user) {
      auto load = dyn_cast<ttcore::LoadCachedOp>(user);
      return load && calleeOf(load);
    };
    if (!layout || layout.getBufferType() == ttnn::BufferType::SystemMemory || argument.use_empty() ||
        !llvm::all_of(argument.getUsers(), isLoad))
      return false;
    auto type = cast<RankedTensorType>(argument.getType());
    RankedTensorType hostType = ttnn::onHost(type, layout);
    for (OpOperand &use : argument.getUses())
      moveCallee(use, type, hostType);
    argument.setType(hostType);
    return true;
  }

  static func::FuncOp calleeOf(ttcore::LoadCachedOp load) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr());
    return callee && ttcore::isConstEvalFunction(callee) ? callee : func::FuncOp();
  }

  /// The callee takes the argument from the host and moves it to the device first.
  void moveCallee(OpOperand &use, Type deviceType, Type hostType) {
    func::FuncOp callee = calleeOf(cast<ttcore::LoadCachedOp>(use.getOwner()));
    BlockArgument inner = callee.getArgument(use.getOperandNumber());
    if (inner.getType() == hostType)
      return;
    inner.setType(hostType);
    OpBuilder builder = OpBuilder::atBlockBegin(&callee.getBody().front());
    auto moved = ttnn::ToTensorSpecOp::create(builder, callee.getLoc(), deviceType, inner);
    inner.replaceAllUsesExcept(moved.getResult(), moved);
    callee.setType(FunctionType::get(&getContext(), llvm::to_vector(callee.getBody().getArgumentTypes()),
                                     callee.getResultTypes()));
  }
};
} // namespace
