//===- Examples.h - Small problems with pencil-sized numbers ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_EXAMPLES_H
#define ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_EXAMPLES_H

#include "alcove/Plan/GraphSchedule/Problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace alcove::plan::schedule {

/// x (8 columns × 4 rows) · W (6 × 8) = t2 (6 × 4) → pointwise → t3 (6 × 4); t3 · V (4 × 6) = t5 (4 × 4).
/// Operations 0 MatMul (cost 40), 1 Pointwise (cost 7), 2 MatMul (cost 30); native 4 × 4, capacity 200, bandwidth 10.
inline Problem twoLayers() {
  Problem p;
  p.tensors = {{8, 4}, {6, 8}, {6, 4}, {6, 4}, {4, 6}, {4, 4}};
  p.ops = {{OpKind::MatMul, 40, {0, 1}, {2}}, {OpKind::Pointwise, 7, {2}, {3}}, {OpKind::MatMul, 30, {3, 4}, {5}}};
  p.capacity = 200;
  p.bandwidth = 10;
  p.nativeWidth = p.nativeHeight = 4;
  return p;
}

/// Pointwise diamond over 8 × 8 tensors: op 0: t0 → t1, op 1: t1 → t2, op 2: (t1, t2) → t3. Costs 10, 20, 30.
inline Problem diamond() {
  Problem p;
  p.tensors = {{8, 8}, {8, 8}, {8, 8}, {8, 8}};
  p.ops = {{OpKind::Pointwise, 10, {0}, {1}}, {OpKind::Pointwise, 20, {1}, {2}}, {OpKind::Pointwise, 30, {1, 2}, {3}}};
  p.capacity = 400;
  p.bandwidth = 16;
  p.nativeWidth = p.nativeHeight = 4;
  return p;
}

/// A (8 × 8) · B (8 × 8) = C, C · D = E: two MatMuls of depth 8. Cost 16 each.
inline Problem matmulChain() {
  Problem p;
  p.tensors = {{8, 8}, {8, 8}, {8, 8}, {8, 8}, {8, 8}};
  p.ops = {{OpKind::MatMul, 16, {0, 1}, {2}}, {OpKind::MatMul, 16, {2, 3}, {4}}};
  p.capacity = 1000;
  p.bandwidth = 8;
  p.nativeWidth = p.nativeHeight = 4;
  return p;
}

inline Subgraph group(std::vector<int32_t> ops, Granularity g, std::vector<int32_t> retained = {},
                      std::optional<std::vector<int32_t>> order = std::nullopt) {
  return {std::move(ops), g, std::move(retained), std::move(order), std::nullopt};
}

inline void expectBroken(const Problem &problem, const std::vector<Subgraph> &subgraphs, const char *rule,
                         const char *text, const Rules &rules = {}) {
  Result<Evaluation> evaluation = evaluate(problem, {subgraphs}, rules);
  ASSERT_FALSE(evaluation.ok()) << "accepted with latency " << evaluation->latency;
  EXPECT_THAT(evaluation.error().message, testing::HasSubstr(rule));
  EXPECT_THAT(evaluation.error().message, testing::HasSubstr(text));
}

inline double latencyOf(const Problem &problem, const std::vector<Subgraph> &subgraphs, const Rules &rules = {}) {
  Result<Evaluation> evaluation = evaluate(problem, {subgraphs}, rules);
  EXPECT_TRUE(evaluation.ok()) << evaluation.error().message;
  return evaluation.ok() ? evaluation->latency : -1;
}

inline void expectBad(const Problem &problem, const char *rule, const char *text) {
  Status status = check(problem);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, testing::HasSubstr(rule));
  EXPECT_THAT(status.error().message, testing::HasSubstr(text));
}

} // namespace alcove::plan::schedule

#endif // ALCOVE_UNITTESTS_PLAN_GRAPHSCHEDULE_EXAMPLES_H
