//===- Window.cpp - Rules of convolutions, pools and upsampling -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

namespace {
/// What a sliding window says, for any number of axes.
struct Window {
  SmallVector<int64_t> kernel, stride, dilation, low, high, outputPadding;
};

/// One integer for all axes, or one for each.
std::optional<SmallVector<int64_t>> perAxis(std::optional<SmallVector<int64_t>> values, size_t axes) {
  if (values && values->size() == 1)
    values->assign(axes, SmallVector<int64_t>(*values)[0]);
  return values && values->size() == axes ? values : std::nullopt;
}

/// Windows are counted in 32 bits.
bool isLong(Attribute value) {
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  return isa_and_nonnull<DenseI64ArrayAttr>(value) || (number && number.getType().isInteger(64));
}
} // namespace

/// Reads stride, dilation, output_padding and padding. TTIR's four paddings are top, left, bottom, right, TTNN's top,
/// bottom, left, right; fewer are symmetric.
static bool readWindow(OpView &view, size_t axes, Window &window) {
  int64_t n = axes;
  auto counts = [&](StringRef name) {
    view.require(!view.attr(name) || view.integers(name), name + " must hold integers")
        .require(!isLong(view.attr(name)), name + " must hold integers of 32 bits, got 64")
        .count(name, {1, n});
  };
  for (StringRef name : {"stride", "dilation", "output_padding", "kernel", "kernel_size"})
    counts(name);
  view.require(!view.attr("padding") || view.integers("padding"), "padding must hold integers")
      .count("padding", {1, n, 2 * n});
  view.inRange("stride dilation kernel kernel_size", 1, int64_t(1) << 30)
      .inRange("padding output_padding", 0, int64_t(1) << 30)
      .inRange("groups", 1);
  if (view.failed())
    return false;
  SmallVector<int64_t> ones(axes, 1), zeros(axes, 0);
  window.stride = perAxis(view.integers("stride"), axes).value_or(ones);
  window.dilation = perAxis(view.integers("dilation"), axes).value_or(ones);
  window.outputPadding = perAxis(view.integers("output_padding"), axes).value_or(zeros);
  window.low = window.high = perAxis(view.integers("padding"), axes).value_or(zeros);
  std::optional<SmallVector<int64_t>> all = view.integers("padding");
  if (!all || all->size() != 2 * axes)
    return true;
  // TTNN's convolutions: both sides of an axis beside each other. Its pools as TTIR: first sides, then second sides.
  StringRef name = view.operation()->getName().getStringRef();
  bool pairs = name.starts_with("ttnn.") && !name.contains("pool2d");
  for (size_t axis = 0; axis < axes; ++axis) {
    window.low[axis] = (*all)[pairs ? 2 * axis : axis];
    window.high[axis] = (*all)[pairs ? 2 * axis + 1 : axes + axis];
  }
  return true;
}

/// Where batch, the axes and channels lie; a permutation.
static std::optional<SmallVector<int64_t>> readDims(OpView &view, ArrayRef<StringRef> names) {
  SmallVector<int64_t> dims;
  SmallVector<bool> seen(names.size(), false);
  for (auto [index, name] : llvm::enumerate(names)) {
    int64_t dim = view.integer(name, index);
    bool fits = dim >= 0 && dim < static_cast<int64_t>(names.size()) && !std::exchange(seen[dim], true);
    if (view.require(fits, name + " = " + Twine(dim) + ": the dimension attributes must be a permutation of 0.." +
                               Twine(names.size() - 1))
            .failed())
      return std::nullopt;
    dims.push_back(dim);
  }
  return dims;
}

/// (N, H, W) when the activation is flattened to (1, 1, N*H*W, C), else empty; nothing after an error.
static std::optional<SmallVector<int64_t>> imageOf(OpView &view) {
  std::optional<SmallVector<int64_t>> image = ttir::flattenedImage(view.operation());
  if (view.require(image.has_value(), "flattened_compat_info must say batch_size, input_height and input_width")
          .failed())
    return std::nullopt;
  return image;
}

