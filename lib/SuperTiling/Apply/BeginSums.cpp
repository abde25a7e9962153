//===- BeginSums.cpp - Sums that begin in the first tile of a reduction ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BeginSums.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace alcove::supertiling {

static constexpr llvm::StringLiteral beginsAttr = "__alcove_begins";

Value startOfSums(scf::ForOp nest) {
  if (nest.getNumRegionIterArgs() != 1 || !cast<RankedTensorType>(nest.getResultTypes()[0]).hasStaticShape())
    return {};
  auto fill = nest.getInitArgs()[0].getDefiningOp<linalg::FillOp>();
  return fill ? fill.getInputs()[0] : Value();
}

scf::ForOp splitFirstTile(RewriterBase &rewriter, scf::ForOp reduction) {
  scf::ForOp first;
  if (failed(scf::peelForLoopFirstIteration(rewriter, reduction, first)))
    return {};
  first->setAttr(beginsAttr, rewriter.getUnitAttr());
  return first;
}

/// `value` is what `loop` carries, also through loops in it.
static bool isCarriedBy(Value value, scf::ForOp loop) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto owner = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    OpOperand *init = owner ? owner.getTiedLoopInit(argument) : nullptr;
    if (!init || owner == loop)
      return init != nullptr;
    value = init->get();
  }
  return false;
}

void beginSums(RewriterBase &rewriter, scf::ForOp nest, Value start) {
  nest->walk([&](scf::ForOp loop) {
    if (!loop->removeAttr(beginsAttr))
      return;
    SmallVector<tensor::ExtractSliceOp> loads;
    loop.walk([&](tensor::ExtractSliceOp slice) {
      if (isCarriedBy(slice.getSource(), loop))
        loads.push_back(slice);
    });
    for (tensor::ExtractSliceOp load : loads) {
      rewriter.setInsertionPoint(load);
      SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, load.getLoc(), load.getResult());
      if (load.getType().hasStaticShape())
        sizes = getAsIndexOpFoldResult(rewriter.getContext(), load.getType().getShape());
      Value empty = tensor::EmptyOp::create(rewriter, load.getLoc(), sizes, load.getType().getElementType());
      rewriter.replaceOpWithNewOp<linalg::FillOp>(load, ValueRange{start}, ValueRange{empty});
    }
  });
  if (!nest.getInitArgs()[0].getDefiningOp<linalg::FillOp>())
    return;
  auto type = cast<RankedTensorType>(nest.getInitArgs()[0].getType());
  rewriter.setInsertionPoint(nest);
  Value empty = tensor::EmptyOp::create(rewriter, nest.getLoc(), type.getShape(), type.getElementType());
  rewriter.modifyOpInPlace(nest, [&] { nest.getInitArgsMutable()[0].set(empty); });
}

} // namespace alcove::supertiling
