//===- GeneralWindows.h - Windows in terms of StableHLO ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_GENERALWINDOWS_H
#define ALCOVE_OPS_DIALECT_TTIR_GENERALWINDOWS_H

#include "alcove/Ops/Dialect/TTIR/TTIR.h"

namespace alcove::ttir {

/// A window along one dimension. Between neighbours of the input lie `baseDilation - 1` holes (zeros for a
/// convolution); `low` and `high` more lie outside. Tap k at position p reads p * stride + k * dilation - low of that:
///
///   extent 3, baseDilation 2, low 1:   . a . b . c      size 2, dilation 2, stride 1: position 0 reads 0 and 2,
///                                      0 1 2 3 4 5      which are holes; position 1 reads a and b
struct WindowDim {
  int64_t size = 1, stride = 1, low = 0, high = 0, dilation = 1, baseDilation = 1;
  bool reversed = false; ///< tap k has the weight of tap size - 1 - k

  bool isTrivial() const { return size == 1 && stride == 1 && low == 0 && high == 0 && baseDilation == 1; }
  /// Positions over `extent` elements; nothing when it does not fit or a number is out of range (padding is >= 0).
  std::optional<int64_t> positions(int64_t extent) const;
};

/// Where the dimensions of a convolution lie.
struct ConvolutionLayout {
  int64_t inputBatch = 0, inputFeature = 0, kernelOutput = 0, kernelInput = 0, outputBatch = 0, outputFeature = 0;
  llvm::SmallVector<int64_t> inputSpatial, kernelSpatial, outputSpatial;
};
/// Reads `#ttir<convolution_layout input_batch = 0, ...>`; nothing when a field is missing or no number.
std::optional<ConvolutionLayout> convolutionLayoutOf(mlir::Attribute attribute);

enum class PoolingMethod : uint8_t { Max, Sum, Average };
/// Reads `#ttir<pooling_method Max>`.
std::optional<PoolingMethod> poolingMethodOf(mlir::Attribute attribute);

/// One per spatial dimension; nothing when an attribute has another number of entries.
std::optional<llvm::SmallVector<WindowDim>> windowsOf(ConvolutionOp op);
/// One per dimension.
std::optional<llvm::SmallVector<WindowDim>> windowsOf(PoolingOp op);

} // namespace alcove::ttir

#endif // ALCOVE_OPS_DIALECT_TTIR_GENERALWINDOWS_H
