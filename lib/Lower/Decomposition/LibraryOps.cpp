//===- LibraryOps.cpp - Small ops in terms of others ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Patterns.h"
#include "alcove/Ops/Dialect/SliceBounds.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {

/// Ops of one operand whose type is that of the result.
template <typename OpTy>
struct UnaryPattern : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    Value result = build(rewriter, op.getLoc(), op, op.getInput(), tensorTypeOf(op.getResult()));
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }
  virtual Value build(PatternRewriter &rewriter, Location loc, OpTy op, Value x, RankedTensorType type) const = 0;
};

struct SquareToProduct : UnaryPattern<ttir::SquareOp> {
  using UnaryPattern::UnaryPattern;
  Value build(PatternRewriter &rewriter, Location loc, ttir::SquareOp, Value x, RankedTensorType type) const override {
    return ttir::MultiplyOp::create(rewriter, loc, type, x, x);
  }
};

/// 2^x = e^(x ln 2).
struct Exp2ToExp : UnaryPattern<ttir::Exp2Op> {
  using UnaryPattern::UnaryPattern;
  Value build(PatternRewriter &rewriter, Location loc, ttir::Exp2Op, Value x, RankedTensorType type) const override {
    Value factor = full(rewriter, suffixed(loc, "_ln2"), type, std::log(2.0));
    Value scaled = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_scale"), type, x, factor);
    return ttir::ExpOp::create(rewriter, loc, type, scaled);
  }
};

/// What is behind the point, with the sign of the number.
struct FracToDifference : UnaryPattern<ttir::FracOp> {
  using UnaryPattern::UnaryPattern;
  Value build(PatternRewriter &rewriter, Location loc, ttir::FracOp, Value x, RankedTensorType type) const override {
    Value whole = ttir::TruncOp::create(rewriter, suffixed(loc, "_trunc"), type, x);
    return ttir::SubtractOp::create(rewriter, loc, type, x, whole);
  }
};

/// sign(x) floor(|x|).
struct TruncToFloor : UnaryPattern<ttir::TruncOp> {
  using UnaryPattern::UnaryPattern;
  Value build(PatternRewriter &rewriter, Location loc, ttir::TruncOp, Value x, RankedTensorType type) const override {
    Value size = ttir::AbsOp::create(rewriter, suffixed(loc, "_abs"), type, x);
    Value whole = ttir::FloorOp::create(rewriter, suffixed(loc, "_floor"), type, size);
    Value sign = ttir::SignOp::create(rewriter, suffixed(loc, "_sign"), type, x);
    return ttir::MultiplyOp::create(rewriter, loc, type, sign, whole);
  }
};

/// x / (1 + |x|).
struct SoftsignToQuotient : UnaryPattern<ttir::SoftsignOp> {
  using UnaryPattern::UnaryPattern;
  Value build(PatternRewriter &rewriter, Location loc, ttir::SoftsignOp, Value x,
              RankedTensorType type) const override {
    Value size = ttir::AbsOp::create(rewriter, suffixed(loc, "_abs"), type, x);
    Value one = full(rewriter, suffixed(loc, "_one"), type, 1.0);
    Value more = ttir::AddOp::create(rewriter, suffixed(loc, "_more"), type, size, one);
    return ttir::DivOp::create(rewriter, loc, type, x, more);
  }
};

/// x < 0; of zeros the reciprocal, which is infinite, has the sign.
struct SignbitToComparison : UnaryPattern<ttir::SignbitOp> {
  using UnaryPattern::UnaryPattern;
  Value build(PatternRewriter &rewriter, Location loc, ttir::SignbitOp, Value x, RankedTensorType type) const override {
    RankedTensorType input = tensorTypeOf(x);
    Value zero = full(rewriter, suffixed(loc, "_zero"), input, 0);
    if (isa<FloatType>(input.getElementType())) {
      Value isZero = ttir::EqOp::create(rewriter, suffixed(loc, "_isZero"), input, x, zero);
      Value inverse = ttir::ReciprocalOp::create(rewriter, suffixed(loc, "_inverse"), input, x);
      x = ttir::WhereOp::create(rewriter, suffixed(loc, "_signed"), input, isZero, inverse, x);
    }
    return ttir::LtOp::create(rewriter, loc, type, x, zero);
  }
};

