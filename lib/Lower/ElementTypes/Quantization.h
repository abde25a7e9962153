//===- Quantization.h - Quantized types as integers and scales --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_ELEMENTTYPES_QUANTIZATION_H
#define ALCOVE_LIB_LOWER_ELEMENTTYPES_QUANTIZATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::conversion {

/// The integers of the device that hold such elements: si32, or ui8 for bytes without a sign. Null for a storage type
/// whose range is not that of the library's kernels, -128 to 127 or 0 to 255.
mlir::Type storageOf(mlir::Type quantized);
/// ttir.quantize, dequantize and requantize with their scales and zero points as constants. Other TTIR ops than these
/// and ops that only move elements are refused with quantized ones: their integers are not their values.
mlir::LogicalResult unrollQuantization(mlir::func::FuncOp function);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_ELEMENTTYPES_QUANTIZATION_H
