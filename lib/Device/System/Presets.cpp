//===- Presets.cpp - Devices and constants that are compiled in ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ConstantsJson.h"
#include "EmbeddedDevices.h"

#include "alcove/Device/SystemDesc.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace alcove::device {

// The embedded texts are ours and a test reads each of them; should one be broken all the same, its preset is absent
// and the reason is on standard error.
static void reportBroken(std::string_view name, const Error &error) {
  fmt::print(stderr, "alcove: preset '{}' is broken: {}\n", name, error.message);
}

static const std::map<Arch, SourcedConstants> &allConstants() {
  static const std::map<Arch, SourcedConstants> constants = [] {
    std::map<Arch, SourcedConstants> read;
    for (const EmbeddedFile &file : embeddedConstants()) {
      JsonDocument document;
      if (Status status = document.parse(file.text); !status.ok()) {
        reportBroken(file.name, status.error());
        continue;
      }
      Result<SourcedConstants> one = readConstants(document.root());
      std::optional<Arch> arch = parseArch(file.name);
      if (!one.ok() || !arch)
        reportBroken(file.name, one.ok() ? Error{"not the name of an architecture"} : one.error());
      else
        read.emplace(*arch, std::move(one).value());
    }
    return read;
  }();
  return constants;
}

const ChipConstants *findConstants(Arch arch) {
  auto it = allConstants().find(arch);
  return it == allConstants().end() ? nullptr : &it->second.constants;
}

std::string constantSource(Arch arch, std::string_view member) {
  auto it = allConstants().find(arch);
  if (it == allConstants().end())
    return {};
  auto source = it->second.sources.find(member);
  return source == it->second.sources.end() ? std::string() : source->second;
}

static const std::map<std::string, SystemDesc, std::less<>> &allPresets() {
  static const std::map<std::string, SystemDesc, std::less<>> presets = [] {
    std::map<std::string, SystemDesc, std::less<>> read;
    for (const EmbeddedFile &file : embeddedDevices()) {
      Result<SystemDesc> system = parseSystemDesc(file.text);
      if (!system.ok())
        reportBroken(file.name, system.error());
      else if (system->name != file.name)
        reportBroken(file.name, Error{fmt::format("its file says it is '{}'", system->name)});
      else
        read.emplace(file.name, std::move(system).value());
    }
    return read;
  }();
  return presets;
}

std::vector<std::string> presetNames() {
  std::vector<std::string> names;
  for (const auto &[name, system] : allPresets())
    names.push_back(name);
  return names;
}

const SystemDesc *findPreset(std::string_view name) {
  auto it = allPresets().find(name);
  if (it != allPresets().end())
    return &it->second;
  // The name of the card alone: n150 is wormhole-n150, as long as no other architecture has one of the name.
  std::string card = fmt::format("-{}", name);
  const SystemDesc *only = nullptr;
  for (const auto &[full, system] : allPresets())
    if (full.ends_with(card)) {
      if (only || name.empty())
        return nullptr;
      only = &system;
    }
  return only;
}

Result<SystemDesc> loadSystemDesc(const std::string &presetOrPath) {
  if (const SystemDesc *preset = findPreset(presetOrPath))
    return *preset;
  std::error_code ignored;
  if (presetOrPath != "-" && !std::filesystem::exists(presetOrPath, ignored))
    return Error{
        fmt::format("'{}' is neither a device preset ({}) nor a file", presetOrPath, fmt::join(presetNames(), ", "))};
  return readSystemDesc(presetOrPath);
}

} // namespace alcove::device
