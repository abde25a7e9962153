//===- LayoutGen.cpp - Seeded layout problems -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayoutGen.h"
#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

std::string_view plan::nameOf(Topology topology) {
  switch (topology) {
  case Topology::Chain:
    return "chain";
  case Topology::Residual:
    return "residual";
  case Topology::UNet:
    return "unet";
  case Topology::Transformer:
    return "transformer";
  case Topology::Wide:
    return "wide";
  }
  return "?";
}

namespace {

std::vector<std::pair<int32_t, int32_t>> edgesOf(Topology topology, int32_t count) {
  std::vector<std::pair<int32_t, int32_t>> edges;
  if (topology != Topology::Transformer && topology != Topology::Wide)
    for (int32_t n = 1; n < count; ++n)
      edges.emplace_back(n - 1, n);
  switch (topology) {
  case Topology::Chain:
  case Topology::Wide:
    break;
  case Topology::Residual:
    for (int32_t n = 0; n + 3 < count; n += 3)
      edges.emplace_back(n, n + 3);
    break;
  case Topology::UNet:
    // Two nodes a level; level k of the way down meets level k of the way up.
    for (int32_t n = 1; n < count / 2 - 1; n += std::max(2, count / 16))
      edges.emplace_back(n, count - 1 - n);
    break;
  case Topology::Transformer:
    // 0 = rope, 1 = mask, 2 = input; a layer: norm q k v rot(q) rot(k) scores softmax context add norm up act down add.
    for (int32_t input = 2, base = 3; base + 15 <= count; base += 15) {
      auto node = [&](int32_t k) { return base + k; };
      edges.emplace_back(input, node(0));
      for (int32_t k = 1; k <= 3; ++k)
        edges.emplace_back(node(0), node(k));
      edges.emplace_back(node(1), node(4));
      edges.emplace_back(0, node(4));
      edges.emplace_back(node(2), node(5));
      edges.emplace_back(0, node(5));
      edges.emplace_back(node(4), node(6));
      edges.emplace_back(node(5), node(6));
      edges.emplace_back(1, node(7));
      edges.emplace_back(node(6), node(7));
      edges.emplace_back(node(3), node(8));
      edges.emplace_back(node(7), node(8));
      edges.emplace_back(node(8), node(9));
      edges.emplace_back(input, node(9));
      for (int32_t k = 10; k <= 14; ++k)
        edges.emplace_back(node(k - 1), node(k));
      edges.emplace_back(node(9), node(14));
      input = node(14);
    }
    break;
  }
  return edges;
}

// A candidate of a generated node.
struct Form {
  bool fast;
  int32_t family;
  int32_t split; ///< over how many cores
};

Form formOf(int32_t candidate) { return {candidate > 0, candidate % 4, 1 << ((candidate / 4) % 7)}; }

} // namespace

LayoutChoice plan::generateLayout(const LayoutGenOptions &options) {
  Random random(options.seed * 77 + static_cast<uint64_t>(options.topology));
  LayoutChoice problem;
  int32_t count = std::max(options.nodes, 4), forms = std::max(options.candidates, 2);
  problem.name =
      fmt::format("{}-{}x{}-{:.2f}-{}", nameOf(options.topology), count, forms, options.capacityShare, options.seed);
  std::vector<std::pair<int32_t, int32_t>> edges = edgesOf(options.topology, count);
  std::vector<int64_t> lastUse(count);
  for (int32_t n = 0; n < count; ++n)
    lastUse[n] = n + 1;
  if (options.topology == Topology::Wide)
    for (int32_t n = 0; n < count; ++n) {
      int32_t last = std::min<int32_t>(count - 1, n + static_cast<int32_t>(random.between(1, 2 * options.live)));
      lastUse[n] = last + 1;
      if (last > n && random.chance(0.75))
        edges.emplace_back(n, last);
    }
  for (const auto &[from, to] : edges)
    lastUse[from] = std::max<int64_t>(lastUse[from], to + 1);
  // Weight of the tensors: a U-net's are small in the middle, the others' vary by layer kind.
  std::vector<int64_t> size(count);
  for (int32_t n = 0; n < count; ++n) {
    int64_t base = int64_t(1) << random.between(14, 17);
    if (options.topology == Topology::UNet)
      base = std::max<int64_t>(1024, base >> (6 * std::min(n, count - 1 - n) / std::max(1, count / 2)));
    size[n] = base;
  }
  std::vector<Cost> costs;
  std::vector<Bytes> bytes;
  for (int32_t n = 0; n < count; ++n) {
    costs.clear();
    bytes.clear();
    int32_t favourite = static_cast<int32_t>(random.below(4));
    int64_t work = random.between(2000, 20000);
    for (int32_t s = 0; s < forms; ++s) {
      Form form = formOf(s);
      int64_t cost = work + size[n] / 16 + (form.fast ? -size[n] / 20 : size[n] / 8);
      cost += form.family == favourite ? 0 : work / 3;
      cost += work / form.split / 2 + random.between(0, 200);
      costs.push_back(cost);
      bytes.push_back(form.fast ? size[n] / form.split + 32 * random.between(0, 8) : 0);
    }
    problem.addNode({n, lastUse[n]}, costs, bytes);
  }
  for (const auto &[from, to] : edges) {
    costs.clear();
    for (int32_t s = 0; s < forms; ++s)
      for (int32_t t = 0; t < forms; ++t) {
        Form a = formOf(s), b = formOf(t);
        Cost move = a.fast == b.fast ? 0 : size[from] / 12;
        if (a.family != b.family)
          move += size[from] / 8 + 500;
        if (a.split != b.split)
          move += size[from] / 16 + 300;
        if (a.fast && b.fast && a.family == 3 && b.family == 1 && a.split != b.split)
          move = infiniteCost;
        costs.push_back(move);
      }
    problem.addEdge(from, to, costs);
  }
  // The peak when everybody takes what is best alone.
  std::vector<Bytes> profile(count + 2, 0);
  for (int32_t n = 0; n < count; ++n) {
    std::span<const Cost> own = problem.costsOf(n);
    size_t best = std::min_element(own.begin(), own.end()) - own.begin();
    profile[n] += problem.bytesOf(n)[best];
    profile[lastUse[n]] -= problem.bytesOf(n)[best];
  }
  Bytes live = 0, peak = 0;
  for (Bytes change : profile) {
    live += change;
    peak = std::max(peak, live);
  }
  problem.capacity = static_cast<Bytes>(static_cast<double>(peak) * options.capacityShare);
  return problem;
}