/// scale * (x > 0 ? x : alpha * (e^x - 1)).
struct SeluToWhere : UnaryPattern<ttir::SeluOp> {
  using UnaryPattern::UnaryPattern;
  Value build(PatternRewriter &rewriter, Location loc, ttir::SeluOp op, Value x, RankedTensorType type) const override {
    auto number = [&](StringRef name, double value) { return full(rewriter, suffixed(loc, name), type, value); };
    Value grown = ttir::Expm1Op::create(rewriter, suffixed(loc, "_expm1"), type, x);
    Value low = ttir::MultiplyOp::create(rewriter, suffixed(loc, "_low"), type, grown,
                                         number("_alpha", op.getAlpha().convertToDouble()));
    Value positive = ttir::GtOp::create(rewriter, suffixed(loc, "_positive"), type, x, number("_zero", 0));
    Value both = ttir::WhereOp::create(rewriter, suffixed(loc, "_where"), type, positive, x, low);
    return ttir::MultiplyOp::create(rewriter, loc, type, both, number("_scale", op.getScale().convertToDouble()));
  }
};

/// Signs are copied in: for negative numbers the shift is that of the complement.
struct RightShiftToLogical : OpRewritePattern<ttir::RightShiftOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::RightShiftOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getResult());
    if (tensorTypeOf(op.getLhs()) != type)
      return failure();
    Location loc = op.getLoc();
    Value shifted = ttir::LogicalRightShiftOp::create(rewriter, loc, type, op.getLhs(), op.getRhs());
    if (!type.getElementType().isUnsignedInteger()) {
      Value turned = ttir::BitwiseNotOp::create(rewriter, suffixed(loc, "_not"), type, op.getLhs());
      Value moved = ttir::LogicalRightShiftOp::create(rewriter, suffixed(loc, "_shift"), type, turned, op.getRhs());
      Value low = ttir::BitwiseNotOp::create(rewriter, suffixed(loc, "_back"), type, moved);
      Value zero = full(rewriter, suffixed(loc, "_zero"), type, 0);
      Value negative = ttir::LtOp::create(rewriter, suffixed(loc, "_negative"), type, op.getLhs(), zero);
      shifted = ttir::WhereOp::create(rewriter, loc, type, negative, low, shifted);
    }
    rewriter.replaceOp(op, shifted);
    return success();
  }
};

/// sign(x) (|x| mod |y|): the library's remainder has the sign of the divisor, TTIR's that of the dividend (NUM-N9). Of
/// numbers that are not negative both are the same.
struct RemainderToSizes : OpRewritePattern<ttir::RemainderOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::RemainderOp op, PatternRewriter &rewriter) const override {
    Value x = op.getLhs(), y = op.getRhs();
    if (hasNoSign(x) && hasNoSign(y))
      return failure();
    Location loc = op.getLoc();
    auto sizeOf = [&](Value value) -> Value {
      if (hasNoSign(value))
        return value;
      if (std::optional<double> number = splatOf(value))
        return full(rewriter, suffixed(loc, "_size"), tensorTypeOf(value), std::abs(*number));
      return ttir::AbsOp::create(rewriter, suffixed(loc, "_size"), value.getType(), value);
    };
    RankedTensorType type = tensorTypeOf(op.getResult());
    Value rest = ttir::RemainderOp::create(rewriter, suffixed(loc, "_rest"), type, sizeOf(x), sizeOf(y));
    if (!hasNoSign(x)) {
      // The least integer is its own size, and its rest is negative.
      if (isa<IntegerType>(type.getElementType()))
        rest = ttir::AbsOp::create(rewriter, suffixed(loc, "_size"), type, rest);
      Value sign = ttir::SignOp::create(rewriter, suffixed(loc, "_sign"), x.getType(), x);
      rest = ttir::MultiplyOp::create(rewriter, loc, type, sign, rest);
    }
    rewriter.replaceOp(op, rest);
    return success();
  }

