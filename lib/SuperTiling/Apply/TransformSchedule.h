//===- TransformSchedule.h - A plan in the transform dialect ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_APPLY_TRANSFORMSCHEDULE_H
#define ALCOVE_LIB_SUPERTILING_APPLY_TRANSFORMSCHEDULE_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Plan/Tiling/Solution.h"
#include "alcove/SuperTiling/Describe/TilingGraph.h"

#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace alcove::supertiling {

/// Writes the plans of one function in upstream's transform operations, for the function before it is tiled. Operations
/// are named by their number among those of the function that have a tiling interface, so the function needs no
/// attributes:
///
///   %f  = match ops{["func.func"]} attributes{sym_name = "main"}
///   %0, %1, %2 = split_handle (match interface{TilingInterface} in %f)     fill, matmul, exp
///   annotate %1 "alcove.member_1"
///   %t, %l = structured.fuse %2 tile_sizes [64, 0]                         producers follow, the fill too
///   %c  = match attributes{alcove.member_1} in %l                          the matmul in its loop
///   structured.tile_using_for %c tile_sizes [0, 0, 64]                     its reduction in panels
///
/// `structured.fuse` takes every producer with a tiling interface. Those that belong to another loop are in theirs
/// before; those that stay outside of loops get a loop of one iteration first, which canonicalization removes.
class TransformSchedule {
public:
  /// Before anything is rewritten. O(operations).
  explicit TransformSchedule(mlir::Operation *function);

  /// The groups of one block. An error names the operation whose group has no such form, and why.
  Status add(const TilingGraph &graph, const Plan &plan);
  /// A fill that gets a loop of its own after all groups.
  Status addFill(const TilingGraph &graph, const PlannedGroup &group);

  /// The operations for this function; `prefix` makes their names unique in the module.
  std::string text(const std::string &prefix) const;

private:
  struct BlockWriter;

  mlir::Operation *function;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  /// Lines with `$` where the prefix goes.
  std::string lines, lastLines;
  unsigned groups = 0;
};

/// The module that holds the schedule of all functions, as a `__transform_main` for `--transform-interpreter`.
std::string scheduleModule(llvm::ArrayRef<std::string> functions);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_APPLY_TRANSFORMSCHEDULE_H
