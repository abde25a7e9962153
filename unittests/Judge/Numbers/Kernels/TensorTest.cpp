//===- TensorTest.cpp - Rounding and conversion ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TensorBuilders.h"

#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"
#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include "alcove/Base/Support/Random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

using namespace alcove;
using namespace alcove::reference;

TEST(ElementType, NUMN1_Bf16TiesGoToEven) {
  EXPECT_EQ(roundTo(ElementType::BF16, 1.0f + 0x1p-8f), 1.0f);           // halfway, 1.0 is even
  EXPECT_EQ(roundTo(ElementType::BF16, 1.0f + 0x3p-8f), 1.0f + 0x1p-6f); // halfway, up to even
  EXPECT_EQ(roundTo(ElementType::BF16, 1.0f + 0x1.01p-8f), 1.0f + 0x1p-7f);
  EXPECT_TRUE(std::isinf(roundTo(ElementType::BF16, std::numeric_limits<float>::max())));
  EXPECT_TRUE(std::isnan(roundTo(ElementType::BF16, std::bit_cast<float>(0x7f800001u))));
}

// Second implementation: the compiler's own conversion.
TEST(ElementType, NUMN1_F16EqualsTheCompilersConversion) {
  Random random(1);
  for (int i = 0; i < 1000000; ++i) {
    float value = std::bit_cast<float>(static_cast<uint32_t>(random.next()));
    if (std::isnan(value))
      continue;
    ASSERT_EQ(roundTo(ElementType::F16, value), static_cast<float>(static_cast<_Float16>(value))) << value;
  }
  for (float value : {65504.0f, 65519.9f, 65520.0f, 0x1p-24f, 0x1p-25f, 0x1.8p-25f, -0x1p-14f, 0.0f})
    EXPECT_EQ(roundTo(ElementType::F16, value), static_cast<float>(static_cast<_Float16>(value))) << value;
}

TEST(ElementType, NUMN2_BlockSharesTheExponentOfItsLargest) {
  // Exponent of 8: steps of 8 / 64 = 0.125 in bfp8, of 8 / 4 = 2 in bfp4.
  std::vector<float> values(16, 0.0f);
  values[0] = 8.0f, values[1] = 0.125f, values[2] = 0.0625f, values[3] = -0.19f, values[4] = 3.0f, values[5] = 15.99f;
  std::vector<float> eight = values, four = values;
  roundRows(ElementType::BFP8, eight, 16);
  EXPECT_EQ(std::vector<float>(eight.begin(), eight.begin() + 6),
            (std::vector<float>{8.0f, 0.125f, 0.0f, -0.25f, 3.0f, 15.875f}));
  roundRows(ElementType::BFP4, four, 16);
  EXPECT_EQ(std::vector<float>(four.begin(), four.begin() + 6),
            (std::vector<float>{8.0f, 0.0f, 0.0f, 0.0f, 4.0f, 14.0f}));
}

TEST(ElementType, NUMN2_BlocksEndWithTheRow) {
  // Rows of 17: blocks of 16 and 1; the lone 0.125 of each row keeps its value beside a row that starts with 1024.
  std::vector<float> values(34, 0.0f);
  values[0] = 1024.0f, values[15] = 0.125f, values[16] = 0.125f, values[17] = 1024.0f, values[33] = 0.125f;
  roundRows(ElementType::BFP8, values, 17);
  EXPECT_EQ(values[15], 0.0f);
  EXPECT_EQ(values[16], 0.125f);
  EXPECT_EQ(values[33], 0.125f);
}

TEST(ElementType, NUMN2_RoundingIsIdempotent) {
  Random random(2);
  for (ElementType type : {ElementType::BF16, ElementType::F16, ElementType::BFP8, ElementType::BFP4}) {
    std::vector<float> values(160);
    for (float &value : values)
      value = static_cast<float>(std::ldexp(random.unit() - 0.5, static_cast<int>(random.between(-12, 12))));
    roundRows(type, values, 40);
    std::vector<float> again = values;
    roundRows(type, again, 40);
    EXPECT_EQ(values, again) << toString(type);
  }
}

TEST(ElementType, NUMN3_IntegersWrap) {
  EXPECT_EQ(wrapTo(ElementType::U8, 257), 1);
  EXPECT_EQ(wrapTo(ElementType::I8, 128), -128);
  EXPECT_EQ(wrapTo(ElementType::I1, -4), 1);
  EXPECT_EQ(wrapTo(ElementType::U32, -1), 0xffffffffll);
}

TEST(ElementType, NUMN3_QuantizedNumbersSaturate) {
  EXPECT_EQ(toRange(ElementType::I8, 128), 127);
  EXPECT_EQ(toRange(ElementType::I8, -1000), -128);
  EXPECT_EQ(toRange(ElementType::I8, -5), -5);
  EXPECT_EQ(toRange(ElementType::U8, 257), 1);
}

