//===- ElementwiseTest.cpp - Elementwise kernels --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"

#include "TensorBuilders.h"

#include <cmath>

using namespace alcove;
using namespace alcove::reference;

namespace {

Tensor unary(const char *name, const Tensor &x, ElementType type = ElementType::F32) {
  return *applyUnary(*findUnary(name), x, type);
}
Tensor binary(const char *name, const Tensor &a, const Tensor &b, ElementType type = ElementType::F32) {
  return *applyBinary(*findBinary(name), a, b, type);
}

// One point per operation, computed by hand or from tables, none by the function under test.
struct Point {
  const char *name;
  float x;
  double y;
};
constexpr Point points[] = {
    {"abs", -2.5f, 2.5},          {"acos", 0.0f, 1.5707963},   {"asin", 1.0f, 1.5707963},
    {"asinh", 1.0f, 0.8813736},   {"acosh", 2.0f, 1.3169579},  {"atanh", 0.5f, 0.5493061},
    {"atan", 1.0f, 0.7853982},    {"bitwise_not", 5.0f, -6.0}, {"cbrt", -27.0f, -3.0},
    {"ceil", 1.2f, 2.0},          {"cos", 0.0f, 1.0},          {"cosh", 1.0f, 1.5430806},
    {"erf", 1.0f, 0.8427008},     {"erfc", 1.0f, 0.1572992},   {"exp", 1.0f, 2.7182818},
    {"exp2", 3.0f, 8.0},          {"expm1", 1.0f, 1.7182818},  {"floor", -1.2f, -2.0},
    {"gelu", 1.0f, 0.8413447},    {"hardsigmoid", 0.6f, 0.6},  {"hardswish", 3.0f, 3.0},
    {"isfinite", 7.0f, 1.0},      {"isinf", 7.0f, 0.0},        {"isnan", 7.0f, 0.0},
    {"log", 2.0f, 0.6931472},     {"log10", 1000.0f, 3.0},     {"log1p", 1.0f, 0.6931472},
    {"log2", 8.0f, 3.0},          {"logical_not", 0.0f, 1.0},  {"mish", 1.0f, 0.8650984},
    {"neg", 3.0f, -3.0},          {"reciprocal", 4.0f, 0.25},  {"relu", -1.0f, 0.0},
    {"relu6", 9.0f, 6.0},         {"round", 2.5f, 2.0},        {"rsqrt", 16.0f, 0.25},
    {"sigmoid", 1.0f, 0.7310586}, {"sign", -9.0f, -1.0},       {"silu", 1.0f, 0.7310586},
    {"sin", 1.5707964f, 1.0},     {"sinh", 1.0f, 1.1752012},   {"softplus", 0.0f, 0.6931472},
    {"softsign", 3.0f, 0.75},     {"sqrt", 9.0f, 3.0},         {"square", -3.0f, 9.0},
    {"tan", 0.7853982f, 1.0},     {"tanh", 1.0f, 0.7615942},   {"trunc", -1.7f, -1.0},
    {"frac", -1.75f, -0.75},      {"signbit", -2.0f, 1.0},
};

} // namespace

TEST(Elementwise, EveryUnaryHasAPointOfItsClosedForm) {
  for (const UnaryKernel &kernel : unaryKernels()) {
    bool found = false;
    for (const Point &point : points)
      if (std::string(point.name) == kernel.name) {
        found = true;
        EXPECT_NEAR(kernel.real(point.x), point.y, 2e-6 * std::max(1.0, std::fabs(point.y))) << kernel.name;
      }
    EXPECT_TRUE(found) << kernel.name;
  }
}

TEST(Elementwise, InverseIdentities) {
  Tensor x = unary("abs", random({200}, 1));
  for (auto [there, back] : {std::pair("exp", "log"),
                             {"expm1", "log1p"},
                             {"square", "sqrt"},
                             {"exp2", "log2"},
                             {"sinh", "asinh"},
                             {"reciprocal", "reciprocal"}})
    expectNear(unary(back, unary(there, x)), x, 1e-5);
  expectNear(binary("multiply", x, unary("sigmoid", x)), unary("silu", x), 1e-6);
  expectNear(binary("add", unary("erf", x), unary("erfc", x)), *applyBinary(*findBinary("eq"), x, x, ElementType::F32),
             1e-6);
  expectNear(binary("multiply", unary("rsqrt", x), unary("sqrt", x)), binary("eq", x, x), 1e-6);
}

