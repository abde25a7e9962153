//===- Sensitivity.h - Which ops a comparison looks at --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two questions that results alone do not answer. How many ops do they depend on: one op at a time is perturbed (its
// floats negated, its integers moved by one, its booleans flipped) and what depends on it runs again (Replay.h); an op
// is observed when the results then differ by the rules of comparison. And where do two modules part: every value of
// the second is looked for among those of the first, by what does not depend on the order of its elements.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_COMPARE_SENSITIVITY_H
#define ALCOVE_JUDGE_NUMBERS_COMPARE_SENSITIVITY_H

#include "alcove/Judge/Numbers/Compare/Replay.h"
#include "alcove/Judge/Numbers/Tensor/Comparison.h"

namespace alcove::reference {

struct Sensitivity {
  int64_t ops = 0;       ///< that give a value
  int64_t perturbed = 0; ///< a sample of them, all when the work allows
  int64_t observed = 0;
  struct Unobserved {
    mlir::Operation *op;
    bool dead; ///< not one bit of any result changed
  };
  std::vector<Unobserved> unobserved;
};

/// What one recorded run of a function takes, told from its types: on all chips, floats in f32.
struct RunSize {
  int64_t work = 0;  ///< scalar operations, roughly: elements read and written, products of contractions
  int64_t bytes = 0; ///< of all its values, which a replay keeps
};
RunSize sizeOf(mlir::func::FuncOp function);
/// Perturbs ops in an order drawn by `seed` until their replays took `budget` scalar operations; at least one. The same
/// on every machine.
Result<Sensitivity> measureSensitivity(const Replay &replay, uint64_t seed, int64_t budget, const Tolerance &tolerance);
/// `98.6 % of 92 ops observed`, with the size of the sample where it is one.
std::string toString(const Sensitivity &sensitivity);

struct Deviation {
  mlir::Operation *op = nullptr; ///< of the second module; null when every value has a counterpart
  std::string text;
};
/// The first op of `second` whose operands have counterparts among the values of `first`, whose result has none, and
/// behind which none comes. Of chip 0. Quadratic in values of one number of elements, linear in elements.
Deviation firstDeviation(const Replay &first, const Replay &second, const Tolerance &tolerance);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_COMPARE_SENSITIVITY_H
