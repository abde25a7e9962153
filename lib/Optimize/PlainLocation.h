//===- PlainLocation.h - Where to print a message about an op ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_PLAINLOCATION_H
#define ALCOVE_LIB_OPTIMIZE_PLAINLOCATION_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace alcove::transforms {

/// The place in a file that a location holds, within names and fused parts too; unknown without one. Names pile up in
/// locations (alcove/Ops/Dialect/OpNames.h): printed whole they would fill the screen.
mlir::Location plainLocation(mlir::Location loc);

/// An error about `op` at that place. The text names the op.
inline mlir::InFlightDiagnostic emitPlainOpError(mlir::Operation *op) {
  return mlir::emitError(plainLocation(op->getLoc())) << "'" << op->getName() << "' op ";
}

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_PLAINLOCATION_H
