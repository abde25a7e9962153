//===- Fields.cpp - Attributes made of named fields -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/Fields.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

FailureOr<DictionaryAttr> alcove::parseFields(AsmParser &parser, ArrayRef<FieldSpec> schema,
                                              llvm::function_ref<bool()> atEnd) {
  NamedAttrList fields;
  while (!atEnd()) {
    if (!fields.empty() && parser.parseComma())
      return failure();
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    const FieldSpec *spec = llvm::find_if(schema, [&](const FieldSpec &field) { return field.name == name; });
    if (spec == schema.end())
      return parser.emitError(loc, "unknown field '") << name << "'";
    if (fields.get(name))
      return parser.emitError(loc, "field '") << name << "' is given twice";
    FailureOr<Attribute> value = spec->parse(parser);
    if (failed(value))
      return failure();
    fields.append(spec->name, *value);
  }
  return fields.getDictionary(parser.getContext());
}

void alcove::printFields(AsmPrinter &printer, ArrayRef<FieldSpec> schema, DictionaryAttr fields) {
  bool first = true;
  for (const FieldSpec &field : schema) {
    Attribute value = fields.get(field.name);
    if (!value)
      continue;
    printer << (first ? "" : ", ") << field.name << " = ";
    field.print(printer, value);
    first = false;
  }
}

FailureOr<Attribute> alcove::parseBoolField(AsmParser &parser) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword != "true" && keyword != "false")
    return parser.emitError(loc, "expected true or false, found '") << keyword << "'";
  return Attribute(parser.getBuilder().getBoolAttr(keyword == "true"));
}

void alcove::printBoolField(AsmPrinter &printer, Attribute value) {
  printer << (cast<BoolAttr>(value).getValue() ? "true" : "false");
}

FailureOr<Attribute> alcove::parseIntField(AsmParser &parser) {
  int64_t value;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(value))
    return failure();
  if (value < 0)
    return parser.emitError(loc, "expected a non-negative integer, found ") << value;
  return Attribute(parser.getBuilder().getI64IntegerAttr(value));
}

void alcove::printIntField(AsmPrinter &printer, Attribute value) { printer << cast<IntegerAttr>(value).getInt(); }

FailureOr<Attribute> alcove::parseDimsField(AsmParser &parser) {
  SmallVector<int64_t> dims;
  if (parseDimensions(parser, dims))
    return failure();
  return Attribute(parser.getBuilder().getDenseI64ArrayAttr(dims));
}

void alcove::printDimsField(AsmPrinter &printer, Attribute value) {
  printDimensions(printer, cast<DenseI64ArrayAttr>(value).asArrayRef());
}
