//===- Window.cpp - What convolutions and pools of images compute ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Activation.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/FlattenedImage.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static void addGlobalPool(OpTable &table) {
  constexpr const char *against = "closed forms, moments, gather of what was placed; the lowered op";
  table.add<ttir::GlobalAvgPool2dOp>("Selection", against, [](auto, OpCall &call) -> Result<Tensor> {
    return reduce(Reduction::Mean, call.in(0), {1, 2}, true, call.held());
  });
}

/// One number for both axes or one each.
static Result<std::pair<int64_t, int64_t>> heightAndWidth(mlir::Attribute attribute) {
  ALCOVE_ASSIGN_OR_RETURN(Shape values, integersOf(attribute));
  if (values.empty() || values.size() > 2)
    return Error{fmt::format("{} numbers where height and width are expected", values.size())};
  return std::pair(values.front(), values.back());
}

static Status setStrides(Window &window, mlir::Attribute stride, mlir::Attribute dilation) {
  ALCOVE_ASSIGN_OR_RETURN(auto strides, heightAndWidth(stride));
  ALCOVE_ASSIGN_OR_RETURN(auto dilations, heightAndWidth(dilation));
  std::tie(window.strideH, window.strideW) = strides;
  std::tie(window.dilationH, window.dilationW) = dilations;
  return {};
}

/// TTIR: one number, height and width, or top, left, bottom, right. TTNN's convolutions: top, bottom, left, right.
static Status setPadding(Window &window, mlir::Attribute attribute, bool ttnnOrder) {
  ALCOVE_ASSIGN_OR_RETURN(Shape p, integersOf(attribute));
  if (p.size() == 1)
    p = {p[0], p[0], p[0], p[0]};
  else if (p.size() == 2)
    p = {p[0], p[1], p[0], p[1]};
  else if (p.size() != 4)
    return Error{fmt::format("padding of {} numbers", p.size())};
  else if (ttnnOrder)
    p = {p[0], p[2], p[1], p[3]};
  window.top = p[0], window.left = p[1], window.bottom = p[2], window.right = p[3];
  return {};
}

/// (1, 1, N*H*W, C) as N x H x W x C.
static Result<Tensor> unflatten(const Tensor &tensor, int64_t n, int64_t h, int64_t w, int64_t c) {
  Result<Tensor> image = tensor.reshaped({n, h, w, c});
  if (!image)
    return Error{fmt::format("an image of {}x{}x{}x{} in a tensor {}", n, h, w, c, toString(tensor.shape()))};
  return image;
}

/// Runs `fn` on an NHWC view of the operand and gives its result the order of the operand: `order` lists where N, H, W,
/// C lie in the operand; a flattened image is (1, 1, N*H*W, C).
template <typename Fn>
static Result<Tensor> onImage(OpCall &call, const Shape &order,
                              const std::optional<llvm::SmallVector<int64_t>> &flattened, Fn fn,
                              unsigned resultNumber = 0) {
  if (flattened) {
    if (flattened->size() != 3)
      return Error{"flattened_image does not hold three sizes"};
    ALCOVE_ASSIGN_OR_RETURN(Tensor image, unflatten(call.in(0), (*flattened)[0], (*flattened)[1], (*flattened)[2],
                                                    call.in(0).shape().empty() ? 0 : call.in(0).shape().back()));
    ALCOVE_ASSIGN_OR_RETURN(Tensor result, fn(image));
    return result.reshaped(call.shape(resultNumber));
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor image, permute(call.in(0), order));
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, fn(image));
  Shape inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    inverse[order[i]] = static_cast<int64_t>(i);
  return permute(result, inverse);
}

/// (N, H, W) of a flattened activation.
static std::optional<llvm::SmallVector<int64_t>> imageOf(mlir::Operation *op) {
  std::optional<llvm::SmallVector<int64_t>> image = ttir::flattenedImage(op);
  return image && image->empty() ? std::nullopt : image;
}

