//===- Calibrate.cpp - Fits the constants of the time half ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   OpModelCalibrate TABLE.csv ...                   prints figures with the constants as they are
//   OpModelCalibrate --fit --rounds=8 TABLE.csv ...  fits them to all rows, starting from what is committed
//   OpModelCalibrate --fit --only=a,b TABLE.csv ...  the same for some of the constants; the others stay
//   OpModelCalibrate --cross TABLE.csv ...           cross-validates all tables together
//   OpModelCalibrate --cross --splits=8 TABLE.csv    the same for several ways to halve the shapes: mean and deviation
//   OpModelCalibrate --cross --rows=matmul TABLE.csv the same, with every question of a family (means over the splits)
//   OpModelCalibrate --cross --splits=8 --agreement  how far the fits to halves agree on every constant
//   OpModelCalibrate --intervals TABLE.csv ...       prints the lines of TimeIntervals.def
//   OpModelCalibrate --coverage --splits=4 TABLE.csv how many held-out questions lie in their intervals
//   OpModelCalibrate --leave-out TABLE.csv ...       each model family (a source up to its first `_`) held out in turn
//   OpModelCalibrate --correlation TABLE.csv ...     how far errors go together within a source: TimeSums.h
//   OpModelCalibrate --share TABLE.csv ...           what one value of a constant for both architectures costs
//
// Method: alcove/OpModel/Score/Calibration.h. `alcove-opmodel score TABLE --kind=time --cross` is the same for one
// table.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/Intervals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

void printFigures(const char *title, const std::string &table, const std::vector<TimeErrors> &figures) {
  for (const TimeErrors &errors : figures)
    if (errors.rows >= 10)
      fmt::print("{:<9} {:<22} {:<34} {:>5} rows  median {:>6.1f} %  p90 {:>6.1f} %  rank {:.3f} (<= {:.3f})\n", title,
                 table, errors.family, errors.rows, 100 * errors.median, 100 * errors.p90, errors.rank,
                 errors.rankCeiling);
}

void printAll(const char *title, const std::vector<TimeCases> &tables, const TimeParameterPair &parameters) {
  for (const TimeCases &table : tables) {
    std::vector<std::optional<double>> estimates;
    for (const TimeCase &c : table.cases)
      estimates.push_back(estimateCase(c, parameters.of(c.chip.arch)));
    printFigures(title, table.table, scoreTimes(table.cases, estimates));
  }
}

void printChanges(Arch arch, const TimeParameters &parameters) {
  for (const TimeParameterRow &row : timeParameterTable()) {
    double before = arch == Arch::Blackhole ? row.blackhole : row.wormhole;
    if (parameters.*row.field != before)
      fmt::print("{} {} {:.4g} -> {:.4g} {}\n", arch == Arch::Blackhole ? "blackhole" : "wormhole", row.name, before,
                 parameters.*row.field, row.unit);
  }
}

/// Questions of a family with both estimates, in the order of the file.
void printRows(const std::string &family, const Calibration &calibration, const TimeCases &table,
               const CrossValidation &halves) {
  std::set<std::string> seen;
  for (const TimeCase &c : table.cases) {
    int side = calibration.sideOf(c);
    if (c.family != family || side < 0 || !seen.insert(c.questionKey).second)
      continue;
    double in = estimateCase(c, (side ? halves.side1 : halves.side0).of(c.chip.arch)).value_or(0);
    double out = estimateCase(c, (side ? halves.side0 : halves.side1).of(c.chip.arch)).value_or(0);
    fmt::print("line {:>5} side {} measured {:>9.0f} ns  fitted {:>+5.2f}  held out {:>+5.2f}  {}\n", c.line, side,
               c.measuredNs, in / c.measuredNs - 1, out / c.measuredNs - 1, c.questionKey.substr(0, 200));
  }
}

/// Objective when a constant has one value, the best of seven between (and at) the two it has now.
void printShares(const Calibration &calibration) {
  const TimeParameterPair now = committedTimeParameters();
  double base = calibration.objective(now, -1);
  fmt::print("objective {:.5f}\n", base);
  for (const TimeParameterRow &row : timeParameterTable()) {
    if (row.wormhole == row.blackhole)
      continue;
    double best = 1e9, value = 0;
    for (int step = 0; step <= 6; ++step) {
      TimeParameterPair trial = now;
      double shared = row.wormhole * std::pow(row.blackhole / row.wormhole, step / 6.0);
      trial.wormhole.*row.field = trial.blackhole.*row.field = shared;
      if (double objective = calibration.objective(trial, -1); objective < best)
        best = objective, value = shared;
    }
    fmt::print("{:<28} {:>8.4g} {:>8.4g}  shared {:>8.4g}: {:+.5f}\n", row.name, row.wormhole, row.blackhole, value,
               best - base);
  }
}

