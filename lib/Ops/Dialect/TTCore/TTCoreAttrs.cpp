//===- TTCoreAttrs.cpp - Grids, system descriptors, devices, tiles --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/Fields.h"
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttcore;

#include "alcove/Ops/Dialect/TTCore/TTCoreEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "alcove/Ops/Dialect/TTCore/TTCoreAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "alcove/Ops/Dialect/TTCore/TTCoreTypes.cpp.inc"

void TTCoreDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "alcove/Ops/Dialect/TTCore/TTCoreAttrs.cpp.inc"
      >();
}

Attribute TTCoreDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef name;
  Attribute attribute;
  OptionalParseResult known = generatedAttributeParser(parser, &name, type, attribute);
  return known.has_value() ? attribute : keepUnknownAttribute(parser, getNamespace(), type);
}

void TTCoreDialect::printAttribute(Attribute attribute, DialectAsmPrinter &printer) const {
  [[maybe_unused]] LogicalResult known = generatedAttributePrinter(attribute, printer);
}

Type TTCoreDialect::parseType(DialectAsmParser &parser) const {
  StringRef name;
  Type type;
  OptionalParseResult known = generatedTypeParser(parser, &name, type);
  return known.has_value() ? type : keepUnknownType(parser, getNamespace());
}

void TTCoreDialect::printType(Type type, DialectAsmPrinter &printer) const {
  [[maybe_unused]] LogicalResult known = generatedTypePrinter(type, printer);
}

void TTCoreDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "alcove/Ops/Dialect/TTCore/TTCoreTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Grid, mesh, local shape
//===----------------------------------------------------------------------===//

int64_t GridAttr::getVolume() const { return boundedVolume(getShape()).value_or(0); }

Attribute GridAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  AffineMap virtToPhysical, physicalToVirt;
  if (parser.parseLess() || parseDimensions(parser, shape))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("virt_to_physical_map"))) {
      if (parser.parseEqual() || parseBareAffineMap(parser, virtToPhysical) || parser.parseComma() ||
          parser.parseKeyword("physical_to_virt_map") || parser.parseEqual() ||
          parseBareAffineMap(parser, physicalToVirt))
        return {};
    } else if (parseBareAffineMap(parser, virtToPhysical)) { // dumps before May 2026
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<GridAttr>(loc, parser.getContext(), shape, virtToPhysical, physicalToVirt);
}

void GridAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printDimensions(printer, getShape());
  if (AffineMap map = getVirtToPhysicalMap()) {
    if (AffineMap inverse = getPhysicalToVirtMap())
      printer << ", virt_to_physical_map = " << map << ", physical_to_virt_map = " << inverse;
    else
      printer << ", " << map;
  }
  printer << '>';
}

LogicalResult GridAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
                               AffineMap virtToPhysical, AffineMap physicalToVirt) {
  // DEV-G1 to DEV-G3 of docs/spec/Device.md.
  Result<device::WorkerGrid> grid = workerGridOf(shape, virtToPhysical, physicalToVirt);
  Status status = grid.ok() ? device::verify(*grid) : Status(grid.error());
  if (!status.ok())
    return emitError() << status.error().message;
  return success();
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  std::string name;
  SmallVector<int64_t> shape;
  if (parser.parseLess() || parser.parseString(&name) || parser.parseEqual() || parseDimensions(parser, shape) ||
      parser.parseGreater())
    return {};
  return MeshAttr::get(parser.getContext(), parser.getBuilder().getStringAttr(name), shape);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<" << getName() << " = ";
  printDimensions(printer, getShape());
  printer << '>';
}

Attribute MeshesAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAttr> meshes;
  auto parseOne = [&] { return parser.parseCustomAttributeWithFallback(meshes.emplace_back()); };
  if (parser.parseLess() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne) ||
      parser.parseGreater())
    return {};
  return MeshesAttr::get(parser.getContext(), meshes);
}

void MeshesAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getMeshes(), printer.getStream(), [&](MeshAttr mesh) { mesh.print(printer); });
  printer << "]>";
}

