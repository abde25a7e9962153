//===- Merge.h - Functions of several modules in one ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SESSION_MERGE_H
#define ALCOVE_TOOLS_ALCOVE_SESSION_MERGE_H

#include "Summary.h"

namespace alcove::session_tool {

/// One module with every function in its way, under the function's name. What two of them load as the same item in the
/// same layout is made by one const-eval function. Arguments say which item they are (`alcove.item`).
mlir::OwningOpRef<mlir::ModuleOp> mergedModule(const Inputs &inputs, const ItemTable &table,
                                               const plan::session::Plan &plan);

/// `alcove.session` on the module of the functions: the order, what is kept free, and the summary, for who writes a program.
void noteSession(mlir::ModuleOp merged, const SessionFigures &figures);

} // namespace alcove::session_tool

#endif // ALCOVE_TOOLS_ALCOVE_SESSION_MERGE_H