/// Mean signed errors of every question of `family` (its median row) over several cross-validations.
void printQuestions(const std::string &family, const TimeCases &table, const std::vector<Calibration> &calibrations,
                    const std::vector<CrossValidation> &halves) {
  std::map<std::string, std::vector<const TimeCase *>> questions;
  std::vector<std::string> order;
  for (const TimeCase &c : table.cases)
    if (c.family == family && calibrations[0].sideOf(c) >= 0) {
      std::vector<const TimeCase *> &rows = questions[c.questionKey];
      if (rows.empty())
        order.push_back(c.questionKey);
      rows.push_back(&c);
    }
  for (const std::string &key : order) {
    std::vector<const TimeCase *> &rows = questions[key];
    std::nth_element(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(rows.size() / 2), rows.end(),
                     [](const TimeCase *a, const TimeCase *b) { return a->measuredNs < b->measuredNs; });
    const TimeCase &c = *rows[rows.size() / 2];
    double in = 0, out = 0, n = static_cast<double>(halves.size());
    for (size_t i = 0; i < halves.size(); ++i) {
      const CrossValidation &h = halves[i];
      bool second = calibrations[i].sideOf(c) == 1;
      in += estimateCase(c, (second ? h.side1 : h.side0).of(c.chip.arch)).value_or(0) / c.measuredNs / n;
      out += estimateCase(c, (second ? h.side0 : h.side1).of(c.chip.arch)).value_or(0) / c.measuredNs / n;
    }
    fmt::print("line {:>5} x{:<3} measured {:>9.0f} ns  fitted {:>+5.2f}  held out {:>+5.2f}  {}\n", c.line,
               rows.size(), c.measuredNs, in - 1, out - 1, key.substr(0, 240));
  }
}

/// How far the fits to halves agree on every constant: geometric mean, and deviation as a factor. A constant that they
/// disagree about is determined by few shapes.
void printAgreement(const std::vector<CrossValidation> &halves) {
  for (const TimeParameterRow &row : timeParameterTable()) {
    if (Calibration::documented().count(row.name))
      continue;
    fmt::print("{:<28}", row.name);
    for (bool blackhole : {false, true}) {
      double sum = 0, squares = 0, n = 2.0 * static_cast<double>(halves.size());
      for (const CrossValidation &h : halves)
        for (const TimeParameterPair *pair : {&h.side0, &h.side1}) {
          double log = std::log((blackhole ? pair->blackhole : pair->wormhole).*row.field);
          sum += log;
          squares += log * log;
        }
      double mean = sum / n;
      fmt::print("  {:>9.4g} x/ {:4.2f} (now {:>7.4g})", std::exp(mean),
                 std::exp(std::sqrt(std::max(0.0, squares / n - mean * mean))),
                 blackhole ? row.blackhole : row.wormhole);
      if (row.wormhole == row.blackhole)
        break;
    }
    fmt::print("\n");
  }
}

/// Share of held-out questions inside their interval, by family, over several ways to halve the shapes.
void printCoverage(const std::vector<TimeCases> &tables, int rounds, int splits, const std::set<std::string> &only) {
  std::map<std::string, Coverage> sums;
  std::vector<std::string> order;
  for (int split = 0; split < splits; ++split)
    for (const Coverage &c : heldOutCoverage(tables, rounds, static_cast<uint64_t>(split), only)) {
      if (!sums.count(c.family))
        order.push_back(c.family);
      sums[c.family].questions += c.questions;
      sums[c.family].inside += c.inside;
    }
  for (const std::string &family : order)
    fmt::print("{:<40} {:>7} questions held out  {:>6.1f} % inside\n", family, sums[family].questions / splits,
               100.0 * static_cast<double>(sums[family].inside) / static_cast<double>(sums[family].questions));
}

std::string modelFamily(const TimeCase &c) { return c.source.substr(0, c.source.find('_')); }

struct Answered {
  std::vector<TimeCase> cases;
  std::vector<std::optional<double>> estimates;
};

