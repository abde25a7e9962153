//===- WindowConv3d.cpp - Convolution in three dimensions -------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Contraction.h"

#include "Epilogue.h"
#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>

namespace alcove::reference {

Result<Tensor> conv3d(const Tensor &input, const Tensor &weight, const Shape &stride, const Shape &padding,
                      bool replicate, int64_t groups, ElementType type, const Epilogue &epilogue) {
  if (input.rank() != 5 || weight.rank() != 5 || !input.isFloat() || !weight.isFloat() || groups < 1 ||
      stride.size() != 3 || padding.size() != 3 || weight.dim(0) % groups != 0 ||
      weight.dim(1) * groups != input.dim(4))
    return Error{fmt::format("conv3d of {} {} with weights {} in {} groups", toString(input.elementType()),
                             toString(input.shape()), toString(weight.shape()), groups)};
  Shape shape = {input.dim(0), 0, 0, 0, weight.dim(0)};
  for (int64_t axis = 0; axis < 3; ++axis) {
    ALCOVE_ASSIGN_OR_RETURN(shape[axis + 1], windowPositions(input.dim(axis + 1), weight.dim(axis + 2), stride[axis], 1,
                                                             padding[axis], padding[axis]));
    if (replicate && input.dim(axis + 1) == 0)
      return Error{"conv3d: an empty axis has no nearest element"};
  }
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape, 4));
  std::vector<float> values(count);
  std::span<const float> from = input.floats(), taps = weight.floats();
  int64_t cg = weight.dim(1), og = weight.dim(0) / groups, volume = weight.dim(2) * weight.dim(3) * weight.dim(4);
  Shape places = stridesOf(shape), own = stridesOf(input.shape());
  inParts(count, count * volume * cg, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; ++at) {
      int64_t o = at % shape[4], group = o / og;
      float sum = 0.0f;
      for (int64_t tap = 0; tap < volume; ++tap) {
        int64_t offsets[3] = {tap / (weight.dim(4) * weight.dim(3)), tap / weight.dim(4) % weight.dim(3),
                              tap % weight.dim(4)};
        int64_t base = at / places[0] * own[0] + group * cg;
        bool inside = true;
        for (int64_t axis = 0; axis < 3; ++axis) {
          int64_t size = input.dim(axis + 1);
          int64_t x = at / places[axis + 1] % shape[axis + 1] * stride[axis] - padding[axis] + offsets[axis];
          inside &= x >= 0 && x < size;
          base += (replicate ? std::clamp<int64_t>(x, 0, size - 1) : x) * own[axis + 1];
        }
        for (int64_t c = 0; c < cg; ++c)
          sum += (inside || replicate ? from[base + c] : 0.0f) * taps[(o * cg + c) * volume + tap];
      }
      values[at] = sum;
    }
  });
  return finishContraction(std::move(shape), std::move(values), type, epilogue);
}

} // namespace alcove::reference
