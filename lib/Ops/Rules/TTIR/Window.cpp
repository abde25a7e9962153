//===- Window.cpp - What TTIR asks of convolutions, pools and upsampling --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/StaticShapes.h"
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

namespace {
/// One number for each axis.
using PerAxis = SmallVector<int64_t>;
} // namespace

/// An attribute as one number for each of `axes` axes: one for all, or one for each; more in `mayBe`.
static PerAxis readAxes(OpView &view, StringRef name, int64_t axes, int64_t least, bool mayBePairs = false) {
  PerAxis values = view.integers(name).value_or(PerAxis(axes, least));
  bool single = isa_and_nonnull<IntegerAttr>(view.attr(name));
  int64_t count = values.size();
  view.require(single || count == axes || (mayBePairs && count == 2 * axes),
               name + " takes one integer or " + Twine(axes) + (mayBePairs ? " or " + Twine(2 * axes) : Twine()) +
                   ", got " + Twine(count))
      .inRange(name, least);
  if (single)
    values.assign(axes, PerAxis(values)[0]);
  if (view.failed())
    values.assign(axes, 1);
  return values;
}

/// Padding before and behind all axes together: (top, left, bottom, right).
static PerAxis readPadding(OpView &view, int64_t axes) {
  PerAxis padding = readAxes(view, "padding", axes, 0, axes == 2), sum(axes);
  for (int64_t axis = 0; axis < axes; ++axis)
    sum[axis] = padding[axis] + padding[static_cast<int64_t>(padding.size()) > axes ? axes + axis : axis];
  return sum;
}

/// Where dimensions lie: each in the tensor, though two may be the same. Those below `from` are not read: they lie first.
static SmallVector<int64_t> readDims(OpView &view, ArrayRef<StringRef> names, size_t from = 0) {
  SmallVector<int64_t> dims;
  for (auto [at, name] : llvm::enumerate(names)) {
    if (at < from) {
      dims.push_back(at);
      continue;
    }
    dims.push_back(view.integer(name, at));
    view.require(dims.back() >= 0 && dims.back() < static_cast<int64_t>(names.size()),
                 name + " is " + Twine(dims.back()) + ": it must be a dimension of the input");
  }
  return dims;
}

/// The image (N, H, W) of activations that lie flat in dimension 2; empty where they do not.
static SmallVector<int64_t> readImage(OpView &view) {
  std::optional<SmallVector<int64_t>> image = ttir::flattenedImage(view.operation());
  view.require(image.has_value(), "flattened_compat_info must say batch_size, input_height and input_width");
  return view.failed() ? SmallVector<int64_t>() : *image;
}

/// The images of `made` extents lie in the result, or flat in its dimension 2.
static OpView &checkMade(OpView &view, ArrayRef<int64_t> image, ArrayRef<int64_t> dims, ArrayRef<int64_t> made) {
  if (!image.empty())
    return view.extentIs("result", 2, image[0] * made[0] * made[1], "pixels of all images");
  for (size_t axis = 0; axis < made.size(); ++axis)
    view.extentIs("result", dims[axis + 1], made[axis], "extent behind the window");
  return view.extentIs("result", dims[0], view.extent("input", dims[0]), "batch of the input");
}

static OpView &checkImage(OpView &view, ArrayRef<int64_t> image) {
  return image.empty() ? view : view.extentIs("input", 2, image[0] * image[1] * image[2], "pixels of all images");
}

static OpView &checkChannels(OpView &view, int64_t channelDim, int64_t in, int64_t out) {
  int64_t groups = view.integer("groups", 1);
  return view.inRange("groups", 1)
      .divides("input channels", in, "groups", groups)
      .divides("output channels", out, "groups", groups)
      .extentIs("result", channelDim, out, "output channels");
}

/// A convolution, transposed or not, over images or volumes.
static LogicalResult verifyConv(Operation *op, ArrayRef<StringRef> dimNames, bool transposed) {
  if (!hasStaticShapes(op)) // windows are counted
    return success();
  OpView view(op, "input weight bias? -> result");
  int64_t rank = dimNames.size(), axes = rank - 2;
  if (view.rank("input weight bias result", rank).oneOf("padding_mode", {"zeros", "replicate"}).failed())
    return failure();
  SmallVector<int64_t> dims = readDims(view, dimNames, /*from=*/transposed),
                       image = axes == 2 ? readImage(view) : SmallVector<int64_t>();
  PerAxis stride = readAxes(view, "stride", axes, 1), dilation = readAxes(view, "dilation", axes, 1),
          padding = readPadding(view, axes), more = readAxes(view, "output_padding", axes, 0);
  if (view.failed() || checkImage(view, image).failed())
    return failure();
  Shape weight = view.shape("weight");
  int64_t in = view.extent("input", dims.back()), groups = view.integer("groups", 1);
  int64_t out = transposed ? weight[1] * groups : weight[0];
  if (checkChannels(view, dims.back(), in, out)
          .extentIs("weight", transposed ? 0 : 1, transposed ? in : in / std::max<int64_t>(groups, 1), "input channels")
          .extentIs("bias", dims.back(), out, "output channels")
          .failed())
    return failure();
  PerAxis made(axes);
  for (int64_t axis = 0; axis < axes; ++axis) {
    int64_t extent = image.empty() ? view.extent("input", dims[axis + 1]) : image[axis + 1];
    int64_t span = dilation[axis] * (weight[axis + 2] - 1) + 1;
    made[axis] = transposed ? (extent - 1) * stride[axis] - padding[axis] + span + more[axis]
                            : (extent + padding[axis] - span) / stride[axis] + 1;
    view.require(transposed ? made[axis] > 0 : span <= extent + padding[axis],
                 "a window of " + Twine(span) + " does not fit an input of " + Twine(extent) + " padded by " +
                     Twine(padding[axis]));
  }
  return checkMade(view, image, dims, made).done();
}

