//===- Preparations.cpp - Weights that were prepared, plain again ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Preparations.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace alcove;

/// What `value` was before it was prepared: rows on the host with elements of the same type. Null for anything else.
static Value plainOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isa<ttnn::PrepareConv2dWeightsOp, ttnn::PrepareConv2dBiasOp>(op))
    return {};
  Value plain = op->getOperand(0);
  ttnn::TTNNLayoutAttr from = ttnn::layoutOf(plain.getType()), to = ttnn::layoutOf(value.getType());
  bool same = from && to && !from.isDeviceMemory() && !from.isTiled() && from.getDataType() == to.getDataType();
  return same ? plain : Value();
}

static bool onlyConvolutionsRead(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    return isa<ttnn::DeallocateOp>(use.getOwner()) ||
           (isa<ttnn::Conv2dOp>(use.getOwner()) && use.getOperandNumber() > 0);
  });
}

/// Results of const-eval functions: every load of one changes with it.
static void takeBackCached(func::FuncOp callee, ArrayRef<ttcore::LoadCachedOp> loads) {
  Operation *terminator = callee.getBody().front().getTerminator();
  for (OpOperand &returned : terminator->getOpOperands()) {
    unsigned index = returned.getOperandNumber();
    Value plain = plainOf(returned.get());
    if (!plain || !llvm::all_of(loads, [&](ttcore::LoadCachedOp load) {
          return index < load->getNumResults() && onlyConvolutionsRead(load->getResult(index));
        }))
      continue;
    Operation *preparation = returned.get().getDefiningOp();
    returned.set(plain);
    if (preparation->use_empty())
      preparation->erase();
    for (ttcore::LoadCachedOp load : loads)
      load->getResult(index).setType(plain.getType());
  }
  callee.setType(FunctionType::get(callee.getContext(), callee.getFunctionType().getInputs(),
                                   llvm::to_vector(terminator->getOperandTypes())));
}

void transforms::takeBackPreparations(ModuleOp module) {
  SmallVector<Operation *> preparations;
  llvm::MapVector<Attribute, SmallVector<ttcore::LoadCachedOp>> loads;
  module.walk([&](Operation *op) {
    if (isa<ttnn::PrepareConv2dWeightsOp, ttnn::PrepareConv2dBiasOp>(op))
      preparations.push_back(op);
    else if (auto load = dyn_cast<ttcore::LoadCachedOp>(op))
      loads[load.getCalleeAttr().getAttr()].push_back(load);
  });
  if (preparations.empty())
    return;
  for (Operation *op : preparations)
    if (Value plain = plainOf(op->getResult(0)); plain && onlyConvolutionsRead(op->getResult(0))) {
      op->getResult(0).replaceAllUsesWith(plain);
      op->erase();
    }
  SymbolTable symbols(module);
  for (auto &[name, users] : loads)
    if (auto callee = symbols.lookup<func::FuncOp>(cast<StringAttr>(name).getValue());
        callee && ttcore::isConstEvalFunction(callee) && callee.getBody().hasOneBlock())
      takeBackCached(callee, users);
}
