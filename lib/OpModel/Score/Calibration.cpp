//===- Calibration.cpp - Fit of the time constants --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/Calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

uint64_t fnv1a(const std::string &text) {
  uint64_t hash = 1469598103934665603ull;
  for (unsigned char c : text)
    hash = (hash ^ c) * 1099511628211ull;
  return hash ^ (hash >> 29);
}

/// A name whose hash differs from split to split.
std::string numbered(uint64_t split, const std::string &name) {
  return split == 0 ? name : std::to_string(split) + ":" + name;
}

/// Large sweeps are thinned for the search: every n-th question of a family with more than this many.
constexpr size_t searchLimit = 160;
/// An error beyond a factor of two counts as one: such rows measured something else.
constexpr double errorCap = 0.7;
/// Errors well below this count quadratically, those above linearly.
constexpr double errorScale = 0.2;
/// A fit must not run away along a constant that few rows depend on.
constexpr double boundFactor = 3;

/// One unknown: a constant of one architecture, or of both when they share it.
struct Unknown {
  double TimeParameters::*field;
  bool wormhole, blackhole;
  double most; ///< a fraction of a peak is at most one
};

std::vector<Unknown> unknowns(const std::set<std::string> &only) {
  std::vector<Unknown> result;
  for (const TimeParameterRow &row : timeParameterTable()) {
    if (Calibration::documented().count(row.name) || (!only.empty() && !only.count(row.name)))
      continue;
    double most = std::string_view(row.unit) == "of peak" ? 1.0 : std::numeric_limits<double>::infinity();
    if (row.wormhole == row.blackhole || Calibration::scaledByWidth().count(row.name)) {
      result.push_back({row.field, true, true, most});
    } else {
      result.push_back({row.field, true, false, most});
      result.push_back({row.field, false, true, most});
    }
  }
  return result;
}

double value(const TimeParameterPair &pair, const Unknown &unknown) {
  return unknown.wormhole ? pair.wormhole.*unknown.field : pair.blackhole.*unknown.field;
}

TimeParameterPair scaled(TimeParameterPair pair, const Unknown &unknown, double factor) {
  if (unknown.wormhole)
    pair.wormhole.*unknown.field *= factor;
  if (unknown.blackhole)
    pair.blackhole.*unknown.field *= factor;
  return pair;
}

} // namespace

TimeParameterPair opmodel::committedTimeParameters() {
  return {timeParameters(Arch::WormholeB0), timeParameters(Arch::Blackhole)};
}

const std::set<std::string> &Calibration::documented() {
  static const std::set<std::string> names = {"multicastBytesPerCycle",
                                              "linkBytesPerCycle",
                                              "ethernetBytesPerNs",
                                              "l1Latency",
                                              "pcieBytesPerCycle",
                                              "matmulSpillBytesPerCycle",
                                              "localCopyBytesPerCycle",
                                              "haloRemoteBytesPerCycle",
                                              "reshardSourceBytesPerCycle",
                                              "writeBytesPerCycle",
                                              "readIssue",
                                              "sfpuBinary",
                                              "sdpaDecodeChunk",
                                              "headNs",
                                              "shardNormStart",
                                              "shardNormCore",
                                              "shardNormTile",
                                              "argmaxTileElement",
                                              "argmaxElement",
                                              "argmaxRow",
                                              "argmaxRowCore",
                                              "topKTile",
                                              "topKLocalTile",
                                              "topKMergeTile",
                                              "reduceTileNs",
                                              "reduceMergeNs",
                                              "bankReadFraction",
                                              "normFp32Factor",
                                              "stickBarrierNs"};
  return names;
}

const std::set<std::string> &Calibration::scaledByWidth() {
  static const std::set<std::string> names = {"readBytesPerCycle", "matmulReadBytesPerCycle",
                                              "matmulUnpackBytesPerCycle", "columnBytesPerCycle",
                                              "haloChipBytesPerCycle"};
  return names;
}

TimeParameterPair Calibration::coldStart(uint64_t split) {
  TimeParameterPair pair = committedTimeParameters();
  for (const TimeParameterRow &row : timeParameterTable()) {
    if (documented().count(row.name))
      continue;
    double factor = 0.6 * std::pow(1.7 / 0.6, static_cast<double>(fnv1a(numbered(split, row.name)) % 1000) / 1000);
    pair.wormhole.*row.field *= factor;
    pair.blackhole.*row.field *= factor;
  }
  return pair;
}

