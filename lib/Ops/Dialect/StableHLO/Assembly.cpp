//===- Assembly.cpp - Pieces of the pretty form ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

using Integers = SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

SmallVector<int64_t> stablehlo::integersOf(Attribute attribute, size_t absent, int64_t value) {
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    return Integers(array.asArrayRef());
  if (auto array = dyn_cast_or_null<DenseBoolArrayAttr>(attribute))
    return Integers(array.asArrayRef().begin(), array.asArrayRef().end());
  Integers values;
  if (auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attribute)) {
    bool isBool = elements.getElementType().isInteger(1);
    for (const APInt &element : elements.getValues<APInt>())
      values.push_back(isBool ? element.getZExtValue() : element.getSExtValue());
    return values;
  }
  values.assign(absent, value);
  return values;
}

FailureOr<Integers> stablehlo::parseIntegers(AsmParser &parser) {
  Integers values;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(values.emplace_back()); }))
    return failure();
  return values;
}

void stablehlo::printIntegers(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer.getStream());
  printer << ']';
}

ParseResult stablehlo::parseIntegers(OpAsmParser &parser, Attribute &attribute) {
  OptionalParseResult generic = parser.parseOptionalAttribute(attribute);
  auto array = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!array) // `array<i64: ..>` or `dense<..>`
    return generic.has_value() ? ParseResult(*generic)
                               : parser.emitError(parser.getCurrentLocation(), "expected a list of integers");
  Integers values;
  for (Attribute element : array) {
    auto integer = dyn_cast<IntegerAttr>(element);
    if (!integer)
      return parser.emitError(parser.getCurrentLocation(), "expected integers, found ") << element;
    values.push_back(integer.getInt());
  }
  attribute = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

void stablehlo::printIntegers(OpAsmPrinter &printer, Operation *, Attribute attribute) {
  printIntegers(printer, integersOf(attribute));
}

ParseResult stablehlo::parseOperandsWithComma(OpAsmParser &parser, Operands &operands) {
  while (true) {
    OptionalParseResult operand = parser.parseOptionalOperand(operands.emplace_back());
    if (!operand.has_value())
      return operands.pop_back(), success();
    if (*operand || parser.parseComma())
      return failure();
  }
}

void stablehlo::printOperandsWithComma(OpAsmPrinter &printer, Operation *, ValueRange operands) {
  for (Value operand : operands)
    printer << operand << ", ";
}

ParseResult stablehlo::parseSliceRanges(OpAsmParser &parser, Attribute &starts, Attribute &limits, Attribute &strides) {
  Integers start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() || parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    return succeeded(parser.parseOptionalColon()) ? parser.parseInteger(stride.back()) : success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  Builder &builder = parser.getBuilder();
  starts = builder.getDenseI64ArrayAttr(start);
  limits = builder.getDenseI64ArrayAttr(limit);
  strides = builder.getDenseI64ArrayAttr(stride);
  return success();
}

void stablehlo::printSliceRanges(OpAsmPrinter &printer, Operation *, Attribute starts, Attribute limits,
                                 Attribute strides) {
  printer << '[';
  auto range = [&](auto bounds) {
    auto [start, limit, stride] = bounds;
    printer << start << ':' << limit;
    if (stride != 1)
      printer << ':' << stride;
  };
  llvm::interleaveComma(llvm::zip(integersOf(starts), integersOf(limits), integersOf(strides)), printer, range);
  printer << ']';
}

ParseResult stablehlo::parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent, IntegerAttr &mantissa) {
  SMLoc at = parser.getCurrentLocation();
  StringRef text;
  int32_t e = 0, m = 0;
  if (parser.parseKeyword(&text))
    return failure();
  if (!text.consume_front("e") || text.consumeInteger(10, e) || !text.consume_front("m") || text.getAsInteger(10, m))
    return parser.emitError(at, "expected the bits of exponent and mantissa, such as e8m10");
  exponent = parser.getBuilder().getI32IntegerAttr(e);
  mantissa = parser.getBuilder().getI32IntegerAttr(m);
  return success();
}

void stablehlo::printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponent, IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult stablehlo::parsePrecisions(OpAsmParser &parser, ArrayAttr &precisions) {
  SmallVector<Attribute> values;
  auto parsePrecision = [&]() -> ParseResult {
    SMLoc at = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Precision> precision = symbolizePrecision(name);
    if (!precision)
      return parser.emitError(at, "'") << name << "' is no precision: DEFAULT, HIGH or HIGHEST";
    values.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePrecision))
    return failure();
  precisions = parser.getBuilder().getArrayAttr(values);
  return success();
}

void stablehlo::printPrecisions(OpAsmPrinter &printer, Operation *, ArrayAttr precisions) {
  printer << '[';
  llvm::interleaveComma(precisions.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr precision) { printer << stringifyPrecision(precision.getValue()); });
  printer << ']';
}

