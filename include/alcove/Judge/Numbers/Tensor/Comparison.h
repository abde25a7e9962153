//===- Comparison.h - Do two tensors say the same --------- -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NUM-C1: integers and booleans are equal, element by element. NUM-C2: floats: Pearson's correlation reaches a bound,
// and NaNs and infinities stand in the same places. NUM-C3: where one side varies less than its own rounding shows (a
// constant), the largest error, relative to the largest magnitude, decides instead of the correlation. NUM-C4: optional
// bounds on the largest errors. NUM-C5, for indices chosen by float scores, needs the scores: ChosenIndices.h.
//
// Correlation sees neither scale nor what is small beside something large, so three bounds on sizes stand beside it:
//
//   NUM-C6   |a - b| / |a|                 Euclidean norms of the whole tensor
//   NUM-C7   |a_r - b_r| / |a_r|           of each row (last dimension) and each column of rows, a small one counting
//                                          as a hundredth of the typical one
//   NUM-C8   |a_i - b_i| / (rms of a_r)    of each element beside its row, or beside itself where that is larger
//
// NUM-C9: numbers that stand 256 times above all others (masks of -1e9) are compared among themselves, the others
// without them.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_COMPARISON_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_COMPARISON_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <cmath>
#include <optional>

namespace alcove::reference {

struct Tolerance {
  double minCorrelation = 0.999;
  double constantError = 0.02;                       ///< NUM-C3
  std::optional<double> maxAbsolute, maxRelative;    ///< NUM-C4
  double norm = 0.05, row = 0.5, element = INFINITY; ///< NUM-C6, NUM-C7, NUM-C8
  double scoreUnits = 1.0;                           ///< NUM-C5: how far a score may be off, two of them twice that
  /// For bf16 on at least one side, and for f32 on both: bounds in multiples of what unmutated models show, figures in
  /// docs/spec/JudgeNumbers.md.
  static Tolerance forBf16() { return {}; }
  static Tolerance forF32() { return {0.99999, 1e-4, std::nullopt, std::nullopt, 4e-5, 4e-4, 1e-3}; }
};

struct Comparison {
  bool equal = true; ///< within tolerance
  double maxAbsolute = 0.0;
  double maxRelative = 0.0; ///< |a - b| / max(|a|, |b|), elements below 1e-6 of the largest magnitude left out
  double correlation = 1.0;
  double normError = 0.0;                          ///< NUM-C6
  double rowError = 0.0, elementError = 0.0;       ///< NUM-C7 and NUM-C8: the largest
  int64_t masked = 0;                              ///< NUM-C9: elements that were compared apart
  double margin(const Tolerance &tolerance) const; ///< the least quotient of a bound of NUM-C6..C8 and its error
  int64_t different = 0;                           ///< elements that are not bit for bit the same number
  int64_t firstIndex = -1; ///< row-major, of the first element that decides (or differs at all, when equal)
  double firstLeft = 0.0, firstRight = 0.0;
  std::string reason;            ///< empty when equal
  int64_t decidedByRounding = 0; ///< NUM-C5: of the elements that differ; `firstIndex` is the first of them, when equal
  std::string rounding;          ///< NUM-C5: indices and scores of the first of them

  /// `[0, 3, 1]` of the first differing element.
  static std::string position(const Shape &shape, int64_t index);
};

/// Shapes and kinds (float or integer) must agree; one side an integer and the other a float compares as integers when
/// the float side holds booleans (a device keeps i1 as bf16 0 and 1).
Comparison compare(const Tensor &left, const Tensor &right, const Tolerance &tolerance);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_COMPARISON_H
