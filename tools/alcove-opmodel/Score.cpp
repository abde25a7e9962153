//===- Score.cpp - alcove-opmodel score ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

using namespace alcove;

namespace {
struct ScoreOptions {
  std::string cases, kind = "constraints";
  opmodel_tool::TimeScoreOptions time;
};
} // namespace

void opmodel_tool::addScoreCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<ScoreOptions>();
  CLI::App *score =
      app.add_subcommand("score", "Compare the model with a table of known answers, one line per op family");
  score->add_option("cases", options->cases, "Table: unit cases, or measured times")->required();
  score->add_option("--kind", options->kind, "What the table holds")->check(CLI::IsMember({"constraints", "time"}));
  score->add_option("--rows", options->time.rowsPath,
                    "Write expected and answered values of every row to this CSV file");
  score->add_flag("--questions", options->time.questions,
                  "time: print the figures by distinct question, too: a sheet repeats questions");
  score->add_flag("--ceiling", options->time.ceiling,
                  "time: print the proved limits of any model that answers equal questions equally");
  score->add_flag("--cross", options->time.cross,
                  "time: fit the constants to half of the shapes of every family and score the other half, both ways");
  score->add_option("--splits", options->time.splits, "time: ways to halve the shapes that --cross averages over")
      ->check(CLI::Range(1, 100));
  score->add_flag("--evidence", options->time.evidence,
                  "time: price half of the shapes with a table of the other half: measured, residual and model");
  score->add_option("--fit-with", options->time.fitWith, "time: further tables for the fits of --cross");
  score->callback([options, &exitCode] {
    Result<opmodel::CsvTable> table = opmodel::readCsv(options->cases);
    if (!table)
      exitCode = fail(table.error());
    else
      exitCode =
          options->kind == "time" ? scoreTime(*table, options->time) : scoreConstraints(*table, options->time.rowsPath);
  });
}