/// The enumerator that a word names.
template <typename Enum>
static ParseResult parseWord(AsmParser &parser, std::optional<Enum> (*named)(StringRef), Enum &value) {
  StringRef word;
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Enum> found = named(word);
  if (!found)
    return parser.emitError(place, "'") << word << "' is none of the words that can stand here";
  value = *found;
  return success();
}

static ParseResult parseNamedDimensions(AsmParser &parser, StringRef name, SmallVectorImpl<int64_t> &dims) {
  return failure(parser.parseKeyword(name) || parser.parseEqual() || parseDimensions(parser, dims) ||
                 parser.parseComma());
}

Attribute MetalLayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> logical, alignments;
  DenseIntElementsAttr intervals;
  MemorySpace space;
  TensorMemoryLayout layout;
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseLess() || parseNamedDimensions(parser, "logical_shape", logical) ||
      parseNamedDimensions(parser, "dim_alignments", alignments) || parser.parseKeyword("collapsed_intervals") ||
      parser.parseEqual() || parser.parseAttribute(intervals) || parser.parseComma() ||
      parseWord<MemorySpace>(parser, symbolizeMemorySpace, space) || parser.parseComma() ||
      parseWord<TensorMemoryLayout>(parser, symbolizeTensorMemoryLayout, layout) || parser.parseGreater())
    return {};
  return MetalLayoutAttr::getChecked([&] { return parser.emitError(place); }, parser.getContext(), logical, alignments,
                                     intervals, space, layout);
}

void MetalLayoutAttr::print(AsmPrinter &printer) const {
  printer << "<logical_shape = ";
  printDimensions(printer, getLogicalShape());
  printer << ", dim_alignments = ";
  printDimensions(printer, getDimAlignments());
  printer << ", collapsed_intervals = " << getCollapsedIntervals() << ", " << stringifyMemorySpace(getMemorySpace())
          << ", " << stringifyTensorMemoryLayout(getMemoryLayout()) << '>';
}

LogicalResult MetalLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> logicalShape,
                                      ArrayRef<int64_t> dimAlignments, DenseIntElementsAttr collapsedIntervals,
                                      MemorySpace, TensorMemoryLayout) {
  int64_t rank = logicalShape.size();
  if (dimAlignments.size() != logicalShape.size())
    return emitError() << "dim_alignments has " << dimAlignments.size() << " dimensions, logical_shape " << rank;
  ShapedType type = collapsedIntervals.getType();
  if (type.getRank() != 2 || type.getDimSize(1) != 2 || !type.getElementType().isInteger(64))
    return emitError() << "collapsed_intervals must hold pairs of 64-bit integers, got " << type;
  for (auto [at, bound] : llvm::enumerate(collapsedIntervals.getValues<int64_t>())) {
    int64_t dim = bound < 0 ? bound + rank : bound;
    if (dim < 0 || dim > rank - (at % 2 == 0))
      return emitError() << "collapsed_intervals names dimension " << bound << " of a logical shape of rank " << rank;
  }
  return success();
}

// The body has no bracket of its own: the attribute reads `#ttcore<local_shape local_shape = tensor<1xi64>>`.
Attribute LocalShapeAttr::parse(AsmParser &parser, Type) {
  RankedTensorType type;
  if (parser.parseKeyword("local_shape") || parser.parseEqual() || parser.parseType(type))
    return {};
  return LocalShapeAttr::get(parser.getContext(), type);
}

void LocalShapeAttr::print(AsmPrinter &printer) const { printer << " local_shape = " << getLocalShape(); }

//===----------------------------------------------------------------------===//
// System descriptor
//===----------------------------------------------------------------------===//

Attribute CPUDescAttr::parse(AsmParser &parser, Type) {
  StringRef role;
  std::string triple;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLBrace() || parser.parseKeyword("role") || parser.parseEqual() || parser.parseKeyword(&role) ||
      parser.parseComma() || parser.parseKeyword("target_triple") || parser.parseEqual() ||
      parser.parseString(&triple) || parser.parseRBrace())
    return {};
  std::optional<CPURole> parsed = symbolizeCPURole(role);
  if (!parsed) {
    parser.emitError(loc, "role must be host or device, found '") << role << "'";
    return {};
  }
  return CPUDescAttr::get(parser.getContext(), *parsed, parser.getBuilder().getStringAttr(triple));
}

