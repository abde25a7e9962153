//===- MachinePreset.cpp - Machines by name -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Describe/MachinePreset.h"

#include "alcove/Device/SystemDesc.h"
#include "alcove/Plan/Tiling/Format/MachineFile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <filesystem>

namespace alcove::supertiling {

namespace {

/// 32 x 32 x 32 multiplications in `cycles`.
plan::ComputeRate tensixRate(double cycles, double vectorOpsPerCycle, double clockGhz) {
  return {cycles > 0 ? 32.0 * 32 * 32 / cycles * clockGhz : 0, vectorOpsPerCycle * clockGhz};
}

/// All workers of the chip with the smallest local memory; the network on chip multicasts.
plan::Machine machineOf(const device::SystemDesc &system) {
  const device::ChipDesc &chip = *std::min_element(
      system.chips.begin(), system.chips.end(),
      [](const device::ChipDesc &a, const device::ChipDesc &b) { return a.usableL1Bytes() < b.usableL1Bytes(); });
  const device::ChipConstants &constants = chip.constants;
  plan::Machine machine;
  machine.name = system.name;
  machine.source = fmt::format("devices/{}.json and the constants of {}", system.name, device::toString(chip.arch));
  machine.cores = chip.numWorkers();
  machine.localBytes = chip.usableL1Bytes();
  double clock = constants.clockGhz;
  machine.slowGbps = constants.dramAchievableGbps;
  machine.coreGbps = std::min(machine.slowGbps, constants.nocWorkerBytesPerCycle * clock);
  machine.multicast = true;
  if (clock > 0)
    machine.transferStartNs = constants.nocReadLatencyOtherCycles / clock;
  // What a core could move while the smallest transfer of the table runs.
  if (!constants.nocBytesPerCycleByTransfer.empty() && constants.nocBytesPerCycleByTransfer.front().second > 0) {
    auto [size, rate] = constants.nocBytesPerCycleByTransfer.front();
    machine.burstBytes = static_cast<Bytes>(
        std::bit_floor(static_cast<uint64_t>(static_cast<double>(size) / rate * constants.nocWorkerBytesPerCycle)));
  }
  // Eight-bit elements in the lowest fidelity, 16-bit ones in two passes, 32-bit ones in four; additions of up to 16
  // bits on the matrix engine, wider ones on the vector unit.
  machine.rates = {{tensixRate(constants.matmulCyclesPerTileLofi, constants.fpuEltwiseElementsPerCycle, clock),
                    tensixRate(constants.matmulCyclesPerTileHifi4, constants.sfpuLanes, clock),
                    tensixRate(constants.matmulCyclesPerTileHifi2, constants.fpuEltwiseElementsPerCycle, clock),
                    tensixRate(constants.matmulCyclesPerTileHifi4, constants.sfpuLanes, clock)}};
  return machine;
}

} // namespace

Result<plan::Machine> loadMachine(const std::string &presetOrPath) {
  if (const plan::Machine *preset = formats::findMachine(presetOrPath))
    return *preset;
  if (const device::SystemDesc *system = device::findPreset(presetOrPath)) {
    plan::Machine machine = machineOf(*system);
    if (Status status = plan::check(machine); !status.ok())
      return Error{fmt::format("device '{}' is no machine: {}", presetOrPath, status.error().message)};
    return machine;
  }
  std::error_code ignored;
  if (!std::filesystem::exists(presetOrPath, ignored))
    return Error{fmt::format("machine '{}' is neither a preset ({}, {}) nor a file", presetOrPath,
                             fmt::join(formats::machinePresets(), ", "), fmt::join(device::presetNames(), ", "))};
  return formats::readMachine(presetOrPath);
}

Result<Budget> machineBudget(const plan::Machine &machine, Bytes memoryBytes, llvm::StringRef overrides) {
  std::string classes = overrides.str();
  if (classes.empty() && memoryBytes == 0)
    for (const auto &[name, bytes] : machine.classBytes)
      classes += fmt::format("{}{}={}", classes.empty() ? "" : ",", name, bytes);
  return Budget::parse(memoryBytes != 0 ? memoryBytes : machine.localBytes, classes);
}

} // namespace alcove::supertiling
