//===- OpTimeline.h - Modelled time and memory, op by op -- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk of the memory judge as data: one row per op with its modelled time, split, traffic and L1 bytes per core.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SIM_NUMERIC_OPTIMELINE_H
#define ALCOVE_SIM_NUMERIC_OPTIMELINE_H

#include "alcove/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace alcove::sim {

/// {"functions": [{"name", "peak_l1_bytes", "total_ns", "steps": [{"op", "location", "start_ns", "total_ns",
/// "compute_ns", "dram_ns", "noc_ns", "launch_ns", "dram_bytes", "live_bytes", "need_bytes"}]}]}. An op without a
/// figure takes no time and says `"timed": false`. Error: the module has no system descriptor.
Result<std::string> timelineJson(mlir::ModuleOp module);
/// The same as complete events of the Chrome trace format, microseconds; L1 bytes as a counter.
Result<std::string> chromeTrace(mlir::ModuleOp module);

} // namespace alcove::sim

#endif // ALCOVE_SIM_NUMERIC_OPTIMELINE_H
