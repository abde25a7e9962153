//===- ScoreTime.cpp - Score of the time half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/OpModel/TimeScore.h"
#include "alcove/Support/AtomicFile.h"

#include <fmt/format.h>

#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

std::string percent(double value) {
  return std::isinf(value) ? std::string("inf") : fmt::format("{:.1f}%", 100 * value);
}

std::string rowsTable(const TimeCases &table, const std::vector<std::optional<double>> &estimates) {
  std::string text = "line,family,question,measured_ns,estimated_ns,error,compute_ns,dram_ns,noc_ns,launch_ns,cores\n";
  for (size_t i = 0; i < table.cases.size(); ++i) {
    const TimeCase &c = table.cases[i];
    text += fmt::format("{},{},{},{}", c.line, csvField(c.family), csvField(c.questionKey), c.measuredNs);
    std::optional<Runtime> runtime = c.queries.empty() ? std::nullopt : analyticalRuntime(c.queries.front(), c.chip);
    if (estimates[i] && runtime)
      text += fmt::format(",{:.1f},{:.4f},{:.1f},{:.1f},{:.1f},{:.1f},{}\n", *estimates[i],
                          *estimates[i] / c.measuredNs - 1, runtime->computeNs, runtime->dramNs, runtime->nocNs,
                          runtime->launchNs, runtime->cores);
    else
      text += ",unsupported,,,,,,\n";
  }
  return text;
}

} // namespace

int opmodel_tool::scoreTime(const opmodel::CsvTable &table, const std::string &rowsPath) {
  Result<TimeCases> cases = readTimeCases(table);
  if (!cases)
    return fail(cases.error());
  std::vector<std::optional<double>> estimates;
  for (const TimeCase &c : cases->cases)
    estimates.push_back(estimateCase(c, timeParameters(c.chip.arch)));
  fmt::print("{}: {} rows, {} without a device time\n", cases->table, cases->cases.size(), cases->withoutFigure);
  fmt::print("{:<40} {:>6} {:>8} {:>8} {:>8} {:>7} {:>10}\n", "family", "rows", "unsupp.", "median", "p90", "rank",
             "best rank");
  for (const TimeErrors &errors : scoreTimes(cases->cases, estimates))
    fmt::print("{:<40} {:>6} {:>8} {:>8} {:>8} {:>7.3f} {:>10.3f}\n", errors.family, errors.rows, errors.unsupported,
               percent(errors.median), percent(errors.p90), errors.rank, errors.bestRank);
  if (!rowsPath.empty())
    if (Status written = writeFileAtomically(rowsPath, rowsTable(*cases, estimates)); !written)
      return fail(written.error());
  return 0;
}
