//===- TOSA.h - TOSA written as TTIR -*- C++ -*- ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands of one rank whose extents of 1 are repeated, shapes that are operands, activations NHWC. What is quantized
// (zero points other than 0, rescaling, tables, products of integers) is refused by name.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_TOSA_TOSA_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_TOSA_TOSA_H

#include "../Conversion.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace alcove::stablehlo::fromtosa {

/// Constants, and shapes.
std::optional<Array> numbersOf(mlir::Operation *op);
/// An operand in the shape of the result.
mlir::Value repeated(OpConversion &c, unsigned operand);
/// Refuses zero points, which are these operands and of which older programs have none.
mlir::LogicalResult checkZeroPoints(OpConversion &c, llvm::ArrayRef<unsigned> operands);
bool isFloat(mlir::Type type);

void addElementwise(ConverterTable &table);
void addMovement(ConverterTable &table);
void addContractions(ConverterTable &table);
void addReductions(ConverterTable &table);

} // namespace alcove::stablehlo::fromtosa

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_TOSA_TOSA_H