/// Extent of axis `axis` behind the window.
static int64_t convolved(const Window &w, size_t axis, int64_t extent, int64_t kernel) {
  int64_t span = extent + w.low[axis] + w.high[axis] - w.dilation[axis] * (kernel - 1) - 1;
  return span < 0 ? 0 : span / w.stride[axis] + 1;
}

static int64_t transposed(const Window &w, size_t axis, int64_t extent, int64_t kernel) {
  return (extent - 1) * w.stride[axis] - w.low[axis] - w.high[axis] + w.dilation[axis] * (kernel - 1) + 1 +
         w.outputPadding[axis];
}

/// A bias holds one number for each output channel.
static void checkBias(OpView &view, int64_t rank, int64_t channelDim, int64_t channels) {
  if (!view.has("bias") || view.failed())
    return;
  view.isReal("bias").volumeIs("bias", channels, "output channels");
  if (view.failed() || (rank == 3 && view.shape("bias").size() == 1))
    return;
  bool lies = view.extent("bias", -1) == channels ||
              (static_cast<int64_t>(view.shape("bias").size()) == rank && view.extent("bias", channelDim) == channels);
  view.rank("bias", rank)
      .require(lies, "bias of shape " + text(view.shape("bias")) + " must hold the " + Twine(channels) +
                         " output channels in one dimension of the result's channels");
}

/// A convolution, transposed or not, of activations in any order of dimensions.
static LogicalResult verifyConvolution(Operation *op, ArrayRef<StringRef> dimNames, bool isTransposed) {
  OpView view(op, "input weight bias? -> result");
  size_t axes = dimNames.size() - 2;
  int64_t rank = dimNames.size();
  Window window;
  if (view.rank("input weight result", rank).isReal("input weight result").failed() || !readWindow(view, axes, window))
    return failure();
  std::optional<SmallVector<int64_t>> dims = readDims(view, dimNames), image;
  if (!dims || (axes == 2 && !(image = imageOf(view))))
    return failure();
  Shape input = view.shape("input"), weight = view.shape("weight"), result = view.shape("result");
  int64_t groups = view.integer("groups", 1), channelDim = dims->back(), in = input[channelDim];
  view.divides("input channels", in, "groups", groups);
  if (view.failed())
    return failure();
  int64_t out = isTransposed ? weight[1] * groups : weight[0];
  view.divides(isTransposed ? "input channels of weight" : "output channels of weight", weight[0], "groups", groups)
      .extentIs("weight", isTransposed ? 0 : 1, isTransposed ? in : in / groups,
                isTransposed ? "input channels" : "input channels / groups")
      .extentIs("result", channelDim, out, "output channels");
  checkBias(view, rank, channelDim, out);
  if (view.failed())
    return failure();
  bool flat = image && !image->empty();
  SmallVector<int64_t> expected(result);
  expected[(*dims)[0]] = input[(*dims)[0]];
  int64_t rows = flat ? (*image)[0] : 1;
  for (size_t axis = 0; axis < axes; ++axis) {
    int64_t extent = flat ? (*image)[axis + 1] : input[(*dims)[axis + 1]], kernel = weight[axis + 2];
    if (isTransposed)
      view.require(window.outputPadding[axis] < std::max(window.stride[axis], window.dilation[axis]),
                   "output_padding " + Twine(window.outputPadding[axis]) + " must be less than stride " +
                       Twine(window.stride[axis]) + " or dilation " + Twine(window.dilation[axis]));
    int64_t made = isTransposed ? transposed(window, axis, extent, kernel) : convolved(window, axis, extent, kernel);
    view.require(made > 0, "a window of " + Twine(kernel) + " does not fit an input of " + Twine(extent));
    if (view.failed())
      return failure();
    expected[(*dims)[axis + 1]] = made;
    rows *= made;
  }
  if (!flat)
    return view.shapeIs("result", expected).done();
  std::optional<int64_t> given = boundedVolume(*image);
  return view
      .require(input[0] == 1 && input[1] == 1 && given && input[2] == *given,
               "input of shape " + text(input) + " does not hold the image " + text(*image))
      .shapeIs("result", {1, 1, rows, out})
      .done();
}

