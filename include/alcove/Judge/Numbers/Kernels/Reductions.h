//===- Reductions.h - Fewer elements than before ------------ ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NUM-N10: sums and products accumulate in f64, in row-major order of the operand, and are rounded once to the result
// type.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_REDUCTIONS_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_REDUCTIONS_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <optional>

namespace alcove::reference {

enum class Reduction : uint8_t { Sum, Mean, Max, Min, Prod, Or, And };

/// What a reduction has of `sum` and one element more; integers wrap around.
double accumulate(Reduction kind, double sum, double value);
int64_t accumulateIntegers(Reduction kind, int64_t sum, int64_t value);
/// Reduces `dims`, all of them when empty; reduced dimensions stay with size 1 when `keepDims`. Max and Min of a NaN
/// are NaN; of nothing they are an error.
Result<Tensor> reduce(Reduction kind, const Tensor &input, const Shape &dims, bool keepDims, ElementType type);
/// Index along `dim` of the first largest element; without `dim` the index into the flattened tensor.
Result<Tensor> argmax(const Tensor &input, std::optional<int64_t> dim, bool keepDims, ElementType type);
/// Sums of all elements up to each one along `dim`.
Result<Tensor> cumulativeSum(const Tensor &input, int64_t dim, ElementType type);
/// Their products.
Result<Tensor> cumulativeProduct(const Tensor &input, int64_t dim, ElementType type);
/// The `k` largest (or smallest) along `dim` in descending (ascending) order, equal ones by their index; and their
/// indices.
Result<std::pair<Tensor, Tensor>> topK(const Tensor &input, int64_t k, int64_t dim, bool largest, ElementType values,
                                       ElementType indices);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_REDUCTIONS_H
