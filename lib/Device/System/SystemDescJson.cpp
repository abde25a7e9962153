//===- SystemDescJson.cpp - Descriptors in JSON, strictly ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConstantsJson.h"
#include "Fields.h"

#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Device/SystemDesc.h"

#include <fmt/format.h>

namespace alcove::device {

static constexpr int64_t maxOffset = 1 << 20;

static Result<std::vector<int64_t>> readTuple(JsonCursor cursor, size_t arity, int64_t low, int64_t high) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> numbers, cursor.asIntArray(low, high));
  if (numbers.size() != arity)
    return cursor.error(fmt::format("expected {} integers, found {}", arity, numbers.size()));
  return numbers;
}

// A list of tuples, each turned into a T; at most `limit`, checked before anything is allocated for them.
template <typename T, typename Make>
static Status readTuples(JsonCursor cursor, size_t arity, int64_t high, size_t limit, std::vector<T> &into, Make make) {
  ALCOVE_ASSIGN_OR_RETURN(size_t size, cursor.arraySize());
  if (size > limit)
    return cursor.error(fmt::format("{} elements, at most {} are read", size, limit));
  for (size_t i = 0; i < size; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> numbers, readTuple(cursor.element(i), arity, 0, high));
    into.push_back(make(numbers));
  }
  return Status();
}

static Status readNames(JsonCursor cursor, size_t limit, std::vector<std::string> &into) {
  ALCOVE_ASSIGN_OR_RETURN(size_t size, cursor.arraySize());
  if (size > limit)
    return cursor.error(fmt::format("{} elements, at most {} are read", size, limit));
  for (size_t i = 0; i < size; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::string name, cursor.element(i).asString());
    into.push_back(std::move(name));
  }
  return Status();
}

static CoreCoord makeCore(const std::vector<int64_t> &numbers) { return {numbers[0], numbers[1]}; }

static Result<Harvesting> readHarvesting(JsonCursor cursor) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"tensix_grid", "harvested", "dispatch"}));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> tensix, readTuple(cursor.field("tensix_grid"), 2, 1, maxGridSide));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> harvested, readTuple(cursor.field("harvested"), 2, 0, maxGridSide));
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> dispatch, readTuple(cursor.field("dispatch"), 2, 0, maxGridSide));
  return Harvesting{tensix[0], tensix[1], harvested[0], harvested[1], dispatch[0], dispatch[1]};
}

static Status readTypesAndTiles(JsonCursor cursor, ChipDesc &chip) {
  std::vector<std::string> names;
  JsonCursor types = cursor.field("supported_data_types");
  ALCOVE_RETURN_IF_ERROR(readNames(types, 64, names));
  for (size_t i = 0; i < names.size(); ++i) {
    std::optional<DataType> type = parseDataType(names[i]);
    if (!type)
      return types.element(i).error(fmt::format("unknown data type '{}'", names[i]));
    chip.supportedDataTypes.push_back(*type);
  }
  return readTuples(cursor.field("supported_tile_sizes"), 2, 1024, 64, chip.supportedTileSizes,
                    [](const std::vector<int64_t> &n) { return TileShape{n[0], n[1]}; });
}

