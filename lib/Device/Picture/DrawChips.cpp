//===- DrawChips.cpp - What every core of a device holds -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/Picture.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::device {

namespace {

class Artist {
public:
  Artist(const DeviceDesc &device, const SystemDesc &system, const TensorPlacement *placement)
      : device(device), system(system), placement(placement) {}

  Result<std::vector<PictureChip>> run() {
    ALCOVE_RETURN_IF_ERROR(layOutChips());
    ALCOVE_RETURN_IF_ERROR(
        forEachPosition(device.workerGrid.shape, [&](const std::vector<int64_t> &at) { return drawPosition(at); }));
    if (placement)
      ALCOVE_RETURN_IF_ERROR(drawPlacement());
    return std::move(chips);
  }

private:
  Status layOutChips() {
    int64_t total = 0;
    for (int64_t id : device.chipIds)
      total += system.chip(id).numWorkers();
    if (total > maxPictureCells)
      return Error{fmt::format("{} cores, at most {} are drawn", total, maxPictureCells)};
    for (size_t i = 0; i < device.chipIds.size(); ++i) {
      int64_t id = device.chipIds[i];
      const ChipDesc &chip = system.chip(id);
      const ChipCoord &coord = system.chipCoords[id];
      PictureChip picture;
      picture.title = fmt::format("chip {} (id {}, {}x{}x{}x{}), {} x {} workers", i, id, coord.rack, coord.shelf,
                                  coord.y, coord.x, chip.gridRows, chip.gridCols);
      picture.rows = chip.gridRows, picture.cols = chip.gridCols;
      picture.cells.resize(chip.numWorkers(), {false, -1, "-", "outside the device"});
      chips.push_back(std::move(picture));
    }
    return Status();
  }

  Status drawPosition(const std::vector<int64_t> &position) {
    ALCOVE_ASSIGN_OR_RETURN(PhysicalCore core, coreAt(device.workerGrid, position));
    for (int64_t i = isSpmd(device) ? 0 : core.chip, e = isSpmd(device) ? std::ssize(chips) : core.chip + 1; i < e;
         ++i) {
      PictureCell *cell = cellAt({i, core.y, core.x});
      if (!cell)
        return Error{"the device does not verify"};
      cell->inDevice = true;
      cell->label = placement ? "." : fmt::format("{}", fmt::join(position, ","));
      cell->tooltip = fmt::format("position ({})", fmt::join(position, ", "));
    }
    return Status();
  }

  PictureCell *cellAt(const PhysicalCore &core) {
    if (core.chip < 0 || core.chip >= std::ssize(chips))
      return nullptr;
    PictureChip &chip = chips[core.chip];
    bool inside = core.y >= 0 && core.x >= 0 && core.y < chip.rows && core.x < chip.cols;
    return inside ? &chip.cells[core.y * chip.cols + core.x] : nullptr;
  }

  // In DRAM the "core" is a channel; channels are drawn when first needed.
  PictureCell *placedCell(const PhysicalCore &core, bool dram) {
    if (!dram)
      return cellAt(core);
    if (core.chip < 0 || core.chip >= std::ssize(chips) || core.x < 0 || core.x >= maxGridSide * maxGridSide)
      return nullptr;
    std::vector<PictureCell> &channels = chips[core.chip].channels;
    while (std::ssize(channels) <= core.x)
      channels.push_back({true, -1, ".", fmt::format("DRAM channel {}", channels.size())});
    return &channels[core.x];
  }

  Status drawPlacement() {
    // Slices of an SPMD device lie on different chips; others are told apart by number.
    bool nameSlices = placement->slices.size() > 1 && !isSpmd(device);
    auto prefix = [&](int64_t slice) { return nameSlices ? fmt::format("{}:", slice) : std::string(); };
    int64_t perSlice = placement->gridRows * placement->gridCols;
    for (const ShardPlacement &shard : placement->shards) {
      PictureCell *cell = placedCell(shard.core, dram());
      if (!cell)
        return Error{"the placement is of another device"};
      int64_t number = shard.shardRow * placement->gridCols + shard.shardCol;
      bool empty = shard.rowBegin == shard.rowEnd || shard.colBegin == shard.colEnd;
      cell->shard = shard.slice * perSlice + number;
      cell->label = prefix(shard.slice) + fmt::format(fmt::runtime(empty ? "({})" : "{}"), number);
      cell->tooltip =
          fmt::format("slice {}, shard ({}, {}): rows [{}, {}), columns [{}, {}), {} B", shard.slice, shard.shardRow,
                      shard.shardCol, shard.rowBegin, shard.rowEnd, shard.colBegin, shard.colEnd, shard.bytes);
    }
    for (const BankPlacement &bank : placement->banks) {
      PictureCell *cell = placedCell(bank.core, dram());
      if (!cell)
        return Error{"the placement is of another device"};
      cell->shard = bank.numPages ? bank.slice : -1;
      cell->label = prefix(bank.slice) + fmt::format("{}p", bank.numPages);
      cell->tooltip = fmt::format("slice {}, bank {}: {} pages of {} B from page {}", bank.slice, bank.firstPage,
                                  bank.numPages, placement->pageBytes, bank.firstPage);
    }
    return Status();
  }

  bool dram() const { return placement->inDram; }

  const DeviceDesc &device;
  const SystemDesc &system;
  const TensorPlacement *placement;
  std::vector<PictureChip> chips;
};

} // namespace

Result<std::vector<PictureChip>> drawChips(const DeviceDesc &device, const SystemDesc &system,
                                           const TensorPlacement *placement) {
  return Artist(device, system, placement).run();
}

static std::string textRow(const std::vector<PictureCell> &cells, size_t begin, size_t end, size_t width) {
  std::string line;
  for (size_t i = begin; i < end; ++i)
    line += fmt::format("{:>{}}", cells[i].label, width);
  return line + "\n";
}

std::string textPicture(const std::vector<PictureChip> &chips) {
  size_t width = 4;
  for (const PictureChip &chip : chips)
    for (const auto *cells : {&chip.cells, &chip.channels})
      for (const PictureCell &cell : *cells)
        width = std::max(width, cell.label.size() + 2);
  std::string text;
  for (const PictureChip &chip : chips) {
    text += chip.title + "\n       ";
    for (int64_t x = 0; x < chip.cols; ++x)
      text += fmt::format("{:>{}}", fmt::format("x{}", x), width);
    text += "\n";
    for (int64_t y = 0; y < chip.rows; ++y)
      text +=
          fmt::format("{:>6} ", fmt::format("y{}", y)) + textRow(chip.cells, y * chip.cols, (y + 1) * chip.cols, width);
    if (!chip.channels.empty())
      text += "  DRAM " + textRow(chip.channels, 0, chip.channels.size(), width);
  }
  return text;
}

} // namespace alcove::device
