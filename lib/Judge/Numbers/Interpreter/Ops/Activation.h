//===- Activation.h - Activations fused into other ops ----- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_OPS_ACTIVATION_H
#define ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_OPS_ACTIVATION_H

#include "alcove/Judge/Numbers/Kernels/Elementwise.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace alcove::reference {

/// The kernel of a fused activation by the name in its attribute.
Result<const UnaryKernel *> activationOf(llvm::StringRef name, mlir::ArrayAttr params);

} // namespace alcove::reference

#endif // ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_OPS_ACTIVATION_H