static Result<ChipDesc> readChip(JsonCursor cursor) {
  ALCOVE_RETURN_IF_ERROR(cursor.onlyFields({"arch",
                                            "grid",
                                            "coord_translation_offset",
                                            "l1_size_bytes",
                                            "num_dram_channels",
                                            "dram_channel_size_bytes",
                                            "noc_l1_address_align_bytes",
                                            "pcie_address_align_bytes",
                                            "noc_dram_address_align_bytes",
                                            "l1_unreserved_base_bytes",
                                            "erisc_l1_unreserved_base_bytes",
                                            "dram_unreserved_base_bytes",
                                            "dram_unreserved_end_bytes",
                                            "supported_data_types",
                                            "supported_tile_sizes",
                                            "dst_physical_size_tiles",
                                            "num_cbs",
                                            "num_compute_threads",
                                            "num_datamovement_threads",
                                            "dram_grid",
                                            "dram_bank_to_logical_worker_noc0",
                                            "dram_bank_to_logical_worker_noc1",
                                            "harvesting",
                                            "constants"}));
  ChipDesc chip;
  ALCOVE_ASSIGN_OR_RETURN(std::string archName, cursor.field("arch").asString());
  std::optional<Arch> arch = parseArch(archName);
  if (!arch)
    return cursor.field("arch").error(
        fmt::format("unknown architecture '{}' (wormhole_b0, blackhole, quasar)", archName));
  chip.arch = *arch;
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> grid, readTuple(cursor.field("grid"), 2, 1, maxGridSide));
  chip.gridRows = grid[0], chip.gridCols = grid[1];
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> offset,
                          readTuple(cursor.field("coord_translation_offset"), 2, 0, maxOffset));
  chip.coordTranslationOffset = makeCore(offset);
  for (const ChipField &field : memoryFields) {
    ALCOVE_ASSIGN_OR_RETURN(chip.*field.member, cursor.field(field.jsonName).asInt(field.low, field.high));
  }
  ALCOVE_RETURN_IF_ERROR(readTypesAndTiles(cursor, chip));
  for (const ChipField &field : threadFields) {
    ALCOVE_ASSIGN_OR_RETURN(chip.*field.member, cursor.field(field.jsonName).asInt(field.low, field.high));
  }
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> dram, readTuple(cursor.field("dram_grid"), 2, 1, maxGridSide));
  chip.dramGridRows = dram[0], chip.dramGridCols = dram[1];
  ALCOVE_RETURN_IF_ERROR(readTuples(cursor.field("dram_bank_to_logical_worker_noc0"), 2, maxGridSide, 4096,
                                    chip.dramBankToLogicalWorkerNoc0, makeCore));
  ALCOVE_RETURN_IF_ERROR(readTuples(cursor.field("dram_bank_to_logical_worker_noc1"), 2, maxGridSide, 4096,
                                    chip.dramBankToLogicalWorkerNoc1, makeCore));
  JsonCursor harvesting = cursor.optionalField("harvesting");
  if (harvesting.present()) {
    ALCOVE_ASSIGN_OR_RETURN(chip.harvesting, readHarvesting(harvesting));
  }
  JsonCursor constants = cursor.optionalField("constants");
  if (const ChipConstants *known = findConstants(chip.arch))
    chip.constants = *known;
  else
    ALCOVE_RETURN_IF_ERROR(requireAllConstants(cursor.field("constants")));
  if (constants.present())
    ALCOVE_RETURN_IF_ERROR(readConstantOverrides(constants, chip.constants));
  return chip;
}

static Result<SystemDesc> readSystem(JsonCursor root) {
  ALCOVE_RETURN_IF_ERROR(root.onlyFields(
      {"name", "description", "cpus", "chips", "chip_indices", "chip_capabilities", "chip_coords", "chip_channels"}));
  SystemDesc system;
  ALCOVE_ASSIGN_OR_RETURN(system.name, root.field("name").asString());
  ALCOVE_ASSIGN_OR_RETURN(system.description, root.field("description").asString());
  ALCOVE_ASSIGN_OR_RETURN(size_t numCpus, root.field("cpus").arraySize());
  if (numCpus > 64)
    return root.field("cpus").error(fmt::format("{} elements, at most 64 are read", numCpus));
  for (size_t i = 0; i < numCpus; ++i) {
    JsonCursor cpu = root.field("cpus").element(i);
    ALCOVE_RETURN_IF_ERROR(cpu.onlyFields({"role", "target_triple"}));
    ALCOVE_ASSIGN_OR_RETURN(std::string role, cpu.field("role").asString());
    if (role != "host" && role != "device")
      return cpu.field("role").error(fmt::format("unknown role '{}' (host, device)", role));
    ALCOVE_ASSIGN_OR_RETURN(std::string triple, cpu.field("target_triple").asString());
    system.cpus.push_back({role, triple});
  }
  JsonCursor chips = root.field("chips");
  ALCOVE_ASSIGN_OR_RETURN(size_t numKinds, chips.arraySize());
  if (numKinds > static_cast<size_t>(maxChipKinds))
    return chips.error(fmt::format("{} kinds of chip, at most {} are read", numKinds, maxChipKinds));
  for (size_t i = 0; i < numKinds; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(ChipDesc chip, readChip(chips.element(i)));
    system.chips.push_back(std::move(chip));
  }
  ALCOVE_ASSIGN_OR_RETURN(system.chipIndices, root.field("chip_indices").asIntArray(0, maxChipKinds));
  ALCOVE_ASSIGN_OR_RETURN(system.chipCapabilities, root.field("chip_capabilities").asIntArray(0, INT32_MAX));
  ALCOVE_RETURN_IF_ERROR(readTuples(root.field("chip_coords"), 4, maxOffset, maxChips, system.chipCoords,
                                    [](const std::vector<int64_t> &n) { return ChipCoord{n[0], n[1], n[2], n[3]}; }));
  ALCOVE_RETURN_IF_ERROR(
      readTuples(root.field("chip_channels"), 6, maxOffset, maxChannels, system.chipChannels,
                 [](const std::vector<int64_t> &n) { return ChipChannel{n[0], {n[1], n[2]}, n[3], {n[4], n[5]}}; }));
  ALCOVE_RETURN_IF_ERROR(verify(system));
  return system;
}

