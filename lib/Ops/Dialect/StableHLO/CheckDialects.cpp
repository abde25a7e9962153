//===- CheckDialects.cpp - Ops of test programs ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/StableHLO/Check.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace alcove;

#include "alcove/Ops/Dialect/StableHLO/CheckDialect.cpp.inc"
#include "alcove/Ops/Dialect/StableHLO/InterpreterDialect.cpp.inc"

void check::CheckDialect::initialize() {
  addOperations<check::ExpectEqOp, check::ExpectAlmostEqOp, check::ExpectCloseOp, check::ExpectEqConstOp,
                check::ExpectAlmostEqConstOp, check::ExpectSerializedEqOp>();
}
void interpreter::InterpreterDialect::initialize() {
  addOperations<interpreter::ProbeOp, interpreter::PrintOp, interpreter::RunParallelOp>();
}

/// Two types of which the second is written where it is another one.
static ParseResult parseSameTypes(OpAsmParser &parser, Type &first, Type &second) {
  if (parser.parseType(first))
    return failure();
  second = first;
  return succeeded(parser.parseOptionalComma()) ? parser.parseType(second) : success();
}
static void printSameTypes(OpAsmPrinter &printer, Operation *, Type first, Type second) {
  printer << first;
  if (first != second)
    printer << ", " << second;
}
/// `dense<1.0> : tensor<f32>`.
static ParseResult parseExpectedValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value))
    return failure();
  type = value.getType();
  return success();
}
static void printExpectedValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type) {
  printer.printAttribute(value);
}

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/CheckOps.cpp.inc"
