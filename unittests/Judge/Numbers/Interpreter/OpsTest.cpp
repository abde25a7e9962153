//===- OpsTest.cpp - Ops whose attributes decide --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that stand in lib/Judge/Numbers/Interpreter/Ops, and ops whose attributes a handler reads, run from text.
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Elementwise.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::reference;
using ::testing::HasSubstr;

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

TEST(Selection, ReverseTurnsTheNamedDimensions) {
  Program program(oneOp("ttir.reverse <{dimensions = array<i64: 1>}>", {"tensor<2x3xf32>"}, {"tensor<2x3xf32>"}));
  EXPECT_EQ(values(program.result({iota({2, 3})})), V({2, 1, 0, 5, 4, 3}));
}

// 2 from position 1 on, every 3: 1 2, 4 5, then 7 of which one is left.
TEST(Selection, SelectTakesPiecesOfALine) {
  Program program(oneOp("ttir.select <{dim = 0 : si32, begin = 1 : si32, length = 2 : si32, stride = 3 : si32}>",
                        {"tensor<8xf32>"}, {"tensor<5xf32>"}));
  EXPECT_EQ(values(program.result({iota({8})})), V({1, 2, 4, 5, 7}));
  Program once(oneOp("ttir.select <{dim = -1 : si32, begin = 1 : si32, length = 2 : si32}>", {"tensor<2x4xf32>"},
                     {"tensor<2x2xf32>"}));
  EXPECT_EQ(values(once.result({iota({2, 4})})), V({1, 2, 5, 6}));
}

// The same of columns: 0 1, 4 5 of 8; without a stride one piece, 3 4 5.
TEST(Selection, IndexSelectTakesPiecesOfALine) {
  Program program(oneOp("ttir.index_select <{dim = 1 : si32, begin = 0 : si32, length = 2 : si32, stride = 4 : si32}>",
                        {"tensor<2x8xf32>"}, {"tensor<2x4xf32>"}));
  EXPECT_EQ(values(program.result({iota({2, 8})})), V({0, 1, 4, 5, 8, 9, 12, 13}));
  Program once(oneOp("ttir.index_select <{dim = -1 : si32, begin = 3 : si32, length = 3 : si32}>", {"tensor<1x8xbf16>"},
                     {"tensor<1x3xbf16>"}));
  EXPECT_EQ(values(once.result({*iota({1, 8}).convertedTo(ElementType::BF16)})), V({3, 4, 5}));
}

// What is scattered to the positions of a permutation is gathered back from there.
TEST(Selection, ScatterAlongIsUndoneByGather) {
  for (const char *op : {"ttir.scatter <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}>",
                         "ttnn.scatter <{dim = 1 : si32, scatter_reduce_type = #ttcore.reduce_type<invalid>}>"}) {
    Program program(oneOp(op, {"tensor<2x3xf32>", "tensor<2x3xi32>", "tensor<2x3xf32>"}, {"tensor<2x3xf32>"}));
    Tensor index = integers({2, 3}, {2, 0, 1, 0, 1, 2}), source = random({2, 3}, 2);
    Tensor result = program.result({iota({2, 3}), index, source});
    EXPECT_EQ(values(*gatherAlong(result, index, 1)), values(source)) << op;
    EXPECT_EQ(result.at(2), source.at(0));
  }
}

// Places 2, 2, 0 of (1, 2, 4) take 10, 3, 5, in this order.
TEST(Selection, NUMN24_ScatterCombinesByItsReduction) {
  const std::pair<const char *, V> cases[] = {
      {"invalid", {5, 2, 3}}, {"sum", {6, 2, 17}}, {"prod", {5, 2, 120}}, {"max", {5, 2, 10}}, {"min", {1, 2, 3}}};
  for (const auto &[type, expected] : cases)
    for (const char *element : {"f32", "bf16", "i32"}) {
      std::string one = fmt::format("tensor<3x{}>", element);
      Program program(
          oneOp(fmt::format("ttir.scatter <{{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<{}>}}>", type),
                {one, "tensor<3xi32>", one}, {one}));
      ElementType held = std::string(element) == "f32"    ? ElementType::F32
                         : std::string(element) == "bf16" ? ElementType::BF16
                                                          : ElementType::I32;
      auto of = [&](std::vector<int64_t> list) { return *integers({3}, std::move(list)).convertedTo(held); };
      EXPECT_EQ(values(program.result({of({1, 2, 4}), integers({3}, {2, 2, 0}), of({10, 3, 5})})), expected)
          << type << " of " << element;
    }
}

