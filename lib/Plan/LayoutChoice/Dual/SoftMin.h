//===- SoftMin.h - Inner loops of smooth messages ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   softmin over s of x_s = -T log sum_s exp(-x_s / T)
//
// lies below the minimum by at most T log of the number of terms. Exponentials and logarithms are polynomials of our
// own, without fused multiply-add, so that the bits are the same on every machine; those of a C library are not.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_SOFTMIN_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_SOFTMIN_H

#include <bit>
#include <cstddef>
#include <cstdint>

namespace alcove::plan::layout {

/// exp(x) for x <= 0, to about nine digits; below -40 what -40 gives.
inline double expOfNegative(double x) {
  constexpr double perLog = 1.4426950408889634, shift = 0x1.8p52 + 1023; // low bits: the exponent, biased
  double scaled = (x < -40 ? -40 : x) * perLog, rounded = scaled + shift, part = scaled - (rounded - shift);
  double power = std::bit_cast<double>(std::bit_cast<uint64_t>(rounded) << 52);
  // 2^part, part in [-1/2, 1/2], by the series of exp.
  double y = part * 0.6931471805599453;
  return power *
         (1 + y * (1 + y * (1.0 / 2 + y * (1.0 / 6 + y * (1.0 / 24 + y * (1.0 / 120 + y * (1.0 / 720 + y / 5040)))))));
}

/// log(x) for x >= 1, to about nine digits.
inline double logOfLarge(double x) {
  constexpr double half = 0.6931471805599453; // log of 2
  uint64_t bits = std::bit_cast<uint64_t>(x);
  double exponent = static_cast<double>(static_cast<int64_t>(bits >> 52) - 1023);
  double mantissa = std::bit_cast<double>((bits & ((uint64_t(1) << 52) - 1)) | (uint64_t(1023) << 52)); // [1, 2)
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    exponent += 1;
  }
  double z = (mantissa - 1) / (mantissa + 1), q = z * z; // |z| < 0.172
  return exponent * half + 2 * z * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q / 11)))));
}

/// out[t] = softmin over s of costs[s][t] - from[s], as minOverRows; `temperature` > 0, `scratch` has `columns` numbers.
void softMinOverRows(const double *costs, const double *from, size_t rows, size_t columns, double temperature,
                     double *scratch, double *out);
/// out[s] = softmin over t of costs[s][t] - from[t].
void softMinOverColumns(const double *costs, const double *from, size_t rows, size_t columns, double temperature,
                        double *out);

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_SOFTMIN_H
