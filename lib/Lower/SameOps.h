//===- SameOps.h - Ops that TTIR and TTNN share -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_SAMEOPS_H
#define ALCOVE_LIB_LOWER_SAMEOPS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace alcove::conversion {

/// Calls `visit` with the names, without dialects, of each op whose operands, results and properties are the same in
/// both dialects: lowering and raising change its name alone. TTNN may have further properties, which say how a kernel
/// runs. In the order of the table.
void forEachSameOp(llvm::function_ref<void(llvm::StringRef ttir, llvm::StringRef ttnn)> visit);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_SAMEOPS_H
