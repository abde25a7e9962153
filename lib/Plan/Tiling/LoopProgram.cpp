//===- LoopProgram.cpp - Contractions that loops can tell apart -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BoundBuilder.h"

#include <algorithm>
#include <array>

namespace alcove::plan::tiling {

/// What the loops of a plan can tell apart: for each of rows, columns and depth one loop at most.
bool BoundBuilder::findKinds(const Node &node, std::span<const Access *const> operands,
                             std::vector<LoopKind> &kinds) const {
  std::array<int, 4> count{};
  for (unsigned loop = 0; loop < node.extents.size(); ++loop) {
    auto has = [&](const Access &access) {
      return std::ranges::any_of(access.dims, [&](const AccessDim &dim) { return dim.terms[0].loop == loop; });
    };
    bool left = has(*operands[0]), right = has(*operands[1]), result = has(node.results[0]);
    if (left + right + result < 2 && node.extents[loop] > 1)
      return false;
    kinds.push_back(left && right && result ? Batch : left && result ? Rows : right && result ? Columns : Depth);
    if (node.extents[loop] > 1 && kinds.back() != Batch && ++count[kinds.back()] > 1)
      return false;
  }
  return true;
}

bool BoundBuilder::loopContraction(const Node &node, int index) {
  std::vector<const Access *> operands, all;
  for (const Access &input : node.inputs)
    if (input.initOf < 0)
      operands.push_back(&input);
  if (operands.size() != 2 || node.results.size() != 1 || node.isDynamic() || !isWhole(node))
    return false;
  for (const Access *access : {operands[0], operands[1], &node.results[0]})
    for (const AccessDim &dim : access->dims)
      if (!dim.isLoop())
        return false;
  std::vector<LoopKind> kinds;
  if (!findKinds(node, operands, kinds) || std::ranges::any_of(node.extents, [](int64_t extent) { return extent < 1; }))
    return false;
  LoopContraction own;
  for (unsigned loop = 0; loop < kinds.size(); ++loop)
    (kinds[loop] == Batch     ? own.batch
     : kinds[loop] == Rows    ? own.rows
     : kinds[loop] == Columns ? own.columns
                              : own.depth) *= node.extents[loop];
  own.elementBytes = static_cast<double>(node.results[0].elementBytes);
  own.operands = {loopOperand(*operands[0], kinds, Rows), loopOperand(*operands[1], kinds, Columns)};
  int number = static_cast<int>(loops.contractions.size());
  Origin &origin = origins[index];
  origin.of = static_cast<int>(loops.inputBytes.size());
  origin.from = number;
  origin.sources.resize(number + 1);
  origin.sources.set(number);
  origin.elementBytes = own.elementBytes;
  for (const AccessDim &dim : node.results[0].dims)
    origin.loops.push_back(static_cast<int>(dim.terms[0].loop));
  join(needs[index], origin.sources);
  loops.inputBytes.push_back(0);
  loops.contractions.push_back(own);
  kindsOf.push_back(std::move(kinds));
  return true;
}

LoopOperand BoundBuilder::loopOperand(const Access &access, const std::vector<LoopKind> &kinds, LoopKind kept) {
  LoopOperand operand;
  operand.elementBytes = static_cast<double>(access.elementBytes);
  Origin origin = originOf(access);
  if (origin.of == unknown)
    return operand;
  operand.of = origin.of;
  operand.from = origin.from;
  operand.bytes = elementsOf(access) * std::min(origin.elementBytes, operand.elementBytes);
  if (origin.from < 0 || origin.loops.size() != access.dims.size())
    return operand;
  bool straight = true, crossed = true;
  for (size_t d = 0; d < access.dims.size(); ++d) {
    if (access.shape[d] == 1)
      continue;
    LoopKind here = kinds[access.dims[d].terms[0].loop], there = kindsOf[origin.from][origin.loops[d]];
    bool batch = here == Batch && there == Batch;
    straight &= batch || (here == kept && there == Rows) || (here == Depth && there == Columns);
    crossed &= batch || (here == kept && there == Columns) || (here == Depth && there == Rows);
  }
  operand.link = straight ? LoopLink::Straight : crossed ? LoopLink::Crossed : LoopLink::None;
  return operand;
}

/// Through views that show all elements. What the block is given has a class by its tensor.
BoundBuilder::Origin BoundBuilder::originOf(const Access &access) {
  const Access *read = &access;
  bool viewed = false;
  while (read->producer >= 0) {
    const Node &producer = graph.nodes[read->producer];
    if (producer.kind == NodeKind::Opaque)
      break;
    if (producer.kind != NodeKind::Expand && producer.kind != NodeKind::Collapse) {
      Origin origin = producer.results.size() == 1 ? origins[read->producer] : Origin();
      if (viewed)
        origin.loops.clear();
      return origin;
    }
    read = &producer.inputs[0];
    viewed = true;
  }
  Origin origin;
  if (read->undefined || read->tensor < 0)
    return origin;
  auto [found, fresh] = loopInputs.try_emplace(read->tensor, static_cast<int>(loops.inputBytes.size()));
  if (fresh)
    loops.inputBytes.push_back(0);
  origin.of = found->second;
  origin.elementBytes = static_cast<double>(read->elementBytes);
  return origin;
}

/// Of the operands that give one element each; a class in slow memory first, as in `passedOn`.
BoundBuilder::Origin BoundBuilder::elementwiseOrigin(const Node &node) {
  Origin found;
  for (const Access &input : node.inputs) {
    bool all = input.dims.size() == node.extents.size() &&
               std::ranges::all_of(input.dims, [](const AccessDim &dim) { return dim.isLoop(); });
    if (!all || (input.initOf >= 0 && !input.read))
      continue;
    Origin origin = originOf(input);
    if (origin.of == unknown)
      continue;
    std::vector<int> ofResult;
    if (!origin.loops.empty())
      for (const AccessDim &dim : node.results[0].dims)
        for (size_t d = 0; d < input.dims.size(); ++d)
          if (dim.isLoop() && dim.terms[0].loop == input.dims[d].terms[0].loop)
            ofResult.push_back(origin.loops[d]);
    if (found.of == unknown || (found.from >= 0 && origin.from < 0))
      found.of = origin.of;
    if (origin.from > found.from) {
      found.from = origin.from;
      found.loops = std::move(ofResult);
    }
    join(found.sources, origin.sources);
    found.elementBytes = std::min(found.elementBytes, origin.elementBytes);
  }
  found.elementBytes = std::min(found.elementBytes, static_cast<double>(node.results[0].elementBytes));
  return found;
}

/// Inputs, outputs, and what it takes to store a result for another loop: nothing where an output is made of it, element
/// by element, before some reader runs.
void BoundBuilder::finishLoops() {
  loops.memory = problem.memory;
  loops.outputBytes = problem.outputBytes;
  for (const auto &[tensor, c] : inputs) {
    auto [found, fresh] = loopInputs.try_emplace(tensor, static_cast<int>(loops.inputBytes.size()));
    if (fresh)
      loops.inputBytes.push_back(0);
    loops.inputBytes[found->second] = problem.classes[c].inputBytes;
  }
  size_t count = loops.contractions.size();
  for (LoopContraction &reader : loops.contractions)
    for (LoopOperand &operand : reader.operands)
      if (operand.from >= 0) {
        LoopContraction &own = loops.contractions[operand.from];
        own.storeBytes = own.storeBytes == 0 ? operand.bytes : std::min(own.storeBytes, operand.bytes);
      }
  std::vector<boost::dynamic_bitset<>> shown(graph.nodes.size(), boost::dynamic_bitset<>(count));
  for (size_t index = 0; index < graph.nodes.size(); ++index) {
    const Node &node = graph.nodes[index];
    if (node.isCompute())
      join(shown[index], origins[index].sources);
    else
      for (const Access &input : node.inputs)
        if (input.producer >= 0)
          join(shown[index], shown[input.producer]);
    if (!node.escapes)
      continue;
    needs[index].resize(count);
    for (size_t reader = 0; reader < count; ++reader)
      for (const LoopOperand &operand : loops.contractions[reader].operands)
        if (operand.from >= 0 && shown[index][operand.from] && !needs[index][reader])
          loops.contractions[operand.from].storeBytes = 0;
  }
}

} // namespace alcove::plan::tiling
