//===- Movement.cpp - Ops that make or move elements ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "mlir/IR/BuiltinOps.h"

#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
namespace arrays = alcove::reference::arrays;

namespace {
LogicalResult convertConstant(OpConversion &c) {
  return c.done({c.make("constant", c.type(), {}, c.attr("value", c.op->getAttr("value")))});
}

/// Positions along `dim`.
Value arange(OpConversion &c, RankedTensorType type, int64_t dim) {
  auto si64 = IntegerType::get(c.builder.getContext(), 64, IntegerType::Signed);
  auto number = [&](int64_t value) { return IntegerAttr::get(si64, value); };
  return c.make("arange", type, {},
                {c.attr("start", number(0)), c.attr("end", number(type.getDimSize(dim))), c.attr("step", number(1)),
                 c.attr("arange_dimension", c.builder.getI64IntegerAttr(dim))});
}

LogicalResult convertIota(OpConversion &c) {
  return c.done({arange(c, c.type(), c.op->getAttrOfType<IntegerAttr>("iota_dimension").getInt())});
}

/// Dimensions in rising order, each at its place among those of extent 1, then repeated.
LogicalResult convertBroadcastInDim(OpConversion &c) {
  Dims dims = integersOf(c.op->getAttr("broadcast_dimensions")), order(dims.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  llvm::sort(order, [&](int64_t a, int64_t b) { return dims[a] < dims[b]; });
  Value value = c.permute(c.in(0), order);
  Dims shape(c.type().getRank(), 1);
  for (auto [i, from] : llvm::enumerate(order))
    shape[dims[from]] = typeOf(value).getDimSize(i);
  return c.done({c.broadcast(c.reshape(value, shape), c.type().getShape())});
}

LogicalResult convertBroadcast(OpConversion &c) { return c.done({c.broadcast(c.in(0), c.type().getShape())}); }

LogicalResult convertReshape(OpConversion &c) { return c.done({c.reshape(c.in(0), c.type().getShape())}); }

LogicalResult convertTranspose(OpConversion &c) {
  return c.done({c.permute(c.in(0), integersOf(c.op->getAttr("permutation")))});
}

LogicalResult convertReverse(OpConversion &c) {
  Dims dims = integersOf(c.op->getAttr("dimensions"));
  return c.done({dims.empty() ? c.in(0)
                              : c.make("reverse", c.type(), c.in(0),
                                       c.attr("dimensions", c.builder.getDenseI64ArrayAttr(dims)))});
}

LogicalResult convertConcatenate(OpConversion &c) {
  SmallVector<Value> values;
  for (unsigned i = 0; i < c.operands.size(); ++i)
    if (!llvm::is_contained(cast<ShapedType>(c.op->getOperand(i).getType()).getShape(), 0))
      values.push_back(c.in(i));
  if (values.size() == 1 && c.operands.size() > 1)
    return c.done({values[0]});
  if (values.empty())
    values.push_back(c.in(0));
  return c.done({c.concat(values, cast<ConcatenateOp>(c.op).getDimension())});
}

LogicalResult convertSlice(OpConversion &c) {
  auto op = cast<SliceOp>(c.op);
  return c.done({c.slice(c.in(0), integersOf(op.getStartIndices()), integersOf(op.getLimitIndices()),
                         integersOf(op.getStrides()))});
}

/// Between neighbours come `interior` copies of the value: each element with them behind it, the last one without.
Value spread(OpConversion &c, Value value, double with, int64_t dim, int64_t interior) {
  Dims shape(typeOf(value).getShape()), apart = shape;
  apart.insert(apart.begin() + dim + 1, 1);
  SmallVector<int32_t> padding(2 * apart.size(), 0);
  padding[2 * (dim + 1) + 1] = int32_t(interior);
  Dims padded = apart;
  padded[dim + 1] += interior;
  value = c.make("pad", typeOf(value).clone(padded), c.reshape(value, apart),
                 {c.attr("padding", c.builder.getDenseI32ArrayAttr(padding)),
                  c.attr("value", c.builder.getF32FloatAttr(float(with)))});
  Dims joined = shape, begins(shape.size(), 0), steps(shape.size(), 1);
  joined[dim] *= interior + 1;
  value = c.reshape(value, joined);
  joined[dim] -= interior;
  return c.slice(value, begins, joined, steps);
}

} // namespace

Value stablehlo::padded(OpConversion &c, Value value, double with, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                        ArrayRef<int64_t> inner) {
  // TTIR says it as f32. Of integers that f32 does not hold the distance is padded by zero: they wrap.
  if (isa<IntegerType>(typeOf(value).getElementType()) && double(float(with)) != with) {
    Value distance = c.binary("subtract", value, c.constant(typeOf(value), with));
    distance = padded(c, distance, 0, low, high, inner);
    return c.binary("add", distance, c.constant(typeOf(distance), with));
  }
  for (auto [dim, interior] : llvm::enumerate(inner))
    if (interior > 0 && typeOf(value).getDimSize(dim) > 1)
      value = spread(c, value, with, dim, interior);
  SmallVector<int32_t> padding;
  Dims extents(typeOf(value).getShape()), begins, ends, steps(low.size(), 1);
  for (auto [i, lowHigh] : llvm::enumerate(llvm::zip(low, high))) {
    auto [l, h] = lowHigh;
    begins.push_back(std::max<int64_t>(0, -l));
    padding.append({int32_t(std::max<int64_t>(0, l)), int32_t(std::max<int64_t>(0, h))});
    extents[i] += padding[2 * i] + padding[2 * i + 1];
    ends.push_back(extents[i] + std::min<int64_t>(0, h));
  }
  if (typeOf(value).getShape() != ArrayRef<int64_t>(extents))
    value = c.make("pad", typeOf(value).clone(extents), value,
                   {c.attr("padding", c.builder.getDenseI32ArrayAttr(padding)),
                    c.attr("value", c.builder.getF32FloatAttr(float(with)))});
  return c.slice(value, begins, ends, steps);
}

namespace {
/// Where elements of the operand are in the result of a pad.
Value isOperand(OpConversion &c, ArrayRef<int64_t> low, ArrayRef<int64_t> inner) {
  Dims shape(c.type().getShape()), strides = arrays::stridesOf(shape);
  SmallVector<bool> inside(c.type().getNumElements(), true);
  for (int64_t i = 0; i < int64_t(inside.size()); ++i)
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      // Between the elements of an extent of one is nothing.
      int64_t extent = c.inType(0).getDimSize(dim), step = extent > 1 ? inner[dim] + 1 : 1;
      int64_t from = i / strides[dim] % shape[dim] - low[dim];
      inside[i] &= from >= 0 && from % step == 0 && from / step < extent;
    }
  auto type = c.type().clone(c.builder.getI1Type());
  return c.make("constant", type, {}, c.attr("value", DenseElementsAttr::get(type, ArrayRef<bool>(inside))));
}

LogicalResult convertPadBy(OpConversion &c, ArrayRef<int64_t> low, ArrayRef<int64_t> high, ArrayRef<int64_t> inner) {
  for (ArrayRef<int64_t> edges : {low, high})
    if (!llvm::all_of(edges, [](int64_t edge) { return llvm::isInt<32>(edge); }))
      return c.refuse("edges of more than 2^31 elements");
  std::optional<double> with = c.splat(1);
  Value value = padded(c, c.in(0), with.value_or(0), low, high, inner);
  if (with)
    return c.done({value});
  if (c.type().getNumElements() > knownElements)
    return c.refuse("the padding value is known only at run time");
  return c.done(
      {c.make("where", c.type(), {isOperand(c, low, inner), value, c.broadcast(c.in(1), c.type().getShape())})});
}

/// Gradients of a maximum over windows, or a minimum. Of each window the first such element gets what the source has for
/// it:
///
///   for each place o in a window   place = where(operand[o ..] > best, o, place), best = maximum(best, operand[o ..])
///   result                         sum over o of where(place = o, source, 0), spread by the strides, from o on
LogicalResult convertSelectAndScatter(OpConversion &c) {
  auto op = cast<SelectAndScatterOp>(c.op);
  auto compare = op.getSelect().hasOneBlock() ? dyn_cast<CompareOp>(op.getSelect().front().front()) : CompareOp();
  bool chooses = compare && compare->getOperands() == ValueRange(op.getSelect().getArguments()) &&
                 op.getSelect().front().getTerminator()->getOperand(0) == compare.getResult();
  bool largest = chooses && compare.getComparisonDirection() == ComparisonDirection::GE;
  bool least = chooses && compare.getComparisonDirection() == ComparisonDirection::LE;
  Dims edges = integersOf(op.getPaddingAttr(), 2 * c.type().getRank(), 0);
  // Of integers no number stands for an element that is not there.
  bool isFloat = isa<FloatType>(c.type().getElementType()), isPred = c.type().getElementType().isInteger(1);
  if ((!largest && !least) || isPred || c.splat(2) != 0.0 ||
      llvm::any_of(edges, [&](int64_t edge) { return edge < 0 || (edge > 0 && !isFloat); }) ||
      combinationOf(op.getScatter(), c.conversion.evaluator) != "sum")
    return c.refuse("it is no gradient of a maximum or minimum over windows");
  RankedTensorType source = c.inType(1), places = source.clone(c.builder.getI32Type()),
                   preds = source.clone(c.builder.getI1Type());
  size_t rank = source.getRank();
  Dims window = integersOf(op.getWindowDimensionsAttr(), rank, 1),
       strides = integersOf(op.getWindowStridesAttr(), rank, 1), low, high, none(rank, 0);
  for (size_t dim = 0; dim < rank; ++dim)
    low.push_back(edges[2 * dim]), high.push_back(edges[2 * dim + 1]);
  if (arrays::volumeOf(window) > mostPlaces)
    return c.refuse("windows of " + Twine(arrays::volumeOf(window)) + " elements, at most " + Twine(mostPlaces));
  double outside = std::numeric_limits<float>::infinity();
  Value operand = padded(c, c.in(0), largest ? -outside : outside, low, high, none), best, place, result;
  ArrayRef<int64_t> whole = typeOf(operand).getShape();
  Dims at(rank, 0);
  int64_t number = 0;
  do {
    Dims ends;
    for (size_t dim = 0; dim < rank; ++dim)
      ends.push_back(at[dim] + (source.getDimSize(dim) - 1) * strides[dim] + 1);
    Value here = c.slice(operand, at, ends, strides), index = c.constant(places, double(number++));
    place = !best ? index : c.make("where", places, {c.make(largest ? "gt" : "lt", preds, {here, best}), index, place});
    best = !best ? here : c.binary(largest ? "maximum" : "minimum", best, here);
  } while (arrays::next(at, window));
  number = 0;
  do {
    Value chosen = c.make("eq", preds, {place, c.constant(places, double(number++))});
    Value part = c.make("where", source, {chosen, c.in(1), c.constant(source, 0)});
    Dims behind, inner;
    for (size_t dim = 0; dim < rank; ++dim) {
      inner.push_back(strides[dim] - 1);
      behind.push_back(whole[dim] - at[dim] - (source.getDimSize(dim) - 1) * strides[dim] - 1);
    }
    part = padded(c, part, 0, at, behind, inner);
    result = result ? c.binary("add", result, part) : part;
  } while (arrays::next(at, window));
  Dims ends;
  for (size_t dim = 0; dim < rank; ++dim)
    ends.push_back(low[dim] + c.type().getDimSize(dim));
  return c.done({c.slice(result, low, ends, Dims(rank, 1))});
}

LogicalResult convertPad(OpConversion &c) {
  auto op = cast<PadOp>(c.op);
  return convertPadBy(c, integersOf(op.getEdgePaddingLow()), integersOf(op.getEdgePaddingHigh()),
                      integersOf(op.getInteriorPadding()));
}

/// Padding that is an operand, once it is known.
LogicalResult convertDynamicPad(OpConversion &c) {
  std::optional<Dims> low = c.integers(2), high = c.integers(3), interior = c.integers(4);
  if (!low || !high || !interior)
    return c.refuse("how it pads is known only at run time");
  return convertPadBy(c, *low, *high, *interior);
}

/// The same type again: a static shape is set already.
LogicalResult convertSetDimensionSize(OpConversion &c) {
  std::optional<Dims> size = c.integers(1);
  int64_t dim = cast<SetDimensionSizeOp>(c.op).getDimension();
  if (!size || (*size)[0] != c.inType(0).getDimSize(dim))
    return c.refuse("it makes a dynamic shape; export the model with fixed sizes");
  return c.done({c.in(0)});
}

LogicalResult convertDimensionSize(OpConversion &c) {
  return c.done({c.constant(c.type(), double(c.inType(0).getDimSize(cast<GetDimensionSizeOp>(c.op).getDimension())))});
}

LogicalResult convertBitcast(OpConversion &c) {
  if (c.inType(0).getShape() != c.type().getShape())
    return c.refuse("elements of another width");
  return c.done({c.make("bitcast_convert", c.type(), c.in(0))});
}

LogicalResult convertRealDynamicSlice(OpConversion &c) {
  std::optional<Dims> starts = c.integers(1), limits = c.integers(2), strides = c.integers(3);
  if (!starts || !limits || !strides)
    return c.refuse("where it begins and ends is known only at run time");
  return c.done({c.slice(c.in(0), *starts, *limits, *strides)});
}

/// Between chips that hold the same program one is as good as any: the first.
LogicalResult convertFirstId(OpConversion &c) {
  auto module = c.op->getParentOfType<ModuleOp>();
  for (const char *name : {"mhlo.num_partitions", "mhlo.num_replicas"})
    if (auto count = module ? module->getAttrOfType<IntegerAttr>(name) : IntegerAttr(); count && count.getInt() != 1)
      return c.refuse("which chip it runs on is known only at run time");
  return c.done({c.constant(c.type(), 0)});
}

/// To the types of the device's formats: bf16 and f16.
LogicalResult convertReducePrecision(OpConversion &c) {
  auto op = cast<ReducePrecisionOp>(c.op);
  bool bf16 = op.getExponentBits() == 8 && op.getMantissaBits() == 7,
       f16 = op.getExponentBits() == 5 && op.getMantissaBits() == 10;
  if (!bf16 && !f16)
    return c.refuse("TTIR has no float of these bits");
  Type narrow = bf16 ? Type(c.builder.getBF16Type()) : Type(c.builder.getF16Type());
  return c.done({c.typecast(c.typecast(c.in(0), narrow), c.type().getElementType())});
}

//===----------------------------------------------------------------------===//
// Slices that begin where numbers say
//===----------------------------------------------------------------------===//

/// Where the slice begins along each dimension that it does not cover; nothing where that is known only at run time.
std::optional<Dims> knownStarts(OpConversion &c, unsigned first, ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  Dims starts;
  for (size_t i = 0; i < sizes.size(); ++i) {
    std::optional<Dims> start = c.integers(first + i);
    if (shape[i] == sizes[i])
      starts.push_back(0);
    else if (start && start->size() == 1)
      starts.push_back(std::clamp<int64_t>((*start)[0], 0, shape[i] - sizes[i]));
    else
      return std::nullopt;
  }
  return starts;
}

/// The start along one dimension as it is clamped, one number of i32.
Value startAlong(OpConversion &c, unsigned first, size_t dim, ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  auto vector = RankedTensorType::get({1}, c.builder.getI32Type());
  if (shape[dim] == sizes[dim])
    return c.constant(vector, 0);
  Value start = c.reshape(c.typecast(c.in(first + dim), c.builder.getI32Type()), {1});
  return c.make("clamp_tensor", vector,
                {start, c.constant(vector, 0), c.constant(vector, double(shape[dim] - sizes[dim]))});
}

SmallVector<Value> clampedStarts(OpConversion &c, unsigned first, ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  SmallVector<Value> starts;
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    starts.push_back(startAlong(c, first, dim, shape, sizes));
  return starts;
}

LogicalResult convertDynamicSlice(OpConversion &c) {
  Dims sizes = integersOf(cast<DynamicSliceOp>(c.op).getSliceSizes());
  ArrayRef<int64_t> shape = c.inType(0).getShape();
  if (std::optional<Dims> starts = knownStarts(c, 1, shape, sizes)) {
    Dims ends;
    for (auto [start, size] : llvm::zip(*starts, sizes))
      ends.push_back(start + size);
    return c.done({c.slice(c.in(0), *starts, ends, Dims(sizes.size(), 1))});
  }
  Value begins = c.concat(clampedStarts(c, 1, shape, sizes), 0);
  auto type = RankedTensorType::get({int64_t(sizes.size())}, c.builder.getI32Type());
  SmallVector<int32_t> extents(sizes.begin(), sizes.end());
  Value lengths =
      c.make("constant", type, {}, c.attr("value", DenseElementsAttr::get(type, ArrayRef<int32_t>(extents))));
  Value ends = c.binary("add", begins, lengths);
  return c.done({c.make("slice_dynamic", c.type(), {c.in(0), begins, ends})});
}

} // namespace