/// Figures of every table when each model family is answered by constants that were fitted without it.
void printLeftOut(const std::vector<TimeCases> &tables, int rounds, const std::set<std::string> &only) {
  std::map<std::string, TimeParameterPair> without;
  for (const TimeCases &table : tables)
    for (const TimeCase &c : table.cases)
      without[modelFamily(c)];
  for (auto &[family, parameters] : without) {
    std::vector<TimeCases> rest = tables;
    for (TimeCases &table : rest)
      std::erase_if(table.cases, [&](const TimeCase &c) { return !c.source.empty() && modelFamily(c) == family; });
    parameters = Calibration(rest).fit(committedTimeParameters(), -1, rounds, only);
  }
  for (const TimeCases &table : tables) {
    std::vector<std::optional<double>> estimates;
    std::map<std::string, Answered> byFamily;
    for (const TimeCase &c : table.cases) {
      estimates.push_back(estimateCase(c, without[modelFamily(c)].of(c.chip.arch)));
      Answered &family = byFamily[modelFamily(c)];
      family.cases.push_back(c);
      family.estimates.push_back(estimates.back());
    }
    printFigures("left out", table.table, scoreTimes(table.cases, estimates));
    for (auto &[name, family] : byFamily) {
      TimeErrors errors = scoreTimes(family.cases, family.estimates).back();
      fmt::print("  {:<30} {:>5} rows  median {:>6.1f} %  p90 {:>6.1f} %\n", name, errors.rows, 100 * errors.median,
                 100 * errors.p90);
    }
  }
}

/// All tables cross-validated together, for several ways to halve the shapes.
void printSplits(const std::vector<TimeCases> &tables, int rounds, int splits, const std::string &rowsOf,
                 bool agreement) {
  std::vector<std::vector<CrossValidation>> figures(tables.size());
  std::vector<Calibration> calibrations;
  for (int split = 0; split < splits; ++split) {
    calibrations.emplace_back(tables, static_cast<uint64_t>(split));
    const Calibration &calibration = calibrations.back();
    TimeParameterPair cold = Calibration::coldStart(static_cast<uint64_t>(split));
    TimeParameterPair side0 = calibration.fit(cold, 0, rounds), side1 = calibration.fit(cold, 1, rounds);
    for (size_t i = 0; i < tables.size(); ++i)
      figures[i].push_back(scoreHalves(calibration, tables[i], side0, side1));
  }
  auto cell = [](const Spread &s) { return fmt::format("{:5.1f} +- {:4.1f}", 100 * s.mean, 100 * s.deviation); };
  fmt::print("{:<22} {:<34} {:>5}  fitted: median, p90 %          held out: median, p90 %        rank\n", "table",
             "family", "rows");
  for (size_t i = 0; i < tables.size(); ++i)
    for (const CrossSummary &f : summarize(figures[i]))
      if (f.rows >= 10)
        fmt::print("{:<22} {:<34} {:>5}  {}  {}   {}  {}  {:.3f}\n", tables[i].table, f.family, f.rows,
                   cell(f.fittedMedian), cell(f.fittedP90), cell(f.heldOutMedian), cell(f.heldOutP90),
                   f.heldOutRank.mean);
  if (agreement)
    printAgreement(figures[0]);
  if (!rowsOf.empty())
    for (size_t i = 0; i < tables.size(); ++i)
      printQuestions(rowsOf, tables[i], calibrations, figures[i]);
}

} // namespace

/// How far errors of one family and bound go together within a source: the share of the variance of log(measured /
/// estimated) that lies between the groups (one-way random effects around no error; questions count once).
static void printCorrelation(const std::vector<TimeCases> &tables) {
  std::map<std::string, std::map<std::string, std::pair<double, int>>> groups;
  for (const TimeCases &table : tables)
    for (const TimeCase &c : table.cases) {
      std::optional<Runtime> runtime =
          c.queries.size() == 1 ? analyticalRuntime(c.queries.front(), c.chip) : std::nullopt;
      if (!runtime || !(runtime->totalNs > 0) || c.source.empty())
        continue;
      auto &[sum, rows] = groups[fmt::format("{}:{}:{}", c.source, c.family, runtime->errorCell)][c.questionKey];
      sum += std::log(c.measuredNs / runtime->totalNs);
      ++rows;
    }
  double within = 0, between = 0, questions = 0, squares = 0, count = 0;
  for (const auto &[name, group] : groups) {
    if (group.size() < 2)
      continue;
    double size = static_cast<double>(group.size()), mean = 0;
    for (const auto &[key, residual] : group)
      mean += residual.first / residual.second / size;
    for (const auto &[key, residual] : group)
      within += std::pow(residual.first / residual.second - mean, 2);
    between += size * mean * mean;
    questions += size;
    squares += size * size;
    ++count;
  }
  if (count < 2)
    return;
  double own = within / (questions - count);
  double shared = std::max(0.0, (between / count - own) / ((questions - squares / questions) / (count - 1)));
  fmt::print("{} questions in {} groups of source, family and bound: deviation {:.3f} within, {:.3f} between, "
             "correlation {:.2f}\n",
             questions, count, std::sqrt(own), std::sqrt(shared), shared / (shared + own));
}

