//===- main.cpp - alcove-opmodel: ask the op model, score it ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/CommandLine/CLI11/Parse.h"
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Support/AtomicFile.h"

#include "alcove/OpModel/Analogy.h"
#include "alcove/OpModel/Analytical.h"

#include <cstdio>

using namespace alcove;

int opmodel_tool::fail(const Error &error) {
  std::fprintf(stderr, "alcove-opmodel: error: %s\n", error.message.c_str());
  return 1;
}

int main(int argc, char **argv) {
  checkOutputAtExit("alcove-opmodel");
  CLI::App app{"alcove-opmodel: may this op run on these layouts, what does it need, how long does it take?"};
  app.set_version_flag("--version", versionText("alcove-opmodel"));
  app.set_help_all_flag("--help-all", "Help of every subcommand");
  app.require_subcommand(1);
  int exitCode = 0;
  opmodel_tool::addQueryCommand(app, exitCode);
  opmodel_tool::addScoreCommand(app, exitCode);
  opmodel_tool::addPricesCommand(app, exitCode);
  CLI::App *ops = app.add_subcommand("ops", "Names of the ops that the model knows, one per line");
  ops->callback([] {
    for (const std::string &name : opmodel::knownOps())
      std::puts(name.c_str());
  });
  CLI::App *analogies = app.add_subcommand("analogies", "Ops without a measurement, and what their prices stand on");
  analogies->callback([] {
    for (const opmodel::AnalogousOp &op : opmodel::analogousOps())
      std::printf("%s\t%s\n", op.name, op.relative);
  });
  return parse(app, "alcove-opmodel", argc, argv).value_or(exitCode);
}