// -3.4e38 is beyond bf16 and 70000 beyond f16, also where all floats are held in f32; 1 + 2^-10 is 1 in bf16.
TEST(Constants, NUMN25_HoldWhatTheirTypeHolds) {
  RunOptions wide;
  wide.precision = Precision::AllFloatsF32;
  for (auto [type, number, expected] :
       {std::tuple<const char *, const char *, double>{"bf16", "-3.40282347E+38", -INFINITY},
        {"f16", "70000.0", INFINITY},
        {"bf16", "1.0009765625", 1.0},
        {"f32", "1.0009765625", 1.0009765625}})
    for (bool dense : {false, true}) {
      if (!dense && std::isinf(expected))
        continue; // the verifier of ttir.full refuses it
      std::string tensor = fmt::format("tensor<1x{}>", type);
      Program program(
          dense ? oneOp(fmt::format("ttir.constant <{{value = dense<{}> : tensor<1xf32>}}>", number), {}, {tensor})
                : oneOp(fmt::format("ttir.full <{{fill_value = {} : f32, shape = array<i32: 1>}}>", number), {},
                        {tensor}));
      Result<FunctionRun> run = program.run({}, wide);
      ASSERT_TRUE(run.ok()) << run.error().message;
      EXPECT_EQ(run->results[0][0].at(0), expected) << type << " " << number;
    }
}

// i16 is no type of the device, but one of TTIR.
TEST(Selection, SortOfI16) {
  Program program(
      oneOp("ttir.sort <{dim = 0 : si32, descending = false}>", {"tensor<4xi16>"}, {"tensor<4xi16>", "tensor<4xi16>"}));
  Tensor input = *integers({4}, {5, -40000, 7, -1}).convertedTo(ElementType::I16); // -40000 wraps to 25536
  EXPECT_EQ(values(program.result({input})), V({-1, 5, 7, 25536}));
  EXPECT_EQ(values(program.result({input}, 1)), V({3, 0, 2, 1}));
}

// Of 2x2x2 the dimensions 0 and 2 count as 0..3: the largest of (0 1 4 5) is 4, of (2 3 6 7) is 6.
TEST(Selection, ArgMaxOverTwoOfThreeDimensions) {
  Program program(oneOp("ttir.argmax <{dim_arg = [0 : i32, 2 : i32], keep_dim = true}>", {"tensor<2x2x2xf32>"},
                        {"tensor<1x2x1xi32>"}));
  EXPECT_EQ(values(program.result({floats({2, 2, 2}, {0, 1, 2, 9, 8, 5, 6, 7})})), V({2, 1}));
}

// Rows 3 and 0 of the input are overwritten by windows, StableHLO's way.
TEST(Selection, ScatterOfWindowsWritesWholeRows) {
  Program program(oneOp("ttir.scatter <{update_window_dims = array<i64: 1>, inserted_window_dims = array<i64: 0>, "
                        "scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 1 : i64}>",
                        {"tensor<4x2xf32>", "tensor<2x1xi32>", "tensor<2x2xf32>"}, {"tensor<4x2xf32>"}));
  EXPECT_EQ(values(program.result({iota({4, 2}), integers({2, 1}, {3, 0}), floats({2, 2}, {10, 11, 12, 13})})),
            V({12, 13, 2, 3, 4, 5, 10, 11}));
}

TEST(Selection, SortIsStableAndGathersToItsValues) {
  for (std::string dialect : {"ttir", "ttnn"})
    for (bool descending : {false, true}) {
      std::string op = dialect + ".sort <{dim = 1 : " + (dialect == "ttir" ? "si32" : "si8") +
                       ", descending = " + (descending ? "true" : "false") + "}>";
      Program program(oneOp(op, {"tensor<3x8xf32>"}, {"tensor<3x8xf32>", "tensor<3x8xi32>"}));
      Tensor input = wholeNumbers({3, 8}, 5);
      Tensor sorted = program.result({input}), where = program.result({input}, 1);
      EXPECT_EQ(values(*gatherAlong(input, where, 1)), values(sorted));
      for (int64_t i = 0; i < 24; ++i)
        if (i % 8 > 0) {
          EXPECT_TRUE(descending ? sorted.at(i - 1) >= sorted.at(i) : sorted.at(i - 1) <= sorted.at(i));
          if (sorted.at(i - 1) == sorted.at(i))
            EXPECT_LT(where.at(i - 1), where.at(i));
        }
    }
}

// Every group of channels of every image has mean 0 and variance 1, then weight and bias act per channel.
TEST(Selection, NUMN18_GroupNormFollowsItsChannelDimension) {
  auto text = [](const char *shape, int dim) {
    return fmt::format("func.func @main(%a: tensor<{0}xf32>, %w: tensor<4xf32>) -> tensor<{0}xf32> {{\n"
                       "%0 = \"ttir.group_norm\"(%a, %w) <{{num_groups = 2 : i64, epsilon = 0.0 : f32, "
                       "channel_dim = {1} : i64, operandSegmentSizes = array<i32: 1, 0, 1, 0>}}> : "
                       "(tensor<{0}xf32>, tensor<4xf32>) -> tensor<{0}xf32>\nreturn %0 : tensor<{0}xf32>\n}}",
                       shape, dim);
  };
  Program first(text("2x4x3x5", 1)), last(text("2x3x5x4", 3));
  Tensor image = random({2, 4, 3, 5}, 1), weight = floats({4}, {1, 2, 3, 4});
  Tensor turned = last.result({*permute(image, {0, 2, 3, 1}), weight});
  expectNear(first.result({image, weight}), *permute(turned, {0, 3, 1, 2}), 1e-6);
  // Groups of two channels of one image have mean 0 under weights of 1.
  Tensor plain = first.result({image, floats({4}, {1, 1, 1, 1})});
  double sum = 0.0;
  for (int64_t i = 0; i < 2 * 15; ++i)
    sum += plain.at(i);
  EXPECT_NEAR(sum, 0.0, 1e-4);
}

