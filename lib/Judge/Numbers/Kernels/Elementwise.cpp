//===- Elementwise.cpp - One result element from one of each operand ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"

#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace alcove::reference {

namespace {

float narrow(double value) { return static_cast<float>(value); }
double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x))); }
uint64_t bits(int64_t x) { return static_cast<uint64_t>(x); }
int64_t wrap(uint64_t x) { return static_cast<int64_t>(x); }

// NUM-N9: integer division truncates; by zero it gives 0 (-1 with all bits set is what some devices give; no model
// relies on either).
int64_t divideIntegers(int64_t a, int64_t b) { return b == 0 ? 0 : b == -1 ? wrap(-bits(a)) : a / b; }
int64_t remainderOfIntegers(int64_t a, int64_t b) { return b == 0 || b == -1 ? 0 : a % b; }
int64_t powerOfIntegers(int64_t base, int64_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  uint64_t result = 1, factor = bits(base);
  for (uint64_t rest = bits(exponent); rest != 0; rest >>= 1, factor *= factor)
    if (rest & 1)
      result *= factor;
  return wrap(result);
}

// Numbers with a bit form: the integer part is what the bits are taken of.
int64_t truncated(float x) { return toInteger(ElementType::I64, x); }

using F = float;
using I = int64_t;

constexpr UnaryKernel unaryTable[] = {
    {"abs", [](F x) { return std::fabs(x); }, [](I x) { return x < 0 ? wrap(-bits(x)) : x; }},
    {"acos", [](F x) { return narrow(std::acos(double(x))); }, nullptr},
    {"asin", [](F x) { return narrow(std::asin(double(x))); }, nullptr},
    {"asinh", [](F x) { return narrow(std::asinh(double(x))); }, nullptr},
    {"acosh", [](F x) { return narrow(std::acosh(double(x))); }, nullptr},
    {"atanh", [](F x) { return narrow(std::atanh(double(x))); }, nullptr},
    {"atan", [](F x) { return narrow(std::atan(double(x))); }, nullptr},
    {"bitwise_not", [](F x) { return narrow(double(~truncated(x))); }, [](I x) { return ~x; }},
    {"cbrt", [](F x) { return narrow(std::cbrt(double(x))); }, nullptr},
    {"ceil", [](F x) { return std::ceil(x); }, [](I x) { return x; }},
    {"cos", [](F x) { return narrow(std::cos(double(x))); }, nullptr},
    {"cosh", [](F x) { return narrow(std::cosh(double(x))); }, nullptr},
    {"erf", [](F x) { return narrow(std::erf(double(x))); }, nullptr},
    {"erfc", [](F x) { return narrow(std::erfc(double(x))); }, nullptr},
    {"exp", [](F x) { return narrow(std::exp(double(x))); }, nullptr},
    {"exp2", [](F x) { return narrow(std::exp2(double(x))); }, nullptr},
    {"expm1", [](F x) { return narrow(std::expm1(double(x))); }, nullptr},
    {"floor", [](F x) { return std::floor(x); }, [](I x) { return x; }},
    {"frac", [](F x) { return x - std::trunc(x); }, [](I) { return I(0); }},
    {"gelu", [](F x) { return narrow(0.5 * x * (1.0 + std::erf(double(x) / std::numbers::sqrt2))); }, nullptr},
    {"hardsigmoid", [](F x) { return narrow(std::clamp(double(x) / 6.0 + 0.5, 0.0, 1.0)); }, nullptr},
    {"hardswish", [](F x) { return narrow(x * std::clamp(double(x) / 6.0 + 0.5, 0.0, 1.0)); }, nullptr},
    {"isfinite", [](F x) { return std::isfinite(x) ? 1.0f : 0.0f; }, [](I) { return I(1); }},
    {"isinf", [](F x) { return std::isinf(x) ? 1.0f : 0.0f; }, [](I) { return I(0); }},
    {"isnan", [](F x) { return std::isnan(x) ? 1.0f : 0.0f; }, [](I) { return I(0); }},
    {"log", [](F x) { return narrow(std::log(double(x))); }, nullptr},
    {"log10", [](F x) { return narrow(std::log10(double(x))); }, nullptr},
    {"log1p", [](F x) { return narrow(std::log1p(double(x))); }, nullptr},
    {"log2", [](F x) { return narrow(std::log2(double(x))); }, nullptr},
    {"logical_not", [](F x) { return x == 0.0f ? 1.0f : 0.0f; }, [](I x) { return I(x == 0); }},
    {"mish", [](F x) { return narrow(x * std::tanh(softplus(x))); }, nullptr},
    {"neg", [](F x) { return -x; }, [](I x) { return wrap(-bits(x)); }},
    {"reciprocal", [](F x) { return 1.0f / x; }, nullptr},
    {"relu", [](F x) { return x > 0.0f || std::isnan(x) ? x : 0.0f; }, [](I x) { return std::max<I>(x, 0); }},
    {"relu6", [](F x) { return std::isnan(x) ? x : std::clamp(x, 0.0f, 6.0f); },
     [](I x) { return std::clamp<I>(x, 0, 6); }},
    {"round", [](F x) { return std::nearbyint(x); }, [](I x) { return x; }},
    {"rsqrt", [](F x) { return narrow(1.0 / std::sqrt(double(x))); }, nullptr},
    {"sigmoid", [](F x) { return narrow(logistic(x)); }, nullptr},
    {"sign", [](F x) { return std::isnan(x) ? x
                              : x > 0.0f    ? 1.0f
                              : x < 0.0f    ? -1.0f
                                            : 0.0f; },
     [](I x) { return I(x > 0) - I(x < 0); }},
    {"signbit", [](F x) { return std::signbit(x) ? 1.0f : 0.0f; }, [](I x) { return I(x < 0); }},
    {"silu", [](F x) { return narrow(x * logistic(x)); }, nullptr},
    {"sin", [](F x) { return narrow(std::sin(double(x))); }, nullptr},
    {"sinh", [](F x) { return narrow(std::sinh(double(x))); }, nullptr},
    {"softplus", [](F x) { return narrow(softplus(x)); }, nullptr},
    {"softsign", [](F x) { return narrow(x / (1.0 + std::fabs(double(x)))); }, nullptr},
    {"sqrt", [](F x) { return std::sqrt(x); }, nullptr},
    {"square", [](F x) { return x * x; }, [](I x) { return wrap(bits(x) * bits(x)); }},
    {"tan", [](F x) { return narrow(std::tan(double(x))); }, nullptr},
    {"tanh", [](F x) { return narrow(std::tanh(double(x))); }, nullptr},
    {"trunc", [](F x) { return std::trunc(x); }, [](I x) { return x; }},
};