// What lies before and behind the update along the first dimension that it does not cover, and between them the same
// for the dimensions behind.
Value stablehlo::updated(OpConversion &c, Value operand, Value update, ArrayRef<int64_t> starts, size_t dim) {
  Dims shape(typeOf(operand).getShape()), steps(shape.size(), 1), zeros(shape.size(), 0);
  while (dim < shape.size() && shape[dim] == typeOf(update).getDimSize(dim))
    ++dim;
  if (dim == shape.size())
    return update;
  int64_t begin = starts[dim], end = begin + typeOf(update).getDimSize(dim);
  auto part = [&](int64_t from, int64_t to) {
    Dims begins = zeros, ends = shape;
    begins[dim] = from;
    ends[dim] = to;
    return c.slice(operand, begins, ends, steps);
  };
  SmallVector<Value> parts;
  if (begin > 0)
    parts.push_back(part(0, begin));
  parts.push_back(updated(c, part(begin, end), update, starts, dim + 1));
  if (end < shape[dim])
    parts.push_back(part(end, shape[dim]));
  return c.concat(parts, dim);
}

namespace {
/// Positions along `dim`, with extents of 1 beside it.
Value positionsAlong(OpConversion &c, ArrayRef<int64_t> shape, int64_t dim) {
  Dims line(shape.size(), 1);
  line[dim] = shape[dim];
  return arange(c, RankedTensorType::get(line, c.builder.getI32Type()), dim);
}

/// Where the update lies along `dim`: at `start`, or from there on for `size` rows.
Value liesAlong(OpConversion &c, Value positions, Value start, int64_t size) {
  RankedTensorType type = typeOf(positions), preds = type.clone(c.builder.getI1Type());
  auto compare = [&](const char *op, Value with) {
    return c.make(op, preds, {positions, c.broadcast(with, type.getShape())});
  };
  if (size == 1)
    return compare("eq", start);
  Value end = c.binary("add", start, c.constant(typeOf(start), double(size)));
  return c.make("logical_and", preds, {compare("ge", start), compare("lt", end)});
}

/// The update as it lies in the operand, with anything around it. One row is repeated; of several rows zeros around them
/// are cut where the first one comes to `starts`:
///
///   shape 5, two rows u v, starts 2      0 0 0 u v 0 0 0   from 5 - 2 - 2 on   0 0 u v 0
Value movedUpdate(OpConversion &c, Value update, Value starts, ArrayRef<int64_t> shape) {
  ArrayRef<int64_t> sizes = typeOf(update).getShape();
  Dims margins, none(shape.size(), 0);
  bool isOneRow = true;
  for (auto [extent, size] : llvm::zip(shape, sizes)) {
    margins.push_back(extent - size);
    isOneRow &= extent == size || size == 1;
  }
  if (isOneRow)
    return c.broadcast(update, shape);
  auto type = RankedTensorType::get({int64_t(shape.size())}, c.builder.getI32Type());
  auto vector = [&](ArrayRef<int64_t> values) {
    SmallVector<int32_t> numbers(values);
    return c.make("constant", type, {}, c.attr("value", DenseElementsAttr::get(type, ArrayRef<int32_t>(numbers))));
  };
  Value begins = c.binary("subtract", vector(margins), starts), ends = c.binary("add", begins, vector(shape));
  return c.make("slice_dynamic", typeOf(update).clone(shape),
                {padded(c, update, 0, margins, margins, none), begins, ends});
}

LogicalResult convertDynamicUpdateSlice(OpConversion &c) {
  ArrayRef<int64_t> shape = c.inType(0).getShape(), sizes = c.inType(1).getShape();
  if (std::optional<Dims> starts = knownStarts(c, 2, shape, sizes))
    return c.done({updated(c, c.in(0), c.in(1), *starts)});
  SmallVector<Value> starts = clampedStarts(c, 2, shape, sizes);
  Value here;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (shape[dim] == sizes[dim])
      continue;
    Value lies = c.broadcast(liesAlong(c, positionsAlong(c, shape, dim), starts[dim], sizes[dim]), shape);
    here = here ? c.make("logical_and", typeOf(here), {here, lies}) : lies;
  }
  Value moved = movedUpdate(c, c.in(1), c.concat(starts, 0), shape);
  return c.done({c.make("where", c.type(), {here, moved, c.in(0)})});
}
} // namespace