void CPUDescAttr::print(AsmPrinter &printer) const {
  printer << "{role = " << stringifyCPURole(getRole()) << ", target_triple = " << getTargetTriple() << '}';
}

static FailureOr<Attribute> parseArchField(AsmParser &parser) {
  Attribute attr = ArchAttr::parse(parser, Type());
  if (!attr)
    return failure();
  return attr;
}
static void printArchField(AsmPrinter &printer, Attribute value) { cast<ArchAttr>(value).print(printer); }

static FailureOr<Attribute> parseDataTypesField(AsmParser &parser) {
  SmallVector<Attribute> types;
  auto parseOne = [&]() -> ParseResult {
    types.push_back(DataTypeAttr::parse(parser, Type()));
    return failure(!types.back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  return Attribute(parser.getBuilder().getArrayAttr(types));
}
static void printDataTypesField(AsmPrinter &printer, Attribute value) {
  printer << '[';
  llvm::interleaveComma(cast<ArrayAttr>(value), printer.getStream(),
                        [&](Attribute type) { cast<DataTypeAttr>(type).print(printer); });
  printer << ']';
}

// `[ 4x16,  16x16]`: a list of pairs, kept flat.
static FailureOr<Attribute> parseTileSizesField(AsmParser &parser) {
  SmallVector<int64_t> sizes;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    SmallVector<int64_t> size;
    if (parseDimensions(parser, size))
      return failure();
    if (size.size() != 2)
      return parser.emitError(loc, "a tile size has two dimensions, found ") << size.size();
    llvm::append_range(sizes, size);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  return Attribute(parser.getBuilder().getDenseI64ArrayAttr(sizes));
}
static void printTileSizesField(AsmPrinter &printer, Attribute value) {
  ArrayRef<int64_t> sizes = cast<DenseI64ArrayAttr>(value).asArrayRef();
  printer << '[';
  for (size_t i = 0; i + 1 < sizes.size(); i += 2)
    printer << (i ? ",  " : " ") << sizes[i] << 'x' << sizes[i + 1];
  printer << ']';
}

static FailureOr<Attribute> parseCoordinatesField(AsmParser &parser) {
  SmallVector<int64_t> coordinates;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parseCoordinate(parser, coordinates); }))
    return failure();
  return Attribute(parser.getBuilder().getDenseI64ArrayAttr(coordinates));
}
static void printCoordinatesField(AsmPrinter &printer, Attribute value) {
  ArrayRef<int64_t> coordinates = cast<DenseI64ArrayAttr>(value).asArrayRef();
  printer << '[';
  for (size_t i = 0; i + 1 < coordinates.size(); i += 2)
    printer << (i ? ", " : "") << '(' << coordinates[i] << ", " << coordinates[i + 1] << ')';
  printer << ']';
}

// In the order of tt-mlir's text.
static constexpr FieldSpec chipSchema[] = {
    {"arch", parseArchField, printArchField},
    {"grid", parseDimsField, printDimsField},
    {"coord_translation_offsets", parseDimsField, printDimsField},
    {"l1_size", parseIntField, printIntField},
    {"num_dram_channels", parseIntField, printIntField},
    {"dram_channel_size", parseIntField, printIntField},
    {"noc_l1_address_align_bytes", parseIntField, printIntField},
    {"pcie_address_align_bytes", parseIntField, printIntField},
    {"noc_dram_address_align_bytes", parseIntField, printIntField},
    {"l1_unreserved_base", parseIntField, printIntField},
    {"erisc_l1_unreserved_base", parseIntField, printIntField},
    {"dram_unreserved_base", parseIntField, printIntField},
    {"dram_unreserved_end", parseIntField, printIntField},
    {"supported_data_types", parseDataTypesField, printDataTypesField},
    {"supported_tile_sizes", parseTileSizesField, printTileSizesField},
    {"dst_physical_size_tiles", parseIntField, printIntField},
    {"num_cbs", parseIntField, printIntField},
    {"num_compute_threads", parseIntField, printIntField},
    {"num_datamovement_threads", parseIntField, printIntField},
    {"dram_grid", parseDimsField, printDimsField},
    {"dram_bank_to_logical_worker_noc0", parseCoordinatesField, printCoordinatesField},
    {"dram_bank_to_logical_worker_noc1", parseCoordinatesField, printCoordinatesField},
};

