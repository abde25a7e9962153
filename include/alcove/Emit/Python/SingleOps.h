//===- SingleOps.h - Ops of a plan, each as a function of its own -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   func @main(%x, %w) {                          func @op_0(%a) { relu(%a) }           the program of these functions
//     %0 = matmul(%x, %w)   loc("up")      ->     func @op_1(%a, %b) { matmul(%a, %b) } runs each op by itself, on
//     %1 = relu(%0)         loc("act")                                                  operands that lie as planned
//   }
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_EMIT_PYTHON_SINGLEOPS_H
#define ALCOVE_EMIT_PYTHON_SINGLEOPS_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::emit {

/// Leaves of a planned module the ops of these names, in this order, op N as the function `op_N`; a name that several
/// ops have is the first one's. An error names an op that the plan has not.
Status keepSingleOps(mlir::ModuleOp module, const std::vector<std::string> &names);

} // namespace alcove::emit

#endif // ALCOVE_EMIT_PYTHON_SINGLEOPS_H
