//===- Passes.h - The judge as a pass ---------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_MEMORY_PASSES_H
#define ALCOVE_JUDGE_MEMORY_PASSES_H

#include "mlir/Pass/Pass.h"

namespace alcove::judge {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "alcove/Judge/Memory/Passes.h.inc"

} // namespace alcove::judge

#endif // ALCOVE_JUDGE_MEMORY_PASSES_H
