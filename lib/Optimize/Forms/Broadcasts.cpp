//===- Broadcasts.cpp - Rows of constants, repeated before the run --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Propose.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// With leading units up to `rank`.
static SmallVector<int64_t> ofRank(ArrayRef<int64_t> shape, int64_t rank) {
  SmallVector<int64_t> longer(rank - shape.size(), 1);
  llvm::append_range(longer, shape);
  return longer;
}

/// How often each dimension of `row` is repeated in `whole` where it is one row of it, or of each of its matrices;
/// empty otherwise.
static SmallVector<int64_t> repetitions(RankedTensorType row, RankedTensorType whole) {
  const int64_t rank = whole.getRank();
  if (rank < 2 || row.getRank() > rank || row.getRank() < 1)
    return {};
  SmallVector<int64_t> shape = ofRank(row.getShape(), rank), times;
  if (shape[rank - 2] != 1 || whole.getDimSize(rank - 2) == 1 || shape.back() != whole.getShape().back())
    return {};
  for (auto [one, all] : llvm::zip(shape, whole.getShape())) {
    if (one != all && one != 1)
      return {};
    times.push_back(all / one);
  }
  return times;
}

static bool liesOnDevice(Value value) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  return value.getDefiningOp() || (layout && layout.isDeviceMemory());
}

namespace {
/// `whole` as (outer, count, rows, W) and a row of it as (outer, 1, 1, W): repeated to (outer, 1, rows, W) it lies under
/// each of the `count` pieces as whole tiles.
struct Pieces {
  int64_t outer = 1, count = 1, rows = 1, width = 1;

  SmallVector<int64_t> whole() const { return shape(count, rows); }
  SmallVector<int64_t> row() const { return shape(1, 1); }
  SmallVector<int64_t> repeated() const { return shape(1, rows); }
  SmallVector<int64_t> times() const {
    return outer == 1 ? SmallVector<int64_t>{1, rows, 1} : SmallVector<int64_t>{1, 1, rows, 1};
  }

private:
  SmallVector<int64_t> shape(int64_t count, int64_t rows) const {
    return outer == 1 ? SmallVector<int64_t>{count, rows, width} : SmallVector<int64_t>{outer, count, rows, width};
  }
};
} // namespace

/// Pieces whose views cost nothing: rows of tiles, or matrices where these are none. Nothing where there is one piece.
static std::optional<Pieces> piecesOf(RankedTensorType row, RankedTensorType whole) {
  constexpr int64_t tile = 32;
  if (repetitions(row, whole).empty())
    return std::nullopt;
  const int64_t rank = whole.getRank();
  SmallVector<int64_t> shape = ofRank(row.getShape(), rank);
  Pieces pieces;
  pieces.width = whole.getShape().back();
  int64_t dim = 0;
  for (; dim < rank - 2 && shape[dim] == whole.getDimSize(dim); ++dim)
    pieces.outer *= shape[dim];
  for (; dim < rank - 2; ++dim) {
    if (shape[dim] != 1)
      return std::nullopt;
    pieces.count *= whole.getDimSize(dim);
  }
  const int64_t height = whole.getDimSize(rank - 2);
  pieces.rows = height % tile == 0 ? tile : height;
  pieces.count *= height / pieces.rows;
  return pieces.count > 1 ? std::optional(pieces) : std::nullopt;
}

/// `row` in another shape of as many elements, repeated to `type`.
static Value repeatRow(OpBuilder &builder, Value row, ArrayRef<int64_t> shape, ArrayRef<int64_t> times,
                       RankedTensorType type) {
  if (shape != cast<RankedTensorType>(row.getType()).getShape())
    row = ttnn::ReshapeOp::create(builder, row.getLoc(), FormBuilder::typeOfShape(type, shape), row,
                                  builder.getI32ArrayAttr(SmallVector<int32_t>(shape.begin(), shape.end())));
  return ttnn::RepeatOp::create(builder, row.getLoc(), type, row, ttnn::ShapeAttr::get(builder.getContext(), times));
}