/// Where N, (D,) H, W, C lie.
static Shape imageOrder(mlir::Operation *op) {
  llvm::SmallVector<int64_t> dims = ttir::imageDims(op);
  return Shape(dims.begin(), dims.end());
}

/// prepare_conv2d_weights turns O x C/g x KH x KW into (1, 1, KH*KW*C/g, O), rows by kernel row, kernel column,
/// channel.
static Result<Tensor> preparedWeights(const Tensor &weight, const Shape &shape) {
  ALCOVE_ASSIGN_OR_RETURN(Tensor moved, permute(weight, {2, 3, 1, 0}));
  return moved.reshaped(shape);
}

static Result<Tensor> originalWeights(const Tensor &weight, int64_t o, int64_t c, int64_t kh, int64_t kw) {
  if (weight.shape() == Shape{o, c, kh, kw})
    return weight;
  Result<Tensor> rows = weight.reshaped({kh, kw, c, o});
  if (!rows)
    return Error{
        fmt::format("weights {} for a kernel {}x{} of {} to {} channels", toString(weight.shape()), kh, kw, c, o)};
  return permute(*rows, {3, 2, 0, 1});
}

/// prepare_conv_transpose2d_weights turns C x O/g x KH x KW into (1, 1, KH*KW*C/g, O), rows by kernel row, kernel
/// column, channel of the group.
static Result<Tensor> preparedTransposed(const Tensor &weight, int64_t groups, const Shape &shape) {
  if (weight.rank() != 4 || groups < 1 || weight.dim(0) % groups != 0)
    return Error{fmt::format("weights {} in {} groups", toString(weight.shape()), groups)};
  ALCOVE_ASSIGN_OR_RETURN(
      Tensor cut, weight.reshaped({groups, weight.dim(0) / groups, weight.dim(1), weight.dim(2), weight.dim(3)}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor moved, permute(cut, {3, 4, 1, 0, 2}));
  return moved.reshaped(shape);
}

/// Weights c x o/g x kh x kw, as they are or prepared.
static Result<Tensor> originalTransposed(const Tensor &weight, int64_t groups, const Shape &shape) {
  if (weight.shape() == shape)
    return weight;
  Result<Tensor> rows = weight.reshaped({shape[2], shape[3], shape[0] / groups, groups, shape[1]});
  if (!rows)
    return Error{
        fmt::format("weights {} for a transposed convolution by {}", toString(weight.shape()), toString(shape))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor moved, permute(*rows, {3, 2, 4, 0, 1}));
  return moved.reshaped(shape);
}

/// The activation and the data type of the weights in a #ttnn.conv2d_config.
static Result<const UnaryKernel *> readConfig(ttnn::Conv2dConfigAttr config, Precision precision, Tensor &weight) {
  if (!config)
    return static_cast<const UnaryKernel *>(nullptr);
  if (auto type = mlir::dyn_cast_or_null<ttcore::DataTypeAttr>(config.getField("weights_dtype"))) {
    auto tile = ttcore::TileType::get(config.getContext(), 32, 32, type.getValue());
    ALCOVE_ASSIGN_OR_RETURN(ElementType wanted, heldTypeOf(tile));
    ALCOVE_ASSIGN_OR_RETURN(weight, weight.convertedTo(heldType(wanted, precision)));
  }
  auto activation = mlir::dyn_cast_or_null<ttnn::UnaryWithParamAttr>(config.getField("activation"));
  if (!activation)
    return static_cast<const UnaryKernel *>(nullptr);
  return activationOf(activation.getOpType().getValue(), activation.getParams());
}

static Result<Window> ttnnWindow(auto op) {
  constexpr bool isPool = requires { op.getChannels(); }; // padded in the order of TTIR
  Window window;
  if (op.getKernelSize().size() != 2)
    return Error{"kernel_size does not hold two sizes"};
  window.kernelH = op.getKernelSize()[0];
  window.kernelW = op.getKernelSize()[1];
  ALCOVE_RETURN_IF_ERROR(setStrides(window, op.getStrideAttr(), op.getDilationAttr()));
  ALCOVE_RETURN_IF_ERROR(setPadding(window, op.getPaddingAttr(), /*ttnnOrder=*/!isPool));
  return window;
}

/// Rows by kernel depth, row, column, channel: (KD*KH*KW*C/g, O), as the device takes the weights of conv3d; with
/// prepare_conv3d_weights C/g is padded.
static Result<Tensor> originalWeights3d(const Tensor &weight, const Shape &shape) {
  if (weight.shape() == shape)
    return weight;
  int64_t taps = shape[2] * shape[3] * shape[4], rows = weight.rank() == 2 ? weight.dim(0) : 0;
  if (taps == 0 || rows % taps != 0 || rows / taps < shape[1] || weight.dim(1) != shape[0])
    return Error{fmt::format("weights {} for a kernel {}", toString(weight.shape()), toString(shape))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor cut, weight.reshaped({shape[2], shape[3], shape[4], rows / taps, shape[0]}));
  ALCOVE_ASSIGN_OR_RETURN(cut,
                          slice(cut, Shape(5, 0), {shape[2], shape[3], shape[4], shape[1], shape[0]}, Shape(5, 1)));
  return permute(cut, {4, 3, 0, 1, 2});
}

/// O x C/g x KD x KH x KW as those rows, zeros in the channels that fill up.
static Result<Tensor> preparedWeights3d(const Tensor &weight, const Shape &shape) {
  int64_t taps = weight.rank() == 5 ? weight.dim(2) * weight.dim(3) * weight.dim(4) : 0;
  if (shape.size() != 2 || taps == 0 || shape[0] % taps != 0 || shape[0] / taps < weight.dim(1))
    return Error{fmt::format("weights {} prepared as {}", toString(weight.shape()), toString(shape))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor moved, permute(weight, {2, 3, 4, 1, 0}));
  ALCOVE_ASSIGN_OR_RETURN(moved, pad(moved, Shape(5, 0), {0, 0, 0, shape[0] / taps - weight.dim(1), 0}, 0.0));
  return moved.reshaped(shape);
}

static void addConvolutions(OpTable &table) {
  constexpr const char *against = "plain loops, matmul at 1x1, scatter of the transpose";
  auto ttnnConv = [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Window window, ttnnWindow(op));
    constexpr bool transposed = requires { op.getOutputPadding(); };
    int64_t groups = op.getGroups(), in = op.getInChannels(), out = op.getOutChannels();
    if (groups < 1 || in % groups != 0 || out % groups != 0)
      return Error{fmt::format("{} to {} channels in {} groups", in, out, groups)};
    ALCOVE_ASSIGN_OR_RETURN(Tensor image,
                            unflatten(call.in(0), op.getBatchSize(), op.getInputHeight(), op.getInputWidth(), in));
    Tensor weight = call.in(1);
    if constexpr (!transposed) {
      ALCOVE_ASSIGN_OR_RETURN(weight, originalWeights(weight, out, in / groups, window.kernelH, window.kernelW));
    } else {
      ALCOVE_ASSIGN_OR_RETURN(weight,
                              originalTransposed(weight, groups, {in, out / groups, window.kernelH, window.kernelW}));
    }
    Epilogue epilogue;
    ALCOVE_ASSIGN_OR_RETURN(epilogue.activation, readConfig(op.getConv2dConfigAttr(), call.precision, weight));
    Tensor flatBias;
    if (const Tensor *bias = call.find(op.getBias())) {
      ALCOVE_ASSIGN_OR_RETURN(flatBias, bias->reshaped({out}));
      epilogue.bias = &flatBias;
    }
    if constexpr (transposed) {
      ALCOVE_ASSIGN_OR_RETURN(auto extra, heightAndWidth(op.getOutputPaddingAttr()));
      ALCOVE_ASSIGN_OR_RETURN(Tensor result, convTranspose2d(image, weight, window, extra.first, extra.second, groups,
                                                             call.held(), epilogue));
      return result.reshaped(call.shape());
    } else {
      ALCOVE_ASSIGN_OR_RETURN(Tensor result, conv2d(image, weight, window, groups, call.held(), epilogue));
      return result.reshaped(call.shape());
    }
  };
  table.add<ttir::Conv2dOp>("SlidingWindow", against, [](auto op, OpCall &call) -> Result<Tensor> {
    Window window;
    ALCOVE_RETURN_IF_ERROR(setStrides(window, op.getStride(), op.getDilation()));
    ALCOVE_RETURN_IF_ERROR(setPadding(window, op.getPadding(), false));
    Epilogue epilogue;
    Tensor flatBias;
    if (const Tensor *bias = call.find(op.getBias())) {
      ALCOVE_ASSIGN_OR_RETURN(flatBias, bias->reshaped({bias->numElements()}));
      epilogue.bias = &flatBias;
    }
    return onImage(call, imageOrder(op), imageOf(op), [&](const Tensor &image) {
      return conv2d(image, call.in(1), window, op.getGroups(), call.held(), epilogue);
    });
  });
  table.add<ttir::ConvTranspose2dOp>("SlidingWindow", against, [](auto op, OpCall &call) -> Result<Tensor> {
    Window window;
    ALCOVE_RETURN_IF_ERROR(setStrides(window, op.getStride(), op.getDilation()));
    ALCOVE_RETURN_IF_ERROR(setPadding(window, op.getPadding(), false));
    ALCOVE_ASSIGN_OR_RETURN(auto extra, heightAndWidth(op.getOutputPadding()));
    Epilogue epilogue;
    Tensor flatBias;
    if (const Tensor *bias = call.find(op.getBias())) {
      ALCOVE_ASSIGN_OR_RETURN(flatBias, bias->reshaped({bias->numElements()}));
      epilogue.bias = &flatBias;
    }
    return onImage(call, imageOrder(op), imageOf(op), [&](const Tensor &image) {
      return convTranspose2d(image, call.in(1), window, extra.first, extra.second, op.getGroups(), call.held(),
                             epilogue);
    });
  });
  table.add<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>("SlidingWindow", against, ttnnConv);
  table.add<ttnn::PrepareConv2dWeightsOp>(
      "SlidingWindow", "convolution with prepared weights", [](auto, OpCall &call) -> Result<Tensor> {
        ALCOVE_ASSIGN_OR_RETURN(Tensor typed, call.in(0).convertedTo(call.held()));
        return call.shape() == typed.shape() ? Result<Tensor>(typed) : preparedWeights(typed, call.shape());
      });
  table.add<ttnn::PrepareConvTranspose2dWeightsOp>(
      "SlidingWindow", "transposed convolution with prepared weights", [](auto op, OpCall &call) -> Result<Tensor> {
        ALCOVE_ASSIGN_OR_RETURN(Tensor typed, call.in(0).convertedTo(call.held()));
        return call.shape() == typed.shape() ? Result<Tensor>(typed)
                                             : preparedTransposed(typed, op.getGroups(), call.shape());
      });
  table.add<ttnn::PrepareConv2dBiasOp, ttnn::PrepareConvTranspose2dBiasOp>(
      "SlidingWindow", "closed form", [](auto, OpCall &call) -> Result<Tensor> {
        ALCOVE_ASSIGN_OR_RETURN(Tensor typed, call.in(0).convertedTo(call.held()));
        return typed.reshaped(call.shape());
      });
}

