//===- DevicePrices.h - Local memory and prices of a device -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_DESCRIBE_DEVICEPRICES_H
#define ALCOVE_SUPERTILING_DESCRIBE_DEVICEPRICES_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Plan/Tiling/CostModel.h"

#include <string>

namespace alcove::supertiling {

struct DevicePrices {
  Bytes memory = 0;
  plan::tiling::CostModel costs;
};

/// Memory and prices of one local memory and its share of the slow one:
///   npu    a scratchpad accelerator with 512 KiB whose engine does 64 simple operations in the time of one byte
///   cpu    cores with caches, 512 KiB of each its own: a loop is a choice (SUT-C1, Plan/Tiling/CacheCost.h)
///   else   a preset or a file of devices/: one worker core, its usable L1 and 1 / workers of the DRAM bandwidth; of
///          several kinds of chip the one with the smallest L1
/// An error names what `device` is not.
Result<DevicePrices> devicePrices(const std::string &device);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_DESCRIBE_DEVICEPRICES_H
