//===- Window.cpp - Convolutions, pools, upsampling -- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

#include "Epilogue.h"
#include "Gemm.h"
#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace alcove::reference {

Result<int64_t> windowPositions(int64_t size, int64_t kernel, int64_t stride, int64_t dilation, int64_t low,
                                int64_t high, bool ceilMode) {
  constexpr int64_t limit = int64_t(1) << 31;
  for (int64_t value : {kernel, stride, dilation})
    if (value < 1 || value > limit)
      return Error{
          fmt::format("window of kernel {}, stride {}, dilation {}: must be positive", kernel, stride, dilation)};
  if (low < 0 || high < 0 || low > limit || high > limit || size > limit)
    return Error{fmt::format("window padding {}, {} of an axis of {}", low, high, size)};
  int64_t span = dilation * (kernel - 1) + 1, room = size + low + high - span;
  if (room < 0)
    return Error{fmt::format("window of {} does not fit an axis of {} with padding {}, {}", span, size, low, high)};
  if (!ceilMode)
    return room / stride + 1;
  int64_t positions = (room + stride - 1) / stride + 1;
  // As in torch: the last window starts inside the image or its low padding.
  if ((positions - 1) * stride >= size + low)
    --positions;
  return positions;
}

namespace {

/// Sizes of one convolution, checked.
struct Conv {
  int64_t n, h, w, c, o, cg, og, groups, oh, ow;
  Window window;
  const float *input, *weight;

  /// The input pixel under tap (i, j) of output (y, x), null in the padding.
  const float *pixel(int64_t image, int64_t y, int64_t x, int64_t i, int64_t j) const {
    int64_t row = y * window.strideH - window.top + i * window.dilationH;
    int64_t column = x * window.strideW - window.left + j * window.dilationW;
    if (row < 0 || row >= h || column < 0 || column >= w)
      return nullptr;
    return input + ((image * h + row) * w + column) * c;
  }
  int64_t taps() const { return window.kernelH * window.kernelW * cg; }
};

void convolvePlain(const Conv &conv, float *result) {
  for (int64_t image = 0; image < conv.n; ++image)
    for (int64_t y = 0; y < conv.oh; ++y)
      for (int64_t x = 0; x < conv.ow; ++x)
        for (int64_t o = 0; o < conv.o; ++o) {
          float sum = 0.0f;
          for (int64_t i = 0; i < conv.window.kernelH; ++i)
            for (int64_t j = 0; j < conv.window.kernelW; ++j) {
              const float *pixel = conv.pixel(image, y, x, i, j);
              for (int64_t c = 0; c < conv.cg; ++c) {
                float value = pixel ? pixel[o / conv.og * conv.cg + c] : 0.0f;
                sum += value * conv.weight[((o * conv.cg + c) * conv.window.kernelH + i) * conv.window.kernelW + j];
              }
            }
          *result++ = sum;
        }
}

/// Each channel by itself: a pixel's channels lie one after another, so that all of them take a tap at once. Sums have
/// the order of convolvePlain.
void convolveDepthwise(const Conv &conv, float *result) {
  int64_t area = conv.window.kernelH * conv.window.kernelW, rows = conv.n * conv.oh;
  std::vector<float> taps(area * conv.c);
  for (int64_t c = 0; c < conv.c; ++c)
    for (int64_t tap = 0; tap < area; ++tap)
      taps[tap * conv.c + c] = conv.weight[c * area + tap];
  const std::vector<float> padding(conv.c);
  inParts(rows, rows * conv.ow * conv.c * area, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at)
      for (int64_t x = 0; x < conv.ow; ++x) {
        float *to = result + (at * conv.ow + x) * conv.c;
        const float *weight = taps.data();
        for (int64_t i = 0; i < conv.window.kernelH; ++i)
          for (int64_t j = 0; j < conv.window.kernelW; ++j, weight += conv.c) {
            const float *pixel = conv.pixel(at / conv.oh, at % conv.oh, x, i, j),
                        *from = pixel ? pixel : padding.data();
            for (int64_t c = 0; c < conv.c; ++c)
              to[c] += from[c] * weight[c];
          }
      }
  });
}

