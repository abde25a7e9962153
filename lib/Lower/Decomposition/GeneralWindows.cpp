//===- GeneralWindows.cpp - StableHLO windows as convolutions and pools ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTIR/GeneralWindows.h"
#include "../TTIRBuilder.h"
#include "Patterns.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

using ttir::WindowDim;

namespace {

/// What is put before, between (a dilation of d makes d - 1 holes) and behind the elements of one dimension.
struct Spread {
  int64_t low = 0, dilation = 1, high = 0;
};

/// `value` in the places that `spreads`, one for each dimension, makes. Between elements: each gets a row of its own,
/// which is padded, and the rows are joined.
///   a b c  ->  [a][b][c]  ->  [a .][b .][c .]  ->  a . b . c .  ->  a . b . c
Value spread(OpBuilder &builder, Location loc, Value input, ArrayRef<Spread> spreads, double value) {
  SmallVector<int32_t> around;
  for (auto [dim, given] : llvm::enumerate(spreads)) {
    around.push_back(static_cast<int32_t>(given.low));
    around.push_back(static_cast<int32_t>(given.high));
    if (given.dilation == 1)
      continue;
    RankedTensorType type = tensorTypeOf(input);
    SmallVector<int64_t> rows(type.getShape()), joined(type.getShape());
    rows.insert(rows.begin() + dim + 1, 1);
    SmallVector<int32_t> between(2 * rows.size(), 0);
    between[2 * (dim + 1) + 1] = static_cast<int32_t>(given.dilation - 1);
    Value apart = reshape(builder, suffixed(loc, "_apart"), input, rows);
    joined[dim] *= given.dilation;
    Value together =
        reshape(builder, suffixed(loc, "_joined"), pad(builder, suffixed(loc, "_pad"), apart, between, value), joined);
    SmallVector<int32_t> begins(joined.size(), 0), ends(joined.begin(), joined.end()), steps(joined.size(), 1);
    joined[dim] = ends[dim] -= static_cast<int32_t>(given.dilation - 1);
    input = ttir::SliceStaticOp::create(builder, suffixed(loc, "_cut"), withShape(type, joined), together,
                                        builder.getI32ArrayAttr(begins), builder.getI32ArrayAttr(ends),
                                        builder.getI32ArrayAttr(steps));
  }
  return pad(builder, suffixed(loc, "_pad"), input, around, value);
}

SmallVector<int64_t> orderOf(int64_t first, ArrayRef<int64_t> middle, int64_t last) {
  SmallVector<int64_t> dims{first};
  llvm::append_range(dims, middle);
  dims.push_back(last);
  return dims;
}

DenseI32ArrayAttr i32s(Builder &builder, ArrayRef<int64_t> values) {
  return builder.getDenseI32ArrayAttr(llvm::to_vector_of<int32_t>(values));
}

/// Dimensions in the order batch, spatial, features and output, input, spatial; batch groups as feature groups; kernels
/// turned around; one spatial dimension as a row; then conv2d, conv_transpose2d where the input has holes, or conv3d.
struct ConvolutionToWindows : OpRewritePattern<ttir::ConvolutionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ttir::ConvolutionOp op, PatternRewriter &rewriter) const override {
    std::optional<ttir::ConvolutionLayout> layout = ttir::convolutionLayoutOf(op.getConvolutionLayout());
    std::optional<SmallVector<WindowDim>> given = ttir::windowsOf(op);
    if (!layout || !given || given->size() > 3)
      return failure();
    SmallVector<WindowDim> windows = *given;
    Location loc = op.getLoc();
    Value input = permute(rewriter, suffixed(loc, "_permuteInput"), op.getInput(),
                          orderOf(layout->inputBatch, layout->inputSpatial, layout->inputFeature));
    SmallVector<int64_t> weightOrder{layout->kernelOutput, layout->kernelInput};
    llvm::append_range(weightOrder, layout->kernelSpatial);
    Value weight = permute(rewriter, suffixed(loc, "_permuteWeight"), op.getWeight(), weightOrder);
    int64_t groups = op.getFeatureGroupCount();
    if (op.getBatchGroupCount() > 1) {
      groups = op.getBatchGroupCount();
      input = batchGroupsAsFeatures(rewriter, loc, input, groups);
    }
    RankedTensorType type = tensorTypeOf(op.getResult());
    SmallVector<int64_t> order = orderOf(layout->outputBatch, layout->outputSpatial, layout->outputFeature), shape;
    for (int64_t dim : order)
      shape.push_back(type.getDimSize(dim));
    SmallVector<int64_t> whole(shape);
    auto insertOne = [&](Value value, size_t at) {
      SmallVector<int64_t> extents(tensorTypeOf(value).getShape());
      extents.insert(extents.begin() + at, 1);
      return reshape(rewriter, suffixed(loc, "_row"), value, extents);
    };
    while (windows.size() < 2) { // rows of one dimension, single elements of none
      input = insertOne(input, 1);
      weight = insertOne(weight, 2);
      shape.insert(shape.begin() + 1, 1);
      windows.insert(windows.begin(), WindowDim());
    }
    Value result = convolve(rewriter, op, input, weight, windows, groups, withShape(type, shape));
    result = reshape(rewriter, suffixed(loc, "_shape"), result, whole);
    rewriter.replaceOp(op, permute(rewriter, suffixed(loc, "_permuteOutput"), result, inversePermutation(order)));
    return success();
  }