TEST(Selection, GroupNormHasTheMomentsOfItsGroups) {
  Program plain(oneOp("ttir.group_norm <{num_groups = 2 : i64, epsilon = 0.0 : f32, "
                      "operandSegmentSizes = array<i32: 1, 0, 0, 0>}>",
                      {"tensor<2x3x5x4xf32>"}, {"tensor<2x3x5x4xf32>"}));
  Tensor input = random({2, 3, 5, 4}, 6), normed = plain.result({input});
  for (int64_t image = 0; image < 2; ++image)
    for (int64_t group = 0; group < 2; ++group) {
      double sum = 0, squares = 0;
      for (int64_t i = 0; i < 60; ++i)
        if (i % 4 / 2 == group) {
          double value = normed.at(image * 60 + i);
          sum += value / 30;
          squares += value * value / 30;
        }
      EXPECT_NEAR(sum, 0, 1e-6);
      EXPECT_NEAR(squares, 1, 1e-6);
    }
  Program affine(oneOp("ttir.group_norm <{num_groups = 2 : i64, epsilon = 0.0 : f32, "
                       "operandSegmentSizes = array<i32: 1, 0, 1, 1>}>",
                       {"tensor<2x3x5x4xf32>", "tensor<4xf32>", "tensor<4xf32>"}, {"tensor<2x3x5x4xf32>"}));
  Tensor scaled = affine.result({input, floats({4}, {1, 2, 3, 4}), floats({4}, {0, 0, 0, 7})});
  for (int64_t i = 0; i < 120; ++i)
    EXPECT_NEAR(scaled.at(i), normed.at(i) * (i % 4 + 1) + (i % 4 == 3 ? 7 : 0), 1e-5);
}

// Two elements of +-1e-6 have the variance 1e-12: under the epsilon of 1e-12 that an op without one has, they become
// +-sqrt(1/2); under none they would be +-1.
TEST(Selection, NUMN18_GroupNormHasAnEpsilonOfItsOwn) {
  Program program(oneOp("ttir.group_norm <{num_groups = 1 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0>}>",
                        {"tensor<1x1x2x1xf32>"}, {"tensor<1x1x2x1xf32>"}));
  Tensor result = program.result({floats({1, 1, 2, 1}, {1e-6f, -1e-6f})});
  EXPECT_NEAR(result.at(0), std::sqrt(0.5), 1e-4);
  EXPECT_NEAR(result.at(1), -std::sqrt(0.5), 1e-4);
}

// Normalized by the variance of the batch, over 12 elements; the running one moves to the same.
TEST(Selection, NUMN20_BatchNormTrainingNormalizesAndMovesTheStatistics) {
  Program program(oneOp("ttir.batch_norm_training <{dimension = 1 : i32, epsilon = 0.0 : f32, momentum = 0.25 : f32}>",
                        {"tensor<4x2x3xf32>", "tensor<2xf32>", "tensor<2xf32>", "tensor<2xf32>", "tensor<2xf32>"},
                        {"tensor<4x2x3xf32>", "tensor<2xf32>", "tensor<2xf32>"}));
  Tensor input = random({4, 2, 3}, 7);
  std::vector<Tensor> arguments = {input, floats({2}, {2, 3}), floats({2}, {0, 5}), floats({2}, {10, 10}),
                                   floats({2}, {1, 1})};
  Tensor result = program.result(arguments), mean = program.result(arguments, 1),
         variance = program.result(arguments, 2);
  for (int64_t channel = 0; channel < 2; ++channel) {
    double m = 0, v = 0, rm = 0, rv = 0, scale = channel == 0 ? 2 : 3, offset = channel == 0 ? 0 : 5;
    for (int64_t i = 0; i < 24; ++i)
      if (i / 3 % 2 == channel)
        m += input.at(i) / 12, rm += result.at(i) / 12;
    for (int64_t i = 0; i < 24; ++i)
      if (i / 3 % 2 == channel)
        v += (input.at(i) - m) * (input.at(i) - m) / 12, rv += (result.at(i) - rm) * (result.at(i) - rm) / 12;
    EXPECT_NEAR(rm, offset, 1e-5);
    EXPECT_NEAR(rv, scale * scale, 1e-4);
    EXPECT_NEAR(mean.at(channel), 10 + 0.25 * (m - 10), 1e-5);
    EXPECT_NEAR(variance.at(channel), 1 + 0.25 * (v - 1), 1e-5);
  }
}

TEST(Selection, GlobalAveragePoolIsTheMeanOfTheImage) {
  for (const char *op : {"ttir.global_avg_pool2d", "ttnn.global_avg_pool2d"}) {
    Program program(oneOp(op, {"tensor<1x2x3x2xf32>"}, {"tensor<1x1x1x2xf32>"}));
    EXPECT_EQ(values(program.result({iota({1, 2, 3, 2})})), V({5, 6}));
  }
}

