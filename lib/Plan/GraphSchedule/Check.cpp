//===- Check.cpp - Is this a graph scheduling problem? --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/Problem.h"

#include <fmt/format.h>

namespace alcove::plan::schedule {

namespace {
/// Largest width, height, cost, capacity and bandwidth. Products of three such sizes fit __int128, and the traffic and
/// compute of a whole problem of 2^20 operations fit double without losing a unit in practice.
constexpr int64_t maxSize = int64_t(1) << 31;
/// Largest number of elements of one tensor; sums over the tensors of a subgraph stay far below 2^63.
constexpr int64_t maxElements = int64_t(1) << 40;
} // namespace

static Status checkRange(std::string_view what, int64_t value, int64_t low) {
  if (value < low || value > maxSize)
    return Error{fmt::format("{}: {} is out of range [{}, {}] (GS-P1)", what, value, low, maxSize)};
  return {};
}

// GS-P1: sizes are positive and bounded, costs are not negative.
static Status checkSizes(const Problem &problem) {
  ALCOVE_RETURN_IF_ERROR(checkRange("fast_memory_capacity", problem.capacity, 1));
  ALCOVE_RETURN_IF_ERROR(checkRange("slow_memory_bandwidth", problem.bandwidth, 1));
  ALCOVE_RETURN_IF_ERROR(checkRange("native_granularity[0]", problem.nativeWidth, 1));
  ALCOVE_RETURN_IF_ERROR(checkRange("native_granularity[1]", problem.nativeHeight, 1));
  for (size_t t = 0; t != problem.tensors.size(); ++t) {
    const Tensor &tensor = problem.tensors[t];
    ALCOVE_RETURN_IF_ERROR(checkRange(fmt::format("widths[{}]", t), tensor.width, 1));
    ALCOVE_RETURN_IF_ERROR(checkRange(fmt::format("heights[{}]", t), tensor.height, 1));
    if (tensor.elements() > maxElements)
      return Error{fmt::format("widths[{}]: {} x {} elements, more than {} (GS-P1)", t, tensor.width, tensor.height,
                               maxElements)};
  }
  for (size_t o = 0; o != problem.ops.size(); ++o)
    ALCOVE_RETURN_IF_ERROR(checkRange(fmt::format("base_costs[{}]", o), problem.ops[o].baseCost, 0));
  return {};
}

// GS-P2: operands exist; GS-P3: operand counts; GS-P4: a tensor has one producer.
static Status checkOperands(const Problem &problem) {
  std::vector<int32_t> producer(problem.tensors.size(), -1);
  for (size_t o = 0; o != problem.ops.size(); ++o) {
    const Operation &op = problem.ops[o];
    for (auto [list, name] : {std::pair{&op.inputs, "inputs"}, std::pair{&op.outputs, "outputs"}})
      for (size_t i = 0; i != list->size(); ++i)
        if ((*list)[i] < 0 || static_cast<size_t>((*list)[i]) >= problem.tensors.size())
          return Error{fmt::format("{}[{}][{}]: tensor {} does not exist (there are {}) (GS-P2)", name, o, i,
                                   (*list)[i], problem.tensors.size())};
    if (op.kind == OpKind::MatMul && op.inputs.size() != 2)
      return Error{fmt::format("inputs[{}]: a MatMul has 2 inputs, this one has {} (GS-P3)", o, op.inputs.size())};
    if (op.kind == OpKind::MatMul && op.outputs.size() != 1)
      return Error{fmt::format("outputs[{}]: a MatMul has 1 output, this one has {} (GS-P3)", o, op.outputs.size())};
    if (op.inputs.empty())
      return Error{fmt::format("inputs[{}]: an operation needs at least one input (GS-P3)", o)};
    if (op.outputs.empty())
      return Error{fmt::format("outputs[{}]: an operation needs at least one output (GS-P3)", o)};
    for (size_t i = 0; i != op.outputs.size(); ++i) {
      int32_t &first = producer[static_cast<size_t>(op.outputs[i])];
      if (first >= 0)
        return Error{fmt::format("outputs[{}][{}]: tensor {} is produced by operation {} already (GS-P4)", o, i,
                                 op.outputs[i], first)};
      first = static_cast<int32_t>(o);
    }
  }
  return {};
}

// GS-P5: operand shapes match the operation.
static Status checkShapes(const Problem &problem) {
  auto shape = [&](int32_t t) { return problem.tensors[static_cast<size_t>(t)]; };
  for (size_t o = 0; o != problem.ops.size(); ++o) {
    const Operation &op = problem.ops[o];
    Tensor out = shape(op.outputs[0]);
    if (op.kind == OpKind::MatMul) {
      Tensor left = shape(op.inputs[0]), right = shape(op.inputs[1]);
      if (left.width != right.height)
        return Error{fmt::format("inputs[{}]: MatMul of {} x {} by {} x {} (columns x rows): {} columns against {} "
                                 "rows (GS-P5)",
                                 o, left.width, left.height, right.width, right.height, left.width, right.height)};
      if (out.width != right.width || out.height != left.height)
        return Error{fmt::format("outputs[{}]: MatMul result is {} x {}, its operands make {} x {} (GS-P5)", o,
                                 out.width, out.height, right.width, left.height)};
      continue;
    }
    for (auto [list, name] : {std::pair{&op.inputs, "inputs"}, std::pair{&op.outputs, "outputs"}})
      for (size_t i = 0; i != list->size(); ++i)
        if (Tensor other = shape((*list)[i]); other.width != out.width || other.height != out.height)
          return Error{fmt::format("{}[{}][{}]: Pointwise operand of {} x {}, its result is {} x {} (GS-P5)", name, o,
                                   i, other.width, other.height, out.width, out.height)};
  }
  return {};
}

// GS-P6: the graph has no cycle.
static Status checkAcyclic(const Problem &problem) {
  std::vector<int32_t> producer = producers(problem);
  std::vector<std::vector<size_t>> users(problem.ops.size());
  std::vector<size_t> pending(problem.ops.size(), 0), ready;
  for (size_t o = 0; o != problem.ops.size(); ++o) {
    for (int32_t t : problem.ops[o].inputs)
      if (int32_t p = producer[static_cast<size_t>(t)]; p >= 0) {
        users[static_cast<size_t>(p)].push_back(o);
        ++pending[o];
      }
    if (!pending[o])
      ready.push_back(o);
  }
  size_t done = 0;
  for (; done != ready.size(); ++done)
    for (size_t user : users[ready[done]])
      if (--pending[user] == 0)
        ready.push_back(user);
  for (size_t o = 0; done != problem.ops.size() && o != problem.ops.size(); ++o)
    if (pending[o])
      return Error{fmt::format("inputs[{}]: operation {} lies on a cycle or behind one (GS-P6)", o, o)};
  return {};
}

std::vector<int32_t> producers(const Problem &problem) {
  std::vector<int32_t> producer(problem.tensors.size(), -1);
  for (size_t o = 0; o != problem.ops.size(); ++o)
    for (int32_t t : problem.ops[o].outputs)
      producer[static_cast<size_t>(t)] = static_cast<int32_t>(o);
  return producer;
}

Status check(const Problem &problem) {
  ALCOVE_RETURN_IF_ERROR(checkSizes(problem));
  ALCOVE_RETURN_IF_ERROR(checkOperands(problem));
  ALCOVE_RETURN_IF_ERROR(checkShapes(problem));
  return checkAcyclic(problem);
}

} // namespace alcove::plan::schedule
