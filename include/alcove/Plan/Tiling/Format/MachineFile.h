//===- MachineFile.h - Machine descriptions as JSON -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   {"name": "two-cores", "source": "data sheet", "cores": 2, "local_bytes": 262144,
//    "slow_gbps": 8, "core_gbps": 4, "multicast": false, "transfer_start_ns": 100, "burst_bytes": 64,
//    "rates": {"i8": {"macs_per_ns": 256, "vector_ops_per_ns": 16}, "i16": ..., "f16": ..., "f32": ...},
//    "class_bytes": {"elementwise": 32768}}
//
// `source` and `class_bytes` may be left out. Members and units: docs/spec/TileTime.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_FORMAT_MACHINEFILE_H
#define ALCOVE_PLAN_TILING_FORMAT_MACHINEFILE_H

#include "alcove/Plan/Tiling/Machine.h"

#include <string_view>

namespace alcove::formats {

/// Strict: unknown or missing members, wrong types and broken rules (TM-M1 to TM-M5) are errors with a JSON path.
Result<plan::Machine> parseMachine(std::string_view json);
/// Reads the machine from a file of at most 1 MiB; the error begins with `path`.
Result<plan::Machine> readMachine(const std::string &path);
/// What `parseMachine` reads.
std::string writeMachine(const plan::Machine &machine);

/// Names of the presets (devices/machines/*.json, compiled in), sorted.
std::vector<std::string> machinePresets();
/// Null when there is none of that name.
const plan::Machine *findMachine(std::string_view name);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_TILING_FORMAT_MACHINEFILE_H