TEST(Selection, EluIsExpBelowZeroOnly) {
  for (const char *op : {"ttir.elu <{alpha = 2.0 : f32}>", "ttnn.elu <{alpha = 2.0 : f32}>"}) {
    Program program(oneOp(op, {"tensor<3xf32>"}, {"tensor<3xf32>"}));
    Tensor result = program.result({floats({3}, {-1, 0, 3})});
    EXPECT_FLOAT_EQ(result.at(0), 2 * (std::exp(-1.0) - 1));
    EXPECT_EQ(result.at(1), 0);
    EXPECT_EQ(result.at(2), 3);
  }
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

TEST(Constants, DenseSplatAndResource) {
  auto constant = [](const std::string &value, const std::string &type, const std::string &more = "") {
    return Program("module {\n" + oneOp("ttir.constant <{value = " + value + "}>", {}, {type}) + "}\n" + more)
        .result({});
  };
  EXPECT_EQ(values(constant("dense<[[1.0, -2.5], [257.0, 0.5]]> : tensor<2x2xf32>", "tensor<2x2xf32>")),
            V({1, -2.5, 257, 0.5}));
  EXPECT_EQ(values(constant("dense<3.0> : tensor<2x2xbf16>", "tensor<2x2xbf16>")), V({3, 3, 3, 3}));
  EXPECT_EQ(values(constant("dense<[true, false]> : tensor<2xi1>", "tensor<2xi1>")), V({1, 0}));
  EXPECT_EQ(values(constant("dense<[255, 0]> : tensor<2xui8>", "tensor<2xui8>")), V({255, 0}));
  EXPECT_EQ(values(constant("dense<[-1, 2147483647]> : tensor<2xi32>", "tensor<2xi32>")), V({-1, 2147483647}));
  EXPECT_EQ(constant("dense<9007199254740993> : tensor<1xi64>", "tensor<1xi64>").integers()[0], 9007199254740993);
  // Little-endian bytes behind four of alignment: 3f800000 and c0000000 are 1 and -2 in f32, their upper halves in
  // bf16.
  EXPECT_EQ(values(constant("dense_resource<r> : tensor<2xf32>", "tensor<2xf32>",
                            "{-# dialect_resources: { builtin: { r: \"0x040000000000803F000000C0\" } } #-}")),
            V({1, -2}));
  EXPECT_EQ(values(constant("dense_resource<r> : tensor<2xbf16>", "tensor<2xbf16>",
                            "{-# dialect_resources: { builtin: { r: \"0x02000000803F00C0\" } } #-}")),
            V({1, -2}));
}

TEST(Constants, AResourceOfTheWrongSizeIsAnError) {
  Program program("module {\n" +
                  oneOp("ttir.constant <{value = dense_resource<r> : tensor<3xf32>}>", {}, {"tensor<3xf32>"}) +
                  "}\n{-# dialect_resources: { builtin: { r: \"0x040000000000803F000000C0\" } } #-}");
  EXPECT_THAT(program.error({}), HasSubstr("resource 'r' has 8 bytes for 3 elements of f32"));
}

//===----------------------------------------------------------------------===//
// Gradients, random numbers
//===----------------------------------------------------------------------===//

TEST(Gradients, GeluBackwardIsTheSlopeOfGelu) {
  Tensor x = random({1, 64}, 8), gradient = random({1, 64}, 9);
  auto gelu = [](double v, bool byTanh) {
    return byTanh ? 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)))
                  : 0.5 * v * (1 + std::erf(v / std::sqrt(2)));
  };
  for (const char *op : {"ttir.gelu_backward", "ttnn.gelu_bw"})
    for (bool byTanh : {false, true}) {
      Program program(oneOp(std::string(op) + " <{approximate = \"" + (byTanh ? "tanh" : "none") + "\"}>",
                            {"tensor<1x64xf32>", "tensor<1x64xf32>"}, {"tensor<1x64xf32>"}));
      Tensor result = program.result({gradient, x});
      for (int64_t i = 0; i < 64; ++i) {
        double h = 1e-5, slope = (gelu(x.at(i) + h, byTanh) - gelu(x.at(i) - h, byTanh)) / (2 * h);
        EXPECT_NEAR(result.at(i), gradient.at(i) * slope, 1e-5) << op << " " << byTanh;
      }
    }
}

