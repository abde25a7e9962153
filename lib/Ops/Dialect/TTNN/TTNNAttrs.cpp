//===- TTNNAttrs.cpp - Small attributes and memory configurations ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttnn;

#include "alcove/Ops/Dialect/TTNN/TTNNEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "alcove/Ops/Dialect/TTNN/TTNNAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "alcove/Ops/Dialect/TTNN/TTNNTypes.cpp.inc"

void TTNNDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "alcove/Ops/Dialect/TTNN/TTNNAttrs.cpp.inc"
      >();
}

/// Attributes of the run time that this dialect keeps without reading them; another unknown name is a typing error.
static bool isKept(StringRef name) {
  return llvm::any_of(ArrayRef<StringRef>{"kernel", "mesh", "program", "semaphore", "trace"},
                      [&](StringRef part) { return name.contains(part); });
}

Attribute TTNNDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  SMLoc at = parser.getCurrentLocation();
  StringRef name;
  Attribute attribute;
  OptionalParseResult known = generatedAttributeParser(parser, &name, type, attribute);
  if (known.has_value())
    return attribute;
  if (isKept(name))
    return keepUnknownAttribute(parser, getNamespace(), type);
  parser.emitError(at, "unknown attribute `") << name << "` in dialect `" << getNamespace() << "`";
  return {};
}

void TTNNDialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  [[maybe_unused]] LogicalResult known = generatedAttributePrinter(attribute, printer);
}

Type TTNNDialect::parseType(DialectAsmParser &parser) const {
  StringRef name;
  Type type;
  OptionalParseResult known = generatedTypeParser(parser, &name, type);
  return known.has_value() ? type : keepUnknownType(parser, getNamespace());
}

void TTNNDialect::printType(Type type, DialectAsmPrinter &printer) const {
  [[maybe_unused]] LogicalResult known = generatedTypePrinter(type, printer);
}

void TTNNDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "alcove/Ops/Dialect/TTNN/TTNNTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Shapes and meshes
//===----------------------------------------------------------------------===//

/// `<1x32x512>`
static ParseResult parseBracketedDims(AsmParser &parser, SmallVectorImpl<int64_t> &dims) {
  return failure(parser.parseLess() || parseDimensions(parser, dims) || parser.parseGreater());
}

static void printBracketedDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '<';
  printDimensions(printer, dims);
  printer << '>';
}

Attribute ShapeAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> dims;
  if (parseBracketedDims(parser, dims))
    return {};
  return ShapeAttr::get(parser.getContext(), dims);
}
void ShapeAttr::print(AsmPrinter &printer) const { printBracketedDims(printer, getShape()); }

/// `1x1` of `#ttnn<mesh_shape 1x1>`: these two have no bracket of their own.
template <typename MeshAttr>
static Attribute parseMeshPair(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> dims;
  if (parseDimensions(parser, dims))
    return {};
  if (dims.size() != 2) {
    parser.emitError(loc, "expected two mesh dimensions, found ") << dims.size();
    return {};
  }
  return MeshAttr::get(parser.getContext(), dims[0], dims[1]);
}
Attribute MeshShapeAttr::parse(AsmParser &parser, Type) { return parseMeshPair<MeshShapeAttr>(parser); }
void MeshShapeAttr::print(AsmPrinter &printer) const { printer << ' ' << getY() << 'x' << getX(); }
Attribute MeshOffsetAttr::parse(AsmParser &parser, Type) { return parseMeshPair<MeshOffsetAttr>(parser); }
void MeshOffsetAttr::print(AsmPrinter &printer) const { printer << ' ' << getY() << 'x' << getX(); }

//===----------------------------------------------------------------------===//
// Core ranges and shard specifications
//===----------------------------------------------------------------------===//

Attribute CoreRangeAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> corners;
  if (parser.parseLess() || parseCoordinate(parser, corners) || parser.parseComma() ||
      parseCoordinate(parser, corners) || parser.parseGreater())
    return {};
  return parser.getChecked<CoreRangeAttr>(loc, parser.getContext(), corners[0], corners[1], corners[2], corners[3]);
}

void CoreRangeAttr::print(AsmPrinter &printer) const {
  printer << "<(" << getStartX() << ',' << getStartY() << "), (" << getEndX() << ',' << getEndY() << ")>";
}

