//===- ProgramBound.cpp - The traffic problem of a block ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BoundBuilder.h"

#include "Ranges.h"

#include <set>

namespace alcove::plan::tiling {

/// All sums of the terms, each over the positions of its loop; of a dimension that is too long for that, those that its
/// longest loop reaches from the first position of the others.
Positions BoundBuilder::reached(const AccessDim &dim, int64_t extent, std::span<const Positions> loops) {
  constexpr int64_t mostSteps = 1 << 22;
  int64_t longest = 0, steps = 0;
  for (const AccessTerm &term : dim.terms) {
    longest = std::max<int64_t>(longest, loops[term.loop].count());
    steps = saturatingAdd(steps, saturatingMul(extent, loops[term.loop].count()));
  }
  bool all = dim.terms.size() < 2 || steps <= mostSteps, moved = false;
  std::vector<int64_t> here{dim.constant};
  for (const AccessTerm &term : dim.terms) {
    const Positions &loop = loops[term.loop];
    bool varies = all || (!moved && static_cast<int64_t>(loop.count()) == longest);
    moved |= varies;
    Positions next(extent);
    for (int64_t at : here)
      for (size_t i = loop.find_first(); i != Positions::npos; i = varies ? loop.find_next(i) : Positions::npos)
        if (int64_t to = at + static_cast<int64_t>(i) * term.coefficient; to >= 0 && to < extent)
          next.set(to);
    here.clear();
    forEach(next, [&](int64_t to) { here.push_back(to); });
  }
  Positions found(extent);
  for (int64_t at : here)
    if (at >= 0 && at < extent)
      found.set(at);
  return found;
}

BoundBuilder::Part BoundBuilder::product(std::vector<Positions> positions) {
  Part part;
  part.elements = 1;
  for (const Positions &along : positions)
    part.elements *= static_cast<double>(along.count());
  part.positions = std::move(positions);
  return part;
}

BoundBuilder::Part BoundBuilder::everything(const Access &access) {
  // Unknown extents, and no use of positions along them.
  if (std::ranges::any_of(access.shape, [](int64_t extent) { return extent >= unknownExtent; }))
    return {elementsOf(access), {}};
  std::vector<Positions> positions;
  for (int64_t extent : access.shape)
    positions.push_back(allOf(extent));
  return product(std::move(positions));
}

/// Elements that the loops reach where no more of the result is computed than is demanded. A loop that moves two
/// dimensions at once (a diagonal) counts in one.
BoundBuilder::Part BoundBuilder::partOfStructured(const Node &node, const Access &access) const {
  if (std::ranges::any_of(node.extents, [](int64_t extent) { return extent >= unknownExtent; }))
    return isWhole(node) ? Part{elementsOf(access), {}} : Part{};
  std::vector<Positions> loops;
  for (int64_t extent : node.extents)
    loops.push_back(allOf(extent));
  if (!isWhole(node)) {
    const Part &wanted = partOf(node);
    if (node.results.size() != 1 || wanted.positions.empty())
      return {};
    for (size_t d = 0; d < wanted.positions.size(); ++d) {
      const AccessDim &dim = node.results[0].dims[d];
      if (!dim.isLoop())
        return {};
      loops[dim.terms[0].loop] = wanted.positions[d];
    }
  }
  Part part;
  part.elements = 1;
  bool independent = true;
  std::set<unsigned> counted;
  for (size_t d = 0; d < access.dims.size(); ++d) {
    const AccessDim &dim = access.dims[d];
    int64_t extent = access.shape[d];
    bool shared = std::ranges::any_of(dim.terms, [&](const AccessTerm &term) { return counted.contains(term.loop); });
    for (const AccessTerm &term : dim.terms)
      counted.insert(term.loop);
    part.positions.push_back(dim.whole ? allOf(extent) : reached(dim, extent, loops));
    part.elements *= shared ? 1 : static_cast<double>(part.positions.back().count());
    independent &= !shared;
  }
  if (!independent)
    part.positions.clear();
  return part;
}

/// What is read of an operand where no more of the node is computed than is demanded.
BoundBuilder::Part BoundBuilder::partRead(const Node &node, const Access &access) const {
  const Part &wanted = partOf(node);
  bool known = !wanted.positions.empty();
  std::vector<Positions> positions;
  switch (node.kind) {
  case NodeKind::Slice: {
    const Movement &slice = node.movement;
    if (!known || contains(slice.dropped, true))
      return {wanted.elements, {}};
    for (size_t d = 0; d < wanted.positions.size(); ++d) {
      positions.emplace_back(static_cast<size_t>(access.shape[d]));
      forEach(wanted.positions[d], [&](int64_t at) { positions.back().set(slice.offsets[d] + at * slice.strides[d]); });
    }
    return product(std::move(positions));
  }
  case NodeKind::Expand:
  case NodeKind::Collapse:
    return isWhole(node) ? everything(access) : Part{wanted.elements, {}};
  case NodeKind::Pad: {
    if (!known)
      return {std::max(wanted.elements - (elementsOf(node.results[0]) - elementsOf(access)), 0.0), {}};
    for (size_t d = 0; d < wanted.positions.size(); ++d) {
      int64_t extent = access.shape[d], before = access.dims[d].constant;
      positions.emplace_back(static_cast<size_t>(extent));
      forEach(wanted.positions[d], [&](int64_t at) {
        if (at + before >= 0 && at + before < extent)
          positions.back().set(at + before);
      });
    }
    return product(std::move(positions));
  }
  case NodeKind::Structured:
    return partOfStructured(node, access);
  default:
    return isWhole(node) ? everything(access) : Part{};
  }
}

/// What is in one of both where they differ along one dimension, else the larger one.
void BoundBuilder::unite(Part &part, Part other) {
  std::vector<size_t> differ;
  bool alike = !part.positions.empty() && part.positions.size() == other.positions.size();
  for (size_t d = 0; alike && d < part.positions.size(); ++d) {
    alike = part.positions[d].size() == other.positions[d].size();
    if (alike && part.positions[d] != other.positions[d])
      differ.push_back(d);
  }
  if (alike && differ.size() == 1) {
    part.positions[differ[0]] |= other.positions[differ[0]];
    part = product(std::move(part.positions));
  } else if (other.elements > part.elements) {
    part = std::move(other);
  }
}

/// From the readers to what they read.
void BoundBuilder::demandAll() {
  demanded.resize(graph.nodes.size());
  for (size_t index = graph.nodes.size(); index-- > 0;) {
    const Node &node = graph.nodes[index];
    for (size_t number = 0; number < node.results.size(); ++number)
      if (const Access &result = node.results[number]; node.handsOut(number) || node.kind == NodeKind::Opaque)
        unite(demanded[index], node.results.size() == 1 ? everything(result) : Part{elementsOf(result), {}});
    for (const Access &input : node.inputs)
      if (input.producer >= 0 && (input.initOf < 0 || input.read)) {
        Part part = partRead(node, input);
        if (graph.nodes[input.producer].results.size() != 1)
          part.positions.clear();
        unite(demanded[input.producer], std::move(part));
      }
  }
}

/// The class of a tensor that is given in slow memory, of which `part` is read at least.
int BoundBuilder::inputClass(const Access &access, Part part) {
  if (access.undefined)
    return unknown;
  auto [found, fresh] = inputs.try_emplace(access.tensor, static_cast<int>(problem.classes.size()));
  if (fresh)
    problem.classes.push_back({});
  Part &own = inputParts[access.tensor];
  unite(own, std::move(part));
  problem.classes[found->second].inputBytes = own.elements * static_cast<double>(access.elementBytes);
  return found->second;
}

/// Through views and paddings to the class of what they show.
BoundBuilder::Operand BoundBuilder::operandClass(const Node &node, const Access &access) {
  Operand operand;
  const Node *reader = &node;
  const Access *read = &access;
  for (;;) {
    operand.elementBytes = std::min(operand.elementBytes, static_cast<double>(read->elementBytes));
    if (read->producer < 0)
      break;
    const Node &producer = graph.nodes[read->producer];
    if (producer.attached)
      return {};
    if (producer.kind == NodeKind::Pad) {
      operand.padding += static_cast<double>(accessBytes(producer.results[0]) - accessBytes(producer.inputs[0])) /
                         static_cast<double>(read->elementBytes);
      for (size_t d = 0; d < producer.inputs[0].shape.size(); ++d)
        operand.inside *=
            static_cast<double>(producer.inputs[0].shape[d]) / static_cast<double>(producer.results[0].shape[d]);
    } else if (producer.kind == NodeKind::Opaque) {
      break;
    } else if (!producer.isView()) {
      operand.of = classes[read->producer].of;
      operand.elementBytes = std::min(operand.elementBytes, classes[read->producer].elementBytes);
      return operand;
    }
    reader = &producer;
    read = &reader->inputs[0];
  }
  operand.of = inputClass(*read, partRead(*reader, *read));
  return operand;
}

/// Elementwise: the class of an operand whose elements stand for those of the result one by one; one in slow memory
/// first.
BoundBuilder::Operand BoundBuilder::passedOn(const Node &node) {
  Operand found;
  for (const Access &input : node.inputs) {
    // A destination that is only overwritten is not read: asking for its class would count it as an input.
    if (input.initOf >= 0 && !input.read)
      continue;
    Operand operand = operandClass(node, input);
    bool all = std::ranges::all_of(input.dims, [](const AccessDim &dim) { return dim.isLoop(); }) &&
               input.dims.size() == node.extents.size() && operand.padding == 0;
    if (!all || operand.of == unknown)
      continue;
    if (found.of == unknown || (problem.classes[found.of].producer >= 0 && problem.classes[operand.of].producer < 0))
      found.of = operand.of;
    found.elementBytes = std::min(found.elementBytes, operand.elementBytes);
  }
  found.elementBytes = std::min(found.elementBytes, static_cast<double>(node.results[0].elementBytes));
  return found;
}

bool BoundBuilder::contraction(const Node &node, int index) {
  std::vector<const Access *> operands;
  for (const Access &input : node.inputs)
    if (input.initOf < 0)
      operands.push_back(&input);
  if (operands.size() != 2 || node.results.size() != 1 || node.isDynamic())
    return false;
  TrafficContraction own;
  own.points = own.results = 1;
  double absent[2] = {1, 1};
  for (unsigned loop = 0; loop < node.extents.size(); ++loop) {
    double extent = static_cast<double>(node.extents[loop]);
    bool window = false;
    auto reads = [&](const Access &access) {
      bool found = false;
      for (const AccessDim &dim : access.dims)
        for (const AccessTerm &term : dim.terms) {
          found |= term.loop == loop;
          window |= term.loop == loop && dim.terms.size() > 1 && !node.parallel[loop];
        }
      return found;
    };
    int tensors = 0;
    for (int side = 0; side < 2; ++side) {
      bool here = reads(*operands[side]);
      tensors += here;
      absent[side] *= here ? 1 : extent;
    }
    tensors += reads(node.results[0]);
    // For a fixed place of the window each other loop is in two of the three tensors.
    if (window)
      own.window *= extent;
    else if (tensors < 2 && node.extents[loop] > 1)
      return false;
    own.points *= extent;
    own.results *= node.parallel[loop] ? extent : 1;
  }
  Operand left = operandClass(node, *operands[0]), right = operandClass(node, *operands[1]);
  own.depth = own.points / own.results;
  own.points *= std::min(1.0, demandedOf(node) / own.results);
  const Operand sides[2] = {left, right};
  for (size_t side = 0; side < 2; ++side) {
    const Operand &operand = sides[side];
    // An element of a padding takes part in as many products as any other.
    own.points -= operand.padding * absent[side] * own.window;
    own.depth *= operand.padding > 0 ? std::min(operand.inside, 0.25) : 1;
  }
  own.left = left.of;
  own.right = right.of;
  double resultBytes = static_cast<double>(node.results[0].elementBytes);
  own.elementBytes = std::min({resultBytes, left.elementBytes, right.elementBytes});
  if (own.left == unknown || own.right == unknown || own.points <= 0)
    return false;
  classes[index].of = static_cast<int>(problem.classes.size());
  classes[index].elementBytes = resultBytes;
  problem.classes.push_back({0, static_cast<int>(problem.contractions.size())});
  problem.contractions.push_back(own);
  return true;
}

void BoundBuilder::visit(int index) {
  const Node &node = graph.nodes[index];
  for (const Access &input : node.inputs)
    if (input.producer >= 0)
      join(needs[index], needs[input.producer]);
  if (!node.isCompute() || node.attached)
    return;
  // Every input is read, whatever becomes of it.
  for (const Access &input : node.inputs)
    if (input.initOf < 0 || input.read)
      operandClass(node, input);
  bool affine = node.kind == NodeKind::Structured && !node.isDynamic();
  if (affine && (node.opClass == OpClass::Matmul || node.opClass == OpClass::Conv))
    loopContraction(node, index), contraction(node, index);
  else if (affine && node.opClass == OpClass::Elementwise && node.results.size() == 1)
    classes[index] = passedOn(node), origins[index] = elementwiseOrigin(node), findAddends(node);
}

BoundProblems boundProblems(const Problem &graph, Bytes memory) {
  BoundBuilder builder(graph, memory);
  builder.run();
  GroupProblem groups = groupsOf(builder);
  return {std::move(builder.problem), std::move(builder.loops), std::move(groups)};
}

TrafficProblem trafficProblem(const Problem &graph, Bytes memory) { return boundProblems(graph, memory).traffic; }

LoopProblem loopProblem(const Problem &graph, Bytes memory) { return boundProblems(graph, memory).loops; }

GroupProblem groupProblem(const Problem &graph, Bytes memory) { return boundProblems(graph, memory).groups; }

} // namespace alcove::plan::tiling
