//===- DevicePrices.cpp - Local memory and prices of a device -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Describe/DevicePrices.h"

#include "alcove/Device/SystemDesc.h"

#include <fmt/format.h>

#include <algorithm>

namespace alcove::supertiling {

namespace {

/// One worker of `chip`. All cores stream at once, so a core has its share of the DRAM bandwidth; what a cycle costs in
/// bytes follows from that share.
DevicePrices pricesOf(const device::ChipDesc &chip) {
  DevicePrices prices;
  prices.memory = chip.usableL1Bytes();
  const device::ChipConstants &constants = chip.constants;
  double workers = static_cast<double>(std::max<int64_t>(chip.numWorkers(), 1));
  if (constants.dramAchievableGbps <= 0 || constants.clockGhz <= 0)
    return prices;
  double bytesPerCycle = constants.dramAchievableGbps / workers / constants.clockGhz;
  if (constants.fpuEltwiseElementsPerCycle > 0)
    prices.costs.opsPerByte = constants.fpuEltwiseElementsPerCycle / bytesPerCycle;
  // A tile waits once for its first load.
  if (constants.nocReadLatencyOtherCycles > 0)
    prices.costs.bytesPerTile = constants.nocReadLatencyOtherCycles * bytesPerCycle;
  // The cycles of the smallest transfer of the table are the price of starting one.
  if (!constants.nocBytesPerCycleByTransfer.empty()) {
    auto [size, rate] = constants.nocBytesPerCycleByTransfer.front();
    if (rate > 0)
      prices.costs.bytesPerRun = static_cast<double>(size) / rate * bytesPerCycle;
  }
  return prices;
}

/// Three levels, the last of which the cores share (half of 32 MiB: others use it too). One core was measured to stream
/// 210 bytes in a nanosecond from the first level, 105 from the second, 60 from the third and 15 from memory; lines of
/// columns take twice as long, and the loads of a vector along a column a few cycles. An addition that waits for the
/// one before takes 0.7 ns, starting a vector loop (which first asks whether its tensors overlap) some 4 ns, starting a
/// loop on a pool of threads 10 us. LLVM unrolls what then has up to 300 instructions.
plan::tiling::CachePrices cpuCaches() {
  plan::tiling::CachePrices caches;
  caches.levels = {{32 << 10, 4 << 10, 15.0 / 105 - 15.0 / 210},
                   {512 << 10, 64 << 10, 15.0 / 60 - 15.0 / 105},
                   {16 << 20, 0, 1 - 15.0 / 60}};
  caches.opsPerByte = 4;
  caches.bytesPerSerialSum = 10;
  caches.bytesPerStridedLoad = 2;
  caches.bytesPerInnerLoop = 20;
  caches.unrolledOps = 300;
  caches.registers = 16;
  caches.contractionOpsPerByte = 6;
  caches.waiting = 2;
  caches.margin = 0.25;
  caches.bytesPerParallelLoop = 150e3;
  caches.sharedStreams = 2;
  return caches;
}

} // namespace

Result<DevicePrices> devicePrices(const std::string &device) {
  DevicePrices prices;
  prices.memory = 512 * 1024;
  if (device == "npu")
    return prices;
  if (device == "cpu") {
    // One core at some GHz runs a simple scalar operation in about 0.3 ns and streams some 15 bytes in a nanosecond
    // past its caches, 5 in that time.
    prices.costs.opsPerByte = 0.2;
    prices.costs.bytesPerTile = 512;
    prices.costs.bytesPerStep = 128;
    // Loads come in cache lines. Eight lanes; what is left of a loop runs element by element. Half of a first-level
    // cache of 32 KiB, the other half is passed by what streams in and out; the second level feeds it about ten times
    // as fast as memory feeds the second.
    prices.costs.bytesPerRun = 64;
    prices.costs.lanes = 8;
    prices.costs.bytesPerRemainder = 16;
    prices.costs.innerMemory = 16 * 1024;
    prices.costs.innerBytePrice = 0.1;
    prices.costs.trafficFirst = false;
    prices.costs.caches = cpuCaches();
    return prices;
  }
  Result<device::SystemDesc> system = device::loadSystemDesc(device);
  if (!system)
    return Error{fmt::format("device '{}' is not npu or cpu: {}", device, system.error().message)};
  auto smallest = std::min_element(
      system->chips.begin(), system->chips.end(),
      [](const device::ChipDesc &a, const device::ChipDesc &b) { return a.usableL1Bytes() < b.usableL1Bytes(); });
  if (smallest == system->chips.end())
    return Error{fmt::format("device '{}' has no chips", device)};
  return pricesOf(*smallest);
}

} // namespace alcove::supertiling