static LogicalResult verifyConv1d(Operation *op) {
  if (op->getName().getDialectNamespace() == "ttir")
    return verifyConvolution(op, {"batch_dim", "length_dim", "channel_dim"}, false);
  return success();
}

static LogicalResult verifyImageConv(Operation *op, bool isTransposed) {
  return verifyConvolution(op, {"batch_dim", "height_dim", "width_dim", "channel_dim"}, isTransposed);
}

//===----------------------------------------------------------------------===//
// TTNN: activations (1, 1, N*H*W, C), geometry in attributes
//===----------------------------------------------------------------------===//

/// Rows of results are (1, 1, N*H*W, C); inputs may be (N, H, W, C), too.
static OpView &checkFlat(OpView &view, StringRef name, ArrayRef<int64_t> image) {
  if (view.failed())
    return view;
  Shape shape = view.shape(name);
  bool flat = shape[0] == 1 && shape[1] == 1, plain = name == "input" && shape.drop_back() == Shape(image);
  return view.require(flat || plain, name + " of shape " + text(shape) + " must hold its rows in dimension 2" +
                                         (name == "input" ? ", or be the images " + text(image) : ""));
}

/// Rows that N images take.
static OpView &checkRows(OpView &view, StringRef name, ArrayRef<int64_t> image, int64_t channels) {
  return checkFlat(view, name, image)
      .extentIs(name, -1, channels, "channels")
      .volumeIs(name, boundedVolume({image[0], image[1], image[2], channels}).value_or(-1),
                "images of " + text(image) + " with " + std::to_string(channels) + " channels");
}

/// One number for each output channel in the last dimension, which may be padded; a tile of rows at most.
static OpView &checkLibraryBias(OpView &view, int64_t rank, int64_t out) {
  if (view.failed() || !view.has("bias") || view.rank("bias", rank).isReal("bias").failed())
    return view;
  int64_t columns = view.extent("bias", -1), rows = columns ? view.volume("bias") / columns : 0;
  return view
      .require(columns >= out,
               "last dimension of bias is " + Twine(columns) + ", expected " + Twine(out) + " (out_channels)")
      .require(rows == 1 || rows == 32,
               "bias of shape " + text(view.shape("bias")) + " has " + Twine(rows) + " rows, expected one");
}

/// Heights in whole tiles, at least one part and one slice, shards of two dimensions.
static OpView &checkConfiguration(OpView &view) {
  if (auto config = dyn_cast_or_null<ttnn::Conv2dConfigAttr>(view.attr("conv2d_config"))) {
    int64_t height = config.getInt("act_block_h_override").value_or(0),
            parts = config.getInt("act_block_w_div").value_or(1);
    view.require(height >= 0 && height % 32 == 0,
                 "act_block_h_override is " + Twine(height) + ": it must be a multiple of 32")
        .require(parts >= 1, "act_block_w_div is " + Twine(parts) + ": it must be at least 1");
    auto shards = dyn_cast_or_null<StringAttr>(config.getField("shard_layout"));
    view.require(!shards || llvm::is_contained({"height_sharded", "width_sharded", "block_sharded"}, shards.getValue()),
                 "shard_layout must be one of height_sharded, width_sharded, block_sharded, got '" +
                     (shards ? shards.getValue() : "") + "'");
  }
  if (auto slices = dyn_cast_or_null<ttnn::Conv2dSliceConfigAttr>(view.attr("conv2d_slice_config")))
    view.require(slices.getNumSlices() >= 0,
                 "conv2d_slice_config has " + Twine(slices.getNumSlices()) + " slices: it must not be negative");
  return view;
}