static void addConv3d(OpTable &table) {
  constexpr const char *against = "conv2d at depth 1, sums of conv2d over the depth";
  auto convolve = [](auto op, OpCall &call, const Tensor &image, const Tensor &weight, const Shape &stride,
                     const Shape &padding) -> Result<Tensor> {
    if (op.getPaddingMode() != "zeros" && op.getPaddingMode() != "replicate")
      return Error{fmt::format("padding mode '{}'", op.getPaddingMode().str())};
    Epilogue epilogue;
    Tensor flatBias;
    if (const Tensor *bias = call.find(op.getBias())) {
      ALCOVE_ASSIGN_OR_RETURN(flatBias, bias->reshaped({bias->numElements()}));
      epilogue.bias = &flatBias;
    }
    return conv3d(image, weight, stride, padding, op.getPaddingMode() == "replicate", op.getGroups(), call.held(),
                  epilogue);
  };
  auto three = [](mlir::Attribute attribute) -> Result<Shape> {
    ALCOVE_ASSIGN_OR_RETURN(Shape values, integersOf(attribute));
    if (values.size() == 1)
      values.assign(3, values[0]);
    if (values.size() != 3)
      return Error{fmt::format("{} numbers where depth, height and width are expected", values.size())};
    return values;
  };
  table.add<ttir::Conv3dOp>("SlidingWindow", against, [=](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Shape stride, three(op.getStride()));
    ALCOVE_ASSIGN_OR_RETURN(Shape padding, three(op.getPadding()));
    return onImage(call, imageOrder(op), std::nullopt,
                   [&](const Tensor &image) { return convolve(op, call, image, call.in(1), stride, padding); });
  });
  table.add<ttnn::PrepareConv3dWeightsOp>("SlidingWindow", "convolution with prepared weights",
                                          [](auto, OpCall &call) -> Result<Tensor> {
                                            ALCOVE_ASSIGN_OR_RETURN(Tensor typed, call.in(0).convertedTo(call.held()));
                                            return preparedWeights3d(typed, call.shape());
                                          });
  table.add<ttnn::Conv3dOp>("SlidingWindow", against, [=](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Shape kernel, three(op.getKernelSizeAttr()));
    ALCOVE_ASSIGN_OR_RETURN(Shape stride, three(op.getStrideAttr()));
    ALCOVE_ASSIGN_OR_RETURN(Shape padding, three(op.getPaddingAttr()));
    int64_t groups = op.getGroups();
    if (groups < 1 || op.getInChannels() % groups != 0)
      return Error{fmt::format("{} channels in {} groups", op.getInChannels(), groups)};
    ALCOVE_ASSIGN_OR_RETURN(Tensor weight,
                            originalWeights3d(call.in(1), {op.getOutChannels(), op.getInChannels() / groups, kernel[0],
                                                           kernel[1], kernel[2]}));
    return convolve(op, call, call.in(0), weight, stride, padding);
  });
}

