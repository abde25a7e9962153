//===- Verify.cpp - Is a plan of a mesh one, and what does it take? -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Mesh/Problem.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::mesh;

namespace {

// MP-V1
Status checkChoices(const Problem &problem, const Plan &plan) {
  if (plan.strategies.size() != problem.ops.size() || plan.kept.size() != problem.tensors.size())
    return Error{fmt::format("MP-V1: {} strategies and {} kept shardings, the problem has {} ops and {} tensors",
                             plan.strategies.size(), plan.kept.size(), problem.ops.size(), problem.tensors.size())};
  for (size_t o = 0; o < problem.ops.size(); ++o)
    if (plan.strategies[o] < 0 || static_cast<size_t>(plan.strategies[o]) >= problem.ops[o].strategies.size())
      return Error{fmt::format("MP-V1: strategies[{}]: {} does not exist (there are {})", o, plan.strategies[o],
                               problem.ops[o].strategies.size())};
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    if (plan.kept[t] < 0 || static_cast<size_t>(plan.kept[t]) >= problem.tensors[t].shardings.size())
      return Error{fmt::format("MP-V1: kept[{}]: {} does not exist (there are {})", t, plan.kept[t],
                               problem.tensors[t].shardings.size())};
  return {};
}

/// MP-V2: everything that is paid is possible.
Status addConversion(const Problem &problem, int32_t tensor, int32_t from, int32_t to, size_t op, Account &account) {
  const Tensor &t = problem.tensors[tensor];
  Cost cost = t.conversion(from, to);
  if (cost >= impossible)
    return Error{fmt::format("MP-V2: ops[{}]: tensor {} cannot go from {} to {}", op, tensor,
                             toString(t.shardings[from]), toString(t.shardings[to]))};
  account.conversions += cost;
  return {};
}

Status addOp(const Problem &problem, const Plan &plan, size_t o, Account &account) {
  const Op &op = problem.ops[o];
  const Strategy &strategy = op.strategies[plan.strategies[o]];
  if (strategy.cost >= impossible)
    return Error{fmt::format("MP-V2: ops[{}]: strategy {} is not possible", o, plan.strategies[o])};
  account.ops += strategy.cost;
  for (size_t i = 0; i < op.inputs.size(); ++i)
    ALCOVE_RETURN_IF_ERROR(
        addConversion(problem, op.inputs[i], plan.kept[op.inputs[i]], strategy.inputs[i], o, account));
  for (size_t i = 0; i < op.outputs.size(); ++i)
    ALCOVE_RETURN_IF_ERROR(
        addConversion(problem, op.outputs[i], strategy.outputs[i], plan.kept[op.outputs[i]], o, account));
  return {};
}

// MP-V5
Status checkKept(const Problem &problem, const Plan &plan) {
  for (size_t t = 0; t < problem.tensors.size(); ++t) {
    const Sharding &sharding = problem.tensors[t].shardings[plan.kept[t]];
    if (problem.tensors[t].isResult && std::find(sharding.begin(), sharding.end(), partial) != sharding.end())
      return Error{fmt::format("MP-V5: tensor {} is a result and kept as summands ({})", t, toString(sharding))};
  }
  for (const Tie &tie : problem.ties)
    if (plan.kept[tie.a] != plan.kept[tie.b])
      return Error{fmt::format("MP-V5: tensors {} and {} are tied and kept as {} and {}", tie.a, tie.b,
                               toString(problem.tensors[tie.a].shardings[plan.kept[tie.a]]),
                               toString(problem.tensors[tie.b].shardings[plan.kept[tie.b]]))};
  return {};
}

/// MP-V3: quadratic, from the words of the rule.
Status checkMemory(const Problem &problem, const Plan &plan, Account &account) {
  int32_t ops = static_cast<int32_t>(problem.ops.size()), moments = std::max<int32_t>(1, ops);
  std::vector<Bytes> live(moments, 0);
  for (int32_t t = 0; t < static_cast<int32_t>(problem.tensors.size()); ++t) {
    int32_t first = 0, last = moments - 1;
    for (int32_t o = 0; o < ops; ++o)
      if (std::find(problem.ops[o].outputs.begin(), problem.ops[o].outputs.end(), t) != problem.ops[o].outputs.end()) {
        first = o;
        last = problem.tensors[t].isResult ? moments - 1 : o;
      }
    for (int32_t o = first; o < ops; ++o)
      if (std::find(problem.ops[o].inputs.begin(), problem.ops[o].inputs.end(), t) != problem.ops[o].inputs.end())
        last = std::max(last, o);
    int64_t parts = 1;
    for (size_t axis = 0; axis < problem.axes.size(); ++axis)
      parts *= problem.tensors[t].shardings[plan.kept[t]][axis] >= 0 ? problem.axes[axis] : 1;
    for (int32_t at = first; at <= last; ++at)
      live[at] += ceilDiv(problem.tensors[t].bytes, parts);
  }
  for (int32_t o = 0; o < ops; ++o)
    live[o] += problem.ops[o].strategies[plan.strategies[o]].bytes;
  for (int32_t at = 0; at < moments; ++at)
    if (live[at] > account.peakBytes || account.peakAt < 0) {
      account.peakBytes = live[at];
      account.peakAt = at;
    }
  if (account.peakBytes > problem.capacity)
    return Error{fmt::format("MP-V3: {} bytes on a chip at ops[{}], there are {}", account.peakBytes, account.peakAt,
                             problem.capacity)};
  return {};
}

} // namespace

Result<Account> mesh::verify(const Problem &problem, const Plan &plan) {
  ALCOVE_RETURN_IF_ERROR(checkChoices(problem, plan));
  Account account;
  for (size_t o = 0; o < problem.ops.size(); ++o)
    ALCOVE_RETURN_IF_ERROR(addOp(problem, plan, o, account));
  ALCOVE_RETURN_IF_ERROR(checkKept(problem, plan));
  ALCOVE_RETURN_IF_ERROR(checkMemory(problem, plan, account));
  account.cost = account.ops + account.conversions;
  // MP-V4
  if (plan.cost != account.cost)
    return Error{fmt::format("MP-V4: the plan says cost {}, it is {}", plan.cost, account.cost)};
  return account;
}