Calibration::Calibration(const std::vector<TimeCases> &tables, uint64_t split) {
  for (const TimeCases &table : tables) {
    std::map<std::string, std::vector<const TimeCase *>> questions;
    for (const TimeCase &c : table.cases)
      questions[c.questionKey].push_back(&c);
    std::map<std::string, std::vector<size_t>> byFamily;
    for (const auto &[key, rows] : questions) {
      std::vector<double> values;
      for (const TimeCase *c : rows)
        values.push_back(c->measuredNs);
      std::sort(values.begin(), values.end());
      Sample sample;
      sample.timeCase = *rows.front();
      sample.measured = values[values.size() / 2];
      byFamily[fmt::format("{}/{}/{}", table.table, sample.timeCase.family,
                           static_cast<int>(sample.timeCase.chip.arch))]
          .push_back(samples.size());
      samples.push_back(std::move(sample));
    }
    for (const auto &[name, members] : byFamily) {
      // Shapes take sides in turn, in the order of their hashes. A single shape is on both sides when fitting and on
      // none when scoring.
      std::set<std::pair<uint64_t, std::string>> shapes;
      for (size_t i : members)
        shapes.insert({fnv1a(numbered(split, samples[i].timeCase.shapeKey)), samples[i].timeCase.shapeKey});
      std::map<std::string, int> sideOfShape;
      int side = 0;
      for (const auto &[hash, shape] : shapes) {
        sideOfShape[shape] = shapes.size() == 1 ? -1 : side;
        side = 1 - side;
      }
      for (size_t i : members) {
        samples[i].family = families.size();
        sides[samples[i].timeCase.questionKey] = samples[i].side = sideOfShape[samples[i].timeCase.shapeKey];
      }
      families.push_back(name);
    }
  }
}

int Calibration::sideOf(const TimeCase &timeCase) const {
  auto it = sides.find(timeCase.questionKey);
  return it == sides.end() ? -1 : it->second;
}

/// Errors of the samples in use, kept between trials: a constant touches few of them.
struct Calibration::Search {
  const Calibration &calibration;
  std::vector<size_t> used;
  std::vector<double> errors;                ///< by position in `used`
  std::vector<double> familySum, familySize; ///< errors and questions in use
  double total = 0, count = 0;

  Search(const Calibration &calibration, const TimeParameterPair &parameters, int side)
      : calibration(calibration), familySum(calibration.families.size()), familySize(calibration.families.size()) {
    std::vector<size_t> size(calibration.families.size()), seen(size.size());
    for (const Sample &sample : calibration.samples)
      ++size[sample.family];
    for (size_t i = 0; i < calibration.samples.size(); ++i) {
      const Sample &sample = calibration.samples[i];
      size_t stride = std::max<size_t>(1, size[sample.family] / searchLimit);
      if (seen[sample.family]++ % stride == 0 && (side < 0 || sample.side != 1 - side))
        used.push_back(i);
    }
    errors.resize(used.size());
    for (size_t i = 0; i < used.size(); ++i) {
      const Sample &sample = calibration.samples[used[i]];
      errors[i] = error(sample, parameters);
      familySum[sample.family] += errors[i];
      familySize[sample.family] += 1;
    }
    // Families with more rows weigh more, slowly.
    for (size_t f = 0; f < familySum.size(); ++f)
      if (familySize[f] > 0) {
        total += familySum[f] / std::sqrt(familySize[f]);
        count += std::sqrt(familySize[f]);
      }
  }

  static double error(const Sample &sample, const TimeParameterPair &parameters) {
    std::optional<double> estimate = estimateCase(sample.timeCase, parameters.of(sample.timeCase.chip.arch));
    double error = estimate && *estimate > 0 ? std::abs(std::log(*estimate / sample.measured)) : 1.0;
    return std::hypot(std::min(error, errorCap), errorScale) - errorScale;
  }
  double mean() const { return count > 0 ? total / count : 0; }

  /// Samples whose answer depends on the constant; regimes change under way, so both directions are tried.
  std::vector<size_t> dependents(const TimeParameterPair &parameters, const Unknown &unknown) const {
    TimeParameterPair low = scaled(parameters, unknown, 0.4), high = scaled(parameters, unknown, 2.5);
    std::vector<size_t> result;
    for (size_t i = 0; i < used.size(); ++i) {
      const TimeCase &c = calibration.samples[used[i]].timeCase;
      if (c.chip.arch == Arch::Blackhole ? !unknown.blackhole : !unknown.wormhole)
        continue;
      std::optional<double> a = estimateCase(c, low.of(c.chip.arch)), b = estimateCase(c, high.of(c.chip.arch)),
                            now = estimateCase(c, parameters.of(c.chip.arch));
      if (a != now || b != now)
        result.push_back(i);
    }
    return result;
  }

