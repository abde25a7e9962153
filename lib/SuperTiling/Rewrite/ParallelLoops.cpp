//===- ParallelLoops.cpp - Tile loops whose iterations run at once --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Rewrite/ParallelLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// The slice of a carried tensor that is an iteration's own: whole along all dimensions but one.
struct Cut {
  int64_t dim = 0;
  OpFoldResult offset, size;
};

/// A carried tensor on its way through one iteration.
struct Chain {
  llvm::SetVector<Value> values;
  SmallVector<OffsetSizeAndStrideOpInterface> slices;
};

bool follow(Chain &chain, Value value) {
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    if (isa<tensor::ExtractSliceOp>(op)) {
      chain.slices.push_back(cast<OffsetSizeAndStrideOpInterface>(op));
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op); insert && &use == &insert.getDestMutable()) {
      chain.slices.push_back(cast<OffsetSizeAndStrideOpInterface>(op));
      chain.values.insert(insert.getResult());
    } else if (auto inner = dyn_cast<scf::ForOp>(op)) {
      chain.values.insert(inner.getTiedLoopRegionIterArg(&use));
      chain.values.insert(inner.getTiedLoopResult(&use));
    } else if (auto yield = dyn_cast<scf::YieldOp>(op)) {
      auto around = dyn_cast<scf::ForOp>(yield->getParentOp());
      if (!around || !chain.values.contains(around.getRegionIterArg(use.getOperandNumber())))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// Nothing when a loop hands on something else, or an operation works on the whole tensor.
std::optional<Chain> chainOf(BlockArgument carried) {
  Chain chain;
  chain.values.insert(carried);
  for (size_t i = 0; i < chain.values.size(); ++i)
    if (!follow(chain, chain.values[i]))
      return std::nullopt;
  for (Value value : chain.values)
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto around = cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!chain.values.contains(around.getTiedLoopYieldedValue(argument)->get()))
        return std::nullopt;
    }
  return chain;
}

bool same(OpFoldResult a, OpFoldResult b) {
  if (isEqualConstantIntOrValue(a, b))
    return true;
  auto first = dyn_cast<Value>(a), second = dyn_cast<Value>(b);
  return first && second && first.getDefiningOp() && second.getDefiningOp() &&
         OperationEquivalence::isEquivalentTo(first.getDefiningOp(), second.getDefiningOp(),
                                              OperationEquivalence::IgnoreLocations);
}

/// A constant, the loop's variable, or one affine operation on it: known where the iteration starts.
bool startsWith(scf::ForOp loop, OpFoldResult value) {
  auto dynamic = dyn_cast<Value>(value);
  if (!dynamic || dynamic == loop.getInductionVar() || loop.isDefinedOutsideOfLoop(dynamic))
    return true;
  Operation *op = dynamic.getDefiningOp();
  return isa_and_present<affine::AffineApplyOp, affine::AffineMinOp>(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return operand == loop.getInductionVar() || loop.isDefinedOutsideOfLoop(operand);
         });
}

/// How far `offset` moves from one iteration to the next, 0 when that is not known.
int64_t strideOf(scf::ForOp loop, OpFoldResult offset) {
  int64_t step = getConstantIntValue(loop.getStep()).value_or(0);
  auto value = dyn_cast<Value>(offset);
  if (!value || step <= 0)
    return 0;
  if (value == loop.getInductionVar())
    return step;
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  if (!apply || apply.getMapOperands().size() != 1 || apply.getMapOperands()[0] != loop.getInductionVar())
    return 0;
  auto product = dyn_cast<AffineBinaryOpExpr>(apply.getAffineMap().getResult(0));
  auto factor =
      product && product.getKind() == AffineExprKind::Mul ? dyn_cast<AffineConstantExpr>(product.getRHS()) : nullptr;
  return factor && !isa<AffineBinaryOpExpr>(product.getLHS()) ? factor.getValue() * step : 0;
}

int64_t largest(OpFoldResult size) {
  if (auto constant = getConstantIntValue(size))
    return *constant;
  auto bound = ValueBoundsConstraintSet::computeConstantBound(presburger::BoundType::UB, cast<Value>(size),
                                                              /*stopCondition=*/nullptr, /*closedUB=*/true);
  return succeeded(bound) ? *bound : std::numeric_limits<int64_t>::max();
}

