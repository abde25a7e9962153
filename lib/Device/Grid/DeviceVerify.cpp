//===- DeviceVerify.cpp - Rules DEV-G1 to DEV-G3 and DEV-D1 to DEV-D14 ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DeviceDesc.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <unordered_map>

namespace alcove::device {

template <typename... Args>
static Error broken(const char *rule, fmt::format_string<Args...> format, Args &&...args) {
  return Error{fmt::format("{}: {}", rule, fmt::format(format, std::forward<Args>(args)...))};
}

static std::string tuple(const std::vector<int64_t> &values) { return fmt::format("({})", fmt::join(values, ", ")); }
static std::string coreName(const PhysicalCore &core) {
  return fmt::format("(chip {}, y {}, x {})", core.chip, core.y, core.x);
}

static constexpr int64_t maxRank = 8;

Status verify(const WorkerGrid &grid) {
  // DEV-G1: a grid has 1 to 8 sides of at least one core, and at most maxGridVolume positions.
  if (grid.rank() < 1 || grid.rank() > maxRank)
    return broken("DEV-G1", "a grid has 1 to {} dimensions, not {}", maxRank, grid.rank());
  int64_t volume = 1;
  for (int64_t side : grid.shape) {
    if (side < 1)
      return broken("DEV-G1", "grid {}: side {} is below 1", fmt::join(grid.shape, "x"), side);
    if (mulOverflow(volume, side, volume) || volume > maxGridVolume)
      return broken("DEV-G1", "grid {} has more than {} positions", fmt::join(grid.shape, "x"), maxGridVolume);
  }
  const AffineMap &forward = grid.virtualToPhysical, &inverse = grid.physicalToVirtual;
  if (forward.empty() && inverse.empty())
    return Status();
  // DEV-G2: virtual -> physical takes a position to (chip, y, x).
  if (forward.numDims() != grid.rank() || forward.numSymbols() != 0 || forward.numResults() != 3)
    return broken("DEV-G2",
                  "virtual-to-physical map {} has {} dims, {} symbols and {} results; a grid of rank {} needs "
                  "{}, 0 and 3 (chip, y, x)",
                  forward.str(), forward.numDims(), forward.numSymbols(), forward.numResults(), grid.rank(),
                  grid.rank());
  // DEV-G3: physical -> virtual takes (chip, y, x) to a position; dumps before May 2026 leave it out.
  if (inverse.empty())
    return Status();
  if (inverse.numDims() != 3 || inverse.numSymbols() != 0 || inverse.numResults() != grid.rank())
    return broken("DEV-G3",
                  "physical-to-virtual map {} has {} dims, {} symbols and {} results; a grid of rank {} needs 3 "
                  "(chip, y, x), 0 and {}",
                  inverse.str(), inverse.numDims(), inverse.numSymbols(), inverse.numResults(), grid.rank(),
                  grid.rank());
  return Status();
}

namespace {

class DeviceVerifier {
public:
  explicit DeviceVerifier(const DeviceDesc &device) : device(device), grid(device.workerGrid) {}

  Status runWithoutSystem() {
    ALCOVE_RETURN_IF_ERROR(verify(grid));
    ALCOVE_RETURN_IF_ERROR(verifyChipList());
    ALCOVE_RETURN_IF_ERROR(verifyMesh());
    ALCOVE_RETURN_IF_ERROR(verifySignatures());
    return verifyWork();
  }

  Status run(const SystemDesc &system) {
    this->system = &system;
    ALCOVE_RETURN_IF_ERROR(verifyChipsExist());
    ALCOVE_RETURN_IF_ERROR(runWithoutSystem());
    ALCOVE_RETURN_IF_ERROR(verifyCounts());
    spmd = isSpmd(device);
    chipUsed.assign(device.chipIds.size(), false);
    // Cores first, then what must agree with them: a map that misses a core usually breaks its inverse, too.
    ALCOVE_RETURN_IF_ERROR(forEachPosition(grid.shape, [&](const Position &at) { return verifyCoreAt(at); }));
    ALCOVE_RETURN_IF_ERROR(verifyChipsUsed());
    ALCOVE_RETURN_IF_ERROR(forEachPosition(grid.shape, [&](const Position &at) { return verifyMapsAt(at); }));
    return verifyDramMap();
  }

private:
  using Position = std::vector<int64_t>;