void stablehlo::addMovement(ConverterTable &table) {
  for (const char *dialect : {"stablehlo", "chlo", "sdy"})
    table[(Twine(dialect) + ".constant").str()] = convertConstant;
  table["stablehlo.iota"] = convertIota;
  table["stablehlo.broadcast_in_dim"] = convertBroadcastInDim;
  table["stablehlo.broadcast"] = convertBroadcast;
  table["stablehlo.reshape"] = convertReshape;
  table["stablehlo.transpose"] = convertTranspose;
  table["stablehlo.reverse"] = convertReverse;
  table["stablehlo.concatenate"] = convertConcatenate;
  table["stablehlo.slice"] = convertSlice;
  table["stablehlo.pad"] = convertPad;
  table["stablehlo.select_and_scatter"] = convertSelectAndScatter;
  table["stablehlo.dynamic_slice"] = convertDynamicSlice;
  table["stablehlo.real_dynamic_slice"] = convertRealDynamicSlice;
  // Forms for dynamic shapes: of a static result they are the others.
  table["stablehlo.dynamic_broadcast_in_dim"] = convertBroadcastInDim;
  table["stablehlo.dynamic_reshape"] = convertReshape;
  table["stablehlo.dynamic_iota"] = convertIota;
  table["stablehlo.dynamic_pad"] = convertDynamicPad;
  table["stablehlo.set_dimension_size"] = convertSetDimensionSize;
  table["stablehlo.get_dimension_size"] = convertDimensionSize;
  table["stablehlo.bitcast_convert"] = convertBitcast;
  table["stablehlo.partition_id"] = table["stablehlo.replica_id"] = convertFirstId;
  table["stablehlo.reduce_precision"] = convertReducePrecision;
  table["stablehlo.dynamic_update_slice"] = convertDynamicUpdateSlice;
}
