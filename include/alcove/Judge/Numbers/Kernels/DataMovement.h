//===- DataMovement.h - Kernels that only move elements ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact: results hold the operand's elements, of the operand's element type. Negative dimensions count from the end.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_DATAMOVEMENT_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_DATAMOVEMENT_H

#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

namespace alcove::reference {

/// `dim` counted from the front; an error when it is outside [-rank, rank).
Result<int64_t> normalizeDim(int64_t dim, int64_t rank);

/// Result dimension i is source dimension permutation[i].
Result<Tensor> permute(const Tensor &source, const Shape &permutation);
/// The permutation of a packed tensor, which stays packed; not of a block format.
Result<PackedTensor> permute(const PackedTensor &source, const Shape &permutation);
Result<Tensor> transpose(const Tensor &source, int64_t dim0, int64_t dim1);
/// numpy.broadcast_to: sizes of 1 are repeated, missing leading dimensions are added.
Result<Tensor> broadcastTo(const Tensor &source, const Shape &shape);
/// numpy.tile: the whole of dimension i is repeated repeats[i] times; `repeats` may be longer than the shape.
Result<Tensor> repeat(const Tensor &source, const Shape &repeats);
/// numpy.repeat: each index of `dim` is repeated `times` times in a row.
Result<Tensor> repeatInterleave(const Tensor &source, int64_t times, int64_t dim);
Result<Tensor> concat(std::span<const Tensor *const> sources, int64_t dim);
/// source[begins:ends:steps], Python's meaning of negative begins, ends and steps.
Result<Tensor> slice(const Tensor &source, const Shape &begins, const Shape &ends, const Shape &steps);
/// `low` and `high` elements of `value` around each dimension; negative amounts cut off.
Result<Tensor> pad(const Tensor &source, const Shape &low, const Shape &high, double value);
Result<Tensor> full(ElementType type, const Shape &shape, double value);
/// start, start + step, ... along `dim` of `shape`, the same for every other index.
Result<Tensor> arange(ElementType type, const Shape &shape, int64_t dim, int64_t start, int64_t step);
/// Reversed along each of `dims`.
Result<Tensor> reverse(const Tensor &source, const Shape &dims);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_DATAMOVEMENT_H
