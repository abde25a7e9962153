//===- Fields.h - Attributes made of named fields ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chip descriptors and op configurations are long lists of `name = value`, any of which may be absent and which grow
// with every release of the format. Such an attribute holds a dictionary; a schema (one line per field) says how each
// value is read and printed, in which order, and what is a legal value.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_FIELDS_H
#define ALCOVE_OPS_DIALECT_FIELDS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace alcove {

/// How one field is read and printed.
struct FieldSpec {
  llvm::StringLiteral name;
  mlir::FailureOr<mlir::Attribute> (*parse)(mlir::AsmParser &parser);
  void (*print)(mlir::AsmPrinter &printer, mlir::Attribute value);
};

/// Reads `name = value, ...` up to, not including, the closing bracket that `atEnd` finds. Unknown or repeated
/// names are errors.
mlir::FailureOr<mlir::DictionaryAttr> parseFields(mlir::AsmParser &parser, llvm::ArrayRef<FieldSpec> schema,
                                                  llvm::function_ref<bool()> atEnd);
/// Prints the fields that are there, in the order of the schema.
void printFields(mlir::AsmPrinter &printer, llvm::ArrayRef<FieldSpec> schema, mlir::DictionaryAttr fields);

/// `true` / `false`.
mlir::FailureOr<mlir::Attribute> parseBoolField(mlir::AsmParser &parser);
void printBoolField(mlir::AsmPrinter &printer, mlir::Attribute value);
/// A non-negative integer below 2^63, kept as i64.
mlir::FailureOr<mlir::Attribute> parseIntField(mlir::AsmParser &parser);
void printIntField(mlir::AsmPrinter &printer, mlir::Attribute value);
/// `8x8`, kept as an array of i64.
mlir::FailureOr<mlir::Attribute> parseDimsField(mlir::AsmParser &parser);
void printDimsField(mlir::AsmPrinter &printer, mlir::Attribute value);

} // namespace alcove

#endif // ALCOVE_OPS_DIALECT_FIELDS_H