  Status verifyChipsExist() {
    // DEV-D1: the device lists chips that the system has.
    for (int64_t id : device.chipIds)
      if (id < 0 || id >= system->numChips())
        return broken("DEV-D1", "chip {} does not exist: the system has {} chip{}", id, system->numChips(),
                      system->numChips() == 1 ? "" : "s");
    return Status();
  }

  Status verifyChipList() {
    if (device.chipIds.empty())
      return broken("DEV-D1", "a device needs a chip, chipIds is empty");
    // DEV-D2: each once.
    std::set<int64_t> seen;
    for (int64_t id : device.chipIds)
      if (!seen.insert(id).second)
        return broken("DEV-D2", "chip {} is listed twice", id);
    return Status();
  }

  Status verifyMesh() {
    // DEV-D3: the mesh holds exactly the listed chips.
    int64_t volume = 1;
    for (int64_t side : device.meshShape) {
      if (side < 1)
        return broken("DEV-D3", "mesh {}: side {} is below 1", fmt::join(device.meshShape, "x"), side);
      if (mulOverflow(volume, side, volume))
        return broken("DEV-D3", "mesh {} has more chips than 64 bits count", fmt::join(device.meshShape, "x"));
    }
    if (volume != static_cast<int64_t>(device.chipIds.size()))
      return broken("DEV-D3", "mesh {} has {} chips, but {} are listed", fmt::join(device.meshShape, "x"), volume,
                    device.chipIds.size());
    if (!device.meshTopology.empty() && device.meshTopology.size() != device.meshShape.size())
      return broken("DEV-D3", "mesh {} of rank {} has {} topologies", fmt::join(device.meshShape, "x"),
                    device.meshShape.size(), device.meshTopology.size());
    return Status();
  }

  Status verifySignatures() {
    if (grid.virtualToPhysical.empty())
      return broken("DEV-G2", "the worker grid of a device needs its virtual-to-physical map");
    // DEV-D10: the L1 map takes (position, byte)[base] to (chip, y, x, address).
    const AffineMap &l1 = device.l1Map;
    if (l1.numDims() != grid.rank() + 1 || l1.numSymbols() != 1 || l1.numResults() != 4)
      return broken("DEV-D10",
                    "L1 map {} has {} dims, {} symbols and {} results; a grid of rank {} needs {} (position and "
                    "byte), 1 (base) and 4 (chip, y, x, address)",
                    l1.str(), l1.numDims(), l1.numSymbols(), l1.numResults(), grid.rank(), grid.rank() + 1);
    // DEV-D13: the DRAM map takes (position, byte)[grid shape, shard shape, page, base, element] to (chip, 0, channel,
    // address); dumps of 2025 have no element size.
    const AffineMap &dram = device.dramMap;
    if (dram.numDims() != grid.rank() + 1 ||
        (dram.numSymbols() != 2 * grid.rank() + 3 && dram.numSymbols() != 2 * grid.rank() + 2) ||
        dram.numResults() != 4)
      return broken("DEV-D13",
                    "DRAM map {} has {} dims, {} symbols and {} results; a grid of rank {} needs {} (position "
                    "and byte), {} (grid shape, shard shape, page, base, element) and 4 (chip, 0, channel, address)",
                    dram.str(), dram.numDims(), dram.numSymbols(), dram.numResults(), grid.rank(), grid.rank() + 1,
                    2 * grid.rank() + 3);
    return Status();
  }

  Status verifyWork() {
    // DEV-D9: what is to be checked is bounded.
    int64_t nodes = 0;
    for (auto [name, map] : {std::pair("virtual-to-physical", &grid.virtualToPhysical),
                             std::pair("physical-to-virtual", &grid.physicalToVirtual), std::pair("L1", &device.l1Map),
                             std::pair("DRAM", &device.dramMap)}) {
      int64_t depth = 0;
      for (const AffineExpr &expr : map->results())
        depth = std::max(depth, expr.depth());
      if (map->size() > maxAffineNodes || depth > maxAffineDepth)
        return broken("DEV-D9", "the {} map has {} nodes of depth {}, at most {} of depth {} are checked", name,
                      map->size(), depth, maxAffineNodes, maxAffineDepth);
      nodes += 2 * map->size();
    }
    if (nodes > maxVerifyWork / grid.volume())
      return broken("DEV-D9", "{} positions with maps of {} nodes need more than the {} steps that are checked",
                    grid.volume(), nodes / 2, maxVerifyWork);
    return Status();
  }

