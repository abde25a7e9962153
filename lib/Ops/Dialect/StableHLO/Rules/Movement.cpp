//===- Movement.cpp - Ops that make or move elements ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Spec.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
int64_t rankOf(RankedTensorType type) { return type.getRank(); }

LogicalResult constant(Operation *op) {
  Spec spec(op);
  auto value = cast<ConstantOp>(op).getValue();
  return spec.sameType(1, "value and output", value.getType(), spec.out()).done();
}

LogicalResult iota(Operation *op) {
  Spec spec(op);
  return spec.inRange(1, "iota_dimension", {spec.number("iota_dimension")}, 0, rankOf(spec.out())).done();
}

LogicalResult broadcastInDim(Operation *op) {
  Spec spec(op);
  Dims dims = spec.list("broadcast_dimensions");
  spec.sameElement(1, "operand and result", spec.in(0), spec.out())
      .sizeIs(2, "broadcast_dimensions", dims, rankOf(spec.in(0)))
      .inRange(3, "broadcast_dimensions", dims, 0, rankOf(spec.out()))
      .unique(4, "broadcast_dimensions", dims);
  if (!spec.ok())
    return failure();
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t from = spec.in(0).getDimSize(i), to = spec.out().getDimSize(dim);
    spec.holds(5, from == 1 || fits(from, to),
               "dimension " + Twine(i) + " of the operand has " + Twine(from) + " elements, dimension " + Twine(dim) +
                   " of the result " + Twine(to));
  }
  return spec.done();
}

LogicalResult broadcast(Operation *op) {
  Spec spec(op);
  Dims shape = spec.list("broadcast_sizes");
  llvm::append_range(shape, spec.in(0).getShape());
  return spec.sameElement(1, "operand and result", spec.in(0), spec.out())
      .shapeIs(2, "result", spec.out(), shape)
      .done();
}

LogicalResult reshape(Operation *op) {
  Spec spec(op);
  spec.sameElement(1, "operand and result", spec.in(0), spec.out());
  if (spec.in(0).hasStaticShape() && spec.out().hasStaticShape())
    spec.holds(2, spec.in(0).getNumElements() == spec.out().getNumElements(),
               "operand has " + Twine(spec.in(0).getNumElements()) + " elements, result " +
                   Twine(spec.out().getNumElements()));
  return spec.done();
}

LogicalResult bitcastConvert(Operation *op) {
  Spec spec(op);
  auto widthOf = [](Type type) -> unsigned {
    if (auto complex = dyn_cast<ComplexType>(type))
      return 2 * complex.getElementType().getIntOrFloatBitWidth();
    if (auto quantized = dyn_cast<quant::QuantizedType>(type))
      return quantized.getStorageTypeIntegralWidth();
    return type.getIntOrFloatBitWidth();
  };
  unsigned from = widthOf(spec.in(0).getElementType()), to = widthOf(spec.out().getElementType());
  Dims shape(spec.in(0).getShape());
  spec.holds(1, std::max(from, to) % std::min(from, to) == 0,
             "elements of " + Twine(from) + " bits and of " + Twine(to) + " bits do not divide each other");
  if (from > to)
    shape.push_back(from / to);
  else if (from < to && !shape.empty()) {
    spec.holds(1, fits(shape.back(), to / from),
               "the last dimension of the operand has " + Twine(shape.back()) + " elements, expected " +
                   Twine(to / from));
    shape.pop_back();
  }
  return spec.shapeIs(1, "result", spec.out(), shape).done();
}

LogicalResult transpose(Operation *op) {
  Spec spec(op);
  Dims permutation = spec.list("permutation"), ordered = permutation, shape;
  llvm::sort(ordered);
  spec.sameElement(1, "operand and result", spec.in(0), spec.out())
      .holds(2, llvm::equal(ordered, llvm::seq<int64_t>(0, rankOf(spec.in(0)))),
             "permutation " + text(permutation) + " is no permutation of " + Twine(rankOf(spec.in(0))) + " dimensions");
  if (!spec.ok())
    return failure();
  for (int64_t dim : permutation)
    shape.push_back(spec.in(0).getDimSize(dim));
  return spec.shapeIs(3, "result", spec.out(), shape).done();
}

