//===- WindowSearch.cpp - Re-solving a stretch of a schedule --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WindowSearch.h"

#include <algorithm>

namespace alcove::plan::schedule {

/// The operations of the window, sorted; empty if the window cannot be cut out.
static std::vector<int32_t> windowOps(const std::vector<ScheduledGroup> &sequence, size_t begin, size_t end) {
  std::vector<int32_t> ops;
  if (begin >= end || !sequence[begin].resident.empty() || !sequence[end - 1].retained.empty())
    return ops;
  for (size_t g = begin; g != end; ++g)
    ops.insert(ops.end(), sequence[g].ops.begin(), sequence[g].ops.end());
  std::sort(ops.begin(), ops.end());
  ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
  return ops;
}

static bool runsOutside(const std::vector<ScheduledGroup> &sequence, size_t begin, size_t end,
                        const std::vector<int32_t> &ops) {
  for (size_t g = 0; g != sequence.size(); ++g)
    if (g < begin || g >= end)
      for (int32_t o : sequence[g].ops)
        if (std::binary_search(ops.begin(), ops.end(), o))
          return true;
  return false;
}

static void renumber(std::vector<ScheduledGroup> &groups, const std::vector<int32_t> &ops, bool toWindow) {
  for (ScheduledGroup &group : groups)
    for (int32_t &o : group.ops)
      o = toWindow ? static_cast<int32_t>(std::lower_bound(ops.begin(), ops.end(), o) - ops.begin())
                   : ops[static_cast<size_t>(o)];
}

WindowResult improveWindow(const OpGraph &graph, const PricerOptions &pricing, std::vector<ScheduledGroup> &sequence,
                           size_t begin, size_t end, const WindowOptions &options, const StopSignal &stop) {
  WindowResult result;
  std::vector<int32_t> ops = windowOps(sequence, begin, end);
  if (ops.empty() || runsOutside(sequence, begin, end, ops))
    return result;
  OpGraph window(graph, ops);
  GroupPricer pricer(window, pricing);
  std::vector<ScheduledGroup> groups(sequence.begin() + static_cast<ptrdiff_t>(begin),
                                     sequence.begin() + static_cast<ptrdiff_t>(end));
  renumber(groups, ops, true);
  GroupPlan plan(pricer, groups);
  if (plan.sequence().size() != groups.size()) // A plan cannot hold an operation that is retained in two places.
    return result;
  double before = plan.cost();
  if (options.fuse)
    fuseBothWays(plan, pricer, options.retention, stop);
  if (options.moves) {
    AnnealOptions annealing;
    annealing.seed = options.seed;
    annealing.moves = options.moves;
    annealing.links = options.retention;
    annealing.recompute = options.recompute;
    anneal(plan, annealing, stop);
    result.work += options.moves;
  }
  groups = plan.sequence();
  double cost = plan.cost();
  if (options.exactVisits) {
    CandidateOptions enumeration;
    enumeration.recompute = options.recompute;
    enumeration.retention = options.retention;
    enumeration.visitLimit = options.exactVisits;
    CandidateSet candidates = enumerateGroups(pricer, enumeration, stop);
    result.work += candidates.visited;
    if (candidates.complete) {
      DownsetOptions search;
      search.recompute = options.recompute;
      search.retention = options.retention;
      search.incumbent = cost * (1 - 1e-9);
      search.workLimit = options.exactWork;
      DownsetResult found = searchDownsets(pricer, candidates, search, stop);
      result.work += found.work;
      if (!found.sequence.empty()) {
        groups = std::move(found.sequence);
        cost = found.cost;
      }
    }
  }
  if (!(cost < before * (1 - 1e-12)))
    return result;
  renumber(groups, ops, false);
  sequence.erase(sequence.begin() + static_cast<ptrdiff_t>(begin), sequence.begin() + static_cast<ptrdiff_t>(end));
  sequence.insert(sequence.begin() + static_cast<ptrdiff_t>(begin), groups.begin(), groups.end());
  result.improved = true;
  return result;
}

} // namespace alcove::plan::schedule
