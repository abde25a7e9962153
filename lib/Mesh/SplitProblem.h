//===- SplitProblem.h - A function of TTIR as a mesh problem ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are the function's values, ops its ops in their order. A strategy is one factor per mesh axis; its price is
// that of the op on tensors of one chip, the less of operands in DRAM and in L1. What parameters and constants alone
// decide is computed before the program runs: it costs no time, is converted for nothing, and lies in DRAM throughout
// where a later op reads it. A cache that ops change in place is kept in one sharding.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_MESH_SPLITPROBLEM_H
#define ALCOVE_LIB_MESH_SPLITPROBLEM_H

#include "Machine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace alcove::meshsplit {

struct SplitProblem {
  plan::mesh::Problem problem;
  std::vector<mlir::Operation *> ops;           ///< of the problem's ops
  llvm::DenseMap<mlir::Value, int32_t> tensors; ///< index of every value
};

/// The problem of a function of one block, without calls. Errors name the op.
Result<SplitProblem> splitProblemOf(mlir::func::FuncOp function, const MeshMachine &machine);

} // namespace alcove::meshsplit

#endif // ALCOVE_LIB_MESH_SPLITPROBLEM_H
