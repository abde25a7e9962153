//===- Exclude.cpp - What leaves L1 when a plan does not fit -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Exclude.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;

/// The ops that run like `op`: of its class, under its candidate. None for -1.
static std::vector<int32_t> opsLike(const FunctionLayout &problem, const FunctionPlan &plan, int32_t op) {
  std::vector<int32_t> like;
  for (int32_t other = 0; op >= 0 && other < static_cast<int32_t>(problem.numOps()); ++other)
    if (problem.ops[other].opClass == problem.ops[op].opClass && plan.candidate[other] == plan.candidate[op])
      like.push_back(other);
  return like;
}

// GB-20.
bool beam::excludeWaiting(const FunctionLayout &problem, const FunctionPlan &plan, const PlanViolation &violation,
                          Exclusions &exclusions) {
  bool widen = exclusions.results.size() + exclusions.ops.size() >= 4, grown = false;
  const std::vector<int32_t> &read = violation.op >= 0 ? problem.ops[violation.op].operands : problem.returns;
  for (int32_t copy : violation.copies) {
    int32_t tensor = plan.copies[copy].tensor;
    bool isOwn =
        problem.tensors[tensor].producer == violation.op || std::find(read.begin(), read.end(), tensor) != read.end();
    if (isOwn || !exclusions.results.insert(tensor).second)
      continue;
    grown = true;
    for (int32_t op : opsLike(problem, plan, widen ? problem.tensors[tensor].producer : -1))
      exclusions.results.insert(problem.ops[op].results.begin(), problem.ops[op].results.end());
  }
  if (grown)
    return true;
  if (violation.op < 0 || !exclusions.ops.insert(violation.op).second)
    return false;
  for (int32_t op : opsLike(problem, plan, widen ? violation.op : -1))
    exclusions.ops.insert(op);
  return true;
}
