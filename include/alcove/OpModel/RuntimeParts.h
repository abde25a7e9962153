//===- RuntimeParts.h - What of a time is which resource's ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compute, DRAM and network work side by side behind the launch, and none of them is busy for longer than the op:
//
//   |launch| compute compute compute           |
//   |launch| DRAM DRAM DRAM DRAM DRAM DRAM DRAM|   <- the op is bound by DRAM
//   |launch| NoC  NoC                          |
//   0                                          total
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_RUNTIMEPARTS_H
#define ALCOVE_OPMODEL_RUNTIMEPARTS_H

#include "alcove/OpModel/OpModel.h"

namespace alcove::opmodel {

/// OM-S1. Models sum what each resource does as if items came one after the other. Where their pipeline overlaps, such a sum
/// is longer than the op: the three parts are then shortened by one factor, until the longest fits behind the launch.
void fitParts(Runtime &runtime);

/// OM-S2. Another total: the parts keep their shares. The interval stays.
void setTotal(Runtime &runtime, Nanoseconds totalNs);

/// The resource that an op waits for: `launch` when it is half of the time or more, else the longest part. Nothing for
/// an op that takes no time.
const char *boundBy(const Runtime &runtime);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_RUNTIMEPARTS_H
