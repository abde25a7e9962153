//===- LoopProgram.cpp - Contractions that loops can tell apart -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BoundBuilder.h"

#include <algorithm>
#include <array>
#include <ranges>

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
  for (const AccessDim &dim : node.results[0].dims) {
    origin.dims.emplace_back();
    if (int loop = static_cast<int>(dim.terms[0].loop); node.extents[loop] > 1)
      origin.dims.back().loops.push_back(loop);
  }
  join(needs[index], origin.sources);
  loops.inputBytes.push_back(0);
  loops.contractions.push_back(own);
  kindsOf.push_back(std::move(kinds));
  // What the sums begin as is added to them.
  for (const Access &input : node.inputs) {
    bool filled = input.producer >= 0 && graph.nodes[input.producer].attached;
    if (input.initOf < 0 || !input.read || filled)
      continue;
    Origin start = originOf(input);
    join(origins[index].sources, start.sources);
    addend(start, number, elementsOf(input) * std::min(start.elementBytes, own.elementBytes));
  }
  return true;
}

void BoundBuilder::addend(const Origin &added, int to, double bytes) {
  bool seen = std::ranges::any_of(loops.addends, [&](const LoopAddend &other) {
    return other.from == added.from && (other.from >= 0 || other.of == added.of);
  });
  if (added.of != unknown && added.from != to && !seen)
    loops.addends.push_back({added.of, added.from, to, bytes});
}

/// Whether a link may have a dimension that is `here` for the reader, Rows where it keeps it, and `there` for what makes
/// it, a part of it or all.
bool BoundBuilder::mayLink(LoopLink link, LoopKind here, LoopKind there, bool part) {
  switch (link) {
  case LoopLink::Straight:
  case LoopLink::Crossed:
    return !part && ((here == Batch && there == Batch) ||
                     (here == Rows && there == (link == LoopLink::Straight ? Rows : Columns)) ||
                     (here == Depth && there == (link == LoopLink::Straight ? Columns : Rows)));
  case LoopLink::SplitStraight:
    return here == Rows ? there == Rows && !part : there == Columns;
  case LoopLink::SplitCrossed:
    return here == Depth ? there == Rows && !part : there == Columns;
  case LoopLink::Joined:
    return !part && (here == Rows ? there == Rows : here == Depth && (there == Batch || there == Columns));
  case LoopLink::None:
    break;
  }
  return false;
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
  if (origin.from < 0 || origin.dims.size() != access.dims.size())
    return operand;
  constexpr LoopLink links[] = {LoopLink::Straight, LoopLink::Crossed, LoopLink::SplitStraight, LoopLink::SplitCrossed,
                                LoopLink::Joined};
  for (LoopLink link : links) {
    bool all = true;
    for (size_t d = 0; d < access.dims.size(); ++d) {
      LoopKind here = kinds[access.dims[d].terms[0].loop];
      here = here == Batch || here == Depth ? here : here == kept ? Rows : Columns;
      for (int loop : origin.dims[d].loops)
        all &= access.shape[d] == 1 || mayLink(link, here, kindsOf[origin.from][loop], origin.dims[d].part);
    }
    if (all) {
      operand.link = link;
      break;
    }
  }
  return operand;
}

/// Through views that show all elements. What the block is given has a class by its tensor.
BoundBuilder::Origin BoundBuilder::originOf(const Access &access) {
  const Access *read = &access;
  std::vector<const Node *> views;
  while (read->producer >= 0) {
    const Node &producer = graph.nodes[read->producer];
    if (producer.kind == NodeKind::Opaque)
      break;
    if (producer.kind != NodeKind::Expand && producer.kind != NodeKind::Collapse) {
      Origin origin = producer.results.size() == 1 ? origins[read->producer] : Origin();
      for (const Node *view : std::views::reverse(views))
        origin.dims = seenThrough(*view, origin.dims);
      return origin;
    }
    read = &producer.inputs[0];
    views.push_back(&producer);
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

/// The dimensions that a view has of those that it is a view of.
std::vector<BoundBuilder::Origin::Dim> BoundBuilder::seenThrough(const Node &view,
                                                                 const std::vector<Origin::Dim> &dims) {
  const std::vector<std::vector<int>> &parts = view.movement.parts;
  std::vector<Origin::Dim> seen;
  if (dims.size() != view.inputs[0].shape.size())
    return {};
  if (view.kind == NodeKind::Collapse) {
    for (const std::vector<int> &joined : parts) {
      seen.emplace_back();
      for (int d : joined) {
        // A part beside something else is no longer part of one loop.
        if (dims[d].part && joined.size() > 1)
          return {};
        seen.back().part |= dims[d].part;
        seen.back().loops.insert(seen.back().loops.end(), dims[d].loops.begin(), dims[d].loops.end());
      }
    }
    return seen;
  }
  seen.resize(view.results[0].shape.size());
  for (size_t d = 0; d < parts.size(); ++d) {
    std::vector<int> split;
    for (int to : parts[d])
      if (view.results[0].shape[to] > 1)
        split.push_back(to);
    for (int to : split)
      seen[to] = {dims[d].loops, dims[d].part || split.size() > 1};
  }
  return seen;
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
    std::vector<Origin::Dim> ofResult;
    if (!origin.dims.empty())
      for (const AccessDim &dim : node.results[0].dims)
        for (size_t d = 0; d < input.dims.size(); ++d)
          if (dim.isLoop() && dim.terms[0].loop == input.dims[d].terms[0].loop)
            ofResult.push_back(origin.dims[d]);
    if (found.of == unknown || (found.from >= 0 && origin.from < 0))
      found.of = origin.of;
    if (origin.from > found.from) {
      found.from = origin.from;
      found.dims = std::move(ofResult);
    }
    join(found.sources, origin.sources);
    found.elementBytes = std::min(found.elementBytes, origin.elementBytes);
  }
  found.elementBytes = std::min(found.elementBytes, static_cast<double>(node.results[0].elementBytes));
  return found;
}

/// What stands beside the last contraction that is in the operands, element by element.
void BoundBuilder::findAddends(const Node &node) {
  std::vector<std::pair<Origin, double>> found;
  int last = -1;
  for (const Access &input : node.inputs) {
    bool all = input.dims.size() == node.extents.size() &&
               std::ranges::all_of(input.dims, [](const AccessDim &dim) { return dim.isLoop(); });
    if (!all || (input.initOf >= 0 && !input.read))
      continue;
    Origin origin = originOf(input);
    last = std::max(last, origin.from);
    double bytes = elementsOf(input) * std::min(origin.elementBytes, static_cast<double>(input.elementBytes));
    found.emplace_back(std::move(origin), bytes);
  }
  if (last < 0 || !isWhole(node))
    return;
  for (const auto &[origin, bytes] : found)
    addend(origin, last, bytes);
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
