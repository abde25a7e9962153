//===- Calibrate.cpp - Fits the constants of the time half ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   OpModelCalibrate TABLE.csv ...                   prints fit figures with the constants as they are
//   OpModelCalibrate --fit --rounds=3 TABLE.csv ...  fits them to all rows and prints the changed ones
//   OpModelCalibrate --cross TABLE.csv ...           fits to one half of the shapes and scores the other, both ways;
//                                                    starts from constants that are all wrong by up to 1.7x
//
// Coordinate search: one constant at a time is scaled by a few factors and the best is kept; the objective is the
// mean over families of a capped absolute log error. The halves are cut by shape within a family and architecture; no
// shape is on both sides. Deterministic; the work is rounds x constants x factors x rows.
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/TimeScore.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>
#include <string>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

uint64_t fnv1a(const std::string &text) {
  uint64_t hash = 1469598103934665603ull;
  for (unsigned char c : text)
    hash = (hash ^ c) * 1099511628211ull;
  return hash ^ (hash >> 29);
}

/// Cases that ask the same question count once, with the median of their figures.
struct Sample {
  TimeCase timeCase;
  double measured = 0, weight = 1;
  int half = -1;
};

struct Family {
  std::string name;
  Arch arch;
  std::vector<size_t> samples;
};

/// Large sweeps are thinned for the search: every `stride`-th question of a family with more than `limit`.
constexpr size_t searchLimit = 160;

class Calibration {
public:
  void add(const TimeCases &table) {
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
      sample.weight = std::sqrt(static_cast<double>(rows.size()));
      std::string family = stratum(table, *rows.front());
      byFamily[family].push_back(samples.size());
      samples.push_back(std::move(sample));
    }
    for (auto &[name, members] : byFamily) {
      // Shapes of a family on one architecture take sides in turn, in the order of their hashes. A single shape is
      // on both sides when fitting and on none when scoring.
      std::set<std::pair<uint64_t, std::string>> shapes;
      for (size_t i : members)
        shapes.insert({fnv1a(samples[i].timeCase.shapeKey), samples[i].timeCase.shapeKey});
      std::map<std::string, int> sideOfShape;
      int side = 0;
      for (const auto &[hash, shape] : shapes) {
        sideOfShape[shape] = shapes.size() == 1 ? -1 : side;
        side = 1 - side;
      }
      for (size_t i : members)
        halves[samples[i].timeCase.questionKey] = samples[i].half = sideOfShape[samples[i].timeCase.shapeKey];
      families.push_back({name, samples[members.front()].timeCase.chip.arch, members});
    }
    tables.push_back(table);
  }

  /// `half` -1: all samples.
  double objective(Arch arch, const TimeParameters &parameters, int half) const {
    double sum = 0, count = 0;
    for (const Family &family : families) {
      if (family.arch != arch)
        continue;
      double errors = 0, weights = 0;
      size_t stride = std::max<size_t>(1, family.samples.size() / searchLimit);
      for (size_t i = 0; i < family.samples.size(); i += stride) {
        const Sample &sample = samples[family.samples[i]];
        if (half >= 0 && sample.half == 1 - half)
          continue;
        std::optional<double> estimate = estimateCase(sample.timeCase, parameters);
        double error = estimate && *estimate > 0 ? std::abs(std::log(*estimate / sample.measured)) : 1.0;
        errors += sample.weight * std::min(error, 0.7);
        weights += sample.weight;
      }
      if (weights == 0)
        continue;
      // Families with more rows weigh more, slowly.
      double familyWeight = std::sqrt(weights);
      sum += familyWeight * errors / weights;
      count += familyWeight;
    }
    return count > 0 ? sum / count : 0;
  }

  /// Constants that know nothing of the fit: each fitted one is off by a factor from 0.6 to 1.7 that its name decides.
  static TimeParameters cold(TimeParameters parameters, const std::set<std::string> &fixed) {
    for (const TimeParameterRow &row : timeParameterTable())
      if (!fixed.count(row.name))
        parameters.*row.field *= 0.6 * std::pow(1.7 / 0.6, static_cast<double>(fnv1a(row.name) % 1000) / 1000);
    return parameters;
  }

  TimeParameters fit(Arch arch, TimeParameters parameters, int half, int rounds,
                     const std::set<std::string> &fixed) const {
    double best = objective(arch, parameters, half);
    double span = 1.25;
    const TimeParameters start = parameters;
    for (int round = 0; round < rounds; ++round, span = std::sqrt(span)) {
      for (const TimeParameterRow &row : timeParameterTable()) {
        if (fixed.count(row.name))
          continue;
        for (double factor : {1 / (span * span), 1 / span, span, span * span}) {
          TimeParameters trial = parameters;
          trial.*row.field *= factor;
          // A fit must not run away along a constant that few rows depend on.
          if (trial.*row.field > 2.5 * start.*row.field || trial.*row.field < 0.4 * start.*row.field)
            continue;
          double value = objective(arch, trial, half);
          if (value < best - 1e-6) {
            best = value;
            parameters = trial;
          }
        }
      }
      fmt::print(stderr, "arch {} half {} round {}: {:.4f}\n", static_cast<int>(arch), half, round, best);
    }
    return parameters;
  }

  /// Figures of all tables, restricted to one half of the shapes.
  void print(const TimeParameters &wormhole, const TimeParameters &blackhole, int half, const char *title) const {
    for (const TimeCases &table : tables) {
      std::vector<TimeCase> cases;
      std::vector<std::optional<double>> estimates;
      for (const TimeCase &c : table.cases)
        if (half < 0 || halves.at(c.questionKey) == half) {
          cases.push_back(c);
          estimates.push_back(estimateCase(c, c.chip.arch == Arch::Blackhole ? blackhole : wormhole));
        }
      for (const TimeErrors &errors : scoreTimes(cases, estimates))
        if (errors.rows >= 10)
          fmt::print("{:<8} {:<22} {:<34} {:>5} rows  median {:>6.1f} %  p90 {:>6.1f} %  rank {:.3f} (best {:.3f})\n",
                     title, table.table, errors.family, errors.rows, 100 * errors.median, 100 * errors.p90, errors.rank,
                     errors.bestRank);
    }
  }

