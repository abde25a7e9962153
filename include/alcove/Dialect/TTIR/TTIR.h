//===- TTIR.h - Tensor programs before lowering -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DIALECT_TTIR_TTIR_H
#define ALCOVE_DIALECT_TTIR_TTIR_H

#include "alcove/Dialect/ShapeRules.h"
#include "alcove/Dialect/StaticShapes.h"
#include "alcove/Dialect/TTCore/TTCore.h"

#include "alcove/Dialect/TTIR/TTIRDialect.h.inc"

#define GET_OP_CLASSES
#include "alcove/Dialect/TTIR/TTIROps.h.inc"

#endif // ALCOVE_DIALECT_TTIR_TTIR_H
