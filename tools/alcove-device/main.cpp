//===- main.cpp - alcove-device: look at devices and layouts -------------------===//
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

int device_tool::fail(const Error &error) {
  std::fprintf(stderr, "alcove-device: error: %s\n", error.message.c_str());
  return 1;
}

int device_tool::emit(const std::string &path, const std::string &text) {
  Status status = writeFileAtomically(path.empty() ? "-" : path, text);
  return status.ok() ? 0 : fail(status.error());
}

int main(int argc, char **argv) {
  checkOutputAtExit("alcove-device");
  CLI::App app{"alcove-device: presets, devices over their chips, and which shard lies on which core"};
  app.set_version_flag("--version", versionText("alcove-device"));
  app.set_help_all_flag("--help-all", "Help of every subcommand");
  app.require_subcommand(1);
  int exitCode = 0;
  device_tool::addListCommand(app, exitCode);
  device_tool::addShowCommand(app, exitCode);
  device_tool::addExportCommand(app, exitCode);
  return parse(app, "alcove-device", argc, argv).value_or(exitCode);
}
