//===- Refit.h - Constants of one chip from its own measurements -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constants that are shipped are fitted to tables of many chips (Calibration.h). A user's sheets are few and of one
// chip: they determine some constants, and say nothing of most.
//
//   beside the chosen    error of halves, fitted to the other halves     all fits move it
//   sfpuExp              14.0 % -> 2.1 %                                 x 1.48 .. 1.53         chosen
//   dramPageNs            2.1 % -> 1.2 %                                 x 1.08 .. 1.12         chosen
//   softmaxRow            1.2 % -> 1.2 %                                 x 0.90 .. 1.20         the end: others stay
//
// One at a time, for many constants together explain anything: those that do most are asked first.
// Choice and fit together are cross-validated: both are made with one half of the shapes, and scored on the other. Rules
// MT-12 and MT-13 of docs/spec/Measured.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_SCORE_REFIT_H
#define ALCOVE_OPMODEL_SCORE_REFIT_H

#include "alcove/OpModel/Score/Calibration.h"

namespace alcove::opmodel {

struct RefittedConstant {
  std::string name;
  double before = 0, after = 0;
  double disagreement = 1; ///< of fits to halves, as a factor
};

struct Refit {
  std::vector<RefittedConstant> constants;          ///< those that the data determines
  int64_t questions = 0;                            ///< whose family has several shapes
  int64_t tested = 0;                               ///< constants each of which would explain something
  double heldOutBefore = 0, heldOutAfter = 0;       ///< median error on shapes that were not fitted to
  double heldOutP90Before = 0, heldOutP90After = 0; ///< 90th percentile of it
  double fittedAfter = 0;                           ///< median error on all shapes

  /// MT-13
  bool isBetter() const { return !constants.empty() && heldOutAfter < heldOutBefore; }
};

/// Refits the constants of `chip` to questions that it was asked. Work is bounded: for every constant that is found, a fit
/// of each other one by itself and six of those found so far, five times over. Deterministic.
Refit refitConstants(const std::vector<TimeCase> &cases, const ChipParameters &chip, int rounds = 6);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_SCORE_REFIT_H
