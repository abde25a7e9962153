//===- SystemDesc.cpp - Rules of a system descriptor ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/SystemDesc.h"

#include "Fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <set>

namespace alcove::device {

static constexpr const char *archNames[] = {"wormhole_b0", "blackhole", "quasar"};

const char *toString(Arch arch) { return archNames[static_cast<int>(arch)]; }

std::optional<Arch> parseArch(std::string_view text) {
  for (size_t i = 0; i < std::size(archNames); ++i)
    if (text == archNames[i])
      return static_cast<Arch>(i);
  return std::nullopt;
}

template <typename... Args>
static Error brokenAt(const std::string &place, const char *rule, fmt::format_string<Args...> format, Args &&...args) {
  return Error{fmt::format("{}: {}: {}", place, rule, fmt::format(format, std::forward<Args>(args)...))};
}

// DEV-S4: within its bounds every size leaves room: reserved bytes lie below the end of their memory.
static Status verifyMemories(const ChipDesc &chip, const std::string &place) {
  if (chip.l1UnreservedBaseBytes >= chip.l1SizeBytes)
    return brokenAt(place, "DEV-S4", "l1_unreserved_base_bytes {} leaves nothing of l1_size_bytes {}",
                    chip.l1UnreservedBaseBytes, chip.l1SizeBytes);
  // DEV-S5
  if (chip.dramUnreservedBaseBytes >= chip.dramUnreservedEndBytes ||
      chip.dramUnreservedEndBytes > chip.dramChannelSizeBytes)
    return brokenAt(place, "DEV-S5",
                    "[dram_unreserved_base_bytes {}, dram_unreserved_end_bytes {}) is not a part of "
                    "dram_channel_size_bytes {}",
                    chip.dramUnreservedBaseBytes, chip.dramUnreservedEndBytes, chip.dramChannelSizeBytes);
  if (chip.dramGridRows < 1 || chip.dramGridCols < 1 || chip.dramGridRows > maxGridSide ||
      chip.dramGridCols > maxGridSide || chip.dramGridRows * chip.dramGridCols != chip.numDramChannels)
    return brokenAt(place, "DEV-S5", "dram_grid {}x{} does not hold the {} DRAM channels", chip.dramGridRows,
                    chip.dramGridCols, chip.numDramChannels);
  // DEV-S6
  for (const ChipField &field : memoryFields)
    if (std::string_view(field.jsonName).ends_with("_align_bytes"))
      if (int64_t align = chip.*field.member; (align & (align - 1)) != 0)
        return brokenAt(place, "DEV-S6", "{} {} is not a power of two", field.jsonName, align);
  return Status();
}

// DEV-S7: the worker nearest to a bank is a worker.
static Status verifyBankNeighbours(const ChipDesc &chip, const std::vector<CoreCoord> &cores, const char *name,
                                   const std::string &place) {
  if (cores.empty())
    return Status();
  if (static_cast<int64_t>(cores.size()) != chip.numDramChannels)
    return brokenAt(place, "DEV-S7", "{} names {} cores for {} DRAM channels", name, cores.size(),
                    chip.numDramChannels);
  for (const CoreCoord &core : cores)
    if (core.y < 0 || core.x < 0 || core.y >= chip.gridRows || core.x >= chip.gridCols)
      return brokenAt(place, "DEV-S7", "{} names core ({}, {}) outside the {}x{} worker grid", name, core.y, core.x,
                      chip.gridRows, chip.gridCols);
  return Status();
}

// DEV-S10: workers are what harvesting and dispatch leave of the die.
static Status verifyHarvesting(const ChipDesc &chip, const std::string &place) {
  const Harvesting &die = chip.harvesting;
  for (int64_t count :
       {die.tensixRows, die.tensixCols, die.harvestedRows, die.harvestedCols, die.dispatchRows, die.dispatchCols})
    if (count < 0 || count > maxGridSide)
      return brokenAt(place, "DEV-S10", "a count of rows or columns is {}, outside [0, {}]", count, maxGridSide);
  if (!die.known())
    return Status();
  int64_t rows = die.tensixRows - die.harvestedRows - die.dispatchRows;
  int64_t cols = die.tensixCols - die.harvestedCols - die.dispatchCols;
  if (chip.gridRows > rows || chip.gridCols > cols)
    return brokenAt(place, "DEV-S10",
                    "a {}x{} worker grid does not fit the {}x{} cores that harvesting and dispatch leave",
                    chip.gridRows, chip.gridCols, rows, cols);
  return Status();
}

// DEV-S14: constants are positive and finite; sizes in the transfer table rise. Of an architecture without known
// constants a descriptor from IR has none.
static Status verifyConstants(const ChipConstants &constants, const std::string &place) {
  for (const ConstantField &field : constantFields) {
    double value = field.real      ? constants.*field.real
                   : field.integer ? static_cast<double>(constants.*field.integer)
                                   : 1;
    if (!(value > 0 && value <= 1e15))
      return brokenAt(place, "DEV-S14", "constant {} is {}, not a positive number", field.jsonName, value);
  }
  const auto &table = constants.nocBytesPerCycleByTransfer;
  if (table.empty() || table.size() > 64)
    return brokenAt(place, "DEV-S14", "noc_bytes_per_cycle_by_transfer has {} rows, not 1 to 64", table.size());
  int64_t last = 0;
  for (const auto &[bytes, rate] : table) {
    if (bytes <= last || !(rate > 0 && rate <= 1e6))
      return brokenAt(place, "DEV-S14", "noc_bytes_per_cycle_by_transfer: row ({}, {}) after size {}", bytes, rate,
                      last);
    last = bytes;
  }
  return Status();
}

static Status verifyChip(const ChipDesc &chip, const std::string &place) {
  // DEV-S3: a chip has cores.
  if (chip.gridRows < 1 || chip.gridCols < 1 || chip.gridRows > maxGridSide || chip.gridCols > maxGridSide)
    return brokenAt(place, "DEV-S3", "worker grid {}x{}: both sides must lie in [1, {}]", chip.gridRows, chip.gridCols,
                    maxGridSide);
  // DEV-S9: counts and sizes lie within their bounds.
  for (const ChipField &field : memoryFields)
    if (int64_t value = chip.*field.member; value < field.low || value > field.high)
      return brokenAt(place, "DEV-S9", "{} is {}, outside [{}, {}]", field.jsonName, value, field.low, field.high);
  for (const ChipField &field : threadFields)
    if (int64_t value = chip.*field.member; value < field.low || value > field.high)
      return brokenAt(place, "DEV-S9", "{} is {}, outside [{}, {}]", field.jsonName, value, field.low, field.high);
  ALCOVE_RETURN_IF_ERROR(verifyMemories(chip, place));
  ALCOVE_RETURN_IF_ERROR(
      verifyBankNeighbours(chip, chip.dramBankToLogicalWorkerNoc0, "dram_bank_to_logical_worker_noc0", place));
  ALCOVE_RETURN_IF_ERROR(
      verifyBankNeighbours(chip, chip.dramBankToLogicalWorkerNoc1, "dram_bank_to_logical_worker_noc1", place));
  // DEV-S8: types and tiles are named, once each.
  if (chip.supportedDataTypes.empty() || chip.supportedTileSizes.empty())
    return brokenAt(place, "DEV-S8", "no supported {}", chip.supportedDataTypes.empty() ? "data type" : "tile size");
  std::set<DataType> types(chip.supportedDataTypes.begin(), chip.supportedDataTypes.end());
  if (types.size() != chip.supportedDataTypes.size())
    return brokenAt(place, "DEV-S8", "a data type is named twice");
  for (const TileShape &tile : chip.supportedTileSizes)
    if (tile.height < 1 || tile.width < 1 || tile.height > 1024 || tile.width > 1024)
      return brokenAt(place, "DEV-S8", "tile size {}x{}: both sides must lie in [1, 1024]", tile.height, tile.width);
  ALCOVE_RETURN_IF_ERROR(verifyHarvesting(chip, place));
  if (!findConstants(chip.arch) && chip.constants == ChipConstants())
    return Status();
  return verifyConstants(chip.constants, place);
}

// DEV-S11 and DEV-S13: chips lie in different places; what a chip can do is a set of bits. A chip without any is one that
// another host or an Ethernet link reaches: descriptors of a part of a system have only those.
static Status verifyChipPlaces(const SystemDesc &system) {
  std::set<ChipCoord> seen;
  for (int64_t i = 0; i < system.numChips(); ++i) {
    const ChipCoord &coord = system.chipCoords[i];
    if (std::min({coord.rack, coord.shelf, coord.y, coord.x}) < 0)
      return brokenAt(fmt::format("chip_coords[{}]", i), "DEV-S11", "coordinate below 0");
    if (!seen.insert(coord).second)
      return brokenAt(fmt::format("chip_coords[{}]", i), "DEV-S11", "{}x{}x{}x{} is the place of another chip, too",
                      coord.rack, coord.shelf, coord.y, coord.x);
  }
  for (int64_t i = 0; i < system.numChips(); ++i)
    if (system.chipCapabilities[i] < 0 || system.chipCapabilities[i] > INT32_MAX)
      return brokenAt(fmt::format("chip_capabilities[{}]", i), "DEV-S13", "{} is outside [0, {}]",
                      system.chipCapabilities[i], INT32_MAX);
  return Status();
}

// DEV-S12: a link joins two chips, and an Ethernet core is the end of one link.
static Status verifyChannels(const SystemDesc &system) {
  if (static_cast<int64_t>(system.chipChannels.size()) > maxChannels)
    return brokenAt("chip_channels", "DEV-S12", "{} links, at most {} are read", system.chipChannels.size(),
                    maxChannels);
  std::set<std::pair<int64_t, CoreCoord>> ends;
  for (size_t i = 0; i < system.chipChannels.size(); ++i) {
    const ChipChannel &channel = system.chipChannels[i];
    std::string place = fmt::format("chip_channels[{}]", i);
    for (auto [chip, core] :
         {std::pair(channel.chip0, channel.ethernetCore0), std::pair(channel.chip1, channel.ethernetCore1)}) {
      if (chip < 0 || chip >= system.numChips())
        return brokenAt(place, "DEV-S12", "chip {} does not exist (there are {})", chip, system.numChips());
      if (core.y < 0 || core.x < 0)
        return brokenAt(place, "DEV-S12", "Ethernet core ({}, {}) of chip {} is below 0", core.y, core.x, chip);
      if (!ends.insert({chip, core}).second)
        return brokenAt(place, "DEV-S12", "Ethernet core ({}, {}) of chip {} is the end of another link", core.y,
                        core.x, chip);
    }
    if (channel.chip0 == channel.chip1)
      return brokenAt(place, "DEV-S12", "joins chip {} to itself", channel.chip0);
  }
  return Status();
}

Status verify(const SystemDesc &system) {
  // DEV-S1: there are chips, and every list about chips has one entry per chip.
  if (system.chips.empty() || static_cast<int64_t>(system.chips.size()) > maxChipKinds)
    return brokenAt("chips", "DEV-S1", "{} kinds of chip, not 1 to {}", system.chips.size(), maxChipKinds);
  if (system.numChips() < 1 || system.numChips() > maxChips)
    return brokenAt("chip_indices", "DEV-S1", "{} chips, not 1 to {}", system.numChips(), maxChips);
  if (static_cast<int64_t>(system.chipCapabilities.size()) != system.numChips())
    return brokenAt("chip_capabilities", "DEV-S1", "{} entries for {} chips", system.chipCapabilities.size(),
                    system.numChips());
  if (static_cast<int64_t>(system.chipCoords.size()) != system.numChips())
    return brokenAt("chip_coords", "DEV-S1", "{} entries for {} chips", system.chipCoords.size(), system.numChips());
  // DEV-S2: a chip is of a kind that is described.
  for (int64_t i = 0; i < system.numChips(); ++i)
    if (int64_t kind = system.chipIndices[i]; kind < 0 || kind >= static_cast<int64_t>(system.chips.size()))
      return brokenAt(fmt::format("chip_indices[{}]", i), "DEV-S2", "kind {} does not exist (there are {})", kind,
                      system.chips.size());
  for (size_t i = 0; i < system.chips.size(); ++i)
    ALCOVE_RETURN_IF_ERROR(verifyChip(system.chips[i], fmt::format("chips[{}]", i)));
  ALCOVE_RETURN_IF_ERROR(verifyChipPlaces(system));
  return verifyChannels(system);
}

Result<SystemDesc> replicateChip(const SystemDesc &system, int64_t rows, int64_t cols) {
  if (system.numChips() != 1 || rows < 1 || cols < 1 || rows > maxChips / cols)
    return Error{
        fmt::format("cannot make a mesh of {}x{} chips of system '{}' with {} chips: it must have one, and the "
                    "mesh at most {}",
                    rows, cols, system.name, system.numChips(), maxChips)};
  SystemDesc mesh = system;
  mesh.name = fmt::format("{} {}x{}", system.name, rows, cols);
  mesh.chipIndices.assign(rows * cols, 0);
  mesh.chipCapabilities.assign(rows * cols, system.chipCapabilities[0] | chipCapabilityHostMmio);
  mesh.chipCoords.clear();
  mesh.chipChannels.clear();
  // Ethernet cores by direction: east 0, west 1, south 2, north 3.
  for (int64_t i = 0; i < rows * cols; ++i) {
    mesh.chipCoords.push_back({0, 0, i / cols, i % cols});
    if (i % cols + 1 < cols)
      mesh.chipChannels.push_back({i, {0, 0}, i + 1, {1, 0}});
    if (i / cols + 1 < rows)
      mesh.chipChannels.push_back({i, {2, 0}, i + cols, {3, 0}});
  }
  return mesh;
}

std::optional<std::pair<int64_t, int64_t>> meshOfChipCoords(const SystemDesc &system) {
  if (system.chipCoords.empty())
    return std::nullopt;
  const ChipCoord &first = system.chipCoords.front();
  int64_t rows = 0, cols = 0;
  std::set<ChipCoord> places(system.chipCoords.begin(), system.chipCoords.end());
  for (const ChipCoord &coord : places) {
    if (coord.rack != first.rack || coord.shelf != first.shelf || coord.y >= maxChips || coord.x >= maxChips)
      return std::nullopt;
    rows = std::max(rows, coord.y + 1);
    cols = std::max(cols, coord.x + 1);
  }
  if (rows * cols != static_cast<int64_t>(places.size()) || places.size() != system.chipCoords.size())
    return std::nullopt;
  return std::pair(rows, cols);
}

} // namespace alcove::device
