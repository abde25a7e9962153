//===- Refit.cpp - Constants of one chip from its own measurements --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/Refit.h"

#include "alcove/Base/Support/Quantile.h"

#include <algorithm>
#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

constexpr double leastMove = 0.02;     ///< of a constant's logarithm: the search steps by as much
constexpr double surely = 2;           ///< moves count that are as many times what the fits disagree
constexpr double leastGain = 0.1;      ///< part of the held-out objective that a constant must take away
constexpr int64_t fewestQuestions = 6; ///< questions that a constant must be seen in
constexpr uint64_t splits = 3, outerSplits = 2;

/// Questions that have another shape beside them, and so a side.
std::vector<TimeCase> withSides(const std::vector<TimeCase> &cases) {
  Calibration calibration({TimeCases{"sheets", cases, 0}});
  std::vector<TimeCase> result;
  for (const TimeCase &c : distinctQuestions(cases))
    if (calibration.sideOf(c) >= 0)
      result.push_back(c);
  return result;
}

std::vector<TimeCase> half(const Calibration &calibration, const std::vector<TimeCase> &cases, int side) {
  std::vector<TimeCase> result;
  std::ranges::copy_if(cases, std::back_inserter(result),
                       [&](const TimeCase &c) { return calibration.sideOf(c) == side; });
  return result;
}

/// Both architectures are given the chip's constants: those that the two share are one unknown.
struct Fitter {
  Arch arch;
  TimeParameterPair start;
  int rounds;

  const TimeParameters &of(const TimeParameterPair &pair) const { return pair.of(arch); }

  TimeParameterPair fitted(const std::vector<TimeCase> &cases, const std::set<std::string> &names) const {
    // No name would mean all of them.
    return names.empty() ? start : Calibration({TimeCases{"sheets", cases, 0}}).fit(start, -1, rounds, names);
  }

  /// Fits of `names` to halves, and what the other halves say of them.
  struct Halves {
    std::vector<TimeParameterPair> fits;
    double heldOut = 0;
  };
  Halves halves(const std::vector<Calibration> &calibrations, const std::set<std::string> &names) const {
    Halves result;
    for (const Calibration &calibration : calibrations)
      for (int side : {0, 1}) {
        result.fits.push_back(names.empty() ? start : calibration.fit(start, side, rounds, names));
        result.heldOut += calibration.objective(result.fits.back(), 1 - side);
      }
    return result;
  }

  /// How `name` moved in fits: mean of the logarithms, and their deviation.
  std::pair<double, double> moveOf(const std::string &name, const std::vector<TimeParameterPair> &fits) const {
    double sum = 0, squares = 0, n = static_cast<double>(fits.size());
    for (const TimeParameterRow &row : timeParameterTable())
      for (const TimeParameterPair &fit : fits)
        if (name == row.name) {
          double move = std::log(of(fit).*row.field / of(start).*row.field);
          sum += move / n;
          squares += move * move / n;
        }
    return {sum, std::sqrt(std::max(0.0, squares - sum * sum))};
  }

  /// Constants that may be fitted: enough questions bear on them, and no document states them.
  std::vector<const TimeParameterRow *> seenIn(const std::vector<TimeCase> &cases) const {
    std::vector<const TimeParameterRow *> rows;
    std::vector<std::optional<double>> before;
    for (const TimeCase &c : cases)
      before.push_back(estimateCase(c, of(start)));
    for (const TimeParameterRow &row : timeParameterTable()) {
      if (Calibration::documented().contains(row.name))
        continue;
      TimeParameters other = of(start);
      other.*row.field *= 1.1;
      int64_t questions = 0;
      for (size_t i = 0; i < cases.size(); ++i)
        questions += estimateCase(cases[i], other) != before[i];
      if (questions >= fewestQuestions)
        rows.push_back(&row);
    }
    return rows;
  }

