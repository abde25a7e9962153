//===- SpecialFunctions.cpp - Functions of CHLO that TTIR has not ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The approximations that XLA takes on its own devices, so that results agree as closely as f32 allows: Lanczos' sum of
// eight poles for the logarithm of gamma and its derivative (g = 7), Giles' two polynomials for the inverse of erf.
// Narrower types are computed in f32.
//
//===----------------------------------------------------------------------===//
#include "SpecialFunctions.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
constexpr double lanczosG = 7, lanczosBase = 0.99999999999980993;
constexpr double lanczos[] = {676.52036812188510, -1259.1392167224029,  771.32342877765308,    -176.61502916214060,
                              12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
/// From the highest power on: of w - 2.5 where w = -log(1 - x^2) is below 5, else of sqrt(w) - 3.
constexpr double erfInvMiddle[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                   -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
constexpr double erfInvTail[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                                 -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};

/// Formulas of one tensor, element by element.
struct Formula {
  OpConversion &c;
  RankedTensorType type, pred;

  explicit Formula(OpConversion &c)
      : c(c), type(c.inType(0).getElementTypeBitWidth() < 32 ? c.inType(0).clone(c.builder.getF32Type()) : c.inType(0)),
        pred(type.clone(c.builder.getI1Type())) {}

  Value number(double value) const { return c.constant(type, value); }
  Value unary(StringRef name, Value x) const { return c.make(name, type, x); }
  Value add(Value a, Value b) const { return c.binary("add", a, b); }
  Value add(Value a, double b) const { return add(a, number(b)); }
  Value sub(Value a, Value b) const { return c.binary("subtract", a, b); }
  Value mul(Value a, Value b) const { return c.binary("multiply", a, b); }
  Value mul(Value a, double b) const { return mul(a, number(b)); }
  Value div(Value a, Value b) const { return c.make("div", type, {a, b}); }
  Value compare(StringRef name, Value a, Value b) const { return c.make(name, pred, {a, b}); }
  Value where(Value condition, Value a, Value b) const { return c.make("where", type, {condition, a, b}); }
  Value polynomial(Value x, ArrayRef<double> coefficients) const {
    Value sum = number(coefficients.front());
    for (double coefficient : coefficients.drop_front())
      sum = add(mul(sum, x), coefficient);
    return sum;
  }
};

/// What gamma and its derivative share. Below 1/2 they are computed at 1 - x: `z` is one less than the argument.
struct Lanczos {
  Value x, isLow, z, t, logT;
  Value sum, slope; ///< of the poles, and its derivative

  explicit Lanczos(const Formula &f) : x(f.c.typecast(f.c.in(0), f.type.getElementType())) {
    isLow = f.compare("lt", x, f.number(0.5));
    z = f.where(isLow, f.unary("neg", x), f.add(x, -1));
    t = f.add(z, lanczosG + 0.5);
    logT = f.add(f.unary("log1p", f.mul(z, 1 / (lanczosG + 0.5))), std::log(lanczosG + 0.5));
    sum = f.number(lanczosBase), slope = f.number(0);
    for (auto [i, coefficient] : llvm::enumerate(lanczos)) {
      Value distance = f.add(z, double(i) + 1), pole = f.div(f.number(coefficient), distance);
      sum = f.add(sum, pole);
      slope = f.sub(slope, f.div(pole, distance));
    }
  }
};

LogicalResult finish(const Formula &f, Value result) {
  return f.c.done({f.c.typecast(result, f.c.type().getElementType())});
}

/// log gamma(x) = log pi - log |sin(pi x)| - log gamma(1 - x).
LogicalResult convertLgamma(OpConversion &c) {
  Formula f(c);
  Lanczos l(f);
  Value high = f.mul(f.sub(f.add(l.z, 0.5), f.div(l.t, l.logT)), l.logT);
  high = f.add(f.add(high, std::log(2 * std::numbers::pi) / 2), f.unary("log", l.sum));
  Value size = f.unary("abs", l.x), rest = f.sub(size, f.unary("floor", size));
  rest = f.where(f.compare("gt", rest, f.number(0.5)), f.sub(f.number(1), rest), rest);
  Value sine = f.unary("log", f.unary("sin", f.mul(rest, std::numbers::pi)));
  Value low = f.sub(f.sub(f.number(std::log(std::numbers::pi)), sine), high);
  return finish(f, f.where(c.make("isfinite", f.pred, l.x), f.where(l.isLow, low, high), size));
}

/// digamma(x) = digamma(1 - x) - pi / tan(pi x), which has no value at the negative whole numbers.
LogicalResult convertDigamma(OpConversion &c) {
  Formula f(c);
  Lanczos l(f);
  Value high = f.sub(f.add(l.logT, f.div(l.slope, l.sum)), f.div(f.number(lanczosG), l.t));
  Value rest = f.mul(f.sub(l.x, f.unary("floor", f.add(l.x, 0.5))), std::numbers::pi);
  Value low = f.sub(high, f.div(f.mul(f.unary("cos", rest), std::numbers::pi), f.unary("sin", rest)));
  Value none =
      c.make("logical_and", f.pred, {f.compare("lt", l.x, f.number(0)), f.compare("eq", l.x, f.unary("floor", l.x))});
  return finish(f, f.where(none, f.number(NAN), f.where(l.isLow, low, high)));
}

LogicalResult convertErfInv(OpConversion &c) {
  Formula f(c);
  Value x = c.typecast(c.in(0), f.type.getElementType());
  Value w = f.unary("neg", f.unary("log1p", f.unary("neg", f.mul(x, x))));
  Value middle = f.polynomial(f.add(w, -2.5), erfInvMiddle),
        tail = f.polynomial(f.add(f.unary("sqrt", w), -3), erfInvTail);
  Value inside = f.mul(f.where(f.compare("lt", w, f.number(5)), middle, tail), x);
  Value isEnd = f.compare("eq", f.unary("abs", x), f.number(1));
  return finish(f, f.where(isEnd, f.mul(x, INFINITY), inside));
}

/// Equal to an infinity, of either sign where `size` is what is held against it.
Converter isInfinity(double infinity, bool ofSize) {
  return [=](OpConversion &c) -> LogicalResult {
    RankedTensorType type = c.inType(0);
    Value x = ofSize ? c.make("abs", type, c.in(0)) : c.in(0);
    return c.done({c.make("eq", c.type(), {x, c.constant(type, infinity)})});
  };
}
} // namespace

void stablehlo::addSpecialFunctions(ConverterTable &table) {
  table["chlo.lgamma"] = convertLgamma;
  table["chlo.digamma"] = convertDigamma;
  table["chlo.erf_inv"] = convertErfInv;
  table["chlo.is_inf"] = isInfinity(INFINITY, true);
  table["chlo.is_pos_inf"] = isInfinity(INFINITY, false);
  table["chlo.is_neg_inf"] = isInfinity(-INFINITY, false);
}
