//===- Problem.cpp - Words of mesh problems, and their check ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Mesh/Problem.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::mesh;

static constexpr std::array<std::string_view, numSplits> splitNames = {
    "whole", "batch", "rows", "columns", "contraction", "heads", "sequence", "vocabulary", "experts", "follow"};

std::string_view mesh::toString(Split split) { return splitNames[static_cast<size_t>(split)]; }

Result<Split> mesh::parseSplit(std::string_view text) {
  for (size_t i = 0; i < splitNames.size(); ++i)
    if (splitNames[i] == text)
      return static_cast<Split>(i);
  return Error{fmt::format("'{}' is no split: {}", text, fmt::join(splitNames, ", "))};
}

std::string mesh::toString(const Sharding &sharding) {
  std::string text;
  for (Placement placement : sharding) {
    text += text.empty() ? "" : ",";
    text += placement == replicated ? "R" : placement == partial ? "P" : fmt::format("S{}", placement);
  }
  return text;
}

Result<Sharding> mesh::parseSharding(std::string_view text) {
  Sharding result;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    int dim = -1;
    if (word == "R") {
      result.push_back(replicated);
    } else if (word == "P") {
      result.push_back(partial);
    } else {
      auto [end, error] =
          std::from_chars(word.data() + std::min<size_t>(1, word.size()), word.data() + word.size(), dim);
      if (!word.starts_with('S') || error != std::errc() || end != word.data() + word.size() || dim < 0 || dim > 15)
        return Error{fmt::format("'{}' is none of R, P, S0 to S15", word)};
      result.push_back(static_cast<Placement>(dim));
    }
  }
  return result;
}

int64_t Problem::chips() const {
  int64_t product = 1;
  for (int64_t axis : axes)
    product *= axis;
  return product;
}

Bytes mesh::localBytes(const Problem &problem, const Tensor &tensor, int32_t index) {
  int64_t parts = 1;
  for (size_t axis = 0; axis < problem.axes.size(); ++axis)
    if (tensor.shardings[index][axis] >= 0)
      parts *= problem.axes[axis];
  return ceilDiv(tensor.bytes, parts);
}

std::vector<Life> mesh::livesOf(const Problem &problem) {
  std::vector<Life> lives(problem.tensors.size());
  int32_t end = std::max<int32_t>(0, static_cast<int32_t>(problem.ops.size()) - 1);
  for (Life &life : lives)
    life = {0, end}; // an argument
  for (int32_t op = 0; op < static_cast<int32_t>(problem.ops.size()); ++op) {
    for (int32_t tensor : problem.ops[op].outputs)
      lives[tensor] = {op, problem.tensors[tensor].isResult ? end : op};
    for (int32_t tensor : problem.ops[op].inputs)
      lives[tensor].last = std::max(lives[tensor].last, op);
  }
  return lives;
}

namespace {

/// Adds costs and bytes, and refuses sums that 64 bits or the solver cannot hold.
struct Totals {
  Cost cost = 0;
  Bytes bytes = 0;

