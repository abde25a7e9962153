//===- Iopddl.cpp - Reader of the IOPDDL contest's problems ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JsonScanner.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"

using namespace alcove;
using namespace alcove::formats;
using alcove::plan::Cost;
using alcove::plan::LayoutChoice;

namespace {

// Lists of numbers, one behind the other.
struct Ragged {
  std::vector<int64_t> items;
  std::vector<size_t> offsets{0};
  bool seen = false;

  size_t size() const { return offsets.size() - 1; }
  std::span<const int64_t> operator[](size_t i) const {
    return {items.data() + offsets[i], offsets[i + 1] - offsets[i]};
  }
};

// The file's members as they come; members may come in any order, so the sizes are compared afterwards.
struct Raw {
  std::string name;
  Ragged intervals, costs, usages, edgeNodes, edgeCosts;
  int64_t limit = -1;
};

constexpr int64_t leastCost = -plan::maxTotalCost;

bool ragged(JsonScanner &in, Ragged &out, int64_t low, int64_t high, bool saturate) {
  if (out.seen)
    return in.fail("member appears twice");
  out.seen = true;
  return in.array([&](size_t) {
    if (!in.integers(out.items, low, high, saturate))
      return false;
    out.offsets.push_back(out.items.size());
    return true;
  });
}

bool scanProblem(JsonScanner &in, Raw &raw) {
  return in.object([&](std::string_view key) {
    if (key == "name")
      return in.string(raw.name);
    if (key == "usage_limit")
      return raw.limit < 0 ? in.integer(raw.limit, 0, plan::maxTotalBytes - 1) : in.fail("member appears twice");
    if (key == "nodes")
      return in.object([&](std::string_view member) {
        if (member == "intervals")
          return ragged(in, raw.intervals, 0, mostInteger, false);
        if (member == "costs")
          return ragged(in, raw.costs, leastCost, mostInteger, true);
        if (member == "usages")
          return ragged(in, raw.usages, 0, plan::maxTotalBytes, false);
        return in.fail("unknown member (known: intervals, costs, usages)");
      });
    if (key == "edges")
      return in.object([&](std::string_view member) {
        if (member == "nodes")
          return ragged(in, raw.edgeNodes, 0, std::numeric_limits<int32_t>::max(), false);
        if (member == "costs")
          return ragged(in, raw.edgeCosts, leastCost, mostInteger, true);
        return in.fail("unknown member (known: nodes, costs)");
      });
    return in.fail("unknown member (known: name, nodes, edges, usage_limit)");
  });
}

Error sizeError(std::string_view path, size_t have, std::string_view what, size_t want) {
  return Error{fmt::format("{}: {} entries, {} has {}", path, have, what, want)};
}

Status sameLengths(const Raw &raw) {
  size_t count = raw.intervals.size();
  if (!raw.intervals.seen || !raw.costs.seen || !raw.usages.seen)
    return Error{"problem.nodes: needs the members intervals, costs and usages"};
  if (raw.edgeNodes.seen != raw.edgeCosts.seen)
    return Error{"problem.edges: needs both members, nodes and costs"};
  if (raw.limit < 0)
    return Error{"problem.usage_limit: is missing"};
  if (raw.costs.size() != count)
    return sizeError("problem.nodes.costs", raw.costs.size(), "problem.nodes.intervals", count);
  if (raw.usages.size() != count)
    return sizeError("problem.nodes.usages", raw.usages.size(), "problem.nodes.intervals", count);
  if (raw.edgeNodes.size() != raw.edgeCosts.size())
    return sizeError("problem.edges.costs", raw.edgeCosts.size(), "problem.edges.nodes", raw.edgeNodes.size());
  for (size_t i = 0; i < count; ++i) {
    if (raw.intervals[i].size() != 2)
      return Error{fmt::format("problem.nodes.intervals[{}]: {} numbers, must be 2", i, raw.intervals[i].size())};
    if (raw.costs[i].size() != raw.usages[i].size())
      return sizeError(fmt::format("problem.nodes.usages[{}]", i), raw.usages[i].size(),
                       fmt::format("problem.nodes.costs[{}]", i), raw.costs[i].size());
  }
  return {};
}

// Two finite costs below maxTotalCost: their sum cannot overflow; a sum out of range is left to rule LC-C5.
Cost sumOrInfinite(Cost a, Cost b) { return plan::isInfinite(a) || plan::isInfinite(b) ? plan::infiniteCost : a + b; }

Status addEdges(Raw &raw, LayoutChoice &problem) {
  problem.edgeCosts = std::move(raw.edgeCosts.items);
  problem.edges.reserve(raw.edgeNodes.size());
  for (size_t e = 0; e < raw.edgeNodes.size(); ++e) {
    std::span<const int64_t> ends = raw.edgeNodes[e];
    std::string_view path = "problem.edges.nodes";
    if (ends.size() != 1 && ends.size() != 2)
      return Error{fmt::format("{}[{}]: {} nodes, must be 1 or 2", path, e, ends.size())};
    for (size_t k = 0; k < ends.size(); ++k)
      if (ends[k] >= static_cast<int64_t>(problem.numNodes()))
        return Error{
            fmt::format("{}[{}][{}]: node {} does not exist (there are {})", path, e, k, ends[k], problem.numNodes())};
    size_t first = raw.edgeCosts.offsets[e], entries = raw.edgeCosts.offsets[e + 1] - first;
    int32_t a = static_cast<int32_t>(ends[0]), b = static_cast<int32_t>(ends.back());
    size_t rows = problem.numCandidates(a), columns = ends.size() == 2 ? problem.numCandidates(b) : 1;
    if (entries != rows * columns)
      return Error{fmt::format("problem.edges.costs[{}]: {} entries, nodes {} and {} have {} x {} candidates", e,
                               entries, a, b, rows, columns)};
    if (a != b) {
      problem.edges.push_back({a, b, first, entries});
      continue;
    }
    Cost *costs = problem.candidateCosts.data() + problem.nodes[a].firstCandidate;
    for (size_t s = 0; s < rows; ++s) {
      costs[s] = sumOrInfinite(costs[s], problem.edgeCosts[first + (columns == 1 ? s : s * columns + s)]);
      if (costs[s] <= leastCost || (costs[s] >= plan::maxTotalCost && !plan::isInfinite(costs[s])))
        return Error{
            fmt::format("LC-C5: problem.edges.costs[{}]: with node {}'s own cost the sum is {}", e, a, costs[s])};
    }
  }
  return {};
}

} // namespace