Result<SystemDesc> parseSystemDesc(std::string_view json) {
  JsonDocument document;
  ALCOVE_RETURN_IF_ERROR(document.parse(json));
  return readSystem(document.root());
}

Result<SystemDesc> readSystemDesc(const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path, size_t(16) << 20));
  Result<SystemDesc> system = parseSystemDesc(text);
  if (!system.ok())
    return Error{fmt::format("{}: {}", path, system.error().message)};
  return system;
}

static void writeCores(JsonWriter &json, const char *name, const std::vector<CoreCoord> &cores) {
  json.key(name);
  json.beginArray();
  for (const CoreCoord &core : cores)
    json.intArray({core.y, core.x});
  json.endArray();
}

static void writeChip(JsonWriter &json, const ChipDesc &chip) {
  json.beginObject();
  json.field("arch", toString(chip.arch));
  auto pair = [&](const char *name, int64_t first, int64_t second) {
    json.key(name);
    json.intArray({first, second});
  };
  pair("grid", chip.gridRows, chip.gridCols);
  pair("coord_translation_offset", chip.coordTranslationOffset.y, chip.coordTranslationOffset.x);
  for (const ChipField &field : memoryFields)
    json.field(field.jsonName, chip.*field.member);
  json.key("supported_data_types");
  json.beginArray();
  for (DataType type : chip.supportedDataTypes)
    json.value(toString(type));
  json.endArray();
  json.key("supported_tile_sizes");
  json.beginArray();
  for (const TileShape &tile : chip.supportedTileSizes)
    json.intArray({tile.height, tile.width});
  json.endArray();
  for (const ChipField &field : threadFields)
    json.field(field.jsonName, chip.*field.member);
  pair("dram_grid", chip.dramGridRows, chip.dramGridCols);
  writeCores(json, "dram_bank_to_logical_worker_noc0", chip.dramBankToLogicalWorkerNoc0);
  writeCores(json, "dram_bank_to_logical_worker_noc1", chip.dramBankToLogicalWorkerNoc1);
  if (const Harvesting &die = chip.harvesting; die.known()) {
    json.key("harvesting");
    json.beginObject();
    pair("tensix_grid", die.tensixRows, die.tensixCols);
    pair("harvested", die.harvestedRows, die.harvestedCols);
    pair("dispatch", die.dispatchRows, die.dispatchCols);
    json.endObject();
  }
  if (const ChipConstants *known = findConstants(chip.arch); !known || *known != chip.constants) {
    json.key("constants");
    writeConstantOverrides(json, chip.constants, known ? *known : ChipConstants());
  }
  json.endObject();
}

std::string writeSystemDesc(const SystemDesc &system) {
  JsonWriter json;
  json.beginObject();
  json.field("name", system.name);
  json.field("description", system.description);
  json.key("cpus");
  json.beginArray();
  for (const CpuDesc &cpu : system.cpus) {
    json.beginObject();
    json.field("role", cpu.role);
    json.field("target_triple", cpu.targetTriple);
    json.endObject();
  }
  json.endArray();
  json.key("chips");
  json.beginArray();
  for (const ChipDesc &chip : system.chips)
    writeChip(json, chip);
  json.endArray();
  json.key("chip_indices");
  json.intArray(system.chipIndices);
  json.key("chip_capabilities");
  json.intArray(system.chipCapabilities);
  json.key("chip_coords");
  json.beginArray();
  for (const ChipCoord &coord : system.chipCoords)
    json.intArray({coord.rack, coord.shelf, coord.y, coord.x});
  json.endArray();
  json.key("chip_channels");
  json.beginArray();
  for (const ChipChannel &link : system.chipChannels)
    json.intArray({link.chip0, link.ethernetCore0.y, link.ethernetCore0.x, link.chip1, link.ethernetCore1.y,
                   link.ethernetCore1.x});
  json.endArray();
  json.endObject();
  return json.str();
}

} // namespace alcove::device
