//===- ElementaryFunctionsTest.cpp - Errors of exp, tanh and erf ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other side is the C library's functions of double.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "testing/SuperTiling/ProgramWriter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;
using alcove::supertiling::testing::context;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity(), least = std::numeric_limits<float>::denorm_min(),
                notANumber = std::numeric_limits<float>::quiet_NaN();

/// An f32 of every exponent, sign and many mantissas: every 4093rd pattern of bits.
std::vector<float> arguments() {
  std::vector<float> all;
  for (uint64_t bits = 0; bits < (uint64_t(1) << 32); bits += 4093) {
    auto word = static_cast<uint32_t>(bits);
    float value = 0;
    memcpy(&value, &word, sizeof value);
    all.push_back(value);
  }
  return all;
}

/// `operation` of `values` by the code of cpu-pipeline, with vectors of so many bytes.
std::vector<float> computed(const std::string &operation, const std::vector<float> &values, int vectorBytes) {
  ProgramWriter w;
  Tensor x = w.argument({static_cast<int64_t>(values.size())});
  auto module = parseSourceString<ModuleOp>(w.finish({w.map({x}, "%r = " + operation + " %a : f32")}), &context());
  RunOptions options;
  options.lowering = fmt::format("cpu-pipeline{{vector-bytes={}}}", vectorBytes);
  auto program = Program::compile(*module, "main", options);
  EXPECT_TRUE(program) << program.error().message;
  std::vector<TensorData> data = (*program)->arguments(1);
  memcpy(data[0].bytes.data(), values.data(), values.size() * sizeof(float));
  auto results = (*program)->run(data);
  EXPECT_TRUE(results);
  std::vector<float> found(values.size());
  memcpy(found.data(), results->front().bytes.data(), found.size() * sizeof(float));
  return found;
}

/// The difference in units of the last place of a number as large as `exact`.
double ulps(float found, double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::abs(found - exact) / std::ldexp(1.0, std::max(exponent, -125) - 24);
}

struct Function {
  const char *operation;
  double (*exact)(double);
  double ulps;
  /// Results closer to zero may be zero.
  double flushed;
};

TEST(ElementaryFunctionsTest, ErrorsOverAllExponents) {
  std::vector<float> values = arguments();
  for (const Function &function : {Function{"math.exp", std::exp, 1.1, 1.67e-38},
                                   Function{"math.tanh", std::tanh, 6, 0}, Function{"math.erf", std::erf, 7, 0}})
    for (int bytes : {16, 32, 64}) {
      std::vector<float> found = computed(function.operation, values, bytes);
      double worst = 0;
      float at = 0;
      for (size_t i = 0; i < values.size(); ++i) {
        double exact = function.exact(values[i]);
        if (std::isnan(values[i])) {
          EXPECT_TRUE(std::isnan(found[i])) << function.operation;
        } else if (exact > std::numeric_limits<float>::max()) {
          EXPECT_EQ(found[i], infinity) << function.operation << " of " << values[i];
        } else if (std::abs(exact) >= function.flushed || found[i] != 0) {
          double error = ulps(found[i], exact);
          if (!(error <= worst))
            worst = error, at = values[i];
        }
      }
      EXPECT_LE(worst, function.ulps) << function.operation << " of " << at << ", vectors of " << bytes << " B";
    }
}

TEST(ElementaryFunctionsTest, SpecialValues) {
  std::vector<float> values{infinity, -infinity, notANumber, 0.0F,   -0.0F, least,
                            -least,   88.72F,    88.73F,     -87.0F, -1e30F};
  for (int bytes : {16, 32, 64}) {
    std::vector<float> found = computed("math.exp", values, bytes);
    EXPECT_EQ(found[0], infinity);
    EXPECT_EQ(found[1], 0.0F);
    EXPECT_TRUE(std::isnan(found[2]));
    for (int one : {3, 4, 5, 6})
      EXPECT_EQ(found[one], 1.0F) << values[one];
    EXPECT_LT(found[7], infinity);
    EXPECT_EQ(found[8], infinity);
    EXPECT_EQ(found[10], 0.0F);
    for (const char *odd : {"math.tanh", "math.erf"}) {
      found = computed(odd, values, bytes);
      EXPECT_EQ(found[0], 1.0F) << odd;
      EXPECT_EQ(found[1], -1.0F) << odd;
      EXPECT_TRUE(std::isnan(found[2])) << odd;
      EXPECT_FALSE(std::signbit(found[3])) << odd;
      EXPECT_TRUE(std::signbit(found[4])) << odd;
      EXPECT_EQ(found[4], 0.0F) << odd;
      EXPECT_EQ(found[5], least) << odd;
      EXPECT_EQ(found[6], -least) << odd;
    }
  }
}

// Neither is more than 1, where rounding could make it so.
TEST(ElementaryFunctionsTest, NeverBeyondOne) {
  std::vector<float> values;
  for (float x = 3.0F; x < 10.0F; x += 0x1p-16F)
    values.push_back(x);
  for (const char *odd : {"math.tanh", "math.erf"})
    for (float found : computed(odd, values, 64))
      ASSERT_LE(found, 1.0F) << odd;
}

} // namespace
