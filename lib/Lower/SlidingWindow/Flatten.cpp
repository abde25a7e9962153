//===- Flatten.cpp - Sliding windows on (1, 1, N*H*W, C) ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "../TTIRBuilder.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_FLATTENSLIDINGWINDOW
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// (1, 1, N*H*W, C).
static SmallVector<int64_t> flat(shape::Shape shape) { return {1, 1, shape[0] * shape[1] * shape[2], shape[3]}; }

constexpr StringLiteral imageName = "flattened_image";

template <typename OpTy>
static bool flatten(OpTy op) {
  auto ranked4 = [](Value value) { return tensorTypeOf(value).getRank() == 4; };
  if (op->getAttr(imageName) || op->getAttr("flattened_compat_info") || !ranked4(op.getInput()) ||
      !llvm::all_of(op->getResults(), ranked4))
    return false;
  OpBuilder builder(op);
  RankedTensorType inputType = tensorTypeOf(op.getInput());
  Value input = reshape(builder, suffixed(op.getLoc(), "_flattenInput"), op.getInput(), flat(inputType.getShape()));
  op.getInputMutable().assign(input);
  op->setAttr(imageName, builder.getDenseI64ArrayAttr(inputType.getShape().take_front(3)));
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    RankedTensorType type = tensorTypeOf(result);
    result.setType(withShape(type, flat(type.getShape())));
    if (result.getType() == type)
      continue;
    Value back = reshape(builder, suffixed(op.getLoc(), "_unflattenOutput"), result, type.getShape());
    result.replaceAllUsesExcept(back, back.getDefiningOp());
  }
  return true;
}

namespace {
struct FlattenSlidingWindowPass : conversion::impl::FlattenSlidingWindowBase<FlattenSlidingWindowPass> {
  void runOnOperation() override {
    bool any = false;
    for (func::FuncOp function : deviceFunctions(getOperation()))
      function.walk([&](Operation *op) {
        if (auto conv = dyn_cast<ttir::Conv2dOp>(op)) {
          if (conv.getBatchDim() == 0 && conv.getHeightDim() == 1 && conv.getWidthDim() == 2)
            any |= flatten(conv);
        } else if (auto transposed = dyn_cast<ttir::ConvTranspose2dOp>(op)) {
          any |= flatten(transposed);
        } else if (auto pool = dyn_cast<ttir::MaxPool2dOp>(op)) {
          any |= flatten(pool);
        } else if (auto pool = dyn_cast<ttir::AvgPool2dOp>(op)) {
          any |= flatten(pool);
        } else if (auto pool = dyn_cast<ttir::MaxPool2dWithIndicesOp>(op)) {
          any |= flatten(pool);
        }
      });
    if (!any)
      markAllAnalysesPreserved();
  }
};
} // namespace
