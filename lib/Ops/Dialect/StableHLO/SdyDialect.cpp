//===- SdyDialect.cpp - Meshes and shardings beside StableHLO ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/StableHLO/Sdy.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::sdy;
using alcove::stablehlo::parseOneType, alcove::stablehlo::printOneType;

#include "alcove/Ops/Dialect/StableHLO/SdyDialect.cpp.inc"

void SdyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "alcove/Ops/Dialect/StableHLO/SdyOps.cpp.inc"
      >();
}

Attribute SdyDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  return keepUnknownAttribute(parser, getNamespace(), type);
}

//===----------------------------------------------------------------------===//
// `<["x"=2, "y"=4]>` and `<@mesh, [{"x"}, {"y", ?}p0], replicated={"z"}>`: read into text, which the attribute of the
// generic form is as well
//===----------------------------------------------------------------------===//

namespace {
class TextReader {
public:
  explicit TextReader(OpAsmParser &parser) : parser(parser) {}

  /// Up to the closing bracket: words, strings, numbers and brackets in any order that brackets allow.
  ParseResult readAngles() {
    if (parser.parseLess())
      return failure();
    text += '<';
    if (readItems([&] { return succeeded(parser.parseOptionalGreater()); }))
      return failure();
    text += '>';
    return success();
  }

  Attribute attribute(StringRef mnemonic) const {
    MLIRContext *context = parser.getContext();
    return OpaqueAttr::get(StringAttr::get(context, "sdy"), (mnemonic + text).str(), NoneType::get(context));
  }

private:
  ParseResult readItems(llvm::function_ref<bool()> atEnd) {
    while (!atEnd())
      if (readItem())
        return failure();
    return success();
  }

  ParseResult readItem() {
    StringAttr symbol;
    std::string string;
    StringRef word;
    int64_t number = 0;
    auto bracketed = [&](char open, char close, llvm::function_ref<bool()> atEnd) -> ParseResult {
      text += open;
      if (readItems(atEnd))
        return failure();
      text += close;
      return success();
    };
    if (succeeded(parser.parseOptionalLSquare()))
      return bracketed('[', ']', [&] { return succeeded(parser.parseOptionalRSquare()); });
    if (succeeded(parser.parseOptionalLBrace()))
      return bracketed('{', '}', [&] { return succeeded(parser.parseOptionalRBrace()); });
    if (succeeded(parser.parseOptionalLParen()))
      return bracketed('(', ')', [&] { return succeeded(parser.parseOptionalRParen()); });
    if (succeeded(parser.parseOptionalComma()))
      return text += ", ", success();
    if (succeeded(parser.parseOptionalEqual()))
      return text += '=', success();
    if (succeeded(parser.parseOptionalColon()))
      return text += ':', success();
    if (succeeded(parser.parseOptionalQuestion()))
      return text += '?', success();
    if (succeeded(parser.parseOptionalSymbolName(symbol)))
      return text += ("@" + symbol.getValue()).str(), success();
    if (succeeded(parser.parseOptionalString(&string)))
      return text += '"' + string + '"', success();
    if (succeeded(parser.parseOptionalKeyword(&word)))
      return text += word, success();
    if (OptionalParseResult given = parser.parseOptionalInteger(number); given.has_value())
      return text += std::to_string(number), ParseResult(*given);
    return parser.emitError(parser.getCurrentLocation(), "expected a part of a mesh or sharding");
  }

  OpAsmParser &parser;
  std::string text;
};

ParseResult parseText(OpAsmParser &parser, Attribute &attribute, StringRef mnemonic) {
  TextReader reader(parser);
  if (reader.readAngles())
    return failure();
  attribute = reader.attribute(mnemonic);
  return success();
}

void printText(OpAsmPrinter &printer, Attribute attribute, StringRef mnemonic) {
  auto opaque = dyn_cast<OpaqueAttr>(attribute);
  StringRef text = opaque ? opaque.getAttrData() : "";
  if (text.consume_front(mnemonic))
    printer << text;
  else
    printer << attribute;
}
} // namespace

static ParseResult parseMesh(OpAsmParser &parser, Attribute &mesh) { return parseText(parser, mesh, "mesh"); }
static void printMesh(OpAsmPrinter &printer, Operation *, Attribute mesh) { printText(printer, mesh, "mesh"); }
static ParseResult parseSharding(OpAsmParser &parser, Attribute &sharding) {
  return parseText(parser, sharding, "sharding");
}
static void printSharding(OpAsmPrinter &printer, Operation *, Attribute sharding) {
  printText(printer, sharding, "sharding");
}

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/SdyOps.cpp.inc"
