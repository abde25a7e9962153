//===- Sdy.h - Meshes and shardings beside StableHLO -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_SDY_H
#define ALCOVE_OPS_DIALECT_STABLEHLO_SDY_H

#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

#include "alcove/Ops/Dialect/StableHLO/SdyDialect.h.inc"
#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/SdyOps.h.inc"

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_SDY_H
