//===- ScoreTime.cpp - Score of the time half ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/OpModel/Score/Calibration.h"
#include "alcove/OpModel/Score/MeasuredAnswers.h"

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

namespace {

void printFigures(const TimeCases &cases, const std::vector<std::optional<double>> &estimates, bool ceiling) {
  print("{:<40} {:>6} {:>8} {:>8} {:>8} {:>7} {:>8}", "family", "rows", "unsupp.", "median", "p90", "rank", "rank <=");
  print("{}\n", ceiling ? fmt::format(" {:>9} {:>9}", "median >=", "p90 >=") : "");
  for (const TimeErrors &errors : scoreTimes(cases.cases, estimates)) {
    print("{:<40} {:>6} {:>8} {:>8} {:>8} {:>7.3f} {:>8.3f}", errors.family, errors.rows, errors.unsupported,
          percent(errors.median), percent(errors.p90), errors.rank, errors.rankCeiling);
    print("{}\n", ceiling ? fmt::format(" {:>9} {:>9}", percent(errors.medianFloor), percent(errors.p90Floor)) : "");
  }
  if (ceiling)
    print("rank <=, median >=, p90 >=: no model that answers equal questions equally does better (rows repeat "
          "questions and scatter)\n");
}

Result<std::vector<TimeCases>> readTables(const std::vector<std::string> &paths) {
  std::vector<TimeCases> tables;
  for (const std::string &path : paths) {
    ALCOVE_ASSIGN_OR_RETURN(CsvTable table, readCsv(path));
    Result<TimeCases> cases = readTimeCases(table);
    if (!cases)
      return Error{path + ": " + cases.error().message};
    tables.push_back(std::move(*cases));
  }
  return tables;
}

void printCross(const std::vector<CrossValidation> &splits) {
  constexpr int64_t fewRows = 20; // below, halves are a handful of shapes
  print("cross-validation by shape: constants fitted to half of the shapes; every row scored by both fits; mean and "
        "standard deviation over {} splits\n",
        splits.size());
  print("{:<40} {:>6} {:>23} {:>23} {:>8}\n", "family", "rows", "fitted half", "held-out half", "rank");
  print("{:<40} {:>6} {:>11} {:>11} {:>11} {:>11} {:>8}\n", "", "", "median", "p90", "median", "p90", "held out");
  auto cell = [](const Spread &s) { return fmt::format("{:.1f}+-{:.1f}%", 100 * s.mean, 100 * s.deviation); };
  for (const CrossSummary &f : summarize(splits))
    print("{:<40} {:>6} {:>11} {:>11} {:>11} {:>11} {:>8.3f}{}\n", f.family, f.rows, cell(f.fittedMedian),
          cell(f.fittedP90), cell(f.heldOutMedian), cell(f.heldOutP90), f.heldOutRank.mean,
          f.rows < fewRows ? "  few" : "");
}

} // namespace

namespace {

/// Means over the splits; of errors over those that have any.
void printEvidence(const std::vector<TimeCase> &cases, int splits) {
  std::map<Evidence, EvidenceErrors> sums;
  std::map<Evidence, int> found;
  for (int split = 0; split < splits; ++split)
    for (const auto &[evidence, errors] : scoreEvidence(cases, static_cast<uint64_t>(split))) {
      EvidenceErrors &sum = sums[evidence];
      found[evidence] += errors.questions > 0;
      sum.questions += errors.questions;
      sum.inside += errors.inside;
      sum.median += errors.median;
      sum.p90 += errors.p90;
      sum.modelMedian += errors.modelMedian;
    }
  for (auto &[evidence, sum] : sums)
    for (double *error : {&sum.median, &sum.p90, &sum.modelMedian})
      *error /= std::max(found[evidence], 1);
  print("prices of one half of the shapes with a table of the other; measured: of every second row with the others; "
        "means of {} splits\n",
        splits);
  print("{:<10} {:>9} {:>8} {:>8} {:>18} {:>9}\n", "price", "questions", "median", "p90", "model on the same",
        "in 90 %");
  for (const auto &[evidence, sum] : sums)
    print("{:<10} {:>9} {:>8} {:>8} {:>18} {:>8.1f}%\n", toString(evidence), sum.questions / splits,
          percent(sum.median), percent(sum.p90), percent(sum.modelMedian),
          100.0 * static_cast<double>(sum.inside) / static_cast<double>(std::max<int64_t>(sum.questions, 1)));
}

} // namespace

int opmodel_tool::scoreTime(const opmodel::CsvTable &table, const TimeScoreOptions &options) {
  Result<TimeCases> cases = readTimeCases(table);
  if (!cases)
    return fail(cases.error());
  std::vector<std::optional<double>> estimates;
  for (const TimeCase &c : cases->cases)
    estimates.push_back(estimateCase(c, timeParameters(c.chip)));
  print("{}: {} rows, {} without a device time\n", cases->table, cases->cases.size(), cases->withoutFigure);
  printFigures(*cases, estimates, options.ceiling);
  if (options.questions) {
    TimeCases distinct{cases->table, distinctQuestions(cases->cases), 0};
    std::vector<std::optional<double>> answers;
    for (const TimeCase &c : distinct.cases)
      answers.push_back(estimateCase(c, timeParameters(c.chip)));
    print("by distinct question, {} of them:\n", distinct.cases.size());
    printFigures(distinct, answers, false);
  }
  if (options.evidence)
    printEvidence(cases->cases, options.splits);
  if (options.cross) {
    Result<std::vector<TimeCases>> tables = readTables(options.fitWith);
    if (!tables)
      return fail(tables.error());
    tables->insert(tables->begin(), *cases);
    constexpr int rounds = 8;
    std::vector<CrossValidation> splits;
    for (int split = 0; split < options.splits; ++split)
      splits.push_back(crossValidate(*tables, 0, rounds, static_cast<uint64_t>(split)));
    printCross(splits);
  }
  if (!options.rowsPath.empty())
    if (Status written = writeFileAtomically(options.rowsPath, rowsTable(*cases, estimates)); !written)
      return fail(written.error());
  return 0;
}