Attribute ChipDescAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLBrace())
    return {};
  FailureOr<DictionaryAttr> fields =
      parseFields(parser, chipSchema, [&] { return succeeded(parser.parseOptionalRBrace()); });
  if (failed(fields))
    return {};
  return parser.getChecked<ChipDescAttr>(loc, parser.getContext(), *fields);
}

void ChipDescAttr::print(AsmPrinter &printer) const {
  printer << '{';
  printFields(printer, chipSchema, getFields());
  printer << '}';
}

LogicalResult ChipDescAttr::verify(function_ref<InFlightDiagnostic()> emitError, DictionaryAttr fields) {
  for (StringRef name : {"arch", "grid", "l1_size", "num_dram_channels", "l1_unreserved_base"})
    if (!fields.get(name))
      return emitError() << "chip descriptor lacks the field '" << name << "'";
  ArrayRef<int64_t> grid = fields.getAs<DenseI64ArrayAttr>("grid").asArrayRef();
  std::optional<int64_t> cores = boundedVolume(grid);
  if (grid.size() != 2 || !cores || *cores == 0 || *cores > 4096)
    return emitError() << "chip descriptor: expected a two-dimensional grid of 1 to 4096 cores, got (" << grid << ")";
  int64_t size = fields.getAs<IntegerAttr>("l1_size").getInt();
  int64_t base = fields.getAs<IntegerAttr>("l1_unreserved_base").getInt();
  if (base >= size || size > (int64_t(1) << 40))
    return emitError() << "chip descriptor: l1_unreserved_base " << base << " must lie below l1_size " << size;
  if (fields.getAs<IntegerAttr>("num_dram_channels").getInt() == 0)
    return emitError() << "chip descriptor: num_dram_channels must be at least 1, got 0";
  return success();
}

int64_t ChipDescAttr::getInt(StringRef name) const {
  auto value = getFields().getAs<IntegerAttr>(name);
  return value ? value.getInt() : 0;
}

ArrayRef<int64_t> ChipDescAttr::getInts(StringRef name) const {
  auto value = getFields().getAs<DenseI64ArrayAttr>(name);
  return value ? value.asArrayRef() : ArrayRef<int64_t>();
}

Arch ChipDescAttr::getArch() const { return getFields().getAs<ArchAttr>("arch").getValue(); }

int64_t ChipDescAttr::getUsableL1Bytes() const { return getInt("l1_size") - getInt("l1_unreserved_base"); }

ChipDescAttr SystemDescAttr::getChip(int64_t chip) const { return getChipDescs()[getChipDescIndices()[chip]]; }
int64_t SystemDescAttr::getNumChips() const { return getChipDescIndices().size(); }

// `1 : i32`
static ParseResult parseTypedInteger(AsmParser &parser, int64_t &value) {
  Type type;
  if (parser.parseInteger(value))
    return failure();
  if (succeeded(parser.parseOptionalColon()))
    return parser.parseType(type);
  return success();
}

// `<[device, y, x], [device, y, x]>`
static ParseResult parseChannel(AsmParser &parser, SmallVectorImpl<Attribute> &channels) {
  SmallVector<int64_t> from, to;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseIntegerList(parser, from) || parser.parseComma() || parseIntegerList(parser, to) ||
      parser.parseGreater())
    return failure();
  if (from.size() != 3 || to.size() != 3)
    return parser.emitError(loc, "a channel is <[device, y, x], [device, y, x]>");
  llvm::append_range(from, to);
  channels.push_back(parser.getBuilder().getDenseI64ArrayAttr(from));
  return success();
}

