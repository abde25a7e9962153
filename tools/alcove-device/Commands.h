//===- Commands.h - The subcommands of alcove-device -*- C++ -*- ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each adds itself to the application and stores its exit code: 0 = done, 1 = bad input, 2 = wrong usage.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_DEVICE_COMMANDS_H
#define ALCOVE_TOOLS_ALCOVE_DEVICE_COMMANDS_H

#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/Result.h"
#include "alcove/Device/DeviceDesc.h"

#include <CLI/CLI.hpp>

namespace alcove::device_tool {

/// Prints `alcove-device: error: message` and gives the exit code for bad input.
int fail(const Error &error);
/// Writes to `path`, or to standard output when it is empty; gives the exit code.
int emit(const std::string &path, const std::string &text);

/// What every subcommand that builds a device takes.
struct DeviceOptions {
  std::string system, mesh, chips;
  bool oneGrid = false;
  std::vector<std::string> grids;

  void addTo(CLI::App &command);
  /// Reads the system into `into` and builds the device: SPMD over the mesh unless --one-grid.
  Result<device::DeviceDesc> build(device::SystemDesc &into) const;
};

/// Fields of a device, into the object being written.
void writeDevice(JsonWriter &json, const device::SystemDesc &system);

void addListCommand(CLI::App &app, int &exitCode);
void addShowCommand(CLI::App &app, int &exitCode);
void addExportCommand(CLI::App &app, int &exitCode);

} // namespace alcove::device_tool

#endif // ALCOVE_TOOLS_ALCOVE_DEVICE_COMMANDS_H
