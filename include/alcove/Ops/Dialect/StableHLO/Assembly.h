//===- Assembly.h - Pieces of the pretty form -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `custom<Name>` of the .td files. A type list is written once where all its types are equal.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_ASSEMBLY_H
#define ALCOVE_OPS_DIALECT_STABLEHLO_ASSEMBLY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace alcove::stablehlo {

class ConvDimensionNumbersAttr;
using mlir::AsmParser, mlir::AsmPrinter, mlir::OpAsmParser, mlir::OpAsmPrinter, mlir::Operation, mlir::ParseResult;
using Operands = llvm::SmallVectorImpl<OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVectorImpl<mlir::Type>;

/// `[0, 1]` of attributes.
mlir::FailureOr<llvm::SmallVector<int64_t>> parseIntegers(AsmParser &parser);
void printIntegers(AsmPrinter &printer, llvm::ArrayRef<int64_t> values);
/// `[0, 1]`, or one of the spellings of the generic form.
ParseResult parseIntegers(OpAsmParser &parser, mlir::Attribute &attribute);
void printIntegers(OpAsmPrinter &printer, Operation *op, mlir::Attribute attribute);

/// `T` for all of them, or `(T, U) -> V`.
ParseResult parseOneType(OpAsmParser &parser, llvm::ArrayRef<mlir::Type *> types);
void printOneType(OpAsmPrinter &printer, llvm::ArrayRef<mlir::Type> types);
template <typename... T>
ParseResult parseOneType(OpAsmParser &parser, mlir::Type &first, T &...types) {
  return parseOneType(parser, llvm::ArrayRef<mlir::Type *>{&first, &types...});
}
template <typename... T>
void printOneType(OpAsmPrinter &printer, Operation *op, mlir::Type first, T... types) {
  printOneType(printer, llvm::ArrayRef<mlir::Type>{first, types...});
}
/// The same, always written as `(T) -> U`.
ParseResult parseFunctionType(OpAsmParser &parser, mlir::Type &from, mlir::Type &to);
void printFunctionType(OpAsmPrinter &printer, Operation *op, mlir::Type from, mlir::Type to);
/// `tensor<2xcomplex<f32>>`, the type of the result, for parts of its element type.
ParseResult parseComplexType(OpAsmParser &parser, mlir::Type &lhs, mlir::Type &rhs, mlir::Type &result);
void printComplexType(OpAsmPrinter &printer, Operation *op, mlir::Type lhs, mlir::Type rhs, mlir::Type result);
/// `tensor<2xi1>, T`.
ParseResult parseSelectType(OpAsmParser &parser, mlir::Type &pred, mlir::Type &onTrue, mlir::Type &onFalse,
                            mlir::Type &result);
void printSelectType(OpAsmPrinter &printer, Operation *op, mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                     mlir::Type result);
ParseResult parseTupleType(OpAsmParser &parser, Types &elements, mlir::Type &result);
void printTupleType(OpAsmPrinter &printer, Operation *op, mlir::TypeRange elements, mlir::Type result);
ParseResult parsePairwiseTypes(OpAsmParser &parser, Types &operands, Types &results);
void printPairwiseTypes(OpAsmPrinter &printer, Operation *op, mlir::TypeRange operands, mlir::TypeRange results);
ParseResult parseAllOneType(OpAsmParser &parser, Operands &operands, Types &types, mlir::Type &result);
void printAllOneType(OpAsmPrinter &printer, Operation *op, mlir::ValueRange operands, mlir::TypeRange types,
                     mlir::Type result);

/// `%0, %1, ` in front of a keyword.
ParseResult parseOperandsWithComma(OpAsmParser &parser, Operands &operands);
void printOperandsWithComma(OpAsmPrinter &printer, Operation *op, mlir::ValueRange operands);
/// `[0:1, 4:8:2]`.
ParseResult parseSliceRanges(OpAsmParser &parser, mlir::Attribute &starts, mlir::Attribute &limits,
                             mlir::Attribute &strides);
void printSliceRanges(OpAsmPrinter &printer, Operation *op, mlir::Attribute starts, mlir::Attribute limits,
                      mlir::Attribute strides);
/// `e8m10`.
ParseResult parseFloatFormat(OpAsmParser &parser, mlir::IntegerAttr &exponent, mlir::IntegerAttr &mantissa);
void printFloatFormat(OpAsmPrinter &printer, Operation *op, mlir::IntegerAttr exponent, mlir::IntegerAttr mantissa);
/// `[DEFAULT, HIGHEST]`.
ParseResult parsePrecisions(OpAsmParser &parser, mlir::ArrayAttr &precisions);
void printPrecisions(OpAsmPrinter &printer, Operation *op, mlir::ArrayAttr precisions);
/// `[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]`.
ParseResult parseConvDimensions(AsmParser &parser, ConvDimensionNumbersAttr &dimensions);
void printConvDimensions(AsmPrinter &printer, ConvDimensionNumbersAttr dimensions);
void printConvDimensions(OpAsmPrinter &printer, Operation *op, ConvDimensionNumbersAttr dimensions);
/// `stride = [2, 2], pad = [[3, 3], [3, 3]]`, in any order.
ParseResult parseWindow(OpAsmParser &parser, mlir::Attribute &strides, mlir::DenseIntElementsAttr &padding,
                        mlir::Attribute &lhsDilation, mlir::Attribute &rhsDilation, mlir::Attribute &reversal);
void printWindow(OpAsmPrinter &printer, Operation *op, mlir::Attribute strides, mlir::DenseIntElementsAttr padding,
                 mlir::Attribute lhsDilation, mlir::Attribute rhsDilation, mlir::Attribute reversal);
/// `@name`, `@"name"` or `"name"`.
ParseResult parseCallTarget(OpAsmParser &parser, mlir::StringAttr &target);
void printCallTarget(OpAsmPrinter &printer, Operation *op, mlir::StringAttr target);

} // namespace alcove::stablehlo

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_ASSEMBLY_H
