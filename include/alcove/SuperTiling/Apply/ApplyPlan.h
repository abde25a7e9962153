//===- ApplyPlan.h - From planned groups to loops ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_APPLY_APPLYPLAN_H
#define ALCOVE_SUPERTILING_APPLY_APPLYPLAN_H

#include "alcove/Plan/Tiling/Solution.h"
#include "alcove/SuperTiling/Describe/TilingGraph.h"
#include "alcove/SuperTiling/Marks/LoopMarks.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace alcove::supertiling {

/// How the root of a group is tiled: a size per loop (0: no loop for it), all loops from outermost to innermost.
struct RootTiling {
  llvm::SmallVector<int64_t, 6> sizes, interchange;
  /// A reduction among the tiled loops.
  bool reduction = false;
};
RootTiling rootTiling(const TilingGraph &graph, const PlannedGroup &group);
/// One loop with one iteration around all of the operation; no loop when it has none that can be tiled.
RootTiling wholeTiling(const Node &node);
/// A size per loop of `core`, one of those of `group` (0: no panels along it); all 0 when its reduction is not split.
llvm::SmallVector<int64_t, 6> panelSizes(const TilingGraph &graph, const PlannedGroup &group, int core);

/// Tiles the root of `group`, fuses the other members into the loop, replaces the uses of what the loop produces, and
/// returns the outermost loops: one, or two when the last tile is smaller and was split off. The operations of the
/// group stay in the IR, dead or not: the caller removes dead ones. An error leaves the block in an unspecified (but
/// valid) state: work on a copy.
Result<llvm::SmallVector<mlir::Operation *>> applyGroup(mlir::RewriterBase &rewriter, const TilingGraph &graph,
                                                        const PlannedGroup &group);

/// Tiles `op` alone with the sizes of `tile` (0: not tiled) and does not touch its uses. Null when it cannot be tiled.
struct TiledAlone {
  mlir::Operation *loop = nullptr;
  llvm::SmallVector<mlir::Value> replacements;
};
TiledAlone tileAlone(mlir::RewriterBase &rewriter, mlir::Operation *op, llvm::ArrayRef<int64_t> tile);

/// Erases operations of the block that nothing uses, last first.
void eraseDead(mlir::RewriterBase &rewriter, mlir::Block &block);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_APPLY_APPLYPLAN_H
