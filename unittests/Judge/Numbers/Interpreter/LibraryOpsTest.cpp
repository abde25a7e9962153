//===- LibraryOpsTest.cpp - Ops of later versions, from text --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"

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

//===----------------------------------------------------------------------===//
// Kernels of the library
//===----------------------------------------------------------------------===//

// The kernel (-1, 0, 1) on squares: (i + 1)^2 - (i - 1)^2 = 4 i.
TEST(LibraryOps, Conv1dOfSquaresGivesFourTimesThePosition) {
  Tensor squares = floats({1, 6, 1}, {0, 1, 4, 9, 16, 25}), kernel = floats({1, 1, 3}, {-1, 0, 1});
  auto run = [&](const std::string &window, int64_t length) {
    std::string result = "tensor<1x" + std::to_string(length) + "x1xf32>";
    Program program(oneOp("ttir.conv1d <{groups = 1 : i32, " + window + "}>",
                          {"tensor<1x6x1xf32>", "tensor<1x1x3xf32>"}, {result}));
    return values(program.result({squares, kernel}));
  };
  EXPECT_EQ(run("stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32", 4), (V{4, 8, 12, 16}));
  EXPECT_EQ(run("stride = 2 : i32, padding = 0 : i32, dilation = 1 : i32", 2), (V{4, 12}));
  EXPECT_EQ(run("stride = 1 : i32, padding = 0 : i32, dilation = 2 : i32", 2), (V{16, 24}));
  EXPECT_EQ(run("stride = 1 : i32, padding = array<i32: 1, 0>, dilation = 1 : i32", 5), (V{1, 4, 8, 12, 16}));
}

// Two groups, each the sum of its two channels of two neighbours, plus a bias; channels before the length in TTIR.
TEST(LibraryOps, Conv1dInGroups) {
  Tensor weight = floats({2, 2, 2}, std::vector<float>(8, 1)), bias = floats({1, 1, 2}, {100, 200});
  Program ttnn("func.func @main(%x: tensor<1x3x4xf32>, %w: tensor<2x2x2xf32>, %b: tensor<1x1x1x2xf32>) -> "
               "tensor<1x1x2x2xf32> {\n"
               "  %d = \"ttnn.get_device\"() : () -> !ttnn.device\n"
               "  %0 = \"ttnn.conv1d\"(%x, %w, %b, %d) <{batch_size = 1 : i32, dilation = 1 : i32, groups = 2 : i32, "
               "in_channels = 4 : i32, input_length = 3 : i32, kernel_size = 2 : i32, out_channels = 2 : i32, padding "
               "= array<i32: 0, 0>, stride = 1 : i32}> : (tensor<1x3x4xf32>, tensor<2x2x2xf32>, tensor<1x1x1x2xf32>, "
               "!ttnn.device) -> tensor<1x1x2x2xf32>\n  return %0 : tensor<1x1x2x2xf32>\n}");
  EXPECT_EQ(values(ttnn.result({iota({1, 3, 4}), weight, *bias.reshaped({1, 1, 1, 2})})), (V{110, 218, 126, 234}));
  Program ttir(oneOp("ttir.conv1d <{groups = 2 : i32, stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, "
                     "channel_dim = 1 : i64, length_dim = 2 : i64}>",
                     {"tensor<1x4x3xf32>", "tensor<2x2x2xf32>", "tensor<1x1x2xf32>"}, {"tensor<1x2x2xf32>"}));
  Tensor turned = floats({1, 4, 3}, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11});
  EXPECT_EQ(values(ttir.result({turned, weight, bias})), (V{110, 126, 218, 234}));
}

// Values of a group are its mean plus or minus one distance: they become -1 and 1.
TEST(LibraryOps, GroupNormOfTTNN) {
  Program program(oneOp("ttnn.group_norm <{epsilon = 0.0 : f32, num_groups = 2 : i64, operandSegmentSizes = "
                        "array<i32: 1, 0, 1, 1>}>",
                        {"tensor<1x1x2x4xf32>", "tensor<4xf32>", "tensor<4xf32>"}, {"tensor<1x1x2x4xf32>"}));
  Tensor result = program.result(
      {floats({1, 1, 2, 4}, {1, 3, 0, 0, 1, 3, 8, 8}), floats({4}, {1, 2, 3, 4}), floats({4}, {0, 0, 0, 10})});
  EXPECT_EQ(values(result), (V{-1, 2, -3, 6, -1, 2, 3, 14}));
}