private:
  /// (G * N, .., C) to (N, .., G * C): images of group g become its channels.
  static Value batchGroupsAsFeatures(OpBuilder &builder, Location loc, Value input, int64_t groups) {
    SmallVector<int64_t> shape(tensorTypeOf(input).getShape()), split(shape);
    split[0] /= groups;
    split.insert(split.begin(), groups);
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(1, split.size() - 1));
    order.push_back(0);
    order.push_back(static_cast<int64_t>(split.size()) - 1);
    Value parts = reshape(builder, suffixed(loc, "_groups"), input, split);
    parts = permute(builder, suffixed(loc, "_groups"), parts, order);
    shape[0] /= groups;
    shape.back() *= groups;
    return reshape(builder, suffixed(loc, "_groups"), parts, shape);
  }

  /// (O, I/g, ..) to the (I, O/g, ..) of a transposed convolution.
  static Value transposedWeights(OpBuilder &builder, Location loc, Value weight, int64_t groups) {
    SmallVector<int64_t> shape(tensorTypeOf(weight).getShape());
    SmallVector<int64_t> split{groups, shape[0] / groups, shape[1], shape[2], shape[3]};
    SmallVector<int64_t> swapped{shape[1] * groups, shape[0] / groups, shape[2], shape[3]};
    Value parts = reshape(builder, suffixed(loc, "_groups"), weight, split);
    parts = permute(builder, suffixed(loc, "_transpose"), parts, {0, 2, 1, 3, 4});
    return reshape(builder, suffixed(loc, "_groups"), parts, swapped);
  }

  /// With holes and walked in single steps, an input is that of a transposed convolution with the kernel turned around:
  /// element i reaches positions i * baseDilation + k * dilation - (dilation * (size - 1) - low).
  static bool isTransposed(ArrayRef<WindowDim> windows) {
    return windows.size() == 2 &&
           llvm::any_of(windows, [](const WindowDim &window) { return window.baseDilation > 1; }) &&
           llvm::all_of(windows, [](const WindowDim &window) {
             int64_t reach = window.dilation * (window.size - 1);
             return window.stride == 1 && window.low <= reach && window.high - reach < window.baseDilation;
           });
  }

  static Value convolve(OpBuilder &builder, ttir::ConvolutionOp op, Value input, Value weight,
                        MutableArrayRef<WindowDim> windows, int64_t groups, RankedTensorType type) {
    Location loc = op.getLoc();
    bool transposed = isTransposed(windows), deep = windows.size() == 3;
    SmallVector<int64_t> turned;
    for (auto [index, window] : llvm::enumerate(windows))
      if (window.reversed != transposed && window.size > 1)
        turned.push_back(static_cast<int64_t>(index) + 2);
    if (!turned.empty())
      weight = ttir::ReverseOp::create(builder, suffixed(loc, "_reverse"), weight.getType(), weight,
                                       builder.getDenseI64ArrayAttr(turned));
    Value bias = op.getBias();
    if (bias) {
      SmallVector<int64_t> flat(type.getRank(), 1);
      flat.back() = tensorTypeOf(bias).getNumElements();
      bias = reshape(builder, suffixed(loc, "_bias"), bias, flat);
    }
    auto each = [&](int64_t WindowDim::*field) {
      SmallVector<int64_t> values;
      for (const WindowDim &window : windows)
        values.push_back(window.*field);
      return i32s(builder, values);
    };
    auto groupsAttr = builder.getI32IntegerAttr(static_cast<int32_t>(groups));
    if (transposed) {
      weight = transposedWeights(builder, loc, weight, groups);
      SmallVector<int64_t> low, high, extra;
      for (const WindowDim &window : windows) {
        int64_t reach = window.dilation * (window.size - 1);
        low.push_back(reach - window.low);
        high.push_back(std::max<int64_t>(reach - window.high, 0));
        extra.push_back(std::max<int64_t>(window.high - reach, 0));
      }
      return ttir::ConvTranspose2dOp::create(builder, loc, type, input, weight, bias, each(&WindowDim::baseDilation),
                                             i32s(builder, {low[0], low[1], high[0], high[1]}), i32s(builder, extra),
                                             each(&WindowDim::dilation), groupsAttr, IntegerAttr(), IntegerAttr(),
                                             IntegerAttr(), IntegerAttr(), DenseI64ArrayAttr(), Attribute());
    }
    SmallVector<Spread> ofInput(windows.size() + 2), ofWeight(windows.size() + 2);
    for (auto [index, window] : llvm::enumerate(windows)) {
      ofInput[index + 1].dilation = std::exchange(window.baseDilation, 1);
      if (!deep)
        continue;
      // conv3d knows one padding for both sides, and no dilation.
      ofWeight[index + 2].dilation = std::exchange(window.dilation, 1);
      if (window.low != window.high) {
        ofInput[index + 1].low = std::exchange(window.low, 0);
        ofInput[index + 1].high = std::exchange(window.high, 0);
      }
    }
    input = spread(builder, loc, input, ofInput, 0.0);
    weight = spread(builder, loc, weight, ofWeight, 0.0);
    if (deep)
      return ttir::Conv3dOp::create(builder, loc, type, input, weight, bias, each(&WindowDim::stride),
                                    each(&WindowDim::low), groupsAttr);
    return ttir::Conv2dOp::create(builder, loc, type, input, weight, bias, each(&WindowDim::stride),
                                  i32s(builder, {windows[0].low, windows[1].low, windows[0].high, windows[1].high}),
                                  each(&WindowDim::dilation), groupsAttr, builder.getI64IntegerAttr(0),
                                  builder.getI64IntegerAttr(1), builder.getI64IntegerAttr(2),
                                  builder.getI64IntegerAttr(3), DenseI64ArrayAttr(), Attribute());
  }
};

