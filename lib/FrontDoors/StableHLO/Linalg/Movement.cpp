//===- Movement.cpp - Ops that make or move elements ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Linalg.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::onlinalg;

namespace {
LogicalResult convertConstant(OpConversion &c) {
  auto value = dyn_cast<DenseElementsAttr>(cast<ConstantOp>(c.op).getValue());
  if (!value)
    return c.refuse("its elements are no dense list");
  return c.done({toLinalg().constant(c.builder, c.op->getLoc(), value)});
}

LogicalResult convertIota(OpConversion &c) {
  int64_t dim = cast<IntegerAttr>(c.op->getAttr("iota_dimension")).getInt();
  Type element = c.type().getElementType();
  return c.done({eachElement(c, {}, plain(c.type()), [&](OpBuilder &builder, Location loc, ValueRange) -> Value {
    Value place = linalg::IndexOp::create(builder, loc, dim);
    Type wide = builder.getI64Type();
    place = arith::IndexCastOp::create(builder, loc, wide, place);
    return converted(builder, loc, place, wide, element);
  })});
}

/// Dimensions of extent 1 that are repeated go, the rest come into the order of the result, and the others are new.
LogicalResult broadcast(OpConversion &c, ArrayRef<int64_t> dims) {
  Dims kept, targets, order, added;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (c.inType(0).getDimSize(i) == c.type().getDimSize(dim)) {
      kept.push_back(c.inType(0).getDimSize(i));
      targets.push_back(dim);
    }
  Value value = reshaped(c, c.in(0), kept);
  for (size_t i = 0; i < targets.size(); ++i)
    order.push_back(i);
  llvm::sort(order, [&](int64_t a, int64_t b) { return targets[a] < targets[b]; });
  value = transposed(c, value, order);
  for (int64_t dim = 0; dim < c.type().getRank(); ++dim)
    if (!llvm::is_contained(targets, dim))
      added.push_back(dim);
  if (added.empty())
    return c.done({value});
  Value empty = tensor::EmptyOp::create(c.builder, c.op->getLoc(), c.type().getShape(), typeOf(value).getElementType());
  return c.done({linalg::BroadcastOp::create(c.builder, c.op->getLoc(), value, empty, added)->getResult(0)});
}

LogicalResult convertBroadcastInDim(OpConversion &c) {
  return broadcast(c, integersOf(c.op->getAttr("broadcast_dimensions")));
}

LogicalResult convertBroadcast(OpConversion &c) {
  int64_t front = c.type().getRank() - c.inType(0).getRank();
  return broadcast(c, llvm::to_vector(llvm::seq<int64_t>(front, c.type().getRank())));
}

LogicalResult convertReshape(OpConversion &c) { return c.done({reshaped(c, c.in(0), c.type().getShape())}); }

LogicalResult convertTranspose(OpConversion &c) {
  return c.done({transposed(c, c.in(0), integersOf(c.op->getAttr("permutation")))});
}

LogicalResult convertReverse(OpConversion &c) {
  return c.done({reversed(c, c.in(0), integersOf(c.op->getAttr("dimensions")))});
}

LogicalResult convertSlice(OpConversion &c) {
  auto op = cast<SliceOp>(c.op);
  return c.done(
      {sliced(c, c.in(0), integersOf(op.getStartIndices()), c.type().getShape(), integersOf(op.getStrides()))});
}

LogicalResult convertPad(OpConversion &c) {
  auto op = cast<PadOp>(c.op);
  return c.done({padded(c, c.in(0), scalarOf(c, 1), integersOf(op.getEdgePaddingLow()),
                        integersOf(op.getEdgePaddingHigh()), integersOf(op.getInteriorPadding()))});
}

LogicalResult convertConcatenate(OpConversion &c) {
  SmallVector<Value> parts;
  for (unsigned i = 0; i < c.operands.size(); ++i)
    parts.push_back(c.in(i));
  int64_t dim = cast<ConcatenateOp>(c.op).getDimension();
  return c.done({parts.size() == 1 ? parts[0] : tensor::ConcatOp::create(c.builder, c.op->getLoc(), dim, parts)});
}

LogicalResult convertDimensionSize(OpConversion &c) {
  double size = double(c.inType(0).getDimSize(cast<GetDimensionSizeOp>(c.op).getDimension()));
  return c.done(
      {filled(c, plain(c.type()), number(c.builder, c.op->getLoc(), plain(c.type()).getElementType(), size))});
}

//===----------------------------------------------------------------------===//
// Slices that begin where numbers say
//===----------------------------------------------------------------------===//

/// Where a slice begins, so that it lies within: numbers where they are known.
SmallVector<OpFoldResult> starts(OpConversion &c, unsigned first, ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  Location loc = c.op->getLoc();
  SmallVector<OpFoldResult> begins;
  for (size_t i = 0; i < sizes.size(); ++i) {
    int64_t last = shape[i] - sizes[i];
    std::optional<Dims> known = c.integers(first + i);
    if (last == 0 || known) {
      begins.push_back(c.builder.getIndexAttr(last == 0 ? 0 : std::clamp<int64_t>((*known)[0], 0, last)));
      continue;
    }
    Type element = c.inType(first + i).getElementType(), wide = c.builder.getI64Type();
    Value start = converted(c.builder, loc, scalarOf(c, first + i), element, wide);
    start = arith::MaxSIOp::create(c.builder, loc, start, number(c.builder, loc, wide, 0));
    start = arith::MinSIOp::create(c.builder, loc, start, number(c.builder, loc, wide, double(last)));
    begins.push_back(arith::IndexCastOp::create(c.builder, loc, c.builder.getIndexType(), start).getResult());
  }
  return begins;
}

LogicalResult convertDynamicSlice(OpConversion &c) {
  Dims sizes = integersOf(cast<DynamicSliceOp>(c.op).getSliceSizes()), ones(sizes.size(), 1);
  Value input = c.in(0);
  return c.done({tensor::ExtractSliceOp::create(
      c.builder, c.op->getLoc(), typeOf(input).clone(sizes), input, starts(c, 1, c.inType(0).getShape(), sizes),
      getAsIndexOpFoldResult(c.builder.getContext(), sizes), getAsIndexOpFoldResult(c.builder.getContext(), ones))});
}

LogicalResult convertDynamicUpdateSlice(OpConversion &c) {
  Dims sizes(c.inType(1).getShape()), ones(sizes.size(), 1);
  return c.done({tensor::InsertSliceOp::create(
      c.builder, c.op->getLoc(), c.in(1), c.in(0), starts(c, 2, c.inType(0).getShape(), sizes),
      getAsIndexOpFoldResult(c.builder.getContext(), sizes), getAsIndexOpFoldResult(c.builder.getContext(), ones))});
}
} // namespace

void onlinalg::addMovement(ConverterTable &table) {
  table["stablehlo.constant"] = convertConstant;
  table["stablehlo.iota"] = table["stablehlo.dynamic_iota"] = convertIota;
  table["stablehlo.broadcast_in_dim"] = table["stablehlo.dynamic_broadcast_in_dim"] = convertBroadcastInDim;
  table["stablehlo.broadcast"] = convertBroadcast;
  table["stablehlo.reshape"] = table["stablehlo.dynamic_reshape"] = convertReshape;
  table["stablehlo.transpose"] = convertTranspose;
  table["stablehlo.reverse"] = convertReverse;
  table["stablehlo.slice"] = convertSlice;
  table["stablehlo.pad"] = convertPad;
  table["stablehlo.concatenate"] = convertConcatenate;
  table["stablehlo.get_dimension_size"] = convertDimensionSize;
  table["stablehlo.dynamic_slice"] = convertDynamicSlice;
  table["stablehlo.dynamic_update_slice"] = convertDynamicUpdateSlice;
}
