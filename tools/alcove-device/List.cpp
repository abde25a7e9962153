//===- List.cpp - alcove-device list -------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Json/Json.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::device;

static std::string listText() {
  std::string text = fmt::format("{:<26}{:>6}  {:<12}{:>8}{:>20}{:>10}{:>12}\n", "preset", "chips", "arch", "workers",
                                 "usable L1 (B/core)", "DRAM", "DRAM (GB/s)");
  for (const std::string &name : presetNames()) {
    const SystemDesc &system = *findPreset(name);
    const ChipDesc &chip = system.chip(0);
    text += fmt::format("{:<26}{:>6}  {:<12}{:>8}{:>20}{:>10}{:>12}\n", name, system.numChips(), toString(chip.arch),
                        fmt::format("{}x{}", chip.gridRows, chip.gridCols), chip.usableL1Bytes(),
                        fmt::format("{} ch", chip.numDramChannels), chip.constants.dramAchievableGbps);
  }
  return text;
}

static std::string listJson() {
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove-devices");
  json.field("version", int64_t{1});
  json.field("alcove", std::string(version()));
  json.key("devices");
  json.beginArray();
  for (const std::string &name : presetNames()) {
    json.beginObject();
    json.field("name", name);
    device_tool::writeDevice(json, *findPreset(name));
    json.endObject();
  }
  json.endArray();
  json.endObject();
  return json.str();
}

void device_tool::writeDevice(JsonWriter &json, const SystemDesc &system) {
  const ChipDesc &chip = system.chip(0);
  json.field("description", system.description);
  json.field("chips", system.numChips());
  json.field("arch", toString(chip.arch));
  json.field("grid_rows", chip.gridRows);
  json.field("grid_columns", chip.gridCols);
  json.field("l1_bytes_per_core", chip.usableL1Bytes());
  json.field("circular_buffers", chip.numCbs);
  json.field("dram_channels", chip.numDramChannels);
  json.field("dram_bytes", chip.usableDramBytes());
  json.field("dram_gb_per_s", chip.constants.dramAchievableGbps);
}

void device_tool::addListCommand(CLI::App &app, int &exitCode) {
  CLI::App *list = app.add_subcommand("list", "Presets: chips, workers, memories");
  auto json = std::make_shared<bool>(false);
  list->add_flag("--json", *json, "The same as JSON");
  list->callback([json, &exitCode] { exitCode = emit("", *json ? listJson() : listText()); });
}
