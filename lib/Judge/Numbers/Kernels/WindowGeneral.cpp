//===- WindowGeneral.cpp - Windows over any axes by plain loops ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Contraction.h"

#include "Epilogue.h"
#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace alcove::reference {

/// Element of an axis of `extent` that tap `tap` at `position` reads; -1 for a hole or padding.
static int64_t elementAt(const AxisWindow &window, int64_t extent, int64_t position, int64_t tap) {
  int64_t x = position * window.stride + tap * window.dilation - window.low;
  return x < 0 || x % window.baseDilation != 0 || x / window.baseDilation >= extent ? -1 : x / window.baseDilation;
}

static Result<int64_t> positionsOf(const AxisWindow &window, int64_t extent) {
  if (window.baseDilation < 1 || window.baseDilation > (int64_t(1) << 31))
    return Error{fmt::format("base dilation {}", window.baseDilation)};
  int64_t spread = extent == 0 ? 0 : (extent - 1) * window.baseDilation + 1;
  return windowPositions(spread, window.size, window.stride, window.dilation, window.low, window.high);
}

/// The next index of a box in row-major order.
static void advance(Shape &index, const Shape &box) {
  for (size_t axis = box.size(); axis-- > 0 && ++index[axis] == box[axis];)
    index[axis] = 0;
}

Result<Tensor> convolution(const Tensor &input, const Tensor &weight, std::span<const AxisWindow> windows,
                           int64_t featureGroups, int64_t batchGroups, ElementType type, const Epilogue &epilogue) {
  int64_t axes = static_cast<int64_t>(windows.size());
  if (input.rank() != axes + 2 || weight.rank() != axes + 2 || !input.isFloat() || !weight.isFloat() ||
      featureGroups < 1 || batchGroups < 1 || weight.dim(0) % (featureGroups * batchGroups) != 0 ||
      input.dim(0) % batchGroups != 0 || weight.dim(1) * featureGroups != input.dim(axes + 1))
    return Error{fmt::format("convolution of {} {} with weights {} in {} and {} groups", toString(input.elementType()),
                             toString(input.shape()), toString(weight.shape()), featureGroups, batchGroups)};
  Shape shape{input.dim(0) / batchGroups}, taps(weight.shape().begin() + 2, weight.shape().end());
  for (int64_t axis = 0; axis < axes; ++axis) {
    if (windows[axis].size != taps[axis])
      return Error{fmt::format("a window of {} for weights {}", windows[axis].size, toString(weight.shape()))};
    ALCOVE_ASSIGN_OR_RETURN(int64_t count, positionsOf(windows[axis], input.dim(axis + 1)));
    shape.push_back(count);
  }
  shape.push_back(weight.dim(0));
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, 4));
  ALCOVE_ASSIGN_OR_RETURN(int64_t volume, countElements(taps, 4));
  std::vector<float> values(count);
  std::span<const float> from = input.floats(), factors = weight.floats();
  int64_t channels = weight.dim(1), perGroup = weight.dim(0) / (featureGroups * batchGroups);
  Shape own = stridesOf(input.shape());
  Shape at(shape.size(), 0);
  for (int64_t element = 0; element < count; ++element, advance(at, shape)) {
    int64_t o = at.back(), group = o / perGroup;
    int64_t image = batchGroups > 1 ? group * shape[0] + at[0] : at[0], first = batchGroups > 1 ? 0 : group * channels;
    float sum = 0.0f;
    Shape tap(taps.size(), 0);
    for (int64_t t = 0; t < volume; ++t, advance(tap, taps)) {
      int64_t base = image * own[0] + first, weightTap = 0;
      bool inside = true;
      for (int64_t axis = 0; axis < axes && inside; ++axis) {
        int64_t x = elementAt(windows[axis], input.dim(axis + 1), at[axis + 1], tap[axis]);
        inside = x >= 0;
        base += x * own[axis + 1];
        weightTap = weightTap * taps[axis] + (windows[axis].reversed ? taps[axis] - 1 - tap[axis] : tap[axis]);
      }
      for (int64_t c = 0; inside && c < channels; ++c)
        sum += from[base + c] * factors[(o * channels + c) * volume + weightTap];
    }
    values[element] = sum;
  }
  return finishContraction(std::move(shape), std::move(values), type, epilogue);
}

Result<Tensor> reduceWindows(WindowReduction kind, const Tensor &input, std::span<const AxisWindow> windows,
                             ElementType type) {
  if (input.rank() != static_cast<int64_t>(windows.size()))
    return Error{fmt::format("{} windows for a tensor {}", windows.size(), toString(input.shape()))};
  Shape shape, taps;
  for (size_t axis = 0; axis < windows.size(); ++axis) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t count, positionsOf(windows[axis], input.dim(axis)));
    shape.push_back(count);
    taps.push_back(windows[axis].size);
  }
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, 8));
  ALCOVE_ASSIGN_OR_RETURN(int64_t volume, countElements(taps, 8));
  bool max = kind == WindowReduction::Max;
  auto sum = [](auto a, auto b) {
    if constexpr (std::is_floating_point_v<decltype(a)>)
      return a + b;
    else // wraps as NUM-N4 has it
      return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  };
  auto reduceAll = [&](auto from, auto start) {
    using Value = decltype(start);
    std::vector<Value> values(count);
    Shape own = stridesOf(input.shape()), at(shape.size(), 0);
    for (int64_t element = 0; element < count; ++element, advance(at, shape)) {
      Value result = start;
      Shape tap(taps.size(), 0);
      for (int64_t t = 0; t < volume; ++t, advance(tap, taps)) {
        int64_t base = 0;
        bool inside = true;
        for (size_t axis = 0; axis < windows.size() && inside; ++axis) {
          int64_t x = elementAt(windows[axis], input.dim(axis), at[axis], tap[axis]);
          inside = x >= 0;
          base += x * own[axis];
        }
        if (inside && max && (from[base] > result || from[base] != from[base])) // NaN wins and stays
          result = from[base];
        else if (inside && !max)
          result = sum(result, from[base]);
      }
      values[element] = kind == WindowReduction::Average ? result / static_cast<Value>(volume) : result;
    }
    return values;
  };
  if (input.isFloat())
    return Tensor::fromFloats(type, shape,
                              reduceAll(input.floats(), max ? -std::numeric_limits<float>::infinity() : 0.0f));
  return Tensor::fromIntegers(type, shape,
                              reduceAll(input.integers(), max ? std::numeric_limits<int64_t>::min() : int64_t(0)));
}

} // namespace alcove::reference