// <embedding(w), g> = <w, embedding_backward(g)> for every w: one is the transpose of the other.
TEST(Gradients, EmbeddingBackwardIsTheTransposeOfEmbedding) {
  std::vector<int64_t> chosen(32, 4);
  chosen[0] = chosen[4] = 0, chosen[3] = 1;
  Tensor indices = integers({2, 16}, chosen), table = wholeNumbers({5, 4}, 10);
  Tensor gradient = wholeNumbers({2, 16, 4}, 11);
  chosen[1] = 5;
  Tensor outside = integers({2, 16}, chosen);
  for (bool library : {false, true}) {
    Program program(
        library ? oneOp("ttnn.embedding_bw", {"tensor<1x1x1x32xi32>", "tensor<5x4xf32>", "tensor<1x1x32x4xf32>"},
                        {"tensor<1x1x5x4xf32>"})
                : oneOp("ttir.embedding_backward", {"tensor<2x16xi32>", "tensor<5x4xf32>", "tensor<2x16x4xf32>"},
                        {"tensor<5x4xf32>"}));
    auto shaped = [&](const Tensor &tensor, const Shape &shape) { return library ? *tensor.reshaped(shape) : tensor; };
    Tensor flat = shaped(gradient, {1, 1, 32, 4});
    Tensor back = program.result({shaped(indices, {1, 1, 1, 32}), table, flat}), rows = *embedding(indices, table);
    double left = 0, right = 0;
    for (int64_t i = 0; i < 128; ++i)
      left += rows.at(i) * gradient.at(i);
    for (int64_t i = 0; i < 20; ++i)
      right += table.at(i) * back.at(i);
    EXPECT_EQ(left, right);
    EXPECT_EQ(back.at(2 * 4), 0); // nobody asked for row 2
    EXPECT_EQ(back.at(4), gradient.at(12));
    EXPECT_THAT(program.error({shaped(outside, {1, 1, 1, 32}), table, flat}),
                HasSubstr("embedding index 5 at position 1"));
  }
}

TEST(Random, NUMN14_RandIsUniformAndDecidedByItsSeed) {
  std::string shape = "tensor<100x100xf32>";
  auto numbers = [&](const std::string &op) { return Program(oneOp(op, {}, {shape})).result({}); };
  auto ttir = [&](const char *seed) {
    return numbers(
        std::string("ttir.rand <{size = [100 : i32, 100 : i32], low = -1.0 : f32, high = 3.0 : f32, seed = ") + seed +
        " : ui32}>");
  };
  Tensor one = ttir("1"), again = ttir("1"), two = ttir("2");
  std::string onTiles = "tensor<100x100xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, "
                        "memref<4x4x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>";
  Tensor lowered =
      Program("func.func @main() -> " + onTiles + " {\n  %d = \"ttnn.get_device\"() : () -> !ttnn.device\n" +
              "  %r = \"ttnn.rand\"(%d) <{size = #ttnn.shape<100x100>, low = -1.0 : f32, high = 3.0 : f32, " +
              "seed = 1 : ui32}> : (!ttnn.device) -> " + onTiles + "\n  return %r : " + onTiles + "\n}")
          .result({});
  EXPECT_EQ(values(one), values(again));
  EXPECT_EQ(values(one), values(lowered));
  EXPECT_NE(values(one), values(two));
  double sum = 0, square = 0;
  for (double value : values(one)) {
    EXPECT_TRUE(value >= -1 && value <= 3);
    sum += value / 10000;
    square += value * value / 10000;
  }
  EXPECT_NEAR(sum, 1, 0.05);                          // the middle
  EXPECT_NEAR(square - sum * sum, 16.0 / 12.0, 0.05); // (high - low)^2 / 12
}

TEST(Random, NUMN14_DropoutKeepsItsShareScaled) {
  Tensor ones = mapped(iota({100, 100}), 0, 1);
  for (const char *dialect : {"ttir", "ttnn"}) {
    auto drop = [&](const std::string &attributes) {
      return Program(oneOp(std::string(dialect) + ".dropout <{" + attributes + "}>", {"tensor<100x100xf32>"},
                           {"tensor<100x100xf32>"}))
          .result({ones});
    };
    Tensor result = drop("prob = 0.25 : f32, scale = 2.0 : f32, seed = 7 : ui32");
    int64_t zeros = 0;
    for (double value : values(result)) {
      EXPECT_TRUE(value == 0 || value == 2);
      zeros += value == 0;
    }
    EXPECT_NEAR(static_cast<double>(zeros), 2500, 200);
    EXPECT_EQ(values(result), values(drop("prob = 0.25 : f32, scale = 2.0 : f32, seed = 7 : ui32")));
    EXPECT_EQ(values(drop("prob = 0.0 : f32, scale = 1.0 : f32")), values(ones));
  }
}

// Chips draw from seeds of their own, or all from one.
TEST(Random, NUMN14_DropoutOnAMesh) {
  for (bool own : {false, true}) {
    Program program("module attributes {ttcore.meshes = #ttcore.meshes<[<\"mesh\" = 1x2>]>} {\n" +
                    oneOp(std::string("ttir.dropout <{prob = 0.5 : f32, scale = 1.0 : f32, use_per_device_seed = ") +
                              (own ? "true" : "false") + "}>",
                          {"tensor<10x10xf32>"}, {"tensor<10x10xf32>"}) +
                    "}");
    Result<FunctionRun> run = program.run({mapped(iota({10, 10}), 0, 1)});
    ASSERT_TRUE(run.ok()) << run.error().message;
    EXPECT_EQ(values(run->results[0][0]) == values(run->results[0][1]), !own);
  }
}

//===----------------------------------------------------------------------===//
// Ops of other suites, from text
//===----------------------------------------------------------------------===//

