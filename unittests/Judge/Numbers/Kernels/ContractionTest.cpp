//===- ContractionTest.cpp - Contractions, windows, norms, attention ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"

#include "TensorBuilders.h"

#include <cmath>

using namespace alcove;
using namespace alcove::reference;

namespace {
constexpr ElementType f32 = ElementType::F32;
} // namespace

TEST(Matmul, ClosedFormTransposesAndRanks) {
  Tensor a = floats({2, 3}, {1, 2, 3, 4, 5, 6}), b = floats({3, 2}, {7, 8, 9, 10, 11, 12});
  EXPECT_EQ(values(*matmul(a, b, false, false, f32)), (V{58, 64, 139, 154}));
  EXPECT_EQ(values(*matmul(*transpose(a, 0, 1), b, true, false, f32)), (V{58, 64, 139, 154}));
  EXPECT_EQ(values(*matmul(a, *transpose(b, 0, 1), false, true, f32)), (V{58, 64, 139, 154}));
  EXPECT_EQ(matmul(floats({3}, {1, 1, 1}), b, false, false, f32)->shape(), Shape{2});
  EXPECT_EQ(values(*matmul(a, floats({3}, {1, 1, 1}), false, false, f32)), (V{6, 15}));
  EXPECT_EQ(matmul(floats({3}, {1, 2, 3}), floats({3}, {1, 2, 3}), false, false, f32)->at(0), 14);
  EXPECT_EQ(matmul(a, a, false, false, f32).error().message, "matmul of 2x3 and 2x3: inner sizes 3 and 2");
}

// NUM-N11: both ways keep the order of summation, so they agree bit for bit; sizes around the blocks of 4 and 16.
TEST(Matmul, NUMN11_BlockedEqualsPlainBitForBit) {
  Random sizes(7);
  for (int i = 0; i < 60; ++i) {
    int64_t m = sizes.between(1, 37), n = sizes.between(1, 50), k = sizes.between(1, 70);
    bool ta = sizes.chance(0.5), tb = sizes.chance(0.5), shared = sizes.chance(0.5);
    Tensor a = random(ta ? Shape{2, k, m} : Shape{2, m, k}, i), b = random(tb ? Shape{n, k} : Shape{k, n}, i + 100);
    if (!shared)
      b = *broadcastTo(b, tb ? Shape{2, n, k} : Shape{2, k, n});
    EXPECT_EQ(values(*matmul(a, b, ta, tb, f32, {}, Loops::Blocked)),
              values(*matmul(a, b, ta, tb, f32, {}, Loops::Plain)))
        << m << " " << n << " " << k;
  }
}

TEST(Matmul, NUMN11_TwoThreadsEqualPlain) {
  Tensor a = random({130, 200}, 1), b = random({200, 190}, 2); // above the work that is worth a thread
  EXPECT_EQ(values(*matmul(a, b, false, false, f32)), values(*matmul(a, b, false, false, f32, {}, Loops::Plain)));
  Tensor narrow = random({200, 3}, 3), tall = random({4000, 200}, 4);
  EXPECT_EQ(values(*matmul(tall, narrow, false, false, f32)),
            values(*matmul(tall, narrow, false, false, f32, {}, Loops::Plain)));
}

// A weight stays packed; large enough to be, with columns and rows that fill no panel.
TEST(Matmul, NUMN11_APackedRightSideGivesTheSameBits) {
  Tensor a = random({5, 1023}, 1), b = random({1023, 1030}, 2, ElementType::BF16), turned = *transpose(b, 0, 1);
  PackedTensor packed(b), packedTurned(turned);
  ASSERT_TRUE(packed.isPacked() && packedTurned.isPacked());
  std::vector<double> product = values(*matmul(a, b, false, false, f32, {}, Loops::Plain));
  EXPECT_EQ(values(*matmul(a, packed, false, false, f32)), product);
  EXPECT_EQ(values(*matmul(a, packedTurned, false, true, f32)), product);
  EXPECT_EQ(values(*dotGeneral(a, packed, {{}, {1}, {}, {0}}, f32)), product);
  EXPECT_EQ(values(*dotGeneral(a, packedTurned, {{}, {1}, {}, {1}}, f32)), product);
  PackedTensor pairs = packed.reshaped({2, 1023, 515});
  Tensor one = *a.reshaped({5, 1, 1023});
  EXPECT_EQ(matmul(one, pairs, false, false, f32).ok(), false); // 5 and 2 matrices
  Tensor both = random({2, 3, 1023}, 4);
  EXPECT_EQ(values(*matmul(both, pairs, false, false, f32)),
            values(*matmul(both, pairs.unpacked(), false, false, f32, {}, Loops::Plain)));
}

