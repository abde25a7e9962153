//===- FunctionType.cpp - What a function of a module is for ------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"

using namespace mlir;
using namespace alcove;

static StringRef typeOf(func::FuncOp function) {
  auto type = function->getAttrOfType<StringAttr>(ttcore::functionTypeAttrName);
  return type ? type.getValue() : StringRef(ttcore::forwardDeviceType);
}

bool ttcore::isForwardFunction(func::FuncOp function) {
  return !function.isDeclaration() && typeOf(function) == forwardDeviceType;
}

bool ttcore::isConstEvalFunction(func::FuncOp function) {
  return !function.isDeclaration() && typeOf(function) == constEvalType;
}