Attribute SystemDescAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<CPUDescAttr> cpus;
  SmallVector<ChipDescAttr> chips;
  SmallVector<int64_t> indices, capabilities, coords;
  SmallVector<Attribute> channels;
  using Delimiter = AsmParser::Delimiter;
  auto parseCPU = [&]() -> ParseResult {
    cpus.push_back(dyn_cast_or_null<CPUDescAttr>(CPUDescAttr::parse(parser, Type())));
    return failure(!cpus.back());
  };
  auto parseChip = [&]() -> ParseResult {
    chips.push_back(dyn_cast_or_null<ChipDescAttr>(ChipDescAttr::parse(parser, Type())));
    return failure(!chips.back());
  };
  auto parseCapability = [&] { return parseTypedInteger(parser, capabilities.emplace_back()); };
  auto parseCoords = [&] { // rack x shelf x y x x
    SMLoc at = parser.getCurrentLocation();
    SmallVector<int64_t> coord;
    if (parseDimensions(parser, coord))
      return ParseResult(failure());
    if (coord.size() != 4)
      return ParseResult(parser.emitError(at, "a chip coordinate is RxSxYxX"));
    llvm::append_range(coords, coord);
    return ParseResult(success());
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(Delimiter::Square, parseCPU) || parser.parseComma() ||
      parser.parseCommaSeparatedList(Delimiter::Square, parseChip) || parser.parseComma() ||
      parseIntegerList(parser, indices) || parser.parseComma() ||
      parser.parseCommaSeparatedList(Delimiter::Square, parseCapability) || parser.parseComma() ||
      parser.parseCommaSeparatedList(Delimiter::Square, parseCoords))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      parser.parseCommaSeparatedList(Delimiter::Square, [&] { return parseChannel(parser, channels); }))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<SystemDescAttr>(loc, parser.getContext(), cpus, chips, indices, capabilities, coords,
                                           parser.getBuilder().getArrayAttr(channels));
}

void SystemDescAttr::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  printer << "<[";
  llvm::interleaveComma(getCpuDescs(), os, [&](CPUDescAttr cpu) { cpu.print(printer); });
  printer << "], [";
  llvm::interleaveComma(getChipDescs(), os, [&](ChipDescAttr chip) { chip.print(printer); });
  printer << "], ";
  printIntegerList(printer, getChipDescIndices());
  printer << ", [";
  llvm::interleaveComma(getChipCapabilities(), os, [&](int64_t value) { printer << value << " : i32"; });
  printer << "], [";
  for (size_t i = 0; i + 3 < getChipCoords().size(); i += 4) {
    printer << (i ? ",  " : " ");
    printDimensions(printer, getChipCoords().slice(i, 4));
  }
  printer << "]";
  if (!getChipChannels().empty()) {
    printer << ", [";
    llvm::interleaveComma(getChipChannels(), os, [&](Attribute channel) {
      ArrayRef<int64_t> ends = cast<DenseI64ArrayAttr>(channel).asArrayRef();
      printer << '<';
      printIntegerList(printer, ends.take_front(3));
      printer << ", ";
      printIntegerList(printer, ends.drop_front(3));
      printer << '>';
    });
    printer << "]";
  }
  printer << ">";
}

