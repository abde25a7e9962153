//===- Commands.h - The subcommands of alcove-opmodel ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file per subcommand. Each adds itself to the application and stores its exit code: 0 = done, 1 = bad input,
// 2 = wrong usage.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_OPMODEL_COMMANDS_H
#define ALCOVE_TOOLS_ALCOVE_OPMODEL_COMMANDS_H

#include "alcove/Base/Support/Result.h"
#include "alcove/OpModel/Csv.h"
#include "alcove/OpModel/OpModel.h"

#include <CLI/CLI.hpp>

namespace alcove::opmodel_tool {

/// Prints `alcove-opmodel: error: message` and gives the exit code for bad input.
int fail(const Error &error);

void addQueryCommand(CLI::App &app, int &exitCode);
void addScoreCommand(CLI::App &app, int &exitCode);
void addPricesCommand(CLI::App &app, int &exitCode);

/// Score of one file of the constraints kind (unit_cases.csv); prints the table, writes `rowsPath` when not empty.
int scoreConstraints(const opmodel::CsvTable &table, const std::string &rowsPath);
/// What `score --kind=time` prints beside the figures of the model as it is.
struct TimeScoreOptions {
  std::string rowsPath;             ///< CSV of all rows; none when empty
  bool questions = false;           ///< figures by distinct question, too
  bool evidence = false;            ///< figures of prices with a table of half of the shapes
  bool ceiling = false;             ///< proved limits of any model of the questions
  bool cross = false;               ///< figures of constants fitted to half of the shapes
  int splits = 6;                   ///< ways to cut the shapes into halves
  std::vector<std::string> fitWith; ///< tables that take part in those fits
};
/// Score of one file of the time kind (measured_ops, gemm, matmul_height_sharded, exp, npe traces).
int scoreTime(const opmodel::CsvTable &table, const TimeScoreOptions &options);

} // namespace alcove::opmodel_tool

#endif // ALCOVE_TOOLS_ALCOVE_OPMODEL_COMMANDS_H
