//===- DevicePrices.cpp - Local memory and prices of a device -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/DevicePrices.h"

namespace alcove::supertiling {

Result<DevicePrices> devicePrices(const std::string &device) {
  DevicePrices prices;
  prices.memory = 512 * 1024;
  if (device == "npu")
    return prices;
  if (device == "cpu") {
    // One core at some GHz runs about one simple scalar operation in 0.3 ns and streams some 8 GB/s past its caches,
    // 2.5 bytes in that time.
    prices.costs.opsPerByte = 0.4;
    prices.costs.bytesPerTile = 1024;
    prices.costs.bytesPerStep = 256;
    prices.costs.trafficFirst = false;
    return prices;
  }
  return Error{"device '" + device + "' is not npu, cpu or a readable device file"};
}

} // namespace alcove::supertiling