TEST(Matmul, AssociativeOnWholeNumbers) {
  Tensor a = wholeNumbers({5, 7}, 1), b = wholeNumbers({7, 9}, 2), c = wholeNumbers({9, 4}, 3);
  auto times = [](const Tensor &x, const Tensor &y) { return *matmul(x, y, false, false, f32); };
  EXPECT_EQ(values(times(times(a, b), c)), values(times(a, times(b, c))));
}

TEST(Matmul, NUMN11_BiasAndActivationBeforeTheRounding) {
  Tensor a = floats({1, 1}, {1}), b = floats({1, 1}, {1}), bias = floats({1}, {0x1p-8f - 2});
  Epilogue epilogue{&bias, findUnary("neg")};
  // -(1 + 2^-8 - 2): rounding to bf16 after the product would lose nothing, after the sum it would.
  EXPECT_EQ(matmul(a, b, false, false, ElementType::F32, epilogue)->at(0), 1 - 0x1p-8);
}

TEST(Matmul, DotGeneralIsMatmulWithNamedDimensions) {
  Tensor a = wholeNumbers({3, 2, 5}, 1), b = wholeNumbers({4, 5, 2}, 2); // batch 2, contract 5
  Tensor result = *dotGeneral(a, b, {{1}, {2}, {2}, {1}}, f32);
  EXPECT_EQ(result.shape(), (Shape{2, 3, 4}));
  Tensor expected = *matmul(*permute(a, {1, 0, 2}), *permute(b, {2, 1, 0}), false, false, f32);
  EXPECT_EQ(values(result), values(expected));
  EXPECT_FALSE(dotGeneral(a, b, {{1}, {1}, {2}, {1}}, f32).ok());
  EXPECT_FALSE(dotGeneral(a, b, {{0}, {2}, {2}, {1}}, f32).ok());
}

TEST(SlidingWindow, NUMN11_BlockedConvolutionEqualsPlainBitForBit) {
  Random sizes(11);
  for (int i = 0; i < 40; ++i) {
    int64_t groups = sizes.between(1, 3), cg = sizes.between(1, 5), og = sizes.between(1, 20);
    Window window;
    window.strideH = sizes.between(1, 3), window.strideW = sizes.between(1, 2);
    window.dilationH = sizes.between(1, 2), window.dilationW = sizes.between(1, 2);
    window.top = sizes.between(0, 2), window.left = sizes.between(0, 2);
    window.bottom = sizes.between(0, 2), window.right = sizes.between(0, 2);
    Tensor input = random({2, sizes.between(5, 12), sizes.between(5, 12), groups * cg}, i);
    Tensor weight = random({groups * og, cg, sizes.between(1, 3), sizes.between(1, 3)}, i + 50);
    EXPECT_EQ(values(*conv2d(input, weight, window, groups, f32, {}, Loops::Blocked)),
              values(*conv2d(input, weight, window, groups, f32, {}, Loops::Plain)));
  }
}

TEST(SlidingWindow, NUMN11_DepthwiseConvolutionEqualsPlainBitForBit) {
  for (int64_t channels : {1, 3, 40}) {
    Window window{1, 1, 2, 1, 1, 2, 1, 2, 0, 1};
    Tensor input = random({2, 9, 7, channels}, 5), weight = random({channels, 1, 3, 2}, 6);
    EXPECT_EQ(values(*conv2d(input, weight, window, channels, f32, {}, Loops::Blocked)),
              values(*conv2d(input, weight, window, channels, f32, {}, Loops::Plain)));
  }
}

TEST(SlidingWindow, OneByOneConvolutionIsAMatmul) {
  Tensor input = wholeNumbers({1, 3, 4, 5}, 1), weight = wholeNumbers({7, 5, 1, 1}, 2);
  Tensor product = *matmul(*input.reshaped({12, 5}), *weight.reshaped({7, 5}), false, true, f32);
  EXPECT_EQ(values(*conv2d(input, weight, {}, 1, f32)), values(product));
}

