//===- Window.cpp - What TTNN asks of convolutions, pools and upsampling --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// Numbers of channels, groups and pixels have no sign: -1 is 2^32 - 1.
static int64_t unsignedOf(OpView &view, StringRef name) { return static_cast<uint32_t>(view.integer(name)); }

static SmallVector<int64_t> listOf(OpView &view, StringRef name) {
  return view.integers(name).value_or(SmallVector<int64_t>());
}

static int64_t productOf(ArrayRef<int64_t> factors) {
  uint64_t product = 1; // wraps where tt-mlir's does
  for (int64_t factor : factors)
    product *= static_cast<uint64_t>(factor);
  return static_cast<int64_t>(product);
}

/// 1 x 1 x rest: pixels of all images in a row, or weights that were prepared for the device.
static bool isFlat(Shape shape) { return shape.size() == 4 && shape[0] == 1 && shape[1] == 1; }

/// Padding before and behind the two axes together: (height, width), or four numbers, which convolutions write as (top,
/// bottom, left, right) and pools as (top, left, bottom, right).
static std::pair<int64_t, int64_t> paddingOf(OpView &view, size_t secondOfHeight) {
  SmallVector<int64_t> padding = listOf(view, "padding");
  if (padding.size() == 4)
    return {padding[0] + padding[secondOfHeight], padding[3 - secondOfHeight] + padding[3]};
  return {2 * padding[0], 2 * padding[1]};
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

static OpView &checkWindowLists(OpView &view) {
  return view.count("kernel_size", {2})
      .count("stride", {2})
      .count("padding", {2, 4})
      .count("dilation", {2})
      .inRange("stride dilation", 1)
      .inRange("padding", 0);
}

static OpView &checkConvWeight(OpView &view, int64_t groups) {
  if (isFlat(view.shape("weight")))
    return view;
  SmallVector<int64_t> kernel = listOf(view, "kernel_size");
  return view.extentIs("weight", 0, unsignedOf(view, "out_channels"), "out_channels")
      .extentIs("weight", 1, unsignedOf(view, "in_channels") / groups, "in_channels / groups")
      .extentIs("weight", 2, kernel[0], "kernel_size")
      .extentIs("weight", 3, kernel[1], "kernel_size");
}

static LogicalResult verifyConv2d(Operation *op) {
  OpView view(op, "input weight bias? device -> result");
  int64_t groups = unsignedOf(view, "groups");
  if (checkWindowLists(view.rank("input weight bias result", 4)).require(groups > 0, "groups is 0").failed())
    return failure();
  int64_t in = unsignedOf(view, "in_channels"), out = unsignedOf(view, "out_channels");
  if (checkConvWeight(view, groups)
          .extentIs("input", 3, in, "in_channels")
          .divides("in_channels", in, "groups", groups)
          .divides("out_channels", out, "groups", groups)
          .extentIs("bias", 3, isFlat(view.shape("weight")) ? out : view.extent("weight", 0), "output channels")
          .extentIs("result", 3, out, "out_channels")
          .failed())
    return failure();
  int64_t images = unsignedOf(view, "batch_size");
  std::array<int64_t, 2> extents = {unsignedOf(view, "input_height"), unsignedOf(view, "input_width")}, made{};
  if (view.extentIs("input", 2, productOf({images, extents[0], extents[1]}), "pixels of all images").failed())
    return failure();
  SmallVector<int64_t> kernel = listOf(view, "kernel_size"), stride = listOf(view, "stride"),
                       dilation = listOf(view, "dilation");
  auto [high, wide] = paddingOf(view, /*secondOfHeight=*/1);
  for (size_t axis = 0; axis < 2; ++axis) {
    int64_t span = dilation[axis] * (kernel[axis] - 1) + 1, padded = extents[axis] + (axis == 0 ? high : wide);
    view.require(span <= padded, "a window of " + Twine(span) + " does not fit a padded input of " + Twine(padded));
    made[axis] = (padded - span) / stride[axis] + 1;
  }
  return view.extentIs("result", 2, productOf({images, made[0], made[1]}), "pixels of all images behind the window")
      .done();
}

/// The result's pixels are not asked.
static LogicalResult verifyConvTranspose2d(Operation *op) {
  OpView view(op, "input weight bias? device -> result");
  int64_t groups = unsignedOf(view, "groups"), images = unsignedOf(view, "batch_size");
  int64_t high = unsignedOf(view, "input_height"), wide = unsignedOf(view, "input_width");
  int64_t in = unsignedOf(view, "in_channels"), out = unsignedOf(view, "out_channels");
  for (StringRef list : {"kernel_size", "stride", "padding", "dilation", "output_padding"})
    view.require(listOf(view, list).size() >= 2, list + " takes 2 integers or more");
  if (view.rank("input weight bias result", 4)
          .inRange("stride dilation", 1)
          .inRange("padding output_padding", 0)
          .extentIs("input", 3, in, "in_channels")
          .extentIs("result", 3, out, "out_channels")
          .divides("in_channels", in, "groups", groups)
          .divides("out_channels", out, "groups", groups)
          .extentIs("bias", 3, out, "out_channels")
          .failed())
    return failure();
  if (!isFlat(view.shape("weight")))
    view.extentIs("weight", 0, in, "in_channels").extentIs("weight", 1, out / groups, "out_channels / groups");
  bool flat = isFlat(view.shape("input")) && view.extent("input", 2) == productOf({images, high, wide});
  if (!flat)
    view.extentIs("input", 0, images, "batch_size")
        .extentIs("input", 1, high, "input_height")
        .extentIs("input", 2, wide, "input_width");
  return view.done();
}

/// Of lengths and channels of the tensors nothing is asked.
static LogicalResult verifyConv1d(Operation *op) {
  OpView view(op, "input weight bias? device -> result");
  int64_t groups = unsignedOf(view, "groups");
  return view.rank("input weight", 3)
      .rank("bias result", 4)
      .count("padding", {2})
      .divides("in_channels", unsignedOf(view, "in_channels"), "groups", groups)
      .divides("out_channels", unsignedOf(view, "out_channels"), "groups", groups)
      .done();
}

/// A matrix of windows, or (out, in, depth, height, width), of whose input channels nothing is asked.
static OpView &checkConv3dWeight(OpView &view, int64_t in, int64_t groups, ArrayRef<int64_t> kernel) {
  if (view.shape("weight").size() == 2)
    return view.extentIs("weight", 0, productOf({kernel[0], kernel[1], kernel[2], in / groups}),
                         "elements of one window");
  view.rank("weight", 5);
  for (size_t axis = 0; axis < 3; ++axis)
    view.extentIs("weight", static_cast<int64_t>(axis) + 2, kernel[axis], "kernel_size");
  return view;
}

static LogicalResult verifyConv3d(Operation *op) {
  OpView view(op, "input weight bias? device -> result");
  int64_t groups = unsignedOf(view, "groups"), in = unsignedOf(view, "in_channels");
  if (view.rank("input result", 5)
          .rank("bias", 2)
          .count("kernel_size", {3})
          .count("stride", {3})
          .count("padding", {3})
          .inRange("kernel_size stride", 1)
          .inRange("padding", 0)
          .oneOf("padding_mode", {"zeros", "replicate"})
          .divides("in_channels", in, "groups", groups)
          .divides("out_channels", unsignedOf(view, "out_channels"), "groups", groups)
          .failed())
    return failure();
  SmallVector<int64_t> kernel = listOf(view, "kernel_size"), stride = listOf(view, "stride"),
                       padding = listOf(view, "padding");
  if (checkConv3dWeight(view, in, groups, kernel).failed())
    return failure();
  int64_t out = view.shape("weight").size() == 2 ? unsignedOf(view, "out_channels") : view.extent("weight", 0);
  view.extentIs("bias", 0, 1, "one row")
      .extentIs("bias", 1, out, "output channels")
      .extentIs("result", 0, unsignedOf(view, "batch_size"), "batch_size")
      .extentIs("result", 4, out, "output channels");
  for (auto [axis, name] : llvm::enumerate(ArrayRef<StringRef>{"input_depth", "input_height", "input_width"})) {
    int64_t rest = unsignedOf(view, name) + 2 * padding[axis] - kernel[axis];
    view.extentIs("result", static_cast<int64_t>(axis) + 1, rest / stride[axis] + 1, "extent behind the window");
  }
  return view.done();
}

//===----------------------------------------------------------------------===//
// Weights and biases brought into the form of one kernel
//===----------------------------------------------------------------------===//

static OpView &checkPrepared(OpView &view) {
  return view.count("kernel_size", {2}).count("stride", {2}).count("padding", {2, 4}).count("dilation", {2});
}

static LogicalResult verifyPrepareWeights(Operation *op) {
  OpView view(op, "weight_tensor device -> result");
  int64_t groups = std::max<int64_t>(unsignedOf(view, "groups"), 1);
  if (checkPrepared(view.rank("weight_tensor", 4).oneOf("weights_format", {"OIHW"})).failed())
    return failure();
  SmallVector<int64_t> kernel = listOf(view, "kernel_size");
  return view.extentIs("weight_tensor", 0, unsignedOf(view, "out_channels"), "out_channels")
      .require(static_cast<int64_t>(static_cast<uint32_t>(view.extent("weight_tensor", 1) * groups)) ==
                   unsignedOf(view, "in_channels"),
               "dimension 1 of weight_tensor is " + Twine(view.extent("weight_tensor", 1)) + ": of " + Twine(groups) +
                   " groups these are not in_channels (" + Twine(unsignedOf(view, "in_channels")) + ")")
      .extentIs("weight_tensor", 2, kernel[0], "kernel_size")
      .extentIs("weight_tensor", 3, kernel[1], "kernel_size")
      .done();
}

static LogicalResult verifyPrepareTransposedWeights(Operation *op) {
  OpView view(op, "weight_tensor device -> result");
  int64_t groups = std::max<int64_t>(unsignedOf(view, "groups"), 1);
  if (checkPrepared(view.rank("weight_tensor", 4).oneOf("weights_format", {"IOHW"})).failed())
    return failure();
  SmallVector<int64_t> kernel = listOf(view, "kernel_size");
  return view.extentIs("weight_tensor", 0, unsignedOf(view, "in_channels"), "in_channels")
      .require(static_cast<int64_t>(static_cast<uint32_t>(view.extent("weight_tensor", 1) * groups)) ==
                   unsignedOf(view, "out_channels"),
               "dimension 1 of weight_tensor is " + Twine(view.extent("weight_tensor", 1)) + ": of " + Twine(groups) +
                   " groups these are not out_channels (" + Twine(unsignedOf(view, "out_channels")) + ")")
      .extentIs("weight_tensor", 2, kernel[0], "kernel_size")
      .extentIs("weight_tensor", 3, kernel[1], "kernel_size")
      .done();
}

static LogicalResult verifyPrepareBias(Operation *op) {
  OpView view(op, "bias_tensor device -> result");
  return checkPrepared(view.rank("bias_tensor", 4))
      .extentIs("bias_tensor", 3, unsignedOf(view, "out_channels"), "out_channels")
      .done();
}

/// Weights (O, C/G, D, H, W) as (D*H*W * channels in whole alignments, O); a block of 0 leaves the choice to the library.
static LogicalResult verifyPrepareConv3d(Operation *op) {
  OpView view(op, "weight_tensor device -> result");
  if (view.rank("weight_tensor", 5)
          .rank("result", 2)
          .require(unsignedOf(view, "alignment") > 0, "alignment is 0")
          .failed())
    return failure();
  Shape weight = view.shape("weight_tensor");
  int64_t alignment = unsignedOf(view, "alignment"), block = unsignedOf(view, "c_in_block");
  int64_t channels = (weight[1] + alignment - 1) / alignment * alignment;
  return view
      .require(block == 0 || channels % block == 0,
               "c_in_block (" + Twine(block) + ") must divide the " + Twine(channels) + " aligned input channels")
      .extentIs("result", 0, productOf({weight[2], weight[3], weight[4], channels}), "elements of one window")
      .require(ShapedType::isDynamic(view.extent("result", 1)) || view.extent("result", 1) == weight[0],
               "dimension 1 of result is " + Twine(view.extent("result", 1)) + ", expected " + Twine(weight[0]) +
                   " (output channels)")
      .done();
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// Only the input is asked.
static LogicalResult verifyPool(Operation *op) {
  OpView view(op, "input -> result");
  if (view.rank("input", 4).failed())
    return failure();
  SmallVector<int64_t> kernel = listOf(view, "kernel_size");
  int64_t images = view.integer("batch_size"), high = view.integer("input_height"), wide = view.integer("input_width");
  view.require(isFlat(view.shape("input")),
               "input of shape " + text(view.shape("input")) + " must be 1 x 1 x pixels x channels");
  if (view.count("kernel_size", {2}).count("padding", {2, 4}).failed())
    return failure();
  auto [moreHigh, moreWide] = paddingOf(view, /*secondOfHeight=*/2);
  return view.extentIs("input", 2, productOf({images, high, wide}), "pixels of all images")
      .extentIs("input", 3, view.integer("channels"), "channels")
      .require(kernel[0] <= static_cast<int32_t>(high + moreHigh) && kernel[1] <= static_cast<int32_t>(wide + moreWide),
               "a window of " + Twine(kernel[0]) + "x" + Twine(kernel[1]) + " does not fit images of " + Twine(high) +
                   "x" + Twine(wide))
      .done();
}

static LogicalResult verifyGlobalPool(Operation *op) { return OpView(op, "input -> result").rank("input", 4).done(); }

static LogicalResult verifyUpsample(Operation *op) {
  OpView view(op, "input -> result");
  bool single = isa_and_nonnull<IntegerAttr>(view.attr("scale_factor"));
  if (view.rank("input result", 4)
          .oneOf("mode", {"nearest", "bilinear"})
          .require(single || listOf(view, "scale_factor").size() == 2, "scale_factor takes one integer or two")
          .inRange("scale_factor", 1)
          .failed())
    return failure();
  SmallVector<int64_t> scale = listOf(view, "scale_factor");
  Shape input = view.shape("input");
  return view
      .shapeIs("result",
               {input[0], productOf({input[1], scale.front()}), productOf({input[2], scale.back()}), input[3]})
      .done();
}

void rules::addTTNNWindowRules(RuleTable &table) {
  add(table, {"ttnn.conv1d"}, verifyConv1d);
  add(table, {"ttnn.conv2d"}, verifyConv2d);
  add(table, {"ttnn.conv_transpose2d"}, verifyConvTranspose2d);
  add(table, {"ttnn.conv3d"}, verifyConv3d);
  add(table, {"ttnn.prepare_conv2d_weights"}, verifyPrepareWeights);
  add(table, {"ttnn.prepare_conv_transpose2d_weights"}, verifyPrepareTransposedWeights);
  add(table, {"ttnn.prepare_conv2d_bias", "ttnn.prepare_conv_transpose2d_bias"}, verifyPrepareBias);
  add(table, {"ttnn.prepare_conv3d_weights"}, verifyPrepareConv3d);
  add(table, {"ttnn.max_pool2d", "ttnn.avg_pool2d", "ttnn.max_pool2d_with_indices"}, verifyPool);
  add(table, {"ttnn.global_avg_pool2d"}, verifyGlobalPool);
  add(table, {"ttnn.upsample"}, verifyUpsample);
}
