//===- Windows.cpp - Convolutions and pools ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../TTIRBuilder.h"
#include "Converters.h"
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// One or two integers as two.
static FailureOr<DenseI32ArrayAttr> pairAttr(Operation *op, StringRef name, Context &context) {
  std::optional<SmallVector<int64_t>> values = shape::integers(op->getAttr(name));
  if (!values || values->empty() || values->size() > 2)
    return op->emitError() << name << " takes one or two integers";
  return context.builder.getDenseI32ArrayAttr(
      {static_cast<int32_t>(values->front()), static_cast<int32_t>(values->back())});
}

/// TTIR: top, left, bottom, right, and so TTNN's pools. TTNN's convolutions: top, bottom, left, right; of a transposed
/// convolution rows and columns where both sides are alike, since tt-mlir emits no Python for four values there.
static FailureOr<DenseI32ArrayAttr> paddingAttr(Operation *op, Context &context) {
  std::optional<SmallVector<int64_t>> values = shape::integers(op->getAttr("padding"));
  if (values && values->size() == 1)
    values->assign(4, values->front());
  if (values && values->size() == 2) // vertical, horizontal
    *values = {(*values)[0], (*values)[1], (*values)[0], (*values)[1]};
  if (!values || values->size() != 4)
    return op->emitError("padding takes one, two or four integers");
  SmallVector<int32_t> order;
  bool isConv = isa<ttir::Conv2dOp, ttir::ConvTranspose2dOp>(op);
  for (int index : isConv ? std::array{0, 2, 1, 3} : std::array{0, 1, 2, 3})
    order.push_back(static_cast<int32_t>((*values)[index]));
  if (isa<ttir::ConvTranspose2dOp>(op) && order[0] == order[1] && order[2] == order[3])
    order = {order[0], order[2]};
  return context.builder.getDenseI32ArrayAttr(order);
}

static FailureOr<SmallVector<int64_t>> imageOf(Operation *op) {
  std::optional<SmallVector<int64_t>> image = ttir::flattenedImage(op);
  if (!image || image->size() != 3)
    return op->emitError("flattened activations expected; run --ttir-flatten-sliding-window first");
  return *image;
}

static LogicalResult setWindow(Operation *op, Context &context, Target &target) {
  for (StringRef name : {"stride", "dilation"}) {
    FailureOr<DenseI32ArrayAttr> pair = pairAttr(op, name, context);
    if (failed(pair))
      return failure();
    set(target, context, name, *pair);
  }
  FailureOr<DenseI32ArrayAttr> padding = paddingAttr(op, context);
  if (failed(padding))
    return failure();
  set(target, context, "padding", *padding);
  return success();
}

static LogicalResult convertConv(Operation *op, Context &context, Target &target) {
  FailureOr<SmallVector<int64_t>> image = imageOf(op);
  if (failed(image) || failed(setWindow(op, context, target)))
    return failure();
  target.operands.assign(op->operand_begin(), op->operand_end());
  target.operands.push_back(context.device());
  Builder &builder = context.builder;
  shape::Shape weight = shape::of(op->getOperand(1));
  auto i32 = [&](int64_t value) { return builder.getI32IntegerAttr(static_cast<int32_t>(value)); };
  set(target, context, "in_channels", i32(shape::of(op->getOperand(0)).back()));
  set(target, context, "out_channels", i32(shape::of(op->getResult(0)).back()));
  set(target, context, "batch_size", i32((*image)[0]));
  set(target, context, "input_height", i32((*image)[1]));
  set(target, context, "input_width", i32((*image)[2]));
  set(target, context, "kernel_size",
      builder.getDenseI32ArrayAttr({static_cast<int32_t>(weight[2]), static_cast<int32_t>(weight[3])}));
  set(target, context, "groups", op->getAttr("groups"));
  if (isa<ttir::ConvTranspose2dOp>(op)) {
    FailureOr<DenseI32ArrayAttr> output = pairAttr(op, "output_padding", context);
    if (failed(output))
      return failure();
    set(target, context, "output_padding", *output);
  }
  auto inDram = builder.getNamedAttr("config_tensors_in_dram", builder.getBoolAttr(true));
  set(target, context, "conv2d_config",
      ttnn::Conv2dConfigAttr::get(op->getContext(), builder.getDictionaryAttr({inDram})));
  return success();
}