  /// The constant that explains most beside those that are chosen; empty when none does.
  std::string best(const Calibration &calibration, const std::vector<const TimeParameterRow *> &rows,
                   const std::set<std::string> &chosen, const TimeParameterPair &now, int64_t &tested) const {
    std::string name;
    double least = calibration.objective(now, -1), before = least;
    tested = 0;
    for (const TimeParameterRow *row : rows) {
      if (chosen.contains(row->name))
        continue;
      double objective = calibration.objective(calibration.fit(now, -1, rounds, {row->name}), -1);
      tested += objective < before;
      if (objective < least) {
        least = objective;
        name = row->name;
      }
    }
    return name;
  }

  /// MT-12: one constant after the other, as long as halves that were not fitted to gain by it.
  std::vector<RefittedConstant> determined(const std::vector<TimeCase> &cases, int64_t *tested = nullptr) const {
    std::vector<Calibration> calibrations;
    for (uint64_t split = 0; split < splits; ++split)
      calibrations.emplace_back(std::vector{TimeCases{"sheets", cases, 0}}, split);
    std::set<std::string> chosen;
    std::vector<RefittedConstant> result;
    const std::vector<const TimeParameterRow *> rows = seenIn(cases);
    Halves now = halves(calibrations, chosen);
    for (;;) {
      int64_t counted = 0;
      std::string next = best(calibrations.front(), rows, chosen, fitted(cases, chosen), counted);
      if (tested && chosen.empty())
        *tested = counted;
      if (next.empty())
        return result;
      std::set<std::string> more = chosen;
      more.insert(next);
      Halves with = halves(calibrations, more);
      auto [move, apart] = moveOf(next, with.fits);
      if (with.heldOut > (1 - leastGain) * now.heldOut || std::abs(move) < std::max(leastMove, surely * apart))
        return result;
      chosen = std::move(more);
      now = std::move(with);
      result.push_back({next, 0, 0, std::exp(apart)});
    }
  }

  void addErrors(const std::vector<TimeCase> &cases, const TimeParameterPair &pair, std::vector<double> &into) const {
    for (const TimeCase &c : cases)
      if (std::optional<double> ns = estimateCase(c, of(pair)); ns && *ns > 0)
        into.push_back(std::abs(*ns / c.measuredNs - 1));
  }
};

std::set<std::string> namesOf(const std::vector<RefittedConstant> &constants) {
  std::set<std::string> names;
  for (const RefittedConstant &each : constants)
    names.insert(each.name);
  return names;
}

} // namespace

Refit opmodel::refitConstants(const std::vector<TimeCase> &all, const ChipParameters &chip, int rounds) {
  Fitter fitter{chip.arch, committedTimeParameters(), rounds};
  (chip.arch == Arch::Blackhole ? fitter.start.blackhole : fitter.start.wormhole) = timeParameters(chip);
  std::vector<TimeCase> cases = withSides(all);
  Refit result;
  result.questions = static_cast<int64_t>(cases.size());
  // MT-13: neither the choice of constants nor their values have seen the shapes that are scored.
  std::vector<double> before, after;
  for (uint64_t split = 0; split < outerSplits; ++split) {
    Calibration outer({TimeCases{"sheets", cases, 0}}, splits + split);
    for (int side : {0, 1}) {
      std::vector<TimeCase> seen = half(outer, cases, side), unseen = half(outer, cases, 1 - side);
      fitter.addErrors(unseen, fitter.start, before);
      fitter.addErrors(unseen, fitter.fitted(seen, namesOf(fitter.determined(seen))), after);
    }
  }
  result.heldOutBefore = quantile(before, 0.5);
  result.heldOutAfter = quantile(after, 0.5);
  result.heldOutP90Before = quantile(before, 0.9);
  result.heldOutP90After = quantile(after, 0.9);
  result.constants = fitter.determined(cases, &result.tested);
  TimeParameterPair best = fitter.fitted(cases, namesOf(result.constants));
  std::vector<double> errors;
  fitter.addErrors(cases, best, errors);
  result.fittedAfter = quantile(errors, 0.5);
  for (RefittedConstant &each : result.constants)
    for (const TimeParameterRow &row : timeParameterTable())
      if (each.name == row.name) {
        each.before = fitter.of(fitter.start).*row.field;
        each.after = fitter.of(best).*row.field;
      }
  return result;
}
