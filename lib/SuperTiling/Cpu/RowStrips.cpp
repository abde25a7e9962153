//===- RowStrips.cpp - Tile loops over rows in the first cache ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowStrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// The dimension of each tensor in the body of a loop that holds the rows of the tile.
class TileRows {
public:
  TileRows(scf::ForOp loop, int64_t count) : loop(loop), count(count) {}

  /// False: the rows need each other, or this is not known.
  bool find() {
    for (Operation &op : loop.getBody()->without_terminator())
      if (!visit(op))
        return false;
    // What the loop hands on is a whole tensor with rows put into it.
    return llvm::all_of(loop.getBody()->getTerminator()->getOperands(),
                        [](Value value) { return value.getDefiningOp<tensor::InsertSliceOp>(); });
  }

  /// Bytes of a row of all buffers; what the loop only writes passes by.
  int64_t bytes() {
    int64_t sum = 0;
    for (auto [value, dim] : dims) {
      auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
      auto type = cast<RankedTensorType>(value.getType());
      if (value.getDefiningOp<tensor::EmptyOp>() || (slice && !isCarried(slice.getSource())))
        sum += type.getNumElements() / count * ((type.getElementTypeBitWidth() + 7) / 8);
    }
    return sum;
  }

  void shorten(int64_t rows) {
    for (auto [value, dim] : dims) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> shape(type.getShape());
      shape[dim] = rows;
      value.setType(type.clone(shape));
      if (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>())
        slice.setStaticSizes(shape);
    }
    for (auto put : loop.getBody()->getOps<tensor::InsertSliceOp>())
      put.setStaticSizes(put.getSourceType().getShape());
    OpBuilder builder(loop);
    auto step = builder.getIntegerAttr(loop.getStep().getType(), rows);
    loop.setStep(arith::ConstantOp::create(builder, loop.getLoc(), step));
  }