private:
  static bool hasNoSign(Value value) {
    if (tensorTypeOf(value).getElementType().isUnsignedInteger() || tensorTypeOf(value).getElementType().isInteger(1))
      return true;
    if (std::optional<double> number = splatOf(value))
      return *number >= 0;
    return isa_and_nonnull<ttir::AbsOp, ttir::ExpOp, ttir::SigmoidOp, ttir::ReluOp, ttir::Relu6Op, ttir::SqrtOp>(
        value.getDefiningOp());
  }
};

/// One number beside one for each index of the axis: the library asks for as many scales as zero points.
template <typename OpTy>
struct QuantizationToWholeAxis : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    auto axis = op->template getAttrOfType<IntegerAttr>("axis");
    ArrayRef<int64_t> shape = tensorTypeOf(op->getOperand(0)).getShape();
    auto isOne = [](Value number) { return tensorTypeOf(number).getNumElements() == 1; };
    ValueRange numbers = op->getOperands().drop_front();
    if (!axis || llvm::all_of(numbers, isOne) || llvm::none_of(numbers, isOne))
      return failure();
    SmallVector<Value> operands{op->getOperand(0)};
    for (Value number : numbers) {
      Location loc = suffixed(op.getLoc(), "_perIndex");
      operands.push_back(
          isOne(number) ? broadcast(rewriter, loc, reshape(rewriter, loc, number, {1}), shape.slice(axis.getInt(), 1))
                        : number);
    }
    rewriter.modifyOpInPlace(op, [&] { op->setOperands(operands); });
    return success();
  }
};

struct DimensionSizeToFull : OpRewritePattern<ttir::GetDimensionSizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::GetDimensionSizeOp op, PatternRewriter &rewriter) const override {
    RankedTensorType input = tensorTypeOf(op.getOperand());
    std::optional<int64_t> dim = shape::normalizeDim(op.getDimensionAttr().getInt(), input.getRank());
    if (!dim)
      return failure();
    rewriter.replaceOp(
        op, full(rewriter, op.getLoc(), tensorTypeOf(op.getResult()), static_cast<double>(input.getDimSize(*dim))));
    return success();
  }
};

/// `a b c -> c (a b)`: in the order of the right side, then joined; what the left side joins has no extents.
struct RearrangeToPermute : OpRewritePattern<ttir::RearrangeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::RearrangeOp op, PatternRewriter &rewriter) const override {
    auto [left, right] = op.getPattern().split("->");
    SmallVector<StringRef> from, to;
    SplitString(left, from, " ()");
    SplitString(right, to, " ()");
    RankedTensorType input = tensorTypeOf(op.getInput());
    if (static_cast<int64_t>(from.size()) != input.getRank() || from.size() != to.size())
      return rewriter.notifyMatchFailure(op, "joins dimensions before the arrow");
    SmallVector<int64_t> order;
    for (StringRef name : to)
      order.push_back(llvm::find(from, name) - from.begin());
    Value moved = permute(rewriter, suffixed(op.getLoc(), "_permute"), op.getInput(), order);
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), moved, tensorTypeOf(op.getResult()).getShape()));
    return success();
  }
};

