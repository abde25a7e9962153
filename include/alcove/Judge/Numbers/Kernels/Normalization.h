//===- Normalization.h - Softmax and norms ----------------- ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NUM-N12: everything between the operands and the one rounding of the result is f64.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_NORMALIZATION_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_NORMALIZATION_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

namespace alcove::reference {

/// exp(x - max) / sum along `dim`; a line of -inf gives NaN, as in torch.
Result<Tensor> softmax(const Tensor &input, int64_t dim, ElementType type);

/// x / sqrt(mean(x^2) + epsilon) * weight + bias over the last `dims` dimensions; with `centered` the mean is
/// subtracted first (layer norm). Weight and bias (null: none) hold one element for each of those dimensions'
/// positions.
Result<Tensor> normalize(const Tensor &input, const Tensor *weight, const Tensor *bias, int64_t dims, bool centered,
                         double epsilon, ElementType type);
/// (x - mean) / sqrt(variance + epsilon) * scale + offset, each of one element per index of `dim`; null: 0 for mean
/// and offset, 1 for variance and scale.
/// What a chip adds to a norm over the rows of several: in the first column of a tile of 32 the sum of squares of the
/// row, with `centered` in the first of a second tile the sum of its elements; the other columns are 0.
Result<Tensor> rowSums(const Tensor &input, bool centered, ElementType type);
/// Layer norm of a chip's part of the rows by the centered sums of all chips, (.., 64 x chips); all parts are as wide.
Result<Tensor> normalizeBySums(const Tensor &input, const Tensor &sums, const Tensor *weight, const Tensor *bias,
                               double epsilon, ElementType type);
/// Scale, offset, mean and variance have one element per index of `dim`; null: 1, 0, 0, 1.
Result<Tensor> batchNorm(const Tensor &input, const Tensor *scale, const Tensor *offset, const Tensor *mean,
                         const Tensor *variance, int64_t dim, double epsilon, ElementType type);
/// x * cos + concat(-x[half:], x[:half]) * sin along the last dimension; cos and sin broadcast.
Result<Tensor> rotaryEmbedding(const Tensor &input, const Tensor &cos, const Tensor &sin, ElementType type);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_NORMALIZATION_H