  Status verifyCounts() {
    // DEV-D14: the DRAM grid is that of each chip.
    for (int64_t id : device.chipIds)
      if (const ChipDesc &chip = system->chip(id);
          device.dramGrid != std::vector<int64_t>{chip.dramGridRows, chip.dramGridCols})
        return broken("DEV-D14", "DRAM grid {} is not the {}x{} of chip {}", fmt::join(device.dramGrid, "x"),
                      chip.dramGridRows, chip.dramGridCols, id);
    int64_t cores = 0;
    for (int64_t id : device.chipIds)
      cores += system->chip(id).numWorkers();
    // DEV-D4, before any position is looked at: distinct cores cannot be fewer than positions.
    if (grid.volume() > cores)
      return broken("DEV-D4", "grid {} has {} positions, the listed chips only {} cores", fmt::join(grid.shape, "x"),
                    grid.volume(), cores);
    return Status();
  }

  Status verifyExists(const Position &position, const PhysicalCore &core) {
    // DEV-D4: every position lies on a core that exists.
    if (core.chip < 0 || core.chip >= static_cast<int64_t>(device.chipIds.size()))
      return broken("DEV-D4", "position {} lies on core {}, which does not exist: the device lists {} chip{}",
                    tuple(position), coreName(core), device.chipIds.size(), device.chipIds.size() == 1 ? "" : "s");
    // The one grid of an SPMD device lies on every chip.
    for (int64_t i = core.chip, e = spmd ? static_cast<int64_t>(device.chipIds.size()) : core.chip + 1; i < e; ++i) {
      const ChipDesc &chip = system->chip(device.chipIds[i]);
      if (core.y < 0 || core.x < 0 || core.y >= chip.gridRows || core.x >= chip.gridCols)
        return broken("DEV-D4", "position {} lies on core {}, which does not exist: chip {} (id {}) has {}x{} workers",
                      tuple(position), coreName(core), i, device.chipIds[i], chip.gridRows, chip.gridCols);
    }
    return Status();
  }

  Status verifyCoreAt(const Position &position) {
    // DEV-D8: the maps have a value at every position.
    Result<PhysicalCore> core = coreAt(grid, position);
    if (!core.ok())
      return broken("DEV-D8", "position {}: {}", tuple(position), core.error().message);
    ALCOVE_RETURN_IF_ERROR(verifyExists(position, *core));
    chipUsed[core->chip] = true;
    // DEV-D5: no two positions share a core. Coordinates are below maxGridSide since DEV-D4.
    int64_t key = (core->chip * maxGridSide + core->y) * maxGridSide + core->x;
    auto [first, fresh] = owner.try_emplace(key, numVisited);
    if (!fresh)
      return broken("DEV-D5", "positions {} and {} both lie on core {}", tuple(delinearize(first->second)),
                    tuple(position), coreName(*core));
    ++numVisited;
    return Status();
  }

  Status verifyMapsAt(const Position &position) {
    // DEV-D6: the inverse leads back.
    Result<PhysicalCore> core = coreAt(grid, position);
    if (!core.ok())
      return core.error();
    if (grid.physicalToVirtual.empty())
      return verifyL1At(position, *core);
    Result<Position> back = positionOf(grid, *core);
    if (!back.ok())
      return broken("DEV-D8", "core {}: {}", coreName(*core), back.error().message);
    if (*back != position)
      return broken("DEV-D6", "position {} lies on core {}, but the inverse map sends that core to {}", tuple(position),
                    coreName(*core), tuple(*back));
    return verifyL1At(position, *core);
  }

