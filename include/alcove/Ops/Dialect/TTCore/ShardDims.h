//===- ShardDims.h - How a front end cuts an argument -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_SHARDDIMS_H
#define ALCOVE_OPS_DIALECT_TTCORE_SHARDDIMS_H

#include "llvm/ADT/StringRef.h"

namespace alcove::ttcore {

/// Of an argument, as `shard_dims` of TTIR's `mesh_shard`: per axis of chips the dimension that it cuts, or -1. A front
/// end's wish to who splits the program over a mesh.
constexpr llvm::StringLiteral shardDimsAttrName = "alcove.shard_dims";

/// Of an argument or a result that is one chip's part while a program is planned: the dimension that each axis of chips
/// cuts of the whole, or -1. `ttir-parts-at-boundaries` writes it, `ttnn-host-boundaries` takes it away.
constexpr llvm::StringLiteral partOfAttrName = "alcove.part_of";

} // namespace alcove::ttcore

#endif // ALCOVE_OPS_DIALECT_TTCORE_SHARDDIMS_H
