//===- Windows.cpp - Dimension numbers and windows of convolutions ------===//
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
// Which dimension is which
//===----------------------------------------------------------------------===//

namespace {
/// Of one of the three tensors: two named dimensions (batch and feature, or input and output feature) and the others.
struct Sides {
  int64_t first = -1, second = -1;
  Integers spatial;
};
} // namespace

/// `[b, 0, 1, f]`.
static ParseResult parseSide(AsmParser &parser, char first, char second, Sides &sides) {
  int64_t dimension = 0;
  SmallVector<std::pair<int64_t, int64_t>> spatial; // number, dimension
  SMLoc at = parser.getCurrentLocation();
  auto parseOne = [&]() -> ParseResult {
    SMLoc here = parser.getCurrentLocation();
    int64_t number = 0;
    if (OptionalParseResult given = parser.parseOptionalInteger(number); given.has_value()) {
      spatial.push_back({number, dimension++});
      return *given;
    }
    StringRef letter;
    if (parser.parseKeyword(&letter))
      return failure();
    int64_t *named = letter == StringRef(&first, 1)    ? &sides.first
                     : letter == StringRef(&second, 1) ? &sides.second
                                                       : nullptr;
    if (!named || *named >= 0)
      return parser.emitError(here, "unexpected dimension '")
             << letter << "': expected " << StringRef(&first, 1) << ", " << StringRef(&second, 1)
             << " and numbers, each once";
    *named = dimension++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  llvm::sort(spatial);
  for (auto [i, numbered] : llvm::enumerate(spatial)) {
    if (numbered.first != static_cast<int64_t>(i))
      return parser.emitError(at, "spatial dimension ") << i << " is missing: found " << numbered.first;
    sides.spatial.push_back(numbered.second);
  }
  if (sides.first < 0 || sides.second < 0)
    return parser.emitError(at, "dimension ") << StringRef(sides.first < 0 ? &first : &second, 1) << " is missing";
  return success();
}

static void printSide(AsmPrinter &printer, char first, char second, const Sides &sides) {
  SmallVector<std::string> letters(sides.spatial.size() + 2, "?");
  auto put = [&](int64_t dimension, std::string letter) {
    if (dimension >= 0 && dimension < static_cast<int64_t>(letters.size()))
      letters[dimension] = letter;
  };
  put(sides.first, {first});
  put(sides.second, {second});
  for (auto [i, dimension] : llvm::enumerate(sides.spatial))
    put(dimension, std::to_string(i));
  printer << '[' << llvm::join(letters, ", ") << ']';
}

ParseResult stablehlo::parseConvDimensions(AsmParser &parser, ConvDimensionNumbersAttr &dimensions) {
  Sides input, kernel, output;
  if (parseSide(parser, 'b', 'f', input) || parser.parseKeyword("x") || parseSide(parser, 'i', 'o', kernel) ||
      parser.parseArrow() || parseSide(parser, 'b', 'f', output))
    return failure();
  dimensions =
      ConvDimensionNumbersAttr::get(parser.getContext(), input.first, input.second, input.spatial, kernel.first,
                                    kernel.second, kernel.spatial, output.first, output.second, output.spatial);
  return success();
}

void stablehlo::printConvDimensions(AsmPrinter &printer, ConvDimensionNumbersAttr dims) {
  printSide(
      printer, 'b', 'f',
      {dims.getInputBatchDimension(), dims.getInputFeatureDimension(), Integers(dims.getInputSpatialDimensions())});
  printer << 'x';
  printSide(printer, 'i', 'o',
            {dims.getKernelInputFeatureDimension(), dims.getKernelOutputFeatureDimension(),
             Integers(dims.getKernelSpatialDimensions())});
  printer << "->";
  printSide(
      printer, 'b', 'f',
      {dims.getOutputBatchDimension(), dims.getOutputFeatureDimension(), Integers(dims.getOutputSpatialDimensions())});
}
void stablehlo::printConvDimensions(OpAsmPrinter &printer, Operation *, ConvDimensionNumbersAttr dimensions) {
  printConvDimensions(static_cast<AsmPrinter &>(printer), dimensions);
}

/// `raw input_batch_dimension = 0, ..`, behind the first word.
static Attribute parseRawConv(AsmParser &parser) {
  Sides sides[3]; // input, kernel, output
  auto parseField = [&]() -> ParseResult {
    SMLoc at = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    Sides &side = sides[name.starts_with("kernel") ? 1 : name.starts_with("output_") && name != "output" ? 2 : 0];
    if (name.ends_with("_spatial_dimensions")) {
      FailureOr<Integers> spatial = parseIntegers(parser);
      if (failed(spatial))
        return failure();
      side.spatial = *spatial;
      return success();
    }
    bool isFirst = name.ends_with("_batch_dimension") || name == "kernel_input_feature_dimension";
    if (!isFirst && !name.ends_with("_feature_dimension"))
      return parser.emitError(at, "'") << name << "' is no field of dimension numbers";
    return parser.parseInteger(isFirst ? side.first : side.second);
  };
  if (parser.parseCommaSeparatedList(parseField))
    return Attribute();
  return ConvDimensionNumbersAttr::get(parser.getContext(), sides[0].first, sides[0].second, sides[0].spatial,
                                       sides[1].first, sides[1].second, sides[1].spatial, sides[2].first,
                                       sides[2].second, sides[2].spatial);
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr dimensions;
  if (parser.parseLess())
    return Attribute();
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    Attribute raw = parseRawConv(parser);
    return raw && succeeded(parser.parseGreater()) ? raw : Attribute();
  }
  if (parseConvDimensions(parser, dimensions) || parser.parseGreater())
    return Attribute();
  return dimensions;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvDimensions(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// `[[3, 3], [3, 3]]`.
static ParseResult parsePairs(OpAsmParser &parser, DenseIntElementsAttr &pairs) {
  Integers values;
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseLSquare() || parser.parseInteger(values.emplace_back()) || parser.parseComma() ||
                   parser.parseInteger(values.emplace_back()) || parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2}, parser.getBuilder().getI64Type());
  pairs = DenseIntElementsAttr::get(type, values);
  return success();
}