LogicalResult SystemDescAttr::verify(function_ref<InFlightDiagnostic()> emitError, ArrayRef<CPUDescAttr>,
                                     ArrayRef<ChipDescAttr> chips, ArrayRef<int64_t> indices,
                                     ArrayRef<int64_t> capabilities, ArrayRef<int64_t> coords, ArrayAttr channels) {
  if (chips.empty() || indices.empty())
    return emitError() << "system descriptor has no chip";
  for (auto [device, index] : llvm::enumerate(indices))
    if (index < 0 || index >= static_cast<int64_t>(chips.size()))
      return emitError() << "device " << device << ": chip descriptor " << index << " does not exist (there are "
                         << chips.size() << ")";
  if (capabilities.size() != indices.size() || coords.size() != 4 * indices.size())
    return emitError() << "system descriptor: " << indices.size() << " chips, " << capabilities.size()
                       << " capabilities, " << coords.size() / 4 << " coordinates";
  // DEV-S1 to DEV-S14 of docs/spec/Device.md.
  Result<device::SystemDesc> system = systemDescOf(chips, indices, capabilities, coords, channels);
  Status status = system.ok() ? device::verify(*system) : Status(system.error());
  if (!status.ok())
    return emitError() << "system descriptor: " << status.error().message;
  return success();
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

Attribute DeviceAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  GridAttr workerGrid, dramGrid;
  AffineMap l1Map, dramMap;
  SmallVector<int64_t> meshShape, chipIds;
  SmallVector<Topology> topology;
  auto key = [&](StringRef name) -> ParseResult { return failure(parser.parseKeyword(name) || parser.parseEqual()); };
  auto parseTopology = [&]() -> ParseResult {
    StringRef keyword;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    std::optional<Topology> value = symbolizeTopology(keyword);
    if (!value)
      return parser.emitError(at, "unknown topology '") << keyword << "'";
    topology.push_back(*value);
    return success();
  };
  if (parser.parseLess() || key("workerGrid") || parser.parseAttribute(workerGrid) || parser.parseComma() ||
      key("dramGrid") || parser.parseAttribute(dramGrid) || parser.parseComma() || key("l1Map") ||
      parseBareAffineMap(parser, l1Map) || parser.parseComma() || key("dramMap") ||
      parseBareAffineMap(parser, dramMap) || parser.parseComma() || key("meshShape"))
    return {};
  if (failed(parser.parseOptionalComma())) { // an empty mesh shape prints as nothing
    if (parseDimensions(parser, meshShape) || parser.parseComma())
      return {};
  }
  if (key("chipIds") || parseIntegerList(parser, chipIds))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (key("meshTopology") || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseTopology)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<DeviceAttr>(loc, parser.getContext(), workerGrid, dramGrid, l1Map, dramMap, meshShape,
                                       chipIds, topology);
}

void DeviceAttr::print(AsmPrinter &printer) const {
  printer << "<workerGrid = " << getWorkerGrid() << ", dramGrid = " << getDramGrid() << ", l1Map = " << getL1Map()
          << ", dramMap = " << getDramMap() << ", meshShape = ";
  printDimensions(printer, getMeshShape());
  printer << ", chipIds = ";
  printIntegerList(printer, getChipIds());
  if (!getMeshTopology().empty()) {
    printer << ", meshTopology = [";
    llvm::interleaveComma(getMeshTopology(), printer.getStream(),
                          [&](Topology value) { printer << stringifyTopology(value); });
    printer << "]";
  }
  printer << '>';
}

LogicalResult DeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError, GridAttr workerGrid, GridAttr dramGrid,
                                 AffineMap l1Map, AffineMap dramMap, ArrayRef<int64_t> meshShape,
                                 ArrayRef<int64_t> chipIds, ArrayRef<Topology> meshTopology) {
  // What docs/spec/Device.md asks of a device by itself; the op asks the rest, with the system descriptor.
  Result<device::DeviceDesc> device =
      deviceDescOf(workerGrid, dramGrid, l1Map, dramMap, meshShape, chipIds, meshTopology);
  Status status = device.ok() ? device::verifyWithoutSystem(*device) : Status(device.error());
  if (!status.ok())
    return emitError() << status.error().message;
  return success();
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

Type TileType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  StringRef keyword;
  if (parser.parseLess() || parseDimensions(parser, shape) || parser.parseComma())
    return {};
  SMLoc typeLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword) || parser.parseGreater())
    return {};
  std::optional<DataType> dataType = symbolizeDataType(keyword);
  if (!dataType) {
    parser.emitError(typeLoc, "unknown data type '") << keyword << "'";
    return {};
  }
  if (shape.size() != 2) {
    parser.emitError(loc, "a tile has two dimensions, found ") << shape.size();
    return {};
  }
  return parser.getChecked<TileType>(loc, parser.getContext(), shape[0], shape[1], *dataType);
}

void TileType::print(AsmPrinter &printer) const {
  printer << '<' << getHeight() << 'x' << getWidth() << ", " << stringifyDataType(getDataType()) << '>';
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t height, int64_t width, DataType) {
  if ((width != 16 && width != 32) || height < 1 || height > 32 || (height & (height - 1)) != 0)
    return emitError()
           << "expected a tile of at most 32x32 whose height is a power of two and whose width is 16 or 32, "
           << "got " << height << "x" << width;
  return success();
}

int64_t TileType::getSizeBytes() const {
  return device::tileBytes(toDevice(getDataType())) * getHeight() * getWidth() /
         (device::tileHeight * device::tileWidth);
}
