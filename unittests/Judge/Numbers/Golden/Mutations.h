//===- Mutations.h - Random single edits of compiled modules ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One edit at one random place of a forward function. Edits are what a bug of a pass looks like: the wrong operand, the
// wrong attribute, a deallocation too few, too many or too early, a layout that its op does not produce.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_MUTATIONS_H
#define ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_MUTATIONS_H

#include "alcove/Base/Support/Random.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>

namespace alcove::testing {

enum class Edit : uint8_t {
  SwapOperands,         ///< two operands of an op change places
  ReplaceOperand,       ///< an operand becomes another value of the same type
  ChangeAttribute,      ///< a number or flag somewhere in the attributes of an op changes
  DropDeallocation,     ///<
  RepeatDeallocation,   ///< a second one later on
  MoveDeallocation,     ///< up or down
  ChangeLayout,         ///< shard, grid, map, cores, memory or buffer type of a result
  DropOp,               ///< users read its operand, or another earlier value of the type
  MoveOp,               ///< past a neighbour that it does not depend on
  ChangeCachedFunction, ///< load_cached of another function with results of the same types
};
constexpr int numEdits = 10;
const char *toString(Edit edit);

struct Mutation {
  std::string where; ///< op, location and the change
  /// Why the module may mean the same as before although nobody refuses it; empty when it should not.
  std::string excuse;
};

/// Applies one edit of this kind at a random place; nothing when there is no place for it. The module may be invalid
/// afterwards.
std::optional<Mutation> mutate(mlir::ModuleOp module, Edit edit, Random &random);

} // namespace alcove::testing

#endif // ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_MUTATIONS_H