LogicalResult reverse(Operation *op) {
  Spec spec(op);
  Dims dims = spec.list("dimensions");
  return spec.sameType(1, "operand and result", spec.in(0), spec.out())
      .unique(2, "dimensions", dims)
      .inRange(3, "dimensions", dims, 0, rankOf(spec.out()))
      .done();
}

LogicalResult concatenate(Operation *op) {
  Spec spec(op);
  int64_t dim = spec.number("dimension"), extent = 0;
  spec.holds(3, op->getNumOperands() > 0, "it has no inputs");
  if (!spec.ok())
    return failure();
  spec.inRange(4, "dimension", {dim}, 0, rankOf(spec.in(0)));
  for (unsigned i = 0; i < op->getNumOperands() && spec.ok(); ++i) {
    spec.sameElement(1, "inputs", spec.in(0), spec.in(i));
    Dims shape(spec.in(0).getShape());
    if (rankOf(spec.in(i)) == rankOf(spec.in(0)))
      shape[dim] = spec.in(i).getDimSize(dim);
    spec.shapeIs(2, "an input, but for the dimension,", spec.in(i), shape);
    if (spec.ok() && !ShapedType::isDynamic(extent))
      extent = ShapedType::isDynamic(shape[dim]) ? ShapedType::kDynamic : sum({extent, shape[dim]});
  }
  if (!spec.ok())
    return failure();
  Dims shape(spec.in(0).getShape());
  shape[dim] = extent;
  return spec.sameElement(5, "inputs and result", spec.in(0), spec.out())
      .shapeIs(6, "result", spec.out(), shape)
      .done();
}

LogicalResult slice(Operation *op) {
  Spec spec(op);
  Dims start = spec.list("start_indices"), limit = spec.list("limit_indices"), stride = spec.list("strides"), shape;
  size_t rank = rankOf(spec.in(0));
  spec.sameElement(1, "operand and result", spec.in(0), spec.out())
      .sizeIs(2, "start_indices", start, rank)
      .sizeIs(2, "limit_indices", limit, rank)
      .sizeIs(2, "strides", stride, rank)
      .atLeast(4, "strides", stride, 1);
  if (!spec.ok())
    return failure();
  for (size_t i = 0; i < rank; ++i) {
    int64_t extent = spec.in(0).getDimSize(i);
    spec.holds(3, 0 <= start[i] && start[i] <= limit[i] && (ShapedType::isDynamic(extent) || limit[i] <= extent),
               "start " + Twine(start[i]) + " and limit " + Twine(limit[i]) + " of dimension " + Twine(i) +
                   " must lie in order in its " + Twine(extent) + " elements");
    if (!spec.ok())
      return failure();
    int64_t taken = limit[i] - start[i];
    shape.push_back(taken / stride[i] + (taken % stride[i] ? 1 : 0));
  }
  return spec.shapeIs(5, "result", spec.out(), shape).done();
}

LogicalResult dynamicSlice(Operation *op) {
  Spec spec(op);
  Dims sizes = spec.list("slice_sizes");
  size_t rank = rankOf(spec.in(0)), starts = op->getNumOperands() - 1;
  spec.sameElement(1, "operand and result", spec.in(0), spec.out())
      .sizeIs(2, "slice_sizes", sizes, rank)
      .holds(2, starts == rank, Twine(starts) + " start indices for " + Twine(rank) + " dimensions");
  for (unsigned i = 1; i < op->getNumOperands(); ++i)
    spec.sameType(3, "start indices", spec.in(1), spec.in(i));
  for (size_t i = 0; i < rank && spec.ok(); ++i)
    spec.holds(4, 0 <= sizes[i] && (spec.in(0).isDynamicDim(i) || sizes[i] <= spec.in(0).getDimSize(i)),
               "slice size " + Twine(sizes[i]) + " of dimension " + Twine(i) + " of " +
                   Twine(spec.in(0).getDimSize(i)) + " elements");
  return spec.shapeIs(5, "result", spec.out(), sizes).done();
}

