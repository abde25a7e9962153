//===- Intervals.h - Intervals of times from residuals, and their coverage ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures of TimeIntervals.def. A question counts once, with the median of its rows. Quantiles are of the logarithm
// of measured over estimated; those of a cell with n questions are n parts its own and `prior` parts its family's, and
// a family's the same with the mean of all families'.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_SCORE_INTERVALS_H
#define ALCOVE_OPMODEL_SCORE_INTERVALS_H

#include "alcove/OpModel/Score/Calibration.h"
#include "alcove/OpModel/TimeIntervals.h"

namespace alcove::opmodel {

/// Residual of one question.
struct Residual {
  TimeFamily family = TimeFamily::Elementwise;
  TimeRegime regime = TimeRegime::Launch;
  std::string scoreFamily; ///< family of the table's scores
  double estimatedNs = 0, measuredNs = 0;
  Runtime runtime;
  const TimeCase *timeCase = nullptr;
};
/// Residuals of every question of the tables that the model answers, in the order of the tables.
std::vector<Residual> residualsOf(const std::vector<TimeCases> &tables, const TimeParameterPair &parameters);

TimeIntervalTable fitIntervals(const std::vector<Residual> &residuals);
/// Lines of TimeIntervals.def.
std::string intervalLines(const TimeIntervalTable &table);

/// Questions of a family, of the table of intervals (Matmul) or of scores (nlp_concat_heads), and how many of them lie
/// inside their interval.
struct Coverage {
  std::string family;
  int64_t questions = 0, inside = 0;
};
/// Coverage by family of the table, then by family of scores; the total last.
std::vector<Coverage> coverageOf(const std::vector<Residual> &residuals, const TimeIntervalTable &table);
/// Both halves of the shapes: constants (those in `only`, all when it is empty) and intervals are fitted to one, and
/// the other is covered.
std::vector<Coverage> heldOutCoverage(const std::vector<TimeCases> &tables, int rounds, uint64_t split,
                                      const std::set<std::string> &only);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_SCORE_INTERVALS_H
