//===- MachinePreset.h - Machines by name -----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_DESCRIBE_MACHINEPRESET_H
#define ALCOVE_SUPERTILING_DESCRIBE_MACHINEPRESET_H

#include "alcove/Plan/Tiling/Machine.h"
#include "alcove/SuperTiling/Marks/Classify.h"

namespace alcove::supertiling {

/// A preset of devices/machines/, a Tensix chip of devices/ (all workers of one chip), or a machine file. The error of
/// a name that is none of them lists the presets.
Result<plan::Machine> loadMachine(const std::string &presetOrPath);

/// Local memory of one core: `memoryBytes` where it is not 0, with `overrides` as for Budget::parse where they are not
/// empty, else what the machine has.
Result<Budget> machineBudget(const plan::Machine &machine, Bytes memoryBytes, llvm::StringRef overrides);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_DESCRIBE_MACHINEPRESET_H
