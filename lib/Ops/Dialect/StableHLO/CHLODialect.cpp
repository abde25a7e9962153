//===- CHLODialect.cpp - Ops that front ends print beside StableHLO ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/StableHLO/CHLO.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::chlo;

#include "alcove/Ops/Dialect/StableHLO/CHLODialect.cpp.inc"

void CHLODialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "alcove/Ops/Dialect/StableHLO/CHLOOps.cpp.inc"
      >();
}

Attribute CHLODialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  return keepUnknownAttribute(parser, getNamespace(), type);
}

/// `dense<1.0> : tensor<f32>`.
static ParseResult parseConstantValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value))
    return failure();
  type = value.getType();
  return success();
}
static void printConstantValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type) {
  printer.printAttribute(value);
}

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/CHLOOps.cpp.inc"
