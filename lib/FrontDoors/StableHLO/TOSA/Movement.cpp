//===- Movement.cpp - Ops that make or move elements ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TOSA.h"

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::fromtosa;

std::optional<Array> fromtosa::numbersOf(Operation *op) {
  if (auto shape = dyn_cast<tosa::ConstShapeOp>(op)) {
    SmallVector<int64_t> extents;
    for (const APInt &extent : shape.getValues().getValues<APInt>())
      extents.push_back(extent.getSExtValue());
    auto type = RankedTensorType::get({int64_t(extents.size())}, IntegerType::get(op->getContext(), 64));
    if (auto array = Array::fromAttribute(DenseElementsAttr::get(type, ArrayRef(extents))))
      return *array;
  }
  if (auto constant = dyn_cast<tosa::ConstOp>(op))
    if (constant.getValues().getNumElements() <= knownElements)
      if (auto array = Array::fromAttribute(constant.getValues()))
        return *array;
  return std::nullopt;
}

namespace {
int64_t axisOf(OpConversion &c) { return c.op->getAttrOfType<IntegerAttr>("axis").getInt(); }

LogicalResult convertConst(OpConversion &c) {
  return c.done({c.make("constant", c.type(), {}, c.attr("value", cast<tosa::ConstOp>(c.op).getValues()))});
}

LogicalResult convertIdentity(OpConversion &c) { return c.done({c.in(0)}); }

LogicalResult convertReshape(OpConversion &c) { return c.done({c.reshape(c.in(0), c.type().getShape())}); }

LogicalResult convertTranspose(OpConversion &c) {
  ArrayRef<int32_t> perms = cast<tosa::TransposeOp>(c.op).getPerms();
  return c.done({c.permute(c.in(0), Dims(perms.begin(), perms.end()))});
}

LogicalResult convertConcat(OpConversion &c) {
  SmallVector<Value> values;
  for (unsigned i = 0; i < c.operands.size(); ++i)
    values.push_back(c.in(i));
  return c.done({c.concat(values, axisOf(c))});
}

LogicalResult convertReverse(OpConversion &c) {
  return c.done(
      {c.make("reverse", c.type(), c.in(0), c.attr("dimensions", c.builder.getDenseI64ArrayAttr({axisOf(c)})))});
}

LogicalResult convertSlice(OpConversion &c) {
  std::optional<Dims> start = c.integers(1), size = c.integers(2);
  if (!start || !size)
    return c.refuse("where it begins and ends is known only at run time");
  Dims ends;
  for (auto [begin, extent] : llvm::zip(*start, *size))
    ends.push_back(begin + extent);
  return c.done({c.slice(c.in(0), *start, ends, Dims(ends.size(), 1))});
}

LogicalResult convertPad(OpConversion &c) {
  std::optional<Dims> padding = c.integers(1);
  std::optional<double> with = c.operands.size() > 2 ? c.splat(2) : 0.0;
  if (!padding || !with)
    return c.refuse("how it pads is known only at run time");
  Dims low, high, inner(c.type().getRank(), 0);
  for (size_t i = 0; i + 1 < padding->size(); i += 2)
    low.push_back((*padding)[i]), high.push_back((*padding)[i + 1]);
  return c.done({padded(c, c.in(0), *with, low, high, inner)});
}

LogicalResult convertTile(OpConversion &c) {
  std::optional<Dims> multiples = c.integers(1);
  if (!multiples)
    return c.refuse("how often it repeats is known only at run time");
  return c.done(
      {c.make("repeat", c.type(), c.in(0), c.attr("repeat_dimensions", c.builder.getDenseI64ArrayAttr(*multiples)))});
}

NamedAttribute longList(OpConversion &c, StringRef name, ArrayRef<int64_t> values) {
  return c.attr(name, c.builder.getDenseI64ArrayAttr(values));
}

/// A table of each batch, and the rows of it that the batch's indices name. One batch alone is a table without that
/// dimension.
struct Rows {
  int64_t batches; ///< dimensions of batches that are left
  Dims batchDims;