float maximumOf(float a, float b) { return std::isnan(a) || std::isnan(b) ? NAN : std::max(a, b); }
float minimumOf(float a, float b) { return std::isnan(a) || std::isnan(b) ? NAN : std::min(a, b); }
int64_t shiftLeft(int64_t a, int64_t b) { return b < 0 || b > 63 ? 0 : wrap(bits(a) << b); }
int64_t shiftRight(int64_t a, int64_t b) { return b < 0 || b > 63 ? (a < 0 ? -1 : 0) : a >> b; }
int64_t shiftRightLogical(int64_t a, int64_t b) { return b < 0 || b > 63 ? 0 : wrap(bits(a) >> b); }

constexpr BinaryKernel binaryTable[] = {
    {"add", [](F a, F b) { return a + b; }, [](I a, I b) { return wrap(bits(a) + bits(b)); }},
    {"atan2", [](F a, F b) { return narrow(std::atan2(double(a), double(b))); }, nullptr},
    {"bitwise_and", [](F a, F b) { return narrow(double(truncated(a) & truncated(b))); },
     [](I a, I b) { return a & b; }},
    {"bitwise_or", [](F a, F b) { return narrow(double(truncated(a) | truncated(b))); },
     [](I a, I b) { return a | b; }},
    {"bitwise_xor", [](F a, F b) { return narrow(double(truncated(a) ^ truncated(b))); },
     [](I a, I b) { return a ^ b; }},
    {"divide", [](F a, F b) { return a / b; }, divideIntegers},
    {"eq", [](F a, F b) { return a == b ? 1.0f : 0.0f; }, [](I a, I b) { return I(a == b); }},
    {"ge", [](F a, F b) { return a >= b ? 1.0f : 0.0f; }, [](I a, I b) { return I(a >= b); }},
    {"gt", [](F a, F b) { return a > b ? 1.0f : 0.0f; }, [](I a, I b) { return I(a > b); }},
    {"le", [](F a, F b) { return a <= b ? 1.0f : 0.0f; }, [](I a, I b) { return I(a <= b); }},
    {"logical_and", [](F a, F b) { return a != 0.0f && b != 0.0f ? 1.0f : 0.0f; }, [](I a, I b) { return I(a && b); }},
    {"logical_left_shift", [](F a, F b) { return narrow(double(shiftLeft(truncated(a), truncated(b)))); }, shiftLeft},
    {"logical_or", [](F a, F b) { return a != 0.0f || b != 0.0f ? 1.0f : 0.0f; }, [](I a, I b) { return I(a || b); }},
    {"logical_right_shift",
     [](F a, F b) { return narrow(double(shiftRightLogical(static_cast<uint32_t>(truncated(a)), truncated(b)))); },
     shiftRightLogical},
    {"logical_xor", [](F a, F b) { return (a != 0.0f) != (b != 0.0f) ? 1.0f : 0.0f; },
     [](I a, I b) { return I(!a != !b); }},
    {"lt", [](F a, F b) { return a < b ? 1.0f : 0.0f; }, [](I a, I b) { return I(a < b); }},
    {"maximum", maximumOf, [](I a, I b) { return std::max(a, b); }},
    {"minimum", minimumOf, [](I a, I b) { return std::min(a, b); }},
    {"multiply", [](F a, F b) { return a * b; }, [](I a, I b) { return wrap(bits(a) * bits(b)); }},
    {"ne", [](F a, F b) { return a != b ? 1.0f : 0.0f; }, [](I a, I b) { return I(a != b); }},
    {"pow", [](F a, F b) { return narrow(std::pow(double(a), double(b))); }, powerOfIntegers},
    {"remainder", [](F a, F b) { return std::fmod(a, b); }, remainderOfIntegers},
    {"right_shift", [](F a, F b) { return narrow(double(shiftRight(truncated(a), truncated(b)))); }, shiftRight},
    {"subtract", [](F a, F b) { return a - b; }, [](I a, I b) { return wrap(bits(a) - bits(b)); }},
};

} // namespace

