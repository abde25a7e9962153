//===- Passes.h - Passes that report ----------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_PASSES_H
#define ALCOVE_REPORT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace alcove::transforms {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "alcove/Report/Passes.h.inc"

} // namespace alcove::transforms

#endif // ALCOVE_REPORT_PASSES_H
