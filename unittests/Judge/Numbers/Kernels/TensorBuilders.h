//===- TensorBuilders.h - Short tensors for tests -*- C++ -* -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_JUDGE_NUMBERS_KERNELS_TENSORBUILDERS_H
#define ALCOVE_UNITTESTS_JUDGE_NUMBERS_KERNELS_TENSORBUILDERS_H

#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <gtest/gtest.h>

namespace alcove::reference {

inline Tensor floats(Shape shape, std::vector<float> values, ElementType type = ElementType::F32) {
  return *Tensor::fromFloats(type, std::move(shape), std::move(values));
}
inline Tensor integers(Shape shape, std::vector<int64_t> values, ElementType type = ElementType::I32) {
  return *Tensor::fromIntegers(type, std::move(shape), std::move(values));
}
/// 0, 1, 2, ...
inline Tensor iota(const Shape &shape) {
  std::vector<float> values(*countElements(shape));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(i);
  return floats(shape, values);
}
inline Tensor random(const Shape &shape, uint64_t seed, ElementType type = ElementType::F32) {
  Random generator(seed);
  std::vector<float> values(*countElements(shape));
  for (float &value : values)
    value = static_cast<float>(generator.unit() * 4.0 - 2.0);
  return floats(shape, values, type);
}
/// Whole numbers in [-4, 4]: sums and products of them are exact in f32.
inline Tensor wholeNumbers(const Shape &shape, uint64_t seed) {
  Random generator(seed);
  std::vector<float> values(*countElements(shape));
  for (float &value : values)
    value = static_cast<float>(generator.between(-4, 4));
  return floats(shape, values);
}
inline std::vector<double> values(const Tensor &tensor) {
  std::vector<double> result;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    result.push_back(tensor.at(i));
  return result;
}
using V = std::vector<double>;

inline void expectNear(const Tensor &a, const Tensor &b, double tolerance) {
  ASSERT_EQ(a.shape(), b.shape());
  for (int64_t i = 0; i < a.numElements(); ++i)
    ASSERT_NEAR(a.at(i), b.at(i), tolerance) << "element " << i;
}

inline Tensor mapped(const Tensor &tensor, float factor, float shift, ElementType type = ElementType::F32) {
  std::vector<float> result = tensor.toFloatVector();
  for (float &value : result)
    value = value * factor + shift;
  return floats(tensor.shape(), result, type);
}

} // namespace alcove::reference

#endif // ALCOVE_UNITTESTS_JUDGE_NUMBERS_KERNELS_TENSORBUILDERS_H
