//===- LibraryOpsTest.cpp - Ops of later versions, from text --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace alcove;
using namespace alcove::reference;

using V = std::vector<double>;

// Steps of 0.5 around 3: 1.3 lies between 5 (1.0) and 6 (1.5) and goes to the nearer; far numbers stay at the ends.
TEST(Quantization, RoundsToStepsAndSaturates) {
  for (const char *op : {"ttir.quantize_unrolled", "ttnn.quantize"}) {
    Program program(oneOp(op, {"tensor<4xf32>", "tensor<1xf32>", "tensor<1xsi32>"}, {"tensor<4xsi32>"}));
    Tensor result =
        program.result({floats({4}, {1.3f, -0.2f, 1000.0f, -1000.0f}), floats({1}, {0.5f}), integers({1}, {3})});
    EXPECT_EQ(values(result), (V{6, 3, 127, -128})) << op;
  }
}

TEST(Quantization, ScaleOfEachIndexOfTheAxis) {
  Program program(oneOp("ttir.quantize_unrolled <{axis = 1 : i32}>",
                        {"tensor<2x2xf32>", "tensor<2xf32>", "tensor<2xsi32>"}, {"tensor<2x2xsi32>"}));
  Tensor result = program.result({floats({2, 2}, {4, 4, 8, 8}), floats({2}, {1, 2}), integers({2}, {0, 10})});
  EXPECT_EQ(values(result), (V{4, 12, 8, 14}));
}

// There and back is off by half a step at most; with the same scales it is the integers again.
TEST(Quantization, RoundTripWithinHalfAStep) {
  std::vector<float> given;
  for (int i = 0; i < 50; ++i)
    given.push_back(static_cast<float>(i - 25) * 0.37f);
  Tensor x = floats({50}, given), scale = floats({1}, {0.25f}), zero = integers({1}, {-7});
  Program to(oneOp("ttnn.quantize", {"tensor<50xf32>", "tensor<1xf32>", "tensor<1xsi32>"}, {"tensor<50xsi32>"}));
  Program from(oneOp("ttnn.dequantize", {"tensor<50xsi32>", "tensor<1xf32>", "tensor<1xsi32>"}, {"tensor<50xf32>"}));
  Tensor q = to.result({x, scale, zero}), back = from.result({q, scale, zero});
  for (size_t i = 0; i < given.size(); ++i)
    EXPECT_NEAR(values(back)[i], given[i], 0.125 + 1e-6);
  Program again(oneOp("ttnn.requantize",
                      {"tensor<50xsi32>", "tensor<1xf32>", "tensor<1xsi32>", "tensor<1xf32>", "tensor<1xsi32>"},
                      {"tensor<50xsi32>"}));
  EXPECT_EQ(values(again.result({q, scale, zero, scale, zero})), values(q));
}

TEST(Reductions, CumulativeProduct) {
  for (const char *op : {"ttir.cumprod <{dim = 1 : i64}>", "ttnn.cumprod <{dim = 1 : si32}>"}) {
    Program program(oneOp(op, {"tensor<2x3xf32>"}, {"tensor<2x3xf32>"}));
    EXPECT_EQ(values(program.result({floats({2, 3}, {1, 5, 2, 3, 0.5f, 4})})), (V{1, 5, 10, 3, 1.5, 6}));
  }
}

TEST(Elementwise, BitcastThereAndBack) {
  Program to(oneOp("ttir.bitcast_convert", {"tensor<3xf32>"}, {"tensor<3xsi32>"}));
  Program back(oneOp("ttnn.bitcast_convert", {"tensor<3xsi32>"}, {"tensor<3xf32>"}));
  Tensor bits = to.result({floats({3}, {1.0f, -2.5f, 0.0f})});
  EXPECT_EQ(values(bits), (V{0x3F800000, static_cast<double>(static_cast<int32_t>(0xC0200000)), 0}));
  EXPECT_EQ(values(back.result({bits})), (V{1, -2.5, 0}));
}

TEST(Elementwise, SeluFracSignbit) {
  Tensor x = floats({4}, {2.0f, -1.0f, 0.0f, -2.75f});
  auto run = [&](const char *op) {
    return values(Program(oneOp(op, {"tensor<4xf32>"}, {"tensor<4xf32>"})).result({x}));
  };
  V selu = run("ttir.selu <{alpha = 2.0 : f32, scale = 3.0 : f32}>");
  EXPECT_EQ(selu[0], 6);
  EXPECT_NEAR(selu[1], 6 * std::expm1(-1.0), 1e-6);
  EXPECT_EQ(run("ttir.frac"), (V{0, 0, 0, -0.75}));
  EXPECT_EQ(run("ttir.signbit"), (V{0, 1, 0, 1}));
}
