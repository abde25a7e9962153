//===- OptionError.h - Errors about options, not about programs -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_OPTIONERROR_H
#define ALCOVE_OPS_DIALECT_OPTIONERROR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace alcove {

/// An error about the value of an option. Its place is the command line: at the module's own place a reader would look
/// for the mistake in the program. `module` gives the context.
inline mlir::InFlightDiagnostic emitOptionError(mlir::Operation *module) {
  return mlir::emitError(mlir::FileLineColLoc::get(module->getContext(), "command line", 0, 0));
}

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_OPTIONERROR_H