static void addPools(OpTable &table) {
  constexpr const char *against = "closed form, pool of a constant";
  auto ttirPool = [](Pool kind) {
    return [kind](auto op, OpCall &call) -> Result<Tensor> {
      Window window;
      ALCOVE_ASSIGN_OR_RETURN(auto kernel, heightAndWidth(op.getKernel()));
      std::tie(window.kernelH, window.kernelW) = kernel;
      ALCOVE_RETURN_IF_ERROR(setStrides(window, op.getStride(), op.getDilation()));
      ALCOVE_RETURN_IF_ERROR(setPadding(window, op.getPadding(), false));
      bool countPadding = true;
      if constexpr (requires { op.getCountIncludePad(); })
        countPadding = op.getCountIncludePad();
      return onImage(call, imageOrder(op), imageOf(op), [&](const Tensor &image) {
        return pool2d(kind, image, window, op.getCeilMode(), countPadding, call.held());
      });
    };
  };
  constexpr const char *byIndices = "elements at the indices are the maxima";
  auto ttnnPool = [](Pool kind) {
    return [kind](auto op, OpCall &call) -> Result<Tensor> {
      ALCOVE_ASSIGN_OR_RETURN(Window window, ttnnWindow(op));
      bool countPadding = true;
      if constexpr (requires { op.getCountIncludePad(); })
        countPadding = op.getCountIncludePad();
      ALCOVE_ASSIGN_OR_RETURN(Tensor image, unflatten(call.in(0), op.getBatchSize(), op.getInputHeight(),
                                                      op.getInputWidth(), op.getChannels()));
      ALCOVE_ASSIGN_OR_RETURN(Tensor result, pool2d(kind, image, window, op.getCeilMode(), countPadding, call.held()));
      return result.reshaped(call.shape());
    };
  };
  table.add<ttir::MaxPool2dOp>("SlidingWindow", against, ttirPool(Pool::Max));
  table.add<ttir::AvgPool2dOp>("SlidingWindow", against, ttirPool(Pool::Average));
  table.add<ttir::MaxPool2dWithIndicesOp>(
      "SlidingWindow", byIndices, [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
        Window window;
        ALCOVE_ASSIGN_OR_RETURN(auto kernel, heightAndWidth(op.getKernel()));
        std::tie(window.kernelH, window.kernelW) = kernel;
        ALCOVE_RETURN_IF_ERROR(setStrides(window, op.getStride(), op.getDilation()));
        ALCOVE_RETURN_IF_ERROR(setPadding(window, op.getPadding(), false));
        auto largest = [&](const Tensor &image) {
          return pool2d(Pool::Max, image, window, op.getCeilMode(), true, call.held());
        };
        auto where = [&](const Tensor &image) { return maxPoolIndices(image, window, op.getCeilMode(), call.held(1)); };
        ALCOVE_ASSIGN_OR_RETURN(Tensor maxima, onImage(call, imageOrder(op), imageOf(op), largest));
        ALCOVE_ASSIGN_OR_RETURN(Tensor indices, onImage(call, imageOrder(op), imageOf(op), where, 1));
        return std::vector<Tensor>{std::move(maxima), std::move(indices)};
      });
  table.add<ttnn::MaxPool2dWithIndicesOp>(
      "SlidingWindow", byIndices, [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
        ALCOVE_ASSIGN_OR_RETURN(Window window, ttnnWindow(op));
        ALCOVE_ASSIGN_OR_RETURN(Tensor image, unflatten(call.in(0), op.getBatchSize(), op.getInputHeight(),
                                                        op.getInputWidth(), op.getChannels()));
        ALCOVE_ASSIGN_OR_RETURN(Tensor largest, pool2d(Pool::Max, image, window, op.getCeilMode(), true, call.held()));
        ALCOVE_ASSIGN_OR_RETURN(Tensor where, maxPoolIndices(image, window, op.getCeilMode(), call.held(1)));
        ALCOVE_ASSIGN_OR_RETURN(Tensor maxima, largest.reshaped(call.shape()));
        ALCOVE_ASSIGN_OR_RETURN(Tensor indices, where.reshaped(call.shape(1)));
        return std::vector<Tensor>{std::move(maxima), std::move(indices)};
      });
  table.add<ttnn::MaxPool2dOp>("SlidingWindow", against, ttnnPool(Pool::Max));
  table.add<ttnn::AvgPool2dOp>("SlidingWindow", against, ttnnPool(Pool::Average));
  table.add<ttnn::GlobalAvgPool2dOp>("SlidingWindow", against, [](auto, OpCall &call) -> Result<Tensor> {
    return reduce(Reduction::Mean, call.in(0), {1, 2}, true, call.held());
  });
  table.add<ttir::Upsample2dOp, ttnn::UpsampleOp>(
      "SlidingWindow", against, [](auto op, OpCall &call) -> Result<Tensor> {
        ALCOVE_ASSIGN_OR_RETURN(auto scale, heightAndWidth(op.getScaleFactor()));
        if (op.getMode() != "nearest" && op.getMode() != "bilinear")
          return Error{fmt::format("upsample mode '{}'", op.getMode().str())};
        return upsample2d(call.in(0), scale.first, scale.second, op.getMode() == "bilinear", call.held());
      });
}

void addWindowOps(OpTable &table) {
  addGlobalPool(table);
  addConvolutions(table);
  addConv3d(table);
  addPools(table);
}

} // namespace alcove::reference