LayoutChoice plan::randomLayout(uint64_t seed, int32_t maxNodes, int32_t maxCandidates) {
  Random random(seed);
  LayoutChoice problem;
  problem.name = fmt::format("random-{}", seed);
  int32_t count = static_cast<int32_t>(random.between(1, maxNodes));
  int64_t horizon = random.between(2, 12);
  double infinite = random.chance(0.5) ? 0.25 : 0.05;
  std::vector<Cost> costs;
  std::vector<Bytes> bytes;
  for (int32_t n = 0; n < count; ++n) {
    int32_t size = static_cast<int32_t>(random.between(1, maxCandidates));
    costs.clear();
    bytes.clear();
    for (int32_t s = 0; s < size; ++s) {
      costs.push_back(random.chance(0.05) ? infiniteCost : random.between(-5, 30));
      bytes.push_back(random.chance(0.2) ? 0 : random.between(1, 40));
    }
    int64_t begin = random.between(0, horizon - 1);
    problem.addNode({begin, random.between(begin, horizon)}, costs, bytes);
  }
  int64_t edges = count < 2 ? 0 : random.between(0, 2 * count);
  for (int64_t e = 0; e < edges; ++e) {
    int32_t a = static_cast<int32_t>(random.below(count)), b = static_cast<int32_t>(random.below(count));
    if (a == b)
      continue;
    costs.clear();
    bool function = random.chance(0.2), sum = random.chance(0.15);
    for (int32_t s = 0; s < problem.numCandidates(a); ++s)
      for (int32_t t = 0; t < problem.numCandidates(b); ++t) {
        if (function)
          costs.push_back(t == s % problem.numCandidates(b) ? random.between(0, 9) : infiniteCost);
        else if (sum)
          costs.push_back(3 * s - 2 * t);
        else
          costs.push_back(random.chance(infinite) ? infiniteCost : random.between(-3, 20));
      }
    problem.addEdge(a, b, costs);
  }
  if (random.chance(0.3))
    for (int k = 0; k < 3; ++k) {
      int32_t node = static_cast<int32_t>(random.below(count));
      int64_t begin = random.between(0, horizon - 1);
      problem.extraUsages.push_back({node,
                                     static_cast<int32_t>(random.below(problem.numCandidates(node))),
                                     {begin, random.between(begin, horizon)},
                                     random.between(0, 30)});
    }
  std::vector<char> role(count, 0); // 1 = leader, 2 = follower
  if (count > 2 && random.chance(0.3)) {
    int32_t leader = static_cast<int32_t>(random.below(count)), follower = static_cast<int32_t>(random.below(count));
    if (leader != follower) {
      problem.colocations.push_back({leader, follower});
      role[leader] = 1;
      role[follower] = 2;
    }
  }
  if (random.chance(0.4))
    for (int32_t n = 0; n < count; ++n) {
      int32_t donor = static_cast<int32_t>(random.below(count));
      const LiveInterval &live = problem.nodes[n].live, &given = problem.nodes[donor].live;
      bool legal = donor != n && given.begin <= live.begin && live.begin < given.end && given.end <= live.end;
      if (legal && role[n] != 2 && role[donor] != 2 && random.chance(0.5))
        problem.inPlaces.push_back({n, static_cast<int32_t>(random.below(problem.numCandidates(n))), donor});
    }
  problem.capacity = random.between(10, 30 * std::max(1, count / 2));
  return problem;
}