std::span<const UnaryKernel> unaryKernels() { return unaryTable; }
std::span<const BinaryKernel> binaryKernels() { return binaryTable; }

const UnaryKernel *findUnary(std::string_view name) {
  for (const UnaryKernel &kernel : unaryTable)
    if (name == kernel.name)
      return &kernel;
  return nullptr;
}

const BinaryKernel *findBinary(std::string_view name) {
  for (const BinaryKernel &kernel : binaryTable)
    if (name == kernel.name)
      return &kernel;
  return nullptr;
}

Result<Shape> broadcastShapes(const Shape &a, const Shape &b) {
  Shape result(std::max(a.size(), b.size()), 1);
  for (size_t i = 0; i < result.size(); ++i) {
    int64_t left = i < a.size() ? a[a.size() - 1 - i] : 1, right = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (left != right && left != 1 && right != 1)
      return Error{fmt::format("shapes {} and {} do not broadcast", toString(a), toString(b))};
    result[result.size() - 1 - i] = left == 1 ? right : left;
  }
  return result;
}

static Result<Tensor> asFloat(const Tensor &tensor) {
  return tensor.isFloat() ? Result<Tensor>(tensor) : tensor.convertedTo(ElementType::F32);
}

static Result<Tensor> finish(Shape shape, std::vector<float> values, ElementType type) {
  if (isFloat(type))
    return Tensor::fromFloats(type, std::move(shape), std::move(values));
  ALCOVE_ASSIGN_OR_RETURN(Tensor real, Tensor::fromFloats(ElementType::F32, std::move(shape), std::move(values)));
  return real.convertedTo(type);
}