/// Prepared weights have padding, and all that was there before.
static OpView &checkHolds(OpView &view, std::optional<int64_t> kernels) {
  int64_t held = view.volume("weight");
  return view.require(kernels && held >= *kernels, "weight of shape " + text(view.shape("weight")) + " has " +
                                                       Twine(held) + " elements, the kernels have " +
                                                       Twine(kernels.value_or(-1)));
}

static LogicalResult verifyLibraryConv(Operation *op, bool isTransposed) {
  OpView view(op, "input weight bias? device -> result");
  Window window;
  if (checkConfiguration(view).failed())
    return failure();
  if (view.rank("input weight result", 4).isReal("input weight result").failed() || !readWindow(view, 2, window) ||
      view.inRange("in_channels out_channels batch_size input_height input_width", 1)
          .count("kernel_size", {2})
          .failed())
    return failure();
  int64_t in = view.integer("in_channels"), out = view.integer("out_channels"), groups = view.integer("groups", 1);
  SmallVector<int64_t> kernel = *view.integers("kernel_size"),
                       given{view.integer("batch_size"), view.integer("input_height"), view.integer("input_width")};
  SmallVector<int64_t> made{given[0], 0, 0};
  view.divides("in_channels", in, "groups", groups).divides("out_channels", out, "groups", groups);
  for (size_t axis = 0; axis < 2 && !view.failed(); ++axis) {
    if (isTransposed)
      view.require(window.outputPadding[axis] < std::max(window.stride[axis], window.dilation[axis]),
                   "output_padding " + Twine(window.outputPadding[axis]) + " must be less than stride " +
                       Twine(window.stride[axis]) + " or dilation " + Twine(window.dilation[axis]));
    made[axis + 1] = isTransposed ? transposed(window, axis, given[axis + 1], kernel[axis])
                                  : convolved(window, axis, given[axis + 1], kernel[axis]);
    view.require(made[axis + 1] > 0,
                 "a window of " + Twine(kernel[axis]) + " does not fit an input of " + Twine(given[axis + 1]));
  }
  if (view.failed())
    return failure();
  // Raw weights, or those of a prepare op: (1, 1, rows, columns).
  Shape weight = view.shape("weight");
  bool prepared = weight[0] == 1 && weight[1] == 1;
  if (!prepared)
    view.shapeIs("weight", {isTransposed ? in : out, (isTransposed ? out : in) / groups, kernel[0], kernel[1]});
  else
    view.require(weight[3] >= out || (weight[2] == kernel[0] && weight[3] == kernel[1]),
                 "weight of shape " + text(weight) + " has fewer columns than the " + Twine(out) + " output channels");
  if (prepared)
    checkHolds(view, boundedVolume({out, in / groups, kernel[0], kernel[1]}));
  checkLibraryBias(view, 4, out);
  checkRows(view, "input", given, in);
  return checkRows(view, "result", made, out).done();
}

static bool isLibrary(Operation *op) { return op->getName().getDialectNamespace() == "ttnn"; }

static LogicalResult verifyConv2d(Operation *op) {
  return isLibrary(op) ? verifyLibraryConv(op, false) : verifyImageConv(op, false);
}

static LogicalResult verifyConvTranspose2d(Operation *op) {
  return isLibrary(op) ? verifyLibraryConv(op, true) : verifyImageConv(op, true);
}

