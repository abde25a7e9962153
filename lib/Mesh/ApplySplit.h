//===- ApplySplit.h - A split written into a function -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_MESH_APPLYSPLIT_H
#define ALCOVE_LIB_MESH_APPLYSPLIT_H

#include "SplitProblem.h"

namespace alcove::meshsplit {

/// Rewrites the function once: `mesh_shard` behind every argument and before every result, ops on tensors of one chip,
/// collectives where the plan converts. The plan has passed `verify`. The modules around it get the mesh.
void applySplit(mlir::func::FuncOp function, const SplitProblem &split, const plan::mesh::Plan &plan,
                const MeshMachine &machine);

} // namespace alcove::meshsplit

#endif // ALCOVE_LIB_MESH_APPLYSPLIT_H