LogicalResult CoreRangeAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t startX, int64_t startY,
                                    int64_t endX, int64_t endY) {
  constexpr int64_t limit = 1 << 16;
  if (startX < 0 || startY < 0 || endX >= limit || endY >= limit)
    return emitError() << "core coordinates must lie in [0, " << limit << "), got (" << startX << ", " << startY
                       << ") and (" << endX << ", " << endY << ")";
  if (startX > endX || startY > endY)
    return emitError() << "Start coordinates (" << startX << ", " << startY
                       << ") must be less than or equal to end coordinates (" << endX << ", " << endY << ")";
  return success();
}

int64_t CoreRangeSetAttr::getNumCores() const {
  int64_t cores = 0;
  for (CoreRangeAttr range : getCoreRanges())
    cores += range.getNumCores();
  return cores;
}

Attribute CoreRangeSetAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<CoreRangeAttr> ranges;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalGreater()))
    return CoreRangeSetAttr::get(parser.getContext(), ranges);
  auto parseRange = [&] { return parser.parseCustomAttributeWithFallback(ranges.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange) || parser.parseGreater())
    return {};
  return parser.getChecked<CoreRangeSetAttr>(loc, parser.getContext(), ranges);
}

void CoreRangeSetAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (!getCoreRanges().empty()) {
    printer << '[';
    llvm::interleaveComma(getCoreRanges(), printer.getStream(), [&](CoreRangeAttr range) { printer << range; });
    printer << ']';
  }
  printer << '>';
}

CoreRangeSetAttr CoreRangeSetAttr::parseStripped(AsmParser &parser) {
  CoreRangeSetAttr cores;
  if (parser.parseCustomAttributeWithFallback(cores))
    return {};
  return cores;
}

LogicalResult CoreRangeSetAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<CoreRangeAttr> ranges) {
  if (ranges.size() > 1024)
    return emitError() << "at most 1024 core ranges, got " << ranges.size();
  for (size_t i = 0; i < ranges.size(); ++i)
    for (size_t j = i + 1; j < ranges.size(); ++j) {
      CoreRangeAttr a = ranges[i], b = ranges[j];
      if (a.getStartX() <= b.getEndX() && b.getStartX() <= a.getEndX() && a.getStartY() <= b.getEndY() &&
          b.getStartY() <= a.getEndY())
        return emitError() << "Core ranges overlap: " << a << " and " << b;
    }
  return success();
}

/// `<row_major>`, an enum attribute without its mnemonic.
template <typename EnumAttr>
static ParseResult parseStrippedEnum(AsmParser &parser, EnumAttr &attr) {
  return parser.parseCustomAttributeWithFallback(attr);
}

static ParseResult parseShape(AsmParser &parser, SmallVectorImpl<int64_t> &shape) {
  ShapeAttr attr;
  if (parser.parseCustomAttributeWithFallback(attr))
    return failure();
  shape.assign(attr.getShape().begin(), attr.getShape().end());
  return success();
}

Attribute ShardSpecAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> shape;
  ShardOrientationAttr orientation;
  if (parser.parseLess())
    return {};
  CoreRangeSetAttr cores = CoreRangeSetAttr::parseStripped(parser);
  if (!cores || parser.parseComma() || parseShape(parser, shape) || parser.parseComma() ||
      parseStrippedEnum(parser, orientation) || parser.parseGreater())
    return {};
  return ShardSpecAttr::get(parser.getContext(), cores, shape, orientation.getValue());
}

void ShardSpecAttr::print(AsmPrinter &printer) const {
  printer << '<';
  getCoreRangeSet().print(printer);
  printer << ", ";
  printBracketedDims(printer, getShape());
  printer << ", <" << stringifyShardOrientation(getOrientation()) << ">>";
}

Attribute NDShardSpecAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> shape;
  ShardOrientationAttr orientation;
  ShardDistributionStrategyAttr distribution;
  if (parser.parseLess())
    return {};
  CoreRangeSetAttr cores = CoreRangeSetAttr::parseStripped(parser);
  if (!cores || parser.parseComma() || parseShape(parser, shape) || parser.parseComma() ||
      parseStrippedEnum(parser, orientation) || parser.parseComma() || parseStrippedEnum(parser, distribution) ||
      parser.parseGreater())
    return {};
  return NDShardSpecAttr::get(parser.getContext(), cores, shape, orientation.getValue(), distribution.getValue());
}

