//===- Argmax.cpp - Argmax by maxima on the matrix unit --------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library's argmax compares element by element on data movement cores; its maximum runs on the matrix unit. Two
// forms use it, and each gives what argmax gives, in every bit: the first element of the largest, where a NaN counts as
// larger than all numbers and zeros of either sign are equal. Both are for bf16 alone: the matrix unit rounds f32, and a
// rounded maximum may be another element's.
//
// In stages: a long row is cut into blocks, the maxima of all blocks are found on tiles, and only the winning block is
// searched. Of equal maxima argmax takes the first block, and there the first element.
//
//   row of 12 in 3 blocks of 4     1 7 2 0 | 3 7 7 5 | 6 0 1 4
//   maxima                         7         7         6          argmax: block 0
//   the block, by its number       1 7 2 0                        argmax: 1
//   result                         0 * 4 + 1
//
// On tiles: many short rows stay there from end to end.
//
//   row                            3 7 7 5
//   equal to its maximum, or NaN   0 1 1 0
//   times 4 3 2 1                  0 3 2 0     maximum 3
//   result                         4 - 3
//
// bf16 holds the numbers up to 256 alone. Wider rows are numbered by two digits: those of the first 256 elements that
// have a winner stay, and of them the first.
//
//===----------------------------------------------------------------------===//
#include "../ComputeShapes/Shapes.h"
#include "Forms.h"
#include "alcove/Lower/Rows.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// An argmax along the last dimension of bf16.
struct ArgmaxOfRows {
  ttir::ArgMaxOp op;
  int64_t rows = 0, width = 0;
};
} // namespace

static std::optional<ArgmaxOfRows> argmaxOfRows(ttir::ArgMaxOp op) {
  RankedTensorType type = tensorTypeOf(op.getInput());
  std::optional<SmallVector<int64_t>> dims = reducedDims(op);
  if (!type.getElementType().isBF16() || !type.hasStaticShape() || !dims || dims->size() != 1 ||
      dims->front() + 1 != type.getRank() || type.getNumElements() == 0)
    return std::nullopt;
  int64_t width = type.getShape().back();
  return ArgmaxOfRows{op, type.getNumElements() / width, width};
}

/// Into how many equal blocks rows may be cut, rising: each as wide as a tile at least.
static SmallVector<int64_t> blockCounts(const ArgmaxOfRows &argmax) {
  constexpr int64_t tile = 32, most = 2048; // more blocks have more maxima than pay
  SmallVector<int64_t> counts;
  for (int64_t count = 2; count <= most && argmax.width / count >= tile; ++count)
    if (argmax.width % count == 0)
      counts.push_back(count);
  return counts;
}

static RankedTensorType indexType(OpBuilder &builder, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, IntegerType::get(builder.getContext(), 32, IntegerType::Unsigned));
}

/// Along the last dimension, which stays with extent 1; the operand in rows.
static Value searchRows(OpBuilder &builder, Location loc, Value input) {
  SmallVector<int64_t> shape(shape::of(input));
  int32_t last = static_cast<int32_t>(shape.size()) - 1;
  shape.back() = 1;
  auto op = ttir::ArgMaxOp::create(builder, loc, indexType(builder, shape), input, builder.getBoolAttr(true),
                                   builder.getI32ArrayAttr({last}));
  op->setAttr(rowMajorInputAttrName, builder.getUnitAttr());
  return op;
}

static Value numbers(OpBuilder &builder, Location loc, int64_t rows, int64_t step) {
  SmallVector<uint32_t> values;
  for (int64_t row = 0; row < rows; ++row)
    values.push_back(static_cast<uint32_t>(row * step));
  RankedTensorType type = indexType(builder, {rows, 1});
  return ttir::ConstantOp::create(builder, loc, type, DenseElementsAttr::get(type, ArrayRef<uint32_t>(values)));
}

