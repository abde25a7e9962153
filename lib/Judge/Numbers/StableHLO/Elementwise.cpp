//===- Elementwise.cpp - Ops that take each element by itself ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SpecialFunctions.h"
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"

#include <bit>
#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
namespace shlo = alcove::stablehlo;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

namespace {
/// Null where an op is not for that kind of number.
struct Unary {
  double (*real)(double) = nullptr;
  Complex (*complex)(Complex) = nullptr;
  int64_t (*integer)(int64_t, IntegerBits) = nullptr;
};

Result<Array> apply(const Unary &function, const Array &input, Array result) {
  for (int64_t i = 0; i < input.size(); ++i)
    if (input.kind() == Kind::Real && function.real)
      result.setReal(i, function.real(input.real(i)));
    else if (input.kind() == Kind::Complex && function.complex)
      result.setComplex(i, function.complex(input.complex(i)));
    else if (input.kind() == Kind::Integer && function.integer)
      result.setInteger(i, function.integer(input.integer(i), bitsOf(input.element())));
    else
      return Error{"is not executed for this element type"};
  return result;
}

template <typename... Ops>
void addUnary(Table &table, Unary function) {
  table.add<Ops...>([=](auto, Call &call) { return apply(function, call.in(0), call.zeros()); });
}

uint64_t lowBits(int64_t value, IntegerBits bits) {
  return bits.width >= 64 ? uint64_t(value) : uint64_t(value) & ((uint64_t(1) << bits.width) - 1);
}

double sign(double x) { return std::isnan(x) || x == 0 ? x : x > 0 ? 1.0 : -1.0; }

void addUnaries(Table &table) {
#define REAL(call) [](double x) -> double { return call; }
#define COMPLEX(call) [](Complex x) -> Complex { return call; }
#define BOTH(call) {REAL(call), COMPLEX(call)}
  addUnary<shlo::CbrtOp>(table, {REAL(std::cbrt(x)), COMPLEX(std::pow(x, 1.0 / 3))});
  addUnary<shlo::CeilOp>(table, {REAL(std::ceil(x))});
  addUnary<shlo::FloorOp>(table, {REAL(std::floor(x))});
  addUnary<shlo::RoundOp>(table, {REAL(std::round(x))});
  addUnary<shlo::RoundNearestEvenOp>(table, {REAL(std::nearbyint(x))});
  addUnary<shlo::CosineOp>(table, BOTH(std::cos(x)));
  addUnary<shlo::SineOp>(table, BOTH(std::sin(x)));
  addUnary<shlo::TanOp, chlo::TanOp>(table, BOTH(std::tan(x)));
  addUnary<shlo::TanhOp>(table, BOTH(std::tanh(x)));
  addUnary<shlo::ExpOp>(table, BOTH(std::exp(x)));
  addUnary<shlo::Expm1Op>(table, {REAL(std::expm1(x)), complexExpm1});
  addUnary<shlo::LogOp>(table, BOTH(std::log(x)));
  addUnary<shlo::Log1pOp>(table, {REAL(std::log1p(x)), complexLog1p});
  addUnary<shlo::SqrtOp>(table, BOTH(std::sqrt(x)));
  addUnary<shlo::RsqrtOp>(table, {REAL(1.0 / std::sqrt(x)), COMPLEX(1.0 / std::sqrt(x))});
  addUnary<shlo::LogisticOp>(table, BOTH(1.0 / (1.0 + std::exp(-x))));
  addUnary<shlo::NegOp>(
      table, {REAL(-x), COMPLEX(-x), [](int64_t x, IntegerBits) -> int64_t { return int64_t(-uint64_t(x)); }});
  addUnary<shlo::SignOp>(
      table, {sign,
              [](Complex x) -> Complex {
                double size = std::abs(x);
                return std::isnan(size) ? Complex(NAN, NAN) : size == 0 ? Complex() : x / size;
              },
              [](int64_t x, IntegerBits bits) -> int64_t { return bits.isSigned ? (x > 0) - (x < 0) : x != 0; }});
  addUnary<shlo::NotOp>(table, {nullptr, nullptr, [](int64_t x, IntegerBits) { return ~x; }});
  addUnary<shlo::PopulationCountOp>(table, {nullptr, nullptr, [](int64_t x, IntegerBits bits) -> int64_t {
                                              return std::popcount(lowBits(x, bits));
                                            }});
  addUnary<shlo::ClzOp>(table, {nullptr, nullptr, [](int64_t x, IntegerBits bits) -> int64_t {
                                  return std::countl_zero(lowBits(x, bits)) - 64 + int64_t(bits.width);
                                }});
  addUnary<chlo::AcosOp>(table, BOTH(std::acos(x)));
  addUnary<chlo::AcoshOp>(table, BOTH(std::acosh(x)));
  addUnary<chlo::AsinOp>(table, BOTH(std::asin(x)));
  addUnary<chlo::AsinhOp>(table, BOTH(std::asinh(x)));
  addUnary<chlo::AtanOp>(table, BOTH(std::atan(x)));
  addUnary<chlo::AtanhOp>(table, BOTH(std::atanh(x)));
  addUnary<chlo::CoshOp>(table, BOTH(std::cosh(x)));
  addUnary<chlo::SinhOp>(table, BOTH(std::sinh(x)));
  addUnary<chlo::ErfOp>(table, {REAL(std::erf(x))});
  addUnary<chlo::ErfcOp>(table, {REAL(std::erfc(x))});
  addUnary<chlo::ErfInvOp>(table, {erfInverse});
  addUnary<chlo::LgammaOp>(table, {REAL(std::lgamma(x))});
  addUnary<chlo::DigammaOp>(table, {digamma});
  addUnary<chlo::BesselI1eOp>(table, {besselI1e});
  addUnary<chlo::SquareOp>(table, {REAL(x * x), COMPLEX(x * x), [](int64_t x, IntegerBits) -> int64_t {
                                     return int64_t(uint64_t(x) * uint64_t(x));
                                   }});
#undef BOTH
#undef COMPLEX
#undef REAL
}

void addParts(Table &table) {
  table.add<shlo::AbsOp>([](auto, Call &call) -> Result<Array> {
    const Array &input = call.in(0);
    Array result = call.zeros();
    for (int64_t i = 0; i < input.size(); ++i)
      if (input.kind() == Kind::Integer)
        result.setInteger(i, input.integer(i) < 0 && bitsOf(input.element()).isSigned ? -uint64_t(input.integer(i))
                                                                                      : input.integer(i));
      else
        result.setReal(i, input.kind() == Kind::Real ? std::fabs(input.real(i)) : std::abs(input.complex(i)));
    return result;
  });
  auto part = [](bool real) {
    return [=](auto, Call &call) -> Result<Array> {
      Array result = call.zeros();
      for (int64_t i = 0; i < result.size(); ++i)
        result.setReal(i, real ? call.in(0).complex(i).real() : call.in(0).complex(i).imag());
      return result;
    };
  };
  table.add<shlo::RealOp>(part(true));
  table.add<shlo::ImagOp>(part(false));
  table.add<shlo::ComplexOp>([](auto, Call &call) -> Result<Array> {
    Array result = call.zeros();
    for (int64_t i = 0; i < result.size(); ++i)
      result.setComplex(i, {call.in(0).real(i), call.in(1).real(i)});
    return result;
  });
  table.add<chlo::ConjOp>([](auto, Call &call) -> Result<Array> {
    Array result = call.zeros();
    for (int64_t i = 0; i < result.size(); ++i)
      if (result.kind() == Kind::Complex)
        result.setComplex(i, std::conj(call.in(0).complex(i)));
      else
        result.copy(i, call.in(0), i);
    return result;
  });
  auto test = [](bool (*holds)(double)) {
    return [=](auto, Call &call) -> Result<Array> {
      Array result = call.zeros();
      for (int64_t i = 0; i < result.size(); ++i)
        result.setInteger(i, holds(call.in(0).number(i)));
      return result;
    };
  };
  table.add<shlo::IsFiniteOp>(test([](double x) { return bool(std::isfinite(x)); }));
  table.add<chlo::IsInfOp>(test([](double x) { return bool(std::isinf(x)); }));
  table.add<chlo::IsPosInfOp>(test([](double x) { return std::isinf(x) && x > 0; }));
  table.add<chlo::IsNegInfOp>(test([](double x) { return std::isinf(x) && x < 0; }));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Toward zero, saturated; NaN is 0.
int64_t toInteger(double value, IntegerBits bits) {
  if (std::isnan(value))
    return 0;
  double low = bits.isSigned ? -std::ldexp(1.0, bits.width - 1) : 0.0,
         high = std::ldexp(1.0, bits.isSigned ? bits.width - 1 : bits.width);
  value = std::trunc(value);
  if (value < low)
    return bits.isSigned ? int64_t(low) : 0;
  if (value >= high)
    return bits.isSigned ? int64_t(uint64_t(high) - 1) : bits.wrap(-1);
  return bits.isSigned ? int64_t(value) : int64_t(uint64_t(value));
}

Result<Array> convert(const Array &input, Array result) {
  bool toBool = result.element().isInteger(1);
  for (int64_t i = 0; i < input.size(); ++i) {
    if (result.kind() == Kind::Complex)
      result.setComplex(i, input.kind() == Kind::Complex ? input.complex(i) : Complex(input.number(i)));
    else if (result.kind() == Kind::Real)
      result.setReal(i, input.number(i));
    else if (toBool)
      result.setInteger(i, input.number(i) != 0);
    else if (input.kind() == Kind::Integer)
      result.setInteger(i, input.integer(i));
    else
      result.setInteger(i, toInteger(input.real(i), bitsOf(result.element())));
  }
  return result;
}

/// A float of `exponent` and `mantissa` bits, infinite above its range, zero below.
double reducePrecision(double value, int64_t exponent, int64_t mantissa) {
  if (!std::isfinite(value) || value == 0)
    return value;
  int scale = 0;
  std::frexp(value, &scale);
  int64_t bias = (int64_t(1) << (exponent - 1)) - 1;
  double unit = std::ldexp(1.0, int(scale - 1 - mantissa));
  double rounded = unit == 0 ? value : std::nearbyint(value / unit) * unit; // finer than f64: as it is
  double largest = std::ldexp(2.0 - std::ldexp(1.0, int(-mantissa)), int(bias)),
         smallest = std::ldexp(1.0, int(1 - bias));
  if (std::fabs(rounded) > largest)
    return std::copysign(INFINITY, value);
  return std::fabs(rounded) < smallest ? std::copysign(0.0, value) : rounded;
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

struct Binary {
  double (*real)(double, double) = nullptr;
  Complex (*complex)(Complex, Complex) = nullptr;
  int64_t (*integer)(int64_t, int64_t, IntegerBits) = nullptr;
};

Result<Array> apply(const Binary &function, const Array &a, const Array &b, Array result) {
  IntegerBits bits = bitsOf(a.element());
  for (int64_t i = 0; i < result.size(); ++i)
    if (a.kind() == Kind::Real && function.real)
      result.setReal(i, function.real(a.real(i), b.real(i)));
    else if (a.kind() == Kind::Complex && function.complex)
      result.setComplex(i, function.complex(a.complex(i), b.complex(i)));
    else if (a.kind() == Kind::Integer && function.integer)
      result.setInteger(i, function.integer(a.integer(i), b.integer(i), bits));
    else
      return Error{"is not executed for this element type"};
  return result;
}

template <typename... Ops>
void addBinary(Table &table, Binary function) {
  table.add<Ops...>([=](auto, Call &call) { return apply(function, call.in(0), call.in(1), call.zeros()); });
}

bool less(int64_t a, int64_t b, IntegerBits bits) { return bits.isSigned ? a < b : uint64_t(a) < uint64_t(b); }
bool less(Complex a, Complex b) { return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag()); }

int64_t divide(int64_t a, int64_t b, IntegerBits bits) {
  if (b == 0)
    return -1;
  if (!bits.isSigned)
    return int64_t(uint64_t(a) / uint64_t(b));
  return b == -1 ? int64_t(-uint64_t(a)) : a / b;
}
int64_t remainderOf(int64_t a, int64_t b, IntegerBits bits) {
  if (b == 0)
    return a;
  if (!bits.isSigned)
    return int64_t(uint64_t(a) % uint64_t(b));
  return b == -1 ? 0 : a % b;
}
int64_t power(int64_t base, int64_t exponent, IntegerBits bits) {
  if (bits.isSigned && exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t result = 1, factor = uint64_t(base);
  for (uint64_t left = uint64_t(exponent); left; left >>= 1, factor *= factor)
    if (left & 1)
      result *= factor;
  return int64_t(result);
}
/// By as many bits as the type has, or more (a negative amount is one): everything is shifted out.
bool shiftsOut(int64_t amount, IntegerBits bits) { return lowBits(amount, bits) >= bits.width; }

void addBinaries(Table &table) {
#define INT(expression)                                                                                                \
  [](int64_t a, int64_t b, IntegerBits bits) -> int64_t {                                                              \
    (void)bits;                                                                                                        \
    return expression;                                                                                                 \
  }
#define REAL(expression) [](double a, double b) -> double { return expression; }
#define COMPLEX(expression) [](Complex a, Complex b) -> Complex { return expression; }
  addBinary<shlo::AddOp>(
      table, {REAL(a + b), COMPLEX(a + b), INT(bits.width == 1 ? a | b : int64_t(uint64_t(a) + uint64_t(b)))});
  addBinary<shlo::SubtractOp>(table, {REAL(a - b), COMPLEX(a - b), INT(int64_t(uint64_t(a) - uint64_t(b)))});
  addBinary<shlo::MulOp>(table, {REAL(a * b), COMPLEX(a * b), INT(int64_t(uint64_t(a) * uint64_t(b)))});
  addBinary<shlo::DivOp>(table, {REAL(a / b), COMPLEX(a / b), divide});
  addBinary<shlo::RemOp>(table, {REAL(std::fmod(a, b)), nullptr, remainderOf});
  addBinary<shlo::PowOp>(table, {REAL(std::pow(a, b)), COMPLEX(std::pow(a, b)), power});
  addBinary<shlo::Atan2Op>(table, {REAL(std::atan2(a, b)), complexAtan2});
  addBinary<shlo::MaxOp>(table, {REAL(std::isnan(a) || std::isnan(b) ? NAN : std::fmax(a, b)),
                                 COMPLEX(less(a, b) ? b : a), INT(less(a, b, bits) ? b : a)});
  addBinary<shlo::MinOp>(table, {REAL(std::isnan(a) || std::isnan(b) ? NAN : std::fmin(a, b)),
                                 COMPLEX(less(b, a) ? b : a), INT(less(b, a, bits) ? b : a)});
  addBinary<shlo::AndOp>(table, {nullptr, nullptr, INT(a & b)});
  addBinary<shlo::OrOp>(table, {nullptr, nullptr, INT(a | b)});
  addBinary<shlo::XorOp>(table, {nullptr, nullptr, INT(a ^ b)});
  addBinary<shlo::ShiftLeftOp>(table, {nullptr, nullptr, INT(shiftsOut(b, bits) ? 0 : int64_t(uint64_t(a) << b))});
  addBinary<shlo::ShiftRightLogicalOp>(
      table, {nullptr, nullptr, INT(shiftsOut(b, bits) ? 0 : int64_t(lowBits(a, bits) >> b))});
  addBinary<shlo::ShiftRightArithmeticOp>(table, {nullptr, nullptr, [](int64_t a, int64_t b, IntegerBits bits) {
                                                    int64_t value = IntegerBits{bits.width, true}.wrap(a);
                                                    return value >> (shiftsOut(b, bits) ? 63 : b);
                                                  }});
  addBinary<chlo::PolygammaOp>(table, {polygamma});
  addBinary<chlo::ZetaOp>(table, {zeta});
  // To the next number of the type itself.
  table.add<chlo::NextAfterOp>([](auto, Call &call) -> Result<Array> {
    auto type = dyn_cast<FloatType>(call.in(0).element());
    if (!type)
      return Error{"is not executed for this element type"};
    Array result = call.zeros();
    for (int64_t i = 0; i < result.size(); ++i)
      result.setReal(i, nextAfter(type, call.in(0).real(i), call.in(1).real(i)));
    return result;
  });
#undef COMPLEX
#undef REAL
#undef INT
}

//===----------------------------------------------------------------------===//
// Comparing and choosing
//===----------------------------------------------------------------------===//

/// -NaN, -inf, .., -0, 0, .., inf, NaN as integers.
int64_t totalOrder(double value) {
  int64_t bits = std::bit_cast<int64_t>(value);
  return bits < 0 ? std::numeric_limits<int64_t>::min() - bits : bits;
}

template <typename T>
bool compareBy(shlo::ComparisonDirection direction, T a, T b) {
  using enum shlo::ComparisonDirection;
  switch (direction) {
  case EQ:
    return a == b;
  case NE:
    return a != b;
  case LT:
    return a < b;
  case LE:
    return a <= b;
  case GT:
    return a > b;
  case GE:
    return a >= b;
  }
  return false;
}

Result<Array> compare(shlo::CompareOp op, Call &call) {
  const Array &a = call.in(0), &b = call.in(1);
  Array result = call.zeros();
  shlo::ComparisonDirection direction = op.getComparisonDirection();
  bool total = op.getCompareType() == shlo::ComparisonType::TOTALORDER, isSigned = bitsOf(a.element()).isSigned;
  for (int64_t i = 0; i < result.size(); ++i)
    if (a.kind() == Kind::Complex)
      result.setInteger(i, (a.complex(i) == b.complex(i)) == (direction == shlo::ComparisonDirection::EQ));
    else if (a.kind() == Kind::Real && total)
      result.setInteger(i, compareBy(direction, totalOrder(a.real(i)), totalOrder(b.real(i))));
    else if (a.kind() == Kind::Real)
      result.setInteger(i, compareBy(direction, a.real(i), b.real(i)));
    else if (isSigned)
      result.setInteger(i, compareBy(direction, a.integer(i), b.integer(i)));
    else
      result.setInteger(i, compareBy<uint64_t>(direction, a.integer(i), b.integer(i)));
  return result;
}

void addChoices(Table &table) {
  table.add<shlo::CompareOp>(compare);
  table.add<shlo::SelectOp>([](auto, Call &call) -> Result<Array> {
    Array result = call.zeros();
    for (int64_t i = 0; i < result.size(); ++i)
      result.copy(i, call.in(call.in(0).isTrue(call.in(0).size() == 1 ? 0 : i) ? 1 : 2), i);
    return result;
  });
  table.add<shlo::ClampOp>([](auto, Call &call) -> Result<Array> {
    const Array &low = call.in(0), &input = call.in(1), &high = call.in(2);
    Array result = call.zeros();
    IntegerBits bits = bitsOf(input.element());
    for (int64_t i = 0; i < result.size(); ++i) {
      int64_t l = low.size() == 1 ? 0 : i, h = high.size() == 1 ? 0 : i;
      if (input.kind() == Kind::Integer) {
        int64_t value = less(input.integer(i), low.integer(l), bits) ? low.integer(l) : input.integer(i);
        result.setInteger(i, less(high.integer(h), value, bits) ? high.integer(h) : value);
      } else if (input.kind() == Kind::Real) {
        double x = input.real(i), a = low.real(l), b = high.real(h);
        result.setReal(i, std::isnan(x) || std::isnan(a) || std::isnan(b) ? NAN : std::min(std::max(x, a), b));
      } else {
        Complex value = less(input.complex(i), low.complex(l)) ? low.complex(l) : input.complex(i);
        result.setComplex(i, less(high.complex(h), value) ? high.complex(h) : value);
      }
    }
    return result;
  });
  table.add<shlo::ConvertOp>([](auto, Call &call) { return convert(call.in(0), call.zeros()); });
  table.add<shlo::ReducePrecisionOp>([](auto op, Call &call) -> Result<Array> {
    Array result = call.zeros();
    for (int64_t i = 0; i < result.size(); ++i)
      result.setReal(i, reducePrecision(call.in(0).real(i), op.getExponentBits(), op.getMantissaBits()));
    return result;
  });
  // Their whole meaning is in the types (Evaluator.cpp).
  table.add<shlo::UniformQuantizeOp, shlo::UniformDequantizeOp>(
      [](auto, Call &call) -> Result<Array> { return call.in(0); });
}
} // namespace

void reference::arrays::addElementwise(Table &table) {
  addUnaries(table);
  addParts(table);
  addBinaries(table);
  addChoices(table);
}
