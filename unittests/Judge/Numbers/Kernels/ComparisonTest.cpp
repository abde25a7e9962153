//===- ComparisonTest.cpp - Comparison and .npy files ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/Comparison.h"
#include "alcove/Judge/Numbers/Tensor/Npy.h"

#include "TensorBuilders.h"

#include <cmath>

using namespace alcove;
using namespace alcove::reference;

TEST(Comparison, NUMC1_IntegersAreExact) {
  Comparison same = compare(integers({2}, {1, 2}), integers({2}, {1, 2}, ElementType::I64), {});
  EXPECT_TRUE(same.equal);
  Comparison off = compare(integers({2}, {1, 2}), integers({2}, {1, 3}), {});
  EXPECT_FALSE(off.equal);
  EXPECT_EQ(off.reason, "1 of 2 integers differ");
  EXPECT_EQ(off.firstIndex, 1);
}

TEST(Comparison, NUMC2_CorrelationOfALineIsOneAndOfItsMirrorMinusOne) {
  Tensor x = random({100}, 1);
  EXPECT_NEAR(compare(x, mapped(x, 1, 0, ElementType::BF16), Tolerance::forBf16()).correlation, 1.0, 1e-4);
  Comparison mirror = compare(x, mapped(x, -1, 0), {});
  EXPECT_FALSE(mirror.equal);
  EXPECT_NEAR(mirror.correlation, -1.0, 1e-3);
}

TEST(Comparison, NUMC2_OneSwappedPairIsFoundByF32AndPlaced) {
  std::vector<float> numbers(64, 0.0f);
  for (int i = 0; i < 64; ++i)
    numbers[i] = static_cast<float>(i % 7);
  Tensor a = floats({8, 8}, numbers);
  std::swap(numbers[19], numbers[20]);
  Comparison c = compare(a, floats({8, 8}, numbers), Tolerance::forF32());
  EXPECT_FALSE(c.equal);
  EXPECT_EQ(Comparison::position({8, 8}, c.firstIndex), "[2, 3]");
}

TEST(Comparison, NUMC2_NaNsStandInTheSamePlaces) {
  EXPECT_TRUE(compare(floats({2}, {NAN, 1}), floats({2}, {NAN, 1}), {}).equal);
  Comparison c = compare(floats({3}, {1, 2, 3}), floats({3}, {1, NAN, 3}), {});
  EXPECT_FALSE(c.equal);
  EXPECT_EQ(c.firstIndex, 1);
  EXPECT_FALSE(compare(floats({1}, {INFINITY}), floats({1}, {-INFINITY}), {}).equal);
}

TEST(Comparison, NUMC3_ConstantsCompareBySize) {
  EXPECT_TRUE(compare(floats({2}, {100, 100}), floats({2}, {100.5f, 100}), Tolerance::forBf16()).equal);
  EXPECT_FALSE(compare(floats({2}, {100, 100}), floats({2}, {150, 150}), Tolerance::forBf16()).equal);
  EXPECT_FALSE(compare(floats({2}, {0, 0}), floats({2}, {1, 1}), Tolerance::forBf16()).equal);
}

TEST(Comparison, NUMC4_OptionalBounds) {
  Tolerance tight;
  tight.maxAbsolute = 0.01;
  Tensor x = random({100}, 1);
  EXPECT_TRUE(compare(x, x, tight).equal);
  EXPECT_FALSE(compare(x, mapped(x, 1, 0.02f), tight).equal);
  EXPECT_FALSE(compare(x, floats({99}, std::vector<float>(99)), tight).equal);
}

TEST(Comparison, NUMC6_ScaleIsSeen) {
  Tensor x = random({64, 32}, 1);
  Comparison doubled = compare(x, mapped(x, 2, 0), Tolerance::forBf16());
  EXPECT_FALSE(doubled.equal);
  EXPECT_NEAR(doubled.correlation, 1.0, 1e-9);
  EXPECT_NEAR(doubled.normError, 1.0, 1e-6);
  EXPECT_EQ(doubled.reason, "NUM-C6: error of 1 of its size, 0.05 is allowed");
  EXPECT_FALSE(compare(x, mapped(x, 1.001f, 0), Tolerance::forF32()).equal);
  EXPECT_TRUE(compare(x, mapped(x, 1.000001f, 0), Tolerance::forF32()).equal);
  // 0.99998 of it: the rounding of bf16 at most.
  EXPECT_TRUE(compare(x, mapped(x, 1, 0, ElementType::BF16), Tolerance::forBf16()).equal);
}