// A pair (r cos a, r sin a) becomes (r cos (a + t), r sin (a + t)).
TEST(LibraryOps, RotaryEmbeddingByMatrixTurnsPairs) {
  std::vector<float> exchange(32 * 32), x(64), cos(64), sin(64), wanted(64);
  for (int i = 0; i < 32; i += 2) {
    exchange[(i + 1) * 32 + i] = -1;
    exchange[i * 32 + i + 1] = 1;
  }
  for (int i = 0; i < 64; i += 2) {
    double r = 1, a = 0.1 * i, t = 0.3 + 0.05 * i;
    x[i] = static_cast<float>(r * std::cos(a)), x[i + 1] = static_cast<float>(r * std::sin(a));
    cos[i] = cos[i + 1] = static_cast<float>(std::cos(t)), sin[i] = sin[i + 1] = static_cast<float>(std::sin(t));
    wanted[i] = static_cast<float>(r * std::cos(a + t)), wanted[i + 1] = static_cast<float>(r * std::sin(a + t));
  }
  auto onTiles = [](const std::string &shape, int columns) {
    return "tensor<" + shape +
           "xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x" +
           std::to_string(columns) + "x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>";
  };
  std::string row = onTiles("1x1x1x64", 2);
  Program program(
      oneOp("ttnn.rotary_embedding_llama <{is_decode_mode = false}>", {row, row, row, onTiles("1x1x32x32", 1)}, {row}));
  Shape shape{1, 1, 1, 64};
  Tensor result =
      program.result({floats(shape, x, ElementType::BF16), floats(shape, cos, ElementType::BF16),
                      floats(shape, sin, ElementType::BF16), floats({1, 1, 32, 32}, exchange, ElementType::BF16)});
  expectNear(result, floats(shape, wanted, ElementType::BF16), 0.02);
}

TEST(LibraryOps, HeadsOfTheLibrary) {
  Program join(oneOp("ttnn.nlp_concat_heads", {"tensor<1x2x2x2xf32>"}, {"tensor<1x1x2x4xf32>"}));
  EXPECT_EQ(values(join.result({iota({1, 2, 2, 2})})), (V{0, 1, 4, 5, 2, 3, 6, 7}));
  for (auto [result, wanted] :
       {std::pair(0, V{0, 1, 2, 3, 8, 9, 10, 11}), {1, V{4, 5, 12, 13}}, {2, V{6, 7, 14, 15}}}) {
    Program split(oneOp("ttnn.nlp_create_qkv_heads_decode <{num_heads = 2 : ui32, num_kv_heads = 1 : ui32}>",
                        {"tensor<1x1x2x8xf32>"},
                        {"tensor<1x2x2x2xf32>", "tensor<1x2x1x2xf32>", "tensor<1x2x1x2xf32>"}));
    EXPECT_EQ(values(split.result({iota({1, 1, 2, 8})}, result)), wanted);
  }
}

// Chunk by chunk the rows of causal attention over all; the pages lie in another order than the positions.
TEST(LibraryOps, ChunkedAttentionIsCausalAttention) {
  Tensor query = random({1, 4, 64, 16}, 1), pages = random({3, 2, 32, 16}, 2), held = random({3, 2, 32, 16}, 3);
  Tensor table = integers({1, 3}, {2, 0, 1}), keys = *joinPages(pages, table), all = *joinPages(held, table);
  Attention causal;
  causal.causal = true;
  for (int64_t start : {0, 32}) {
    Shape begins{0, 0, start, 0}, ends{1, 4, start + 32, 16}, ones(4, 1);
    Tensor chunk = *slice(query, begins, ends, ones);
    Tensor whole = *attention(query, *slice(keys, Shape(4, 0), {1, 2, 64, 16}, ones),
                              *slice(all, Shape(4, 0), {1, 2, 64, 16}, ones), causal, ElementType::F32);
    Program program(oneOp(
        "ttnn.chunked_scaled_dot_product_attention",
        {"tensor<1x4x32x16xf32>", "tensor<3x2x32x16xf32>", "tensor<3x2x32x16xf32>", "tensor<1x3xi32>", "tensor<1xi32>"},
        {"tensor<1x4x32x16xf32>"}));
    Tensor result = program.result({chunk, pages, held, table, integers({1}, {start})});
    expectNear(result, *slice(whole, begins, ends, ones), 1e-6);
    EXPECT_NE(program.error({chunk, pages, held, table, integers({1}, {65})}).find("start of the chunk"),
              std::string::npos);
  }
}

