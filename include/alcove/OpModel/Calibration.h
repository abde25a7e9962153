//===- Calibration.h - Fit of the time constants, and its honesty ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants are fitted to measured rows by coordinate search: one constant at a time is scaled by a few factors and the
// best is kept; the objective is the mean over families of a capped absolute log error. A constant that has one value
// for both architectures in TimeParameters.def is one unknown, fitted to the rows of both.
//
// Two-fold cross-validation by shape:
//
//   shapes of a family   a b c d e f          constants fitted to | rows scored with them
//   sides                0 1 0 1 0 1          side 0: a c e       | b d f   held out
//                                             side 1: b d f       | a c e   held out
//
// so that every row is answered once by constants that never saw its shape. A family with one shape on an architecture
// has nothing to hold back and is left out. The search starts from constants that are all wrong, by factors from 0.6 to
// 1.7 that their names decide: what is committed does not leak into the held-out figures.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_CALIBRATION_H
#define ALCOVE_OPMODEL_CALIBRATION_H

#include "alcove/OpModel/TimeScore.h"

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
  explicit Calibration(const std::vector<TimeCases> &tables);

  /// Fits to one side of the shapes (-1: to all). Work is bounded by `rounds` x constants x 4 x rows that depend on the
  /// constant. Deterministic.
  TimeParameterPair fit(TimeParameterPair start, int side, int rounds) const;
  /// Mean over families of the capped absolute log error.
  double objective(const TimeParameterPair &parameters, int side) const;
  /// 0 or 1; -1 for a question whose family has no other shape on its architecture.
  int sideOf(const TimeCase &timeCase) const;

  /// Start of cross-validation: every fitted constant is wrong.
  static TimeParameterPair coldStart();
  /// Read from documents, never fitted.
  static const std::set<std::string> &documented();

private:
  /// Cases that ask the same question count once, with the median of their figures.
  struct Sample {
    TimeCase timeCase;
    double measured = 0, weight = 1;
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
CrossValidation crossValidate(const std::vector<TimeCases> &tables, size_t scored, int rounds);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_CALIBRATION_H
