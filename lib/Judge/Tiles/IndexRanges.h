//===- IndexRanges.h - What index arithmetic can be, as intervals -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the judge alone: it shares no code with the planner.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_TILES_INDEXRANGES_H
#define ALCOVE_LIB_JUDGE_TILES_INDEXRANGES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include <algorithm>

namespace alcove::supertiling {

namespace judging {

using namespace mlir;

/// Closed interval of index values. Bounds are kept below 2^40, so that products of two do not overflow 128 bits and
/// "unbounded" is a value like any other.
struct Range {
  static constexpr int64_t infinity = int64_t(1) << 40;
  int64_t low = -infinity;
  int64_t high = infinity;

  static int64_t clamp(__int128 value) {
    return static_cast<int64_t>(std::clamp<__int128>(value, -infinity, infinity));
  }
  static Range exactly(int64_t value) { return {clamp(value), clamp(value)}; }
  bool isPoint() const { return low == high; }
};

inline Range operator+(Range a, Range b) {
  return {Range::clamp(static_cast<__int128>(a.low) + b.low), Range::clamp(static_cast<__int128>(a.high) + b.high)};
}
inline Range operator*(Range a, Range b) {
  __int128 products[] = {static_cast<__int128>(a.low) * b.low, static_cast<__int128>(a.low) * b.high,
                         static_cast<__int128>(a.high) * b.low, static_cast<__int128>(a.high) * b.high};
  return {Range::clamp(*std::min_element(products, products + 4)),
          Range::clamp(*std::max_element(products, products + 4))};
}
inline int64_t floorOf(int64_t a, int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/// Values of index arithmetic while loop variables are fixed one by one.
class IndexEvaluator {
public:
  void set(Value value, Range range) {
    fixed[value] = range;
    memo.clear();
    extents.clear();
  }

  Range of(OpFoldResult value) {
    if (auto constant = getConstantIntValue(value))
      return Range::exactly(*constant);
    return isa<Value>(value) ? of(cast<Value>(value)) : Range{};
  }

  Range of(Value value) {
    if (auto found = fixed.find(value); found != fixed.end())
      return found->second;
    if (auto found = memo.find(value); found != memo.end())
      return found->second;
    Range range = compute(value);
    memo[value] = range;
    return range;
  }

  /// Extent of a tensor dimension.
  Range extent(Value tensor, int64_t dim) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    // tensor.dim may ask for a dimension that is not there.
    if (!type || dim < 0 || dim >= type.getRank())
      return {0, Range::infinity};
    if (!type.isDynamicDim(dim))
      return Range::exactly(type.getDimSize(dim));
    if (auto found = extents.find({tensor, dim}); found != extents.end())
      return found->second;
    Range range = dynamicExtent(tensor, dim);
    return extents[{tensor, dim}] = {std::max<int64_t>(range.low, 0), std::max<int64_t>(range.high, 0)};
  }

private:
  Range compute(Value value) {
    if (auto constant = getConstantIntValue(value))
      return Range::exactly(*constant);
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (auto loop = dyn_cast_if_present<scf::ForOp>(argument.getOwner()->getParentOp());
          loop && loop.getInductionVar() == value)
        return {of(loop.getLowerBound()).low, Range::clamp(static_cast<__int128>(of(loop.getUpperBound()).high) - 1)};
      return {};
    }
    Operation *op = value.getDefiningOp();
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return evaluate(apply.getAffineMap().getResult(0), apply.getMapOperands(), apply.getAffineMap().getNumDims());
    if (auto min = dyn_cast<affine::AffineMinOp>(op))
      return fold(min.getMap(), min.getOperands(), [](int64_t a, int64_t b) { return std::min(a, b); });
    if (auto max = dyn_cast<affine::AffineMaxOp>(op))
      return fold(max.getMap(), max.getOperands(), [](int64_t a, int64_t b) { return std::max(a, b); });
    if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      auto index = getConstantIntValue(dim.getIndex());
      if (index && isa<RankedTensorType>(dim.getSource().getType()))
        return extent(dim.getSource(), *index);
      return {0, Range::infinity};
    }
    return arithmetic(op);
  }

  Range arithmetic(Operation *op) {
    if (op->getNumOperands() == 1 && isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp>(op))
      return of(op->getOperand(0));
    if (op->getNumOperands() != 2 || !isa<arith::ArithDialect>(op->getDialect()))
      return {};
    Range a = of(op->getOperand(0)), b = of(op->getOperand(1));
    if (isa<arith::AddIOp>(op))
      return a + b;
    if (isa<arith::SubIOp>(op))
      return a + b * Range::exactly(-1);
    if (isa<arith::MulIOp>(op))
      return a * b;
    if (isa<arith::MinSIOp>(op))
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    if (isa<arith::MaxSIOp>(op))
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    if (isa<arith::FloorDivSIOp, arith::DivSIOp, arith::DivUIOp>(op) && b.isPoint() && b.low > 0 && a.low >= 0)
      return {floorOf(a.low, b.low), floorOf(a.high, b.low)};
    if (auto compare = dyn_cast<arith::CmpIOp>(op); compare && a.isPoint() && b.isPoint())
      return Range::exactly(
          arith::applyCmpPredicate(compare.getPredicate(), APInt(64, a.low, true), APInt(64, b.low, true)));
    return {};
  }

