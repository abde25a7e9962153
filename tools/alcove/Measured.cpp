//===- Measured.cpp - What a run measured, for the subcommands ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Measured.h"

#include "alcove/Device/SystemDesc.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::front;
using opmodel::ChipParameters;
using profiles::Profile;

/// The planner's words for the smallest cards.
static std::string presetNamed(const std::string &device) {
  return device == "wormhole" || device == "wormhole_b0" ? "wormhole-n150"
         : device == "blackhole"                         ? "blackhole-p150"
                                                         : device;
}

Result<ChipParameters> front::chipNamed(const std::string &device) { return ChipParameters::load(presetNamed(device)); }

Result<device::SystemDesc> front::systemNamed(const std::string &device) {
  return device::loadSystemDesc(presetNamed(device));
}

namespace {

/// Why a profile is not of this chip.
Status fits(const Profile &profile, const ChipParameters &chip, const std::string &device) {
  std::string arch = device::toString(chip.arch);
  if (!profile.arch.empty() && !profile.arch.starts_with(arch.substr(0, arch.find('_'))))
    return Error{fmt::format("{}: MT-6: measured on {}, {} is {}: name its device with --device", profile.name,
                             profile.arch, device, arch)};
  double clock = profile.clockMHz / 1000;
  if (clock > 0 && std::abs(clock - chip.clockGHz) > 0.01 * chip.clockGHz)
    return Error{
        fmt::format("{}: MT-6: the chip ran at {} GHz, {} is at {} GHz: measure at its clock, or write the clock "
                    "into a device file",
                    profile.name, clock, device, chip.clockGHz)};
  if (profile.kind == Profile::Kind::Sheet && profile.availableCores > 0 && profile.availableCores != chip.numCores())
    return Error{fmt::format("{}: MT-6: {} worker cores were available, {} has {}: name the device that was measured",
                             profile.name, profile.availableCores, device, chip.numCores())};
  for (const profiles::ProfileRow &row : profile.rows)
    if (profile.kind == Profile::Kind::Sheet && row.cores > chip.numCores())
      return Error{fmt::format("{}:{}: MT-6: {} ran on {} cores, {} has {}: name the device that was measured",
                               profile.name, row.line, row.opCode, row.cores, device, chip.numCores())};
  return {};
}

/// The clock of a run's log, of the device, or of the architecture, in MHz.
double clockOf(const Profile &sheet, const Measurements &all, const std::optional<ChipParameters> &chip) {
  for (const Profile &log : all.logs)
    if (sheet.arch.empty() || log.arch == sheet.arch)
      return log.clockMHz;
  if (chip)
    return chip->clockGHz * 1000;
  return sheet.arch.starts_with("blackhole") ? 1350 : 1000;
}

/// Questions of a sheet's rows, one by one: a row of an unknown type is left out and noted, the others stay.
void ask(const Profile &sheet, const std::optional<ChipParameters> &chip, Measurements &all) {
  opmodel::CsvTable table = profiles::questionTable(sheet, clockOf(sheet, all, chip), chip ? chip->numCores() : 64);
  std::map<std::string, int64_t> reasons;
  for (const opmodel::CsvTable::Row &row : table.rows) {
    Result<opmodel::TimeCases> cases = opmodel::readTimeCases({table.columns, {row}});
    if (!cases) {
      ++reasons[cases.error().message.substr(0, 160)];
      continue;
    }
    for (opmodel::TimeCase &each : cases->cases) {
      if (chip)
        each.chip = *chip;
      all.cases.push_back(std::move(each));
    }
  }
  for (const auto &[reason, count] : reasons)
    all.notes.push_back(fmt::format("{}: {} ({} rows)", sheet.name, reason, count));
}

void note(const Profile &profile, Measurements &all) {
  constexpr size_t most = 5;
  for (size_t i = 0; i < std::min(most, profile.lost.size()); ++i)
    all.notes.push_back(
        fmt::format("{}:{}: row left out: {}", profile.name, profile.lost[i].line, profile.lost[i].reason));
  if (profile.lost.size() > most)
    all.notes.push_back(fmt::format("{}: {} rows left out in all", profile.name, profile.lost.size()));
  if (profile.droppedCalls > 0)
    all.notes.push_back(
        fmt::format("{}: {} calls have no row: the profiler's buffer holds about 1000 programs; read it "
                    "out more often",
                    profile.name, profile.droppedCalls));
}

} // namespace

Result<Measurements> front::readMeasurements(const std::vector<std::string> &paths, const std::string &device) {
  Measurements all;
  std::optional<ChipParameters> chip;
  if (!device.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(chip, chipNamed(device));
  }
  for (const std::string &path : paths) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<Profile> files, profiles::readProfiles(path));
    for (Profile &profile : files) {
      if (chip) {
        ALCOVE_RETURN_IF_ERROR(fits(profile, *chip, device));
      } else if (profile.kind == Profile::Kind::Sheet && (profile.arch.empty() || profile.availableCores == 0)) {
        return Error{fmt::format("{}: a sheet of version {} does not say which chip it was measured on: name it with "
                                 "--device",
                                 profile.name, profile.version)};
      }
      note(profile, all);
      bool timed = profile.kind == Profile::Kind::Sheet || profile.kind == Profile::Kind::PerfReport;
      bool isLog = profile.kind == Profile::Kind::DeviceLog;
      (timed ? all.sheets : isLog ? all.logs : all.layouts).push_back(std::move(profile));
    }
  }
  if (all.sheets.empty())
    return Error{"none of the files holds times of ops: ops_perf_results*.csv, or the CSV of tt-perf-report"};
  for (Profile &sheet : all.sheets) {
    profiles::fillShards(sheet, all.layouts.empty() ? nullptr : &all.layouts[0]);
    all.rows += static_cast<int64_t>(sheet.rows.size());
    if (sheet.kind == Profile::Kind::Sheet)
      ask(sheet, chip, all);
    else
      all.notes.push_back(
          fmt::format("{}: an output of tt-perf-report says no layouts: its rows answer no question", sheet.name));
  }
  return all;
}
