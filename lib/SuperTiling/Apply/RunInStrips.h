//===- RunInStrips.h - The end of a body in strips of its tile ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_APPLY_RUNINSTRIPS_H
#define ALCOVE_LIB_SUPERTILING_APPLY_RUNINSTRIPS_H

#include "alcove/Base/Support/Result.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace alcove::supertiling {

/// SUT-H17: moves `members`, operations in front of `strips` in the same block, the last first, into that loop, strip by
/// strip. What the loop carries for the loop around it alone, it puts together in the tensor of that one.
Status runInStrips(mlir::RewriterBase &rewriter, mlir::LoopLikeOpInterface &strips,
                   llvm::ArrayRef<mlir::Operation *> members);

/// What loops of strips within `scope` load for all strips stands in front of them.
void loadInFrontOfStrips(mlir::Operation *scope);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_APPLY_RUNINSTRIPS_H
