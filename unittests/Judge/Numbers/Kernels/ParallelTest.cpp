//===- ParallelTest.cpp - Loops in parts ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/Parallel.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

using namespace alcove::reference;

namespace {

Tensor counting(Shape shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  std::vector<float> values(count);
  for (int64_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(std::sin(static_cast<double>(i)));
  return std::move(Tensor::fromFloats(ElementType::F32, std::move(shape), std::move(values))).value();
}

struct WithThreads {
  explicit WithThreads(int64_t threads) {
    setExecutor(
        [](int64_t parts, const std::function<void(int64_t)> &body) {
          std::vector<std::thread> others;
          for (int64_t part = 1; part < parts; ++part)
            others.emplace_back(body, part);
          body(0);
          for (std::thread &other : others)
            other.join();
        },
        threads);
  }
  ~WithThreads() { setExecutor({}, 1); }
};

bool sameBytes(const Tensor &a, const Tensor &b) {
  return a.shape() == b.shape() && std::ranges::equal(a.floats(), b.floats());
}

TEST(ParallelTest, NUMN19_AnyNumberOfThreadsGivesTheSameBytes) {
  Tensor a = counting({3, 257, 190}), b = counting({190, 700});
  Tensor product = matmul(a, b, false, false, ElementType::F32).value();
  Tensor turned = permute(product, {2, 0, 1}).value();
  Tensor table = counting({1200, 900}).convertedTo(ElementType::BF16).value();
  Tensor image = counting({1, 64, 80, 48}), taps = counting({48, 1, 5, 5}), sum;
  Tensor depthwise = conv2d(image, taps, {}, 48, ElementType::F32).value();
  sum = applyBinary(*findBinary("add"), table, table, ElementType::F32).value();
  for (int64_t threads : {2, 3, 4}) {
    WithThreads on(threads);
    EXPECT_EQ(mostParts(), threads);
    EXPECT_TRUE(sameBytes(matmul(a, b, false, false, ElementType::F32).value(), product));
    EXPECT_TRUE(sameBytes(permute(product, {2, 0, 1}).value(), turned));
    EXPECT_TRUE(sameBytes(conv2d(image, taps, {}, 48, ElementType::F32).value(), depthwise));
    EXPECT_TRUE(sameBytes(applyBinary(*findBinary("add"), table, table, ElementType::F32).value(), sum));
    EXPECT_TRUE(sameBytes(permute(PackedTensor(table), {1, 0}).value().unpacked(), permute(table, {1, 0}).value()));
  }
  EXPECT_EQ(mostParts(), 1);
}

TEST(ParallelTest, PermutationsOfEveryOrderPutElementsWhereTheyBelong) {
  Tensor source = counting({5, 34, 3, 67});
  Shape order = {0, 1, 2, 3};
  do {
    Tensor moved = permute(source, order).value();
    const Shape &from = source.shape(), &to = moved.shape();
    for (int64_t i = 0; i < moved.numElements(); ++i) {
      int64_t rest = i, at[4];
      for (int d = 3; d >= 0; --d) {
        at[order[d]] = rest % to[d];
        rest /= to[d];
      }
      int64_t index = ((at[0] * from[1] + at[1]) * from[2] + at[2]) * from[3] + at[3];
      ASSERT_EQ(moved.floats()[i], source.floats()[index]);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(ParallelTest, APackedTensorIsScaledAsAnUnpackedOne) {
  Tensor tensor = counting({1024, 1024}).convertedTo(ElementType::BF16).value();
  tensor.mutableFloats()[7] = INFINITY;
  tensor.mutableFloats()[8] = 0x1p-126f; // becomes subnormal
  PackedTensor packed(tensor);
  ASSERT_TRUE(packed.isPacked());
  for (int exponent : {0, 3, -9, -20}) {
    Tensor scaled = packed.scaledBy(exponent).unpacked();
    for (int64_t i = 0; i < tensor.numElements(); ++i)
      ASSERT_EQ(scaled.floats()[i], std::ldexp(tensor.floats()[i], exponent)) << i;
  }
  EXPECT_EQ(packed.heldAsF32().elementType(), ElementType::F32);
  EXPECT_TRUE(sameBytes(packed.heldAsF32().unpacked(), tensor));
}

} // namespace
