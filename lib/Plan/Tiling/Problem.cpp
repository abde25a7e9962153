//===- Problem.cpp - One block as a graph of tileable nodes ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Problem.h"

#include <map>
#include <set>

namespace alcove::plan::tiling {

std::vector<int> SoftmaxParts::all() const {
  std::vector<int> found;
  for (int node : {maximum, shift, exponent, sum, reciprocal, normalize})
    if (node >= 0)
      found.push_back(node);
  return found;
}

Bytes accessBytes(const Access &access) {
  Bytes bytes = access.elementBytes;
  for (int64_t extent : access.shape)
    bytes = saturatingMul(bytes, extent);
  return bytes;
}

/// Distinct values of an index: at most `extent`.
static int64_t distinctIndices(const Node &node, const AccessDim &dim, int64_t extent) {
  if (dim.whole)
    return extent;
  std::vector<AccessTerm> terms = dim.terms;
  std::ranges::sort(terms, {}, &AccessTerm::coefficient);
  int64_t count = 1, last = 0; // indices in [0, last]
  for (const AccessTerm &term : terms) {
    int64_t trips = node.extents[term.loop];
    if (term.coefficient == 0)
      continue;
    bool gapless = count == last + 1;
    last = saturatingAdd(last, saturatingMul(term.coefficient, trips - 1));
    if (gapless && term.coefficient <= count)
      count = last + 1;
    else
      count = gapless ? saturatingMul(count, trips) : std::max(count, trips);
  }
  return std::min(count, extent);
}

double gatheredBytes(const Node &node) {
  double bytes = static_cast<double>(node.gatheredBytesPerPoint);
  for (int64_t extent : node.extents)
    bytes *= static_cast<double>(extent);
  return bytes;
}

Bytes untiledFootprint(const Node &node) {
  Bytes total = 0;
  std::set<int> seen;
  for (const Access &input : node.inputs)
    if (input.initOf < 0 && seen.insert(input.tensor).second)
      total = saturatingAdd(total, accessBytes(input));
  for (const Access &result : node.results)
    total = saturatingAdd(total, accessBytes(result));
  return total;
}

/// A sum that saturates would not be a number of bytes any more. Of what `reader` reads no more than it does: strides leave
/// elements out, windows may end before the tensor does, and of dimensions that share a loop, as those of a diagonal, the
/// first counts.
static double exactBytes(const Node *reader, const Access &access) {
  double bytes = static_cast<double>(access.elementBytes);
  bool parts = reader && reader->kind == NodeKind::Structured && !reader->isDynamic();
  std::set<unsigned> counted;
  for (size_t d = 0; d < access.shape.size(); ++d) {
    if (!parts) {
      bytes *= static_cast<double>(access.shape[d]);
      continue;
    }
    const AccessDim &dim = access.dims[d];
    if (std::ranges::none_of(dim.terms, [&](const AccessTerm &term) { return counted.contains(term.loop); }))
      bytes *= static_cast<double>(distinctIndices(*reader, dim, access.shape[d]));
    for (const AccessTerm &term : dim.terms)
      counted.insert(term.loop);
  }
  return bytes;
}

double untiledTraffic(const Problem &problem, const Node &node) {
  if (node.kind == NodeKind::Concat)
    return 2.0 * exactBytes(nullptr, node.results[0]);
  if (!node.isCompute())
    return 0;
  double bytes = gatheredBytes(node);
  std::set<int> seen;
  for (const Access &input : node.inputs) {
    bool filled = input.producer >= 0 && problem.nodes[input.producer].attached;
    if ((input.initOf < 0 || (input.read && !filled)) && seen.insert(input.tensor).second)
      bytes += exactBytes(nullptr, input);
  }
  for (const Access &result : node.results)
    bytes += exactBytes(nullptr, result);
  return bytes;
}

const Access &shownBy(const Problem &problem, const Access &access) {
  const Access *now = &access;
  while (now->producer >= 0 && problem.nodes[now->producer].isView())
    now = &problem.nodes[now->producer].inputs[0];
  return *now;
}

double handedOutBytes(const Problem &problem, bool fills) {
  std::map<int, double> tensors;
  for (const Node &node : problem.nodes)
    for (size_t number = 0; number < node.results.size(); ++number) {
      if (!node.handsOut(number) || !(node.isCompute() || node.isView()))
        continue;
      const Node *source = &node;
      int tensor = node.results[number].tensor;
      if (node.isView()) {
        const Access &shown = shownBy(problem, node.inputs[0]);
        source = shown.producer < 0 ? nullptr : &problem.nodes[shown.producer];
        tensor = shown.tensor;
      }
      if (!source || !source->isCompute() || (source->attached && !fills))
        continue;
      double &bytes = tensors[tensor];
      bytes = std::max(bytes, exactBytes(nullptr, node.results[number]));
    }
  double sum = 0;
  for (auto [tensor, bytes] : tensors)
    sum += bytes;
  return sum;
}

double compulsoryTraffic(const Problem &problem) {
  double bytes = handedOutBytes(problem, /*fills=*/true);
  std::set<int> seen;
  for (const Node &node : problem.nodes)
    for (const Access &input : node.inputs) {
      const Access &shown = shownBy(problem, input);
      bool outside = shown.producer < 0 || problem.nodes[shown.producer].kind == NodeKind::Opaque;
      if (node.isCompute() && outside && (input.initOf < 0 || input.read) && !shown.undefined &&
          seen.insert(shown.tensor).second)
        bytes += exactBytes(&node, input);
    }
  return bytes;
}

std::vector<unsigned> Node::onlyTileLoops() const {
  std::vector<unsigned> found;
  if (isDynamic())
    return found;
  for (bool single : {false, true})
    for (unsigned loop = 0; loop < extents.size(); ++loop)
      if (parallel[loop] && (single ? extents[loop] == 1 : tileable[loop] && extents[loop] > 0)) {
        found.push_back(loop);
        break;
      }
  return found;
}

std::vector<unsigned> Node::panelLoops() const {
  constexpr int mostLoops = 6;
  auto isWindow = [&](unsigned loop) {
    for (const Access &input : inputs)
      for (const AccessDim &dim : input.dims)
        if (dim.terms.size() > 1 &&
            std::ranges::any_of(dim.terms, [&](const AccessTerm &term) { return term.loop == loop; }))
          return true;
    return false;
  };
  // What a result follows is put together from its parts, which panels in a body do not.
  auto isFollowed = [&](unsigned loop) {
    return std::ranges::any_of(results, [&](const Access &result) {
      return std::ranges::any_of(result.dims, [&](const AccessDim &dim) {
        return std::ranges::any_of(dim.terms, [&](const AccessTerm &term) { return term.loop == loop; });
      });
    });
  };
  bool windows = std::ranges::count(tileable, true) <= mostLoops;
  std::vector<unsigned> found;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (!parallel[loop] && tileable[loop] && !dynamic[loop] && !isFollowed(loop) && (windows || !isWindow(loop)))
      found.push_back(loop);
  // Windows alone are too short to be worth a loop.
  return std::ranges::all_of(found, isWindow) ? std::vector<unsigned>{} : found;
}

Bytes Problem::available(int index, std::span<const int> members, const Budget &budget) const {
  const Node &node = nodes[index];
  Bytes bytes = budget.of(node.opClass);
  for (int64_t mark : node.marks)
    for (int member : members)
      if (nodes[member].principalOf == mark)
        bytes = std::max(bytes, budget.ofGroup(nodes[member].opClass));
  return bytes;
}

bool Problem::leaves(int index, size_t number, std::span<const int> members) const {
  const Node &node = nodes[index];
  if (node.results[number].escapes)
    return true;
  return std::ranges::any_of(node.users, [&](int user) {
    bool reads = std::ranges::any_of(nodes[user].inputs, [&](const Access &input) {
      return input.producer == index && input.producerResult == static_cast<int>(number);
    });
    bool inside = std::ranges::find(members, user) != members.end();
    return reads && (!inside || (nodes[user].isView() && leaves(user, 0, members)));
  });
}

} // namespace alcove::plan::tiling
