//===- SplitRules.h - What of an op may be split over chips -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A factor is one way to split an op along one mesh axis: what each operand and each result is there.
//
//   dot_general [32, 64] x [64, 96]    rows         (S0, R)  -> S0
//                                      columns      (R,  S1) -> S1
//                                      contraction  (S1, S0) -> P
//
// Every op of TTIR may also be computed whole on every chip; what no rule knows has that way alone.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_MESH_SPLITRULES_H
#define ALCOVE_LIB_MESH_SPLITRULES_H

#include "alcove/Plan/Mesh/Problem.h"

#include "mlir/IR/Operation.h"

namespace alcove::meshsplit {

/// Empty for what is no ranked tensor.
llvm::ArrayRef<int64_t> shapeOf(mlir::Value value);
/// Without its dialect.
llvm::StringRef nameOf(mlir::Operation *op);
/// Of an array attribute of any kind; empty where there is none.
llvm::SmallVector<int64_t> integersOf(mlir::Operation *op, llvm::StringRef name);

/// One way along one axis; one placement per operand and per result.
struct Factor {
  plan::mesh::Split split;
  llvm::SmallVector<plan::mesh::Placement> inputs, outputs;
};

/// The ways of an op of TTIR, without computing it whole. Shapes are those of the whole tensors. Whether the sizes divide
/// is the caller's matter.
std::vector<Factor> factorsOf(mlir::Operation *op);

/// The op changes its first operand, and has no result: a cache.
bool changesFirstOperand(mlir::Operation *op);

/// After operands and results of a copy of an op took the shapes of one chip: its attributes that state shapes follow.
void localizeAttributes(mlir::Operation *op);

} // namespace alcove::meshsplit

#endif // ALCOVE_LIB_MESH_SPLITRULES_H