TEST(Comparison, NUMC7_ASmallRowIsHeldToItsOwnSize) {
  // Row 3 is a thousandth of the others; its sign is wrong, which the norm of all does not show.
  std::vector<float> numbers = random({64, 32}, 1).toFloatVector(), wrong;
  for (int i = 3 * 32; i < 4 * 32; ++i)
    numbers[i] *= 1e-3f;
  wrong = numbers;
  for (int i = 3 * 32; i < 4 * 32; ++i)
    wrong[i] = -wrong[i];
  Tolerance tolerance = Tolerance::forF32();
  tolerance.norm = 0.01;
  Comparison c = compare(floats({64, 32}, numbers), floats({64, 32}, wrong), tolerance);
  EXPECT_LT(c.normError, 1e-3);
  EXPECT_EQ(c.reason.substr(0, 6), "NUM-C7");
  // A column is a line as well: the same fault down a column of small numbers.
  for (int i = 0; i < 64; ++i)
    numbers[i * 32 + 5] *= 1e-3f;
  wrong = numbers;
  for (int i = 0; i < 64; ++i)
    wrong[i * 32 + 5] *= -1;
  EXPECT_EQ(compare(floats({64, 32}, numbers), floats({64, 32}, wrong), tolerance).reason.substr(0, 6), "NUM-C7");
}

TEST(Comparison, NUMC8_OneElementIsHeldToItsRow) {
  std::vector<float> numbers = random({256, 256}, 1).toFloatVector();
  Tensor a = floats({256, 256}, numbers);
  numbers[777] += 0.01f;
  Tolerance tolerance = Tolerance::forF32();
  tolerance.norm = tolerance.row = 1.0;
  Comparison c = compare(a, floats({256, 256}, numbers), tolerance);
  EXPECT_EQ(c.reason.substr(0, 6), "NUM-C8");
  EXPECT_EQ(c.firstIndex, 777);
}

TEST(Comparison, NUMC9_MasksHideNothingAndAreNotHidden) {
  std::vector<float> numbers = random({32, 32}, 1).toFloatVector();
  for (int i = 0; i < 1024; i += 3)
    numbers[i] = -1e9f;
  Tensor a = floats({32, 32}, numbers);
  std::vector<float> wrong = numbers;
  for (float &value : wrong)
    if (value > -1e6f)
      value = -value;
  Comparison c = compare(a, floats({32, 32}, wrong), Tolerance::forBf16());
  EXPECT_FALSE(c.equal); // correlation of all elements is 1 beside the masks
  wrong = numbers;
  wrong[0] = -2e9f;
  c = compare(a, floats({32, 32}, wrong), Tolerance::forBf16());
  EXPECT_EQ(c.reason.substr(0, 6), "NUM-C9");
  EXPECT_EQ(c.masked, 342);
}

TEST(Npy, WhatIsWrittenIsReadBack) {
  for (const Tensor &tensor :
       {random({2, 3}, 1), integers({3}, {-1, 0, 7}, ElementType::I8), integers({}, {1}, ElementType::I1),
        integers({2}, {1ll << 40, -5}, ElementType::I64), floats({0, 4}, {})}) {
    Result<Tensor> read = readNpy(writeNpy(tensor));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(read->shape(), tensor.shape());
    EXPECT_EQ(values(*read), values(tensor));
  }
}

TEST(Npy, BrokenFilesAreRefused) {
  std::string good = writeNpy(iota({2, 3}));
  for (size_t cut : {0ul, 5ul, 9ul, 40ul, good.size() - 1})
    EXPECT_FALSE(readNpy(good.substr(0, cut)).ok()) << cut;
  auto replaced = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return readNpy(text);
  };
  EXPECT_EQ(replaced("False", "True ").error().message, "header: fortran_order is True; C order is read");
  EXPECT_EQ(replaced("<f4", "<c8").error().message, "header: descr '<c8' is not read");
  EXPECT_FALSE(replaced("(2,3,)", "(2,9,)").ok());
  EXPECT_FALSE(replaced("(2,3,)", "(-,3,)").ok());
  EXPECT_FALSE(replaced("'shape'", "'descr'").ok());
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    std::string noise = good;
    noise[random.below(80)] = static_cast<char>(random.next());
    (void)readNpy(noise).ok();
  }
}
