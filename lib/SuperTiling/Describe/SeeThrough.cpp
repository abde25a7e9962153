//===- SeeThrough.cpp - Slices of views become views of slices ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Describe/SeeThrough.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Index arithmetic that folds as it is built.
struct Indices {
  RewriterBase &rewriter;
  Location loc;

  OpFoldResult constant(int64_t value) const { return rewriter.getIndexAttr(value); }
  OpFoldResult apply(AffineExpr expr, ArrayRef<OpFoldResult> operands) const {
    return affine::makeComposedFoldedAffineApply(rewriter, loc, expr, operands);
  }
  AffineExpr d(unsigned i) const { return rewriter.getAffineDimExpr(i); }
  OpFoldResult add(OpFoldResult a, OpFoldResult b) const { return apply(d(0) + d(1), {a, b}); }
  OpFoldResult sub(OpFoldResult a, OpFoldResult b) const { return apply(d(0) - d(1), {a, b}); }
  OpFoldResult mul(OpFoldResult a, int64_t factor) const { return apply(d(0) * factor, {a}); }
  OpFoldResult floorDiv(OpFoldResult a, int64_t divisor) const { return apply(d(0).floorDiv(divisor), {a}); }
};

bool isMultipleOf(Value value, int64_t factor, int depth);

bool isMultipleOf(AffineExpr expr, ValueRange operands, unsigned numDims, int64_t factor, int depth) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() % factor == 0;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return isMultipleOf(operands[dim.getPosition()], factor, depth);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return isMultipleOf(operands[numDims + symbol.getPosition()], factor, depth);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  if (binary.getKind() == AffineExprKind::Add)
    return isMultipleOf(binary.getLHS(), operands, numDims, factor, depth) &&
           isMultipleOf(binary.getRHS(), operands, numDims, factor, depth);
  if (binary.getKind() != AffineExprKind::Mul)
    return false;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || constant.getValue() == 0)
    return static_cast<bool>(constant);
  int64_t rest = factor / std::gcd(factor, std::abs(constant.getValue()));
  return rest == 1 || isMultipleOf(binary.getLHS(), operands, numDims, rest, depth);
}

/// Loop variables, affine operations and constants; anything else is not known to be a multiple.
bool isMultipleOf(Value value, int64_t factor, int depth) {
  if (factor == 1)
    return true;
  if (depth == 0)
    return false;
  if (auto constant = getConstantIntValue(value))
    return *constant % factor == 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast_if_present<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && loop.getInductionVar() == value && isMultipleOf(loop.getLowerBound(), factor, depth - 1) &&
           isMultipleOf(loop.getStep(), factor, depth - 1);
  }
  Operation *op = value.getDefiningOp();
  auto all = [&](AffineMap map, ValueRange operands) {
    return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
      return isMultipleOf(expr, operands, map.getNumDims(), factor, depth - 1);
    });
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return all(apply.getAffineMap(), apply.getMapOperands());
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return all(min.getMap(), min.getOperands());
  return false;
}

bool isMultipleOf(OpFoldResult value, int64_t factor) {
  if (auto constant = getConstantIntValue(value))
    return *constant % factor == 0;
  return isMultipleOf(cast<Value>(value), factor, 16);
}

Value sliceOf(RewriterBase &rewriter, Location loc, Value source, ArrayRef<OpFoldResult> offsets,
              ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> ones(offsets.size(), rewriter.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(rewriter, loc, source, offsets, sizes, ones);
}

Value castTo(RewriterBase &rewriter, Location loc, Value value, Type type) {
  return value.getType() == type ? value : tensor::CastOp::create(rewriter, loc, type, value).getResult();
}

/// `value` cut to the wanted part of each dimension; the value itself when that is all of it.
Value trim(RewriterBase &rewriter, Location loc, Value value, ArrayRef<OpFoldResult> offsets,
           ArrayRef<OpFoldResult> sizes, ArrayRef<bool> partial) {
  if (llvm::none_of(partial, [](bool p) { return p; }))
    return value;
  return sliceOf(rewriter, loc, value, offsets, sizes);
}

RankedTensorType typeFor(ArrayRef<OpFoldResult> sizes, Type element) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return RankedTensorType::get(shape, element);
}

Value throughExpand(const Indices &index, tensor::ExtractSliceOp slice, tensor::ExpandShapeOp view) {
  RewriterBase &rewriter = index.rewriter;
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes();
  ArrayRef<int64_t> shape = view.getResultType().getShape();
  SmallVector<OpFoldResult> sourceOffsets, sourceSizes, expanded(shape.size()),
      restOffsets(shape.size(), index.constant(0));
  SmallVector<bool> partial(shape.size(), false);
  for (const ReassociationIndices &parts : view.getReassociationIndices()) {
    int64_t stride = 1;
    for (int64_t part : parts)
      stride *= shape[part];
    OpFoldResult offset = index.constant(0), size = index.constant(1);
    size_t position = 0;
    for (; position < parts.size(); ++position) {
      int64_t part = parts[position];
      stride /= shape[part];
      offset = index.add(offset, index.mul(offsets[part], stride));
      size = index.mul(sizes[part], stride);
      expanded[part] = sizes[part];
      if (getConstantIntValue(sizes[part]) != 1)
        break;
    }
    for (size_t rest = position + 1; rest < parts.size(); ++rest) {
      int64_t part = parts[rest];
      expanded[part] = index.constant(shape[part]);
      restOffsets[part] = offsets[part];
      partial[part] = getConstantIntValue(sizes[part]) != shape[part];
    }
    sourceOffsets.push_back(offset);
    sourceSizes.push_back(size);
  }
  Value source = sliceOf(rewriter, index.loc, view.getSrc(), sourceOffsets, sourceSizes);
  Value result = tensor::ExpandShapeOp::create(rewriter, index.loc, typeFor(expanded, slice.getType().getElementType()),
                                               source, view.getReassociationIndices(), expanded);
  return trim(rewriter, index.loc, result, restOffsets, sizes, partial);
}

