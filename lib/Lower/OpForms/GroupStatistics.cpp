//===- GroupStatistics.cpp - Norms of groups of channels on the image as it lies ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A group norm that is written out makes one row of each group, and rows of tensors of a few groups have few cores. The
// image stays as it is instead; sums are taken over its own dimensions first and over the channels of a group then, and
// what belongs to a group is repeated for its channels:
//
//   2x320x32x32 ─ reshape ─ 2x32x10240 ─┬─ mean ─ 2x32x1 ─┐          2x320x32x32 ─┬─ mean ─ 2x320x1x1 ─ 64x10 ─ mean ─ 2x32x1
//                                       └──── subtract ◄──┘     =>                │                              │
//                                               │                                 └─ subtract ◄─ 2x320x1x1 ◄─────┘ repeated
//   2x320x32x32 ◄─ reshape ─────────────────────┘                                       │
//
// The same numbers up to the order of sums; a mean is rounded twice.
//
//===----------------------------------------------------------------------===//
#include "../ComputeShapes/RowOps.h"
#include "Forms.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// A reshape into rows of whole groups, and everything on these rows.
struct GroupedRows {
  SmallVector<int64_t> image, rows;
  int64_t lead = 0;                 ///< leading dimensions of the image that groups and their channels are of
  int64_t groups = 0, channels = 0; ///< rows, and of each
  SmallVector<Operation *> ops;     ///< in order; the reshape first

  SmallVector<int64_t> channelShape() const {
    SmallVector<int64_t> shape(image.size(), 1);
    llvm::copy(ArrayRef(image).take_front(lead), shape.begin());
    return shape;
  }
};

} // namespace

static SmallVector<int64_t> columnOf(ArrayRef<int64_t> rows) {
  SmallVector<int64_t> column(rows);
  column.back() = 1;
  return column;
}

static bool isMeanOrSumOfRows(Operation *op, ArrayRef<int64_t> rows) {
  if (!isa<ttir::MeanOp, ttir::SumOp>(op))
    return false;
  std::optional<SmallVector<int64_t>> dims = reducedDims(op);
  return dims && dims->size() == 1 && dims->front() + 1 == static_cast<int64_t>(rows.size());
}

/// The groups that `reshape` makes rows of; nothing when its rows are no groups of the image.
static std::optional<GroupedRows> groupsOf(ttir::ReshapeOp reshape) {
  RankedTensorType from = tensorTypeOf(reshape.getInput()), to = tensorTypeOf(reshape.getResult());
  if (!from.hasStaticShape() || !to.hasStaticShape() || from.getRank() < 3 || to.getRank() < 2 ||
      from.getNumElements() == 0 || from.getShape().back() == to.getShape().back())
    return std::nullopt;
  GroupedRows found;
  found.image.assign(from.getShape().begin(), from.getShape().end());
  found.rows.assign(to.getShape().begin(), to.getShape().end());
  found.groups = rank::volumeOf(ArrayRef(found.rows).drop_back());
  for (found.lead = 1; found.lead < from.getRank(); ++found.lead)
    if (int64_t channels = rank::volumeOf(ArrayRef(found.image).take_front(found.lead)); channels % found.groups == 0) {
      found.channels = channels / found.groups;
      return found;
    }
  return std::nullopt;
}

