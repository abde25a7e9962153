//===- Calibration.h - Fit of the time constants, and its honesty ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants are fitted to measured rows by coordinate search: one constant at a time is scaled by a few factors and the
// best is kept; the objective is the mean over families of a smooth, capped loss of the log error. (An absolute error
// would make every free constant hit one row exactly, and call that a fit.) A question counts once, however often the
// sheets repeat it. A constant that has one value for both architectures in TimeParameters.def is one unknown, fitted
// to the rows of both; so is a rate that is twice as high on Blackhole because its paths are twice as wide.
//
// Two-fold cross-validation by shape:
//
//   shapes of a family   a b c d e f          constants fitted to | rows scored with them
//   sides                0 1 0 1 0 1          side 0: a c e       | b d f   held out
//                                             side 1: b d f       | a c e   held out
//
// so that every row is answered once by constants that never saw its shape. A family with one shape on an architecture
// has nothing to hold back and is left out. Families with a handful of shapes depend on which of them meet: the figures
// are means over several splits, with their standard deviation. The search starts from constants that are all wrong, by
// factors from 0.6 to 1.7 that their names decide: what is committed does not leak into the held-out figures.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_SCORE_CALIBRATION_H
#define ALCOVE_OPMODEL_SCORE_CALIBRATION_H

#include "alcove/OpModel/Score/TimeScore.h"

#include <set>

namespace alcove::opmodel {

/// One set of constants per architecture.
struct TimeParameterPair {
  TimeParameters wormhole, blackhole;
  const TimeParameters &of(Arch arch) const { return arch == Arch::Blackhole ? blackhole : wormhole; }
};
/// The constants of TimeParameters.def.
TimeParameterPair committedTimeParameters();

class Calibration {
public:
  /// `split` numbers the ways to cut the shapes into halves.
  explicit Calibration(const std::vector<TimeCases> &tables, uint64_t split = 0);

  /// Fits to one side of the shapes (-1: to all). Work is bounded by `rounds` x constants x 4 x rows that depend on the
  /// constant. Deterministic.
  /// Only the constants named in `only` move, all when it is empty: what new rows are about is fitted beside what older
  /// rows have settled.
  TimeParameterPair fit(TimeParameterPair start, int side, int rounds, const std::set<std::string> &only = {}) const;
  /// Mean over families of the capped absolute log error.
  double objective(const TimeParameterPair &parameters, int side) const;
  /// 0 or 1; -1 for a question whose family has no other shape on its architecture.
  int sideOf(const TimeCase &timeCase) const;

  /// Start of cross-validation: every fitted constant is wrong, differently for every split.
  static TimeParameterPair coldStart(uint64_t split = 0);
  /// Read from documents, never fitted.
  static const std::set<std::string> &documented();
  /// Rates of paths that Blackhole has twice as wide (64 B for 32): one unknown, `widePaths` times as high there.
  static const std::set<std::string> &scaledByWidth();
  /// Links of both networks: 60.9 and 30.9 B/cycle (tt-npe).
  static constexpr double widePaths = 60.9 / 30.9;

private:
  /// Cases that ask the same question count once, with the median of their figures.
  struct Sample {
    TimeCase timeCase;
    double measured = 0;
    int side = -1;
    size_t family = 0;
  };
  struct Search;

  std::vector<Sample> samples;
  std::vector<std::string> families;
  std::map<std::string, int> sides; ///< question -> side
};

/// Both figures of every family: answered by constants that saw the row's shape, and by constants that did not.
struct CrossValidation {
  std::vector<TimeErrors> fitted, heldOut; ///< same families in the same order, total last
  TimeParameterPair side0, side1;          ///< the constants of the two fits
};
CrossValidation scoreHalves(const Calibration &calibration, const TimeCases &table, const TimeParameterPair &side0,
                            const TimeParameterPair &side1);
/// Cross-validates on `tables` and scores `tables[scored]`.
CrossValidation crossValidate(const std::vector<TimeCases> &tables, size_t scored, int rounds, uint64_t split = 0);

/// Mean over splits and standard deviation between them.
struct Spread {
  double mean = 0, deviation = 0;
};
struct CrossSummary {
  std::string family;
  int64_t rows = 0; ///< in the split that has most
  Spread fittedMedian, fittedP90, heldOutMedian, heldOutP90, heldOutRank;
};
/// The figures of every family of a table over several of its cross-validations.
std::vector<CrossSummary> summarize(const std::vector<CrossValidation> &splits);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_SCORE_CALIBRATION_H
