//===- ComparePlans.h - Two plans beside each other -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_COMPAREPLANS_H
#define ALCOVE_REPORT_COMPAREPLANS_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <string>
#include <string_view>
#include <vector>

namespace alcove::report {

/// What `summary-json` says of one plan, as far as it is compared.
struct PlanFigures {
  struct Op {
    std::string name, kind, place, layout;
    Nanoseconds time = 0;
  };
  std::string module, policy;
  std::string file, device, options; ///< empty in summaries that do not say
  Nanoseconds time = 0;
  int64_t dramBytes = 0, peakL1Bytes = 0, resultsInL1 = 0, activations = 0, reshards = 0, spills = 0;
  std::vector<Op> ops;
};
/// Errors name the member that is missing or of another type.
Result<PlanFigures> parsePlanFigures(std::string_view summaryJson);

/// An op of either plan. One of both sides may be null.
struct OpChange {
  const PlanFigures::Op *before = nullptr, *after = nullptr;
  Nanoseconds delta() const { return (after ? after->time : 0) - (before ? before->time : 0); }
  bool moved() const { return !before || !after || before->layout != after->layout; }
};

/// Ops by name, those of `before` in its order, then those that only `after` has. The plans outlive the list.
std::vector<OpChange> changesOf(const PlanFigures &before, const PlanFigures &after);

/// Totals, then the ops whose time or place changed, the largest change first, at most `maxOps`.
std::string comparisonText(const PlanFigures &before, const PlanFigures &after, size_t maxOps);
/// The comparison as JSON, with all changes.
std::string comparisonJson(const PlanFigures &before, const PlanFigures &after);

} // namespace alcove::report

#endif // ALCOVE_REPORT_COMPAREPLANS_H
