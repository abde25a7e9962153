//===- Quantile.h - Quantiles of a few numbers ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_QUANTILE_H
#define ALCOVE_BASE_SUPPORT_QUANTILE_H

#include <algorithm>
#include <cmath>
#include <vector>

namespace alcove {

/// What a part `q`, from 0 to 1, of the values do not exceed: between two of them on the line that joins them, or the upper
/// one where that is infinite. 0 without values. O(n log n).
inline double quantile(std::vector<double> values, double q) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  double position = q * static_cast<double>(values.size() - 1);
  auto low = static_cast<size_t>(position);
  size_t high = std::min(low + 1, values.size() - 1);
  if (std::isinf(values[high]))
    return position == static_cast<double>(low) ? values[low] : values[high];
  return values[low] + (values[high] - values[low]) * (position - static_cast<double>(low));
}

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_QUANTILE_H
