//===- Tensors.cpp - What converters to linalg are written with ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Linalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::onlinalg;

Type onlinalg::plain(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

RankedTensorType onlinalg::plain(RankedTensorType type) {
  return RankedTensorType::get(type.getShape(), plain(type.getElementType()));
}

Value onlinalg::scalarOf(OpConversion &c, unsigned operand) {
  Type element = plain(c.inType(operand).getElementType());
  if (std::optional<double> value = c.splat(operand); value && isa<FloatType>(element))
    return number(c.builder, c.op->getLoc(), element, *value);
  if (const Array *known = c.known(operand); known && known->size() == 1 && isa<IntegerType>(element)) {
    APInt bits(element.getIntOrFloatBitWidth(), uint64_t(known->integer(0)), /*isSigned=*/true, /*implicitTrunc=*/true);
    return arith::ConstantOp::create(c.builder, c.op->getLoc(), IntegerAttr::get(element, bits));
  }
  Value tensor = c.in(operand);
  Value zero;
  if (typeOf(tensor).getRank() > 0)
    zero = arith::ConstantIndexOp::create(c.builder, c.op->getLoc(), 0);
  return tensor::ExtractOp::create(c.builder, c.op->getLoc(), tensor,
                                   SmallVector<Value>(typeOf(tensor).getRank(), zero));
}

Value onlinalg::filled(OpConversion &c, RankedTensorType type, Value scalar) {
  Value empty = tensor::EmptyOp::create(c.builder, c.op->getLoc(), type.getShape(), type.getElementType());
  return linalg::FillOp::create(c.builder, c.op->getLoc(), scalar, empty).getResult(0);
}

Value onlinalg::mapped(OpConversion &c, ValueRange inputs, ArrayRef<AffineMap> maps, Value out, Body body) {
  SmallVector<utils::IteratorType> loops(maps.back().getNumDims(), utils::IteratorType::reduction);
  for (AffineExpr place : maps.back().getResults())
    loops[cast<AffineDimExpr>(place).getPosition()] = utils::IteratorType::parallel;
  auto generic = linalg::GenericOp::create(c.builder, c.op->getLoc(), out.getType(), inputs, out, maps, loops,
                                           [&](OpBuilder &builder, Location loc, ValueRange values) {
                                             linalg::YieldOp::create(builder, loc, body(builder, loc, values));
                                           });
  return generic.getResult(0);
}

Value onlinalg::eachElement(OpConversion &c, ValueRange inputs, RankedTensorType type, Body body) {
  Value empty = tensor::EmptyOp::create(c.builder, c.op->getLoc(), type.getShape(), type.getElementType());
  AffineMap same = c.builder.getMultiDimIdentityMap(type.getRank());
  return mapped(c, inputs, SmallVector<AffineMap>(inputs.size() + 1, same), empty, body);
}

/// Through one dimension where no other way leads from one shape to the other.
Value onlinalg::reshaped(OpConversion &c, Value value, ArrayRef<int64_t> shape) {
  RankedTensorType from = typeOf(value), to = from.clone(shape);
  if (from == to)
    return value;
  Location loc = c.op->getLoc();
  std::optional<SmallVector<ReassociationIndices>> groups;
  if (from.getNumElements() > 0)
    groups = getReassociationIndicesForReshape(from, to);
  if (groups && from.getRank() < to.getRank())
    return tensor::ExpandShapeOp::create(c.builder, loc, to, value, *groups);
  if (groups && from.getRank() > to.getRank())
    return tensor::CollapseShapeOp::create(c.builder, loc, to, value, *groups);
  auto line = from.clone({from.getNumElements()});
  auto all = [](int64_t rank) {
    return SmallVector<ReassociationIndices>{llvm::to_vector<2>(llvm::seq<int64_t>(0, rank))};
  };
  if (from.getRank() == 0)
    value = tensor::ExpandShapeOp::create(c.builder, loc, line, value, ArrayRef<ReassociationIndices>{});
  else if (from.getRank() > 1)
    value = tensor::CollapseShapeOp::create(c.builder, loc, line, value, all(from.getRank()));
  if (to.getRank() == 1)
    return value;
  if (to.getRank() == 0)
    return tensor::CollapseShapeOp::create(c.builder, loc, to, value, ArrayRef<ReassociationIndices>{});
  return tensor::ExpandShapeOp::create(c.builder, loc, to, value, all(to.getRank()));
}

Value onlinalg::transposed(OpConversion &c, Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  Dims shape;
  for (int64_t dim : permutation)
    shape.push_back(typeOf(value).getDimSize(dim));
  Value empty = tensor::EmptyOp::create(c.builder, c.op->getLoc(), shape, typeOf(value).getElementType());
  return linalg::TransposeOp::create(c.builder, c.op->getLoc(), value, empty, permutation)->getResult(0);
}

Value onlinalg::reversed(OpConversion &c, Value value, ArrayRef<int64_t> dims) {
  RankedTensorType type = typeOf(value);
  SmallVector<AffineExpr> places;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    AffineExpr place = c.builder.getAffineDimExpr(dim);
    places.push_back(llvm::is_contained(dims, dim) ? type.getDimSize(dim) - 1 - place : place);
  }
  Value empty = tensor::EmptyOp::create(c.builder, c.op->getLoc(), type.getShape(), type.getElementType());
  AffineMap from = AffineMap::get(type.getRank(), 0, places, c.builder.getContext());
  return mapped(c, value, {from, c.builder.getMultiDimIdentityMap(type.getRank())}, empty,
                [](OpBuilder &, Location, ValueRange values) { return values[0]; });
}

