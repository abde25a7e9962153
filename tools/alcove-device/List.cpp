//===- List.cpp - alcove-device list -------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::device;

void device_tool::addListCommand(CLI::App &app, int &exitCode) {
  CLI::App *list = app.add_subcommand("list", "Presets: chips, workers, memories");
  list->callback([&exitCode] {
    std::string text = fmt::format("{:<26}{:>6}  {:<12}{:>8}{:>20}{:>10}{:>12}\n", "preset", "chips", "arch", "workers",
                                   "usable L1 (B/core)", "DRAM", "DRAM (GB/s)");
    for (const std::string &name : presetNames()) {
      const SystemDesc &system = *findPreset(name);
      const ChipDesc &chip = system.chip(0);
      text += fmt::format("{:<26}{:>6}  {:<12}{:>8}{:>20}{:>10}{:>12}\n", name, system.numChips(), toString(chip.arch),
                          fmt::format("{}x{}", chip.gridRows, chip.gridCols), chip.usableL1Bytes(),
                          fmt::format("{} ch", chip.numDramChannels), chip.constants.dramAchievableGbps);
    }
    exitCode = emit("", text);
  });
}