static bool isArithmetic(Operation *op) {
  return isa<ttnn::AddOp, ttnn::SubtractOp, ttnn::MultiplyOp, ttnn::DivideOp>(op);
}

// x op row   =   pieces of x op the row under each row of a piece, seen as the whole.
//
// Equal in every bit: the same numbers meet. A core copies a row into each tile of it, word by word; a tile of equal
// rows is read as it is, by every piece. Of a constant it is made before the run. Left alone: rows, and what is one
// piece.
void transforms::proposeRowsOfTiles(Operation *op, FormBuilder &forms) {
  if (!isArithmetic(op))
    return;
  auto whole = cast<RankedTensorType>(op->getResult(0).getType());
  for (unsigned side : {1u, 0u}) {
    Value operand = op->getOperand(side), other = op->getOperand(1 - side);
    auto row = cast<RankedTensorType>(operand.getType()), rest = cast<RankedTensorType>(other.getType());
    std::optional<Pieces> pieces = piecesOf(row, whole);
    if (!pieces || rest.getShape() != whole.getShape() || !isTiledOrFree(row) || !isTiledOrFree(rest) ||
        !isTiledOrFree(whole))
      continue;
    RankedTensorType repeated = FormBuilder::typeOfShape(row, pieces->repeated());
    SmallVector<Value> operands(2);
    if (isKnownBeforeRun(operand) && liesOnDevice(operand)) {
      if (!forms.mayStore(repeated))
        continue;
      operands[side] = forms.load(operand, repeated, [&](OpBuilder &inside, Value source) {
        return repeatRow(inside, source, pieces->row(), pieces->times(), repeated);
      });
    } else {
      Value one = forms.reshape(operand, FormBuilder::typeOfShape(row, pieces->row()));
      operands[side] = forms.create("ttnn.repeat", repeated, one,
                                    NamedAttribute(StringAttr::get(op->getContext(), "repeat_dims"),
                                                   ttnn::ShapeAttr::get(op->getContext(), pieces->times())));
    }
    operands[1 - side] = forms.reshape(other, FormBuilder::typeOfShape(rest, pieces->whole()));
    Value result = forms.create(op->getName().getStringRef(), FormBuilder::typeOfShape(whole, pieces->whole()),
                                operands, op->getAttrs());
    forms.reshape(result, whole);
    forms.finishIfItPays("row-under-pieces");
    return;
  }
}

// x op row   =   x op rows,  the constant row repeated by a const-eval function.
//
// Equal in every bit: the same numbers meet. A core copies a row into each tile of it, word by word, at every call; whole
// tiles come from DRAM as they are. Left alone: what is several pieces, and what takes more than a five hundredth of the
// DRAM, for good.
void transforms::proposeRepeatedRows(Operation *op, FormBuilder &forms) {
  if (!isArithmetic(op))
    return;
  auto whole = cast<RankedTensorType>(op->getResult(0).getType());
  for (OpOperand &operand : op->getOpOperands()) {
    Value constant = operand.get();
    auto row = cast<RankedTensorType>(constant.getType());
    SmallVector<int64_t> times = repetitions(row, whole);
    RankedTensorType type = FormBuilder::typeOfShape(row, whole.getShape());
    if (times.empty() || piecesOf(row, whole) || !isKnownBeforeRun(constant) || !liesOnDevice(constant) ||
        !forms.mayStore(type))
      continue;
    SmallVector<Value> operands(op->getOperands());
    operands[operand.getOperandNumber()] = forms.load(constant, type, [&](OpBuilder &builder, Value source) {
      return repeatRow(builder, source, ofRank(row.getShape(), whole.getRank()), times, type);
    });
    forms.create(op->getName().getStringRef(), whole, operands, op->getAttrs());
    forms.finishIfItPays("row-repeated");
    return;
  }
}