  explicit Rows(OpConversion &c) : batches(c.inType(0).getDimSize(0) == 1 ? 0 : 1), batchDims(batches, 0) {}
  Value in(OpConversion &c, unsigned operand) const {
    return c.reshape(c.in(operand), c.inType(operand).getShape().drop_front(1 - batches));
  }
};

LogicalResult checkRows(OpConversion &c) {
  Type element = c.inType(0).getElementType();
  return isFloat(element) || element.isInteger(32) ? LogicalResult::success()
                                                   : c.refuse("quantized: a table of integers");
}

LogicalResult convertGather(OpConversion &c) {
  if (failed(checkRows(c)))
    return failure();
  Rows rows(c);
  int64_t batches = rows.batches;
  Dims sizes(batches, 1);
  sizes.append({1, c.type().getShape().back()});
  Value made = c.make(
      "gather", c.type().clone(c.type().getShape().drop_front(1 - batches)), {rows.in(c, 0), rows.in(c, 1)},
      {longList(c, "offset_dims", {batches + 1}), longList(c, "collapsed_slice_dims", {batches}),
       longList(c, "operand_batching_dims", rows.batchDims), longList(c, "start_indices_batching_dims", rows.batchDims),
       longList(c, "start_index_map", {batches}), c.attr("index_vector_dim", c.builder.getI64IntegerAttr(batches + 1)),
       longList(c, "slice_sizes", sizes), c.attr("indices_are_sorted", c.builder.getBoolAttr(false))});
  return c.done({c.reshape(made, c.type().getShape())});
}

/// No row is written twice.
LogicalResult convertScatter(OpConversion &c) {
  if (failed(checkRows(c)))
    return failure();
  Rows rows(c);
  int64_t batches = rows.batches;
  Value into = rows.in(c, 0);
  auto replaces = ttcore::ReduceTypeAttr::get(c.builder.getContext(), ttcore::ReduceType::Invalid);
  Value made =
      c.make("scatter", typeOf(into), {into, rows.in(c, 1), rows.in(c, 2)},
             {c.attr("scatter_reduce_type", replaces), longList(c, "update_window_dims", {batches + 1}),
              longList(c, "inserted_window_dims", {batches}), longList(c, "input_batching_dims", rows.batchDims),
              longList(c, "scatter_indices_batching_dims", rows.batchDims),
              longList(c, "scatter_dims_to_operand_dims", {batches}),
              c.attr("index_vector_dim", c.builder.getI64IntegerAttr(batches + 1)),
              c.attr("indices_are_sorted", c.builder.getBoolAttr(false)),
              c.attr("unique_indices", c.builder.getBoolAttr(true))});
  return c.done({c.reshape(made, c.type().getShape())});
}

/// Each source row of a result row where every one stands `factor` times.
std::optional<int64_t> repeats(int64_t in, int64_t out, int64_t numerator, int64_t denominator, int64_t offset) {
  if (in == 0 || out % in != 0)
    return std::nullopt;
  int64_t factor = out / in;
  for (int64_t to = 0; to < out; ++to) {
    int64_t place = to * denominator + offset, from = llvm::divideFloorSigned(place, numerator);
    if (2 * (place - from * numerator) >= numerator)
      ++from;
    if (std::clamp<int64_t>(from, 0, in - 1) != to / factor)
      return std::nullopt;
  }
  return factor;
}

/// The factor by which rows lie between those of the input as `upsample2d` places them: middle upon middle.
std::optional<int64_t> stretches(int64_t in, int64_t out, int64_t numerator, int64_t denominator, int64_t offset) {
  if (in == 0 || out % in != 0)
    return std::nullopt;
  int64_t factor = out / in;
  bool onMiddles = numerator == factor * denominator && 2 * offset == denominator * (1 - factor);
  return onMiddles || in == 1 ? std::optional(factor) : std::nullopt; // one row is all of them, wherever they lie
}

LogicalResult convertResize(OpConversion &c) {
  std::optional<Dims> scale = c.integers(1), offset = c.integers(2);
  if (!scale || !offset)
    return c.refuse("how it resizes is known only at run time");
  bool bilinear = cast<tosa::ResizeOp>(c.op).getMode() == tosa::ResizeMode::BILINEAR;
  if (bilinear && !isFloat(c.inType(0)))
    return c.refuse("quantized: weighted sums of integers");
  ArrayRef<int64_t> in = c.inType(0).getShape(), out = c.type().getShape();
  auto factor = bilinear ? stretches : repeats;
  std::optional<int64_t> height = factor(in[1], out[1], (*scale)[0], (*scale)[1], (*offset)[0]),
                         width = factor(in[2], out[2], (*scale)[2], (*scale)[3], (*offset)[1]);
  if (!height || !width)
    return c.refuse(Twine(bilinear ? "BILINEAR by another factor than a whole number, or with aligned corners"
                                   : "its rows or columns are not each repeated equally often") +
                    "; export it by whole numbers with half-pixel centers, or as a product with a matrix of weights "
                    "for each axis");
  SmallVector<int32_t> factors{int32_t(*height), int32_t(*width)};
  return c.done({c.make("upsample2d", c.type(), c.in(0),
                        {c.attr("scale_factor", c.builder.getDenseI32ArrayAttr(factors)),
                         c.attr("mode", c.builder.getStringAttr(bilinear ? "bilinear" : "nearest"))})});
}
} // namespace

void fromtosa::addMovement(ConverterTable &table) {
  table["tosa.const"] = convertConst;
  table["tosa.identity"] = convertIdentity;
  table["tosa.reshape"] = convertReshape;
  table["tosa.transpose"] = convertTranspose;
  table["tosa.concat"] = convertConcat;
  table["tosa.reverse"] = convertReverse;
  table["tosa.slice"] = convertSlice;
  table["tosa.pad"] = convertPad;
  table["tosa.tile"] = convertTile;
  table["tosa.gather"] = convertGather;
  table["tosa.scatter"] = convertScatter;
  table["tosa.resize"] = convertResize;
}

const Target &stablehlo::tosaToTTIR() {
  static const Target target = [] {
    Target made = toTTIR();
    made.table.clear();
    made.numbers = numbersOf;
    fromtosa::addElementwise(made.table);
    fromtosa::addMovement(made.table);
    fromtosa::addContractions(made.table);
    fromtosa::addReductions(made.table);
    return made;
  }();
  return target;
}