  Status verifyL1At(const Position &position, const PhysicalCore &core) {
    // DEV-D11 and DEV-D12: the L1 map names the same core, and byte b of a buffer at base s has address s + b.
    std::vector<int64_t> arguments = position;
    arguments.push_back(0);
    for (auto [byte, base] : {std::pair<int64_t, int64_t>(0, 0), std::pair<int64_t, int64_t>(4097, 65536)}) {
      arguments.back() = byte;
      Result<std::vector<int64_t>> place = device.l1Map.evaluate(arguments, std::array{base});
      if (!place.ok())
        return broken("DEV-D8", "position {}: L1 map: {}", tuple(position), place.error().message);
      if (PhysicalCore named{(*place)[0], (*place)[1], (*place)[2]}; named != core)
        return broken("DEV-D11", "position {} lies on core {}, but the L1 map names {}", tuple(position),
                      coreName(core), coreName(named));
      if ((*place)[3] != byte + base)
        return broken("DEV-D12", "position {}: the L1 map sends byte {} of base {} to address {}, not {}",
                      tuple(position), byte, base, (*place)[3], byte + base);
    }
    return Status();
  }

  std::vector<int64_t> delinearize(int64_t index) const {
    std::vector<int64_t> position(grid.shape.size());
    for (size_t i = position.size(); i-- > 0; index /= grid.shape[i])
      position[i] = index % grid.shape[i];
    return position;
  }

  Status verifyChipsUsed() {
    // DEV-D7: every listed chip holds a position, or one grid stands for all (SPMD).
    if (spmd)
      return Status();
    for (size_t i = 0; i < chipUsed.size(); ++i)
      if (!chipUsed[i])
        return broken("DEV-D7",
                      "no position lies on chip {} (id {}): its core (chip {}, y 0, x 0) is the first one missing", i,
                      device.chipIds[i], i);
    return Status();
  }

  Status verifyDramMap() {
    // DEV-D13: pages of a buffer go to existing channels and do not overlap: 4 pages per channel, one element of 4 B
    // per position, first and last byte of each page.
    constexpr int64_t page = 256, element = 4, base = 4096;
    int64_t rank = grid.rank(), channels = device.dramGrid[0] * device.dramGrid[1];
    if (channels > 4096)
      return broken("DEV-D13", "{} DRAM channels, at most 4096 are checked", channels);
    std::vector<int64_t> arguments(rank + 1, 0), symbols(grid.shape);
    symbols.insert(symbols.end(), rank, 1);
    symbols.insert(symbols.end(), {page, base, element});
    symbols.resize(device.dramMap.numSymbols());
    std::set<std::pair<int64_t, int64_t>> pages;
    for (int64_t i = 0; i < 4 * channels; ++i) {
      int64_t start = 0;
      for (int64_t byte : {i * page, i * page + page - 1}) {
        arguments.back() = byte;
        Result<std::vector<int64_t>> place = device.dramMap.evaluate(arguments, symbols);
        if (!place.ok())
          return broken("DEV-D13", "DRAM map: {}", place.error().message);
        int64_t channel = (*place)[2], address = (*place)[3];
        if ((*place)[1] != 0 || channel < 0 || channel >= channels)
          return broken("DEV-D13", "the DRAM map sends byte {} to channel ({}, {}) of {}", byte, (*place)[1], channel,
                        fmt::join(device.dramGrid, "x"));
        if (byte == i * page && (address < base || !pages.insert({channel, address}).second))
          return broken("DEV-D13", "the DRAM map sends page {} to channel {} address {}, {}", i, channel, address,
                        address < base ? "below the base" : "where another page lies");
        if (byte != i * page && address != start + page - 1)
          return broken("DEV-D13", "the DRAM map tears page {} of {} B apart: first byte at {}, last at {}", i, page,
                        start, address);
        start = address;
      }
    }
    return Status();
  }

  const DeviceDesc &device;
  const SystemDesc *system = nullptr;
  const WorkerGrid &grid;
  bool spmd = false;
  std::vector<bool> chipUsed;
  std::unordered_map<int64_t, int64_t> owner; ///< core -> row-major number of its position; looked up, never iterated
  int64_t numVisited = 0;
};

} // namespace

Status verify(const DeviceDesc &device, const SystemDesc &system) { return DeviceVerifier(device).run(system); }

Status verifyWithoutSystem(const DeviceDesc &device) { return DeviceVerifier(device).runWithoutSystem(); }

} // namespace alcove::device
