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
  std::string cases, kind = "constraints", rows;
};
} // namespace

void opmodel_tool::addScoreCommand(CLI::App &app, int &exitCode) {
  auto options = std::make_shared<ScoreOptions>();
  CLI::App *score =
      app.add_subcommand("score", "Compare the model with a table of known answers, one line per op family");
  score->add_option("cases", options->cases, "Table: unit cases, or measured times")->required();
  score->add_option("--kind", options->kind, "What the table holds")->check(CLI::IsMember({"constraints", "time"}));
  score->add_option("--rows", options->rows, "Write expected and answered values of every row to this CSV file");
  score->callback([options, &exitCode] {
    Result<opmodel::CsvTable> table = opmodel::readCsv(options->cases);
    if (!table)
      exitCode = fail(table.error());
    else
      exitCode = options->kind == "time" ? scoreTime(*table, options->rows) : scoreConstraints(*table, options->rows);
  });
}