static LogicalResult verifyLibraryConv1d(Operation *op) {
  OpView view(op, "input weight bias? device -> result");
  if (view.isReal("input weight result")
          .inRange("in_channels out_channels batch_size input_length kernel_size stride dilation groups", 1)
          .inRange("padding", 0)
          .count("padding", {1, 2})
          .failed())
    return failure();
  int64_t in = view.integer("in_channels"), out = view.integer("out_channels"), groups = view.integer("groups");
  int64_t length = view.integer("input_length"), batch = view.integer("batch_size");
  SmallVector<int64_t> padding = *view.integers("padding");
  std::optional<int64_t> made = shape::windowOutput(length, view.integer("kernel_size"), view.integer("stride"),
                                                    padding.front(), padding.back(), view.integer("dilation"), false);
  // Raw weights, also of an image of one row, or those of a prepare op: (1, 1, rows, columns).
  if (view.shape("weight").size() != 4)
    view.shapeIs("weight", {out, in / groups, view.integer("kernel_size")});
  else if (view.require(view.extent("weight", 0) == 1 || view.extent("weight", 0) == out,
                        "dimension 0 of weight is " + Twine(view.extent("weight", 0)) + ", expected 1 (prepared) or " +
                            Twine(out) + " (output channels)");
           groups <= in)
    checkHolds(view, boundedVolume({out, in / groups, view.integer("kernel_size")}));
  if (view.has("bias"))
    checkLibraryBias(view, view.shape("bias").size(), out);
  return view.divides("in_channels", in, "groups", groups)
      .divides("out_channels", out, "groups", groups)
      .require(made.has_value(),
               "a window of " + Twine(view.integer("kernel_size")) + " does not fit an input of " + Twine(length))
      .volumeIs("input", boundedVolume({batch, length, in}).value_or(-1), "batch_size, input_length, in_channels")
      .volumeIs("result", boundedVolume({batch, made.value_or(0), out}).value_or(-1),
                "batch_size, length, out_channels")
      .done();
}

/// The matrix of ttnn.prepare_conv3d_weights: a column for each output channel, rows of kernel and padded channels.
static void checkPreparedVolume(OpView &view, ArrayRef<int64_t> kernel, int64_t in, int64_t out) {
  std::optional<int64_t> rows = boundedVolume({kernel[0], kernel[1], kernel[2], in});
  if (view.rank("weight", 2).failed())
    return;
  view.extentIs("weight", 1, out, "out_channels")
      .require(rows && view.extent("weight", 0) >= *rows, "weight has " + Twine(view.extent("weight", 0)) +
                                                              " rows, expected at least " + Twine(rows.value_or(-1)) +
                                                              " (kernel and channels of a group)");
}

static LogicalResult verifyConv3d(Operation *op) {
  OpView view(op, isLibrary(op) ? "input weight bias? device -> result" : "input weight bias? -> result");
  if (view.oneOf("padding_mode", {"zeros", "replicate"}).failed())
    return failure();
  if (!isLibrary(op))
    return verifyConvolution(op, {"batch_dim", "depth_dim", "height_dim", "width_dim", "channel_dim"}, false);
  Window window;
  if (view.rank("input result", 5).isReal("input weight result").failed() || !readWindow(view, 3, window) ||
      view.inRange("in_channels out_channels batch_size input_depth input_height input_width", 1)
          .count("kernel_size", {3})
          .failed())
    return failure();
  SmallVector<int64_t> kernel = *view.integers("kernel_size"), expected{view.integer("batch_size")};
  int64_t in = view.integer("in_channels"), out = view.integer("out_channels"), groups = view.integer("groups", 1);
  view.shapeIs("input", {view.integer("batch_size"), view.integer("input_depth"), view.integer("input_height"),
                         view.integer("input_width"), in})
      .divides("in_channels", in, "groups", groups)
      .divides("out_channels", out, "groups", groups);
  for (size_t axis = 0; axis < 3 && !view.failed(); ++axis) {
    expected.push_back(convolved(window, axis, view.extent("input", axis + 1), kernel[axis]));
    view.require(expected.back() > 0, "a window of " + Twine(kernel[axis]) + " does not fit an input of " +
                                          Twine(view.extent("input", axis + 1)));
  }
  if (view.failed())
    return failure();
  expected.push_back(out);
  // Raw weights, or the matrix of ttnn.prepare_conv3d_weights.
  if (view.shape("weight").size() == 5)
    view.shapeIs("weight", {out, in / groups, kernel[0], kernel[1], kernel[2]});
  else
    checkPreparedVolume(view, kernel, in / groups, out);
  if (view.has("bias") && !view.failed())
    checkLibraryBias(view, view.shape("bias").size(), out);
  return view.shapeIs("result", expected).done();
}

