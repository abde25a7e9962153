//===- SpecialFunctions.cpp - Functions that the C library has not ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SpecialFunctions.h"

#include <cmath>
#include <numbers>

using namespace alcove;
using namespace alcove::reference::arrays;

Complex reference::arrays::complexExpm1(Complex x) {
  // e^a cos b - 1 without cancellation: expm1(a) cos b - 2 sin^2(b / 2).
  double half = std::sin(x.imag() / 2);
  return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half, std::exp(x.real()) * std::sin(x.imag())};
}

Complex reference::arrays::complexLog1p(Complex x) {
  double a = x.real(), b = x.imag();
  if (std::fabs(a) < 0.5 && std::fabs(b) < 0.5) // |1 + x|^2 - 1 = 2 a + a^2 + b^2
    return {std::log1p(a * (2 + a) + b * b) / 2, std::atan2(b, 1 + a)};
  return std::log(1.0 + x);
}

Complex reference::arrays::complexAtan2(Complex a, Complex b) {
  Complex i(0, 1);
  return -i * std::log((b + i * a) / std::sqrt(a * a + b * b));
}

double reference::arrays::erfInverse(double x) {
  if (std::isnan(x) || std::fabs(x) > 1)
    return NAN;
  if (std::fabs(x) == 1)
    return std::copysign(INFINITY, x);
  // Winitzki's closed approximation, then Newton's steps on erf.
  double l = std::log1p(-x * x), t = 2 / (std::numbers::pi * 0.147) + l / 2;
  double y = std::copysign(std::sqrt(std::sqrt(t * t - l / 0.147) - t), x);
  for (int i = 0; i < 4; ++i) {
    double tail = (1 - std::fabs(x)) - std::erfc(std::fabs(y));
    double wrong = std::fabs(x) < 0.5 ? std::erf(y) - x : x > 0 ? tail : -tail;
    y -= wrong / (2 / std::sqrt(std::numbers::pi) * std::exp(-y * y));
  }
  return y;
}

double reference::arrays::digamma(double x) {
  if (x == 0)
    return std::copysign(INFINITY, -x);
  if (x < 0) {
    if (x == std::floor(x))
      return NAN;
    double rest = x - std::round(x); // tan has period pi
    return digamma(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * rest);
  }
  double result = 0;
  for (; x < 10; ++x)
    result -= 1 / x;
  double y = 1 / (x * x); // Stirling's series
  return result + std::log(x) - 0.5 / x -
         y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * 691.0 / 32760)))));
}

double reference::arrays::besselI1e(double x) {
  double a = std::fabs(x);
  if (a > 50) { // asymptotic series in 1 / (8 a)
    double term = 1, sum = 1;
    for (int k = 1; k < 20; ++k) {
      term *= -(4.0 - (2 * k - 1) * (2 * k - 1)) / (k * 8 * a);
      sum += term;
    }
    return std::copysign(sum / std::sqrt(2 * std::numbers::pi * a), x);
  }
  double term = a / 2, sum = term; // power series of positive terms
  for (int k = 1; k < 400; ++k) {
    term *= (a / 2) * (a / 2) / (double(k) * (k + 1));
    sum += term;
  }
  return std::copysign(sum * std::exp(-a), x);
}

double reference::arrays::zeta(double x, double q) {
  if (x == 1)
    return INFINITY;
  if (x < 1 || std::isnan(x) || std::isnan(q))
    return NAN;
  if (q <= 0 && q == std::floor(q))
    return std::fmod(x, 2) == 0 && x == std::floor(x) ? INFINITY : NAN;
  if (q <= 0 && x != std::floor(x))
    return NAN;
  double sum = 0;
  int terms = 12 + (q < 0 ? int(std::min(-q, 1e6)) : 0);
  for (int n = 0; n < terms; ++n)
    sum += std::pow(q + n, -x);
  // Euler and Maclaurin: the integral, half the next term, and Bernoulli's numbers.
  double a = q + terms, power = std::pow(a, -x);
  sum += a * power / (x - 1) + power / 2;
  constexpr double bernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                  5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};
  double factor = x * power / a, factorial = 2;
  for (int k = 0; k < 8; ++k) {
    sum += bernoulli[k] * factor / factorial;
    factor *= (x + 2 * k + 1) * (x + 2 * k + 2) / (a * a);
    factorial *= (2 * k + 3) * (2 * k + 4);
  }
  return sum;
}

double reference::arrays::polygamma(double n, double x) {
  if (n < 0 || n != std::floor(n))
    return NAN;
  if (n == 0)
    return digamma(x);
  double sign = std::fmod(n, 2) == 1 ? 1 : -1;
  return sign * std::exp(std::lgamma(n + 1)) * zeta(n + 1, x);
}

double reference::arrays::nextAfter(mlir::FloatType type, double from, double to) {
  if (std::isnan(from) || std::isnan(to))
    return NAN;
  if (from == to)
    return to;
  llvm::APFloat number(from);
  bool lost = false;
  number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
  number.next(/*nextDown=*/to < from);
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
  return number.convertToDouble();
}