/// Layouts are the compiler's to choose: what is left is a change of the element type, if any.
struct ToLayoutToTypecast : OpRewritePattern<ttir::ToLayoutOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::ToLayoutOp op, PatternRewriter &rewriter) const override {
    auto input = dyn_cast<RankedTensorType>(op.getInput().getType());
    auto type = op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : RankedTensorType();
    if (!input || !type || input.getShape() != type.getShape() || input.getEncoding() || type.getEncoding())
      return rewriter.notifyMatchFailure(op, "names a layout or memory");
    Value result = op.getInput();
    if (input != type)
      result = ttir::TypecastOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// (N, L, C) as images of one row.
struct Conv1dToConv2d : OpRewritePattern<ttir::Conv1dOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::Conv1dOp op, PatternRewriter &rewriter) const override {
    SmallVector<int64_t> order{static_cast<int64_t>(op.getBatchDim()), static_cast<int64_t>(op.getLengthDim()),
                               static_cast<int64_t>(op.getChannelDim())};
    auto stride = shape::integers(op.getStride()), dilation = shape::integers(op.getDilation());
    auto padding = shape::integers(op.getPadding());
    if (!stride || !dilation || !padding || stride->empty() || dilation->empty() || padding->empty())
      return failure();
    Location loc = op.getLoc();
    Value input = permute(rewriter, suffixed(loc, "_permuteInput"), op.getInput(), order);
    shape::Shape in = shape::of(input), weight = shape::of(op.getWeight());
    input = reshape(rewriter, suffixed(loc, "_reshapeInput"), input, {in[0], 1, in[1], in[2]});
    Value kernel =
        reshape(rewriter, suffixed(loc, "_reshapeWeight"), op.getWeight(), {weight[0], weight[1], 1, weight[2]});
    Value bias = op.getBias();
    if (bias)
      bias = reshape(rewriter, suffixed(loc, "_reshapeBias"), bias, {1, 1, 1, weight[0]});
    RankedTensorType type = tensorTypeOf(op.getResult());
    SmallVector<int64_t> made{type.getDimSize(order[0]), type.getDimSize(order[1]), type.getDimSize(order[2])};
    auto pair = [&](int64_t horizontal, int64_t vertical) {
      return rewriter.getDenseI32ArrayAttr({static_cast<int32_t>(vertical), static_cast<int32_t>(horizontal)});
    };
    OperationState state(loc, ttir::Conv2dOp::getOperationName());
    state.addOperands({input, kernel});
    if (bias)
      state.addOperands(bias);
    state.addTypes(withShape(type, {made[0], 1, made[1], made[2]}));
    state.addAttribute("stride", pair(stride->front(), 1));
    state.addAttribute("dilation", pair(dilation->front(), 1));
    state.addAttribute("padding", rewriter.getDenseI32ArrayAttr({0, static_cast<int32_t>(padding->front()), 0,
                                                                 static_cast<int32_t>(padding->back())}));
    state.addAttribute("groups", op.getGroupsAttr());
    Value result = rewriter.create(state)->getResult(0);
    result = reshape(rewriter, suffixed(loc, "_reshapeOutput"), result, made);
    rewriter.replaceOp(op, permute(rewriter, suffixed(loc, "_permuteOutput"), result, inversePermutation(order)));
    return success();
  }
};

/// Backwards is a forward slice, turned around.
struct BackwardSliceToReverse : OpRewritePattern<ttir::SliceStaticOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::SliceStaticOp op, PatternRewriter &rewriter) const override {
    auto begins = shape::integers(op.getBegins()), ends = shape::integers(op.getEnds()),
         steps = shape::integers(op.getStep());
    if (!begins || !ends || !steps || llvm::none_of(*steps, [](int64_t step) { return step < 0; }))
      return failure();
    SmallVector<int64_t> turned;
    SmallVector<int32_t> from, to, by;
    for (auto [dim, extent] : llvm::enumerate(shape::of(op.getInput()))) {
      std::optional<shape::SliceBounds> bounds =
          shape::sliceBounds(extent, (*begins)[dim], (*ends)[dim], (*steps)[dim]);
      if (!bounds)
        return failure();
      int64_t step = (*steps)[dim];
      if (step < 0 && bounds->count > 0) {
        turned.push_back(dim);
        bounds = shape::SliceBounds{bounds->begin + (bounds->count - 1) * step, bounds->begin + 1, bounds->count};
      } else if (step < 0) {
        bounds = shape::SliceBounds{0, 0, 0};
      }
      from.push_back(static_cast<int32_t>(bounds->begin));
      to.push_back(static_cast<int32_t>(bounds->end));
      by.push_back(static_cast<int32_t>(step < 0 ? -step : step));
    }
    Value forward = ttir::SliceStaticOp::create(rewriter, suffixed(op.getLoc(), "_forward"), op.getResult().getType(),
                                                op.getInput(), rewriter.getI32ArrayAttr(from),
                                                rewriter.getI32ArrayAttr(to), rewriter.getI32ArrayAttr(by));
    rewriter.replaceOpWithNewOp<ttir::ReverseOp>(op, op.getResult().getType(), forward,
                                                 rewriter.getDenseI64ArrayAttr(turned));
    return success();
  }
};