static constexpr StringLiteral imageDims[] = {"batch_dim", "height_dim", "width_dim", "channel_dim"};

static LogicalResult verifyConv2d(Operation *op) {
  return verifyConv(op, {imageDims[0], imageDims[1], imageDims[2], imageDims[3]}, false);
}

static LogicalResult verifyConvTranspose2d(Operation *op) {
  return verifyConv(op, {imageDims[0], imageDims[1], imageDims[2], imageDims[3]}, true);
}

static LogicalResult verifyConv3d(Operation *op) {
  return verifyConv(op, {"batch_dim", "depth_dim", "height_dim", "width_dim", "channel_dim"}, false);
}

/// Channels alone are asked, not the window.
static LogicalResult verifyConv1d(Operation *op) {
  OpView view(op, "input weight bias? -> result");
  int64_t channelDim = view.integer("channel_dim", 2);
  if (view.rank("input weight bias result", 3).inRange("channel_dim", 0, 2).inRange("groups", 1).failed())
    return failure();
  int64_t in = view.extent("input", channelDim), groups = view.integer("groups", 1);
  return checkChannels(view, channelDim, in, view.extent("weight", 0))
      .extentIs("weight", 1, in / groups, "input channels / groups")
      .done();
}

static LogicalResult verifyPool(Operation *op) {
  if (!hasStaticShapes(op))
    return success();
  OpView view(op, "input -> result result_indices?");
  if (view.rank("input result", 4).failed())
    return failure();
  PerAxis kernel = readAxes(view, "kernel", 2, 1), stride = readAxes(view, "stride", 2, 1),
          dilation = readAxes(view, "dilation", 2, 1), padding = readPadding(view, 2);
  SmallVector<int64_t> dims = readDims(view, {imageDims[0], imageDims[1], imageDims[2], imageDims[3]}),
                       image = readImage(view);
  if (view.failed() || checkImage(view, image).failed())
    return failure();
  PerAxis made(2);
  for (int64_t axis = 0; axis < 2; ++axis) {
    int64_t extent = image.empty() ? view.extent("input", dims[axis + 1]) : image[axis + 1];
    int64_t span = dilation[axis] * (kernel[axis] - 1) + 1, rest = extent + padding[axis] - span;
    view.require(rest >= 0, "a window of " + Twine(span) + " does not fit an input of " + Twine(extent) +
                                " padded by " + Twine(padding[axis]));
    made[axis] = rest / stride[axis] + 1 + (view.flag("ceil_mode", false) && rest % stride[axis] != 0);
  }
  return checkMade(view, image, dims, made)
      .sameExtent("input", dims.back(), "result", dims.back())
      .sameShape("result result_indices")
      .isInteger("result_indices")
      .done();
}

/// Batch and channels stay; the two dimensions before the channels become 1.
static LogicalResult verifyGlobalPool(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rankAtLeast("input", 2).rank("result", view.shape("input").size()).failed())
    return failure();
  return view.sameExtent("input", 0, "result", 0)
      .sameExtent("input", -1, "result", -1)
      .extentIs("result", -2, 1, "the mean")
      .extentIs("result", -3, 1, "the mean")
      .done();
}

static LogicalResult verifyUpsample(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input result", 4).oneOf("mode", {"nearest", "bilinear"}).failed())
    return failure();
  PerAxis scale = readAxes(view, "scale_factor", 2, 1);
  Shape input = view.shape("input");
  return view.shapeIs("result", {input[0], input[1] * scale[0], input[2] * scale[1], input[3]}).done();
}

void rules::addTTIRWindowRules(RuleTable &table) {
  add(table, {"ttir.conv1d"}, verifyConv1d);
  add(table, {"ttir.conv2d"}, verifyConv2d);
  add(table, {"ttir.conv_transpose2d"}, verifyConvTranspose2d);
  add(table, {"ttir.conv3d"}, verifyConv3d);
  add(table, {"ttir.max_pool2d", "ttir.avg_pool2d", "ttir.max_pool2d_with_indices"}, verifyPool);
  add(table, {"ttir.global_avg_pool2d"}, verifyGlobalPool);
  add(table, {"ttir.upsample2d"}, verifyUpsample);
}