/// Rows of 64 output pixels become a matrix of their taps, times the weights of one group.
void convolveBlocked(const Conv &conv, float *result) {
  constexpr int64_t blockRows = 64;
  int64_t k = conv.taps(), area = conv.window.kernelH * conv.window.kernelW, pixels = conv.n * conv.oh * conv.ow;
  int64_t panels = (conv.og + panelColumns - 1) / panelColumns;
  for (int64_t group = 0; group < conv.groups; ++group) {
    std::vector<float> matrix(k * conv.og), packed(panels * k * panelColumns);
    for (int64_t o = 0; o < conv.og; ++o)
      for (int64_t c = 0; c < conv.cg; ++c)
        for (int64_t tap = 0; tap < area; ++tap)
          matrix[(tap * conv.cg + c) * conv.og + o] = conv.weight[((group * conv.og + o) * conv.cg + c) * area + tap];
    for (int64_t panel = 0; panel < panels; ++panel)
      packPanel({matrix.data(), conv.og, 1}, k, conv.og, panel * panelColumns, &packed[panel * k * panelColumns]);
    inParts((pixels + blockRows - 1) / blockRows, pixels * conv.og * k, [&](int64_t begin, int64_t end) {
      std::vector<float> taps(blockRows * k);
      for (int64_t block = begin; block < end; ++block) {
        int64_t first = block * blockRows, rows = std::min(blockRows, pixels - first);
        for (int64_t row = 0; row < rows; ++row) {
          int64_t at = first + row, x = at % conv.ow, y = at / conv.ow % conv.oh, image = at / (conv.ow * conv.oh);
          float *to = &taps[row * k];
          for (int64_t i = 0; i < conv.window.kernelH; ++i)
            for (int64_t j = 0; j < conv.window.kernelW; ++j, to += conv.cg) {
              const float *pixel = conv.pixel(image, y, x, i, j);
              if (pixel)
                std::copy_n(pixel + group * conv.cg, conv.cg, to);
              else
                std::fill_n(to, conv.cg, 0.0f);
            }
        }
        for (int64_t panel = 0; panel < panels; ++panel)
          multiplyPanel(taps.data(), k, rows, k, &packed[panel * k * panelColumns],
                        result + first * conv.o + group * conv.og + panel * panelColumns, conv.o,
                        std::min(panelColumns, conv.og - panel * panelColumns));
      }
    });
  }
}

Status checkImage(const Tensor &input, const Tensor &weight, int64_t groups, int64_t weightChannels) {
  if (input.rank() != 4 || weight.rank() != 4 || !input.isFloat() || !weight.isFloat())
    return Error{fmt::format("convolution of {} {} with weights {} {}: float tensors of rank 4 are needed",
                             toString(input.elementType()), toString(input.shape()), toString(weight.elementType()),
                             toString(weight.shape()))};
  if (groups < 1 || input.dim(3) % groups != 0 || weight.dim(0) % groups != 0 || weight.dim(weightChannels) < 1)
    return Error{fmt::format("convolution of {} with weights {} in {} groups", toString(input.shape()),
                             toString(weight.shape()), groups)};
  return {};
}

} // namespace

Result<Tensor> conv2d(const Tensor &input, const Tensor &weight, Window window, int64_t groups, ElementType type,
                      const Epilogue &epilogue, Loops loops) {
  ALCOVE_RETURN_IF_ERROR(checkImage(input, weight, groups, 0));
  window.kernelH = weight.dim(2);
  window.kernelW = weight.dim(3);
  if (weight.dim(1) * groups != input.dim(3))
    return Error{fmt::format("convolution of {} with weights {} in {} groups: {} channels, weights want {}",
                             toString(input.shape()), toString(weight.shape()), groups, input.dim(3),
                             weight.dim(1) * groups)};
  ALCOVE_ASSIGN_OR_RETURN(int64_t oh, windowPositions(input.dim(1), window.kernelH, window.strideH, window.dilationH,
                                                      window.top, window.bottom));
  ALCOVE_ASSIGN_OR_RETURN(int64_t ow, windowPositions(input.dim(2), window.kernelW, window.strideW, window.dilationW,
                                                      window.left, window.right));
  Shape shape = {input.dim(0), oh, ow, weight.dim(0)};
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, 4));
  std::vector<float> values(count);
  Conv conv{input.dim(0),           input.dim(1), input.dim(2), input.dim(3), weight.dim(0), weight.dim(1),
            weight.dim(0) / groups, groups,       oh,           ow,           window,        input.floats().data(),
            weight.floats().data()};
  // A group of a few channels leaves most columns of a panel empty.
  if (loops == Loops::Blocked && conv.cg == 1 && conv.og == 1)
    convolveDepthwise(conv, values.data());
  else if (loops == Loops::Plain || conv.og < 4)
    convolvePlain(conv, values.data());
  else
    convolveBlocked(conv, values.data());
  return finishContraction(std::move(shape), std::move(values), type, epilogue);
}

