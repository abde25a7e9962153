//===- ArgumentRoles.h - What a function's arguments are for --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Told from the data flow: an argument goes through ops that only move elements (reshape, permute, const-eval calls,
// ...) to the ops that compute with it.
//
//   role               told by                                           seeded with (rules NUM-D1..D4, docs/spec)
//   Activation         operand of a contraction beside a weight          normal, rows of unlike size and mean
//   Table              what an embedding reads rows of                   the same
//   Weight             operand of a contraction, window or product       normal / sqrt(elements that one output sums)
//   NormScale          scale of a norm, per-channel factor               1 + normal / 4
//   Bias               offset of a norm, per-channel term or mean        normal / 4
//   Positive           under a root, a logarithm, a divisor, a variance  uniform in [0.5, 1.5]
//   Epsilon            added to something on its way to a root           uniform in [0.01, 0.02]
//   CountReciprocal    factor of a sum over n elements                   uniform in [0.75, 1.25] / n
//   Mask               added to scores on their way to a softmax         0, normal, -10000
//   One                from which integers or booleans are subtracted    1
//   Index              of a table, a cache, a dimension                  spread over it; single ones in its upper half
//   Fixed              begins or ends of a slice_dynamic                 those that give the shape of the result
//                      which device holds which expert                   as many experts on each
//   Position           integers compared with what is computed           their place in their last dimension above 1
//   Flag               integers that are negated or subtracted           0 and 1
//   Plain              everything else                                   normal
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_INTERPRETER_ARGUMENTROLES_H
#define ALCOVE_JUDGE_NUMBERS_INTERPRETER_ARGUMENTROLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace alcove::reference {

enum class ArgumentRole : uint8_t {
  Plain,
  Activation,
  Table,
  Weight,
  NormScale,
  Bias,
  Positive,
  Epsilon,
  CountReciprocal,
  Mask,
  One,
  Index,
  Fixed,
  Position,
  Flag
};
/// `activation`, `norm-scale`, ...
const char *toString(ArgumentRole role);

struct RoleOfArgument {
  ArgumentRole role = ArgumentRole::Plain;
  int64_t count = 1; ///< Weight: elements that one output sums; CountReciprocal: n; Index: integers from `low` on
  int64_t low = 0;
  std::vector<int64_t> elements = {}; ///< Fixed: all of them
};

/// An op that gives elements of its first operand again, in other places or types.
bool movesElementsOnly(mlir::Operation *op);
/// The argument of the function around `value` that it consists of, through such ops and const-eval calls.
std::optional<unsigned> argumentBehind(mlir::Value value);

/// Linear in the uses of what is derived from the argument.
RoleOfArgument roleOf(mlir::func::FuncOp function, mlir::BlockArgument argument);

/// Whether the size of what a norm reads hangs on this float argument: an input or table, or a weight or bias of what
/// is added to other values or squared.
bool feedsNorms(mlir::func::FuncOp function, mlir::BlockArgument argument);
/// Whether `function` has an op with an epsilon or an open-coded norm.
bool hasEpsilon(mlir::func::FuncOp function);
/// The smallest epsilon above 0 of a norm or before a root that the function names; 0 where it names none.
double smallestEpsilon(mlir::func::FuncOp function);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_INTERPRETER_ARGUMENTROLES_H