int main(int argc, char **argv) {
  std::string rowsOf;
  bool correlation = false, leaveOut = false, intervals = false, coverage = false, fit = false, cross = false,
       share = false, agreement = false;
  int rounds = 8, splits = 1;
  std::set<std::string> only;
  std::vector<TimeCases> tables;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--fit")
      fit = true;
    else if (argument == "--correlation")
      correlation = true;
    else if (argument == "--cross")
      cross = true;
    else if (argument == "--agreement")
      agreement = true;
    else if (argument == "--intervals")
      intervals = true;
    else if (argument == "--leave-out")
      leaveOut = true;
    else if (argument == "--coverage")
      coverage = true;
    else if (argument == "--share")
      share = true;
    else if (argument.rfind("--only=", 0) == 0) {
      std::stringstream names(argument.substr(7));
      for (std::string name; std::getline(names, name, ',');)
        only.insert(name);
    } else if (argument.rfind("--rows=", 0) == 0)
      rowsOf = argument.substr(7);
    else if (argument.rfind("--splits=", 0) == 0)
      splits = std::clamp(std::atoi(argument.c_str() + 9), 1, 100);
    else if (argument.rfind("--rounds=", 0) == 0)
      rounds = std::clamp(std::atoi(argument.c_str() + 9), 1, 40);
    else {
      Result<CsvTable> table = readCsv(argument);
      Result<TimeCases> cases = table ? readTimeCases(*table) : Result<TimeCases>(table.error());
      if (!cases) {
        fmt::print(stderr, "OpModelCalibrate: {}: {}\n", argument, cases.error().message);
        return 1;
      }
      tables.push_back(std::move(*cases));
    }
  }
  if (intervals) {
    fmt::print("{}", intervalLines(fitIntervals(residualsOf(tables, committedTimeParameters()))));
    return 0;
  }
  if (correlation) {
    printCorrelation(tables);
    return 0;
  }
  if (leaveOut) {
    printLeftOut(tables, rounds, only);
    return 0;
  }
  if (coverage) {
    printCoverage(tables, rounds, splits, only);
    return 0;
  }
  if (cross && splits > 1) {
    printSplits(tables, rounds, splits, rowsOf, agreement);
    return 0;
  }
  Calibration calibration(tables);
  if (share) {
    printShares(calibration);
    return 0;
  }
  if (cross) {
    CrossValidation halves = crossValidate(tables, 0, rounds);
    const TimeParameterPair now = committedTimeParameters();
    for (int side : {0, 1}) // a search that got stuck has a worse objective than the committed constants
      fmt::print("side {}: objective {:.5f} from a cold start, {:.5f} with the committed constants; held out {:.5f}, "
                 "{:.5f}\n",
                 side, calibration.objective(side ? halves.side1 : halves.side0, side),
                 calibration.objective(now, side), calibration.objective(side ? halves.side1 : halves.side0, 1 - side),
                 calibration.objective(now, 1 - side));
    for (size_t i = 0; i < tables.size(); ++i) {
      CrossValidation figures = i == 0 ? halves : scoreHalves(calibration, tables[i], halves.side0, halves.side1);
      printFigures("fitted", tables[i].table, figures.fitted);
      printFigures("held out", tables[i].table, figures.heldOut);
      if (!rowsOf.empty())
        printRows(rowsOf, calibration, tables[i], halves);
    }
    return 0;
  }
  TimeParameterPair parameters = committedTimeParameters();
  if (fit) {
    parameters = calibration.fit(parameters, -1, rounds, only);
    printChanges(Arch::WormholeB0, parameters.wormhole);
    printChanges(Arch::Blackhole, parameters.blackhole);
    fmt::print("objective {:.5f} -> {:.5f}\n", calibration.objective(committedTimeParameters(), -1),
               calibration.objective(parameters, -1));
  }
  printAll(fit ? "fitted" : "current", tables, parameters);
  return 0;
}