//===----------------------------------------------------------------------===//
// Pools and upsampling
//===----------------------------------------------------------------------===//

/// Ranges of the attributes; extents are those of the op's own verifier (TTIRDialect.cpp, TTNNDialect.cpp).
static LogicalResult verifyPool(Operation *op) {
  OpView view(op, "input -> result result_indices?");
  Window window;
  if (view.rank("input result", 4).sameElement("input result").isReal("input").failed() ||
      !readWindow(view, 2, window) || !imageOf(view))
    return failure();
  view.inRange("batch_size input_height input_width channels", 1)
      .sameShape("result result_indices")
      .isIndex("result_indices");
  if (view.failed() || !isLibrary(op))
    return view.done();
  SmallVector<int64_t> given{view.integer("batch_size"), view.integer("input_height"), view.integer("input_width")};
  if (op->getName().stripDialect() != "max_pool2d_with_indices")
    return checkFlat(checkFlat(view, "input", given), "result", given).done();
  SmallVector<int64_t> made{given[0]}, kernel = *perAxis(view.integers("kernel_size"), 2);
  for (size_t axis = 0; axis < 2; ++axis) {
    std::optional<int64_t> extent =
        shape::windowOutput(given[axis + 1], kernel[axis], window.stride[axis], window.low[axis], window.high[axis],
                            window.dilation[axis], view.flag("ceil_mode", false));
    view.require(extent.has_value(),
                 "a window of " + Twine(kernel[axis]) + " does not fit an input of " + Twine(given[axis + 1]));
    made.push_back(extent.value_or(0));
  }
  checkRows(view, "input", given, view.integer("channels"));
  return checkRows(view, "result", made, view.integer("channels")).done();
}

static LogicalResult verifyGlobalPool(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input result", 4).sameElement("input result").isReal("input").failed())
    return failure();
  return view.shapeIs("result", {view.extent("input", 0), 1, 1, view.extent("input", 3)}).done();
}

/// (N, H, W, C) to (N, H * scale, W * scale, C).
static LogicalResult verifyUpsample(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input result", 4)
          .sameElement("input result")
          .require(view.integers("scale_factor").has_value(), "scale_factor must hold integers")
          .count("scale_factor", {1, 2})
          .inRange("scale_factor", 1, int64_t(1) << 20)
          .oneOf("mode", {"nearest", "bilinear"})
          .failed())
    return failure();
  if (auto mode = op->getAttrOfType<StringAttr>("mode"); mode && mode.getValue() == "bilinear")
    if (view.isReal("input").failed())
      return failure();
  SmallVector<int64_t> scale = *perAxis(view.integers("scale_factor"), 2);
  Shape input = view.shape("input");
  return view.shapeIs("result", {input[0], input[1] * scale[0], input[2] * scale[1], input[3]}).done();
}

// Shapes in StableHLO's terms: TTIR/GeneralWindows.h.
static LogicalResult verifyGeneralConvolution(Operation *op) {
  return OpView(op, "input weight bias? -> result").isReal("input weight bias result").done();
}

static LogicalResult verifyGeneralPool(Operation *op) {
  for (auto [input, result] : llvm::zip(op->getOperands(), op->getResults()))
    if (getElementTypeOrSelf(input.getType()) != getElementTypeOrSelf(result.getType()))
      return op->emitOpError() << "result has elements of type " << getElementTypeOrSelf(result.getType())
                               << ", its input of " << getElementTypeOrSelf(input.getType()) << ": they must be equal";
  return success();
}

//===----------------------------------------------------------------------===//
// Weights in the form of one kernel
//===----------------------------------------------------------------------===//