static LogicalResult convertPool(Operation *op, Context &context, Target &target) {
  FailureOr<SmallVector<int64_t>> image = imageOf(op);
  FailureOr<DenseI32ArrayAttr> kernel = pairAttr(op, "kernel", context);
  if (failed(image) || failed(kernel) || failed(setWindow(op, context, target)))
    return failure();
  copy(op, target, {"ceil_mode", "count_include_pad"});
  Builder &builder = context.builder;
  set(target, context, "kernel_size", *kernel);
  set(target, context, "batch_size", si32Attr(builder, (*image)[0]));
  set(target, context, "input_height", si32Attr(builder, (*image)[1]));
  set(target, context, "input_width", si32Attr(builder, (*image)[2]));
  set(target, context, "channels", si32Attr(builder, shape::of(op->getOperand(0)).back()));
  set(target, context, "config_tensors_in_dram", builder.getBoolAttr(true));
  return success();
}

/// (N, D, H, W, C) stays as it is: conv3d takes five dimensions, and a bias as a matrix of one row.
static LogicalResult convertConv3d(Operation *op, Context &context, Target &target) {
  shape::Shape input = shape::of(op->getOperand(0)), weight = shape::of(op->getOperand(1));
  shape::Shape result = shape::of(op->getResult(0));
  if (input.size() != 5 || weight.size() != 5 || result.size() != 5)
    return makeOpaque(op, context, target);
  target.operands.assign(op->operand_begin(), op->operand_end());
  if (target.operands.size() > 2)
    target.operands[2] = reshaped(op, target.operands[2], {1, result[4]});
  target.operands.push_back(context.device());
  Builder &builder = context.builder;
  auto i32 = [&](int64_t value) { return builder.getI32IntegerAttr(static_cast<int32_t>(value)); };
  set(target, context, "in_channels", i32(input[4]));
  set(target, context, "out_channels", i32(result[4]));
  set(target, context, "batch_size", i32(input[0]));
  set(target, context, "input_depth", i32(input[1]));
  set(target, context, "input_height", i32(input[2]));
  set(target, context, "input_width", i32(input[3]));
  set(target, context, "kernel_size",
      builder.getDenseI32ArrayAttr(
          {static_cast<int32_t>(weight[2]), static_cast<int32_t>(weight[3]), static_cast<int32_t>(weight[4])}));
  for (StringRef name : {"stride", "padding"}) {
    std::optional<SmallVector<int64_t>> values = shape::integers(op->getAttr(name));
    if (values && values->size() == 1)
      values->assign(3, values->front());
    if (!values || values->size() != 3)
      return op->emitError() << name << " takes one or three integers";
    SmallVector<int32_t> narrow(values->begin(), values->end());
    set(target, context, name, builder.getDenseI32ArrayAttr(narrow));
  }
  for (StringRef name : {"groups", "padding_mode"})
    if (Attribute value = op->getAttr(name))
      set(target, context, name, value);
  return success();
}

void conversion::addWindowConverters(ConverterTable &table) {
  table["conv2d"] = table["conv_transpose2d"] = convertConv;
  table["max_pool2d"] = table["avg_pool2d"] = table["max_pool2d_with_indices"] = convertPool;
  table["conv3d"] = convertConv3d;
  table["convolution"] = [](Operation *op, Context &, Target &) -> LogicalResult {
    return op->emitOpError("has more than three spatial dimensions: the library has kernels for one to three");
  };
  table["pooling"] = [](Operation *op, Context &, Target &) -> LogicalResult {
    return op->emitOpError("is no pool of the library; run --ttir-to-ttir-decomposition first");
  };
}
