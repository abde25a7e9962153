//===- FuzzDevice.cpp - System descriptors and affine maps from bytes ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First byte: which reader. Whatever is accepted must print, read back and mean the same; nothing may crash.
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DeviceDesc.h"
#include "alcove/Device/Picture.h"
#include "alcove/Device/TensorPlacement.h"

#include <array>
#include <cstdlib>
#include <string_view>

using namespace alcove;
using namespace alcove::device;

static void require(bool holds) {
  if (!holds)
    std::abort();
}

static void fuzzSystem(std::string_view text) {
  Result<SystemDesc> system = parseSystemDesc(text);
  if (!system.ok())
    return;
  std::string written = writeSystemDesc(*system);
  Result<SystemDesc> again = parseSystemDesc(written);
  require(again.ok() && *again == *system && writeSystemDesc(*again) == written);
  require(!systemDescAttributeText(*system).empty());
  if (Result<DeviceDesc> device = buildDevice(*system, {1, 1}); device.ok())
    (void)drawChips(*device, *system);
}

static void fuzzMap(std::string_view text) {
  Result<AffineMap> map = AffineMap::parse(text);
  if (!map.ok())
    return;
  std::string printed = map->str();
  Result<AffineMap> again = AffineMap::parse(printed);
  require(again.ok() && again->str() == printed);
  std::vector<int64_t> dims(map->numDims(), 5), symbols(map->numSymbols(), 3);
  Result<std::vector<int64_t>> a = map->evaluate(dims, symbols), b = again->evaluate(dims, symbols);
  require(a.ok() == b.ok() && (!a.ok() || *a == *b));
}

// Two maps separated by a line break make a device of the first bytes' shape.
static void fuzzDevice(std::string_view text) {
  if (text.size() < 2)
    return;
  static const SystemDesc &system = *findPreset("wormhole-n300");
  static const DeviceDesc base = *buildDevice(system, {1, 2});
  DeviceDesc device = base;
  device.workerGrid.shape = {text[0] & 31, text[1] & 31};
  text.remove_prefix(2);
  size_t line = text.find('\n');
  Result<AffineMap> forward = AffineMap::parse(text.substr(0, line));
  if (!forward.ok())
    return;
  device.workerGrid.virtualToPhysical = *forward;
  if (line != std::string_view::npos)
    if (Result<AffineMap> inverse = AffineMap::parse(text.substr(line + 1)); inverse.ok())
      device.workerGrid.physicalToVirtual = *inverse;
  (void)verify(device, system);
}

static void fuzzLayout(std::string_view text) {
  Result<TensorSpec> tensor = parseTensorSpec(std::string(text));
  if (!tensor.ok())
    return;
  require(toString(*parseTensorSpec(toString(*tensor))) == toString(*tensor));
  static const SystemDesc &system = *findPreset("wormhole-n300");
  static const std::array<DeviceDesc, 3> devices = {*buildDevice(system, {1, 2}), *buildSpmdDevice(system, {1, 2}),
                                                    *skewGrid(*buildDevice(system, {}), system)};
  for (const DeviceDesc &device : devices) {
    Result<TensorPlacement> placed = placeTensor(*tensor, device);
    if (!placed.ok())
      continue;
    for (const ShardPlacement &shard : placed->shards)
      require(shard.bytes > 0 && shard.rowBegin <= shard.rowEnd && shard.colBegin <= shard.colEnd);
    (void)ttnnRuns(*tensor, device, system, {}, *placed);
    (void)drawChips(device, system, &*placed);
    if (placed->shards.size() < 4096)
      (void)trafficBetween(*placed, *placed, false);
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  std::string_view text(reinterpret_cast<const char *>(data + 1), size - 1);
  switch (data[0] & 3) {
  case 0:
    fuzzSystem(text);
    break;
  case 1:
    fuzzMap(text);
    break;
  case 2:
    fuzzDevice(text);
    break;
  default:
    fuzzLayout(text);
    break;
  }
  return 0;
}