TEST(DataMovement, SliceDynamicIsSliceStatic) {
  Tensor input = iota({4, 6});
  for (const char *op : {"ttir.slice_dynamic", "ttnn.slice_dynamic"}) {
    Program program(oneOp(std::string(op) + " <{step = [1 : i32, 2 : i32]}>",
                          {"tensor<4x6xf32>", "tensor<2xi32>", "tensor<2xi32>"}, {"tensor<2x2xf32>"}));
    EXPECT_EQ(values(program.result({input, integers({2}, {1, 2}), integers({2}, {3, 6})})),
              values(*slice(input, {1, 2}, {3, 6}, {1, 2})));
    // Ends behind the input are its end, begins behind it leave nothing, which is no 2x2.
    EXPECT_EQ(values(program.result({input, integers({2}, {2, 2}), integers({2}, {40, 60})})),
              values(*slice(input, {2, 2}, {4, 6}, {1, 2})));
    EXPECT_THAT(program.error({input, integers({2}, {2, 5}), integers({2}, {4, 6})}), HasSubstr("NUM-E2"));
  }
}

// A kernel of depth 1 is conv2d of every slice; one of depth 2 is the sum of two.
TEST(SlidingWindow, Conv3dIsASumOfConv2d) {
  Tensor input = wholeNumbers({2, 3, 5, 4, 6}, 12), weight = wholeNumbers({8, 3, 2, 3, 3}, 13);
  Tensor bias = wholeNumbers({1, 1, 1, 1, 8}, 14);
  Window window;
  window.kernelH = window.kernelW = 3;
  window.strideH = 2;
  window.top = window.bottom = window.left = window.right = 1;
  auto plane = [](const Tensor &tensor, int64_t dim, int64_t at) {
    Shape begins(5, 0), ends = tensor.shape(), ones(5, 1), shape;
    begins[dim] = at;
    ends[dim] = at + 1;
    for (int64_t i = 0; i < 5; ++i)
      if (i != dim)
        shape.push_back(tensor.dim(i));
    return *slice(tensor, begins, ends, ones)->reshaped(shape);
  };
  // Depths 0+1 and 1+2 without padding in depth.
  std::vector<Tensor> sums;
  for (int64_t depth = 0; depth < 2; ++depth) {
    Tensor first = *conv2d(plane(input, 1, depth), plane(weight, 2, 0), window, 2, ElementType::F32);
    Tensor second = *conv2d(plane(input, 1, depth + 1), plane(weight, 2, 1), window, 2, ElementType::F32);
    sums.push_back(*applyBinary(*findBinary("add"), first, second, ElementType::F32));
    sums.back() = *applyBinary(*findBinary("add"), sums.back(), *bias.reshaped({8}), ElementType::F32);
    Shape shape = sums.back().shape();
    shape.insert(shape.begin() + 1, 1);
    sums.back() = *sums.back().reshaped(shape);
  }
  const Tensor *parts[] = {&sums[0], &sums[1]};
  Tensor expected = *concat(parts, 1);
  Program ttir(oneOp("ttir.conv3d <{stride = array<i32: 1, 2, 1>, padding = array<i32: 0, 1, 1>, groups = 2 : i32}>",
                     {"tensor<2x3x5x4x6xf32>", "tensor<8x3x2x3x3xf32>", "tensor<1x1x1x1x8xf32>"},
                     {"tensor<2x2x3x4x8xf32>"}));
  EXPECT_EQ(values(ttir.result({input, weight, bias})), values(expected));
  // The device takes rows by kernel depth, row, column, channel.
  Tensor rows = *permute(weight, {2, 3, 4, 1, 0})->reshaped({54, 8});
  Program ttnn(
      R"(func.func @main(%i: tensor<2x3x5x4x6xf32>, %w: tensor<54x8xf32>, %b: tensor<1x8xf32>) -> tensor<2x2x3x4x8xf32> {
      %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
      %0 = "ttnn.conv3d"(%i, %w, %b, %d) <{in_channels = 6 : i32, out_channels = 8 : i32, batch_size = 2 : i32,
        input_depth = 3 : i32, input_height = 5 : i32, input_width = 4 : i32, kernel_size = array<i32: 2, 3, 3>,
        stride = array<i32: 1, 2, 1>, padding = array<i32: 0, 1, 1>, groups = 2 : i32}>
        : (tensor<2x3x5x4x6xf32>, tensor<54x8xf32>, tensor<1x8xf32>, !ttnn.device) -> tensor<2x2x3x4x8xf32>
      return %0 : tensor<2x2x3x4x8xf32>
    })");
  EXPECT_EQ(values(ttnn.result({input, rows, *bias.reshaped({1, 8})})), values(expected));
}

// Replicated borders: a kernel of ones over a constant image gives the number of taps everywhere, zeros give less.
TEST(SlidingWindow, Conv3dReplicatesBorders) {
  Tensor input = mapped(iota({1, 2, 2, 2, 1}), 0, 1), weight = mapped(iota({1, 1, 3, 3, 3}), 0, 1);
  auto run = [&](const char *mode) {
    return Program(oneOp(std::string("ttir.conv3d <{stride = 1 : i32, padding = 1 : i32, groups = 1 : i32, "
                                     "padding_mode = \"") +
                             mode + "\"}>",
                         {"tensor<1x2x2x2x1xf32>", "tensor<1x1x3x3x3xf32>"}, {"tensor<1x2x2x2x1xf32>"}))
        .result({input, weight});
  };
  EXPECT_EQ(values(run("replicate")), V(8, 27));
  EXPECT_EQ(values(run("zeros")), V(8, 8));
}