/// Maxima, sums and averages over a box are those over two of its dimensions after the other: each pair becomes height
/// and width of images, all other dimensions their channels and number. A sum is the average times the window's size;
/// the sum of everything up to an element is a cumsum. The library's pools are of floats: integers are combined directly.
struct PoolingToPools : OpRewritePattern<ttir::PoolingOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ttir::PoolingOp op, PatternRewriter &rewriter) const override {
    std::optional<ttir::PoolingMethod> method = ttir::poolingMethodOf(op.getPoolingMethod());
    std::optional<SmallVector<WindowDim>> windows = ttir::windowsOf(op);
    if (!method || !windows)
      return failure();
    auto isOfIntegers = [](Value value) { return isa<IntegerType>(tensorTypeOf(value).getElementType()); };
    if (*method == ttir::PoolingMethod::Average && llvm::any_of(op.getInputs(), isOfIntegers))
      return failure();
    SmallVector<Value> results;
    for (auto [input, result] : llvm::zip(op.getInputs(), op.getResults()))
      results.push_back((isOfIntegers(input) ? poolIntegers : pool)(rewriter, op.getLoc(), *method, input, *windows,
                                                                    tensorTypeOf(result)));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Along one dimension after the other.
  static Value poolIntegers(OpBuilder &builder, Location loc, ttir::PoolingMethod method, Value value,
                            SmallVector<WindowDim> windows, RankedTensorType) {
    auto type = cast<IntegerType>(tensorTypeOf(value).getElementType());
    bool max = method == ttir::PoolingMethod::Max;
    double beside = max && !type.isUnsigned() ? -std::ldexp(1.0, static_cast<int>(type.getWidth()) - 1) : 0.0;
    SmallVector<Spread> spreads;
    for (const WindowDim &window : windows)
      spreads.push_back({window.low, window.baseDilation, window.high});
    value = spread(builder, loc, value, spreads, beside);
    for (auto [dim, window] : llvm::enumerate(windows))
      if (window.size > 1 || window.stride > 1)
        value = combined(builder, loc, max, value, static_cast<int64_t>(dim), window);
    return value;
  }

