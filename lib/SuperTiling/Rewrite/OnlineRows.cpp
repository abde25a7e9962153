//===- OnlineRows.cpp - Maximum and sum of a softmax in one pass ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Rewrite/OnlineRows.h"

#include "alcove/SuperTiling/Describe/TilingGraph.h"
#include "alcove/SuperTiling/Marks/FuseMarks.h"
#include "alcove/SuperTiling/Marks/LoopMarks.h"
#include "alcove/SuperTiling/Rewrite/RepeatProducers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Maximum, exponential (in one operation or two) and sum of the rows of `of`.
struct Rows {
  linalg::LinalgOp maximum, exponential, sum;
  Value of;
};

linalg::LinalgOp structured(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  bool plain = op && op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
               op.getBlock()->getNumArguments() == op->getNumOperands() &&
               cast<RankedTensorType>(op->getResult(0).getType()).hasStaticShape();
  return plain ? op : linalg::LinalgOp();
}

bool isIdentity(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return map.isIdentity() && map.getNumDims() == op.getNumLoops();
}

/// The last operation of the body, when nothing stands in front of it but `before` others.
Operation *onlyOperation(linalg::LinalgOp op, size_t before = 0) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  return op.getBlock()->getOperations().size() == before + 2 ? yielded.getDefiningOp() : nullptr;
}

std::optional<APFloat> start(linalg::LinalgOp reduction) {
  auto fill = reduction.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  FloatAttr constant;
  if (!fill || !matchPattern(fill.getInputs()[0], m_Constant(&constant)))
    return std::nullopt;
  return constant.getValue();
}

/// Reduces an operand with all of its loops by one operation on the element and what there is.
Operation *reducesRows(linalg::LinalgOp op) {
  if (!op || op.getNumDpsInputs() != 1 || op.getNumReductionLoops() == 0 ||
      !isIdentity(op, *op.getDpsInputOperand(0)) || !start(op))
    return nullptr;
  Operation *combine = onlyOperation(op);
  Block *body = op.getBlock();
  auto isArgument = [&](Value value) { return llvm::is_contained(body->getArguments(), value); };
  bool both = combine && combine->getNumOperands() == 2 && combine->getOperand(0) != combine->getOperand(1) &&
              llvm::all_of(combine->getOperands(), isArgument);
  return both ? combine : nullptr;
}

/// The operand of `op` that is the argument `value` of its body.
OpOperand *operandOf(linalg::LinalgOp op, Value value) {
  for (OpOperand &operand : op->getOpOperands())
    if (op.getMatchingBlockArgument(&operand) == value && !op.isDpsInit(&operand))
      return &operand;
  return nullptr;
}

bool isPerElement(linalg::LinalgOp op) {
  return op && op.getNumReductionLoops() == 0 && isIdentity(op, *op.getDpsInitOperand(0));
}

/// x - m in `op`, in front of `exponent`, or alone in the operation that the exponential is of.
arith::SubFOp differenceIn(linalg::LinalgOp &op, math::ExpOp exponent) {
  if (auto difference = exponent.getOperand().getDefiningOp<arith::SubFOp>())
    return onlyOperation(op, 1) ? difference : arith::SubFOp();
  OpOperand *input = operandOf(op, exponent.getOperand());
  if (!input || !onlyOperation(op) || !isIdentity(op, *input))
    return {};
  op = structured(input->get());
  return isPerElement(op) ? dyn_cast_or_null<arith::SubFOp>(onlyOperation(op)) : arith::SubFOp();
}

/// SUT-H9: the softmax whose rows `sum` adds up.
std::optional<Rows> matchRows(linalg::LinalgOp sum) {
  sum = sum->getNumResults() == 1 ? structured(sum->getResult(0)) : linalg::LinalgOp();
  if (!isa_and_nonnull<arith::AddFOp>(reducesRows(sum)) || !start(sum)->isZero())
    return std::nullopt;
  Rows rows;
  rows.sum = sum;
  rows.exponential = structured(sum.getDpsInputs()[0]);
  if (!isPerElement(rows.exponential))
    return std::nullopt;
  linalg::LinalgOp op = rows.exponential;
  auto exponent = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp<math::ExpOp>();
  arith::SubFOp difference = exponent ? differenceIn(op, exponent) : arith::SubFOp();
  if (!difference)
    return std::nullopt;
  OpOperand *of = operandOf(op, difference.getLhs()), *maximum = operandOf(op, difference.getRhs());
  if (!of || !maximum || !isIdentity(op, *of))
    return std::nullopt;
  rows.of = of->get();
  rows.maximum = structured(maximum->get());
  Operation *largest = reducesRows(rows.maximum);
  // maxnum has NaN for a neutral element, maximum keeps it.
  if (!isa_and_nonnull<arith::MaximumFOp, arith::MaxNumFOp>(largest) ||
      (start(rows.maximum)->isNaN() && !isa<arith::MaxNumFOp>(largest)) || rows.maximum.getDpsInputs()[0] != rows.of ||
      rows.maximum->getBlock() != sum->getBlock())
    return std::nullopt;
  AffineMap result = sum.getMatchingIndexingMap(sum.getDpsInitOperand(0));
  bool same = result == rows.maximum.getMatchingIndexingMap(rows.maximum.getDpsInitOperand(0)) &&
              result == op.getMatchingIndexingMap(maximum) && result.isProjectedPermutation() &&
              sum.getIteratorTypesArray() == rows.maximum.getIteratorTypesArray() &&
              sum->getResult(0).getType() == rows.maximum->getResult(0).getType() &&
              getElementTypeOrSelf(rows.of) == getElementTypeOrSelf(sum->getResult(0));
  return same ? std::optional(rows) : std::nullopt;
}

