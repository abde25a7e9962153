//===- CHLO.h - Ops that front ends print beside StableHLO -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_CHLO_H
#define ALCOVE_OPS_DIALECT_STABLEHLO_CHLO_H

#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

#include "alcove/Ops/Dialect/StableHLO/CHLODialect.h.inc"
#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/CHLOOps.h.inc"

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_CHLO_H