struct Pair {
  const char *name;
  float a, b;
  double real;
  int64_t x, y, integer;
};
constexpr Pair pairs[] = {
    {"add", 1.5f, 2.0f, 3.5, 5, -7, -2},
    {"atan2", 1.0f, -1.0f, 2.3561945, 1, -1, 2},
    {"bitwise_and", 12.0f, 10.0f, 8.0, 12, 10, 8},
    {"bitwise_or", 12.0f, 10.0f, 14.0, 12, 10, 14},
    {"bitwise_xor", 12.0f, 10.0f, 6.0, 12, 10, 6},
    {"divide", 7.0f, 2.0f, 3.5, -7, 2, -3},
    {"eq", 2.0f, 2.0f, 1.0, 2, 3, 0},
    {"ge", 2.0f, 2.0f, 1.0, 2, 3, 0},
    {"gt", 2.0f, 2.0f, 0.0, 4, 3, 1},
    {"le", 2.0f, 2.0f, 1.0, 4, 3, 0},
    {"logical_and", 2.0f, 0.0f, 0.0, 2, 3, 1},
    {"logical_left_shift", 3.0f, 2.0f, 12.0, 3, 2, 12},
    {"logical_or", 2.0f, 0.0f, 1.0, 0, 0, 0},
    {"logical_right_shift", 12.0f, 2.0f, 3.0, 12, 2, 3},
    {"logical_xor", 2.0f, 3.0f, 0.0, 2, 0, 1},
    {"lt", 2.0f, 2.0f, 0.0, 2, 3, 1},
    {"maximum", 2.0f, -3.0f, 2.0, 2, -3, 2},
    {"minimum", 2.0f, -3.0f, -3.0, 2, -3, -3},
    {"multiply", 2.5f, -4.0f, -10.0, 6, -7, -42},
    {"ne", 2.0f, 2.0f, 0.0, 2, 3, 1},
    {"pow", 2.0f, 0.5f, 1.4142135, -2, 3, -8},
    {"remainder", -7.0f, 3.0f, -1.0, -17, 3, -2},
    {"right_shift", -8.0f, 1.0f, -4.0, -8, 1, -4},
    {"subtract", 1.5f, 2.0f, -0.5, 5, -7, 12},
};

TEST(Elementwise, NUMN8_EveryBinaryHasAPointInBothKinds) {
  for (const BinaryKernel &kernel : binaryKernels()) {
    bool found = false;
    for (const Pair &pair : pairs)
      if (std::string(pair.name) == kernel.name) {
        found = true;
        EXPECT_NEAR(kernel.real(pair.a, pair.b), pair.real, 2e-6) << kernel.name;
        Tensor result = *applyBinary(kernel, integers({1}, {pair.x}), integers({1}, {pair.y}), ElementType::I32);
        EXPECT_EQ(result.integers()[0], pair.integer) << kernel.name;
      }
    EXPECT_TRUE(found) << kernel.name;
  }
}

TEST(Elementwise, NUMN9_IntegerDivisionByZeroAndOverflowAreDefined) {
  Tensor result = binary("divide", integers({3}, {5, INT64_MIN, -5}, ElementType::I64),
                         integers({3}, {0, -1, -1}, ElementType::I64), ElementType::I64);
  EXPECT_EQ(result.integers()[0], 0);
  EXPECT_EQ(result.integers()[1], INT64_MIN);
  EXPECT_EQ(result.integers()[2], 5);
  EXPECT_EQ(binary("remainder", integers({1}, {5}), integers({1}, {0}), ElementType::I32).integers()[0], 0);
}

// The example of StableHLO's specification, and the same in floats.
TEST(Elementwise, NUMN9_TheRemainderHasTheSignOfTheDividend) {
  EXPECT_EQ(
      values(binary("remainder", integers({4}, {17, -17, 17, -17}), integers({4}, {3, 3, -3, -3}), ElementType::I32)),
      (V{2, -2, 2, -2}));
  EXPECT_EQ(values(binary("remainder", floats({4}, {17.5f, -17.5f, 17.5f, -17.5f}), floats({4}, {3, 3, -3, -3}))),
            (V{2.5, -2.5, 2.5, -2.5}));
}

TEST(Elementwise, BroadcastingIsNumpys) {
  Tensor column = floats({2, 1}, {10, 20}), row = floats({3}, {1, 2, 3});
  EXPECT_EQ(values(binary("add", column, row)), (V{11, 12, 13, 21, 22, 23}));
  EXPECT_EQ(binary("add", column, row).shape(), (Shape{2, 3}));
  EXPECT_EQ(applyBinary(*findBinary("add"), floats({2}, {1, 2}), row, ElementType::F32).error().message,
            "shapes 2 and 3 do not broadcast");
}