ParseResult stablehlo::parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  std::string quoted;
  if (succeeded(parser.parseOptionalString(&quoted)))
    return target = parser.getBuilder().getStringAttr(quoted), success();
  return parser.parseSymbolName(target);
}

void stablehlo::printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target.getValue());
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ParseResult stablehlo::parseOneType(OpAsmParser &parser, ArrayRef<Type *> types) {
  SMLoc at = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto function = dyn_cast<mlir::FunctionType>(type);
  if (!function) {
    for (Type *each : types)
      *each = type;
    return success();
  }
  if (function.getNumInputs() + 1 != types.size() || function.getNumResults() != 1)
    return parser.emitError(at, "expected ")
           << types.size() - 1 << " operand types and one result type, found " << function;
  for (auto [each, given] : llvm::zip(types, function.getInputs()))
    *each = given;
  *types.back() = function.getResult(0);
  return success();
}

void stablehlo::printOneType(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.front();
  else
    printer.printFunctionalType(types.drop_back(), types.take_back());
}

ParseResult stablehlo::parseFunctionType(OpAsmParser &parser, Type &from, Type &to) {
  return parseOneType(parser, {&from, &to});
}
void stablehlo::printFunctionType(OpAsmPrinter &printer, Operation *, Type from, Type to) {
  printer.printFunctionalType(ArrayRef<Type>(from), ArrayRef<Type>(to));
}

static Type partOf(Type complex) {
  auto tensor = dyn_cast<RankedTensorType>(complex);
  auto element = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  return element ? tensor.clone(element.getElementType()) : Type();
}

ParseResult stablehlo::parseComplexType(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result) {
  SMLoc at = parser.getCurrentLocation();
  if (parseOneType(parser, {&lhs, &rhs, &result}))
    return failure();
  if (lhs != result)
    return success();
  Type part = partOf(result);
  if (!part)
    return parser.emitError(at, "expected a tensor of complex numbers, found ") << result;
  lhs = rhs = part;
  return success();
}
void stablehlo::printComplexType(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs, Type result) {
  if (partOf(result) == lhs && lhs == rhs)
    printer << result;
  else
    printer.printFunctionalType(ArrayRef<Type>{lhs, rhs}, ArrayRef<Type>(result));
}

ParseResult stablehlo::parseSelectType(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse, Type &result) {
  SMLoc at = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (auto function = dyn_cast<mlir::FunctionType>(types.front()); function && types.size() == 1) {
    if (function.getNumInputs() != 3 || function.getNumResults() != 1)
      return parser.emitError(at, "expected three operand types and one result type, found ") << function;
    pred = function.getInput(0);
    onTrue = function.getInput(1);
    onFalse = function.getInput(2);
    result = function.getResult(0);
    return success();
  }
  if (types.size() != 2)
    return parser.emitError(at, "expected two types, those of the predicate and of the result, found ") << types.size();
  pred = types[0];
  onTrue = onFalse = result = types[1];
  return success();
}
void stablehlo::printSelectType(OpAsmPrinter &printer, Operation *, Type pred, Type onTrue, Type onFalse, Type result) {
  if (onTrue == onFalse && onTrue == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(ArrayRef<Type>{pred, onTrue, onFalse}, ArrayRef<Type>(result));
}

ParseResult stablehlo::parseTupleType(OpAsmParser &parser, Types &elements, Type &result) {
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<mlir::FunctionType>(result); function && function.getNumResults() == 1) {
    elements.append(function.getInputs().begin(), function.getInputs().end());
    result = function.getResult(0);
    return success();
  }
  auto tuple = dyn_cast<mlir::TupleType>(result);
  if (!tuple)
    return parser.emitError(at, "expected a tuple type, found ") << result;
  elements.append(tuple.begin(), tuple.end());
  return success();
}
void stablehlo::printTupleType(OpAsmPrinter &printer, Operation *, TypeRange elements, Type result) {
  if (elements == TypeRange(cast<mlir::TupleType>(result).getTypes()))
    printer << result;
  else
    printer.printFunctionalType(elements, ArrayRef<Type>(result));
}

ParseResult stablehlo::parsePairwiseTypes(OpAsmParser &parser, Types &operands, Types &results) {
  if (parser.parseTypeList(operands))
    return failure();
  results.append(operands.begin(), operands.end());
  return success();
}
void stablehlo::printPairwiseTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}

ParseResult stablehlo::parseAllOneType(OpAsmParser &parser, Operands &operands, Types &types, Type &result) {
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<mlir::FunctionType>(result); function && function.getNumResults() == 1) {
    types.append(function.getInputs().begin(), function.getInputs().end());
    result = function.getResult(0);
    return success();
  }
  types.append(operands.size(), result);
  return success();
}
void stablehlo::printAllOneType(OpAsmPrinter &printer, Operation *, ValueRange, TypeRange, Type result) {
  printer << result;
}
