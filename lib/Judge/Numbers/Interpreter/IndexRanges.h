//===- IndexRanges.h - Which integers an argument may hold ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data that is no index of what it reaches ends a run with an error instead of a verdict. What the ops accept is
// followed back to the arguments:
//
//   %1 = add(%0, 3)              3 <= %0 + 3 <= 9, so that 0 <= %0 <= 6 (an index is never below 0)
//   %2 = embedding(%1, 10x64)    0 <= %1 <= 9
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_INDEXRANGES_H
#define ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_INDEXRANGES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace alcove::reference {

/// Without its dialect.
inline llvm::StringRef shortName(mlir::Operation *op) { return op->getName().stripDialect(); }
bool holdsIntegers(mlir::Value value);

/// Integers from `low` to `high`, both included.
struct IntegerRange {
  int64_t low = 0, high = 0;
};

/// The integers that `argument` may hold so that every index that is made of it lies in what it indexes; nothing when
/// none is. Where two arguments make an index together, each gets half of the range. Linear in the uses of what is
/// derived from it.
std::optional<IntegerRange> indexRangeOf(mlir::BlockArgument argument);

/// The elements of an argument where the shapes of results leave no choice: the begins or the ends of a slice_dynamic,
/// and which device holds which expert (as many on each). Empty otherwise.
std::vector<int64_t> fixedElementsOf(mlir::BlockArgument argument);

} // namespace alcove::reference

#endif // ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_INDEXRANGES_H
