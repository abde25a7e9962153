//===- Check.h - Ops of test programs -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_CHECK_H
#define ALCOVE_OPS_DIALECT_STABLEHLO_CHECK_H

#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

#include "alcove/Ops/Dialect/StableHLO/CheckDialect.h.inc"
#include "alcove/Ops/Dialect/StableHLO/InterpreterDialect.h.inc"
#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/CheckOps.h.inc"

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_CHECK_H
