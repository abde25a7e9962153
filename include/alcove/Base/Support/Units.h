//===- Units.h - Units in type names ----------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_UNITS_H
#define ALCOVE_BASE_SUPPORT_UNITS_H

#include <cstdint>

namespace alcove {

using Bytes = int64_t;
using Nanoseconds = double;

/// ceil(a / b) for a >= 0, b > 0, without overflow of a + b.
constexpr int64_t ceilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0); }
/// Smallest multiple of b that is >= a.
constexpr int64_t roundUp(int64_t a, int64_t b) { return ceilDiv(a, b) * b; }

/// a + b into `sum`; true when it does not fit 64 bits.
inline bool addOverflow(int64_t a, int64_t b, int64_t &sum) { return __builtin_add_overflow(a, b, &sum); }
/// a * b into `product`; true when it does not fit 64 bits.
inline bool mulOverflow(int64_t a, int64_t b, int64_t &product) { return __builtin_mul_overflow(a, b, &product); }

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_UNITS_H