TEST(LibraryOps, LatentAttentionCutsTheValuesFromTheKeys) {
  Tensor query = random({1, 4, 64, 16}, 4), key = random({1, 1, 64, 16}, 5);
  Attention causal;
  causal.causal = true;
  Tensor value = *slice(key, Shape(4, 0), {1, 1, 64, 12}, Shape(4, 1));
  Program prefill(oneOp("ttnn.flash_mla_prefill <{head_dim_v = 12 : ui32, is_causal = true, operandSegmentSizes = "
                        "array<i32: 1, 1, 0, 0>}>",
                        {"tensor<1x4x64x16xf32>", "tensor<1x1x64x16xf32>"}, {"tensor<1x4x64x12xf32>"}));
  Tensor whole = *attention(query, key, value, causal, ElementType::F32);
  expectNear(prefill.result({query, key}), whole, 1e-6);
  // The last token of the same, with its keys in pages of 32.
  Tensor last = *permute(*slice(query, {0, 0, 63, 0}, {1, 4, 64, 16}, Shape(4, 1)), {0, 2, 1, 3});
  Program decode(oneOp("ttnn.paged_flash_multi_latent_attention_decode <{head_dim_v = 12 : ui32, is_causal = true, "
                       "operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}>",
                       {"tensor<1x1x4x16xf32>", "tensor<2x1x32x16xf32>", "tensor<1x2xi32>", "tensor<1xi32>"},
                       {"tensor<1x1x4x12xf32>"}));
  Tensor result = decode.result({last, *key.reshaped({2, 1, 32, 16}), integers({1, 2}, {0, 1}), integers({1}, {63})});
  expectNear(*permute(result, {0, 2, 1, 3}), *slice(whole, {0, 0, 63, 0}, {1, 4, 64, 12}, Shape(4, 1)), 1e-6);
}

TEST(LibraryOps, SamplingOfOneCandidateTakesTheLargest) {
  Program program(
      oneOp("ttnn.sampling",
            {"tensor<1x1x2x3xf32>", "tensor<1x1x2x3xi32>", "tensor<2xui32>", "tensor<2xf32>", "tensor<2xf32>"},
            {"tensor<1x1x1x2xui32>"}));
  Tensor logits = floats({1, 1, 2, 3}, {1, 5, 5, -3, -2, -1}), indices = integers({1, 1, 2, 3}, {70, 80, 90, 7, 8, 9});
  Tensor one = floats({2}, {1, 1});
  EXPECT_EQ(values(program.result({logits, indices, integers({2}, {1, 1}, ElementType::U32), one, one})), (V{80, 9}));
  EXPECT_NE(program.error({logits, indices, integers({2}, {1, 2}, ElementType::U32), one, one})
                .find("user 1 draws among k = 2"),
            std::string::npos);
}

// Logits x w + b = (1, 4, 2, 3): experts 1 and 3, one apart: 1 / (1 + 1/e) and the rest.
TEST(LibraryOps, RouterTakesTheSoftmaxOfTheBest) {
  // Logits 1, 4, 2, 3 of the first four experts, far below them those of the others.
  std::vector<float> weights(2 * 128), offsets(128, -100);
  weights[0] = weights[3] = weights[128 + 1] = weights[128 + 2] = weights[128 + 3] = 1;
  offsets[0] = offsets[2] = offsets[3] = 0, offsets[1] = 2;
  Tensor input = floats({1, 2}, {1, 2}), weight = floats({2, 128}, weights), bias = floats({1, 128}, offsets);
  for (int result : {0, 1}) {
    Program program(oneOp("ttnn.topk_router_gpt <{k = 2 : i32, num_experts = 128 : i32}>",
                          {"tensor<1x2xf32>", "tensor<2x128xf32>", "tensor<1x128xf32>"},
                          {"tensor<1x2xui16>", "tensor<1x2xf32>"}));
    Tensor got = program.result({input, weight, bias}, result);
    if (result == 0)
      EXPECT_EQ(values(got), (V{1, 3}));
    else
      expectNear(got, floats({1, 2}, {0.7310586f, 0.2689414f}), 1e-6);
  }
}

