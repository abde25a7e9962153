//===- GeneralWindows.cpp - Windows in terms of StableHLO -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"

#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Ops/Dialect/TTIR/GeneralWindows.h"

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

void addGeneralWindowOps(OpTable &table) {
  constexpr const char *against = "conv2d, conv3d, transposed convolution, pools, cumsum";
  table.add<ttir::ConvolutionOp>("GeneralWindows", against, runConvolution);
  table.add<ttir::PoolingOp>("GeneralWindows", against, runPooling);
}

} // namespace alcove::reference
