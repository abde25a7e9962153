//===- Divisors.h - Divisors of block sizes ---------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_DIVISORS_H
#define ALCOVE_BASE_SUPPORT_DIVISORS_H

#include <algorithm>
#include <cstdint>

namespace alcove {

/// Largest divisor of `value` that is at most `limit`; 1 where either is below 2. O(limit).
inline int64_t largestDivisor(int64_t value, int64_t limit) {
  for (int64_t divisor = std::min(value, limit); divisor > 1; --divisor)
    if (value % divisor == 0)
      return divisor;
  return 1;
}

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_DIVISORS_H