namespace {

// The problem without node `gone` (or, with gone < 0, without candidate `label` of `node`).
LayoutChoice without(const LayoutChoice &problem, int32_t gone, int32_t node, int32_t label) {
  LayoutChoice out;
  out.name = problem.name;
  out.capacity = problem.capacity;
  auto renumber = [&](int32_t n) { return gone >= 0 && n > gone ? n - 1 : n; };
  auto keeps = [&](int32_t n, int32_t s) { return n != node || s != label; };
  auto labelOf = [&](int32_t n, int32_t s) { return n == node && s > label ? s - 1 : s; };
  for (int32_t n = 0; n < static_cast<int32_t>(problem.numNodes()); ++n) {
    if (n == gone)
      continue;
    std::vector<Cost> costs;
    std::vector<Bytes> bytes;
    for (int32_t s = 0; s < problem.numCandidates(n); ++s)
      if (keeps(n, s)) {
        costs.push_back(problem.costsOf(n)[s]);
        bytes.push_back(problem.bytesOf(n)[s]);
      }
    out.addNode(problem.nodes[n].live, costs, bytes);
  }
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    const LayoutChoice::Edge &edge = problem.edges[e];
    if (edge.a == gone || edge.b == gone)
      continue;
    std::vector<Cost> costs;
    for (int32_t s = 0; s < problem.numCandidates(edge.a); ++s)
      for (int32_t t = 0; t < problem.numCandidates(edge.b); ++t)
        if (keeps(edge.a, s) && keeps(edge.b, t))
          costs.push_back(problem.costsOfEdge(static_cast<int32_t>(e))[s * problem.numCandidates(edge.b) + t]);
    out.addEdge(renumber(edge.a), renumber(edge.b), costs);
  }
  for (const LayoutChoice::ExtraUsage &extra : problem.extraUsages)
    if (extra.node != gone && keeps(extra.node, extra.candidate))
      out.extraUsages.push_back(
          {renumber(extra.node), labelOf(extra.node, extra.candidate), extra.interval, extra.bytes});
  for (const LayoutChoice::Colocation &pair : problem.colocations)
    if (pair.leader != gone && pair.follower != gone)
      out.colocations.push_back({renumber(pair.leader), renumber(pair.follower)});
  for (const LayoutChoice::InPlace &place : problem.inPlaces)
    if (place.node != gone && place.donor != gone && keeps(place.node, place.candidate))
      out.inPlaces.push_back({renumber(place.node), labelOf(place.node, place.candidate), renumber(place.donor)});
  return out;
}

// Tries to erase the items of a list one by one; true when one went.
template <typename Items>
bool eraseOne(LayoutChoice &problem, Items LayoutChoice::*items,
              const std::function<bool(const LayoutChoice &)> &fails) {
  for (size_t k = 0; k < (problem.*items).size(); ++k) {
    LayoutChoice smaller = problem;
    (smaller.*items).erase((smaller.*items).begin() + static_cast<std::ptrdiff_t>(k));
    if (check(smaller).ok() && fails(smaller)) {
      problem = std::move(smaller);
      return true;
    }
  }
  return false;
}

} // namespace

LayoutChoice plan::shrinkLayout(LayoutChoice problem, const std::function<bool(const LayoutChoice &)> &fails) {
  auto accept = [&](LayoutChoice smaller) {
    if (!check(smaller).ok() || !fails(smaller))
      return false;
    problem = std::move(smaller);
    return true;
  };
  for (bool shrunk = true; shrunk;) {
    shrunk = false;
    for (int32_t n = static_cast<int32_t>(problem.numNodes()) - 1; n >= 0; --n)
      shrunk |= accept(without(problem, n, -1, -1));
    for (int32_t n = 0; n < static_cast<int32_t>(problem.numNodes()); ++n)
      for (int32_t s = problem.numCandidates(n) - 1; s >= 0 && problem.numCandidates(n) > 1; --s)
        shrunk |= accept(without(problem, -1, n, s));
    shrunk |= eraseOne(problem, &LayoutChoice::edges, fails) || eraseOne(problem, &LayoutChoice::extraUsages, fails) ||
              eraseOne(problem, &LayoutChoice::colocations, fails) || eraseOne(problem, &LayoutChoice::inPlaces, fails);
  }
  return problem;
}
