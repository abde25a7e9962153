//===- MeasuredTimes.h - A module priced with measured times ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a module is compiled, attributes of it name the table that prices its ops, and the device file whose constants
// the chip descriptor cannot carry; makeOpModel stacks the table over the analytical model of that chip. The attributes
// leave the module with the pipeline's last pass.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_QUERIES_MEASUREDTIMES_H
#define ALCOVE_OPS_QUERIES_MEASUREDTIMES_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/Operation.h"

namespace alcove::queries {

/// On a module, the path of a table of measured times (OpModel/MeasuredTimes.h).
inline constexpr llvm::StringLiteral measuredTimesAttrName = "alcove.measured_times";
/// On a module, the path of a device file (Device/SystemDesc.h).
inline constexpr llvm::StringLiteral deviceFileAttrName = "alcove.device_file";

/// Reads the table that a module around `op` names, for its chip, and the device file. Errors: the file is no such
/// table, or is of another chip or clock; the device file names constants that are none. No table, no error.
Status checkMeasuredTimes(mlir::Operation *op);

} // namespace alcove::queries

#endif // ALCOVE_OPS_QUERIES_MEASUREDTIMES_H
