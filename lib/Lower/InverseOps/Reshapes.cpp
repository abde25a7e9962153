//===- Reshapes.cpp - Unflattening reshapes sink; chains cancel ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// (1, 1, N*H*W, C) to (N, H, W, C).
static ttir::ReshapeOp unflattening(Value value) {
  auto op = value.getDefiningOp<ttir::ReshapeOp>();
  if (!op)
    return {};
  shape::Shape in = shape::of(op.getInput()), out = shape::of(op.getResult());
  bool fits = in.size() == 4 && out.size() == 4 && in[0] == 1 && in[1] == 1 && in[3] == out[3];
  return fits ? op : ttir::ReshapeOp();
}

/// (1, ..., 1, C) or a single element: the same beside both forms.
static bool isAlongChannels(Value value) {
  shape::Shape shape = shape::of(value);
  return shape.size() <= 4 &&
         llvm::all_of(shape.drop_back(shape.empty() ? 0 : 1), [](int64_t extent) { return extent == 1; });
}

namespace {
struct SinkReshapeBelowElementwise : RewritePattern {
  explicit SinkReshapeBelowElementwise(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!op->isRegistered() || op->getName().getDialectNamespace() != "ttir" || op->getNumResults() != 1 ||
        !op->hasTrait<ElementwiseShape>())
      return failure();
    RankedTensorType type = tensorTypeOf(op->getResult(0));
    SmallVector<Value> operands;
    std::optional<SmallVector<int64_t>> flat;
    for (Value operand : op->getOperands()) {
      ttir::ReshapeOp reshapeOp = unflattening(operand);
      if (reshapeOp && shape::of(operand) == type.getShape()) {
        flat = SmallVector<int64_t>(shape::of(reshapeOp.getInput()));
        operands.push_back(reshapeOp.getInput());
      } else if (isAlongChannels(operand)) {
        operands.push_back(operand);
      } else {
        return failure();
      }
    }
    if (!flat)
      return failure();
    Operation *clone = rewriter.clone(*op);
    clone->setOperands(operands);
    clone->getResult(0).setType(withShape(type, *flat));
    rewriter.replaceOp(
        op, reshape(rewriter, suffixed(op->getLoc(), "_unflattenOutput"), clone->getResult(0), type.getShape()));
    return success();
  }
};

/// Along the channels alone.
struct SinkReshapeBelowConcat : OpRewritePattern<ttir::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ConcatOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getResult());
    if (type.getRank() != 4 || shape::normalizeDim(op.getDim(), 4) != 3)
      return failure();
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      ttir::ReshapeOp reshapeOp = unflattening(input);
      if (!reshapeOp)
        return failure();
      inputs.push_back(reshapeOp.getInput());
    }
    SmallVector<int64_t> flat(shape::of(inputs.front()));
    flat[3] = type.getDimSize(3);
    Value concat = ttir::ConcatOp::create(rewriter, op.getLoc(), withShape(type, flat), inputs, si32Attr(rewriter, 3));
    rewriter.replaceOp(op, reshape(rewriter, suffixed(op.getLoc(), "_unflattenOutput"), concat, type.getShape()));
    return success();
  }
};

