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

  /// What stands in brackets or is one word: words, strings, numbers and brackets in any order that brackets allow.
  ParseResult read() { return readItem(); }
  ParseResult readAngles() {
    if (parser.parseLess())
      return failure();
    return bracketed('<', '>', [&] { return succeeded(parser.parseOptionalGreater()); });
  }

  Attribute attribute(StringRef before, StringRef behind = "") const {
    MLIRContext *context = parser.getContext();
    return OpaqueAttr::get(StringAttr::get(context, "sdy"), (before + text + behind).str(), NoneType::get(context));
  }

private:
  ParseResult readItems(llvm::function_ref<bool()> atEnd) {
    while (!atEnd())
      if (readItem())
        return failure();
    return success();
  }

  ParseResult bracketed(char open, char close, llvm::function_ref<bool()> atEnd) {
    text += open;
    if (readItems(atEnd))
      return failure();
    text += close;
    return success();
  }

  ParseResult readItem() {
    StringAttr symbol;
    std::string string;
    StringRef word;
    int64_t number = 0;
    if (succeeded(parser.parseOptionalLess()))
      return bracketed('<', '>', [&] { return succeeded(parser.parseOptionalGreater()); });
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
    if (succeeded(parser.parseOptionalArrow()))
      return text += "->", success();
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
  if (mnemonic.ends_with(" ") ? reader.read() : reader.readAngles())
    return failure();
  attribute = reader.attribute(mnemonic);
  return success();
}

/// `mnemonic` and what was written behind it; the generic form's own spellings differ in the blank between them.
void printText(OpAsmPrinter &printer, Attribute attribute, StringRef mnemonic) {
  auto opaque = dyn_cast_or_null<OpaqueAttr>(attribute);
  StringRef text = opaque ? opaque.getAttrData() : "";
  if (text.consume_front(mnemonic.rtrim()))
    printer << text.ltrim();
  else
    printer << attribute;
}
} // namespace

// Attributes that are text in brackets, by the word in front of it in the generic form.
#define ALCOVE_SDY_TEXT(Name, mnemonic)                                                                                \
  static ParseResult parse##Name(OpAsmParser &parser, Attribute &attribute) {                                          \
    return parseText(parser, attribute, mnemonic);                                                                     \
  }                                                                                                                    \
  static void print##Name(OpAsmPrinter &printer, Operation *, Attribute attribute) {                                   \
    printText(printer, attribute, mnemonic);                                                                           \
  }
ALCOVE_SDY_TEXT(Mesh, "mesh")
ALCOVE_SDY_TEXT(Sharding, "sharding")
ALCOVE_SDY_TEXT(Axes, "list_of_axis_ref_lists ")
ALCOVE_SDY_TEXT(Word, "propagation_direction ")
#undef ALCOVE_SDY_TEXT
static constexpr StringLiteral perValue = "sharding_per_value<", manualAxes = "manual_axes ";

/// `dense<1.0> : tensor<f32>`.
static ParseResult parseConstantValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value))
    return failure();
  type = value.getType();
  return success();
}
static void printConstantValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type) {
  printer.printAttribute(value);
}

/// `in_shardings=[<@mesh, [{"x"}]>]`: kept as `#sdy.sharding_per_value<[..]>`.
static ParseResult parseShardings(OpAsmParser &parser, StringRef keyword, OperationState &result) {
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  TextReader reader(parser);
  if (parser.parseEqual() || reader.read())
    return failure();
  result.addAttribute(keyword, reader.attribute(perValue, ">"));
  return success();
}
static void printShardings(OpAsmPrinter &printer, StringRef keyword, Attribute attribute) {
  auto opaque = dyn_cast_or_null<OpaqueAttr>(attribute);
  StringRef text = opaque ? opaque.getAttrData() : "";
  if (text.consume_front(perValue) && text.consume_back(">"))
    printer << ' ' << keyword << '=' << text;
}

/// Operands, `between` them and the body, the body with its arguments, the types.
static ParseResult parseBody(OpAsmParser &parser, OperationState &result,
                             llvm::function_ref<ParseResult()> parseBetween) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  SMLoc at = parser.getCurrentLocation();
  mlir::FunctionType type;
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren) || parseBetween() ||
      parser.parseArgumentList(arguments, AsmParser::Delimiter::OptionalParen, /*allowType=*/true,
                               /*allowAttrs=*/true) ||
      parser.parseRegion(*result.addRegion(), arguments) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) || parser.resolveOperands(operands, type.getInputs(), at, result.operands))
    return failure();
  result.addTypes(type.getResults());
  return success();
}
static void printBody(OpAsmPrinter &printer, Operation *op, llvm::function_ref<void()> printBetween,
                      ArrayRef<StringRef> written) {
  printer << '(' << op->getOperands() << ')';
  printBetween();
  printer << " (";
  llvm::interleaveComma(op->getRegion(0).getArguments(), printer,
                        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(op->getRegion(0), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(op->getAttrs(), written);
  printer << " : ";
  printer.printFunctionalType(op);
}

ParseResult ManualComputationOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseBody(parser, result, [&]() -> ParseResult {
    TextReader axes(parser);
    if (parseShardings(parser, "in_shardings", result) || parseShardings(parser, "out_shardings", result) ||
        parser.parseKeyword("manual_axes") || parser.parseEqual() || axes.read())
      return failure();
    result.addAttribute("manual_axes", axes.attribute(manualAxes));
    return success();
  });
}
void ManualComputationOp::print(OpAsmPrinter &printer) {
  auto between = [&] {
    printShardings(printer, "in_shardings", getInShardings());
    printShardings(printer, "out_shardings", getOutShardings());
    printer << " manual_axes=";
    printText(printer, getManualAxes(), manualAxes);
  };
  printBody(printer, *this, between, {"in_shardings", "out_shardings", "manual_axes"});
}
LogicalResult ManualComputationOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != getNumOperands())
    return emitOpError("has ") << getNumOperands() << " operands, its body has " << block.getNumArguments()
                               << " arguments";
  size_t returned = block.empty() ? 0 : block.back().getNumOperands();
  if (returned != getNumResults())
    return emitOpError("has ") << getNumResults() << " results, its body returns " << returned;
  return success();
}

ParseResult NamedComputationOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  if (parser.parseLess() || parser.parseAttribute(name, "name", result.attributes) || parser.parseGreater())
    return failure();
  return parseBody(parser, result, [&]() -> ParseResult {
    return failure(parseShardings(parser, "in_shardings", result) || parseShardings(parser, "out_shardings", result));
  });
}
void NamedComputationOp::print(OpAsmPrinter &printer) {
  printer << '<' << getNameAttr() << '>';
  auto between = [&] {
    printShardings(printer, "in_shardings", getInShardingsAttr());
    printShardings(printer, "out_shardings", getOutShardingsAttr());
  };
  printBody(printer, *this, between, {"name", "in_shardings", "out_shardings"});
}

#define GET_OP_CLASSES
#include "alcove/Ops/Dialect/StableHLO/SdyOps.cpp.inc"
