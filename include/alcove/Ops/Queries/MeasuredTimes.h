//===- MeasuredTimes.h - A module priced with measured times ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a module is compiled, an attribute of it names the table that prices its ops; makeOpModel stacks the table over
// the analytical model. The attribute leaves the module with the pipeline's last pass.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_QUERIES_MEASUREDTIMES_H
#define ALCOVE_OPS_QUERIES_MEASUREDTIMES_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/Operation.h"

namespace alcove::queries {

/// On a module, the path of a table of measured times (OpModel/MeasuredTimes.h).
inline constexpr llvm::StringLiteral measuredTimesAttrName = "alcove.measured_times";

/// Reads the table that a module around `op` names, for its chip. Errors: the file is no such table, or is of another
/// chip or clock. No table, no error.
Status checkMeasuredTimes(mlir::Operation *op);

} // namespace alcove::queries

#endif // ALCOVE_OPS_QUERIES_MEASUREDTIMES_H
