//===- BeginProducts.cpp - Sums that begin as what is added to them -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Rewrite/BeginProducts.h"

#include "alcove/SuperTiling/Describe/TilingGraph.h"
#include "alcove/SuperTiling/Marks/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// A contraction, and the addition that makes its own begin with an operand of it.
struct Beginning {
  linalg::LinalgOp product;
  linalg::LinalgOp addition;
  OpOperand *sums = nullptr;
  Value residual;
};

/// `value` is filled with zeros.
bool isZeros(Value value) {
  auto fill = value.getDefiningOp<linalg::FillOp>();
  if (!fill)
    return false;
  Value filled = fill.getInputs()[0];
  return matchPattern(filled, m_AnyZeroFloat()) || matchPattern(filled, m_Zero());
}

/// What the body computes is added to the destination.
bool addsUp(linalg::LinalgOp product) {
  Block &body = *product.getBlock();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  return isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum) &&
         llvm::is_contained(sum->getOperands(), product.getMatchingBlockArgument(product.getDpsInitOperand(0)));
}

/// The only reader of `value`, where that adds one operand to it, element by element and without more.
linalg::LinalgOp onlyAddition(Value value) {
  auto op = value.hasOneUse() ? dyn_cast<linalg::LinalgOp>(*value.user_begin()) : linalg::LinalgOp();
  if (!op || !op.hasPureTensorSemantics() || op->getNumResults() != 1 || op.getNumReductionLoops() > 0 ||
      op.getNumDpsInputs() != 2 || op->getResult(0).getType() != value.getType() ||
      op->getBlock() != value.getDefiningOp()->getBlock())
    return {};
  Block &body = *op.getBlock();
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  auto adds = [&](unsigned a, unsigned b) {
    return sum->getOperand(0) == body.getArgument(a) && sum->getOperand(1) == body.getArgument(b);
  };
  bool plain = isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum) && body.getOperations().size() == 2;
  OpOperand &read = *value.use_begin();
  bool point = plain && (adds(0, 1) || adds(1, 0)) && op.isDpsInput(&read) &&
               op.getMatchingIndexingMap(&read) == op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return point ? op : linalg::LinalgOp();
}

std::optional<Beginning> beginningOf(linalg::LinalgOp product, Bytes memory) {
  OpClass own = classify(product);
  auto type =
      product->getNumResults() == 1 ? dyn_cast<RankedTensorType>(product->getResult(0).getType()) : RankedTensorType();
  if ((own != OpClass::Matmul && own != OpClass::Conv) || !product.hasPureTensorSemantics() || !type ||
      !type.hasStaticShape() || tensorBytes(type) >= memory || product->getParentOfType<LoopLikeOpInterface>() ||
      !isZeros(product.getDpsInitOperand(0)->get()) || !addsUp(product))
    return std::nullopt;
  Value sums = product->getResult(0);
  while (linalg::LinalgOp addition = onlyAddition(sums)) {
    OpOperand &read = *sums.use_begin(), &other = addition->getOpOperand(1 - read.getOperandNumber());
    Operation *made = other.get().getDefiningOp();
    bool inFront = made ? made->getBlock() == product->getBlock() && made->isBeforeInBlock(product) &&
                              !made->hasTrait<OpTrait::ConstantLike>()
                        : other.get().getParentBlock() == product->getBlock();
    if (other.get().getType() == type && inFront &&
        addition.getMatchingIndexingMap(&other) == addition.getMatchingIndexingMap(&read))
      return Beginning{product, addition, &read, other.get()};
    sums = addition->getResult(0);
  }
  return std::nullopt;
}

} // namespace

size_t numToBegin(Operation *function, Bytes memory) {
  size_t found = 0;
  function->walk([&](linalg::LinalgOp op) { found += beginningOf(op, memory).has_value(); });
  return found;
}

void beginProducts(RewriterBase &rewriter, Operation *function, Bytes memory) {
  SmallVector<linalg::LinalgOp> products;
  function->walk([&](linalg::LinalgOp op) {
    if (beginningOf(op, memory))
      products.push_back(op);
  });
  for (linalg::LinalgOp product : products) {
    // An addition of two products is erased for the first of them.
    std::optional<Beginning> found = beginningOf(product, memory);
    if (!found)
      continue;
    rewriter.modifyOpInPlace(product, [&] {
      product.getDpsInitsMutable()[0].set(found->residual);
      product->setAttr(splitReductionAttr, rewriter.getUnitAttr());
    });
    rewriter.replaceOp(found->addition, found->sums->get());
  }
}

} // namespace alcove::supertiling
