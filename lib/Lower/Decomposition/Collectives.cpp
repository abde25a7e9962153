//===- Collectives.cpp - Exchanges between chips that TTNN has not --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TTNN gathers along an axis of the mesh. Where the groups of chips are the lines of one axis, everybody gathers what
// the line has and keeps its own part: more bytes than a kernel of its own would move.
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The lines of chips along an axis of the mesh, chip 0's first: chips are numbered row by row.
static SmallVector<SmallVector<int64_t>> linesOf(ArrayRef<int64_t> mesh, int64_t axis) {
  SmallVector<SmallVector<int64_t>> lines;
  for (int64_t line = 0; line < mesh[1 - axis]; ++line) {
    lines.emplace_back();
    for (int64_t at = 0; at < mesh[axis]; ++at)
      lines.back().push_back(axis == 1 ? line * mesh[1] + at : at * mesh[1] + line);
  }
  return lines;
}

static SmallVector<SmallVector<int64_t>> groupsOf(DenseIntElementsAttr attribute) {
  SmallVector<SmallVector<int64_t>> groups;
  ShapedType type = attribute.getType();
  int64_t width = type.getRank() == 2 ? type.getDimSize(1) : 0, index = 0;
  if (width == 0)
    return groups;
  for (const APInt &chip : attribute.getValues<APInt>()) {
    if (index++ % width == 0)
      groups.emplace_back();
    groups.back().push_back(chip.getSExtValue());
  }
  return groups;
}

/// The axis whose lines `groups` are, in any order of the groups; the chips of each are in the order of the line.
static std::optional<int64_t> axisOf(Operation *op, SmallVector<SmallVector<int64_t>> groups) {
  ttcore::DeviceAttr device = ttcore::lookupDevice(op);
  if (!device || device.getMeshShape().size() != 2)
    return std::nullopt;
  llvm::sort(groups);
  for (int64_t axis : {0, 1})
    if (device.getMeshShape()[axis] > 1) {
      SmallVector<SmallVector<int64_t>> lines = linesOf(device.getMeshShape(), axis);
      llvm::sort(lines);
      if (lines == groups)
        return axis;
    }
  return std::nullopt;
}

static Value gatherAlong(PatternRewriter &rewriter, Location loc, Value value, int64_t dim, int64_t chips,
                         int64_t axis) {
  RankedTensorType type = tensorTypeOf(value);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] *= chips;
  return ttir::AllGatherOp::create(rewriter, suffixed(loc, "_gather"), withShape(type, shape), value,
                                   si32Attr(rewriter, dim),
                                   rewriter.getIntegerAttr(rewriter.getIntegerType(32, false), axis));
}

namespace {
/// Everybody's tensors side by side along the dimension that is joined, of which everybody keeps its part of the
/// dimension that is split.
struct AllToAllToGather : OpRewritePattern<ttir::AllToAllOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::AllToAllOp op, PatternRewriter &rewriter) const override {
    SmallVector<SmallVector<int64_t>> groups = groupsOf(op.getReplicaGroups());
    std::optional<int64_t> axis = axisOf(op, groups);
    int64_t rank = tensorTypeOf(op.getInput()).getRank(), chips = op.getSplitCount();
    std::optional<int64_t> split = shape::normalizeDim(op.getSplitDim(), rank),
                           join = shape::normalizeDim(op.getConcatDim(), rank);
    if (!axis || !split || !join)
      return failure();
    Location loc = op.getLoc();
    Value whole = op.getInput();
    if (*split != *join) {
      whole = gatherAlong(rewriter, loc, whole, *join, chips, *axis);
    } else { // parts from all, not the part of what all have: the parts become a dimension
      SmallVector<int64_t> parts(shape::of(whole));
      parts[*split] /= chips;
      parts.insert(parts.begin() + *split, chips);
      whole = reshape(rewriter, suffixed(loc, "_parts"), whole, parts);
      whole = gatherAlong(rewriter, loc, whole, *split + 1, chips, *axis);
    }
    SmallVector<int64_t> own(shape::of(whole));
    own[*split] /= chips;
    auto axisAttr = rewriter.getIntegerAttr(rewriter.getIntegerType(32, false), *axis);
    Value part = ttir::MeshPartitionOp::create(rewriter, loc, withShape(tensorTypeOf(whole), own), whole,
                                               si32Attr(rewriter, *split), axisAttr);
    rewriter.replaceOp(op, reshape(rewriter, suffixed(loc, "_joined"), part, shape::of(op.getResult())));
    return success();
  }
};

/// Everybody gathers, and keeps what the first chip of its group had.
struct BroadcastToGather : OpRewritePattern<ttir::CollectiveBroadcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::CollectiveBroadcastOp op, PatternRewriter &rewriter) const override {
    SmallVector<SmallVector<int64_t>> groups = groupsOf(op.getReplicaGroups());
    std::optional<int64_t> place; // of the source on its line, the same on all
    for (SmallVector<int64_t> &group : groups) {
      int64_t source = group.front();
      llvm::sort(group);
      int64_t at = llvm::find(group, source) - group.begin();
      if (place && *place != at)
        return failure();
      place = at;
    }
    RankedTensorType type = tensorTypeOf(op.getInput());
    std::optional<int64_t> axis = axisOf(op, groups);
    if (!axis || !place || type.getRank() == 0)
      return failure();
    Value whole = gatherAlong(rewriter, op.getLoc(), op.getInput(), 0, groups.front().size(), *axis);
    SmallVector<int32_t> begins(type.getRank(), 0), ends(type.getShape().begin(), type.getShape().end());
    SmallVector<int32_t> steps(type.getRank(), 1);
    begins[0] = static_cast<int32_t>(*place * type.getDimSize(0));
    ends[0] = static_cast<int32_t>((*place + 1) * type.getDimSize(0));
    rewriter.replaceOpWithNewOp<ttir::SliceStaticOp>(op, type, whole, rewriter.getI32ArrayAttr(begins),
                                                     rewriter.getI32ArrayAttr(ends), rewriter.getI32ArrayAttr(steps));
    return success();
  }
};
} // namespace

void conversion::populateCollectiveDecompositions(RewritePatternSet &patterns) {
  patterns.add<AllToAllToGather, BroadcastToGather>(patterns.getContext());
}
