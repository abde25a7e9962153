//===- MLSys.h - JSON files of the MLSys 2026 contest -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problem: parallel lists `widths`, `heights` (per tensor), `inputs`, `outputs`, `base_costs`, `op_types` (per
// operation), and `fast_memory_capacity`, `slow_memory_bandwidth`, `native_granularity` [w, h].
// Solution: parallel lists `subgraphs`, `granularities`, `tensors_to_retain`, `traversal_orders`,
// `subgraph_latencies` (per subgraph; the last two may be absent when read).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_GRAPHSCHEDULE_FORMAT_MLSYS_H
#define ALCOVE_PLAN_GRAPHSCHEDULE_FORMAT_MLSYS_H

#include "alcove/Plan/GraphSchedule/Problem.h"

#include <string_view>
#include <vector>

namespace alcove::formats {

/// Parses and checks (rules GS-P1…); errors name the JSON path.
Result<plan::schedule::Problem> readMLSysProblem(std::string_view text);
/// Parses; the lists must be parallel. Validity is the business of `plan::schedule::evaluate`.
Result<plan::schedule::Solution> readMLSysSolution(std::string_view text);

/// `names` (per operation, may be empty) become `op_names`, which the contest does not know and other readers ignore.
std::string writeMLSysProblem(const plan::schedule::Problem &problem, const std::vector<std::string> &names = {});
/// `op_names` of a problem file; empty if it has none.
Result<std::vector<std::string>> readMLSysNames(std::string_view text);
/// `subgraph_latencies` are the `claimedLatency` of the subgraphs.
std::string writeMLSysSolution(const plan::schedule::Solution &solution);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_GRAPHSCHEDULE_FORMAT_MLSYS_H
