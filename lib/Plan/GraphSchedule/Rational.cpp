//===- Rational.cpp - Exact sums of latencies -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/Problem.h"

namespace alcove::plan::schedule {

static __int128 greatestDivisor(__int128 a, __int128 b) {
  while (b != 0) {
    __int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a == 0 ? 1 : a;
}

Rational makeRational(__int128 numerator, __int128 denominator) {
  __int128 divisor = greatestDivisor(numerator, denominator);
  return {numerator / divisor, denominator / divisor};
}

std::optional<Rational> add(const Rational &a, const Rational &b) {
  __int128 divisor = greatestDivisor(a.denominator, b.denominator);
  __int128 left, right, sum, denominator;
  if (__builtin_mul_overflow(a.numerator, b.denominator / divisor, &left) ||
      __builtin_mul_overflow(b.numerator, a.denominator / divisor, &right) ||
      __builtin_add_overflow(left, right, &sum) ||
      __builtin_mul_overflow(a.denominator, b.denominator / divisor, &denominator))
    return std::nullopt;
  return makeRational(sum, denominator);
}

} // namespace alcove::plan::schedule
