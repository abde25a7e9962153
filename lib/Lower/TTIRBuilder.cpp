//===- TTIRBuilder.cpp - Small TTIR ops without ceremony ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TTIRBuilder.h"

using namespace mlir;
using namespace alcove;

Location conversion::suffixed(Location loc, StringRef suffix) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return NameLoc::get(StringAttr::get(loc.getContext(), name.getName().getValue() + suffix), loc);
  return loc;
}

RankedTensorType conversion::tensorTypeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

RankedTensorType conversion::withShape(RankedTensorType type, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
}

IntegerAttr conversion::si32Attr(Builder &builder, int64_t value) {
  return IntegerAttr::get(IntegerType::get(builder.getContext(), 32, IntegerType::Signed), value);
}

Value conversion::reshape(OpBuilder &builder, Location loc, Value input, ArrayRef<int64_t> shape) {
  RankedTensorType type = tensorTypeOf(input);
  if (type.getShape() == shape)
    return input;
  SmallVector<int32_t> dims(shape.begin(), shape.end());
  return ttir::ReshapeOp::create(builder, loc, withShape(type, shape), input, builder.getI32ArrayAttr(dims));
}

Value conversion::permute(OpBuilder &builder, Location loc, Value input, ArrayRef<int64_t> permutation) {
  if (isIdentity(permutation))
    return input;
  RankedTensorType type = tensorTypeOf(input);
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(type.getDimSize(dim));
  return ttir::PermuteOp::create(builder, loc, withShape(type, shape), input,
                                 builder.getDenseI64ArrayAttr(permutation));
}

Value conversion::broadcast(OpBuilder &builder, Location loc, Value input, ArrayRef<int64_t> shape) {
  RankedTensorType type = tensorTypeOf(input);
  SmallVector<int64_t> from(shape.size() - type.getRank(), 1), repeats;
  llvm::append_range(from, type.getShape());
  input = reshape(builder, loc, input, from);
  for (auto [have, want] : llvm::zip(from, shape))
    repeats.push_back(have == 0 ? 1 : want / have);
  if (llvm::all_of(repeats, [](int64_t count) { return count == 1; }))
    return input;
  return ttir::BroadcastOp::create(builder, loc, withShape(type, shape), input, builder.getDenseI64ArrayAttr(repeats));
}

Value conversion::slice(OpBuilder &builder, Location loc, Value input, int64_t dim, int64_t begin, int64_t extent) {
  RankedTensorType type = tensorTypeOf(input);
  if (extent == type.getDimSize(dim))
    return input;
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<int32_t> begins(type.getRank(), 0), ends(shape.begin(), shape.end()), steps(type.getRank(), 1);
  begins[dim] = static_cast<int32_t>(begin);
  ends[dim] = static_cast<int32_t>(begin + extent);
  shape[dim] = extent;
  return ttir::SliceStaticOp::create(builder, loc, withShape(type, shape), input, builder.getI32ArrayAttr(begins),
                                     builder.getI32ArrayAttr(ends), builder.getI32ArrayAttr(steps));
}

Value conversion::pad(OpBuilder &builder, Location loc, Value input, ArrayRef<int32_t> padding, double value) {
  if (llvm::all_of(padding, [](int32_t by) { return by == 0; }))
    return input;
  SmallVector<int64_t> shape(tensorTypeOf(input).getShape());
  for (auto [dim, extent] : llvm::enumerate(shape))
    extent += padding[2 * dim] + padding[2 * dim + 1];
  return ttir::PadOp::create(builder, loc, withShape(tensorTypeOf(input), shape), input,
                             builder.getDenseI32ArrayAttr(padding), builder.getF32FloatAttr(static_cast<float>(value)));
}

Value conversion::padTo(OpBuilder &builder, Location loc, Value input, int64_t dim, int64_t extent) {
  RankedTensorType type = tensorTypeOf(input);
  SmallVector<int32_t> padding(2 * type.getRank(), 0);
  padding[2 * dim + 1] = static_cast<int32_t>(extent - type.getDimSize(dim));
  return pad(builder, loc, input, padding);
}

Value conversion::full(OpBuilder &builder, Location loc, RankedTensorType type, double value) {
  SmallVector<int32_t> dims(type.getShape().begin(), type.getShape().end());
  Attribute fill = isa<FloatType>(type.getElementType())
                       ? Attribute(builder.getF32FloatAttr(value))
                       : Attribute(builder.getI32IntegerAttr(static_cast<int32_t>(static_cast<int64_t>(value))));
  return ttir::FullOp::create(builder, loc, type, builder.getDenseI32ArrayAttr(dims), fill);
}

std::optional<SmallVector<int64_t>> conversion::reducedDims(Operation *reduction) {
  int64_t rank = tensorTypeOf(reduction->getOperand(0)).getRank();
  SmallVector<int64_t> dims;
  if (Attribute attribute = reduction->getAttr("dim_arg")) {
    std::optional<SmallVector<int64_t>> values = shape::integers(attribute);
    if (!values)
      return std::nullopt;
    for (int64_t dim : *values) {
      std::optional<int64_t> normal = shape::normalizeDim(dim, rank);
      if (!normal)
        return std::nullopt;
      dims.push_back(*normal);
    }
  }
  if (dims.empty())
    llvm::append_range(dims, llvm::seq<int64_t>(0, rank));
  llvm::sort(dims);
  dims.erase(llvm::unique(dims), dims.end());
  return dims;
}

SmallVector<int64_t> conversion::inversePermutation(ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> inverse(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation))
    inverse[from] = to;
  return inverse;
}

bool conversion::isIdentity(ArrayRef<int64_t> permutation) {
  for (auto [to, from] : llvm::enumerate(permutation))
    if (static_cast<int64_t>(to) != from)
      return false;
  return true;
}
