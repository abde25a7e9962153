//===- Elementwise.h - One result element from one of each operand -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NUM-N7: arithmetic in f32; what the C library must compute (exp, erf, ...) in f64, rounded to f32; then one rounding
// to the result type. NUM-N8: when both operands are integers and the operation has an integer form, in int64 with
// wrap-around. Operands broadcast as in numpy.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_ELEMENTWISE_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_ELEMENTWISE_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <string_view>

namespace alcove::reference {

/// One row of the table of operations. `integer` may be null: integers are then converted to f32.
struct UnaryKernel {
  const char *name;
  float (*real)(float);
  int64_t (*integer)(int64_t);
};
struct BinaryKernel {
  const char *name;
  float (*real)(float, float);
  int64_t (*integer)(int64_t, int64_t);
};
std::span<const UnaryKernel> unaryKernels();
std::span<const BinaryKernel> binaryKernels();
/// Null when there is no operation of that name.
const UnaryKernel *findUnary(std::string_view name);
const BinaryKernel *findBinary(std::string_view name);

/// The shape that numpy gives to operands of shapes `a` and `b`.
Result<Shape> broadcastShapes(const Shape &a, const Shape &b);

Result<Tensor> applyUnary(const UnaryKernel &kernel, const Tensor &input, ElementType type);
Result<Tensor> applyBinary(const BinaryKernel &kernel, const Tensor &a, const Tensor &b, ElementType type);
/// Elements of `a` where `condition` is not zero, of `b` elsewhere.
Result<Tensor> where(const Tensor &condition, const Tensor &a, const Tensor &b, ElementType type);
/// min(max(x, low), high), NaN stays NaN.
Result<Tensor> clamp(const Tensor &input, const Tensor &low, const Tensor &high, ElementType type);
Result<Tensor> leakyRelu(const Tensor &input, float slope, ElementType type);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_ELEMENTWISE_H
