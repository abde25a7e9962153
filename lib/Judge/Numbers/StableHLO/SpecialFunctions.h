//===- SpecialFunctions.h - Functions that the C library has not -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_STABLEHLO_SPECIALFUNCTIONS_H
#define ALCOVE_LIB_JUDGE_NUMBERS_STABLEHLO_SPECIALFUNCTIONS_H

#include "alcove/Judge/Numbers/StableHLO/Array.h"

namespace alcove::reference::arrays {

Complex complexExpm1(Complex x);
Complex complexLog1p(Complex x);
/// -i log((b + i a) / sqrt(a^2 + b^2)).
Complex complexAtan2(Complex a, Complex b);
double erfInverse(double x);
double digamma(double x);
/// exp(-|x|) I1(x).
double besselI1e(double x);
/// The sum of 1 / (q + n)^x over n >= 0.
double zeta(double x, double q);
double polygamma(double n, double x);
double nextAfter(mlir::FloatType type, double from, double to);

} // namespace alcove::reference::arrays

#endif // ALCOVE_LIB_JUDGE_NUMBERS_STABLEHLO_SPECIALFUNCTIONS_H