TEST(SlidingWindow, MaxPoolIndicesPointAtTheMaxima) {
  Tensor input = random({2, 5, 6, 3}, 15);
  Program ttir(oneOp("ttir.max_pool2d_with_indices <{kernel = array<i32: 3, 2>, stride = array<i32: 2, 2>, "
                     "dilation = array<i32: 1, 1>, padding = array<i32: 1, 0, 1, 0>, ceil_mode = false}>",
                     {"tensor<2x5x6x3xf32>"}, {"tensor<2x3x3x3xf32>", "tensor<2x3x3x3xi32>"}));
  Program ttnn(oneOp("ttnn.max_pool2d_with_indices <{batch_size = 2 : si32, input_height = 5 : si32, "
                     "input_width = 6 : si32, channels = 3 : si32, kernel_size = array<i32: 3, 2>, "
                     "stride = array<i32: 2, 2>, padding = array<i32: 1, 0, 1, 0>, dilation = array<i32: 1, 1>, "
                     "ceil_mode = false}>",
                     {"tensor<1x1x60x3xf32>"}, {"tensor<1x1x18x3xf32>", "tensor<1x1x18x3xi32>"}));
  Window window;
  window.kernelH = 3, window.kernelW = 2, window.strideH = window.strideW = 2, window.top = window.bottom = 1;
  Tensor pooled = *pool2d(Pool::Max, input, window, false, true, ElementType::F32);
  Tensor maxima = ttir.result({input}), indices = ttir.result({input}, 1), flat = *input.reshaped({1, 1, 60, 3});
  EXPECT_EQ(values(maxima), values(pooled));
  for (int64_t i = 0; i < maxima.numElements(); ++i) {
    int64_t image = i / 27, channel = i % 3;
    EXPECT_EQ(input.at((image * 30 + static_cast<int64_t>(indices.at(i))) * 3 + channel), maxima.at(i));
  }
  EXPECT_EQ(values(ttnn.result({flat})), values(maxima));
  EXPECT_EQ(values(ttnn.result({flat}, 1)), values(indices));
}

// The cache cut into blocks that lie anywhere: attention through the page table is attention over the whole cache.
TEST(Attention, PagedDecodeIsDecodeThroughThePageTable) {
  Tensor query = random({1, 2, 4, 8}, 16), keys = random({5, 2, 32, 8}, 17), cached = random({5, 2, 32, 8}, 18);
  Tensor table = integers({2, 3}, {4, 0, 2, 1, 3, 7}), positions = integers({2}, {75, 50}); // block 7 is behind the end
  auto whole = [&](const Tensor &blocks, int64_t pages) {
    std::vector<float> joined;
    for (int64_t user = 0; user < 2; ++user)
      for (int64_t head = 0; head < 2; ++head)
        for (int64_t page = 0; page < pages; ++page)
          for (int64_t i = 0; i < 32 * 8; ++i) {
            int64_t block = static_cast<int64_t>(table.at(user * 3 + page));
            joined.push_back(block > 4 ? 0 : static_cast<float>(blocks.at((block * 2 + head) * 256 + i)));
          }
    return floats({2, 2, pages * 32, 8}, joined);
  };
  std::string cache = "tensor<5x2x32x8xf32>", plainCache = "tensor<2x2x96x8xf32>", q = "tensor<1x2x4x8xf32>";
  for (std::string dialect : {"ttir", "ttnn"}) {
    Program paged(oneOp(dialect + ".paged_scaled_dot_product_attention_decode <{is_causal = true, scale = 0.5 : f32, "
                                  "operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}>",
                        {q, cache, cache, "tensor<2x3xi32>", "tensor<2xi32>"}, {q}));
    Program plain(oneOp(dialect + ".scaled_dot_product_attention_decode <{is_causal = true, scale = 0.5 : f32, "
                                  "operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}>",
                        {q, plainCache, plainCache, "tensor<2xi32>"}, {q}));
    EXPECT_EQ(values(paged.result({query, keys, cached, table, positions})),
              values(plain.result({query, whole(keys, 3), whole(cached, 3), positions})));
  }
}

static std::string onTwoByTwo(const std::string &op) {
  return "module attributes {ttcore.meshes = #ttcore.meshes<[<\"mesh\" = 2x2>]>} {\n" + op + "}";
}
static std::vector<double> firsts(Result<FunctionRun> run) {
  EXPECT_TRUE(run.ok()) << (run.ok() ? "" : run.error().message);
  std::vector<double> result;
  for (size_t chip = 0; run.ok() && chip < run->results[0].size(); ++chip)
    result.push_back(run->results[0][chip].at(0));
  return result;
}

