//===- Activations.cpp - Activations into the op before ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "alcove/Ops/Dialect/OpNames.h"

#include "mlir/IR/PatternMatch.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_TTNNFUSING
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Name of the activation that a TTNN op is, empty for others.
static StringRef activationOf(Operation *op) {
  if (!isa<ttnn::ReluOp, ttnn::Relu6Op, ttnn::SiluOp, ttnn::GeluOp, ttnn::SigmoidOp>(op))
    return {};
  return op->getName().stripDialect();
}

static bool fuseIntoConv(ttnn::Conv2dOp conv, StringRef activation) {
  if (!llvm::is_contained({"relu", "relu6", "silu"}, activation))
    return false;
  MLIRContext *context = conv.getContext();
  NamedAttrList fields;
  if (auto config = conv->getAttrOfType<ttnn::Conv2dConfigAttr>("conv2d_config")) {
    if (config.getField("activation"))
      return false;
    fields.append(config.getFields().getValue());
  }
  fields.append("activation",
                ttnn::UnaryWithParamAttr::get(context, StringAttr::get(context, activation), ArrayAttr()));
  conv->setAttr("conv2d_config", ttnn::Conv2dConfigAttr::get(context, fields.getDictionary(context)));
  return true;
}

static bool fuseIntoMatmul(Operation *op, StringRef activation) {
  if (!llvm::is_contained({"relu", "gelu", "silu", "sigmoid"}, activation) || op->getAttr("activation"))
    return false;
  op->setAttr("activation", StringAttr::get(op->getContext(), activation));
  return true;
}

namespace {
struct TTNNFusingPass : conversion::impl::TTNNFusingBase<TTNNFusingPass> {
  using TTNNFusingBase::TTNNFusingBase;

  void runOnOperation() override {
    FailureOr<PatternSwitches> switches = PatternSwitches::allBut(disablePatterns, getOperation());
    if (failed(switches))
      return signalPassFailure();
    PatternCounts counts;
    bool changed = false;
    bool pastReshapes = switches->has(LoweringPattern::ActivationBeforeReshape);
    for (func::FuncOp function : deviceFunctions(getOperation()))
      function.walk([&](Operation *op) {
        StringRef activation = activationOf(op);
        if (activation.empty() || op->getOperand(0).getType() != op->getResult(0).getType())
          return;
        Operation *source = op->getOperand(0).getDefiningOp();
        int64_t reshapes = 0;
        for (; pastReshapes && isMovedTiles(source); ++reshapes)
          source = source->getOperand(0).getDefiningOp();
        if (!source || !source->hasOneUse() || !fuseInto(source, activation, reshapes > 0))
          return;
        changed = true;
        source->setLoc(withNamesOf(source->getLoc(), op->getLoc()));
        op->getResult(0).replaceAllUsesWith(op->getOperand(0));
        op->erase();
        counts.add(LoweringPattern::ActivationBeforeReshape, reshapes > 0);
      });
    counts.attachTo(deviceModuleOf(getOperation()));
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  /// A reshape of tiles that nothing else reads.
  static bool isMovedTiles(Operation *op) {
    if (!isa_and_nonnull<ttnn::ReshapeOp>(op) || !op->hasOneUse())
      return false;
    ttnn::TTNNLayoutAttr from = ttnn::layoutOf(op->getOperand(0).getType()),
                         to = ttnn::layoutOf(op->getResult(0).getType());
    return (!from && !to) || (from && to && from.isTiled() && to.isTiled());
  }

  static bool fuseInto(Operation *source, StringRef activation, bool pastReshapes) {
    if (auto conv = dyn_cast<ttnn::Conv2dOp>(source))
      return !pastReshapes && fuseIntoConv(conv, activation);
    return isa<ttnn::MatmulOp, ttnn::LinearOp>(source) && fuseIntoMatmul(source, activation);
  }
};
} // namespace
