//===- RepeatProducers.cpp - Elementwise work done again for each reader -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Rewrite/RepeatProducers.h"

#include "alcove/SuperTiling/Describe/TilingGraph.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Iterators.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Rows that a loop over a softmax or a norm holds at once: what comes in, what is made of it, the result, and one that
/// the next operation needs.
constexpr int64_t rowsAtOnce = 4;

/// An operation without reductions, of one result.
linalg::LinalgOp elementwiseProducer(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  bool simple = op && op.hasPureTensorSemantics() && op->getNumResults() == 1 && op.getNumReductionLoops() == 0 &&
                classify(op) == OpClass::Elementwise && !isa<linalg::FillOp>(op.getOperation());
  return simple ? op : linalg::LinalgOp();
}

/// Bytes of `operand` that one result of `reduction` needs.
Bytes rowBytes(linalg::LinalgOp reduction, OpOperand &operand) {
  auto type = cast<RankedTensorType>(operand.get().getType());
  AffineMap map = reduction.getMatchingIndexingMap(&operand);
  SmallVector<utils::IteratorType> kinds = reduction.getIteratorTypesArray();
  Bytes bytes = elementBytes(type.getElementType());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    bool reduced = false;
    for (unsigned loop = 0; loop < kinds.size(); ++loop)
      reduced |= kinds[loop] == utils::IteratorType::reduction && expr.isFunctionOfDim(loop);
    if (reduced)
      bytes = saturatingMul(bytes, type.getDimSize(dim));
  }
  return bytes;
}

/// Producers of long rows with more than one reader, in program order.
SmallVector<linalg::LinalgOp> producersOfLongRows(Operation *function, const Budget &budget) {
  SmallVector<linalg::LinalgOp> found;
  function->walk([&](linalg::LinalgOp op) {
    if (op->getNumResults() != 1 || !elementwiseProducer(op->getResult(0)))
      return;
    bool longRows = false;
    for (OpOperand &use : op->getResult(0).getUses())
      if (auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner()))
        longRows |= readsLongRows(reader, use, budget);
    auto here = [&](Operation *user) { return user->getBlock() == op->getBlock(); };
    if (longRows && !op->getResult(0).hasOneUse() && llvm::all_of(op->getUsers(), here))
      found.push_back(op);
  });
  return found;
}

/// `op` copied in front of `reader`; `again` counts what is done.
Operation *repeat(RewriterBase &rewriter, linalg::LinalgOp op, Operation *reader, double &again) {
  rewriter.setInsertionPoint(reader);
  Operation *copy = rewriter.clone(*op);
  copy->setAttr(repeatedAttr, rewriter.getUnitAttr());
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  again += bodyWork(op) * static_cast<double>(type.hasStaticShape() ? type.getNumElements() : 0);
  return copy;
}

/// `op` and the elementwise operations that only it reads, copied in front of `reader`.
Value copyFor(RewriterBase &rewriter, linalg::LinalgOp op, Operation *reader, double &again) {
  SmallVector<std::pair<unsigned, Value>> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    if (linalg::LinalgOp producer = elementwiseProducer(input->get());
        producer && producer->getBlock() == op->getBlock() && input->get().hasOneUse())
      inputs.push_back({input->getOperandNumber(), copyFor(rewriter, producer, reader, again)});
  Operation *copy = repeat(rewriter, op, reader, again);
  for (auto [number, value] : inputs)
    copy->setOperand(number, value);
  return copy->getResult(0);
}

/// Of operands that are read beside a large one: part of its bytes.
constexpr Bytes shareOfSmall = 16;

/// Which operations nothing is made of but statistics: their result is reduced, or elements of it are that nothing else
/// reads. Readers first, so that each is asked once and long chains take no stack.
class EndsInStatistics {
public:
  explicit EndsInStatistics(Operation *function) {
    function->walk<WalkOrder::PostOrder, ReverseIterator>([&](linalg::LinalgOp op) {
      if (ends(op))
        known.insert(op);
    });
  }