// Experts multiply by 1, 10, 100; products without a token are zero.
TEST(LibraryOps, SparseMatmulSkipsWhatIsNotChosen) {
  Tensor experts = floats({1, 3, 1, 1}, {1, 10, 100});
  auto run = [&](const char *op, const char *a, const char *mask, const char *result, const Tensor &x,
                 const Tensor &m) {
    return values(Program(oneOp(op, {a, "tensor<1x3x1x1xf32>", mask}, {result})).result({x, experts, m}));
  };
  EXPECT_EQ(run("ttir.sparse_matmul <{is_input_a_sparse = false, is_input_b_sparse = true}>", "tensor<1x2x1x1xf32>",
                "tensor<1x2x1x3xf32>", "tensor<1x2x1x3x1x1xf32>", floats({1, 2, 1, 1}, {2, 3}),
                floats({1, 2, 1, 3}, {1, 0, 1, 0, 1, 0})),
            (V{2, 0, 200, 0, 30, 0}));
  EXPECT_EQ(run("ttnn.sparse_matmul <{is_input_a_sparse = true, is_input_b_sparse = false}>", "tensor<2x3x1x1xf32>",
                "tensor<1x1x2x3xf32>", "tensor<2x3x1x1xf32>", floats({2, 3, 1, 1}, {1, 2, 3, 4, 5, 6}),
                floats({1, 1, 2, 3}, {1, 1, 0, 0, 0, 1})),
            (V{1, 20, 0, 0, 0, 600}));
}

TEST(LibraryOps, SizeOfADimensionAndACopy) {
  Program size(oneOp("ttir.get_dimension_size <{dimension = 1 : i32}>", {"tensor<2x7xf32>"}, {"tensor<1xi32>"}));
  EXPECT_EQ(values(size.result({iota({2, 7})})), (V{7}));
  Program copy(oneOp("ttnn.assign", {"tensor<2x2xf32>"}, {"tensor<2x2xf32>"}));
  EXPECT_EQ(values(copy.result({iota({2, 2})})), (V{0, 1, 2, 3}));
}

//===----------------------------------------------------------------------===//
// Types that say how they are quantized
//===----------------------------------------------------------------------===//

TEST(Quantization, NUMN22_ScaleOfTheElementType) {
  std::string half = "tensor<5x!quant.uniform<i8:f32, 0.5:3>>", small = "tensor<5x!quant.uniform<i8<-4:4>:f32, 0.5>>";
  Tensor x = floats({5}, {1.3f, -0.2f, 1000.0f, -1000.0f, 2.0f});
  Program to(oneOp("ttir.quantize", {"tensor<5xf32>"}, {half}));
  Tensor q = to.result({x});
  EXPECT_EQ(values(q), (V{6, 3, 127, -128, 7}));
  Program from(oneOp("ttir.dequantize", {half}, {"tensor<5xf32>"}));
  EXPECT_EQ(values(from.result({q})), (V{1.5, 0, 62, -65.5, 2}));
  Program again(oneOp("ttir.requantize", {half}, {small}));
  EXPECT_EQ(values(again.result({q})), (V{3, 0, 4, -4, 4})); // to the ends that the storage type says
}

TEST(Quantization, NUMN22_ScaleOfEachIndexOfTheTypesAxis) {
  Program to(oneOp("ttir.quantize", {"tensor<2x2xf32>"}, {"tensor<2x2x!quant.uniform<u8:f32:1, {1.0, 2.0:10}>>"}));
  EXPECT_EQ(values(to.result({floats({2, 2}, {4, 4, 8, -80})})), (V{4, 12, 8, 0}));
}

// The type says the range, the operands say scale and zero point.
TEST(Quantization, NUMN22_UnrolledOpsOfQuantizedTypes) {
  std::string small = "tensor<4x!quant.uniform<i8<-4:4>:f32, 0.5>>";
  Tensor x = floats({4}, {1.3f, -0.2f, 1000.0f, -1000.0f}), scale = floats({1}, {0.5f}), zero = integers({1}, {1});
  Program to(oneOp("ttir.quantize_unrolled", {"tensor<4xf32>", "tensor<1xf32>", "tensor<1xi32>"}, {small}));
  Tensor q = to.result({x, scale, zero});
  EXPECT_EQ(values(q), (V{4, 1, 4, -4}));
  Program from(oneOp("ttir.dequantize_unrolled", {small, "tensor<1xf32>", "tensor<1xi32>"}, {"tensor<4xf32>"}));
  EXPECT_EQ(values(from.result({q, scale, zero})), (V{1.5, 0, 1.5, -2.5}));
}