  // MP-C7
  Status add(Cost greatest, Bytes more, const std::string &place) {
    if (addOverflow(cost, greatest, cost) || cost >= mostCost)
      return Error{fmt::format("MP-C7: {}: the greatest costs together reach {}", place, mostCost)};
    if (addOverflow(bytes, more, bytes) || bytes >= mostBytes)
      return Error{fmt::format("MP-C7: {}: the bytes together reach {}", place, mostBytes)};
    return {};
  }
};

/// MP-C2: the splits fit the shape.
Status checkSharding(const Problem &problem, const Tensor &tensor, const Sharding &sharding, const std::string &place) {
  if (sharding.size() != problem.axes.size())
    return Error{
        fmt::format("MP-C2: {}: {} placements, the mesh has {} axes", place, sharding.size(), problem.axes.size())};
  std::vector<int64_t> parts(tensor.shape.size(), 1);
  for (size_t axis = 0; axis < sharding.size(); ++axis) {
    Placement placement = sharding[axis];
    if (placement < partial || placement >= static_cast<int>(tensor.shape.size()))
      return Error{fmt::format("MP-C2: {}: dimension {} does not exist, the rank is {}", place,
                               static_cast<int>(placement), tensor.shape.size())};
    if (placement >= 0)
      parts[placement] *= problem.axes[axis];
  }
  for (size_t dim = 0; dim < parts.size(); ++dim)
    if (tensor.shape[dim] % parts[dim] != 0)
      return Error{fmt::format("MP-C2: {}: {} elements of dimension {} are not {} equal parts", place,
                               tensor.shape[dim], dim, parts[dim])};
  return {};
}

bool isPartial(const Sharding &sharding) {
  return std::find(sharding.begin(), sharding.end(), partial) != sharding.end();
}

/// MP-C3 and MP-C4.
Status checkConversions(const Tensor &tensor, const std::string &place) {
  size_t count = tensor.shardings.size();
  if (tensor.conversions.size() != count * count)
    return Error{fmt::format("MP-C3: {}: {} conversions between {} shardings, must be {}", place,
                             tensor.conversions.size(), count, count * count)};
  for (size_t from = 0; from < count; ++from)
    for (size_t to = 0; to < count; ++to) {
      Cost cost = tensor.conversions[from * count + to];
      if (cost < 0 || (from == to && cost != 0))
        return Error{fmt::format("MP-C3: {}: conversion {} to {} costs {}, must be {}", place,
                                 toString(tensor.shardings[from]), toString(tensor.shardings[to]), cost,
                                 from == to ? "0" : "at least 0")};
      for (size_t axis = 0; axis < tensor.shardings[to].size(); ++axis)
        if (tensor.shardings[to][axis] == partial && tensor.shardings[from][axis] != partial && cost < impossible)
          return Error{fmt::format("MP-C4: {}: conversion {} to {} makes summands of a sum", place,
                                   toString(tensor.shardings[from]), toString(tensor.shardings[to]))};
    }
  return {};
}

/// The dearest possible one.
Cost greatestConversion(const Tensor &tensor) {
  Cost greatest = 0;
  for (Cost cost : tensor.conversions)
    if (cost < impossible)
      greatest = std::max(greatest, cost);
  return greatest;
}

Status checkTensor(const Problem &problem, size_t index, Totals &totals) {
  const Tensor &tensor = problem.tensors[index];
  std::string place = fmt::format("tensors[{}]", index);
  for (int64_t dim : tensor.shape)
    if (dim < 1 || dim > int64_t(1) << 40)
      return Error{fmt::format("MP-C2: {}: dimension of {} elements, must be 1 to 2^40", place, dim)};
  if (tensor.bytes < 0 || tensor.shardings.empty() || tensor.shardings.size() > 4096 || tensor.shape.size() > 16)
    return Error{fmt::format("MP-C2: {}: {} bytes, {} shardings, rank {}: must be at least 0, 1 to 4096, at most 16",
                             place, tensor.bytes, tensor.shardings.size(), tensor.shape.size())};
  for (size_t s = 0; s < tensor.shardings.size(); ++s) {
    std::string where = fmt::format("{}.shardings[{}]", place, s);
    ALCOVE_RETURN_IF_ERROR(checkSharding(problem, tensor, tensor.shardings[s], where));
    if (std::find(tensor.shardings.begin(), tensor.shardings.begin() + static_cast<ptrdiff_t>(s),
                  tensor.shardings[s]) != tensor.shardings.begin() + static_cast<ptrdiff_t>(s))
      return Error{fmt::format("MP-C2: {}: {} stands there twice", where, toString(tensor.shardings[s]))};
  }
  ALCOVE_RETURN_IF_ERROR(checkConversions(tensor, place));
  return totals.add(0, tensor.bytes, place);
}

/// MP-C6: strategies name shardings that their tensors have.
Status checkStrategy(const Problem &problem, const Op &op, const Strategy &strategy, const std::string &place) {
  if (strategy.splits.size() != problem.axes.size())
    return Error{
        fmt::format("MP-C6: {}: {} splits, the mesh has {} axes", place, strategy.splits.size(), problem.axes.size())};
  auto fits = [&](const std::vector<int32_t> &shardings, const std::vector<int32_t> &tensors,
                  const char *what) -> Status {
    if (shardings.size() != tensors.size())
      return Error{
          fmt::format("MP-C6: {}.{}: {} shardings, the op has {}", place, what, shardings.size(), tensors.size())};
    for (size_t i = 0; i < shardings.size(); ++i)
      if (shardings[i] < 0 || static_cast<size_t>(shardings[i]) >= problem.tensors[tensors[i]].shardings.size())
        return Error{fmt::format("MP-C6: {}.{}[{}]: sharding {} does not exist (tensor {} has {})", place, what, i,
                                 shardings[i], tensors[i], problem.tensors[tensors[i]].shardings.size())};
    return {};
  };
  ALCOVE_RETURN_IF_ERROR(fits(strategy.inputs, op.inputs, "inputs"));
  ALCOVE_RETURN_IF_ERROR(fits(strategy.outputs, op.outputs, "outputs"));
  if (strategy.cost < 0 || strategy.bytes < 0)
    return Error{
        fmt::format("MP-C6: {}: cost {} and {} bytes must be at least 0", place, strategy.cost, strategy.bytes)};
  return {};
}

/// MP-C5 and MP-C6.
Status checkOp(const Problem &problem, size_t index, std::vector<bool> &made, std::vector<int32_t> &producer,
               Totals &totals) {
  const Op &op = problem.ops[index];
  int32_t count = static_cast<int32_t>(problem.tensors.size());
  for (const std::vector<int32_t> *list : {&op.inputs, &op.outputs})
    for (int32_t tensor : *list)
      if (tensor < 0 || tensor >= count)
        return Error{fmt::format("MP-C5: ops[{}]: tensor {} does not exist (there are {})", index, tensor, count)};
  for (int32_t tensor : op.inputs)
    if (producer[tensor] >= 0 && !made[tensor])
      return Error{
          fmt::format("MP-C5: ops[{}]: reads tensor {}, which ops[{}] makes later", index, tensor, producer[tensor])};
  for (int32_t tensor : op.outputs)
    made[tensor] = true;
  std::string place = fmt::format("ops[{}]", index);
  if (op.strategies.empty() || op.strategies.size() > 65536)
    return Error{fmt::format("MP-C6: {}: {} strategies, must be 1 to 65536", place, op.strategies.size())};
  Cost greatest = 0;
  Bytes bytes = 0;
  for (size_t s = 0; s < op.strategies.size(); ++s) {
    ALCOVE_RETURN_IF_ERROR(checkStrategy(problem, op, op.strategies[s], fmt::format("{}.strategies[{}]", place, s)));
    if (op.strategies[s].cost < impossible)
      greatest = std::max(greatest, op.strategies[s].cost);
    bytes = std::max(bytes, op.strategies[s].bytes);
  }
  for (const std::vector<int32_t> *list : {&op.inputs, &op.outputs})
    for (int32_t tensor : *list)
      ALCOVE_RETURN_IF_ERROR(totals.add(greatestConversion(problem.tensors[tensor]), 0, place));
  return totals.add(greatest, bytes, place);
}

Status findProducers(const Problem &problem, std::vector<int32_t> &producer) {
  for (size_t o = 0; o < problem.ops.size(); ++o)
    for (int32_t tensor : problem.ops[o].outputs) {
      if (tensor < 0 || static_cast<size_t>(tensor) >= producer.size())
        continue; // checkOp says so
      if (producer[tensor] >= 0)
        return Error{fmt::format("MP-C5: ops[{}]: makes tensor {}, as ops[{}] does", o, tensor, producer[tensor])};
      producer[tensor] = static_cast<int32_t>(o);
    }
  return {};
}

/// MP-C8: arguments and results are whole sums in every sharding they may be kept in. MP-C9: tied tensors are alike.
Status checkEnds(const Problem &problem, const std::vector<int32_t> &producer) {
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    for (const Sharding &sharding : problem.tensors[t].shardings)
      if (producer[t] < 0 && isPartial(sharding))
        return Error{fmt::format("MP-C8: tensors[{}]: an argument cannot be {}", t, toString(sharding))};
  for (size_t k = 0; k < problem.ties.size(); ++k) {
    const Tie &tie = problem.ties[k];
    for (int32_t tensor : {tie.a, tie.b})
      if (tensor < 0 || static_cast<size_t>(tensor) >= problem.tensors.size())
        return Error{
            fmt::format("MP-C9: ties[{}]: tensor {} does not exist (there are {})", k, tensor, problem.tensors.size())};
    if (tie.a == tie.b || problem.tensors[tie.a].shardings != problem.tensors[tie.b].shardings)
      return Error{
          fmt::format("MP-C9: ties[{}]: tensors {} and {} are one, or have other lists of shardings", k, tie.a, tie.b)};
  }
  return {};
}

} // namespace

Status mesh::check(const Problem &problem) {
  // MP-C1
  if (problem.axes.empty() || problem.axes.size() > 3)
    return Error{fmt::format("MP-C1: axes: {} of them, must be 1 to 3", problem.axes.size())};
  for (int64_t axis : problem.axes)
    if (axis < 1 || axis > 1024)
      return Error{fmt::format("MP-C1: axes: {} chips, must be 1 to 1024", axis)};
  if (problem.capacity < 0 || problem.capacity >= mostBytes)
    return Error{fmt::format("MP-C1: capacity: {} bytes, must be 0 to {}", problem.capacity, mostBytes - 1)};
  Totals totals;
  for (size_t t = 0; t < problem.tensors.size(); ++t)
    ALCOVE_RETURN_IF_ERROR(checkTensor(problem, t, totals));
  std::vector<int32_t> producer(problem.tensors.size(), -1);
  ALCOVE_RETURN_IF_ERROR(findProducers(problem, producer));
  std::vector<bool> made(problem.tensors.size(), false);
  for (size_t o = 0; o < problem.ops.size(); ++o)
    ALCOVE_RETURN_IF_ERROR(checkOp(problem, o, made, producer, totals));
  return checkEnds(problem, producer);
}
