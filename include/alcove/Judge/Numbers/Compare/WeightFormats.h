//===- WeightFormats.h - What narrower weights do to results ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %w ──► permute ──► %wt ─┐                 A weight is a parameter or a constant that reaches the second operand of a
//                     %a ───┴► matmul ──►     product through ops that move or convert. There, and nowhere else, its
//                                             numbers go through a block format; what depends on it runs again.
//
// Blocks are 16 neighbours along the last dimension of what the product reads: a matmul stores its operand as it is; the
// operand of a dot_general becomes a matrix with its kept dimensions last.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_COMPARE_WEIGHTFORMATS_H
#define ALCOVE_JUDGE_NUMBERS_COMPARE_WEIGHTFORMATS_H

#include "alcove/Device/TensorLayout.h"
#include "alcove/Judge/Numbers/Compare/Replay.h"

#include <optional>

namespace alcove::reference {

/// Norm of the difference by norm of the reference, per result: the largest over chips. Equal infinities differ by
/// nothing; a NaN on one side, or an error beside a reference of zeros, is infinite. Nothing for results of integers:
/// rounding chooses among equals.
Result<std::vector<std::optional<double>>> deviationsOf(const FunctionRun &reference, const FunctionRun &other);

/// `tensor` with blocks of 16 neighbours along dimension `along` as `format` holds them; the last block may be shorter.
Tensor throughBlocks(const Tensor &tensor, device::DataType format, size_t along);

struct WeightUse {
  unsigned argument = 0;
  mlir::Operation *product = nullptr;
  unsigned operand = 0; ///< of the product
  size_t along = 0;     ///< dimension of the operand that blocks lie along
};

/// In the order of the products. A weight that is joined with others before the product is none.
std::vector<WeightUse> weightUses(mlir::func::FuncOp function);

/// Deviations of the recorded run with all uses of `argument` in `format`.
Result<std::vector<std::optional<double>>> deviationsWith(const Replay &replay, llvm::ArrayRef<WeightUse> uses,
                                                          unsigned argument, device::DataType format);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_COMPARE_WEIGHTFORMATS_H