/// Attributes that say the geometry of the convolution; weights (out, in / groups, height, width).
static OpView &checkGeometry(OpView &view) {
  view.inRange("in_channels out_channels batch_size input_height input_width groups", 1)
      .count("kernel_size", {2})
      .count("stride", {2})
      .count("padding", {2, 4})
      .count("output_padding", {2})
      .count("dilation", {2})
      .inRange("kernel_size stride dilation", 1)
      .inRange("padding output_padding", 0);
  return view.divides("in_channels", view.integer("in_channels", 1), "groups", view.integer("groups", 1))
      .divides("out_channels", view.integer("out_channels", 1), "groups", view.integer("groups", 1));
}

/// The dilated kernel lies in the padded image.
static OpView &checkFits(OpView &view) {
  SmallVector<int64_t> kernel = *view.integers("kernel_size"), dilation = *view.integers("dilation");
  SmallVector<int64_t> padding = *view.integers("padding");
  if (padding.size() == 2)
    padding = {padding[0], padding[0], padding[1], padding[1]};
  int64_t image[] = {view.integer("input_height"), view.integer("input_width")};
  for (size_t axis = 0; axis < 2; ++axis) {
    int64_t span = dilation[axis] * (kernel[axis] - 1) + 1,
            held = image[axis] + padding[2 * axis] + padding[2 * axis + 1];
    view.require(span <= held, "a window of " + Twine(span) + " does not fit an input of " + Twine(held));
  }
  return view;
}

static LogicalResult verifyPrepareWeights(Operation *op, bool transposed) {
  OpView view(op, "weight_tensor device -> result");
  int64_t groups = view.integer("groups", 1);
  if (view.rank("weight_tensor result", 4).isReal("weight_tensor result").failed() || checkGeometry(view).failed())
    return failure();
  auto layout = op->getAttrOfType<ttnn::LayoutAttr>("input_tensor_layout");
  if (view.require(!layout || layout.getValue() != ttnn::Layout::Invalid,
                   "input_tensor_layout must be row_major or tile, got invalid")
          .failed())
    return failure();
  auto kernel = view.integers("kernel_size");
  int64_t rows = (*kernel)[0] * (*kernel)[1] * view.integer(transposed ? "out_channels" : "in_channels") / groups;
  if (!transposed && checkFits(view).failed())
    return failure();
  return view.extentIs("result", 0, 1, "one matrix")
      .extentIs("result", 1, 1, "one matrix")
      .require(transposed || view.extent("result", 2) >= rows, "result has " + Twine(view.extent("result", 2)) +
                                                                   " rows, expected at least " + Twine(rows) +
                                                                   " (kernel and channels of a group)")
      .require(view.extent("result", 3) >= view.integer("out_channels"),
               "result has " + Twine(view.extent("result", 3)) + " columns, expected at least " +
                   Twine(view.integer("out_channels")) + " (out_channels)")
      .require(view.volume("result") >= view.volume("weight_tensor"),
               "result has " + Twine(view.volume("result")) + " elements, expected at least the " +
                   Twine(view.volume("weight_tensor")) + " of weight_tensor")
      .oneOf("weights_format", transposed ? ArrayRef<StringRef>{"IOHW"} : ArrayRef<StringRef>{"OIHW"})
      .extentIs("weight_tensor", 0, view.integer(transposed ? "in_channels" : "out_channels"),
                transposed ? "in_channels" : "out_channels")
      .extentIs("weight_tensor", 1, view.integer(transposed ? "out_channels" : "in_channels") / groups,
                transposed ? "out_channels / groups" : "in_channels / groups")
      .extentIs("weight_tensor", 2, (*kernel)[0], "kernel_size")
      .extentIs("weight_tensor", 3, (*kernel)[1], "kernel_size")
      .done();
}

static LogicalResult verifyPrepareConvWeights(Operation *op) { return verifyPrepareWeights(op, false); }

