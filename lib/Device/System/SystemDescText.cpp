//===- SystemDescText.cpp - The descriptor as tt-mlir prints it ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/SystemDesc.h"

#include "Fields.h"

#include <fmt/format.h>
#include <functional>

namespace alcove::device {

// "a, b, c" of what `item` gives for each element.
template <typename T>
static std::string list(const std::vector<T> &items, const std::function<std::string(const T &)> &item) {
  std::string text;
  for (const T &element : items)
    text += (text.empty() ? "" : ", ") + item(element);
  return text;
}

static std::string coreText(const CoreCoord &core) { return fmt::format("({}, {})", core.y, core.x); }

static std::string chipText(const ChipDesc &chip) {
  std::string text =
      fmt::format("{{arch = <{}>, grid = {}x{}, coord_translation_offsets = {}x{}", toString(chip.arch), chip.gridRows,
                  chip.gridCols, chip.coordTranslationOffset.y, chip.coordTranslationOffset.x);
  for (const ChipField &field : memoryFields)
    text += fmt::format(", {} = {}", field.attributeName, chip.*field.member);
  text += fmt::format(", supported_data_types = [{}]",
                      list<DataType>(chip.supportedDataTypes,
                                     [](const DataType &type) { return fmt::format("<{}>", toString(type)); }));
  // The blank before each tile size is the vendor's.
  text +=
      fmt::format(", supported_tile_sizes = [{}]", list<TileShape>(chip.supportedTileSizes, [](const TileShape &tile) {
                    return fmt::format(" {}x{}", tile.height, tile.width);
                  }));
  for (const ChipField &field : threadFields)
    text += fmt::format(", {} = {}", field.attributeName, chip.*field.member);
  return text + fmt::format(", dram_grid = {}x{}, dram_bank_to_logical_worker_noc0 = [{}], "
                            "dram_bank_to_logical_worker_noc1 = [{}]}}",
                            chip.dramGridRows, chip.dramGridCols,
                            list<CoreCoord>(chip.dramBankToLogicalWorkerNoc0, coreText),
                            list<CoreCoord>(chip.dramBankToLogicalWorkerNoc1, coreText));
}

std::string systemDescAttributeText(const SystemDesc &system) {
  auto number = [](const int64_t &value) { return fmt::format("{}", value); };
  std::string text = fmt::format(
      "#ttcore.system_desc<[{}], [{}], [{}], [{}], [{}]",
      list<CpuDesc>(system.cpus,
                    [](const CpuDesc &cpu) {
                      return fmt::format("{{role = {}, target_triple = \"{}\"}}", cpu.role, cpu.targetTriple);
                    }),
      list<ChipDesc>(system.chips, chipText), list<int64_t>(system.chipIndices, number),
      list<int64_t>(system.chipCapabilities, [](const int64_t &bits) { return fmt::format("{} : i32", bits); }),
      list<ChipCoord>(system.chipCoords, [](const ChipCoord &coord) {
        return fmt::format(" {}x{}x{}x{}", coord.rack, coord.shelf, coord.y, coord.x);
      }));
  if (!system.chipChannels.empty())
    text += fmt::format(", [{}]", list<ChipChannel>(system.chipChannels, [](const ChipChannel &channel) {
                          return fmt::format("<[{}, {}, {}], [{}, {}, {}]>", channel.chip0, channel.ethernetCore0.y,
                                             channel.ethernetCore0.x, channel.chip1, channel.ethernetCore1.y,
                                             channel.ethernetCore1.x);
                        }));
  return text + ">";
}

} // namespace alcove::device
