//===- Heads.h - Columns cut into attention heads, and joined again -----------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_HEADS_HEADS_H
#define ALCOVE_LIB_LOWER_HEADS_HEADS_H

#include "../TTIRBuilder.h"
#include "../Trial.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::conversion {

/// The kernels move whole tiles: heads start at columns that are multiples of it.
constexpr int64_t headTile = 32;

/// Queries, keys and values of one operand: their projections merged, split by one kernel. Returns how often.
int64_t fuseSplitHeads(mlir::func::FuncOp function, const OpPrices *prices);
/// One token per user: heads with the users as sequence, attention on caches by its decode kernel. All of a function or
/// nothing, by its price. Returns how many attentions; with `splits`, heads are split by their kernel where that pays, and
/// counted there.
int64_t fuseDecodeAttention(mlir::func::FuncOp function, const OpPrices *prices, int64_t *splits);
/// reshape(permute(heads)) in one kernel. Returns how often.
int64_t fuseJoinHeads(mlir::func::FuncOp function, const OpPrices *prices);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_HEADS_HEADS_H