TEST(SlidingWindow, PaddingSidesAreNotMixedUp) {
  // A 1x1 image of 5 and a kernel that counts its taps: which tap meets the pixel tells where the padding is.
  Tensor image = floats({1, 1, 1, 1}, {5}), kernel = iota({1, 1, 2, 3});
  Window window;
  window.top = 1, window.left = 2;
  EXPECT_EQ(values(*conv2d(image, kernel, window, 1, f32)), (V{25}));
  window = {};
  window.bottom = 1, window.right = 2;
  EXPECT_EQ(values(*conv2d(image, kernel, window, 1, f32)), (V{0}));
  window = {};
  window.top = 1, window.right = 2;
  EXPECT_EQ(values(*conv2d(image, kernel, window, 1, f32)), (V{15}));
  EXPECT_FALSE(conv2d(image, kernel, {}, 1, f32).ok());
}

// <conv(x, w), y> = <x, convTranspose(y, w)>: the transpose is the adjoint.
TEST(SlidingWindow, TransposedConvolutionIsTheAdjoint) {
  Window window;
  window.strideH = 2, window.strideW = 1, window.top = 1, window.bottom = 1, window.dilationW = 2;
  Tensor x = wholeNumbers({1, 7, 6, 4}, 1), w = wholeNumbers({6, 2, 3, 2}, 2); // 2 groups: 4 -> 6 channels
  Tensor forward = *conv2d(x, w, window, 2, f32);
  Tensor y = wholeNumbers(forward.shape(), 3);
  // As the transpose's weight, rows are its input channels: 6 -> 2 per group.
  Tensor back = *convTranspose2d(y, w, window, 0, 0, 2, f32);
  ASSERT_EQ(back.shape(), x.shape());
  double left = 0, right = 0;
  for (int64_t i = 0; i < y.numElements(); ++i)
    left += forward.at(i) * y.at(i);
  for (int64_t i = 0; i < x.numElements(); ++i)
    right += x.at(i) * back.at(i);
  EXPECT_EQ(left, right);
}

TEST(SlidingWindow, PoolsInClosedForm) {
  Tensor image = iota({1, 3, 3, 1});
  Window window;
  window.kernelH = window.kernelW = 2;
  EXPECT_EQ(values(*pool2d(Pool::Max, image, window, false, true, f32)), (V{4, 5, 7, 8}));
  EXPECT_EQ(values(*pool2d(Pool::Average, image, window, false, true, f32)), (V{2, 3, 5, 6}));
  window.strideH = window.strideW = 2;
  EXPECT_EQ(pool2d(Pool::Max, image, window, false, true, f32)->numElements(), 1);
  EXPECT_EQ(values(*pool2d(Pool::Max, image, window, true, true, f32)), (V{4, 5, 7, 8}));
  window = {};
  window.kernelH = window.kernelW = 3;
  window.top = window.left = window.bottom = window.right = 1;
  Tensor ones = floats({1, 1, 1, 1}, {9});
  EXPECT_EQ(values(*pool2d(Pool::Average, ones, window, false, false, f32)), (V{9}));
  EXPECT_EQ(values(*pool2d(Pool::Average, ones, window, false, true, f32)), (V{1}));
  EXPECT_EQ(values(*pool2d(Pool::Max, floats({1, 1, 1, 1}, {-9}), window, false, true, f32)), (V{-9}));
}

TEST(SlidingWindow, UpsamplingKeepsAveragesAndConstants) {
  Tensor image = floats({1, 1, 2, 1}, {1, 3});
  EXPECT_EQ(values(*upsample2d(image, 1, 2, false, f32)), (V{1, 1, 3, 3}));
  EXPECT_EQ(values(*upsample2d(image, 1, 2, true, f32)), (V{1, 1.5, 2.5, 3}));
  for (double value : values(*upsample2d(floats({1, 2, 2, 1}, {7, 7, 7, 7}), 3, 3, true, f32)))
    EXPECT_EQ(value, 7);
  EXPECT_FALSE(upsample2d(image, 0, 1, false, f32).ok());
}

