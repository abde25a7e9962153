//===- GeneralWindowsTest.cpp - Windows over any axes ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"

#include "TensorBuilders.h"

using namespace alcove;
using namespace alcove::reference;

namespace {
constexpr ElementType f32 = ElementType::F32;

AxisWindow randomAxis(Random &random, int64_t size) {
  return {size, random.between(1, 3), random.between(0, 2), random.between(0, 2), random.between(1, 2), 1, false};
}
Window imageWindow(const AxisWindow &h, const AxisWindow &w) {
  Window window;
  window.kernelH = h.size, window.strideH = h.stride, window.dilationH = h.dilation;
  window.kernelW = w.size, window.strideW = w.stride, window.dilationW = w.dilation;
  window.top = h.low, window.bottom = h.high, window.left = w.low, window.right = w.high;
  return window;
}
} // namespace

// Holes, padding and a turned kernel by hand: a . b with one zero before it, taps (10, 1) turned to (1, 10).
TEST(GeneralWindows, HolesAndTurnedKernelsByPencil) {
  Tensor input = floats({1, 2, 1}, {2, 3}), weight = floats({1, 1, 2}, {10, 1});
  AxisWindow axis{2, 1, 1, 0, 1, 2, false}; // 0 2 . 3
  EXPECT_EQ(values(*convolution(input, weight, {&axis, 1}, 1, 1, f32)), (V{2, 20, 3}));
  axis.reversed = true;
  EXPECT_EQ(values(*convolution(input, weight, {&axis, 1}, 1, 1, f32)), (V{20, 2, 30}));
  AxisWindow windows[] = {{1, 1, 0, 0, 1, 1, false}, axis, {1, 1, 0, 0, 1, 1, false}};
  EXPECT_EQ(values(*reduceWindows(WindowReduction::Max, input, windows, f32)), (V{2, 2, 3}));
  EXPECT_EQ(values(*reduceWindows(WindowReduction::Sum, input, windows, f32)), (V{2, 2, 3}));
  EXPECT_EQ(values(*reduceWindows(WindowReduction::Average, input, windows, f32)), (V{1, 1, 1.5}));
}

// Images 0 and 1 make output channel 0, images 2 and 3 channel 1.
TEST(GeneralWindows, BatchGroupsByPencil) {
  Tensor input = floats({4, 1}, {1, 2, 3, 4}), weight = floats({2, 1}, {10, 100});
  Tensor result = *convolution(input, weight, {}, 1, 2, f32);
  EXPECT_EQ(result.shape(), (Shape{2, 2}));
  EXPECT_EQ(values(result), (V{10, 300, 20, 400}));
  EXPECT_FALSE(convolution(input, weight, {}, 1, 3, f32).ok());
}

TEST(GeneralWindows, EqualConv2d) {
  Random sizes(5);
  for (int i = 0; i < 40; ++i) {
    int64_t groups = sizes.between(1, 3), cg = sizes.between(1, 3), og = sizes.between(1, 3);
    Tensor input = wholeNumbers({2, sizes.between(5, 9), sizes.between(5, 9), groups * cg}, i);
    Tensor weight = wholeNumbers({groups * og, cg, sizes.between(1, 3), sizes.between(1, 3)}, i + 50);
    AxisWindow axes[] = {randomAxis(sizes, weight.dim(2)), randomAxis(sizes, weight.dim(3))};
    EXPECT_EQ(values(*convolution(input, weight, axes, groups, 1, f32)),
              values(*conv2d(input, weight, imageWindow(axes[0], axes[1]), groups, f32)));
  }
}

// With s - 1 holes between elements and the kernel turned around, a convolution is the transposed one of stride s.
TEST(GeneralWindows, EqualTransposedConvolution) {
  Random sizes(6);
  for (int i = 0; i < 20; ++i) {
    int64_t stride = sizes.between(2, 3), taps = sizes.between(1, 3), low = sizes.between(0, taps - 1);
    Tensor input = wholeNumbers({2, 4, 5, 3}, i), weight = wholeNumbers({3, 2, taps, taps}, i + 50);
    Window window;
    window.strideH = window.strideW = stride;
    window.top = window.left = window.bottom = window.right = taps - 1 - low;
    AxisWindow axis{taps, 1, low, low, 1, stride, true};
    AxisWindow axes[] = {axis, axis};
    EXPECT_EQ(values(*convolution(input, *transpose(weight, 0, 1), axes, 1, 1, f32)),
              values(*convTranspose2d(input, weight, window, 0, 0, 1, f32)));
  }
}

TEST(GeneralWindows, EqualConv3d) {
  Tensor input = wholeNumbers({1, 4, 5, 6, 4}, 1), weight = wholeNumbers({6, 2, 2, 3, 1}, 2);
  AxisWindow axes[] = {{2, 2, 1, 1, 1, 1, false}, {3, 1, 0, 0, 1, 1, false}, {1, 3, 0, 0, 1, 1, false}};
  EXPECT_EQ(values(*convolution(input, weight, axes, 2, 1, f32)),
            values(*conv3d(input, weight, {2, 1, 3}, {1, 0, 0}, false, 2, f32)));
}

TEST(GeneralWindows, EqualPoolsAndRunningSums) {
  Random sizes(7);
  for (int i = 0; i < 40; ++i) {
    Tensor input = wholeNumbers({2, sizes.between(5, 9), sizes.between(5, 9), 3}, i);
    AxisWindow one{1, 1, 0, 0, 1, 1, false};
    AxisWindow axes[] = {one, randomAxis(sizes, sizes.between(1, 3)), randomAxis(sizes, sizes.between(1, 3)), one};
    axes[1].low = axes[1].high = axes[2].low = axes[2].high = 0;
    Window window = imageWindow(axes[1], axes[2]);
    EXPECT_EQ(values(*reduceWindows(WindowReduction::Max, input, axes, f32)),
              values(*pool2d(Pool::Max, input, window, false, true, f32)));
    expectNear(*reduceWindows(WindowReduction::Average, input, axes, f32),
               *pool2d(Pool::Average, input, window, false, true, f32), 1e-6);
  }
  Tensor counts = integers({2, 3}, {1, 2, 3, 4, 5, 6});
  AxisWindow axes[] = {{1, 1, 0, 0, 1, 1, false}, {3, 1, 2, 0, 1, 1, false}};
  EXPECT_EQ(values(*reduceWindows(WindowReduction::Sum, counts, axes, ElementType::I32)),
            values(*cumulativeSum(counts, 1, ElementType::I32)));
  EXPECT_FALSE(reduceWindows(WindowReduction::Sum, counts, {axes, 1}, ElementType::I32).ok());
}
