//===- Contraction.h - Matrix products and convolutions ----- ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NUM-N11: products and sums in f32, one output element in the order of k (matmul) or of kernel row, kernel column,
// input channel (convolution), no fused multiply-add; then bias, then activation in f32, then one rounding. Padding
// takes part as zeros. The blocked loops keep that order for each output, so both ways agree bit for bit, with one
// thread or two.
//
//   blocked:     16 columns of B packed          4 rows of A             4x16 outputs in registers
//                +--------+                      +------------+          +--------+
//                | k = 0  |  contiguous          | k = 0 .. K |          |  sums  |
//                | ...    |                      +------------+          +--------+
//                | k = K  |
//                +--------+
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_CONTRACTION_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_CONTRACTION_H

#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

namespace alcove::reference {

enum class Loops : uint8_t { Plain, Blocked };

/// What happens to a contraction's f32 result before it is rounded: + bias (broadcast), then the activation.
struct Epilogue {
  const Tensor *bias = nullptr;
  const UnaryKernel *activation = nullptr;
};

/// a: batch... x M x K, b: batch... x K x N (each transposed in its last two dimensions on request); batch dimensions
/// broadcast, a rank of 1 is a row (a) or a column (b) that disappears from the result, as in numpy.matmul.
Result<Tensor> matmul(const Tensor &a, const Tensor &b, bool transposeA, bool transposeB, ElementType type,
                      const Epilogue &epilogue = {}, Loops loops = Loops::Blocked);
/// The product with a `b` that stays packed: it is not unpacked as a whole.
Result<Tensor> matmul(const Tensor &a, const PackedTensor &b, bool transposeA, bool transposeB, ElementType type,
                      const Epilogue &epilogue = {});

/// StableHLO's dot_general: result dimensions are batch, the rest of lhs, the rest of rhs.
struct DotDims {
  Shape batchLhs, contractLhs, batchRhs, contractRhs;
};
Result<Tensor> dotGeneral(const Tensor &lhs, const Tensor &rhs, const DotDims &dims, ElementType type,
                          Loops loops = Loops::Blocked);
Result<Tensor> dotGeneral(const Tensor &lhs, const PackedTensor &rhs, const DotDims &dims, ElementType type);

/// Shape of a sliding window; sizes in elements.
struct Window {
  int64_t kernelH = 1, kernelW = 1, strideH = 1, strideW = 1, dilationH = 1, dilationW = 1;
  int64_t top = 0, left = 0, bottom = 0, right = 0;
};
/// Positions of a window of `kernel` taps along an axis of `size` elements; an error when it does not fit once.
Result<int64_t> windowPositions(int64_t size, int64_t kernel, int64_t stride, int64_t dilation, int64_t low,
                                int64_t high, bool ceilMode = false);

/// input N x H x W x C, weight O x C/groups x kernelH x kernelW, result N x H' x W' x O.
Result<Tensor> conv2d(const Tensor &input, const Tensor &weight, Window window, int64_t groups, ElementType type,
                      const Epilogue &epilogue = {}, Loops loops = Loops::Blocked);
/// input N x H x W x C, weight C x O/groups x kernelH x kernelW: each input element adds its multiple of the kernel to
/// the output, of size (H - 1) * stride - low - high + dilation * (kernel - 1) + 1 + outputPadding.
Result<Tensor> convTranspose2d(const Tensor &input, const Tensor &weight, Window window, int64_t outputPaddingH,
                               int64_t outputPaddingW, int64_t groups, ElementType type, const Epilogue &epilogue = {});

/// input N x D x H x W x C, weight O x C/groups x kernelD x kernelH x kernelW, result N x D' x H' x W' x O; the three
/// numbers of `stride` and `padding` are for depth, height, width, padding on both sides: zeros, or with `replicate`
/// the nearest element. Plain loops in the order of NUM-N11.
Result<Tensor> conv3d(const Tensor &input, const Tensor &weight, const Shape &stride, const Shape &padding,
                      bool replicate, int64_t groups, ElementType type, const Epilogue &epilogue = {});

enum class Pool : uint8_t { Max, Average };
/// input N x H x W x C. Padding never wins a maximum; it counts in an average when `countPadding`, except for what
/// `ceilMode` adds beyond it.
Result<Tensor> pool2d(Pool kind, const Tensor &input, Window window, bool ceilMode, bool countPadding,
                      ElementType type);
/// Where in its image (row * W + column) each maximum of pool2d was found: the first NaN, or the first of the largest;
/// of type `indices`.
Result<Tensor> maxPoolIndices(const Tensor &input, Window window, bool ceilMode, ElementType indices);
/// A window along one axis: tap k at position p reads element p * stride + k * dilation - low of the axis with
/// `baseDilation` - 1 holes between neighbours; `reversed`: with the weight of tap size - 1 - k.
struct AxisWindow {
  int64_t size = 1, stride = 1, low = 0, high = 0, dilation = 1, baseDilation = 1;
  bool reversed = false;
};
/// The convolution by plain loops, for any number of axes: input N x axes x C, weight O x C/featureGroups x axes,
/// result N/batchGroups x axes x O. Batch group g takes the g-th part of the images and of the output channels. Holes
/// and padding are zeros.
Result<Tensor> convolution(const Tensor &input, const Tensor &weight, std::span<const AxisWindow> windows,
                           int64_t featureGroups, int64_t batchGroups, ElementType type, const Epilogue &epilogue = {});
enum class WindowReduction : uint8_t { Max, Sum, Average };
/// One window for each axis of `input`. Holes and padding never win a maximum, add nothing, and count in an average.
Result<Tensor> reduceWindows(WindowReduction kind, const Tensor &input, std::span<const AxisWindow> windows,
                             ElementType type);
/// input N x H x W x C; `bilinear` samples at half-pixel centres, clamped at the border.
Result<Tensor> upsample2d(const Tensor &input, int64_t scaleH, int64_t scaleW, bool bilinear, ElementType type);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_CONTRACTION_H