  /// The objective with other errors of `members`; kept when `keep`.
  double trial(const std::vector<size_t> &members, const TimeParameterPair &parameters, bool keep) {
    std::map<size_t, double> change;
    for (size_t i : members) {
      const Sample &sample = calibration.samples[used[i]];
      double now = error(sample, parameters);
      change[sample.family] += now - errors[i];
      if (keep)
        errors[i] = now;
    }
    double changed = total;
    for (auto [family, sum] : change) {
      changed += sum / std::sqrt(familySize[family]);
      if (keep)
        familySum[family] += sum;
    }
    if (keep)
      total = changed;
    return count > 0 ? changed / count : 0;
  }
};

double Calibration::objective(const TimeParameterPair &parameters, int side) const {
  return Search(*this, parameters, side).mean();
}

TimeParameterPair Calibration::fit(TimeParameterPair parameters, int side, int rounds,
                                   const std::set<std::string> &only) const {
  const TimeParameterPair start = parameters;
  Search search(*this, parameters, side);
  const std::vector<Unknown> all = unknowns(only);
  double best = search.mean(), span = 1.3;
  for (int round = 0; round < rounds; ++round, span = std::max(1.02, std::pow(span, 0.75))) {
    double before = best;
    for (const Unknown &unknown : all) {
      std::vector<size_t> members = search.dependents(parameters, unknown);
      if (members.empty())
        continue;
      double bestFactor = 1;
      for (double factor : {1 / (span * span), 1 / span, span, span * span}) {
        double next = value(parameters, unknown) * factor, first = value(start, unknown);
        if (next > boundFactor * first || next * boundFactor < first || next > unknown.most)
          continue;
        double objective = search.trial(members, scaled(parameters, unknown, factor), false);
        if (objective < best - 1e-6) {
          best = objective;
          bestFactor = factor;
        }
      }
      if (bestFactor != 1) {
        parameters = scaled(parameters, unknown, bestFactor);
        best = search.trial(members, parameters, true);
      }
    }
    if (before - best < 1e-6 && span <= 1.02)
      break;
  }
  return parameters;
}

CrossValidation opmodel::scoreHalves(const Calibration &calibration, const TimeCases &table,
                                     const TimeParameterPair &side0, const TimeParameterPair &side1) {
  CrossValidation result;
  result.side0 = side0;
  result.side1 = side1;
  std::vector<TimeCase> cases;
  std::vector<std::optional<double>> seen, unseen;
  for (const TimeCase &c : table.cases) {
    int side = calibration.sideOf(c);
    if (side < 0)
      continue;
    cases.push_back(c);
    seen.push_back(estimateCase(c, (side == 0 ? side0 : side1).of(c.chip.arch)));
    unseen.push_back(estimateCase(c, (side == 0 ? side1 : side0).of(c.chip.arch)));
  }
  result.fitted = scoreTimes(cases, seen);
  result.heldOut = scoreTimes(cases, unseen);
  return result;
}

CrossValidation opmodel::crossValidate(const std::vector<TimeCases> &tables, size_t scored, int rounds,
                                       uint64_t split) {
  Calibration calibration(tables, split);
  TimeParameterPair cold = Calibration::coldStart(split);
  return scoreHalves(calibration, tables[scored], calibration.fit(cold, 0, rounds), calibration.fit(cold, 1, rounds));
}

std::vector<CrossSummary> opmodel::summarize(const std::vector<CrossValidation> &splits) {
  std::vector<CrossSummary> result;
  std::map<std::string, size_t> place;
  std::vector<std::array<std::vector<double>, 5>> figures;
  for (const CrossValidation &split : splits)
    for (size_t i = 0; i < split.fitted.size(); ++i) {
      const TimeErrors &in = split.fitted[i], &out = split.heldOut[i];
      auto [it, added] = place.emplace(in.family, result.size());
      if (added) {
        result.push_back({in.family, 0, {}, {}, {}, {}, {}});
        figures.emplace_back();
      }
      result[it->second].rows = std::max(result[it->second].rows, in.rows);
      double values[] = {in.median, in.p90, out.median, out.p90, out.rank};
      for (size_t j = 0; j < 5; ++j)
        figures[it->second][j].push_back(values[j]);
    }
  auto spread = [](const std::vector<double> &values) {
    Spread s;
    for (double value : values)
      s.mean += value / static_cast<double>(values.size());
    for (double value : values)
      s.deviation += (value - s.mean) * (value - s.mean) / static_cast<double>(values.size());
    s.deviation = std::sqrt(s.deviation);
    return s;
  };
  for (size_t i = 0; i < result.size(); ++i) {
    Spread *spreads[] = {&result[i].fittedMedian, &result[i].fittedP90, &result[i].heldOutMedian, &result[i].heldOutP90,
                         &result[i].heldOutRank};
    for (size_t j = 0; j < 5; ++j)
      *spreads[j] = spread(figures[i][j]);
  }
  return result;
}
