//===- CustomForms.cpp - Ops whose pretty form is their own ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/StableHLO/MHLO.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

/// Types behind a colon.
static ParseResult parseColonFunctionType(OpAsmParser &parser, mlir::FunctionType &type) {
  SMLoc at = parser.getCurrentLocation();
  Type written;
  if (parser.parseColonType(written))
    return failure();
  type = dyn_cast<mlir::FunctionType>(written);
  return type ? success() : ParseResult(parser.emitError(at, "expected (types) -> types, found ") << written);
}

static void printTypes(OpAsmPrinter &printer, Operation *op) {
  printer << " : ";
  printer.printFunctionalType(op);
}

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

// `constant {attributes} dense<1.0> : tensor<f32>`; quantized: `constant() <{value = ..}> {attributes} : () -> T`.
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  if (succeeded(parser.parseOptionalLParen())) {
    Attribute properties;
    mlir::FunctionType type;
    if (parser.parseRParen() || parser.parseLess() || parser.parseAttribute(properties) || parser.parseGreater() ||
        parser.parseOptionalAttrDict(result.attributes) || parseColonFunctionType(parser, type))
      return failure();
    if (auto dictionary = dyn_cast<DictionaryAttr>(properties))
      result.attributes.append(dictionary.begin(), dictionary.end());
    return result.addTypes(type.getResults()), success();
  }
  TypedAttr value;
  SMLoc at;
  if (parser.parseOptionalAttrDict(result.attributes) || parser.getCurrentLocation(&at) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  if (!isa<ElementsAttr>(value))
    return parser.emitError(at, "expected the elements of a tensor, found ") << value;
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() == getType()) {
    printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
    printer << ' ';
    printer.printAttribute(getValue());
    return;
  }
  printer << "() <{value = ";
  printer.printAttribute(getValue());
  printer << "}>";
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printTypes(printer, *this);
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

/// `[0] x [1]`.
static ParseResult parseDimensionPair(OpAsmParser &parser, SmallVector<int64_t> &lhs, SmallVector<int64_t> &rhs) {
  FailureOr<SmallVector<int64_t>> left = parseIntegers(parser);
  if (failed(left) || parser.parseKeyword("x"))
    return failure();
  FailureOr<SmallVector<int64_t>> right = parseIntegers(parser);
  if (failed(right))
    return failure();
  lhs = *left;
  rhs = *right;
  return success();
}

ParseResult DotGeneralOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands(2);
  SmallVector<int64_t> batchLeft, batchRight, left, right;
  if (parser.parseOperand(operands[0]) || parser.parseComma() || parser.parseOperand(operands[1]))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc at = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (key == "batching_dims" || key == "contracting_dims") {
      bool batch = key == "batching_dims";
      if (parseDimensionPair(parser, batch ? batchLeft : left, batch ? batchRight : right))
        return failure();
    } else if (key == "precision") {
      ArrayAttr precisions;
      if (parsePrecisions(parser, precisions))
        return failure();
      result.addAttribute("precision_config", precisions);
    } else if (key == "algorithm") {
      Attribute algorithm = DotAlgorithmAttr::parse(parser, {});
      if (!algorithm)
        return failure();
      result.addAttribute("algorithm", algorithm);
    } else {
      return parser.emitError(at, "'") << key << "': expected batching_dims, contracting_dims, precision or algorithm";
    }
  }
  mlir::FunctionType type;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes) || parseColonFunctionType(parser, type) ||
      parser.resolveOperands(operands, type.getInputs(), at, result.operands))
    return failure();
  result.addAttribute("dot_dimension_numbers",
                      DotDimensionNumbersAttr::get(parser.getContext(), batchLeft, batchRight, left, right));
  result.addTypes(type.getResults());
  return success();
}

void DotGeneralOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getLhs() << ", " << getRhs();
  DotDimensionNumbersAttr dims = getDotDimensionNumbers();
  auto pair = [&](StringRef key, ArrayRef<int64_t> left, ArrayRef<int64_t> right) {
    printer << ", " << key << " = ";
    printIntegers(printer, left);
    printer << " x ";
    printIntegers(printer, right);
  };
  if (!dims.getLhsBatchingDimensions().empty() || !dims.getRhsBatchingDimensions().empty())
    pair("batching_dims", dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions());
  pair("contracting_dims", dims.getLhsContractingDimensions(), dims.getRhsContractingDimensions());
  if (ArrayAttr precisions = getPrecisionConfigAttr()) {
    printer << ", precision = ";
    printPrecisions(printer, *this, precisions);
  }
  if (DotAlgorithmAttr algorithm = getAlgorithmAttr()) {
    printer << ", algorithm = ";
    algorithm.print(printer);
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dot_dimension_numbers", "precision_config", "algorithm"});
  printTypes(printer, *this);
}

//===----------------------------------------------------------------------===//
// reduce
//===----------------------------------------------------------------------===//

/// The name behind `applies`: what a body that is one op on both scalars does.
static Operation *appliedOp(ReduceOp reduce) {
  Operation *op = reduce.getInputs().size() == 1 ? onlyOpOf(reduce.getBody()) : nullptr;
  if (!op || !isa<StableHLODialect>(op->getDialect()) || !op->getAttrs().empty())
    return nullptr;
  Type scalar = reduce.getInitValues().front().getType();
  bool ofOneType = op->getResult(0).getType() == scalar &&
                   llvm::all_of(op->getOperandTypes(), [&](Type type) { return type == scalar; });
  return ofOneType ? op : nullptr;
}