TEST(Normalization, NUMN12_SoftmaxSumsToOneAndDoesNotSeeShifts) {
  Tensor x = random({4, 9}, 1);
  Tensor soft = *softmax(x, -1, f32);
  for (double sum : values(*reduce(Reduction::Sum, soft, {1}, false, f32)))
    EXPECT_NEAR(sum, 1.0, 1e-6);
  Tensor shifted = *applyBinary(*findBinary("add"), x, floats({}, {1000}), f32);
  expectNear(*softmax(shifted, 1, f32), soft, 1e-4); // the shift itself rounds x
  EXPECT_EQ(values(*softmax(floats({2}, {0, 0}), 0, f32)), (V{0.5, 0.5}));
  EXPECT_NEAR(softmax(floats({2}, {0, std::log(3.0f)}), 0, f32)->at(1), 0.75, 1e-6);
  expectNear(*softmax(*transpose(x, 0, 1), 0, f32), *transpose(soft, 0, 1), 0);
}

TEST(Normalization, NUMN12_NormsHaveTheirMoments) {
  Tensor x = random({3, 64}, 2);
  Tensor layer = *normalize(x, nullptr, nullptr, 1, true, 0.0, f32);
  for (double mean : values(*reduce(Reduction::Mean, layer, {1}, false, f32)))
    EXPECT_NEAR(mean, 0.0, 1e-6);
  for (const Tensor &norm : {layer, *normalize(x, nullptr, nullptr, 1, false, 0.0, f32)}) {
    Tensor square = *applyUnary(*findUnary("square"), norm, f32);
    for (double mean : values(*reduce(Reduction::Mean, square, {1}, false, f32)))
      EXPECT_NEAR(mean, 1.0, 1e-5);
  }
  Tensor weight = floats({2}, {2, 3}), bias = floats({2}, {10, 20});
  // Row (3, 4): root mean square sqrt(12.5).
  Tensor rms = *normalize(floats({1, 2}, {3, 4}), &weight, &bias, 1, false, 0.0, f32);
  EXPECT_NEAR(rms.at(0), 2 * 3 / std::sqrt(12.5) + 10, 1e-5);
  EXPECT_NEAR(rms.at(1), 3 * 4 / std::sqrt(12.5) + 20, 1e-5);
  EXPECT_FALSE(normalize(x, &weight, nullptr, 1, false, 0.0, f32).ok());
}

TEST(Normalization, BatchNormIsOneLinePerChannel) {
  Tensor two = floats({2}, {1, 2}), mean = floats({2}, {5, 6}), variance = floats({2}, {4, 9});
  EXPECT_EQ(values(*batchNorm(floats({1, 2, 1, 1}, {7, 9}), &two, &two, &mean, &variance, 1, 0.0, f32)), (V{2, 4}));
  EXPECT_FALSE(batchNorm(iota({1, 3}), &two, nullptr, nullptr, nullptr, 1, 0.0, f32).ok());
}

TEST(Normalization, RotaryEmbeddingRotates) {
  Tensor x = floats({1, 2}, {1, 0});
  Tensor cos = floats({1, 2}, {0.6f, 0.6f}), sin = floats({1, 2}, {0.8f, 0.8f});
  Tensor turned = *rotaryEmbedding(x, cos, sin, f32);
  EXPECT_NEAR(turned.at(0), 0.6, 1e-6);
  EXPECT_NEAR(turned.at(1), 0.8, 1e-6);
  EXPECT_FALSE(rotaryEmbedding(iota({3}), iota({3}), iota({3}), f32).ok());
}

TEST(Attention, IsMatmulSoftmaxMatmul) {
  Tensor q = random({2, 4, 5, 8}, 1), k = random({2, 2, 7, 8}, 2), v = random({2, 2, 7, 8}, 3),
         mask = random({2, 1, 5, 7}, 4);
  Attention options;
  options.mask = &mask;
  Tensor direct = *attention(q, k, v, options, f32);
  Tensor keys = *repeatInterleave(k, 2, 1), heads = *repeatInterleave(v, 2, 1);
  Tensor scores = *matmul(q, keys, false, true, f32);
  scores = *applyBinary(*findBinary("multiply"), scores, floats({}, {1 / std::sqrt(8.0f)}), f32);
  scores = *applyBinary(*findBinary("add"), scores, mask, f32);
  expectNear(direct, *matmul(*softmax(scores, -1, f32), heads, false, false, f32), 1e-5);
}