  Range evaluate(AffineExpr expr, ValueRange operands, unsigned dims) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return Range::exactly(constant.getValue());
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return of(operands[dim.getPosition()]);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return of(operands[dims + symbol.getPosition()]);
    auto binary = cast<AffineBinaryOpExpr>(expr);
    Range a = evaluate(binary.getLHS(), operands, dims), b = evaluate(binary.getRHS(), operands, dims);
    if (binary.getKind() == AffineExprKind::Add)
      return a + b;
    if (binary.getKind() == AffineExprKind::Mul)
      return a * b;
    if (!b.isPoint() || b.low <= 0)
      return {};
    if (binary.getKind() == AffineExprKind::FloorDiv)
      return {floorOf(a.low, b.low), floorOf(a.high, b.low)};
    if (binary.getKind() == AffineExprKind::CeilDiv)
      return {-floorOf(-a.low, b.low), -floorOf(-a.high, b.low)};
    return a.isPoint() ? Range::exactly(a.low - floorOf(a.low, b.low) * b.low) : Range{0, b.low - 1};
  }

  template <typename Combine>
  Range fold(AffineMap map, ValueRange operands, Combine combine) {
    Range result = evaluate(map.getResult(0), operands, map.getNumDims());
    for (AffineExpr expr : map.getResults().drop_front()) {
      Range other = evaluate(expr, operands, map.getNumDims());
      result = {combine(result.low, other.low), combine(result.high, other.high)};
    }
    return result;
  }

  Range dynamicExtent(Value tensor, int64_t dim) {
    constexpr Range unknown{0, Range::infinity};
    if (auto argument = dyn_cast<BlockArgument>(tensor)) {
      auto loop = dyn_cast_if_present<scf::ForOp>(argument.getOwner()->getParentOp());
      OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
      if (auto parallel = dyn_cast_if_present<scf::ForallOp>(argument.getOwner()->getParentOp()))
        init = parallel.getTiedOpOperand(argument);
      return init ? extent(init->get(), dim) : unknown;
    }
    Operation *op = tensor.getDefiningOp();
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      llvm::SmallBitVector dropped = slice.getDroppedDims();
      for (size_t d = 0; d < dropped.size(); ++d)
        if (!dropped[d] && dim-- == 0)
          return of(slice.getMixedSizes()[d]);
      return unknown;
    }
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      return of(empty.getMixedSizes()[dim]);
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      return of(expand.getMixedOutputShape()[dim]);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      Range product = Range::exactly(1);
      for (int64_t part : collapse.getReassociationIndices()[dim])
        product = product * extent(collapse.getSrc(), part);
      return product;
    }
    if (auto cast = dyn_cast<tensor::CastOp>(op))
      return isa<RankedTensorType>(cast.getSource().getType()) ? extent(cast.getSource(), dim) : unknown;
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      return extent(insert.getDest(), dim);
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return extent(pad.getSource(), dim) + of(pad.getMixedLowPad()[dim]) + of(pad.getMixedHighPad()[dim]);
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      return extent(dps.getDpsInits()[number], dim);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return extent(loop.getInitArgs()[number], dim);
    if (auto loop = dyn_cast<scf::ForallOp>(op))
      return extent(loop.getOutputs()[number], dim);
    if (auto choice = dyn_cast<scf::IfOp>(op)) {
      Range a = extent(choice.thenYield().getOperand(number), dim),
            b = extent(choice.elseYield().getOperand(number), dim);
      return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }
    if (auto generate = dyn_cast<tensor::GenerateOp>(op)) {
      unsigned position = generate.getType().getDynamicDimIndex(dim);
      return of(generate.getDynamicExtents()[position]);
    }
    if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      Range sum = Range::exactly(0);
      for (Value input : concat.getInputs())
        sum = static_cast<int64_t>(concat.getDim()) == dim ? sum + extent(input, dim) : extent(input, dim);
      return sum;
    }
    return unknown;
  }

  llvm::DenseMap<Value, Range> fixed;
  llvm::DenseMap<Value, Range> memo;
  /// Without it a tensor joined to itself again and again would be asked for twice at every step.
  llvm::DenseMap<std::pair<Value, int64_t>, Range> extents;
};
} // namespace judging

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_JUDGE_TILES_INDEXRANGES_H