Result<Tensor> convTranspose2d(const Tensor &input, const Tensor &weight, Window window, int64_t outputPaddingH,
                               int64_t outputPaddingW, int64_t groups, ElementType type, const Epilogue &epilogue) {
  ALCOVE_RETURN_IF_ERROR(checkImage(input, weight, groups, 1));
  if (weight.dim(0) != input.dim(3))
    return Error{
        fmt::format("transposed convolution of {} with weights {}", toString(input.shape()), toString(weight.shape()))};
  window.kernelH = weight.dim(2);
  window.kernelW = weight.dim(3);
  // The forward convolution checks the numbers.
  ALCOVE_RETURN_IF_ERROR(
      windowPositions(int64_t(1) << 31, window.kernelH, window.strideH, window.dilationH, window.top, window.bottom));
  ALCOVE_RETURN_IF_ERROR(
      windowPositions(int64_t(1) << 31, window.kernelW, window.strideW, window.dilationW, window.left, window.right));
  int64_t n = input.dim(0), h = input.dim(1), w = input.dim(2), c = input.dim(3);
  int64_t cg = c / groups, og = weight.dim(1), o = og * groups;
  int64_t oh = (h - 1) * window.strideH - window.top - window.bottom + window.dilationH * (window.kernelH - 1) + 1 +
               outputPaddingH;
  int64_t ow = (w - 1) * window.strideW - window.left - window.right + window.dilationW * (window.kernelW - 1) + 1 +
               outputPaddingW;
  if (h < 1 || w < 1 || oh < 1 || ow < 1)
    return Error{fmt::format("transposed convolution of {} gives {}x{}", toString(input.shape()), oh, ow)};
  Shape shape = {n, oh, ow, o};
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, 4));
  std::vector<float> values(count);
  std::span<const float> from = input.floats(), weights = weight.floats();
  for (int64_t image = 0; image < n; ++image)
    for (int64_t y = 0; y < h; ++y)
      for (int64_t x = 0; x < w; ++x)
        for (int64_t i = 0; i < window.kernelH; ++i)
          for (int64_t j = 0; j < window.kernelW; ++j) {
            int64_t row = y * window.strideH - window.top + i * window.dilationH;
            int64_t column = x * window.strideW - window.left + j * window.dilationW;
            if (row < 0 || row >= oh || column < 0 || column >= ow)
              continue;
            for (int64_t ci = 0; ci < c; ++ci) {
              float value = from[((image * h + y) * w + x) * c + ci];
              for (int64_t oi = 0; oi < og; ++oi)
                values[((image * oh + row) * ow + column) * o + ci / cg * og + oi] +=
                    value * weights[((ci * og + oi) * window.kernelH + i) * window.kernelW + j];
            }
          }
  return finishContraction(std::move(shape), std::move(values), type, epilogue);
}