std::optional<Cut> cutOf(scf::ForOp loop, BlockArgument carried) {
  auto type = dyn_cast<RankedTensorType>(carried.getType());
  std::optional<Chain> chain = type && type.hasStaticShape() ? chainOf(carried) : std::nullopt;
  if (!chain || chain->slices.empty())
    return std::nullopt;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Cut cut{dim, chain->slices[0].getMixedOffsets()[dim], chain->slices[0].getMixedSizes()[dim]};
    bool one = llvm::all_of(chain->slices, [&](OffsetSizeAndStrideOpInterface slice) {
      return same(slice.getMixedOffsets()[dim], cut.offset) && same(slice.getMixedSizes()[dim], cut.size) &&
             isConstantIntValue(slice.getMixedStrides()[dim], 1);
    });
    if (one && startsWith(loop, cut.offset) && startsWith(loop, cut.size) && strideOf(loop, cut.offset) > 0 &&
        largest(cut.size) <= strideOf(loop, cut.offset))
      return cut;
  }
  return std::nullopt;
}

class ForallBuilder {
public:
  ForallBuilder(RewriterBase &rewriter, scf::ForOp loop, ArrayRef<Cut> cuts)
      : rewriter(rewriter), loop(loop), cuts(cuts) {}

  scf::ForallOp run();

private:
  OpFoldResult atStart(OpFoldResult value);
  void takeOwn(size_t index);
  void giveBack(size_t index);
  void relative(Value own, int64_t dim);
  template <typename SliceOp>
  SmallVector<OpFoldResult> offsetsIn(SliceOp op, int64_t dim) {
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    offsets[dim] = rewriter.getIndexAttr(0);
    return offsets;
  }

  RewriterBase &rewriter;
  scf::ForOp loop;
  ArrayRef<Cut> cuts;
  scf::ForallOp forall;
  IRMapping mapping;
  SmallVector<SmallVector<OpFoldResult>> offsets, sizes;
};

OpFoldResult ForallBuilder::atStart(OpFoldResult value) {
  auto dynamic = dyn_cast<Value>(value);
  if (!dynamic || loop.isDefinedOutsideOfLoop(dynamic))
    return value;
  if (dynamic == loop.getInductionVar())
    return forall.getInductionVar(0);
  return rewriter.clone(*dynamic.getDefiningOp(), mapping)->getResult(0);
}

void ForallBuilder::takeOwn(size_t index) {
  BlockArgument shared = forall.getRegionIterArgs()[index];
  auto type = cast<RankedTensorType>(shared.getType());
  offsets.emplace_back(type.getRank(), rewriter.getIndexAttr(0));
  sizes.push_back(getAsIndexOpFoldResult(rewriter.getContext(), type.getShape()));
  offsets.back()[cuts[index].dim] = atStart(cuts[index].offset);
  sizes.back()[cuts[index].dim] = atStart(cuts[index].size);
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  mapping.map(loop.getRegionIterArg(index),
              tensor::ExtractSliceOp::create(rewriter, loop.getLoc(), shared, offsets.back(), sizes.back(), strides)
                  .getResult());
}

void ForallBuilder::giveBack(size_t index) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(forall.getTerminator().getBody());
  SmallVector<OpFoldResult> strides(offsets[index].size(), rewriter.getIndexAttr(1));
  tensor::ParallelInsertSliceOp::create(rewriter, loop.getLoc(), mapping.lookup(loop.getYieldedValues()[index]),
                                        forall.getRegionIterArgs()[index], offsets[index], sizes[index], strides);
}

