//===- Contractions.cpp - Products, convolutions, pools ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TOSA.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
using namespace alcove::stablehlo::fromtosa;

namespace {
/// Products of floats; what is quantized is integers with zero points.
LogicalResult checkFloats(OpConversion &c, ArrayRef<unsigned> zeroPoints) {
  if (!isFloat(c.inType(0)) || !isFloat(c.inType(1)))
    return c.refuse("quantized: products of integers");
  return checkZeroPoints(c, zeroPoints);
}

LogicalResult convertMatmul(OpConversion &c) {
  if (failed(checkFloats(c, {2, 3})))
    return failure();
  return c.done({c.make("matmul", c.type(), {c.in(0), c.in(1)})});
}

SmallVector<int32_t> narrow(ArrayRef<int64_t> values) { return SmallVector<int32_t>(values.begin(), values.end()); }

/// Top, bottom, left, right as top, left, bottom, right.
SmallVector<int32_t> edges(ArrayRef<int64_t> pad) { return narrow({pad[0], pad[2], pad[1], pad[3]}); }

NamedAttribute list(OpConversion &c, StringRef name, ArrayRef<int32_t> values) {
  return c.attr(name, c.builder.getDenseI32ArrayAttr(values));
}

/// The operands of a convolution; the bias, one number for all channels or one each, is left out where it is zero.
SmallVector<Value> operandsOf(OpConversion &c, Value weight) {
  SmallVector<Value> operands{c.in(0), weight};
  if (c.splat(2) == 0.0)
    return operands;
  Dims line(c.type().getRank(), 1);
  line.back() = c.inType(2).getDimSize(0);
  Value bias = c.reshape(c.in(2), line);
  line.back() = c.type().getShape().back();
  operands.push_back(c.typecast(c.broadcast(bias, line), c.type().getElementType()));
  return operands;
}

template <typename Op>
LogicalResult convolved(OpConversion &c, Value weight, int64_t groups) {
  auto op = cast<Op>(c.op);
  return c.done({c.make("conv2d", c.type(), operandsOf(c, weight),
                        {list(c, "stride", narrow(op.getStride())), list(c, "padding", edges(op.getPad())),
                         list(c, "dilation", narrow(op.getDilation())),
                         c.attr("groups", c.builder.getI32IntegerAttr(int32_t(groups)))})});
}

/// Kernels OHWI become OIHW.
LogicalResult convertConv2d(OpConversion &c) {
  if (failed(checkFloats(c, {3, 4})))
    return failure();
  return convolved<tosa::Conv2DOp>(c, c.permute(c.in(1), {0, 3, 1, 2}), 1);
}

/// Kernels HWCM: of each channel `M` results, one group each.
LogicalResult convertDepthwise(OpConversion &c) {
  if (failed(checkFloats(c, {3, 4})))
    return failure();
  ArrayRef<int64_t> shape = c.inType(1).getShape();
  Value weight = c.reshape(c.permute(c.in(1), {2, 3, 0, 1}), {shape[2] * shape[3], 1, shape[0], shape[1]});
  return convolved<tosa::DepthwiseConv2DOp>(c, weight, shape[2]);
}

LogicalResult convertConv3d(OpConversion &c) {
  auto op = cast<tosa::Conv3DOp>(c.op);
  if (failed(checkFloats(c, {3, 4})))
    return failure();
  ArrayRef<int64_t> pad = op.getPad();
  if (pad[0] != pad[1] || pad[2] != pad[3] || pad[4] != pad[5] ||
      llvm::any_of(op.getDilation(), [](int64_t step) { return step != 1; }))
    return c.refuse("padding that differs by side, or dilation, in three dimensions");
  Value weight = c.permute(c.in(1), {0, 4, 1, 2, 3});
  return c.done(
      {c.make("conv3d", c.type(), operandsOf(c, weight),
              {list(c, "stride", narrow(op.getStride())), list(c, "padding", narrow({pad[0], pad[2], pad[4]})),
               c.attr("groups", c.builder.getI32IntegerAttr(1))})});
}

/// Negative edges cut, as TTIR's padding does; what is padded beyond that is the bias alone.
LogicalResult convertTransposed(OpConversion &c) {
  auto op = cast<tosa::TransposeConv2DOp>(c.op);
  if (failed(checkFloats(c, {3, 4})))
    return failure();
  Dims cut;
  for (int64_t edge : op.getOutPad())
    if (edge > 0)
      return c.refuse("out_pad that adds rows or columns");
    else
      cut.push_back(-edge);
  Value weight = c.permute(c.in(1), {3, 0, 1, 2});
  SmallVector<int32_t> none{0, 0}, ones{1, 1};
  return c.done({c.make("conv_transpose2d", c.type(), operandsOf(c, weight),
                        {list(c, "stride", narrow(op.getStride())), list(c, "padding", edges(cut)),
                         list(c, "output_padding", none), list(c, "dilation", ones),
                         c.attr("groups", c.builder.getI32IntegerAttr(1))})});
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

template <typename Op>
SmallVector<NamedAttribute> window(OpConversion &c, Op op) {
  SmallVector<int32_t> ones{1, 1};
  return {list(c, "kernel", narrow(op.getKernel())), list(c, "stride", narrow(op.getStride())),
          list(c, "dilation", ones), list(c, "padding", edges(op.getPad())),
          c.attr("ceil_mode", c.builder.getBoolAttr(false))};
}

LogicalResult convertMaxPool(OpConversion &c) {
  auto op = cast<tosa::MaxPool2dOp>(c.op);
  if (!isFloat(c.inType(0)))
    return c.refuse("quantized: maxima of integers in windows");
  if (op.getNanMode() != tosa::NanPropagationMode::PROPAGATE)
    return c.refuse("nan_mode = IGNORE: TTIR's ops propagate NaN");
  return c.done({c.make("max_pool2d", c.type(), c.in(0), window(c, op))});
}

/// Means of what is there: padding is not counted.
LogicalResult convertAvgPool(OpConversion &c) {
  if (!isFloat(c.inType(0)))
    return c.refuse("quantized: means of integers");
  if (failed(checkZeroPoints(c, {1, 2})))
    return failure();
  SmallVector<NamedAttribute> attributes = window(c, cast<tosa::AvgPool2dOp>(c.op));
  attributes.push_back(c.attr("count_include_pad", c.builder.getBoolAttr(false)));
  return c.done({c.make("avg_pool2d", c.type(), c.in(0), attributes)});
}
} // namespace

void fromtosa::addContractions(ConverterTable &table) {
  table["tosa.matmul"] = convertMatmul;
  table["tosa.conv2d"] = convertConv2d;
  table["tosa.depthwise_conv2d"] = convertDepthwise;
  table["tosa.conv3d"] = convertConv3d;
  table["tosa.transpose_conv2d"] = convertTransposed;
  table["tosa.max_pool2d"] = convertMaxPool;
  table["tosa.avg_pool2d"] = convertAvgPool;
}
