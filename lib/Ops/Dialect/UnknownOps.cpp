//===- UnknownOps.cpp - Ops that no dialect defines -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/UnknownOps.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace alcove;

bool alcove::isUnknownOp(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return !op->isRegistered() && (dialect == "ttir" || dialect == "ttnn" || dialect == "ttcore");
}

std::string alcove::nearestKnownOp(Operation *op) {
  StringRef name = op->getName().getStringRef(), dialect = op->getName().getDialectNamespace();
  std::string nearest;
  unsigned best = ~0u;
  // Sorted by name: the first of equals stays.
  for (RegisteredOperationName known : op->getContext()->getRegisteredOperations()) {
    if (known.getDialectNamespace() != dialect)
      continue;
    unsigned distance = name.edit_distance(known.getStringRef(), /*AllowReplacements=*/true, best);
    if (distance < best) {
      best = distance;
      nearest = known.getStringRef().str();
    }
  }
  return nearest;
}

LogicalResult alcove::verifyKnownOps(Operation *root) {
  bool known = true;
  root->walk([&](Operation *op) {
    if (!isUnknownOp(op) || op->hasAttrOfType<StringAttr>(opaqueAttrName))
      return;
    known = false;
    op->emitError("unknown op '") << op->getName() << "'; nearest: '" << nearestKnownOp(op)
                                  << "' (allow-unknown-ops=true keeps it as an opaque op)";
  });
  return success(known);
}