/// Slices of the tensor become slices of the part `own`, along `dim` from its start; loops carry the part.
void ForallBuilder::relative(Value own, int64_t dim) {
  SmallVector<Value> values{own};
  auto whole = [&](Value part, Value slice, ArrayRef<OpFoldResult> from) {
    return part.getType() == slice.getType() &&
           llvm::all_of(from, [](OpFoldResult offset) { return isConstantIntValue(offset, 0); });
  };
  while (!values.empty()) {
    Value value = values.pop_back_val();
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
      Operation *op = use.getOwner();
      rewriter.setInsertionPoint(op);
      if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op)) {
        SmallVector<OpFoldResult> from = offsetsIn(extract, dim);
        if (whole(value, extract.getResult(), from))
          rewriter.replaceOp(op, value);
        else
          rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, extract.getType(), value, from,
                                                              extract.getMixedSizes(), extract.getMixedStrides());
      } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
        SmallVector<OpFoldResult> from = offsetsIn(insert, dim);
        if (whole(value, insert.getSource(), from)) {
          rewriter.replaceOp(op, insert.getSource());
          continue;
        }
        values.push_back(rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
            op, insert.getSource(), value, from, insert.getMixedSizes(), insert.getMixedStrides()));
      } else if (auto inner = dyn_cast<scf::ForOp>(op)) {
        for (Value carried : {Value(inner.getTiedLoopRegionIterArg(&use)), Value(inner.getTiedLoopResult(&use))}) {
          carried.setType(own.getType());
          values.push_back(carried);
        }
      }
    }
  }
}

scf::ForallOp ForallBuilder::run() {
  rewriter.setInsertionPoint(loop);
  forall =
      scf::ForallOp::create(rewriter, loop.getLoc(), ArrayRef<OpFoldResult>{getAsOpFoldResult(loop.getLowerBound())},
                            ArrayRef<OpFoldResult>{getAsOpFoldResult(loop.getUpperBound())},
                            ArrayRef<OpFoldResult>{getAsOpFoldResult(loop.getStep())}, loop.getInitArgs(),
                            /*mapping=*/std::nullopt);
  forall->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  mapping.map(loop.getInductionVar(), forall.getInductionVar(0));
  rewriter.setInsertionPoint(forall.getTerminator());
  for (size_t index = 0; index < cuts.size(); ++index)
    takeOwn(index);
  for (Operation &op : loop.getBody()->without_terminator())
    rewriter.clone(op, mapping);
  for (size_t index = 0; index < cuts.size(); ++index)
    giveBack(index);
  for (auto [index, cut] : llvm::enumerate(cuts))
    relative(mapping.lookup(loop.getRegionIterArg(index)), cut.dim);
  rewriter.replaceOp(loop, forall.getResults());
  return forall;
}

void parallelizeAt(RewriterBase &rewriter, Operation *op, ArrayRef<int64_t> grid, int64_t &built, Operation *&place) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || grid.empty())
    return;
  Operation *now = op;
  if (grid.front() > 1)
    if (FailureOr<scf::ForallOp> forall = toForall(rewriter, loop); succeeded(forall)) {
      now = *forall;
      ++built;
    }
  place = now;
  SmallVector<Operation *> inside;
  for (Operation &inner : now->getRegion(0).front())
    if (isa<scf::ForOp>(inner))
      inside.push_back(&inner);
  for (Operation *inner : inside) {
    Operation *unused = nullptr;
    parallelizeAt(rewriter, inner, grid.drop_front(), built, unused);
  }
}

} // namespace

FailureOr<scf::ForallOp> toForall(RewriterBase &rewriter, scf::ForOp loop) {
  SmallVector<Cut> cuts;
  for (BlockArgument carried : loop.getRegionIterArgs()) {
    std::optional<Cut> cut = cutOf(loop, carried);
    if (!cut)
      return failure();
    cuts.push_back(*cut);
  }
  if (cuts.empty())
    return failure();
  return ForallBuilder(rewriter, loop, cuts).run();
}

Operation *parallelize(RewriterBase &rewriter, Operation *loop, ParallelLoops which, ArrayRef<int64_t> grid,
                       int64_t &built) {
  OpBuilder::InsertionGuard guard(rewriter);
  constexpr int64_t outermost[] = {2};
  if (which == ParallelLoops::Off)
    return loop;
  Operation *place = loop;
  parallelizeAt(rewriter, loop, which == ParallelLoops::All ? ArrayRef<int64_t>(outermost) : grid, built, place);
  return place;
}

} // namespace alcove::supertiling