private:
  scf::ForOp loop;
  int64_t count;
  llvm::MapVector<Value, int64_t> dims;

  bool isCarried(Value value) {
    return llvm::is_contained(loop.getRegionIterArgs(), value) || value.getDefiningOp<tensor::InsertSliceOp>();
  }
  bool isInside(Value value) { return loop.getRegion().isAncestor(value.getParentRegion()); }

  bool visit(Operation &op) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return visitSlice(slice);
    if (auto put = dyn_cast<tensor::InsertSliceOp>(op))
      return visitPut(put);
    if (auto computed = dyn_cast<linalg::LinalgOp>(op))
      return isa<linalg::FillOp>(op) || visitLinalg(computed);
    if (isa<tensor::EmptyOp, arith::ConstantOp>(op))
      return true;
    // Scalars may depend on anything but tensors.
    return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
           llvm::none_of(op.getOperandTypes(), llvm::IsaPred<ShapedType>) &&
           llvm::none_of(op.getResultTypes(), llvm::IsaPred<ShapedType>);
  }

  /// The only dimension that starts where the loop is, with all rows of the tile; -1: none moves; none: otherwise.
  std::optional<int64_t> movingDim(OffsetSizeAndStrideOpInterface slice, RankedTensorType whole,
                                   RankedTensorType part) {
    if (whole.getRank() != part.getRank() || !part.hasStaticShape())
      return std::nullopt;
    int64_t moving = -1;
    for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
      if (!isConstantIntValue(slice.getMixedStrides()[dim], 1))
        return std::nullopt;
      Value value = dyn_cast<Value>(offset);
      if (value && value != loop.getInductionVar() && isInside(value))
        return std::nullopt;
      if (value != loop.getInductionVar())
        continue;
      if (moving >= 0 || part.getDimSize(dim) != count)
        return std::nullopt;
      moving = static_cast<int64_t>(dim);
    }
    return moving;
  }

  bool visitSlice(tensor::ExtractSliceOp slice) {
    std::optional<int64_t> dim = movingDim(slice, slice.getSourceType(), slice.getType());
    if (!dim || (isInside(slice.getSource()) && !isCarried(slice.getSource())))
      return false;
    if (*dim >= 0)
      dims.insert({slice.getResult(), *dim});
    // A part that all iterations write would not be a row of its own.
    return *dim >= 0 || !isCarried(slice.getSource());
  }

  bool visitPut(tensor::InsertSliceOp put) {
    std::optional<int64_t> dim = movingDim(put, put.getType(), put.getSourceType());
    auto *found = dims.find(put.getSource());
    return dim && *dim >= 0 && isCarried(put.getDest()) && found != dims.end() && found->second == *dim;
  }

  /// `value` has the rows in `dim`. Buffers without contents learn it from what is computed into them.
  bool assign(Value value, int64_t dim) {
    auto [at, isNew] = dims.insert({value, dim});
    if (!isNew)
      return at->second == dim;
    if (!isInside(value) || cast<RankedTensorType>(value.getType()).getDimSize(dim) != count)
      return false;
    if (auto fill = value.getDefiningOp<linalg::FillOp>())
      return assign(fill.getDpsInits()[0], dim);
    return static_cast<bool>(value.getDefiningOp<tensor::EmptyOp>());
  }

  bool visitLinalg(linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics() || op.hasDynamicShape() || op.hasIndexSemantics())
      return false;
    for (Operation &inner : *op.getBlock())
      if (llvm::any_of(inner.getOperandTypes(), llvm::IsaPred<ShapedType>))
        return false;
    std::optional<unsigned> rowsLoop;
    for (OpOperand &operand : op->getOpOperands()) {
      auto *found = dims.find(operand.get());
      if (found == dims.end())
        continue;
      auto loopOf = dyn_cast<AffineDimExpr>(op.getMatchingIndexingMap(&operand).getResult(found->second));
      if (!loopOf || (rowsLoop && *rowsLoop != loopOf.getPosition()))
        return false;
      rowsLoop = loopOf.getPosition();
    }
    if (!rowsLoop || op.getIteratorTypesArray()[*rowsLoop] != utils::IteratorType::parallel)
      return false;
    for (OpOperand &operand : op->getOpOperands())
      if (!followsRows(op, operand, *rowsLoop))
        return false;
    for (auto [result, init] : llvm::zip(op->getResults(), op.getDpsInitsMutable()))
      if (auto *found = dims.find(init.get()); found != dims.end())
        dims.insert({result, found->second});
      else
        return false;
    return true;
  }

  /// Its index in one dimension is the loop over rows, in the others that loop is not.
  bool followsRows(linalg::LinalgOp op, OpOperand &operand, unsigned rowsLoop) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    // Products read an operand again for each row: with fewer rows they load more.
    bool again = op.getNumReductionLoops() != 0 && op.isDpsInput(&operand) && !map.isPermutation();
    if (again && isa<RankedTensorType>(operand.get().getType()))
      return false;
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      if (!expr.isFunctionOfDim(rowsLoop))
        continue;
      auto *found = dims.find(operand.get());
      bool known = found != dims.end() && found->second == static_cast<int64_t>(dim);
      bool begun = op.isDpsInit(&operand) && assign(operand.get(), static_cast<int64_t>(dim));
      if (!isa<AffineDimExpr>(expr) || (!known && !begun))
        return false;
    }
    return true;
  }
};

} // namespace

bool shortenToStrips(scf::ForOp loop, int64_t bytes) {
  std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound()),
                         to = getConstantIntValue(loop.getUpperBound()), step = getConstantIntValue(loop.getStep());
  if (!from || !to || !step || *step <= 1 || *to <= *from || (*to - *from) % *step != 0)
    return false;
  TileRows rows(loop, *step);
  if (!rows.find())
    return false;
  int64_t each = rows.bytes(), fitting = std::max<int64_t>(1, each == 0 ? *step : bytes / each);
  if (fitting >= *step)
    return false;
  int64_t strip = fitting;
  while ((*to - *from) % strip != 0)
    --strip;
  if (4 * strip < fitting)
    return false;
  rows.shorten(strip);
  return true;
}

} // namespace alcove::supertiling
