//===- ComputeConfig.cpp - Fidelity and accumulation of compute kernels
//----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"

#include "mlir/IR/Builders.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_SETCOMPUTEKERNELCONFIG
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Above this contracted extent a bf16 product needs 32-bit accumulation in the packer too.
constexpr int64_t longContraction = 50000;

namespace {
struct SetComputeKernelConfigPass : conversion::impl::SetComputeKernelConfigBase<SetComputeKernelConfigPass> {
  using SetComputeKernelConfigBase::SetComputeKernelConfigBase;

  void runOnOperation() override {
    if (!llvm::is_contained({"lofi", "hifi2", "hifi3", "hifi4"}, StringRef(mathFidelity))) {
      getOperation().emitError("math-fidelity: '") << mathFidelity.getValue() << "' is not lofi, hifi2, hifi3 or hifi4";
      return signalPassFailure();
    }
    for (func::FuncOp function : deviceFunctions(getOperation()))
      function.walk([&](Operation *op) {
        if (takesConfig(op) && !op->getAttr("compute_config"))
          op->setAttr("compute_config", configOf(op));
      });
  }

private:
  static bool takesConfig(Operation *op) {
    return op->isRegistered() && op->getName().getDialectNamespace() == "ttnn" &&
           llvm::any_of(op->getName().getAttributeNames(),
                        [](StringAttr name) { return name.getValue() == "compute_config"; });
  }

  ttnn::DeviceComputeKernelConfigAttr configOf(Operation *op) {
    Builder builder(op->getContext());
    SmallVector<NamedAttribute> fields{builder.getNamedAttr("math_fidelity", builder.getStringAttr(mathFidelity)),
                                       builder.getNamedAttr("fp32_dest_acc_en", builder.getBoolAttr(fp32DestAccEn))};
    if (isa<ttnn::MatmulOp, ttnn::LinearOp>(op)) {
      auto type = cast<RankedTensorType>(op->getOperand(0).getType());
      bool transposed = op->getAttrOfType<BoolAttr>("transpose_a") &&
                        op->getAttrOfType<BoolAttr>("transpose_a").getValue() && type.getRank() > 1;
      int64_t contracted = type.getDimSize(type.getRank() - (transposed ? 2 : 1));
      if (type.getElementType().isBF16() && contracted > longContraction) {
        fields[1] = builder.getNamedAttr("fp32_dest_acc_en", builder.getBoolAttr(true));
        fields.push_back(builder.getNamedAttr("packer_l1_acc", builder.getBoolAttr(true)));
      }
    }
    return ttnn::DeviceComputeKernelConfigAttr::get(op->getContext(), builder.getDictionaryAttr(fields));
  }
};
} // namespace