static LogicalResult verifyPrepareTransposedWeights(Operation *op) { return verifyPrepareWeights(op, true); }

static LogicalResult verifyPrepareBias(Operation *op) {
  OpView view(op, "bias_tensor device -> result");
  if (view.rank("bias_tensor result", 4).isReal("bias_tensor result").failed() || checkGeometry(view).failed())
    return failure();
  if (op->getName().stripDialect() == "prepare_conv2d_bias" && checkFits(view).failed())
    return failure();
  return view.extentIs("bias_tensor", 3, view.integer("out_channels"), "out_channels")
      .volumeIs("bias_tensor", view.integer("out_channels"), "out_channels")
      .extentIs("result", 0, 1, "one row")
      .extentIs("result", 1, 1, "one row")
      .require(view.extent("result", 3) >= view.integer("out_channels"),
               "result has " + Twine(view.extent("result", 3)) + " columns, expected at least " +
                   Twine(view.integer("out_channels")) + " (out_channels)")
      .done();
}

/// (out, in / groups, depth, height, width) to a matrix with one column for each output channel.
static LogicalResult verifyPrepareConv3d(Operation *op) {
  OpView view(op, "weight_tensor device -> result");
  if (view.rank("weight_tensor", 5)
          .rank("result", 2)
          .isReal("weight_tensor result")
          .inRange("groups alignment", 1)
          .inRange("c_in_block", 0)
          .failed())
    return failure();
  int64_t alignment = view.integer("alignment", 1), in = view.extent("weight_tensor", 1);
  int64_t padded = (in + alignment - 1) / alignment * alignment;
  std::optional<int64_t> rows = boundedVolume(
      {view.extent("weight_tensor", 2), view.extent("weight_tensor", 3), view.extent("weight_tensor", 4), padded});
  return view
      .divides("dimension 0 of weight_tensor", view.extent("weight_tensor", 0), "groups", view.integer("groups", 1))
      .sameExtent("weight_tensor", 0, "result", 1)
      .require(!view.integer("c_in_block") || padded % view.integer("c_in_block") == 0,
               "c_in_block (" + Twine(view.integer("c_in_block")) + ") must divide the " + Twine(padded) +
                   " aligned input channels")
      .require(view.failed() || view.extent("result", 0) % rows.value_or(1) == 0,
               "result has " + Twine(view.extent("result", 0)) + " rows, expected a multiple of " +
                   Twine(rows.value_or(0)) + " (kernel and aligned channels)")
      .done();
}

void rules::addWindowRules(RuleTable &table) {
  addOfLibrary(table, {"convolution"}, verifyGeneralConvolution);
  addOfLibrary(table, {"pooling"}, verifyGeneralPool);
  addOfLibrary(table, {"conv1d"},
               [](Operation *op) { return isLibrary(op) ? verifyLibraryConv1d(op) : verifyConv1d(op); });
  addOfLibrary(table, {"conv2d"}, verifyConv2d);
  addOfLibrary(table, {"conv_transpose2d"}, verifyConvTranspose2d);
  addOfLibrary(table, {"conv3d"}, verifyConv3d);
  addOfLibrary(table, {"max_pool2d", "avg_pool2d", "max_pool2d_with_indices"}, verifyPool);
  addOfLibrary(table, {"global_avg_pool2d"}, verifyGlobalPool);
  addOfLibrary(table, {"upsample", "upsample2d"}, verifyUpsample);
  addOfLibrary(table, {"prepare_conv2d_weights"}, verifyPrepareConvWeights);
  addOfLibrary(table, {"prepare_conv_transpose2d_weights"}, verifyPrepareTransposedWeights);
  addOfLibrary(table, {"prepare_conv2d_bias", "prepare_conv_transpose2d_bias"}, verifyPrepareBias);
  addOfLibrary(table, {"prepare_conv3d_weights"}, verifyPrepareConv3d);
}