static SmallVector<OpFoldResult> indices(OpBuilder &builder, ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(builder.getContext(), values);
}

Value onlinalg::sliced(OpConversion &c, Value value, ArrayRef<int64_t> begins, ArrayRef<int64_t> sizes,
                       ArrayRef<int64_t> steps) {
  if (typeOf(value).getShape() == sizes)
    return value;
  return tensor::ExtractSliceOp::create(c.builder, c.op->getLoc(), typeOf(value).clone(sizes), value,
                                        indices(c.builder, begins), indices(c.builder, sizes),
                                        indices(c.builder, steps));
}

Value onlinalg::padded(OpConversion &c, Value value, Value with, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                       ArrayRef<int64_t> interior) {
  Location loc = c.op->getLoc();
  RankedTensorType type = typeOf(value);
  Dims before, behind, shape, cut, kept, steps, ones(low.size(), 1);
  bool holes = false;
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    before.push_back(std::max<int64_t>(0, low[i]));
    behind.push_back(std::max<int64_t>(0, high[i]));
    int64_t apart = extent + std::max<int64_t>(0, extent - 1) * interior[i];
    steps.push_back(interior[i] + 1);
    holes |= interior[i] > 0 && extent > 1;
    shape.push_back(before[i] + apart + behind[i]);
    cut.push_back(std::max<int64_t>(0, -low[i]));
    kept.push_back(low[i] + apart + high[i]);
  }
  auto whole = type.clone(shape);
  if (holes)
    value = tensor::InsertSliceOp::create(c.builder, loc, value, filled(c, whole, with), indices(c.builder, before),
                                          indices(c.builder, type.getShape()), indices(c.builder, steps));
  else if (whole != type)
    value = tensor::PadOp::create(c.builder, loc, whole, value, indices(c.builder, before), indices(c.builder, behind),
                                  with);
  return sliced(c, value, cut, kept, ones);
}

Value onlinalg::cast(OpConversion &c, Value value, Type from, Type to) {
  if (plain(from) == plain(to))
    return value;
  return eachElement(c, value, typeOf(value).clone(plain(to)),
                     [&](OpBuilder &builder, Location loc, ValueRange values) {
                       return converted(builder, loc, values[0], from, to);
                     });
}

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

static Value constant(OpBuilder &builder, Location loc, DenseElementsAttr value) {
  Type element = plain(value.getElementType());
  return arith::ConstantOp::create(builder, loc, element == value.getElementType() ? value : value.bitcast(element));
}

static Value both(OpBuilder &builder, Location loc, Value a, Value b) {
  return arith::AndIOp::create(builder, loc, a, b);
}

static Value choose(OpBuilder &builder, Location loc, Value pred, Value yes, Value no) {
  Value scalar = tensor::ExtractOp::create(builder, loc, pred, ValueRange{});
  return arith::SelectOp::create(builder, loc, scalar, yes, no);
}

const Target &stablehlo::toLinalg() {
  static const Target target = [] {
    Target made{"linalg", {}, constant, both, choose, onlinalg::plain, nullptr, false};
    onlinalg::addElementwise(made.table);
    onlinalg::addMovement(made.table);
    onlinalg::addContractions(made.table);
    onlinalg::addReductions(made.table);
    onlinalg::addIndexing(made.table);
    return made;
  }();
  return target;
}