  bool operator()(Operation *op) const { return known.contains(op); }

private:
  bool ends(linalg::LinalgOp op) const {
    if (!op.hasPureTensorSemantics() || op->getNumResults() != 1)
      return false;
    if (op.getNumReductionLoops() > 0)
      return classify(op) == OpClass::Reduction;
    return elementwiseProducer(op->getResult(0)) && !op->use_empty() &&
           llvm::all_of(op->getUsers(), [&](Operation *user) { return known.contains(user); });
  }

  DenseSet<Operation *> known;
};

/// One operand is as large as the result at most, and read by others or given; all others are small.
bool readsNoMoreThanItMakes(linalg::LinalgOp op) {
  Bytes result = tensorBytes(cast<RankedTensorType>(op->getResult(0).getType()));
  llvm::SmallDenseSet<Value> large;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type)
      continue;
    if (!type.hasStaticShape() || tensorBytes(type) > result)
      return false;
    if (tensorBytes(type) > result / shareOfSmall)
      large.insert(input->get());
  }
  if (large.size() != 1)
    return false;
  Value read = *large.begin();
  return isa<BlockArgument>(read) ||
         llvm::any_of(read.getUsers(), [&](Operation *user) { return user != op.getOperation(); });
}

/// What is made behind statistics from results that these are made of, in program order.
SmallVector<linalg::LinalgOp> producersOfStatistics(Operation *function, const EndsInStatistics &ends) {
  SmallVector<linalg::LinalgOp> found;
  function->walk([&](linalg::LinalgOp op) {
    if (op->getNumResults() != 1 || !elementwiseProducer(op->getResult(0)) ||
        !cast<RankedTensorType>(op->getResult(0).getType()).hasStaticShape() || !readsNoMoreThanItMakes(op))
      return;
    auto here = [&](Operation *user) { return user->getBlock() == op->getBlock(); };
    auto statistics = llvm::count_if(op->getUsers(), [&](Operation *user) { return ends(user); });
    auto users = std::distance(op->user_begin(), op->user_end());
    if (statistics > 0 && statistics < users && llvm::all_of(op->getUsers(), here))
      found.push_back(op);
  });
  return found;
}

} // namespace

bool readsLongRows(linalg::LinalgOp reduction, OpOperand &operand, const Budget &budget) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type || !type.hasStaticShape() || reduction.isDpsInit(&operand) || reduction.getNumReductionLoops() == 0 ||
      classify(reduction) != OpClass::Reduction)
    return false;
  return saturatingMul(rowsAtOnce, rowBytes(reduction, operand)) > budget.of(OpClass::Reduction);
}

size_t numLongRows(Operation *function, const Budget &budget) {
  size_t found = 0;
  for (linalg::LinalgOp op : producersOfLongRows(function, budget))
    for (OpOperand &use : op->getResult(0).getUses()) {
      auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
      found += reader && readsLongRows(reader, use, budget);
    }
  return found;
}

double repeatProducersOfLongRows(RewriterBase &rewriter, Operation *function, const Budget &budget) {
  double again = 0;
  for (linalg::LinalgOp op : producersOfLongRows(function, budget)) {
    SmallVector<OpOperand *> others;
    for (OpOperand &use : op->getResult(0).getUses()) {
      auto reader = dyn_cast<linalg::LinalgOp>(use.getOwner());
      if (!reader || !readsLongRows(reader, use, budget))
        others.push_back(&use);
    }
    for (OpOperand *use : others) {
      Value copy = copyFor(rewriter, op, use->getOwner(), again);
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(copy); });
    }
  }
  return again;
}

size_t numStatistics(Operation *function) { return producersOfStatistics(function, EndsInStatistics(function)).size(); }

double repeatBehindStatistics(RewriterBase &rewriter, Operation *function) {
  double again = 0;
  EndsInStatistics ends(function);
  for (linalg::LinalgOp op : producersOfStatistics(function, ends)) {
    SmallVector<OpOperand *> others;
    Operation *first = nullptr;
    for (OpOperand &use : op->getResult(0).getUses()) {
      if (ends(use.getOwner()))
        continue;
      others.push_back(&use);
      if (!first || use.getOwner()->isBeforeInBlock(first))
        first = use.getOwner();
    }
    Operation *copy = repeat(rewriter, op, first, again);
    for (OpOperand *use : others)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(copy->getResult(0)); });
  }
  return again;
}

} // namespace alcove::supertiling
