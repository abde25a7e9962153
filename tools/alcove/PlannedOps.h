//===- PlannedOps.h - Ops of a plan and their prices ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_PLANNEDOPS_H
#define ALCOVE_TOOLS_ALCOVE_PLANNEDOPS_H

#include "Programs.h"

#include "alcove/OpModel/MeasuredTimes.h"

namespace alcove::front {

/// An op as the summary's JSON has it.
struct PlannedOp {
  std::string name, op, place, layout, question, price;
  std::string reason, toTry; ///< why it is not in L1, and a layout that would be; empty where it is
  double ns = 0, lowNs = 0, highNs = 0;
  double regret = 0; ///< what its price adds to the plan's regret, where draws were asked for
};

struct PlannedProgram {
  double ns = 0;
  Bytes peakL1 = 0, usableL1 = 0; ///< of a core: to the highest address taken, and what there is
  std::vector<PlannedOp> ops;

  /// The first op of this name; null: there is none.
  const PlannedOp *find(const std::string &name) const;
};

/// Reads the file of `--summary-json`.
Result<PlannedProgram> readPlanned(const std::string &path);

/// Plans with the words of `alcove plan`, and reads the plan by way of the summary, which is written to `summary`.
Result<PlannedProgram> plannedProgram(const Words &planning, const std::filesystem::path &summary);
/// Its ops.
Result<std::vector<PlannedOp>> plannedOps(const Words &planning, const std::filesystem::path &summary);

/// What the ops take at the prices of a table; nothing is measured of ops without a question.
Result<double> pricedBy(const std::vector<PlannedOp> &ops, const opmodel::MeasuredTimes &times,
                        const opmodel::ChipParameters &chip);

/// How many ops of `after` lie elsewhere than in `before`.
int64_t opsMoved(const std::vector<PlannedOp> &before, const std::vector<PlannedOp> &after);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_PLANNEDOPS_H
