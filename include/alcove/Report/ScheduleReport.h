//===- ScheduleReport.h - A graph schedule in words and as a drawing -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_SCHEDULEREPORT_H
#define ALCOVE_REPORT_SCHEDULEREPORT_H

#include "alcove/Plan/GraphSchedule/Problem.h"

namespace alcove::report {

/// Names of operations for people; empty = "MatMul 3", "Pointwise 4".
using OperationNames = std::vector<std::string>;

/// Per subgraph: operations, tile grid, working set, what binds its steps, what it retains, and what the next-best
/// granularity, no retention and no fusion would have cost. `evaluation` must be that of `solution`.
std::string explainSchedule(const plan::schedule::Problem &problem, const plan::schedule::Solution &solution,
                            const plan::schedule::Evaluation &evaluation, const OperationNames &names = {});

/// A time axis with one box per subgraph: height of the filled part = share of the capacity, colour = compute- or
/// memory-bound, arrows between neighbours = retained tensors. A complete SVG file.
std::string drawSchedule(const plan::schedule::Problem &problem, const plan::schedule::Solution &solution,
                         const plan::schedule::Evaluation &evaluation, const OperationNames &names = {});

} // namespace alcove::report

#endif // ALCOVE_REPORT_SCHEDULEREPORT_H