TEST(Quantization, OpsThatKnowNoScaleAreRefused) {
  std::string type = "tensor<4x!quant.uniform<i8:f32, 0.5>>";
  Program add(oneOp("ttir.neg", {type}, {type}));
  EXPECT_NE(add.error({*integers({4}, {1, 2, 3, 4}).convertedTo(ElementType::I8)}).find("NUM-E1"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Movement, attention, prepared weights
//===----------------------------------------------------------------------===//

TEST(DataMovement, RearrangeByNames) {
  Tensor input = iota({2, 3, 4});
  Program joined(
      oneOp("ttir.rearrange <{pattern = \"b s d -> (b s) d\"}>", {"tensor<2x3x4xf32>"}, {"tensor<6x4xf32>"}));
  EXPECT_EQ(values(joined.result({input})), values(input));
  Program turned(
      oneOp("ttir.rearrange <{pattern = \"a b c -> c (b a)\"}>", {"tensor<2x3x4xf32>"}, {"tensor<4x6xf32>"}));
  V result = values(turned.result({input}));
  for (int64_t c = 0; c < 4; ++c)
    for (int64_t b = 0; b < 3; ++b)
      for (int64_t a = 0; a < 2; ++a)
        EXPECT_EQ(result[(c * 3 + b) * 2 + a], input.at((a * 3 + b) * 4 + c));
}

TEST(DataMovement, ToLayoutKeepsTheElements) {
  Program program(oneOp("ttir.to_layout", {"tensor<3xf32>", "tensor<3xf32>"}, {"tensor<3xf32>"}));
  EXPECT_EQ(values(program.result({floats({3}, {1, 2, 3}), floats({3}, {7, 8, 9})})), (V{1, 2, 3}));
}

TEST(DataMovement, CopyAndWriteFillTheTarget) {
  std::string onDevice =
                  "tensor<3xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, "
                  "#ttnn.buffer_type<dram>>, <interleaved>>>",
              onHost = "tensor<3xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x3xbf16, "
                       "#ttnn.buffer_type<system_memory>>>>";
  for (auto [op, from] : {std::pair("ttnn.copy", onDevice), {"ttnn.write_tensor", onHost}}) {
    Program program("func.func @main(%a: " + from + ", %b: " + onDevice + ") { \"" + op + "\"(%a, %b) : (" + from +
                    ", " + onDevice + ") -> () return }");
    Tensor source = floats({3}, {1, 2, 256}, ElementType::BF16), target = floats({3}, {7, 8, 9}, ElementType::BF16);
    Result<FunctionRun> done = program.run({source, target});
    ASSERT_TRUE(done.ok()) << done.error().message;
    EXPECT_EQ(values(done->written.at(1)[0]), (V{1, 2, 256})) << op;
  }
}

// Queries that see nothing weigh all keys alike: row i is the mean of the values up to i.
TEST(LibraryOps, ForwardAttentionIsCausal) {
  for (const char *op : {"ttir.sdpa_fw", "ttnn.sdpa_fw"}) {
    Program program(
        oneOp(op, {"tensor<1x1x3x2xf32>", "tensor<1x1x3x2xf32>", "tensor<1x1x3x2xf32>"}, {"tensor<1x1x3x2xf32>"}));
    Tensor zeros = *Tensor::zeros(ElementType::F32, {1, 1, 3, 2});
    V result = values(program.result({zeros, zeros, floats({1, 1, 3, 2}, {3, 0, 9, 2, 6, 4})}));
    EXPECT_EQ(result, (V{3, 0, 6, 1, 6, 2}));
  }
}

// Two heads, two queries at positions 1 and 2, three keys: weights times the positive products.
TEST(LibraryOps, IndexerScoresAddWeightedPositiveProducts) {
  Program program(oneOp("ttnn.indexer_score_dsa <{chunk_start_idx = 1 : ui32}>",
                        {"tensor<1x2x2x1xf32>", "tensor<1x1x3x1xf32>", "tensor<1x2x2x1xf32>"},
                        {"tensor<1x1x2x3xf32>"}));
  V result = values(program.result({floats({1, 2, 2, 1}, {1, 2, -1, 3}), floats({1, 1, 3, 1}, {5, -7, 11}),
                                    floats({1, 2, 2, 1}, {10, 20, 30, 40})}));
  EXPECT_EQ(result, (V{50, 30 * 7, -INFINITY, 20 * 10 + 40 * 15, 0, 20 * 22 + 40 * 33}));
}

TEST(SlidingWindow, PreparedWeightsOfATransposedConvolution) {
  const char *text =
      R"(func.func @main(%i: tensor<1x1x9x4xf32>, %w: tensor<4x3x2x2xf32>) -> (TYPE, tensor<1x1x36x6xf32>) {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %p = "ttnn.prepare_conv_transpose2d_weights"(%w, %d) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>,
      groups = 2 : i32, has_bias = false, in_channels = 4 : i32, input_dtype = #ttcore.supportedDataTypes<f32>,
      input_height = 3 : i32, input_width = 3 : i32,
      input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>,
      input_tensor_layout = #ttnn.layout<tile>, kernel_size = array<i32: 2, 2>, out_channels = 6 : i32,
      padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>, weights_format = "IOHW"}>
      : (tensor<4x3x2x2xf32>, !ttnn.device) -> tensor<1x1x8x6xf32>
    %r = "ttnn.conv_transpose2d"(%i, WEIGHT, %d) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32,
      in_channels = 4 : i32, input_height = 3 : i32, input_width = 3 : i32, kernel_size = array<i32: 2, 2>,
      out_channels = 6 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>,
      stride = array<i32: 2, 2>}> : (tensor<1x1x9x4xf32>, WTYPE, !ttnn.device) -> tensor<1x1x36x6xf32>
    return %p, %r : TYPE, tensor<1x1x36x6xf32> })";
  auto with = [&](const std::string &weight, const std::string &type) {
    std::string made = text;
    for (auto [from, to] :
         {std::pair<std::string, std::string>{"WEIGHT", weight}, {"WTYPE", type}, {"TYPE", "tensor<1x1x8x6xf32>"}})
      for (size_t at = made.find(from); at != std::string::npos; at = made.find(from))
        made.replace(at, from.size(), to);
    return Program(made);
  };
  Tensor image = iota({1, 1, 9, 4}), weight = iota({4, 3, 2, 2});
  Program prepared = with("%p", "tensor<1x1x8x6xf32>"), raw = with("%w", "tensor<4x3x2x2xf32>");
  V rows = values(prepared.result({image, weight}, 0));
  for (int64_t c = 0; c < 4; ++c)
    for (int64_t o = 0; o < 3; ++o)
      for (int64_t tap = 0; tap < 4; ++tap)
        EXPECT_EQ(rows[(tap * 2 + c % 2) * 6 + c / 2 * 3 + o], weight.at((c * 3 + o) * 4 + tap));
  EXPECT_EQ(values(prepared.result({image, weight}, 1)), values(raw.result({image, weight}, 1)));
}

