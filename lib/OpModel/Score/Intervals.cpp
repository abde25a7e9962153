//===- Intervals.cpp - Intervals of times from residuals, and their coverage ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/Intervals.h"

#include "alcove/Base/Support/Quantile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

constexpr double prior = 8;                     ///< questions that the wider group counts as
constexpr size_t fewest = 10;                   ///< questions of a family that has quantiles of its own
constexpr double lowest = 0.04, highest = 0.96; ///< a little beyond 5 % and 95 %: the next rows are not these

struct LogRange {
  double low = 0, high = 0;
};

LogRange shrunk(const std::vector<double> &values, const LogRange &wider) {
  double n = static_cast<double>(values.size());
  return {(n * quantile(values, lowest) + prior * wider.low) / (n + prior),
          (n * quantile(values, highest) + prior * wider.high) / (n + prior)};
}

std::optional<Residual> residualOf(const TimeCase &timeCase, const TimeParameters &parameters) {
  Residual residual;
  residual.measuredNs = timeCase.measuredNs;
  residual.scoreFamily = timeCase.family;
  residual.timeCase = &timeCase;
  for (const Query &query : timeCase.queries) {
    std::optional<TimedFamily> timed = estimateWithFamily(query, timeCase.chip, parameters);
    if (!timed || !(timed->runtime.totalNs > 0))
      return std::nullopt;
    residual.family = timed->family;
    residual.regime = regimeOf(timed->runtime);
    residual.runtime = timed->runtime;
    residual.estimatedNs += timed->runtime.totalNs / static_cast<double>(timeCase.queries.size());
  }
  residual.runtime.totalNs = residual.estimatedNs;
  return timeCase.queries.empty() ? std::nullopt : std::optional(residual);
}

} // namespace

std::vector<Residual> opmodel::residualsOf(const std::vector<TimeCases> &tables, const TimeParameterPair &parameters) {
  std::vector<Residual> result;
  for (const TimeCases &table : tables) {
    std::map<std::string, std::vector<const TimeCase *>> questions;
    for (const TimeCase &c : table.cases)
      questions[c.questionKey].push_back(&c);
    for (auto &[key, rows] : questions) {
      auto middle = rows.begin() + static_cast<ptrdiff_t>(rows.size() / 2);
      std::nth_element(rows.begin(), middle, rows.end(),
                       [](const TimeCase *a, const TimeCase *b) { return a->measuredNs < b->measuredNs; });
      if (auto residual = residualOf(**middle, parameters.of((*middle)->chip.arch)))
        result.push_back(*residual);
    }
  }
  return result;
}

TimeIntervalTable opmodel::fitIntervals(const std::vector<Residual> &residuals) {
  std::array<std::vector<double>, numTimeFamilies> ofFamily;
  std::array<std::array<std::vector<double>, numTimeRegimes>, numTimeFamilies> ofCell;
  TimeIntervalTable table{};
  for (const Residual &r : residuals) {
    double log = std::log(r.measuredNs / r.estimatedNs);
    size_t family = static_cast<size_t>(r.family), regime = static_cast<size_t>(r.regime);
    ofFamily[family].push_back(log);
    ofCell[family][regime].push_back(log);
    TimeInterval &cell = table[family][regime];
    cell.fromNs = cell.questions == 0 ? r.estimatedNs : std::min(cell.fromNs, r.estimatedNs);
    cell.toNs = std::max(cell.toNs, r.estimatedNs);
    ++cell.questions;
  }
  // Families count alike, however many questions a sweep of one op asks.
  LogRange everything;
  double families = 0;
  for (const std::vector<double> &values : ofFamily)
    families += values.size() >= fewest;
  for (const std::vector<double> &values : ofFamily)
    if (values.size() >= fewest) {
      everything.low += quantile(values, lowest) / families;
      everything.high += quantile(values, highest) / families;
    }
  for (size_t f = 0; f < numTimeFamilies; ++f) {
    LogRange family = shrunk(ofFamily[f], everything);
    for (size_t r = 0; r < numTimeRegimes; ++r) {
      LogRange range = shrunk(ofCell[f][r], family);
      // The estimate itself lies inside.
      table[f][r].low = std::min(1.0, std::exp(range.low));
      table[f][r].high = std::max(1.0, std::exp(range.high));
    }
  }
  return table;
}

std::string opmodel::intervalLines(const TimeIntervalTable &table) {
  std::string text;
  for (size_t f = 0; f < numTimeFamilies; ++f)
    for (size_t r = 0; r < numTimeRegimes; ++r) {
      const TimeInterval &cell = table[f][r];
      text += fmt::format("ALCOVE_TIME_INTERVAL({}, {}, {:.3f}, {:.3f}, {:.0f}, {:.0f}, {})\n",
                          toString(static_cast<TimeFamily>(f)), toString(static_cast<TimeRegime>(r)), cell.low,
                          cell.high, cell.fromNs, cell.toNs, cell.questions);
    }
  return text;
}

std::vector<Coverage> opmodel::coverageOf(const std::vector<Residual> &residuals, const TimeIntervalTable &table) {
  std::map<std::string, Coverage> families;
  Coverage total{"total", 0, 0};
  for (const Residual &r : residuals) {
    Runtime runtime = r.runtime;
    setInterval(runtime, r.family, table);
    bool inside = r.measuredNs >= runtime.lowNs && r.measuredNs <= runtime.highNs;
    for (std::string name : {r.scoreFamily, std::string(toString(r.family))})
      families[name].family = name;
    for (Coverage *c : {&families[r.scoreFamily], &families[toString(r.family)], &total}) {
      ++c->questions;
      c->inside += inside;
    }
  }
  std::vector<Coverage> result;
  for (auto &[name, coverage] : families)
    result.push_back(coverage);
  result.push_back(total);
  return result;
}

std::vector<Coverage> opmodel::heldOutCoverage(const std::vector<TimeCases> &tables, int rounds, uint64_t split,
                                               const std::set<std::string> &only) {
  Calibration calibration(tables, split);
  std::map<std::string, Coverage> families;
  Coverage total{"total", 0, 0};
  for (int side : {0, 1}) {
    TimeParameterPair parameters = calibration.fit(committedTimeParameters(), side, rounds, only);
    std::vector<Residual> seen, unseen;
    for (Residual &r : residualsOf(tables, parameters)) {
      int of = calibration.sideOf(*r.timeCase);
      (of == 1 - side ? unseen : seen).push_back(r);
    }
    for (const Coverage &c : coverageOf(unseen, fitIntervals(seen))) {
      Coverage &sum = c.family == "total" ? total : families[c.family];
      sum.family = c.family;
      sum.questions += c.questions;
      sum.inside += c.inside;
    }
  }
  std::vector<Coverage> result;
  for (auto &[name, coverage] : families)
    result.push_back(coverage);
  result.push_back(total);
  return result;
}
