//===- WindowGeneral.cpp - What lines and windows of any layout compute ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/GeneralWindows.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static std::vector<AxisWindow> axesOf(llvm::ArrayRef<ttir::WindowDim> windows) {
  std::vector<AxisWindow> axes;
  for (const ttir::WindowDim &window : windows)
    axes.push_back(
        {window.size, window.stride, window.low, window.high, window.dilation, window.baseDilation, window.reversed});
  return axes;
}

/// first, spatial, last.
static Shape orderOf(int64_t first, llvm::ArrayRef<int64_t> spatial, int64_t last) {
  Shape order{first};
  order.insert(order.end(), spatial.begin(), spatial.end());
  order.push_back(last);
  return order;
}

static Result<Tensor> runConvolution(ttir::ConvolutionOp op, OpCall &call) {
  auto layout = ttir::convolutionLayoutOf(op.getConvolutionLayout());
  auto windows = ttir::windowsOf(op);
  if (!layout || !windows)
    return Error{"attributes of the convolution do not agree"};
  Shape inputOrder = orderOf(layout->inputBatch, layout->inputSpatial, layout->inputFeature);
  Shape weightOrder{layout->kernelOutput, layout->kernelInput};
  weightOrder.insert(weightOrder.end(), layout->kernelSpatial.begin(), layout->kernelSpatial.end());
  ALCOVE_ASSIGN_OR_RETURN(Tensor image, permute(call.in(0), inputOrder));
  ALCOVE_ASSIGN_OR_RETURN(Tensor weight, permute(call.in(1), weightOrder));
  Epilogue epilogue;
  Tensor flatBias;
  if (const Tensor *bias = call.find(op.getBias())) {
    ALCOVE_ASSIGN_OR_RETURN(flatBias, bias->reshaped({bias->numElements()}));
    epilogue.bias = &flatBias;
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, convolution(image, weight, axesOf(*windows), op.getFeatureGroupCount(),
                                                     op.getBatchGroupCount(), call.held(), epilogue));
  Shape order = orderOf(layout->outputBatch, layout->outputSpatial, layout->outputFeature), inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    inverse[order[i]] = static_cast<int64_t>(i);
  return permute(result, inverse);
}

static Result<std::vector<Tensor>> runPooling(ttir::PoolingOp op, OpCall &call) {
  auto method = ttir::poolingMethodOf(op.getPoolingMethod());
  auto windows = ttir::windowsOf(op);
  if (!method || !windows)
    return Error{"attributes of the pool do not agree"};
  WindowReduction kind = *method == ttir::PoolingMethod::Max   ? WindowReduction::Max
                         : *method == ttir::PoolingMethod::Sum ? WindowReduction::Sum
                                                               : WindowReduction::Average;
  std::vector<Tensor> results;
  for (unsigned i = 0; i < call.operands.size(); ++i) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor result, reduceWindows(kind, call.in(i), axesOf(*windows), call.held(i)));
    results.push_back(std::move(result));
  }
  return results;
}

static void addGeneralWindows(OpTable &table) {
  constexpr const char *against = "conv2d, conv3d, transposed convolution, pools, cumsum";
  table.add<ttir::ConvolutionOp>("GeneralWindows", against, runConvolution);
  table.add<ttir::PoolingOp>("GeneralWindows", against, runPooling);
}

//===----------------------------------------------------------------------===//
// Convolution over one dimension
//===----------------------------------------------------------------------===//

/// A convolution of rows of height 1: input N x L x C, weight O x C/groups x K, result N x L' x O.
static Result<Tensor> conv1d(const Tensor &input, const Tensor &weight, const Tensor *bias, Window window,
                             int64_t groups, ElementType type) {
  if (input.rank() != 3 || weight.rank() != 3)
    return Error{fmt::format("conv1d of {} with weights {}", toString(input.shape()), toString(weight.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor image, input.reshaped({input.dim(0), 1, input.dim(1), input.dim(2)}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor kernel, weight.reshaped({weight.dim(0), weight.dim(1), 1, weight.dim(2)}));
  Epilogue epilogue;
  Tensor flat;
  if (bias) {
    ALCOVE_ASSIGN_OR_RETURN(flat, bias->reshaped({bias->numElements()}));
    epilogue.bias = &flat;
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, conv2d(image, kernel, window, groups, type, epilogue));
  return result.reshaped({result.dim(0), result.dim(2), result.dim(3)});
}

/// One number, and one or two of padding: those in front and those behind.
static Result<Window> windowOfLine(mlir::Attribute stride, mlir::Attribute padding, mlir::Attribute dilation) {
  ALCOVE_ASSIGN_OR_RETURN(Shape strides, integersOf(stride));
  ALCOVE_ASSIGN_OR_RETURN(Shape paddings, integersOf(padding));
  ALCOVE_ASSIGN_OR_RETURN(Shape dilations, integersOf(dilation));
  if (strides.size() != 1 || dilations.size() != 1 || paddings.empty() || paddings.size() > 2)
    return Error{fmt::format("a window of {} strides, {} paddings, {} dilations over one dimension", strides.size(),
                             paddings.size(), dilations.size())};
  Window window;
  window.strideW = strides[0];
  window.dilationW = dilations[0];
  window.left = paddings.front();
  window.right = paddings.back();
  return window;
}

static void addConv1d(OpTable &table) {
  constexpr const char *against = "closed form, differences as a kernel";
  table.add<ttir::Conv1dOp>("LibraryOps", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Window window, windowOfLine(op.getStride(), op.getPadding(), op.getDilation()));
    Shape order{static_cast<int64_t>(op.getBatchDim()), static_cast<int64_t>(op.getLengthDim()),
                static_cast<int64_t>(op.getChannelDim())},
        back(3);
    ALCOVE_ASSIGN_OR_RETURN(Tensor lines, permute(call.in(0), order));
    for (size_t i = 0; i < order.size(); ++i)
      back[order[i]] = static_cast<int64_t>(i);
    ALCOVE_ASSIGN_OR_RETURN(Tensor result,
                            conv1d(lines, call.in(1), call.find(op.getBias()), window, op.getGroups(), call.held()));
    return permute(result, back);
  });
  table.add<ttnn::Conv1dOp>("LibraryOps", against, [](auto op, OpCall &call) -> Result<Tensor> {
    if (op.getConv2dConfigAttr())
      return Error{"conv1d with a conv2d_config is not executed"};
    ALCOVE_ASSIGN_OR_RETURN(Window window, windowOfLine(op.getStrideAttr(), op.getPaddingAttr(), op.getDilationAttr()));
    ALCOVE_ASSIGN_OR_RETURN(Tensor lines,
                            call.in(0).reshaped({op.getBatchSize(), op.getInputLength(), op.getInChannels()}));
    ALCOVE_ASSIGN_OR_RETURN(Tensor result,
                            conv1d(lines, call.in(1), call.find(op.getBias()), window, op.getGroups(), call.held()));
    return result.reshaped(call.shape());
  });
}

void addWindowGeneralOps(OpTable &table) {
  addGeneralWindows(table);
  addConv1d(table);
}

} // namespace alcove::reference
