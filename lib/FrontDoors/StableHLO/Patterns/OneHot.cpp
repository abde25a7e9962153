//===- OneHot.cpp - Products of one-hot rows are rows of a table ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Patterns.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::patterns;

namespace {
/// Each number is its position along `dim`.
bool isPositions(Value value, int64_t dim) {
  while (auto broadcast = value.getDefiningOp<ttir::BroadcastOp>())
    value = broadcast.getInput();
  if (auto arange = value.getDefiningOp<ttir::ArangeOp>())
    return arange.getStart() == 0 && arange.getStep() == 1 && int64_t(arange.getArangeDimension()) == dim;
  auto constant = value.getDefiningOp<ttir::ConstantOp>();
  auto dense = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue()) : DenseIntElementsAttr();
  if (!dense || dense.isSplat())
    return false;
  ArrayRef<int64_t> shape = typeOf(value).getShape();
  int64_t stride = 1, at = 0;
  for (int64_t extent : shape.drop_front(dim + 1))
    stride *= extent;
  return llvm::all_of(dense.getValues<APInt>(),
                      [&](const APInt &number) { return number.getSExtValue() == at++ / stride % shape[dim]; });
}

/// The indices whose one-hot rows along the last dimension `value` is: as many as rows.
Value indicesOf(Value value) {
  auto cast = value.getDefiningOp<ttir::TypecastOp>();
  auto equal = cast ? cast.getInput().getDefiningOp<ttir::EqOp>() : ttir::EqOp();
  if (!equal)
    return {};
  RankedTensorType type = typeOf(equal.getResult());
  for (unsigned side : {0u, 1u})
    if (isPositions(equal->getOperand(1 - side), type.getRank() - 1) &&
        isa<IntegerType>(typeOf(equal->getOperand(side)).getElementType()))
      return rowNumbers(equal->getOperand(side), type);
  return {};
}

bool isOnly(ArrayRef<int64_t> dims, int64_t dim) { return dims.size() == 1 && dims[0] == dim; }

/// Rows of the table, and zeros for indices that are none of its rows: such a one-hot row has no one.
Value lookUp(OpBuilder &builder, Location loc, Value indices, Value table) {
  RankedTensorType type = typeOf(indices), pred = type.clone(builder.getI1Type());
  auto constant = [&](RankedTensorType like, double value) -> Value {
    Attribute number = isa<FloatType>(like.getElementType())
                           ? Attribute(builder.getFloatAttr(like.getElementType(), value))
                           : Attribute(IntegerAttr::get(like.getElementType(), int64_t(value)));
    return ttir::ConstantOp::create(builder, loc, like, DenseElementsAttr::get(like, number));
  };
  Value low = constant(type, 0), high = constant(type, double(typeOf(table).getDimSize(0) - 1));
  Value within = ttir::LogicalAndOp::create(builder, loc, pred, ttir::GeOp::create(builder, loc, pred, indices, low),
                                            ttir::LeOp::create(builder, loc, pred, indices, high));
  Value row = ttir::ClampTensorOp::create(builder, loc, type, indices, low, high);
  Dims shape(type.getShape());
  shape.push_back(typeOf(table).getDimSize(1));
  RankedTensorType result = typeOf(table).clone(shape);
  Value rows = ttir::EmbeddingOp::create(builder, loc, result, row, table);
  Dims line = shape, repeats(shape.size(), 1);
  line.back() = 1;
  repeats.back() = shape.back();
  SmallVector<int32_t> narrow(line.begin(), line.end());
  within = ttir::ReshapeOp::create(builder, loc, pred.clone(line), within, builder.getI32ArrayAttr(narrow));
  within = ttir::BroadcastOp::create(builder, loc, pred.clone(shape), within, builder.getDenseI64ArrayAttr(repeats));
  return ttir::WhereOp::create(builder, loc, result, within, rows, constant(result, 0));
}
} // namespace

/// one_hot(indices) x table, the table on either side.
bool patterns::recognizeOneHot(Operation *op) {
  auto product = dyn_cast<ttir::DotGeneralOp>(op);
  if (!product || !product.getBatchDimsLhs().empty())
    return false;
  for (bool tableLeft : {false, true}) {
    Value hot = tableLeft ? product.getRhs() : product.getLhs(),
          table = tableLeft ? product.getLhs() : product.getRhs();
    ArrayRef<int64_t> hotDims = tableLeft ? product.getContractDimsRhs() : product.getContractDimsLhs();
    ArrayRef<int64_t> tableDims = tableLeft ? product.getContractDimsLhs() : product.getContractDimsRhs();
    RankedTensorType type = typeOf(op->getResult(0));
    if (typeOf(table).getRank() != 2 || !isOnly(tableDims, 0) || !isOnly(hotDims, typeOf(hot).getRank() - 1) ||
        typeOf(table).getElementType() != type.getElementType() ||
        typeOf(hot).getElementType() != type.getElementType())
      continue;
    Value indices = indicesOf(hot);
    if (!indices)
      continue;
    OpBuilder builder(op);
    Dims shape(typeOf(hot).getShape().drop_back());
    if (typeOf(indices).getShape() != ArrayRef<int64_t>(shape)) {
      SmallVector<int32_t> narrow(shape.begin(), shape.end());
      indices = ttir::ReshapeOp::create(builder, op->getLoc(), typeOf(indices).clone(shape), indices,
                                        builder.getI32ArrayAttr(narrow));
    }
    Value rows = lookUp(builder, op->getLoc(), indices, table);
    if (tableLeft) { // the columns come first
      Dims order{int64_t(shape.size())};
      for (size_t i = 0; i < shape.size(); ++i)
        order.push_back(i);
      rows = ttir::PermuteOp::create(builder, op->getLoc(), type, rows, builder.getDenseI64ArrayAttr(order));
    }
    op->getResult(0).replaceAllUsesWith(rows);
    return true;
  }
  return false;
}
