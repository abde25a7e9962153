//===- RangeMinimum.h - Least value of any range in O(1) --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_RANGEMINIMUM_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_RANGEMINIMUM_H

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace alcove::plan::layout {

/// Sparse table: level k holds the minima of all windows of 2^k values. O(n log n) to build.
class RangeMinimum {
public:
  explicit RangeMinimum(const std::vector<int64_t> &values) : levels{values} {
    for (size_t width = 1; 2 * width <= values.size(); width *= 2) {
      const std::vector<int64_t> &below = levels.back();
      std::vector<int64_t> next(values.size() - 2 * width + 1);
      for (size_t i = 0; i < next.size(); ++i)
        next[i] = std::min(below[i], below[i + width]);
      levels.push_back(std::move(next));
    }
  }
  /// Least value at indices [begin, end), which is not empty.
  int64_t least(int32_t begin, int32_t end) const {
    int level = std::bit_width(static_cast<uint32_t>(end - begin)) - 1;
    return std::min(levels[level][begin], levels[level][end - (1 << level)]);
  }

private:
  std::vector<std::vector<int64_t>> levels;
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_RANGEMINIMUM_H
