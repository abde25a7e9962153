//===- main.cpp - alcove-solve: planning problems from files --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/CommandLine/CLI11/Parse.h"
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <cstdio>

using namespace alcove;

int solve::fail(const Error &error) {
  std::fprintf(stderr, "alcove-solve: error: %s\n", error.message.c_str());
  return 1;
}

int main(int argc, char **argv) {
  checkOutputAtExit("alcove-solve");
  CLI::App app{"alcove-solve: layouts, addresses, schedules, meshes and sessions for public planning problems, with "
               "lower bounds"};
  app.set_version_flag("--version", versionText("alcove-solve"));
  app.set_help_all_flag("--help-all", "Help of every subcommand");
  app.require_subcommand(1);
  int exitCode = 0;
  solve::addLayoutCommand(app, exitCode);
  solve::addAllocateCommand(app, exitCode);
  solve::addScheduleCommand(app, exitCode);
  solve::addFunctionCommand(app, exitCode);
  solve::addMeshCommand(app, exitCode);
  solve::addSessionCommand(app, exitCode);
  CLI::App *check =
      app.add_subcommand("check", "Re-check a solution (and its bound) with code that shares nothing with the solvers");
  check->require_subcommand(1);
  solve::addCheckLayoutCommand(*check, exitCode);
  solve::addCheckAllocationCommand(*check, exitCode);
  solve::addCheckScheduleCommand(*check, exitCode);
  solve::addCheckFunctionCommand(*check, exitCode);
  solve::addCheckMeshCommand(*check, exitCode);
  solve::addCheckSessionCommand(*check, exitCode);
  return parse(app, "alcove-solve", argc, argv).value_or(exitCode);
}
