//===- SliceBounds.h - Which elements a slice takes -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_SLICEBOUNDS_H
#define ALCOVE_OPS_DIALECT_SLICEBOUNDS_H

#include <cstdint>
#include <optional>

namespace alcove::shape {

/// A slice of one dimension with both ends counted from the front; an end of -1 lies before the first element.
struct SliceBounds {
  int64_t begin, end, count;
};

/// Bounds may count from the end, as in Python; the step may be negative: [4, -6) by -1 of 5 elements turns them
/// around. Nothing when the slice does not lie in the extent.
std::optional<SliceBounds> sliceBounds(int64_t extent, int64_t begin, int64_t end, int64_t step);

} // namespace alcove::shape

#endif // ALCOVE_OPS_DIALECT_SLICEBOUNDS_H