TEST(Collectives, PermuteAndPointToPointSendWholeTensors) {
  for (std::string dialect : {"ttir", "ttnn"}) {
    Program permuted(onTwoByTwo(oneOp(
        dialect + ".collective_permute <{source_target_pairs = dense<[[0, 1], [1, 3], [3, 2]]> : tensor<3x2xi64>}>",
        {"tensor<1xf32>"}, {"tensor<1xf32>"})));
    std::vector<PerChip> chips = {{floats({1}, {10}), floats({1}, {11}), floats({1}, {12}), floats({1}, {13})}};
    EXPECT_EQ(firsts(runFunction(permuted.function(), chips)), V({0, 10, 13, 11}));
    std::string attributes = " <{sender_coord = array<i64: 0, 1>, receiver_coord = array<i64: 1, 0>}>";
    Program sent(onTwoByTwo(oneOp(dialect + ".point_to_point" + attributes, {"tensor<1xf32>"}, {"tensor<1xf32>"})));
    EXPECT_EQ(firsts(runFunction(sent.function(), chips)), V({10, 11, 11, 13}));
    Program into(onTwoByTwo(
        oneOp(dialect + ".point_to_point" + attributes, {"tensor<1xf32>", "tensor<1xf32>"}, {"tensor<1xf32>"})));
    chips.push_back({floats({1}, {1}), floats({1}, {2}), floats({1}, {3}), floats({1}, {4})});
    EXPECT_EQ(firsts(runFunction(into.function(), chips)), V({1, 2, 11, 4}));
  }
}

TEST(Collectives, MeshShardCutsAndJoins) {
  for (std::string dialect : {"ttir", "ttnn"}) {
    std::string both = ", shard_shape = array<i64: 2, 2>, shard_dims = array<i64: 1, 0>}>";
    std::string type = dialect + ".mesh_shard <{shard_type = #ttcore.shard_type<devices>, shard_direction = ";
    Program cut(onTwoByTwo(
        oneOp(type + "#ttcore.shard_direction<full_to_shard>" + both, {"tensor<4x6xf32>"}, {"tensor<2x3xf32>"})));
    Tensor whole = iota({4, 6});
    Result<FunctionRun> parts = cut.run({whole});
    ASSERT_TRUE(parts.ok()) << parts.error().message;
    // Mesh rows cut the columns, mesh columns the rows: chip (0, 1) holds rows 2 and 3, columns 0 to 2.
    EXPECT_EQ(values(parts->results[0][1]), V({12, 13, 14, 18, 19, 20}));
    EXPECT_EQ(values(parts->results[0][2]), V({3, 4, 5, 9, 10, 11}));
    Program join(onTwoByTwo(
        oneOp(type + "#ttcore.shard_direction<shard_to_full>" + both, {"tensor<2x3xf32>"}, {"tensor<4x6xf32>"})));
    Result<FunctionRun> joined = runFunction(join.function(), parts->results);
    ASSERT_TRUE(joined.ok()) << joined.error().message;
    for (const Tensor &chip : joined->results[0])
      EXPECT_EQ(values(chip), values(whole));
  }
}

//===----------------------------------------------------------------------===//
// Large tensors
//===----------------------------------------------------------------------===//

// A table of more than 2^20 elements is turned, reshaped and read from without being unpacked; an index outside it is
// still named by the kernel.
TEST(PackedMovement, GivesWhatTheKernelsGive) {
  Program program(R"(
    func.func @main(%t: tensor<1024x1030xbf16>, %i: tensor<3xi32>) -> (tensor<3x1024xbf16>, tensor<1x1030x1024xbf16>) {
      %0 = "ttir.permute"(%t) <{permutation = array<i64: 1, 0>}> : (tensor<1024x1030xbf16>) -> tensor<1030x1024xbf16>
      %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 1030 : i32, 1024 : i32]}> : (tensor<1030x1024xbf16>) -> tensor<1x1030x1024xbf16>
      %2 = "ttir.embedding"(%i, %0) : (tensor<3xi32>, tensor<1030x1024xbf16>) -> tensor<3x1024xbf16>
      return %2, %1 : tensor<3x1024xbf16>, tensor<1x1030x1024xbf16>
    })");
  Tensor table = random({1024, 1030}, 4, ElementType::BF16), turned = *permute(table, {1, 0});
  Tensor rows = integers({3}, {1029, 0, 1029});
  EXPECT_EQ(values(program.result({table, rows})), values(*embedding(rows, turned)));
  EXPECT_EQ(values(program.result({table, rows}, 1)), values(turned));
  EXPECT_THAT(program.error({table, integers({3}, {0, 1030, 0})}), HasSubstr("index 1030 at position 1"));
}

// Rows of 1030: a block of 16 ends with its row.
TEST(PackedMovement, CastsAsTheKernelDoes) {
  auto text = [](const std::string &op, const std::string &type) {
    return "func.func @main(%t: tensor<1024x1030xbf16>) -> tensor<1024x1030x" + type + "> {\n%0 = \"" + op +
           "\"(%t) : (tensor<1024x1030xbf16>) -> tensor<1024x1030x" + type + ">\nreturn %0 : tensor<1024x1030x" + type +
           ">\n}";
  };
  Tensor table = random({1024, 1030}, 5, ElementType::BF16);
  Program wide(text("ttir.typecast", "f32")), blocks(text("ttnn.typecast", "!ttcore.tile<32x32, bfp_bf8>"));
  EXPECT_EQ(values(wide.result({table})), values(table));
  EXPECT_EQ(values(blocks.result({table})), values(*table.convertedTo(ElementType::BFP8)));
}
