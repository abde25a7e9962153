//===- Rounds.h - How often a block runs ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_PASS_ROUNDS_H
#define ALCOVE_LIB_SUPERTILING_PASS_ROUNDS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/SmallVector.h"

namespace alcove::supertiling {

/// How often `block` runs in one run of `function` around it: the product of the iterations of the loops in between.
///
///   scf.for 0 to 10 step 3      4 rounds
///     scf.for 0 to %n           1 round, and the loop is added to `open`: its iterations are known at run time alone
///       block                   4
double roundsOf(mlir::Block &block, mlir::Operation *function,
                llvm::SmallVectorImpl<mlir::Operation *> *open = nullptr);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_PASS_ROUNDS_H