TEST(SlidingWindow, PreparedWeightsOfConv3dFillUpTheirChannels) {
  Program program(R"(func.func @main(%w: tensor<3x2x1x2x2xf32>) -> tensor<16x3xf32> {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %p = "ttnn.prepare_conv3d_weights"(%w, %d) <{alignment = 4 : i32, c_in_block = 4 : i32, groups = 1 : i32}>
      : (tensor<3x2x1x2x2xf32>, !ttnn.device) -> tensor<16x3xf32>
    return %p : tensor<16x3xf32> })");
  Tensor weight = iota({3, 2, 1, 2, 2});
  V rows = values(program.result({weight}));
  for (int64_t o = 0; o < 3; ++o)
    for (int64_t c = 0; c < 4; ++c)
      for (int64_t tap = 0; tap < 4; ++tap)
        EXPECT_EQ(rows[(tap * 4 + c) * 3 + o], c < 2 ? weight.at((o * 2 + c) * 4 + tap) : 0.0);
}

// Channel 0 holds 1 and 3: mean 2, biased variance 1; the statistics move half way, from 0 and 4.
TEST(Selection, LibraryBatchNormTrainingMovesItsStatistics) {
  Program program(oneOp("ttnn.batch_norm_training <{epsilon = 0.0 : f32, momentum = 0.5 : f32, operandSegmentSizes = "
                        "array<i32: 1, 1, 1, 0, 0>}>",
                        {"tensor<2x1x1x1xf32>", "tensor<1x1x1x1xf32>", "tensor<1x1x1x1xf32>"},
                        {"tensor<2x1x1x1xf32>"}));
  Result<FunctionRun> done =
      program.run({floats({2, 1, 1, 1}, {1, 3}), floats({1, 1, 1, 1}, {0}), floats({1, 1, 1, 1}, {4})});
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(values(done->results[0][0]), (V{-1, 1}));
  EXPECT_EQ(values(done->written.at(1)[0]), (V{1}));
  EXPECT_EQ(values(done->written.at(2)[0]), (V{2.5}));
}