Value throughCollapse(const Indices &index, tensor::ExtractSliceOp slice, tensor::CollapseShapeOp view) {
  RewriterBase &rewriter = index.rewriter;
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes();
  ArrayRef<int64_t> shape = view.getSrcType().getShape();
  SmallVector<OpFoldResult> sourceOffsets(shape.size(), index.constant(0)), sourceSizes(shape.size());
  SmallVector<OpFoldResult> restOffsets(offsets.size(), index.constant(0));
  SmallVector<bool> partial(offsets.size(), false);
  for (auto [dim, parts] : llvm::enumerate(view.getReassociationIndices())) {
    size_t lead = 0;
    while (lead + 1 < parts.size() && shape[parts[lead]] == 1)
      ++lead;
    int64_t inner = 1;
    for (auto [i, part] : llvm::enumerate(parts)) {
      sourceSizes[part] = index.constant(shape[part]);
      if (i > lead)
        inner *= shape[part];
    }
    int64_t part = parts.empty() ? -1 : parts[lead];
    if (part < 0 || getConstantIntValue(sizes[dim]) == shape[part] * inner)
      continue;
    OpFoldResult first = index.floorDiv(offsets[dim], inner);
    sourceOffsets[part] = first;
    if (isMultipleOf(offsets[dim], inner) && isMultipleOf(sizes[dim], inner)) {
      sourceSizes[part] = index.floorDiv(sizes[dim], inner);
      continue;
    }
    AffineExpr o = index.d(0), s = index.d(1);
    sourceSizes[part] = index.apply((o + s - 1).floorDiv(inner) - o.floorDiv(inner) + 1, {offsets[dim], sizes[dim]});
    restOffsets[dim] = index.sub(offsets[dim], index.mul(first, inner));
    partial[dim] = true;
  }
  Value source = sliceOf(rewriter, index.loc, view.getSrc(), sourceOffsets, sourceSizes);
  Value result = tensor::CollapseShapeOp::create(rewriter, index.loc, source, view.getReassociationIndices());
  return trim(rewriter, index.loc, result, restOffsets, sizes, partial);
}

Value throughSlice(const Indices &index, tensor::ExtractSliceOp slice, tensor::ExtractSliceOp view) {
  if (!view.hasUnitStride())
    return nullptr;
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes();
  SmallVector<OpFoldResult> sourceOffsets = view.getMixedOffsets(), sourceSizes = view.getMixedSizes();
  llvm::SmallBitVector dropped = view.getDroppedDims();
  size_t next = 0;
  for (size_t d = 0; d < sourceOffsets.size(); ++d) {
    if (dropped[d])
      continue;
    sourceOffsets[d] = index.add(sourceOffsets[d], offsets[next]);
    sourceSizes[d] = sizes[next++];
  }
  Value part = sliceOf(index.rewriter, index.loc, view.getSource(), sourceOffsets, sourceSizes);
  if (dropped.none())
    return part;
  // The producer is fused along a slice of full rank; the unit dimensions go in a second step.
  SmallVector<OpFoldResult> zeros(sourceOffsets.size(), index.constant(0)),
      ones(sourceOffsets.size(), index.constant(1));
  return tensor::ExtractSliceOp::create(index.rewriter, index.loc, typeFor(sizes, slice.getType().getElementType()),
                                        part, zeros, sourceSizes, ones);
}

Value throughConcat(const Indices &index, tensor::ExtractSliceOp slice, tensor::ConcatOp concat) {
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes();
  uint64_t joined = concat.getDim();
  if (getConstantIntValue(sizes[joined]) != concat.getResultType().getDimSize(joined))
    return nullptr;
  SmallVector<Value> parts;
  for (Value input : concat.getInputs()) {
    sizes[joined] = index.constant(cast<RankedTensorType>(input.getType()).getDimSize(joined));
    parts.push_back(sliceOf(index.rewriter, index.loc, input, offsets, sizes));
  }
  return tensor::ConcatOp::create(index.rewriter, index.loc, joined, parts);
}

} // namespace

Value rewriteSliceOfView(RewriterBase &rewriter, tensor::ExtractSliceOp slice) {
  Operation *view = slice.getSource().getDefiningOp();
  if (!view || !slice.hasUnitStride() || slice.getType().getRank() != slice.getSourceType().getRank() ||
      slice.getType().getRank() == 0 || cast<RankedTensorType>(view->getOperand(0).getType()).getRank() == 0)
    return nullptr;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(slice);
  Indices index{rewriter, slice.getLoc()};
  Value result;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(view))
    result = throughExpand(index, slice, expand);
  else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(view))
    result = throughCollapse(index, slice, collapse);
  else if (auto inner = dyn_cast<tensor::ExtractSliceOp>(view))
    result = throughSlice(index, slice, inner);
  else if (auto concat = dyn_cast<tensor::ConcatOp>(view))
    result = throughConcat(index, slice, concat);
  return result ? castTo(rewriter, slice.getLoc(), result, slice.getType()) : nullptr;
}

} // namespace alcove::supertiling