static Value buildInStages(OpBuilder &builder, ArgmaxOfRows argmax, int64_t blocks) {
  ttir::ArgMaxOp op = argmax.op;
  Location loc = op.getLoc();
  int64_t rows = argmax.rows, width = argmax.width / blocks;
  Value table = reshape(builder, suffixed(loc, "_blocks"), op.getInput(), {rows * blocks, width});
  table.getDefiningOp()->setAttr(rowMajorAttrName, builder.getUnitAttr());
  RankedTensorType type = tensorTypeOf(table);
  Value maxima = ttir::MaxOp::create(builder, suffixed(loc, "_maxima"), withShape(type, {rows * blocks, 1}), table,
                                     builder.getBoolAttr(true), builder.getI32ArrayAttr({1}));
  Value ofRows = reshape(builder, suffixed(loc, "_maximaOfRows"), maxima, {rows, blocks});
  Value block = searchRows(builder, suffixed(loc, "_block"), ofRows);
  RankedTensorType column = tensorTypeOf(block);
  Value number = block;
  if (rows > 1)
    number = ttir::AddOp::create(builder, suffixed(loc, "_row"), column, block,
                                 numbers(builder, suffixed(loc, "_firstBlocks"), rows, blocks));
  Value line = reshape(builder, suffixed(loc, "_rowsOfWinners"), number, {1, rows});
  Value winners =
      ttir::EmbeddingOp::create(builder, suffixed(loc, "_winners"), withShape(type, {1, rows, width}), line, table);
  Value within = searchRows(builder, suffixed(loc, "_within"), winners);
  within = reshape(builder, suffixed(loc, "_withinOfRows"), within, {rows, 1});
  Value widths = full(builder, suffixed(loc, "_width"), withShape(column, {1, 1}), static_cast<double>(width));
  Value start = ttir::MultiplyOp::create(builder, suffixed(loc, "_start"), column, block, widths);
  Value index = ttir::AddOp::create(builder, loc, column, start, within);
  RankedTensorType result = tensorTypeOf(op.getResult());
  if (result.getElementType() != column.getElementType())
    index = ttir::TypecastOp::create(builder, suffixed(loc, "_index"),
                                     RankedTensorType::get(column.getShape(), result.getElementType()), index);
  return reshape(builder, suffixed(loc, "_result"), index, result.getShape());
}

/// bf16 holds every integer up to it.
constexpr int64_t digit = 256;

/// A row of `width` integers that bf16 holds.
static Value rowOf(OpBuilder &builder, Location loc, RankedTensorType rows, function_ref<int64_t(int64_t)> at) {
  SmallVector<int64_t> shape(rows.getRank(), 1);
  shape.back() = rows.getShape().back();
  // The upper half of the float, whose lower half is zeros: one constant is built for each trial.
  SmallVector<uint16_t> values;
  for (int64_t i = 0; i < shape.back(); ++i)
    values.push_back(llvm::bit_cast<uint32_t>(static_cast<float>(at(i))) >> 16);
  RankedTensorType type = withShape(rows, shape);
  ArrayRef<char> bytes(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(uint16_t));
  return ttir::ConstantOp::create(builder, loc, type, DenseElementsAttr::getFromRawBuffer(type, bytes));
}

namespace {
/// Builds an argmax on tiles.
class OnTiles {
public:
  OnTiles(OpBuilder &builder, ArgmaxOfRows argmax)
      : builder(builder), argmax(argmax), loc(argmax.op.getLoc()), rows(tensorTypeOf(argmax.op.getInput())),
        result(tensorTypeOf(argmax.op.getResult())) {}

