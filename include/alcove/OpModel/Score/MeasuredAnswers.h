//===- MeasuredAnswers.h - A table of answers from measured rows -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows that ask the same question become one answer: the median, the extremes and the count. How good the three kinds
// of prices are is measured by halves: the shapes of a table are cut in two, each half prices the other.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_SCORE_MEASUREDANSWERS_H
#define ALCOVE_OPMODEL_SCORE_MEASUREDANSWERS_H

#include "alcove/OpModel/MeasuredTimes.h"
#include "alcove/OpModel/Score/TimeScore.h"

namespace alcove::opmodel {

/// One answer per chip and question; cases with several queries are no questions of a chip and are left out. `chip`
/// stands for the chips of the cases when it is given. `unpriced` counts the answers whose op the model has no time for.
MeasuredTimes answersOf(const std::vector<TimeCase> &cases, const std::string &source, const std::string &release,
                        const MeasuredChip *chip = nullptr, int64_t *unpriced = nullptr);

/// Errors |estimated - measured| / measured of prices of one kind of evidence, and how many lie within their intervals.
struct EvidenceErrors {
  int64_t questions = 0, inside = 0;
  double median = 0, p90 = 0;
  double modelMedian = 0; ///< of the model alone on the same questions
};
/// By evidence: each half of the shapes is priced with the other half's answers. Rows of the own half are priced by
/// every second row of their question: the repeat noise. Deterministic in `split`.
std::map<Evidence, EvidenceErrors> scoreEvidence(const std::vector<TimeCase> &cases, uint64_t split);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_SCORE_MEASUREDANSWERS_H