/// Shape of a pool's result; an error when the input is no float tensor N x H x W x C or the window does not fit.
static Result<Shape> pooledShape(const Tensor &input, const Window &window, bool ceilMode) {
  if (input.rank() != 4 || !input.isFloat())
    return Error{fmt::format("pool of {} {}: a float tensor of rank 4 is needed", toString(input.elementType()),
                             toString(input.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(int64_t oh, windowPositions(input.dim(1), window.kernelH, window.strideH, window.dilationH,
                                                      window.top, window.bottom, ceilMode));
  ALCOVE_ASSIGN_OR_RETURN(int64_t ow, windowPositions(input.dim(2), window.kernelW, window.strideW, window.dilationW,
                                                      window.left, window.right, ceilMode));
  return Shape{input.dim(0), oh, ow, input.dim(3)};
}

Result<Tensor> pool2d(Pool kind, const Tensor &input, Window window, bool ceilMode, bool countPadding,
                      ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(Shape shape, pooledShape(input, window, ceilMode));
  int64_t n = input.dim(0), h = input.dim(1), w = input.dim(2), c = input.dim(3);
  int64_t oh = shape[1], ow = shape[2];
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, 4));
  std::vector<float> values(count);
  std::vector<double> sums(c);
  std::span<const float> from = input.floats();
  float *to = values.data();
  for (int64_t image = 0; image < n; ++image)
    for (int64_t y = 0; y < oh; ++y)
      for (int64_t x = 0; x < ow; ++x, to += c) {
        int64_t counted = 0;
        std::fill(sums.begin(), sums.end(), kind == Pool::Max ? -std::numeric_limits<double>::infinity() : 0.0);
        for (int64_t i = 0; i < window.kernelH; ++i)
          for (int64_t j = 0; j < window.kernelW; ++j) {
            int64_t row = y * window.strideH - window.top + i * window.dilationH;
            int64_t column = x * window.strideW - window.left + j * window.dilationW;
            counted += countPadding && row < h + window.bottom && column < w + window.right;
            if (row < 0 || row >= h || column < 0 || column >= w)
              continue;
            counted += !countPadding;
            const float *pixel = &from[((image * h + row) * w + column) * c];
            for (int64_t ci = 0; ci < c; ++ci)
              if (kind == Pool::Max)
                sums[ci] = std::isnan(pixel[ci]) || std::isnan(sums[ci]) ? NAN : std::max<double>(sums[ci], pixel[ci]);
              else
                sums[ci] += pixel[ci];
          }
        for (int64_t ci = 0; ci < c; ++ci)
          to[ci] = static_cast<float>(kind == Pool::Max ? sums[ci] : sums[ci] / static_cast<double>(counted));
      }
  return finishContraction(std::move(shape), std::move(values), type, {});
}

Result<Tensor> maxPoolIndices(const Tensor &input, Window window, bool ceilMode, ElementType indices) {
  ALCOVE_ASSIGN_OR_RETURN(Shape shape, pooledShape(input, window, ceilMode));
  int64_t h = input.dim(1), w = input.dim(2), c = input.dim(3);
  int64_t oh = shape[1], ow = shape[2];
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  std::vector<int64_t> found(count, 0);
  std::span<const float> from = input.floats();
  for (int64_t at = 0; at < count; ++at) {
    int64_t ci = at % c, x = at / c % ow, y = at / (c * ow) % oh, image = at / (c * ow * oh);
    bool any = false;
    float best = 0.0f;
    for (int64_t i = 0; i < window.kernelH; ++i)
      for (int64_t j = 0; j < window.kernelW; ++j) {
        int64_t row = y * window.strideH - window.top + i * window.dilationH;
        int64_t column = x * window.strideW - window.left + j * window.dilationW;
        if (row < 0 || row >= h || column < 0 || column >= w)
          continue;
        float value = from[((image * h + row) * w + column) * c + ci];
        if (any && (std::isnan(best) || !(value > best || std::isnan(value))))
          continue;
        any = true;
        best = value;
        found[at] = row * w + column;
      }
  }
  return Tensor::fromIntegers(indices, std::move(shape), std::move(found));
}

Result<Tensor> upsample2d(const Tensor &input, int64_t scaleH, int64_t scaleW, bool bilinear, ElementType type) {
  if (input.rank() != 4 || (!input.isFloat() && bilinear) || scaleH < 1 || scaleW < 1 || scaleH > (1 << 20) ||
      scaleW > (1 << 20))
    return Error{fmt::format("upsample of {} {} by {}x{}", toString(input.elementType()), toString(input.shape()),
                             scaleH, scaleW)};
  if (!input.isFloat()) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor rows, repeatInterleave(input, scaleH, 1));
    ALCOVE_ASSIGN_OR_RETURN(Tensor all, repeatInterleave(rows, scaleW, 2));
    return all.convertedTo(type);
  }
  int64_t n = input.dim(0), h = input.dim(1), w = input.dim(2), c = input.dim(3);
  Shape shape = {n, h * scaleH, w * scaleW, c};
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, 4));
  std::vector<float> values(count);
  std::span<const float> from = input.floats();
  auto pixel = [&](int64_t image, int64_t y, int64_t x) { return &from[((image * h + y) * w + x) * c]; };
  float *to = values.data();
  for (int64_t image = 0; image < n; ++image)
    for (int64_t y = 0; y < h * scaleH; ++y)
      for (int64_t x = 0; x < w * scaleW; ++x, to += c) {
        if (!bilinear) {
          std::copy_n(pixel(image, y / scaleH, x / scaleW), c, to);
          continue;
        }
        double fy = std::clamp((y + 0.5) / scaleH - 0.5, 0.0, h - 1.0),
               fx = std::clamp((x + 0.5) / scaleW - 0.5, 0.0, w - 1.0);
        int64_t y0 = static_cast<int64_t>(fy), x0 = static_cast<int64_t>(fx);
        int64_t y1 = std::min(y0 + 1, h - 1), x1 = std::min(x0 + 1, w - 1);
        double dy = fy - y0, dx = fx - x0;
        for (int64_t ci = 0; ci < c; ++ci)
          to[ci] = static_cast<float>((1 - dy) * ((1 - dx) * pixel(image, y0, x0)[ci] + dx * pixel(image, y0, x1)[ci]) +
                                      dy * ((1 - dx) * pixel(image, y1, x0)[ci] + dx * pixel(image, y1, x1)[ci]));
      }
  return finishContraction(std::move(shape), std::move(values), type, {});
}

} // namespace alcove::reference
