//===- ResizeDims.h - A function for another batch or context ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimensions that an op ties together (what may be split together over chips, SplitRules.h) have one extent. A new extent
// of one dimension of an argument goes through the function, forwards and backwards:
//
//   cache [4, 8, 64, 64]  positions 64 -> 256   ->  keys [4, 8, 256, 64]  ->  scores [4, 8, 1, 256]  ->  mask [.., 256]
//
// A reshape ties products: [4, 8, 256] -> [32, 256] becomes [4, 16, 256] -> [64, 256].
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_MESH_RESIZEDIMS_H
#define ALCOVE_LIB_MESH_RESIZEDIMS_H

#include "alcove/Base/Support/Result.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::meshsplit {

/// One dimension of an argument, by the name that the framework gave it (or argN).
struct NewExtent {
  std::string argument;
  int64_t dim = 0, extent = 0;
  int64_t only = 0; ///< of arguments that have this extent now; 0 = any
};

/// Parses `past_k0:2=256`, `past_k0:2=64->256`, and, of every cache of the function that ops write in place, `batch=8`
/// and `context=256`; separated by commas. `wherePresent` leaves out what the function does not have.
Result<std::vector<NewExtent>> parseExtents(llvm::StringRef text, mlir::func::FuncOp function, bool wherePresent);

/// Rewrites types and the attributes that state shapes, once, if `apply`; an error names the op whose result does not
/// follow. Returns the dimensions of arguments that change, as `name:dim=old->new`.
Result<std::vector<std::string>> resizeDims(mlir::func::FuncOp function, const std::vector<NewExtent> &extents,
                                            bool apply);

} // namespace alcove::meshsplit

#endif // ALCOVE_LIB_MESH_RESIZEDIMS_H