LogicalResult dynamicUpdateSlice(Operation *op) {
  Spec spec(op);
  RankedTensorType operand = spec.in(0), update = spec.in(1);
  int64_t rank = rankOf(operand), starts = op->getNumOperands() - 2;
  spec.sameType(1, "operand and result", operand, spec.out())
      .sameElement(2, "update and operand", update, operand)
      .holds(3, rankOf(update) == rank, "update has rank " + Twine(rankOf(update)) + ", operand " + Twine(rank))
      .holds(4, starts == rank, Twine(starts) + " start indices for " + Twine(rank) + " dimensions");
  for (unsigned i = 2; i < op->getNumOperands(); ++i)
    spec.sameType(5, "start indices", spec.in(2), spec.in(i));
  for (int64_t i = 0; i < rank && spec.ok(); ++i)
    spec.holds(6, update.isDynamicDim(i) || operand.isDynamicDim(i) || update.getDimSize(i) <= operand.getDimSize(i),
               "update has " + Twine(update.getDimSize(i)) + " elements along dimension " + Twine(i) + ", operand " +
                   Twine(operand.getDimSize(i)));
  return spec.done();
}

LogicalResult pad(Operation *op) {
  Spec spec(op);
  Dims low = spec.list("edge_padding_low"), high = spec.list("edge_padding_high"),
       inner = spec.list("interior_padding");
  size_t rank = rankOf(spec.in(0));
  spec.sameElement(1, "operand and padding_value", spec.in(0), spec.in(1))
      .sameElement(1, "operand and result", spec.in(0), spec.out())
      .holds(1, rankOf(spec.in(1)) == 0, "padding_value must be a scalar")
      .sizeIs(2, "edge_padding_low", low, rank)
      .sizeIs(2, "edge_padding_high", high, rank)
      .sizeIs(2, "interior_padding", inner, rank)
      .atLeast(3, "interior_padding", inner, 0);
  if (!spec.ok())
    return failure();
  Dims shape;
  for (size_t i = 0; i < rank; ++i) {
    int64_t extent = spec.in(0).getDimSize(i);
    shape.push_back(ShapedType::isDynamic(extent)
                        ? extent
                        : sum({extent, low[i], product(std::max<int64_t>(extent - 1, 0), inner[i]), high[i]}));
  }
  return spec.shapeIs(4, "result", spec.out(), shape).done();
}

LogicalResult getDimensionSize(Operation *op) {
  Spec spec(op);
  return spec.inRange(1, "dimension", {spec.number("dimension")}, 0, rankOf(spec.in(0))).done();
}

LogicalResult rngBitGenerator(Operation *op) {
  Spec spec(op);
  return spec.sameType(1, "initial_state and output_state", spec.in(0), spec.out(0)).done();
}

LogicalResult rng(Operation *op) {
  Spec spec(op);
  return spec.sameElement(1, "a and b", spec.in(0), spec.in(1))
      .sameElement(1, "a and result", spec.in(0), spec.out())
      .holds(1, rankOf(spec.in(0)) == 0 && rankOf(spec.in(1)) == 0, "a and b must be scalars")
      .done();
}
} // namespace

void stablehlo::addMovementRules(RuleTable &table) {
  table["constant"] = constant;
  table["iota"] = table["dynamic_iota"] = iota;
  table["broadcast_in_dim"] = table["dynamic_broadcast_in_dim"] = broadcastInDim;
  table["broadcast"] = broadcast;
  table["reshape"] = table["dynamic_reshape"] = reshape;
  table["bitcast_convert"] = bitcastConvert;
  table["transpose"] = transpose;
  table["reverse"] = reverse;
  table["concatenate"] = concatenate;
  table["slice"] = slice;
  table["dynamic_slice"] = dynamicSlice;
  table["dynamic_update_slice"] = dynamicUpdateSlice;
  table["pad"] = pad;
  table["get_dimension_size"] = table["set_dimension_size"] = getDimensionSize;
  table["rng_bit_generator"] = rngBitGenerator;
  table["rng"] = rng;
}
