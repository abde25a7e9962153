//===- Strided.h - Walking several tensors at once --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   sizes 2x3, strides of the source {1, 2} (a transpose):
//
//     row 0: offset 0, 3 elements with step 2   -> elements 0 2 4
//     row 1: offset 1, 3 elements with step 2   -> elements 1 3 5
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_STRIDED_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_STRIDED_H

#include "alcove/Judge/Numbers/Tensor/Parallel.h"
#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <algorithm>
#include <array>

namespace alcove::reference {

/// Calls fn(offsets, count, steps) for every innermost row of `sizes`, in row-major order. Strides are in elements;
/// a stride of 0 repeats.
template <size_t N, typename Fn>
void forEachRow(const Shape &sizes, const std::array<Shape, N> &strides, Fn fn) {
  for (int64_t size : sizes)
    if (size == 0)
      return;
  std::array<int64_t, N> offsets{}, steps{};
  if (sizes.empty()) {
    fn(offsets, int64_t(1), steps);
    return;
  }
  size_t inner = sizes.size() - 1;
  for (size_t i = 0; i < N; ++i)
    steps[i] = strides[i][inner];
  Shape index(sizes.size(), 0);
  while (true) {
    fn(offsets, sizes[inner], steps);
    size_t d = inner;
    while (d-- > 0) {
      for (size_t i = 0; i < N; ++i)
        offsets[i] += strides[i][d];
      if (++index[d] < sizes[d])
        break;
      for (size_t i = 0; i < N; ++i)
        offsets[i] -= strides[i][d] * sizes[d];
      index[d] = 0;
    }
    if (d == static_cast<size_t>(-1))
      return;
  }
}

/// Strides with which `shape` is read as if it had the shape `target` (numpy broadcasting: aligned at the right).
Result<Shape> broadcastStrides(const Shape &shape, const Shape &target);

/// Copies elements of either kind: for each position of `sizes` from source offset + strides to target offset +
/// strides. The target must be of the element kind of the source.
void copyStrided(Tensor &target, int64_t targetOffset, const Shape &targetStrides, const Tensor &source,
                 int64_t sourceOffset, const Shape &sourceStrides, const Shape &sizes);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_STRIDED_H
