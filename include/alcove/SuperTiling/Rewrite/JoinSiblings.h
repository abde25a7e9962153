//===- JoinSiblings.h - Readers of one tensor in one loop -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that read one tensor, none of which produces for another, share no loop: a group has one root, and what is
// in it is there for the root. Joined they are one operation of several results, which the planner tiles and fuses as
// any other. In the tile loops, where the slice of the shared tensor is loaded once, the parts come back:
//
//   x ─► matmul q               x ─┐                        for
//   x ─► matmul k       ─►   q ─┼─► generic q, k, v    ─►     load x
//   x ─► matmul v               ...                           matmul q, matmul k, matmul v
//
// Joined operations are for planning alone: none is left in what the driver returns.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_REWRITE_JOINSIBLINGS_H
#define ALCOVE_SUPERTILING_REWRITE_JOINSIBLINGS_H

#include "alcove/SuperTiling/Describe/JoinedParts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

#include <set>
#include <string>
#include <vector>

namespace alcove::supertiling {

/// Operations that may be joined, in program order.
struct Siblings {
  llvm::SmallVector<mlir::Operation *, 4> parts;
  /// For each the operand that they share: one tensor, or equal views. And its bytes.
  llvm::SmallVector<std::pair<mlir::Operation *, unsigned>, 4> readers;
  Bytes sharedBytes = 0;
  /// Equal for sets whose joined operations tile alike.
  std::string structure;
};

/// Sets of two to eight siblings (SUT-S1), no operation in two of them; each operation is in the set that shares most.
/// Blocks in program order, sets by their first operation. O(operations x operands), and for each set the distance
/// between its first and its last operation.
std::vector<Siblings> findSiblings(mlir::Operation *function);

/// Joins the sets of these structures and takes them from `sets`: one linalg.generic in the place of the last part,
/// which the users of the parts follow. What reads the result of each part in the same way, as the bias of each
/// product, is joined in turn. A set is left as it is when one part depends on another by now, or a user with side
/// effects stands between them (SUT-S2). Returns the number of sets joined.
int64_t joinSiblings(mlir::RewriterBase &rewriter, std::vector<Siblings> &sets,
                     const std::set<std::string> &structures);

/// Puts the parts of all joined operations in `scope`, tiles of them included, back in their place, one after the
/// other. Parts whose results are not used are left out.
void splitJoined(mlir::RewriterBase &rewriter, mlir::Operation *scope);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_REWRITE_JOINSIBLINGS_H
