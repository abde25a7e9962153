//===- GroupModel.cpp - What a fused loop costs, without building it ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupBody.h"

#include <limits>

using namespace mlir;

namespace alcove::supertiling {

GroupModel::GroupModel(const TilingGraph &graph, ArrayRef<int> members, ArrayRef<int> yields, const CostModel &costs,
                       const Budget &budget, int core)
    : graph(graph), members(members), yields(yields), costs(costs), coreNode(core) {
  capacity = graph.available(members.back(), members, budget);
  for (int member : members)
    if (graph.nodes[member].isCompute())
      capacity = std::min(capacity, graph.available(member, members, budget));
  if (core >= 0 && carriesSoftmax(core))
    softmax = &*graph.nodes[core].softmax;
  for (int64_t mark : root().marks)
    sharesMark |= members.size() > 1 && llvm::all_of(members, [&](int member) {
                    return graph.nodes[member].isView() || llvm::is_contained(graph.nodes[member].marks, mark);
                  });
}

bool GroupModel::carriesSoftmax(int node) const {
  const std::optional<SoftmaxParts> &parts = graph.nodes[node].softmax;
  return parts && llvm::all_of(parts->all(), [&](int part) { return llvm::is_contained(members, part); }) &&
         llvm::none_of(parts->all(), [&](int part) { return llvm::is_contained(yields, part); });
}

GroupModel GroupModel::withCore(int core) const {
  GroupModel copy = *this;
  copy.coreNode = core;
  copy.softmax = core >= 0 && carriesSoftmax(core) ? &*graph.nodes[core].softmax : nullptr;
  return copy;
}

GroupModel GroupModel::unlimited() const {
  GroupModel copy = *this;
  copy.capacity = std::numeric_limits<Bytes>::max();
  return copy;
}

llvm::SmallVector<unsigned, 4> GroupModel::coreLoops() const {
  return coreNode < 0 ? llvm::SmallVector<unsigned, 4>{} : graph.nodes[coreNode].panelLoops();
}

llvm::SmallVector<int, 4> GroupModel::coreCandidates() const {
  llvm::SmallVector<int, 4> contractions, others;
  for (int member : members) {
    const Node &node = graph.nodes[member];
    if (node.kind != NodeKind::Structured || !node.fusable || node.attached || withCore(member).coreLoops().empty())
      continue;
    (contracts(node) ? contractions : others).push_back(member);
  }
  return contractions.empty() && others.size() == 1 ? others : contractions;
}

llvm::SmallVector<SearchLoop, 8> GroupModel::searchLoops() const {
  llvm::SmallVector<SearchLoop, 8> found;
  for (unsigned loop = 0; loop < root().extents.size(); ++loop)
    found.push_back({root().extents[loop], root().tileable[loop], root().parallel[loop], root().dynamic[loop]});
  for (unsigned loop : coreLoops())
    found.push_back({graph.nodes[coreNode].extents[loop], true, false, false});
  return found;
}

std::string GroupModel::structure() const {
  std::string text = sharesMark ? "m" : "";
  text += costs.doubleBuffered ? "d" : "";
  llvm::DenseMap<Value, unsigned> outside;
  for (int member : members) {
    const Node &node = graph.nodes[member];
    text += '|';
    text += node.signature;
    for (const Access &input : node.inputs) {
      int found = input.producer < 0 ? -1 : Body(*this).memberOf(input.producer);
      if (found >= 0)
        text += " m" + std::to_string(found) + '.' + std::to_string(input.producerResult);
      else if (input.producer >= 0 && graph.nodes[input.producer].attached)
        text += " f";
      else
        text += " x" + std::to_string(outside.try_emplace(input.value, outside.size()).first->second);
    }
    if (llvm::is_contained(yields, member)) {
      text += " y";
      for (size_t result = 0; result < node.results.size(); ++result)
        text += handsOn(member, result) ? "" : '-' + std::to_string(result);
    }
    if (carriesSoftmax(member))
      text += " s";
  }
  return text;
}

llvm::SmallVector<int64_t, 4> GroupModel::seams() const {
  llvm::SmallVector<int64_t, 4> found;
  auto add = [&](ArrayRef<int64_t> shape, const SmallVector<ReassociationIndices> &groups) {
    for (const ReassociationIndices &parts : groups) {
      int64_t inner = 1;
      for (size_t i = parts.size(); i-- > 1;) {
        inner *= shape[parts[i]];
        if (inner > 1 && !llvm::is_contained(found, inner))
          found.push_back(inner);
      }
    }
  };
  for (int member : members) {
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(graph.nodes[member].op))
      add(collapse.getSrcType().getShape(), collapse.getReassociationIndices());
    else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(graph.nodes[member].op))
      add(expand.getResultType().getShape(), expand.getReassociationIndices());
  }
  return found;
}

Evaluation GroupModel::evaluate(ArrayRef<int64_t> tile) const {
  Evaluation best;
  Body body(*this);
  if (!body.build(tile))
    return best;
  body.sum();
  // Parallel loops outside, reduction loops inside: partial sums then leave fast memory once.
  llvm::SmallVector<unsigned, maxTiledLoops> parallel, reduction;
  for (unsigned i = 0; i < body.loops.size(); ++i)
    (body.loops[i].reduction ? reduction : parallel).push_back(i);
  size_t rotations = reduction.empty() || coreNode >= 0 ? parallel.size() : 1;
  for (size_t r = 0; r < rotations; ++r) {
    llvm::SmallVector<unsigned, maxTiledLoops> order = parallel;
    if (rotations > 1) {
      // Loop r innermost, the others in their own order.
      unsigned inner = order[rotations - 1 - r];
      order.erase(llvm::find(order, inner));
      order.push_back(inner);
    }
    order.append(reduction.begin(), reduction.end());
    Evaluation candidate;
    candidate.valid = true;
    candidate.footprint = body.footprint(order, true);
    if (candidate.footprint > capacity) {
      candidate.resident = false;
      candidate.footprint = body.footprint(order, false);
    }
    body.price(order, candidate);
    for (unsigned i : order)
      if (!body.loops[i].inner)
        candidate.order.push_back(body.loops[i].loop);
    bool fits = candidate.footprint <= capacity, bestFits = best.valid && best.footprint <= capacity;
    if (!best.valid || (fits && !bestFits) || (fits == bestFits && candidate.cost < best.cost))
      best = std::move(candidate);
  }
  return best;
}

} // namespace alcove::supertiling
