//===- DevicePrices.h - Local memory and prices of a device -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_DEVICEPRICES_H
#define ALCOVE_SUPERTILING_DEVICEPRICES_H

#include "alcove/SuperTiling/GroupModel.h"
#include "alcove/Support/Result.h"

#include <string>

namespace alcove::supertiling {

struct DevicePrices {
  Bytes memory = 0;
  CostModel costs;
};

/// "npu": a scratchpad accelerator with 512 KiB whose engine does 64 simple operations in the time of one byte.
/// "cpu": one core with a 512 KiB cache; scalar code does less than one operation in the time of one byte.
Result<DevicePrices> devicePrices(const std::string &device);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_DEVICEPRICES_H
