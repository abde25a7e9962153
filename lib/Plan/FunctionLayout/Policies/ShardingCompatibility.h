//===- ShardingCompatibility.h - A cheap necessary condition ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_SHARDINGCOMPATIBILITY_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_SHARDINGCOMPATIBILITY_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan {

/// Could an op with operand 0 in `input` make `output`? A cheap necessary condition that spares the backend queries:
/// elementwise ops keep memory layout and grid, convolutions and matmuls the kind of sharding.
inline bool isCompatibleSharding(OpKind kind, const Layout &input, const Layout &output) {
  if (!input.isSharded() || !output.isSharded())
    return true;
  if (input.sharding != output.sharding)
    return false;
  if (kind == OpKind::Unary || kind == OpKind::Binary)
    return input.gridRows == output.gridRows && input.gridCols == output.gridCols;
  // A height-sharded in0 keeps its rows on their cores; so does a block-sharded one.
  if (kind == OpKind::Matmul)
    return output.sharding == Sharding::Width || input.gridRows == output.gridRows;
  return true;
}

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_SHARDINGCOMPATIBILITY_H
