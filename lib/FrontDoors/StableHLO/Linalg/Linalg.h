//===- Linalg.h - StableHLO written as linalg -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are linalg, arith and math on tensors. Integers lose their sign, as those dialects want it: what an op does
// says which sign it reads them with. Numbers of one element are written by a table of scalars, which serves elementwise
// ops and the bodies of reductions alike:
//
//   %2 = stablehlo.add %0, %1                  linalg.generic { arith.addf }
//   stablehlo.reduce .. applies stablehlo.add  linalg.reduce { arith.addf }
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_LINALG_LINALG_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_LINALG_LINALG_H

#include "../Conversion.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace alcove::stablehlo::onlinalg {

/// Without the sign of integers.
mlir::Type plain(mlir::Type element);
mlir::RankedTensorType plain(mlir::RankedTensorType type);
inline bool isReal(mlir::Type type) { return mlir::getElementTypeOrSelf(type).isIntOrFloat(); }

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// One op on numbers of one element; null where it is not for their types.
using Scalar = std::function<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::Operation *, mlir::ValueRange)>;
using ScalarTable = llvm::StringMap<Scalar>;
const ScalarTable &scalars();
void addArithmetic(ScalarTable &table);
void addFunctions(ScalarTable &table);

mlir::Value number(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type, double value);
/// A scalar as another type; `from` and `to` have the sign that `value` lost.
mlir::Value converted(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type from, mlir::Type to);
/// The body of a reduction or scatter on scalars; empty where an op in it is none of the table or reads what is outside.
llvm::SmallVector<mlir::Value> written(mlir::Region &body, mlir::OpBuilder &builder, mlir::Location loc,
                                       mlir::ValueRange arguments);
/// Whether `written` can; asked before anything is written.
bool isScalar(mlir::Region &body);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

using Body = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::ValueRange)>;

/// An operand of one element as a scalar.
mlir::Value scalarOf(OpConversion &c, unsigned operand);
mlir::Value filled(OpConversion &c, mlir::RankedTensorType type, mlir::Value scalar);
/// One linalg.generic: `maps` of the inputs and then of the result, whose dimensions `out` begins with; reduction loops
/// are those that its map leaves out.
mlir::Value mapped(OpConversion &c, mlir::ValueRange inputs, llvm::ArrayRef<mlir::AffineMap> maps, mlir::Value out,
                   Body body);
/// Every element of `type` from the same place of each input.
mlir::Value eachElement(OpConversion &c, mlir::ValueRange inputs, mlir::RankedTensorType type, Body body);
mlir::Value reshaped(OpConversion &c, mlir::Value value, llvm::ArrayRef<int64_t> shape);
mlir::Value transposed(OpConversion &c, mlir::Value value, llvm::ArrayRef<int64_t> permutation);
mlir::Value reversed(OpConversion &c, mlir::Value value, llvm::ArrayRef<int64_t> dims);
mlir::Value sliced(OpConversion &c, mlir::Value value, llvm::ArrayRef<int64_t> begins, llvm::ArrayRef<int64_t> sizes,
                   llvm::ArrayRef<int64_t> steps);
/// As stablehlo.pad has it: negative edges cut, `interior` stands between neighbours.
mlir::Value padded(OpConversion &c, mlir::Value value, mlir::Value with, llvm::ArrayRef<int64_t> low,
                   llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> interior);
/// `value` to the elements of `to`; `from` and `to` say the signs.
mlir::Value cast(OpConversion &c, mlir::Value value, mlir::Type from, mlir::Type to);

void addElementwise(ConverterTable &table);
void addMovement(ConverterTable &table);
void addContractions(ConverterTable &table);
void addReductions(ConverterTable &table);
void addIndexing(ConverterTable &table);

} // namespace alcove::stablehlo::onlinalg

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_LINALG_LINALG_H