struct SinkReshapeBelowSlice : OpRewritePattern<ttir::SliceStaticOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::SliceStaticOp op, PatternRewriter &rewriter) const override {
    ttir::ReshapeOp reshapeOp = unflattening(op.getInput());
    auto begins = shape::integers(op.getBegins()), ends = shape::integers(op.getEnds());
    auto steps = shape::integers(op.getStep());
    RankedTensorType type = tensorTypeOf(op.getResult());
    if (!reshapeOp || !begins || !ends || !steps || shape::of(op.getInput()).drop_back() != type.getShape().drop_back())
      return failure();
    // All rows, some channels: whatever the steps of the other dimensions say, they take everything.
    SmallVector<int64_t> flat(shape::of(reshapeOp.getInput()));
    SmallVector<int32_t> from(4, 0), to(flat.begin(), flat.end()), by(4, 1);
    from[3] = static_cast<int32_t>((*begins)[3]);
    to[3] = static_cast<int32_t>((*ends)[3]);
    by[3] = static_cast<int32_t>((*steps)[3]);
    flat[3] = type.getDimSize(3);
    Value slice = ttir::SliceStaticOp::create(rewriter, op.getLoc(), withShape(type, flat), reshapeOp.getInput(),
                                              rewriter.getI32ArrayAttr(from), rewriter.getI32ArrayAttr(to),
                                              rewriter.getI32ArrayAttr(by));
    rewriter.replaceOp(op, reshape(rewriter, suffixed(op.getLoc(), "_unflattenOutput"), slice, type.getShape()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// permute, reshape, permute
//===----------------------------------------------------------------------===//

/// A factor of a dimension of the chain's input. Row-major order of the input is the order of `place`.
struct Atom {
  int64_t extent, place;
};

/// Splits the atoms of `dims` so that `shape` is a regrouping of them; nothing when a boundary cuts an atom that does
/// not divide.
static std::optional<SmallVector<SmallVector<Atom>>> regroup(const SmallVector<SmallVector<Atom>> &dims,
                                                             shape::Shape shape) {
  SmallVector<Atom> flat;
  for (const SmallVector<Atom> &atoms : dims)
    llvm::append_range(flat, atoms);
  SmallVector<SmallVector<Atom>> grouped;
  size_t next = 0;
  for (int64_t extent : shape) {
    SmallVector<Atom> &group = grouped.emplace_back();
    int64_t left = extent;
    while (left != 1) {
      if (next == flat.size())
        return std::nullopt;
      Atom &atom = flat[next];
      if (atom.extent == 1 || left % atom.extent == 0) {
        left /= atom.extent;
        group.push_back(atom);
        ++next;
      } else if (atom.extent % left == 0 && left != 0) {
        // The outer factor stays here; the inner one, right behind it in the input, goes to the next group.
        group.push_back({left, atom.place});
        atom = {atom.extent / left, atom.place};
        left = 1;
      } else {
        return std::nullopt;
      }
    }
  }
  for (; next < flat.size(); ++next)
    if (flat[next].extent != 1)
      return std::nullopt;
  return grouped;
}

/// permute(reshape(permute(x))): follows every factor of x's dimensions; in rising order no data moves.
struct EraseChain : OpRewritePattern<ttir::PermuteOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::PermuteOp op, PatternRewriter &rewriter) const override {
    auto middle = op.getInput().getDefiningOp<ttir::ReshapeOp>();
    auto first = middle ? middle.getInput().getDefiningOp<ttir::PermuteOp>() : ttir::PermuteOp();
    if (!first || llvm::is_contained(shape::of(op.getResult()), 0))
      return failure();
    shape::Shape input = shape::of(first.getInput());
    SmallVector<SmallVector<Atom>> dims;
    for (int64_t from : first.getPermutation())
      dims.push_back({Atom{input[from], from}});
    auto grouped = regroup(dims, shape::of(middle.getResult()));
    if (!grouped)
      return failure();
    // Each factor by its dimension of x and its rank among the factors of that dimension, outermost first.
    SmallVector<int64_t> seen(input.size(), 0);
    SmallVector<SmallVector<std::pair<int64_t, int64_t>>> numbered;
    for (const SmallVector<Atom> &group : *grouped) {
      auto &numbers = numbered.emplace_back();
      for (const Atom &atom : group)
        if (atom.extent != 1)
          numbers.push_back({atom.place, seen[atom.place]++});
    }
    std::pair<int64_t, int64_t> previous{-1, -1};
    for (int64_t dim : op.getPermutation())
      for (std::pair<int64_t, int64_t> number : numbered[dim]) {
        if (number < previous)
          return failure();
        previous = number;
      }
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), first.getInput(), shape::of(op.getResult())));
    return success();
  }
};
} // namespace

void conversion::populateReshapeSinking(RewritePatternSet &patterns) {
  patterns.add<SinkReshapeBelowElementwise, SinkReshapeBelowConcat, SinkReshapeBelowSlice>(patterns.getContext());
}

void conversion::populateChainErasure(RewritePatternSet &patterns) { patterns.add<EraseChain>(patterns.getContext()); }