TEST(ElementType, NUMN4_FloatsTruncateAndSaturate) {
  EXPECT_EQ(toInteger(ElementType::I32, -1.9f), -1);
  EXPECT_EQ(toInteger(ElementType::I32, 1e20f), 0x7fffffff);
  EXPECT_EQ(toInteger(ElementType::U8, -3.0f), 0);
  EXPECT_EQ(toInteger(ElementType::I64, 1e30f), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(toInteger(ElementType::U16, std::nanf("")), 0);
  EXPECT_EQ(toInteger(ElementType::I1, 0.5f), 1);
}

TEST(Tensor, NUMN5_ConstructionRoundsAndWritingDoesNotTouchCopies) {
  Tensor a = *Tensor::fromFloats(ElementType::BF16, {2}, {1.001f, 2.0f});
  EXPECT_EQ(a.at(0), 1.0);
  Tensor b = a;
  b.mutableFloats()[0] = 5.0f;
  EXPECT_EQ(a.at(0), 1.0);
  EXPECT_EQ(b.at(0), 5.0);
}

TEST(Tensor, SizesAreCheckedBeforeAllocation) {
  EXPECT_EQ(Tensor::zeros(ElementType::F32, {1ll << 40, 1ll << 40}).error().message,
            "shape 1099511627776x1099511627776: more than 2147483648 elements, 8589934592 bytes");
  EXPECT_EQ(Tensor::zeros(ElementType::F32, {-1}).error().message, "shape -1: size -1 is negative");
  EXPECT_TRUE(Tensor::zeros(ElementType::F32, {1ll << 62, 0, 1ll << 62}).ok());
  EXPECT_FALSE(Tensor::fromFloats(ElementType::F32, {3}, {1.0f}).ok());
}

TEST(Tensor, PackingKeepsEveryBitOrDoesNothing) {
  Shape shape = {1024, PackedTensor::worthPacking / 1024};
  for (ElementType type : {ElementType::BF16, ElementType::BFP8, ElementType::BFP4, ElementType::F32}) {
    Tensor tensor = random(shape, 4, type);
    if (type == ElementType::BF16) { // a NaN, both infinities, both zeros, the smallest subnormal
      std::span<float> first = tensor.mutableFloats();
      first[0] = NAN, first[1] = INFINITY, first[2] = -INFINITY, first[3] = -0.0f, first[4] = 0x1p-133f;
    }
    PackedTensor packed(tensor);
    EXPECT_EQ(packed.isPacked(), type != ElementType::F32) << toString(type);
    EXPECT_EQ(packed.bytes() * (packed.isPacked() ? 2 : 1), tensor.bytes());
    Tensor back = packed.unpacked();
    EXPECT_EQ(back.elementType(), type);
    EXPECT_EQ(back.shape(), shape);
    EXPECT_EQ(memcmp(back.floats().data(), tensor.floats().data(), tensor.bytes()), 0) << toString(type);
  }
  // f32 made from bf16 packs too; one element less than it is worth does not, nor do integers.
  EXPECT_TRUE(PackedTensor(*random(shape, 4, ElementType::BF16).convertedTo(ElementType::F32)).isPacked());
  EXPECT_FALSE(PackedTensor(random({PackedTensor::worthPacking - 1}, 4, ElementType::BF16)).isPacked());
  EXPECT_FALSE(PackedTensor(*random(shape, 4).convertedTo(ElementType::I32)).isPacked());
  // One element of the last chunk that has lower bits.
  Tensor almost = *random(shape, 4, ElementType::BF16).convertedTo(ElementType::F32);
  almost.mutableFloats()[PackedTensor::worthPacking - 1] = 1.0f + 0x1p-20f;
  EXPECT_FALSE(PackedTensor(almost).isPacked());
  EXPECT_EQ(PackedTensor().bytes(), 0);
}

TEST(Tensor, ConversionsAndReshape) {
  Tensor a = *Tensor::fromFloats(ElementType::F32, {2, 2}, {0.0f, -1.5f, 300.0f, 1.001f});
  Tensor integers = *a.convertedTo(ElementType::U8);
  EXPECT_EQ(std::vector<int64_t>(integers.integers().begin(), integers.integers().end()),
            (std::vector<int64_t>{0, 0, 255, 1}));
  EXPECT_EQ((*a.convertedTo(ElementType::I1)).integers()[1], 1);
  EXPECT_EQ((*a.convertedTo(ElementType::BF16)).at(3), 1.0);
  EXPECT_EQ((*a.reshaped({4})).shape(), Shape{4});
  EXPECT_FALSE(a.reshaped({5}).ok());
  EXPECT_EQ(toString(Shape{}), "scalar");
}