static Result<Tensor> finish(Shape shape, std::vector<int64_t> values, ElementType type) {
  if (!isFloat(type))
    return Tensor::fromIntegers(type, std::move(shape), std::move(values));
  return Tensor::fromFloats(type, std::move(shape), std::vector<float>(values.begin(), values.end()));
}

Result<Tensor> applyUnary(const UnaryKernel &kernel, const Tensor &input, ElementType type) {
  if (!input.isFloat() && kernel.integer) {
    // The wrap-around of the operand's type first: abs(-128) of i8 is -128.
    std::vector<int64_t> values(input.numElements());
    for (size_t i = 0; i < values.size(); ++i)
      values[i] = kernel.integer(input.integers()[i]);
    if (input.elementType() == ElementType::I1 && type == ElementType::I1) // NUM-N3: the one bit of ~0 and ~1
      for (int64_t &value : values)
        value &= 1;
    return finish(input.shape(), std::move(values), type);
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor real, asFloat(input));
  std::vector<float> values(input.numElements());
  std::span<const float> from = real.floats();
  inParts(input.numElements(), input.numElements() * 8, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      values[i] = kernel.real(from[i]);
  });
  return finish(input.shape(), std::move(values), type);
}

template <typename T, typename Fn>
static std::vector<T> combine(const Shape &shape, int64_t count, std::span<const T> a, const Shape &stridesA,
                              std::span<const T> b, const Shape &stridesB, Fn fn) {
  std::vector<T> values(count);
  forEachRow<3>(shape, {stridesOf(shape), stridesA, stridesB}, [&](auto offsets, int64_t n, auto steps) {
    T *to = values.data() + offsets[0];
    const T *left = a.data() + offsets[1], *right = b.data() + offsets[2];
    if (steps[1] == 1 && steps[2] == 1) {
      inParts(n, n, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          to[i] = fn(left[i], right[i]);
      });
      return;
    }
    for (int64_t i = 0; i < n; ++i)
      to[i] = fn(left[i * steps[1]], right[i * steps[2]]);
  });
  return values;
}

/// What models do most has loops of its own, that the compiler makes vectors of: the same numbers.
static std::vector<float> combineFloats(const BinaryKernel &kernel, const Shape &shape, int64_t count, const Tensor &a,
                                        const Shape &stridesA, const Tensor &b, const Shape &stridesB) {
  auto with = [&](auto fn) { return combine(shape, count, a.floats(), stridesA, b.floats(), stridesB, fn); };
  std::string_view name = kernel.name;
  if (name == "add")
    return with(std::plus<float>());
  if (name == "multiply")
    return with(std::multiplies<float>());
  if (name == "subtract")
    return with(std::minus<float>());
  if (name == "divide")
    return with(std::divides<float>());
  return with(kernel.real);
}

// NUM-N15
/// The bits of each element as a number of the type's own width, so that a shift brings zeros into its highest bit.
static Tensor asUnsigned(Tensor tensor) {
  ElementType type = tensor.elementType();
  uint64_t mask = type == ElementType::I8    ? 0xff
                  : type == ElementType::I16 ? 0xffff
                  : type == ElementType::I32 ? 0xffffffff
                                             : ~uint64_t(0);
  if (mask != ~uint64_t(0))
    for (int64_t &value : tensor.mutableIntegers())
      value = static_cast<int64_t>(static_cast<uint64_t>(value) & mask);
  return tensor;
}