TEST(Attention, CausalRowsSeeTheirPastAndWindows) {
  Tensor q = random({1, 1, 3, 4}, 1), k = random({1, 1, 3, 4}, 2), v = random({1, 1, 3, 4}, 3);
  Attention causal;
  causal.causal = true;
  Tensor result = *attention(q, k, v, causal, f32);
  for (int64_t i = 0; i < 4; ++i) // the first row sees the first key alone
    EXPECT_NEAR(result.at(i), v.at(i), 1e-6);
  causal.window = 1; // each row sees its own key alone
  expectNear(*attention(q, k, v, causal, f32), v, 1e-6);
  Attention decode;
  decode.lastKey = std::vector<int64_t>{1};
  Tensor two = *slice(k, {0, 0, 0, 0}, {1, 1, 2, 4}, {1, 1, 1, 1}),
         twoV = *slice(v, {0, 0, 0, 0}, {1, 1, 2, 4}, {1, 1, 1, 1});
  expectNear(*attention(q, k, v, decode, f32), *attention(q, two, twoV, {}, f32), 1e-6);
  Tensor sink = floats({1}, {50}); // takes nearly all of the weight
  Attention sunk;
  sunk.sink = &sink;
  for (double value : values(*attention(q, k, v, sunk, f32)))
    EXPECT_NEAR(value, 0.0, 1e-6);
}

TEST(Attention, HeadsSplitAndConcatenateBack) {
  Tensor x = random({2, 3, 4 * 5 + 2 * 2 * 5}, 1);
  auto parts = *splitHeads(x, nullptr, 4, 2, true);
  EXPECT_EQ(parts[0].shape(), (Shape{2, 4, 3, 5}));
  EXPECT_EQ(parts[1].shape(), (Shape{2, 2, 5, 3}));
  Tensor q = *concatenateHeads(parts[0]), k = *concatenateHeads(*transpose(parts[1], 2, 3)),
         v = *concatenateHeads(parts[2]);
  const Tensor *all[] = {&q, &k, &v};
  EXPECT_EQ(values(*concat(all, 2)), values(x));
  EXPECT_FALSE(splitHeads(x, nullptr, 5, 2, false).ok());
}

// Equal scores everywhere: a row's result is the mean of the values that it sees, of values 0, 1, 2, ...
TEST(Attention, NUMN16_AWindowThatIsNotCausalIsCentredOnItsRow) {
  Tensor zeros = floats({1, 1, 6, 1}, std::vector<float>(6, 0.0f)), values6 = iota({1, 1, 6, 1});
  Attention options;
  options.window = 2;
  EXPECT_EQ(values(*attention(zeros, zeros, values6, options, ElementType::F32)), (V{0.5, 1, 2, 3, 4, 4.5}));
  options.causal = true;
  EXPECT_EQ(values(*attention(zeros, zeros, values6, options, ElementType::F32)), (V{0, 0.5, 1.5, 2.5, 3.5, 4.5}));
  options.window = 1;
  options.causal = false;
  EXPECT_EQ(values(*attention(zeros, zeros, values6, options, ElementType::F32)), (V{0, 1, 2, 3, 4, 5}));
}

TEST(Reductions, NUMN17_TheFirstNaNIsTheLargest) {
  auto at = [](std::vector<float> row) {
    auto size = static_cast<int64_t>(row.size());
    return argmax(floats({size}, std::move(row)), 0, false, ElementType::I32)->at(0);
  };
  EXPECT_EQ(at({1, NAN, 9, NAN}), 1);
  EXPECT_EQ(at({NAN, 9}), 0);
  EXPECT_EQ(at({3, 9, 9}), 1);
}

// The truth of numbers, whatever their type: 0 and -0 are false, everything else is true.
TEST(Reductions, NUMN21_AndAndOrOfFloatsAreOfTheirTruth) {
  Tensor table = floats({4, 2}, {0, -0.0f, 0.5f, 0, -2, 1e-30f, NAN, 3});
  EXPECT_EQ(values(*reduce(Reduction::Or, table, {1}, false, ElementType::F32)), (V{0, 1, 1, 1}));
  EXPECT_EQ(values(*reduce(Reduction::And, table, {1}, false, ElementType::F32)), (V{0, 0, 1, 1}));
}
