//===- ChosenIndices.h - Indices that rounding may decide - -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What argmax, topk and sort chose from, and the rule for results in which two modules chose differently.
//
//   scores   [outer, size, inner]      line (o, i) is scores[o, :, i]
//   indices  [outer, chosen, inner]    indices[o, c, i] is a place in line (o, i)
//
// NUM-C5 (docs/spec/JudgeNumbers.md): an index may be another one when rounding decided it. Let i be the index of the
// reference and j that of the other module, a and b their scores on the same line:
//
//   the lines agree by NUM-C2 and NUM-C3, and are not bit for bit the same
//   |a[i] - b[i]| <= 1 unit,  |a[j] - b[j]| <= 1 unit      what rounding the same number twice may do
//   |a[i] - a[j]| <= 2 units                              what follows: a[i] and b[j] are the c-th largest of their
//                                                         lines, and order statistics move no further than scores do
//
// A unit is the distance of neighbouring numbers of the type that the scores were rounded to, at the larger magnitude.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_CHOSENINDICES_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_CHOSENINDICES_H

#include "alcove/Judge/Numbers/Tensor/Comparison.h"
#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

#include <vector>

namespace alcove::reference {

/// One run of an index op on one chip.
struct Selection {
  PackedTensor scores, indices;
  int64_t outer = 0, size = 0, inner = 0, chosen = 0;
  /// The coarsest float type that the scores were held in on their way to the op: f32, f16 or bf16. Block formats count
  /// as bf16.
  ElementType roundedTo = ElementType::F32;

  /// The line of an element of `indices`, in [0, outer * inner).
  int64_t lineOf(int64_t element) const { return element / (chosen * inner) * inner + element % inner; }
  int64_t bytes() const { return scores.bytes() + indices.bytes(); }
};

/// Which index of which selection each element of an integer tensor is.
struct IndexOrigins {
  std::vector<const Selection *> selections;
  std::vector<int64_t> firstNumbers; ///< per selection: the number of its element 0; ascending, from 1
  Tensor numbers;                    ///< I64, of the tensor's shape; 0: no such index

  struct Place {
    size_t selection;
    int64_t element; ///< of `indices`
  };
  std::optional<Place> find(int64_t element) const;
};

/// The type that scores of `held` count as rounded to, of `before` and it.
ElementType coarser(ElementType before, ElementType held);

/// NUM-C5: makes `comparison` of two integer tensors of one shape equal when rounding decided every element that
/// differs, and says in it how many it decided. Elements without an origin are not excused. `left` is the reference.
/// Linear in the scores of the lines that differ.
void excuseRounding(Comparison &comparison, const Tensor &left, const IndexOrigins &leftOrigins, const Tensor &right,
                    const IndexOrigins &rightOrigins, const Tolerance &forBf16, const Tolerance &forF32);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_CHOSENINDICES_H