/// The body of `applies NAME`.
static ParseResult makeAppliedBody(OpAsmParser &parser, SMLoc at, StringRef name, Type scalar, Region &region) {
  Builder &builder = parser.getBuilder();
  OpBuilder inside(builder.getContext());
  Location loc = parser.getEncodedSourceLoc(at);
  Block *block = inside.createBlock(&region, region.end(), {scalar, scalar}, {loc, loc});
  OperationName opName =
      mhlo::todaysName(name, builder.getContext()).value_or(OperationName(name, builder.getContext()));
  if (!opName.isRegistered() || opName.getDialectNamespace() != "stablehlo" ||
      !opName.hasTrait<OpTrait::NOperands<2>::Impl>())
    return parser.emitError(at, "'") << name << "' is no op of two operands that a reduction could apply";
  OperationState state(loc, opName, block->getArguments(), scalar);
  Operation *applied = inside.create(state);
  ReturnOp::create(inside, loc, applied->getResults());
  return success();
}

/// `reducer(%a: T0, %b: T0) (%c: T1, %d: T1) { .. }`: pairs of left and right; the block has all left ones first.
static ParseResult parseReducer(OpAsmParser &parser, size_t count, Region &region) {
  SmallVector<OpAsmParser::Argument> left, right;
  for (size_t i = 0; i < count; ++i)
    if (parser.parseLParen() || parser.parseArgument(left.emplace_back(), /*allowType=*/true) || parser.parseComma() ||
        parser.parseArgument(right.emplace_back(), /*allowType=*/true) || parser.parseRParen())
      return failure();
  llvm::append_range(left, right);
  // Locations may follow: `loc(..)` of the arguments is not kept.
  return parser.parseRegion(region, left);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands, inits;
  do {
    if (parser.parseLParen() || parser.parseOperand(operands.emplace_back()) || parser.parseKeyword("init") ||
        parser.parseColon() || parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  size_t count = inits.size();
  llvm::append_range(operands, inits);
  FailureOr<OperationName> applied = failure();
  SMLoc at = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("applies")) && failed(applied = parser.parseCustomOperationName()))
    return failure();
  Attribute dimensions;
  mlir::FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual() ||
      parseIntegers(parser, dimensions) || parser.parseOptionalAttrDict(result.attributes) ||
      parseColonFunctionType(parser, type) || parser.resolveOperands(operands, type.getInputs(), at, result.operands))
    return failure();
  result.addAttribute("dimensions", dimensions);
  result.addTypes(type.getResults());
  Region &body = *result.addRegion();
  if (succeeded(applied))
    return count == 1
               ? makeAppliedBody(parser, at, applied->getStringRef(), type.getInput(1), body)
               : ParseResult(parser.emitError(at, "expected a reducer: one op cannot reduce ") << count << " tensors");
  return failure(parser.parseKeyword("reducer") || parseReducer(parser, count, body));
}

void ReduceOp::print(OpAsmPrinter &printer) {
  size_t count = getInputs().size();
  auto pair = [&](auto each) { printer << '(' << std::get<0>(each) << " init: " << std::get<1>(each) << ')'; };
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer, pair);
  Operation *applied = appliedOp(*this);
  if (applied)
    printer << " applies " << applied->getName().getStringRef();
  printer << " across dimensions = ";
  printIntegers(printer, *this, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printTypes(printer, *this);
  if (applied)
    return;
  printer.printNewline();
  printer << " reducer";
  for (size_t i = 0; i < count; ++i) {
    printer << (i ? " (" : "(");
    printer.printRegionArgument(getBody().getArgument(i));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(count + i));
    printer << ')';
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

// `while(%a = %0, %b = %1) : T, U attributes {..} cond { .. } do { .. }`: both regions have the arguments a and b.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto parseOne = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  SmallVector<Type> types;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne) ||
      (!operands.empty() && parser.parseColonTypeList(types)) ||
      parser.resolveOperands(operands, types, at, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (auto [argument, type] : llvm::zip(arguments, types))
    argument.type = type;
  result.addTypes(types);
  return failure(parser.parseKeyword("cond") || parser.parseRegion(*result.addRegion(), arguments) ||
                 parser.parseKeyword("do") || parser.parseRegion(*result.addRegion(), arguments));
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  auto pair = [&](auto each) { printer << std::get<0>(each) << " = " << std::get<1>(each); };
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperand()), printer, pair);
  printer << ')';
  if (!getOperand().empty())
    printer << " : " << getOperand().getTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// composite
//===----------------------------------------------------------------------===//

// `composite "name" %0, %1 ({ .. }) {decomposition = @f} : (..) -> T`.
ParseResult CompositeOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseAttribute(name, "name", result.attributes) || parser.parseOperandList(operands))
    return failure();
  auto parseOne = [&] { return parser.parseRegion(*result.addRegion()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalParen, parseOne))
    return failure();
  mlir::FunctionType type;
  if (parser.parseOptionalAttrDict(result.attributes) || parseColonFunctionType(parser, type) ||
      parser.resolveOperands(operands, type.getInputs(), at, result.operands))
    return failure();
  result.addTypes(type.getResults());
  return success();
}

void CompositeOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getNameAttr();
  if (!getInputs().empty())
    printer << ' ' << getInputs();
  if (!getCompositeRegions().empty()) {
    printer << " (";
    llvm::interleaveComma(getCompositeRegions(), printer, [&](Region &region) { printer.printRegion(region); });
    printer << ')';
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"name"});
  printTypes(printer, *this);
}
