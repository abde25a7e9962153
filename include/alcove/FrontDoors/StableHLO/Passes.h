//===- Passes.h - From StableHLO to TTIR -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_FRONTDOORS_STABLEHLO_PASSES_H
#define ALCOVE_FRONTDOORS_STABLEHLO_PASSES_H

#include "mlir/Pass/Pass.h"

namespace alcove::stablehlo {

#define GEN_PASS_DECL
#include "alcove/FrontDoors/StableHLO/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "alcove/FrontDoors/StableHLO/Passes.h.inc"

} // namespace alcove::stablehlo

#endif // ALCOVE_FRONTDOORS_STABLEHLO_PASSES_H
