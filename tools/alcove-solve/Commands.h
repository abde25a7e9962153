//===- Commands.h - The subcommands of alcove-solve -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file per subcommand. Each adds itself to the application and stores its exit code: 0 = done, 1 = the answer is
// no or the input is bad, 2 = wrong usage.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SOLVE_COMMANDS_H
#define ALCOVE_TOOLS_ALCOVE_SOLVE_COMMANDS_H

#include "alcove/Base/Support/Result.h"

#include <CLI/CLI.hpp>

namespace alcove::solve {

/// Prints `alcove-solve: error: message` and gives the exit code for bad input.
int fail(const Error &error);

/// The last part of a path.
inline std::string fileName(const std::string &path) { return path.substr(path.rfind('/') + 1); }

void addLayoutCommand(CLI::App &app, int &exitCode);
void addAllocateCommand(CLI::App &app, int &exitCode);
void addScheduleCommand(CLI::App &app, int &exitCode);
void addFunctionCommand(CLI::App &app, int &exitCode);
void addMeshCommand(CLI::App &app, int &exitCode);
void addSessionCommand(CLI::App &app, int &exitCode);
/// `check layout|allocation|schedule|function|mesh|session`: the kinds are subcommands of `check`.
void addCheckLayoutCommand(CLI::App &check, int &exitCode);
void addCheckAllocationCommand(CLI::App &check, int &exitCode);
void addCheckScheduleCommand(CLI::App &check, int &exitCode);
void addCheckFunctionCommand(CLI::App &check, int &exitCode);
void addCheckMeshCommand(CLI::App &check, int &exitCode);
void addCheckSessionCommand(CLI::App &check, int &exitCode);

} // namespace alcove::solve

#endif // ALCOVE_TOOLS_ALCOVE_SOLVE_COMMANDS_H