Result<Tensor> applyBinary(const BinaryKernel &kernel, const Tensor &a, const Tensor &b, ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(Shape shape, broadcastShapes(a.shape(), b.shape()));
  ALCOVE_ASSIGN_OR_RETURN(int64_t count, countElements(shape));
  ALCOVE_ASSIGN_OR_RETURN(Shape stridesA, broadcastStrides(a.shape(), shape));
  ALCOVE_ASSIGN_OR_RETURN(Shape stridesB, broadcastStrides(b.shape(), shape));
  if (!a.isFloat() && !b.isFloat() && kernel.integer) {
    std::string_view name = kernel.name;
    Tensor left = name == "logical_right_shift" ? asUnsigned(a) : a;
    std::vector<int64_t> values =
        combine(shape, count, left.integers(), stridesA, b.integers(), stridesB, kernel.integer);
    if (name.ends_with("_shift")) // bits, not numbers: what goes beyond the type is dropped
      for (int64_t &value : values)
        value = wrapTo(type, value);
    return finish(shape, std::move(values), type);
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor left, asFloat(a));
  ALCOVE_ASSIGN_OR_RETURN(Tensor right, asFloat(b));
  // Equal shapes are one long row.
  Shape flat{count};
  std::vector<float> values = a.shape() == shape && b.shape() == shape
                                  ? combineFloats(kernel, flat, count, left, {1}, right, {1})
                                  : combineFloats(kernel, shape, count, left, stridesA, right, stridesB);
  return finish(shape, std::move(values), type);
}

Result<Tensor> where(const Tensor &condition, const Tensor &a, const Tensor &b, ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(Shape branches, broadcastShapes(a.shape(), b.shape()));
  ALCOVE_ASSIGN_OR_RETURN(Shape shape, broadcastShapes(condition.shape(), branches));
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, Tensor::zeros(type, shape));
  ALCOVE_ASSIGN_OR_RETURN(Tensor left, a.convertedTo(type));
  ALCOVE_ASSIGN_OR_RETURN(Tensor right, b.convertedTo(type));
  ALCOVE_ASSIGN_OR_RETURN(Shape stridesC, broadcastStrides(condition.shape(), shape));
  ALCOVE_ASSIGN_OR_RETURN(Shape stridesA, broadcastStrides(a.shape(), shape));
  ALCOVE_ASSIGN_OR_RETURN(Shape stridesB, broadcastStrides(b.shape(), shape));
  auto select = [&](auto to, auto fromA, auto fromB) {
    forEachRow<4>(shape, {stridesOf(shape), stridesC, stridesA, stridesB}, [&](auto offsets, int64_t n, auto steps) {
      for (int64_t i = 0; i < n; ++i)
        to[offsets[0] + i] = condition.at(offsets[1] + i * steps[1]) != 0.0 ? fromA[offsets[2] + i * steps[2]]
                                                                            : fromB[offsets[3] + i * steps[3]];
    });
  };
  if (isFloat(type))
    select(result.mutableFloats(), left.floats(), right.floats());
  else
    select(result.mutableIntegers(), left.integers(), right.integers());
  if (isBlockFloat(type))
    result.roundAll();
  return result;
}

Result<Tensor> clamp(const Tensor &input, const Tensor &low, const Tensor &high, ElementType type) {
  ElementType wide = input.isFloat() ? ElementType::F32 : ElementType::I64;
  ALCOVE_ASSIGN_OR_RETURN(Tensor raised, applyBinary(*findBinary("maximum"), input, low, wide));
  return applyBinary(*findBinary("minimum"), raised, high, type);
}

Result<Tensor> leakyRelu(const Tensor &input, float slope, ElementType type) {
  ALCOVE_ASSIGN_OR_RETURN(Tensor real, asFloat(input));
  std::vector<float> values = real.toFloatVector();
  for (float &value : values)
    value = value >= 0.0f || std::isnan(value) ? value : value * slope;
  return finish(input.shape(), std::move(values), type);
}

} // namespace alcove::reference