  Value run() {
    Value input = argmax.op.getInput();
    Value equal = ttir::EqOp::create(builder, at("_equal"), rows, input, maximum("_largest", input));
    Value isNaN = ttir::NeOp::create(builder, at("_isNaN"), rows, input, input);
    Value found = ttir::AddOp::create(builder, at("_found"), rows, equal, isNaN); // at most one of them is 1
    int64_t width = argmax.width;
    if (width <= digit)
      return reshape(
          builder, at("_result"),
          integers("", loc, maximum("_most", times("_left", found, [=](int64_t i) { return width - i; })), width),
          result.getShape());
    int64_t parts = llvm::divideCeil(width, digit) * digit;
    Value ofParts = times("_ofParts", found, [=](int64_t i) { return parts - i / digit * digit; });
    Value firstPart = maximum("_firstPart", ofParts);
    Value within = ttir::EqOp::create(builder, at("_withinPart"), rows, ofParts, firstPart);
    Value most = maximum("_most", times("_left", within, [](int64_t i) { return digit - i % digit; }));
    Value start = integers("_start", at("_startIndex"), firstPart, parts);
    Value offset = integers("_offset", at("_offsetIndex"), most, digit);
    Value index = ttir::AddOp::create(builder, loc, tensorTypeOf(start), start, offset);
    return reshape(builder, at("_result"), index, result.getShape());
  }

private:
  Location at(StringRef suffix) const { return suffixed(loc, suffix); }

  RankedTensorType columnType() const {
    SmallVector<int64_t> shape(rows.getShape());
    shape.back() = 1;
    return withShape(rows, shape);
  }

  Value maximum(StringRef suffix, Value of) {
    return ttir::MaxOp::create(builder, at(suffix), columnType(), of, builder.getBoolAttr(true),
                               builder.getI32ArrayAttr({static_cast<int32_t>(rows.getRank()) - 1}));
  }

  Value times(StringRef suffix, Value of, function_ref<int64_t(int64_t)> numbers) {
    return ttir::MultiplyOp::create(builder, at(suffix), rows, of,
                                    rowOf(builder, at(suffix.str() + "Numbers"), rows, numbers));
  }

  /// `from` minus the column, as integers of the result. A column is one of 32 in its tiles: where the result has fewer
  /// of them, what follows is done there.
  Value integers(StringRef suffix, Location indexLoc, Value column, int64_t from) {
    if (2 * rank::tilesOf(result.getShape()) <= rank::tilesOf(shape::of(column)))
      column = reshape(builder, at(suffix.str() + "_ofRows"), column, result.getShape());
    RankedTensorType type = tensorTypeOf(column);
    Value whole =
        full(builder, at(suffix.str() + "_width"), withShape(type, SmallVector<int64_t>(type.getRank(), 1)), from);
    Value first = ttir::SubtractOp::create(builder, at(suffix.str() + "_first"), type, whole, column);
    return ttir::TypecastOp::create(builder, indexLoc, RankedTensorType::get(type.getShape(), result.getElementType()),
                                    first);
  }

  OpBuilder &builder;
  ArgmaxOfRows argmax;
  Location loc;
  RankedTensorType rows, result;
};
} // namespace

void conversion::addArgmaxForms(Operation *op, Forms &forms) {
  auto found = dyn_cast<ttir::ArgMaxOp>(op);
  std::optional<ArgmaxOfRows> argmax = found ? argmaxOfRows(found) : std::nullopt;
  if (!argmax)
    return;
  constexpr int64_t mostWithoutPrices = 64;
  for (int64_t blocks : blockCounts(*argmax))
    forms.push_back({LoweringPattern::ArgmaxInStages,
                     {op},
                     [op, argmax = *argmax, blocks](OpBuilder &builder) -> Replacements {
                       return {{op, buildInStages(builder, argmax, blocks)}};
                     },
                     blocks <= mostWithoutPrices});
  if (argmax->width <= digit * digit)
    forms.push_back(
        {LoweringPattern::ArgmaxOnTiles,
         {op},
         [op, argmax = *argmax](OpBuilder &builder) -> Replacements { return {{op, OnTiles(builder, argmax).run()}}; },
         argmax->rows > argmax->width});
}