Result<LayoutChoice> formats::parseIopddl(std::string_view text) {
  Raw raw;
  JsonScanner in(text);
  bool problemSeen = false;
  bool ok = in.object([&](std::string_view key) {
    if (key == "problem" && !problemSeen) {
      problemSeen = true;
      return scanProblem(in, raw);
    }
    if (key == "solution")
      return in.skipValue();
    return in.fail("unknown or repeated member (known: problem, solution)");
  });
  if (!ok || !in.finish())
    return in.error();
  if (!problemSeen)
    return Error{"document: has no member problem"};
  ALCOVE_RETURN_IF_ERROR(sameLengths(raw));
  LayoutChoice problem;
  problem.name = std::move(raw.name);
  problem.capacity = raw.limit;
  for (size_t i = 0; i < raw.intervals.size(); ++i)
    problem.nodes.push_back(
        {{raw.intervals[i][0], raw.intervals[i][1]}, raw.costs.offsets[i], static_cast<int32_t>(raw.costs[i].size())});
  problem.candidateCosts = std::move(raw.costs.items);
  problem.candidateBytes = std::move(raw.usages.items);
  ALCOVE_RETURN_IF_ERROR(addEdges(raw, problem));
  ALCOVE_RETURN_IF_ERROR(plan::check(problem));
  return problem;
}
