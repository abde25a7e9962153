//===- DecomposeLayouts.cpp - One change of layout per op ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "ConsecutiveMoves.h"
#include "alcove/Device/LayoutSteps.h"
#include "alcove/Ops/Dialect/TTNN/DeviceValue.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_DECOMPOSELAYOUTS
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The ops of the steps that one ttnn.to_tensor_spec stands for; the value that the last one makes.
static Value decompose(ttnn::ToTensorSpecOp op, std::pair<int64_t, int64_t> workers) {
  OpBuilder builder(op);
  auto resultType = cast<RankedTensorType>(op.getResult().getType());
  device::TensorLayout target = ttnn::specOf(resultType).layout;
  Value value = op.getInput();
  for (const device::LayoutStep &step :
       device::stepsBetween(ttnn::specOf(cast<RankedTensorType>(value.getType())).layout, target)) {
    auto encoding = ttnn::TTNNLayoutAttr::get(builder.getContext(), resultType.getShape(), step.layout, workers);
    OperationState state(op.getLoc(), (Twine("ttnn.") + device::opName(step.kind)).str());
    state.addOperands(value);
    if (step.kind == device::LayoutStep::Kind::ToDevice)
      state.addOperands(ttnn::deviceBefore(*builder.getInsertionBlock(), &*builder.getInsertionPoint(), op.getLoc()));
    // The type that was asked for, where a step comes to it: cores or shards may be written in more than one way.
    state.addTypes(step.layout == target ? resultType
                                         : ttnn::withLayout(cast<RankedTensorType>(value.getType()), encoding));
    value = builder.create(state)->getResult(0);
  }
  return value;
}

namespace {
struct DecomposeLayoutsPass : conversion::impl::DecomposeLayoutsBase<DecomposeLayoutsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateConsecutiveMoves(patterns);
    FailureOr<bool> changed = applyToFunctions(getOperation(), std::move(patterns));
    if (failed(changed))
      return signalPassFailure();
    std::pair<int64_t, int64_t> workers{8, 8};
    if (ttcore::DeviceAttr device = ttcore::lookupDevice(deviceModuleOf(getOperation())))
      if (ArrayRef<int64_t> grid = device.getWorkerGrid().getShape(); grid.size() >= 2)
        workers = {grid[grid.size() - 2], grid.back()};
    for (func::FuncOp function : deviceFunctions(getOperation())) {
      WalkResult walked = function.walk([&](ttnn::ToTensorSpecOp op) -> WalkResult {
        if (!ttnn::layoutOf(op.getInput().getType()) || !ttnn::layoutOf(op.getResult().getType()))
          return op.emitOpError("input and result need a #ttnn.ttnn_layout");
        Value result = decompose(op, workers);
        // Cores or shards that the steps do not tell apart: the last step has the type that was asked for.
        if (result.getType() != op.getResult().getType()) {
          OpBuilder builder(op);
          result = ttnn::ToMemoryConfigOp::create(builder, op.getLoc(), op.getResult().getType(), result);
        }
        *changed = true;
        op.getResult().replaceAllUsesWith(result);
        op.erase();
        return success();
      });
      if (walked.wasInterrupted())
        return signalPassFailure();
    }
    if (!*changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
