//===- Passes.h - The judge as a pass ---------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SIM_PASSES_H
#define ALCOVE_SIM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace alcove::sim {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "alcove/Sim/Passes.h.inc"

} // namespace alcove::sim

#endif // ALCOVE_SIM_PASSES_H