/// `[true, false]`, or `[1, 0]`.
static ParseResult parseBooleans(OpAsmParser &parser, Attribute &booleans) {
  SmallVector<bool> values;
  auto parseOne = [&]() -> ParseResult {
    int64_t number = 0;
    if (OptionalParseResult given = parser.parseOptionalInteger(number); given.has_value())
      return values.push_back(number != 0), ParseResult(*given);
    SMLoc at = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word) || (word != "true" && word != "false"))
      return parser.emitError(at, "expected true or false");
    return values.push_back(word == "true"), success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  booleans = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult stablehlo::parseWindow(OpAsmParser &parser, Attribute &strides, DenseIntElementsAttr &padding,
                                   Attribute &lhsDilation, Attribute &rhsDilation, Attribute &reversal) {
  StringRef key;
  SMLoc at = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&key)))
    return success();
  llvm::SmallDenseSet<StringRef> seen;
  while (true) {
    if (!seen.insert(key).second)
      return parser.emitError(at, "'") << key << "' is given twice";
    if (parser.parseEqual())
      return failure();
    Attribute *list = llvm::StringSwitch<Attribute *>(key)
                          .Case("stride", &strides)
                          .Case("lhs_dilate", &lhsDilation)
                          .Case("rhs_dilate", &rhsDilation)
                          .Default(nullptr);
    if (!list && key != "pad" && key != "reverse")
      return parser.emitError(at, "'") << key
                                       << "' is no part of a window: stride, pad, lhs_dilate, rhs_dilate, reverse";
    if (list           ? parseIntegers(parser, *list)
        : key == "pad" ? parsePairs(parser, padding)
                       : parseBooleans(parser, reversal))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
    at = parser.getCurrentLocation();
    if (parser.parseKeyword(&key))
      return failure();
  }
}

void stablehlo::printWindow(OpAsmPrinter &printer, Operation *, Attribute strides, DenseIntElementsAttr padding,
                            Attribute lhsDilation, Attribute rhsDilation, Attribute reversal) {
  bool first = true;
  auto key = [&](StringRef name) -> AsmPrinter & {
    return printer << (std::exchange(first, false) ? "" : ", ") << name << " = ";
  };
  if (strides)
    printIntegers(key("stride"), integersOf(strides));
  if (padding) {
    key("pad") << '[';
    Integers pairs = integersOf(padding);
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      printer << (i ? ", [" : "[") << pairs[i] << ", " << pairs[i + 1] << ']';
    printer << ']';
  }
  if (lhsDilation)
    printIntegers(key("lhs_dilate"), integersOf(lhsDilation));
  if (rhsDilation)
    printIntegers(key("rhs_dilate"), integersOf(rhsDilation));
  if (reversal) {
    key("reverse") << '[';
    llvm::interleaveComma(integersOf(reversal), printer, [&](int64_t value) { printer << (value ? "true" : "false"); });
    printer << ']';
  }
}