/// What a negative padding takes away is sliced off first.
struct NegativePadToSlice : OpRewritePattern<ttir::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::PadOp op, PatternRewriter &rewriter) const override {
    ArrayRef<int32_t> padding = op.getPadding();
    if (llvm::none_of(padding, [](int32_t value) { return value < 0; }))
      return failure();
    RankedTensorType type = tensorTypeOf(op.getInput());
    SmallVector<int32_t> begins, ends, steps(type.getRank(), 1), kept;
    SmallVector<int64_t> shape;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      int32_t low = padding[2 * dim], high = padding[2 * dim + 1];
      begins.push_back(-std::min(low, 0));
      ends.push_back(static_cast<int32_t>(type.getDimSize(dim)) + std::min(high, 0));
      if (begins.back() > ends.back()) // more is taken than there is, and put back on the other side
        return failure();
      shape.push_back(ends.back() - begins.back());
      kept.append({std::max(low, 0), std::max(high, 0)});
    }
    Value inside = ttir::SliceStaticOp::create(rewriter, suffixed(op.getLoc(), "_slice"), withShape(type, shape),
                                               op.getInput(), rewriter.getI32ArrayAttr(begins),
                                               rewriter.getI32ArrayAttr(ends), rewriter.getI32ArrayAttr(steps));
    if (llvm::all_of(kept, [](int32_t value) { return value == 0; }))
      rewriter.replaceOp(op, inside);
    else
      rewriter.replaceOpWithNewOp<ttir::PadOp>(op, op.getResult().getType(), inside,
                                               rewriter.getDenseI32ArrayAttr(kept), op.getValueAttr());
    return success();
  }
};

/// index_select with begin, length and stride is a select.
struct RangeSelectToSelect : OpRewritePattern<ttir::IndexSelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::IndexSelectOp op, PatternRewriter &rewriter) const override {
    if (op.getIndices())
      return failure();
    auto number = [&](std::optional<int32_t> value) { return si32Attr(rewriter, value.value_or(0)); };
    rewriter.replaceOpWithNewOp<ttir::SelectOp>(op, op.getResult().getType(), op.getInput(), op.getDimAttr(),
                                                number(op.getBegin()), number(op.getLength()), number(op.getStride()));
    return success();
  }
};

/// Channels last, as the other patterns and kernels want them.
struct GroupNormToChannelsLast : OpRewritePattern<ttir::GroupNormOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ttir::GroupNormOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = tensorTypeOf(op.getInput());
    auto written = op->getAttrOfType<IntegerAttr>("channel_dim");
    int64_t last = type.getRank() - 1;
    std::optional<int64_t> dim = written ? shape::normalizeDim(written.getInt(), type.getRank()) : last;
    if (!dim || *dim == last)
      return failure();
    SmallVector<int64_t> order;
    for (int64_t d = 0; d <= last; ++d)
      if (d != *dim)
        order.push_back(d);
    order.push_back(*dim);
    Value input = permute(rewriter, suffixed(op.getLoc(), "_permuteInput"), op.getInput(), order);
    Operation *moved = rewriter.clone(*op);
    moved->setOperand(0, input);
    moved->getResult(0).setType(input.getType());
    moved->setAttr("channel_dim", rewriter.getI64IntegerAttr(last));
    rewriter.replaceOp(
        op, permute(rewriter, suffixed(op.getLoc(), "_permuteOutput"), moved->getResult(0), inversePermutation(order)));
    return success();
  }
};

} // namespace

void conversion::populateLibraryOpDecompositions(RewritePatternSet &patterns) {
  patterns
      .add<RearrangeToPermute, ToLayoutToTypecast, SquareToProduct, Exp2ToExp, FracToDifference, TruncToFloor,
           SoftsignToQuotient, SignbitToComparison, SeluToWhere, RightShiftToLogical, DimensionSizeToFull,
           Conv1dToConv2d, BackwardSliceToReverse, NegativePadToSlice, RangeSelectToSelect, GroupNormToChannelsLast,
           RemainderToSizes, QuantizationToWholeAxis<ttir::QuantizeUnrolledOp>,
           QuantizationToWholeAxis<ttir::DequantizeUnrolledOp>, QuantizationToWholeAxis<ttir::RequantizeUnrolledOp>>(
          patterns.getContext());
}