/// With all that reads the rows; nothing unless sums, arithmetic with one number for each row, and reshapes back are all.
static std::optional<GroupedRows> groupedRows(ttir::ReshapeOp reshape) {
  std::optional<GroupedRows> found = groupsOf(reshape);
  if (!found)
    return std::nullopt;
  llvm::SetVector<Operation *> onRows;
  onRows.insert(reshape);
  SmallVector<Operation *> ends;
  bool sums = false;
  for (size_t i = 0; i < onRows.size(); ++i)
    for (Operation *user : onRows[i]->getResult(0).getUsers()) {
      if (user->getBlock() != reshape->getBlock())
        return std::nullopt;
      bool isSum = isMeanOrSumOfRows(user, found->rows);
      if (isSum || (isa<ttir::ReshapeOp>(user) && shape::of(user->getResult(0)) == ArrayRef(found->image))) {
        sums |= isSum;
        ends.push_back(user);
      } else if (rank::isElementwise(user) && shape::of(user->getResult(0)) == ArrayRef(found->rows)) {
        onRows.insert(user);
      } else {
        return std::nullopt;
      }
    }
  SmallVector<int64_t> column = columnOf(found->rows);
  for (Operation *op : onRows.getArrayRef().drop_front())
    for (Value operand : op->getOperands())
      if (!onRows.contains(operand.getDefiningOp()) && shape::of(operand) != ArrayRef(column) && !isNumber(operand))
        return std::nullopt;
  if (!sums)
    return std::nullopt;
  llvm::append_range(found->ops, onRows);
  for (Operation *end : ends)
    if (!llvm::is_contained(found->ops, end))
      found->ops.push_back(end);
  llvm::sort(found->ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return found;
}

/// One number for each row, as one for each channel of the image.
static Value forChannels(OpBuilder &builder, Location loc, Value value, const GroupedRows &grouped) {
  if (isNumber(value))
    return reshape(builder, suffixed(loc, "_number"), value, {1});
  Value groups = reshape(builder, suffixed(loc, "_groups"), value, {grouped.groups, 1});
  Value each = broadcast(builder, suffixed(loc, "_channels"), groups, {grouped.groups, grouped.channels});
  return reshape(builder, suffixed(loc, "_ofImage"), each, grouped.channelShape());
}

static Value sumOver(OpBuilder &builder, Location loc, Operation *like, Value input, ArrayRef<int64_t> shape,
                     ArrayRef<int32_t> dims) {
  RankedTensorType type = RankedTensorType::get(shape, tensorTypeOf(like->getResult(0)).getElementType());
  BoolAttr keep = builder.getBoolAttr(true);
  ArrayAttr over = builder.getI32ArrayAttr(dims);
  if (isa<ttir::MeanOp>(like))
    return ttir::MeanOp::create(builder, loc, type, input, keep, over);
  return ttir::SumOp::create(builder, loc, type, input, keep, over);
}

/// Over the image's own dimensions, then over the channels of each group.
static Value sumOfGroups(OpBuilder &builder, Operation *op, Value image, const GroupedRows &grouped) {
  Location loc = op->getLoc();
  SmallVector<int32_t> dims;
  for (size_t dim = grouped.lead; dim < grouped.image.size(); ++dim)
    dims.push_back(static_cast<int32_t>(dim));
  Value sum = sumOver(builder, suffixed(loc, "_channels"), op, image, grouped.channelShape(), dims);
  sum = reshape(builder, suffixed(loc, "_groups"), sum, {grouped.groups, grouped.channels});
  if (grouped.channels > 1)
    sum = sumOver(builder, loc, op, sum, {grouped.groups, 1}, {1});
  return reshape(builder, suffixed(loc, "_ofRows"), sum, shape::of(op->getResult(0)));
}

static Replacements buildOnImage(OpBuilder &builder, const GroupedRows &grouped) {
  Replacements found;
  DenseMap<Value, Value> images;
  images[grouped.ops.front()->getResult(0)] = grouped.ops.front()->getOperand(0);
  DenseMap<Value, Value> columns;
  for (Operation *op : ArrayRef(grouped.ops).drop_front()) {
    builder.setInsertionPoint(op); // behind the sums that it reads
    if (isa<ttir::ReshapeOp>(op)) {
      found.emplace_back(op, images.lookup(op->getOperand(0)));
    } else if (isa<ttir::MeanOp, ttir::SumOp>(op)) {
      found.emplace_back(op, sumOfGroups(builder, op, images.lookup(op->getOperand(0)), grouped));
    } else {
      SmallVector<Value> operands;
      for (Value operand : op->getOperands()) {
        Value image = images.lookup(operand);
        if (!image && !columns.contains(operand))
          columns[operand] = forChannels(builder, op->getLoc(), operand, grouped);
        operands.push_back(image ? image : columns.lookup(operand));
      }
      images[op->getResult(0)] = rank::rebuild(builder, op, operands, grouped.image)->getResult(0);
    }
  }
  return found;
}

void conversion::addGroupForms(Operation *op, Forms &forms) {
  auto reshape = dyn_cast<ttir::ReshapeOp>(op);
  std::optional<GroupedRows> grouped = reshape ? groupedRows(reshape) : std::nullopt;
  if (!grouped)
    return;
  SmallVector<Operation *> ops = grouped->ops;
  forms.push_back({LoweringPattern::GroupStatistics, std::move(ops),
                   [grouped = *grouped](OpBuilder &builder) { return buildOnImage(builder, grouped); }});
}