SmallVector<Rows> longRows(Operation *function, const Budget &budget) {
  SmallVector<Rows> found;
  function->walk([&](linalg::LinalgOp op) {
    if (std::optional<Rows> rows = matchRows(op);
        rows && readsLongRows(rows->maximum, *rows->maximum.getDpsInputOperand(0), budget))
      found.push_back(*rows);
  });
  return found;
}

/// Maximum and sum with one element more.
void onlineBody(OpBuilder &b, Location loc, Operation *combine, ValueRange arguments) {
  Value x = arguments[0], m = arguments[1], s = arguments[2];
  auto type = cast<FloatType>(x.getType());
  Value one = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 1.0));
  Value difference = arith::SubFOp::create(b, loc, x, m);
  Value distance = math::AbsFOp::create(b, loc, difference);
  Value e = math::ExpOp::create(b, loc, arith::NegFOp::create(b, loc, distance));
  // -inf - -inf is NaN: what is -inf counts as one until a larger element comes, which makes it nothing.
  Value equal = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, x, m);
  Value factor = arith::SelectOp::create(b, loc, equal, one, e);
  // exp(x - x), which is NaN for +inf as in the program.
  Value own = arith::AddFOp::create(b, loc, arith::SubFOp::create(b, loc, x, x), one);
  Value scaled = arith::AddFOp::create(b, loc, arith::MulFOp::create(b, loc, s, factor), own);
  Value added = arith::AddFOp::create(b, loc, s, factor);
  Value larger = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, x, m);
  Value sum = arith::SelectOp::create(b, loc, larger, scaled, added);
  IRMapping mapping;
  auto owner = cast<linalg::LinalgOp>(combine->getParentOp());
  mapping.map(owner.getMatchingBlockArgument(owner.getDpsInputOperand(0)), x);
  mapping.map(owner.getMatchingBlockArgument(owner.getDpsInitOperand(0)), m);
  Value maximum = b.clone(*combine, mapping)->getResult(0);
  linalg::YieldOp::create(b, loc, ValueRange{maximum, sum});
}

Value filled(RewriterBase &rewriter, Location loc, RankedTensorType type, const APFloat &value) {
  Value scalar = arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(type.getElementType(), value));
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(), type.getElementType());
  return linalg::FillOp::create(rewriter, loc, scalar, empty).getResult(0);
}

/// The new operation, and the simple operations of an element that it does more.
std::pair<Operation *, double> rewrite(RewriterBase &rewriter, const Rows &rows) {
  linalg::LinalgOp maximum = rows.maximum;
  Location loc = rows.sum->getLoc();
  rewriter.setInsertionPoint(maximum);
  auto type = cast<RankedTensorType>(rows.sum->getResult(0).getType());
  APFloat least = *start(maximum);
  Value smallest = maximum.getDpsInits()[0];
  if (least.isNaN())
    smallest = filled(rewriter, loc, type, APFloat::getInf(least.getSemantics(), /*Negative=*/true));
  Value zero = filled(rewriter, loc, type, APFloat::getZero(least.getSemantics()));
  AffineMap whole = maximum.getMatchingIndexingMap(maximum.getDpsInputOperand(0)),
            row = maximum.getMatchingIndexingMap(maximum.getDpsInitOperand(0));
  Operation *combine = onlyOperation(maximum);
  auto online = linalg::GenericOp::create(
      rewriter, loc, TypeRange{type, type}, ValueRange{rows.of}, ValueRange{smallest, zero},
      ArrayRef<AffineMap>{whole, row, row}, maximum.getIteratorTypesArray(),
      [&](OpBuilder &b, Location at, ValueRange arguments) { onlineBody(b, at, combine, arguments); });
  online->setAttr(splitReductionAttr, rewriter.getUnitAttr());
  double more = bodyWork(online) - bodyWork(maximum) - bodyWork(rows.sum);
  linalg::LinalgOp exponential = rows.exponential, sum = rows.sum;
  rewriter.replaceOp(maximum, online.getResult(0));
  rewriter.replaceOp(sum, online.getResult(1));
  // The exponential that nobody else reads is not computed any more.
  if (exponential->use_empty()) {
    more -= bodyWork(exponential);
    rewriter.eraseOp(exponential);
  }
  return {online, more};
}

} // namespace

size_t numOnlineRows(Operation *function, const Budget &budget) { return longRows(function, budget).size(); }

OnlineRows findRowsOnline(RewriterBase &rewriter, Operation *function, const Budget &budget) {
  OnlineRows result;
  for (const Rows &rows : longRows(function, budget)) {
    double elements = static_cast<double>(cast<RankedTensorType>(rows.of.getType()).getNumElements());
    SmallVector<int64_t> marks;
    for (linalg::LinalgOp op : {rows.maximum, rows.sum})
      llvm::append_range(marks, fuseGroupsOf(op));
    auto [online, more] = rewrite(rewriter, rows);
    result.extraOps += more * elements;
    for (int64_t mark : marks)
      result.onePass.insert({mark, online});
  }
  return result;
}

} // namespace alcove::supertiling