private:
  static std::string stratum(const TimeCases &table, const TimeCase &timeCase) {
    return fmt::format("{}/{}/{}", table.table, timeCase.family, static_cast<int>(timeCase.chip.arch));
  }

  std::map<std::string, int> halves; ///< question -> side
  std::vector<Sample> samples;
  std::vector<Family> families;
  std::vector<TimeCases> tables;
};

void printChanges(Arch arch, const TimeParameters &parameters) {
  for (const TimeParameterRow &row : timeParameterTable()) {
    double before = arch == Arch::Blackhole ? row.blackhole : row.wormhole;
    if (parameters.*row.field != before)
      fmt::print("{} {} {:.4g} -> {:.4g} {}\n", arch == Arch::Blackhole ? "blackhole" : "wormhole", row.name, before,
                 parameters.*row.field, row.unit);
  }
}

} // namespace

int main(int argc, char **argv) {
  bool fit = false, cross = false;
  int rounds = 3;
  Calibration calibration;
  // Read from documents, not fitted.
  std::set<std::string> fixed = {"multicastBytesPerCycle", "linkBytesPerCycle", "ethernetBytesPerNs", "l1Latency",
                                 "pcieBytesPerCycle"};
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--fit")
      fit = true;
    else if (argument == "--cross")
      cross = true;
    else if (argument.rfind("--rounds=", 0) == 0)
      rounds = std::clamp(std::atoi(argument.c_str() + 9), 1, 20);
    else if (argument.rfind("--fixed=", 0) == 0)
      fixed.insert(argument.substr(8));
    else {
      Result<CsvTable> table = readCsv(argument);
      Result<TimeCases> cases = table ? readTimeCases(*table) : Result<TimeCases>(table.error());
      if (!cases) {
        fmt::print(stderr, "OpModelCalibrate: {}: {}\n", argument, cases.error().message);
        return 1;
      }
      calibration.add(*cases);
    }
  }
  TimeParameters wormhole = timeParameters(Arch::WormholeB0), blackhole = timeParameters(Arch::Blackhole);
  if (cross) {
    wormhole = Calibration::cold(wormhole, fixed);
    blackhole = Calibration::cold(blackhole, fixed);
    calibration.print(wormhole, blackhole, -1, "cold");
    for (int half : {0, 1}) {
      TimeParameters w = calibration.fit(Arch::WormholeB0, wormhole, half, rounds, fixed);
      TimeParameters b = calibration.fit(Arch::Blackhole, blackhole, half, rounds, fixed);
      calibration.print(w, b, half, half ? "fit B" : "fit A");
      calibration.print(w, b, 1 - half, half ? "score A" : "score B");
    }
    return 0;
  }
  if (fit) {
    wormhole = calibration.fit(Arch::WormholeB0, wormhole, -1, rounds, fixed);
    blackhole = calibration.fit(Arch::Blackhole, blackhole, -1, rounds, fixed);
    printChanges(Arch::WormholeB0, wormhole);
    printChanges(Arch::Blackhole, blackhole);
  }
  calibration.print(wormhole, blackhole, -1, fit ? "fitted" : "current");
  return 0;
}
