//===- ParallelLoops.h - Tile loops whose iterations run at once -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %i step %t iter_args(%o = %e)            scf.forall (%i) step (%t) shared_outs(%o = %e)
//     ...                                              %own = tensor.extract_slice %o[%i, 0] [t, n]
//     %n = tensor.insert_slice %y                      ...
//            into %o[%i, %j] [t, u]                    %n = tensor.insert_slice %y into %own[0, %j] [t, u]
//     scf.yield %n                                     tensor.parallel_insert_slice %n into %o[%i, 0] [t, n]
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_REWRITE_PARALLELLOOPS_H
#define ALCOVE_SUPERTILING_REWRITE_PARALLELLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// Which tile loops become scf.forall.
enum class ParallelLoops {
  Off,
  Shared, ///< those that the plan for a machine shares among its cores
  All,    ///< the outermost loop of every nest
};

/// `loop` as scf.forall: when every tensor that it carries is read and written in one slice along one dimension, which
/// moves on by at least its size from one iteration to the next. Fails and changes nothing otherwise. Linear in the
/// body.
mlir::FailureOr<mlir::scf::ForallOp> toForall(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop);

/// Turns loops of the nest `loop` into scf.forall, as `which` and `grid` (cores for each loop, outermost first) say,
/// and returns what stands in its place. `built` counts the loops that were turned.
mlir::Operation *parallelize(mlir::RewriterBase &rewriter, mlir::Operation *loop, ParallelLoops which,
                             llvm::ArrayRef<int64_t> grid, int64_t &built);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_REWRITE_PARALLELLOOPS_H