  /// Windows of twice the size are two beside each other, and those of any size are of those:
  ///
  ///   size 5 = 1 + 4      x[i] with (x[i+1] x[i+2]) (x[i+3] x[i+4])
  static Value combined(OpBuilder &builder, Location loc, bool max, Value value, int64_t dim, const WindowDim &window) {
    auto from = [&](Value of, int64_t begin, int64_t count, int64_t step) {
      SmallVector<int64_t> shape(shape::of(of));
      SmallVector<int32_t> begins(shape.size(), 0), ends(shape.begin(), shape.end()), steps(shape.size(), 1);
      shape[dim] = count;
      begins[dim] = static_cast<int32_t>(begin);
      ends[dim] = static_cast<int32_t>(begin + (count - 1) * step + 1);
      steps[dim] = static_cast<int32_t>(step);
      return ttir::SliceStaticOp::create(builder, suffixed(loc, "_part"), withShape(tensorTypeOf(of), shape), of,
                                         builder.getI32ArrayAttr(begins), builder.getI32ArrayAttr(ends),
                                         builder.getI32ArrayAttr(steps))
          .getResult();
    };
    /// `a`, whose windows have `reach` elements, with the windows `b` behind them.
    auto with = [&](Value a, Value b, int64_t reach) -> Value {
      int64_t behind = reach * window.dilation, count = shape::of(b)[dim] - behind;
      a = from(a, 0, count, 1), b = from(b, behind, count, 1);
      if (max)
        return ttir::MaximumOp::create(builder, suffixed(loc, "_max"), a.getType(), a, b);
      return ttir::AddOp::create(builder, suffixed(loc, "_sum"), a.getType(), a, b);
    };
    int64_t positions = *WindowDim{.size = window.size, .stride = window.stride, .dilation = window.dilation}.positions(
        shape::of(value)[dim]);
    Value result;
    for (int64_t size = 1, reach = 0;; size *= 2) {
      if (window.size & size) {
        result = result ? with(result, value, reach) : value;
        reach += size;
      }
      if (reach == window.size)
        return from(result, 0, positions, window.stride);
      value = with(value, value, size);
    }
  }

