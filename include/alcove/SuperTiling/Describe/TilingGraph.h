//===- TilingGraph.h - One block as a graph of tileable nodes ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tiling problem of a block (Plan/Tiling/Problem.h) together with its operations: what the numbers of nodes and
// tensors stand for in the IR.
//
// Nodes stand in schedule order: a depth-first post-order over the data flow in which the longest operand chain comes
// last, next to its consumer.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_DESCRIBE_TILINGGRAPH_H
#define ALCOVE_SUPERTILING_DESCRIBE_TILINGGRAPH_H

#include "alcove/Plan/Tiling/Problem.h"
#include "alcove/SuperTiling/Marks/Classify.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace alcove::supertiling {

using namespace plan::tiling;

/// On copies of an operation for one of its readers: they stand next to it.
inline constexpr llvm::StringLiteral repeatedAttr = "__alcove_repeated";

class TilingGraph : public Problem {
public:
  /// O(operations x operands). Nested regions are not entered: each block is a graph of its own. `onlineSoftmax`:
  /// contractions may carry a softmax over panels.
  explicit TilingGraph(mlir::Block &block, bool onlineSoftmax = true);

  mlir::Operation *opOf(int node) const { return ops[node]; }
  mlir::Operation *opOf(const Node &node) const { return ops[&node - nodes.data()]; }
  mlir::Value valueOf(const Access &access) const { return values[access.tensor]; }

  /// The operation of each node.
  std::vector<mlir::Operation *> ops;
  /// The value of each tensor, by its number.
  std::vector<mlir::Value> values;

private:
  /// Result value -> (node, result number).
  llvm::DenseMap<mlir::Value, std::pair<int, int>> producers;
  llvm::DenseMap<mlir::Value, int> numbers;

  int numberOf(mlir::Value value);
  Access wholeAccess(mlir::Value value);
  bool describeStructured(mlir::Operation *op, Node &node);
  bool describePad(mlir::Operation *op, Node &node);
  bool describeMovement(mlir::Operation *op, Node &node);
  void describeProbe(mlir::Operation *op, Node &node);
  void schedule(mlir::Block &block, std::vector<mlir::Operation *> &order);
  void describe(mlir::Operation *op, Node &node);
  void connect();
};

/// Simple operations of one execution of the body of `op`; transcendental functions and divisions count for several, as
/// on most vector units.
double bodyWork(mlir::Operation *op);
/// `op` reduces floating-point numbers in an order that its operations do not allow to change.
bool sumsInOrder(mlir::Operation *op);
/// The index of `destination` reaches every element of it: what `op` hands on holds nothing of what was there. Not the
/// diagonal, every second row, or one row of several.
bool writesWhole(mlir::linalg::LinalgOp op, mlir::OpOperand &destination);
/// The body of `op` may be computed twice, or in another order: it does nothing but compute, and abort (cf.assert).
bool mayRunInTiles(mlir::Operation *op);
/// Bytes of one element: whole bytes, complex numbers twice, index 8.
Bytes elementBytes(mlir::Type type);
/// Bytes of a tensor; dynamic dimensions count unknownExtent. Saturates.
Bytes tensorBytes(mlir::ShapedType type);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_DESCRIBE_TILINGGRAPH_H