void NDShardSpecAttr::print(AsmPrinter &printer) const {
  printer << '<';
  getCoreRangeSet().print(printer);
  printer << ", ";
  printBracketedDims(printer, getShape());
  printer << ", <" << stringifyShardOrientation(getOrientation()) << ">, <"
          << stringifyShardDistributionStrategy(getDistribution()) << ">>";
}

//===----------------------------------------------------------------------===//
// Memory configuration: buffer type first, the rest in any order
//===----------------------------------------------------------------------===//

Attribute MemoryConfigAttr::parse(AsmParser &parser, Type) {
  BufferTypeAttr buffer;
  TensorMemoryLayoutAttr layout;
  ShardSpecAttr shard;
  NDShardSpecAttr ndShard;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseCustomAttributeWithFallback(buffer))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword("ndShardSpec"))) {
      if (ndShard || parser.parseEqual() || parser.parseCustomAttributeWithFallback(ndShard))
        return {};
      continue;
    }
    Attribute attr;
    OptionalParseResult full = parser.parseOptionalAttribute(attr);
    if (full.has_value()) {
      if (failed(*full))
        return {};
      if (auto parsed = dyn_cast<ShardSpecAttr>(attr); parsed && !shard)
        shard = parsed;
      else if (auto parsed = dyn_cast<TensorMemoryLayoutAttr>(attr); parsed && !layout)
        layout = parsed;
      else if (auto parsed = dyn_cast<NDShardSpecAttr>(attr); parsed && !ndShard)
        ndShard = parsed;
      else {
        parser.emitError(loc, "expected a tensor memory layout or a shard spec once, got ") << attr;
        return {};
      }
    } else if (layout || parser.parseCustomAttributeWithFallback(layout)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MemoryConfigAttr>(start, parser.getContext(), buffer, layout, shard, ndShard);
}

LogicalResult MemoryConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError, BufferTypeAttr buffer,
                                       TensorMemoryLayoutAttr layout, ShardSpecAttr shard, NDShardSpecAttr ndShard) {
  BufferType memory = buffer.getValue();
  if (memory == BufferType::SystemMemory && layout)
    return emitError() << "a memory configuration in system_memory has no memory layout, got " << layout;
  if (memory != BufferType::SystemMemory && !layout)
    return emitError() << "a memory configuration in " << stringifyBufferType(memory)
                       << " needs a memory layout, such as <interleaved>";
  bool sharded = layout && layout.getValue() != TensorMemoryLayout::Interleaved;
  if (memory == BufferType::DRAM && layout.getValue() == TensorMemoryLayout::BlockSharded)
    return emitError() << "dram holds no block_sharded tensors: use width_sharded, height_sharded or interleaved";
  if (shard && memory != BufferType::L1 && memory != BufferType::DRAM)
    return emitError() << "a shard specification belongs to l1 or dram, not to " << stringifyBufferType(memory);
  if (shard && !sharded)
    return emitError() << "a shard specification needs a sharded memory layout, got " << layout;
  if (shard && ndShard)
    return emitError() << "a memory configuration has one shard specification, got " << shard << " and " << ndShard;
  return success();
}

void MemoryConfigAttr::print(AsmPrinter &printer) const {
  printer << '<' << getBufferType();
  if (getTensorMemoryLayout())
    printer << ", <" << stringifyTensorMemoryLayout(getTensorMemoryLayout().getValue()) << '>';
  if (getShardSpec())
    printer << ", " << getShardSpec();
  if (getNdShardSpec())
    printer << ", ndShardSpec = " << getNdShardSpec();
  printer << '>';
}

Attribute UnaryWithParamAttr::parse(AsmParser &parser, Type) {
  StringRef name;
  ArrayAttr params;
  if (parser.parseLess() || parser.parseKeyword("op_type") || parser.parseEqual() || parser.parseKeyword(&name))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("params") || parser.parseEqual() || parser.parseAttribute(params)))
    return {};
  if (parser.parseGreater())
    return {};
  return UnaryWithParamAttr::get(parser.getContext(), parser.getBuilder().getStringAttr(name), params);
}

void UnaryWithParamAttr::print(AsmPrinter &printer) const {
  printer << "<op_type = " << getOpType().getValue();
  if (getParams())
    printer << ", params = " << getParams();
  printer << '>';
}