  static Value pool(OpBuilder &builder, Location loc, ttir::PoolingMethod method, Value value,
                    SmallVector<WindowDim> windows, RankedTensorType type) {
    SmallVector<int64_t> dims;
    SmallVector<Spread> spreads(windows.size());
    int64_t volume = 1;
    for (auto [dim, window] : llvm::enumerate(windows)) {
      volume *= window.size;
      if (window.isTrivial())
        continue;
      if (method == ttir::PoolingMethod::Sum && isRunning(window, tensorTypeOf(value).getDimSize(dim))) {
        value = ttir::CumSumOp::create(builder, loc, value.getType(), value, builder.getI64IntegerAttr(dim));
        volume /= window.size;
        window = WindowDim();
        continue;
      }
      dims.push_back(static_cast<int64_t>(dim));
      // What the library's pools do not take: holes, and more padding than half a window.
      spreads[dim].dilation = std::exchange(window.baseDilation, 1);
      if (window.low > window.size / 2 || window.high > window.size / 2) {
        spreads[dim].low = std::exchange(window.low, 0);
        spreads[dim].high = std::exchange(window.high, 0);
      }
    }
    bool max = method == ttir::PoolingMethod::Max;
    value = spread(builder, loc, value, spreads, max ? -std::numeric_limits<double>::infinity() : 0.0);
    for (size_t pair = 0; pair < dims.size(); pair += 2)
      value = poolTwo(builder, loc, max, value, dims[pair],
                      pair + 1 < dims.size() ? std::optional(dims[pair + 1]) : std::nullopt, windows);
    if (method != ttir::PoolingMethod::Sum || volume == 1)
      return value;
    Value factor = full(builder, suffixed(loc, "_volume"), type, static_cast<double>(volume));
    return ttir::MultiplyOp::create(builder, suffixed(loc, "_sum"), type, value, factor);
  }

  static bool isRunning(const WindowDim &window, int64_t extent) {
    return window.size == extent && window.low == extent - 1 && window.high == 0 && window.stride == 1 &&
           window.dilation == 1 && window.baseDilation == 1;
  }

  /// Height is `first`, width `second` or 1.
  static Value poolTwo(OpBuilder &builder, Location loc, bool max, Value value, int64_t first,
                       std::optional<int64_t> second, ArrayRef<WindowDim> windows) {
    RankedTensorType type = tensorTypeOf(value);
    SmallVector<int64_t> order, image{1, type.getDimSize(first), second ? type.getDimSize(*second) : 1, 1};
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != first && (!second || dim != *second))
        order.push_back(dim);
    // The last of the others are channels, those before them the number of images.
    for (int64_t dim : order)
      image[dim == order.back() ? 3 : 0] *= type.getDimSize(dim);
    size_t images = order.empty() ? 0 : order.size() - 1;
    order.insert(order.begin() + images, first);
    if (second)
      order.insert(order.begin() + images + 1, *second);
    WindowDim height = windows[first], width = second ? windows[*second] : WindowDim();
    Value moved = permute(builder, suffixed(loc, "_permuteInput"), value, order);
    SmallVector<int64_t> shape(tensorTypeOf(moved).getShape()), pooled(image);
    moved = reshape(builder, suffixed(loc, "_image"), moved, image);
    pooled[1] = *height.positions(image[1]);
    pooled[2] = *width.positions(image[2]);
    auto both = [&](int64_t WindowDim::*field) { return i32s(builder, {height.*field, width.*field}); };
    auto kernel = both(&WindowDim::size), stride = both(&WindowDim::stride), dilation = both(&WindowDim::dilation);
    auto padding = i32s(builder, {height.low, width.low, height.high, width.high});
    auto no = builder.getBoolAttr(false);
    RankedTensorType pooledType = withShape(type, pooled);
    Value result;
    if (max)
      result = ttir::MaxPool2dOp::create(builder, loc, pooledType, moved, kernel, stride, dilation, padding, no,
                                         DenseI64ArrayAttr(), Attribute());
    else
      result = ttir::AvgPool2dOp::create(builder, loc, pooledType, moved, kernel, stride, dilation, padding, no,
                                         builder.getBoolAttr(true), DenseI64ArrayAttr(), Attribute());
    shape[images] = pooled[1];
    if (second)
      shape[images + 1] = pooled[2];
    result = reshape(builder, suffixed(loc, "_shape"), result, shape);
    return permute(builder, suffixed(loc, "_permuteOutput"), result, inversePermutation(order));
  }
};
} // namespace

void conversion::populateGeneralWindowDecompositions(RewritePatternSet &patterns) {
  patterns.add<ConvolutionToWindows, PoolingToPools>(patterns.getContext());
}