TEST(Elementwise, NUMN7_OneRoundingAtTheEnd) {
  // 1 + 2^-8 is halfway in bf16 and goes to even; added in f32 first.
  Tensor one = floats({1}, {1.0f}, ElementType::BF16), small = floats({1}, {0x1p-8f}, ElementType::BF16);
  EXPECT_EQ(binary("add", one, small, ElementType::BF16).at(0), 1.0);
  EXPECT_EQ(binary("add", one, small, ElementType::F32).at(0), 1.0 + 0x1p-8);
}

TEST(Elementwise, MixedKindsComputeInF32) {
  EXPECT_EQ(values(binary("multiply", integers({2}, {3, 4}), floats({2}, {0.5f, 0.25f}))), (V{1.5, 1.0}));
  EXPECT_EQ(binary("gt", floats({2}, {1, 3}), floats({1}, {2}), ElementType::I1).integers()[1], 1);
}

TEST(Elementwise, NaNsTravel) {
  Tensor nan = floats({1}, {NAN}), one = floats({1}, {1.0f});
  EXPECT_TRUE(std::isnan(binary("maximum", nan, one).at(0)));
  EXPECT_TRUE(std::isnan(binary("minimum", one, nan).at(0)));
  EXPECT_TRUE(std::isnan(unary("relu", nan).at(0)));
  EXPECT_TRUE(std::isnan(clamp(nan, one, one, ElementType::F32)->at(0)));
}

TEST(Elementwise, WhereClampAndLeakyRelu) {
  Tensor condition = integers({2, 1}, {1, 0}, ElementType::I1);
  EXPECT_EQ(values(*where(condition, floats({2}, {1, 2}), floats({1}, {9}), ElementType::F32)), (V{1, 2, 9, 9}));
  EXPECT_EQ(values(*clamp(floats({3}, {-5, 0.5, 7}), floats({}, {-1}), floats({}, {1}), ElementType::F32)),
            (V{-1, 0.5, 1}));
  EXPECT_EQ(values(*leakyRelu(floats({2}, {-4, 4}), 0.25f, ElementType::F32)), (V{-1, 4}));
}

// 100 + 100 and 2 * 100 end at 127, -100 - 100 at -128; 64 shifted left by one loses its highest bit's place.
TEST(Elementwise, NUMN3_QuantizedNumbersSaturateAndShiftsDoNot) {
  auto of = [&](const char *name, int64_t a, int64_t b, ElementType type) {
    return applyBinary(*findBinary(name), integers({1}, {a}, type), integers({1}, {b}, type), type)->at(0);
  };
  EXPECT_EQ(of("add", 100, 100, ElementType::I8), 127);
  EXPECT_EQ(of("multiply", 2, 100, ElementType::I8), 127);
  EXPECT_EQ(of("subtract", -100, 100, ElementType::I8), -128);
  EXPECT_EQ(of("logical_left_shift", 64, 1, ElementType::I8), -128);
  EXPECT_EQ(of("add", 0x7fffffff, 1, ElementType::I32), -0x80000000ll);
  EXPECT_EQ(integers({1}, {300}).convertedTo(ElementType::I8)->at(0), 127);
  EXPECT_EQ(floats({1}, {-300.0f}).convertedTo(ElementType::I8)->at(0), -128);
}

// -8 of an i32 is 0xfffffff8, of an i8 0xf8.
TEST(Elementwise, NUMN15_ALogicalShiftKnowsTheWidthOfItsType) {
  const BinaryKernel &shift = *findBinary("logical_right_shift");
  auto shifted = [&](ElementType type, int64_t value, int64_t by) {
    return applyBinary(shift, integers({1}, {value}, type), integers({1}, {by}, type), type)->at(0);
  };
  EXPECT_EQ(shifted(ElementType::I32, -8, 1), 0x7ffffffc);
  EXPECT_EQ(shifted(ElementType::I32, -8, 31), 1);
  EXPECT_EQ(shifted(ElementType::I32, -8, 32), 0);
  EXPECT_EQ(shifted(ElementType::I8, -8, 1), 0x7c);
  EXPECT_EQ(shifted(ElementType::U32, 0xfffffff8, 1), 0x7ffffffc);
  EXPECT_EQ(shifted(ElementType::I32, 8, 1), 4);
}
