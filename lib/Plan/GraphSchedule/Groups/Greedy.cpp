//===- Greedy.cpp - Greedy fusion -----------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Improve.h"

#include <algorithm>
#include <queue>

namespace alcove::plan::schedule {

namespace {

/// A pair of groups at the versions at which it was priced.
struct Candidate {
  double gain;
  bool makesEphemeral;
  int32_t a, b;
  uint32_t versionA, versionB;
  bool operator<(const Candidate &other) const {
    if (gain != other.gain)
      return gain < other.gain;
    return std::pair(a, b) > std::pair(other.a, other.b);
  }
};

class Fusion {
public:
  Fusion(GroupPlan &plan, GroupPricer &pricer, bool links, const StopSignal &stop)
      : plan(plan), pricer(pricer), links(links), stop(stop), version(plan.groups().size(), 0) {}

  void run() {
    for (size_t slot = 0; slot != plan.groups().size() && !stop(); ++slot)
      if (!plan.groups()[slot].ops.empty())
        offerAround(static_cast<int32_t>(slot), true);
    while (!heap.empty() && !stop()) {
      Candidate best = heap.top();
      heap.pop();
      if (version[static_cast<size_t>(best.a)] != best.versionA ||
          version[static_cast<size_t>(best.b)] != best.versionB)
        continue;
      std::vector<int32_t> merged = unionOf(best.a, best.b);
      double delta = plan.apply({{best.a, merged}, {best.b, {}}}, links);
      if (!(delta < std::numeric_limits<double>::infinity()))
        continue;
      if (delta > 1e-9 * plan.cost()) { // Links were lost that were worth more.
        plan.undo();
        continue;
      }
      ++version[static_cast<size_t>(best.a)];
      ++version[static_cast<size_t>(best.b)];
      offerAround(best.a, false);
    }
  }

private:
  std::vector<int32_t> unionOf(int32_t a, int32_t b) const {
    const std::vector<int32_t> &x = plan.groups()[static_cast<size_t>(a)].ops,
                               &y = plan.groups()[static_cast<size_t>(b)].ops;
    std::vector<int32_t> merged;
    std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(merged));
    return merged;
  }

  void offer(int32_t a, int32_t b, bool makesEphemeral) {
    std::vector<int32_t> merged = unionOf(a, b);
    if (merged.size() > 64)
      return;
    double together = pricer.price(merged, {}, {}).cost;
    double apart = plan.groups()[static_cast<size_t>(a)].cost + plan.groups()[static_cast<size_t>(b)].cost;
    double gain = apart - together;
    if (gain > 1e-9 * apart || (makesEphemeral && gain > -1e-9 * apart))
      heap.push({gain, makesEphemeral, a, b, version[static_cast<size_t>(a)], version[static_cast<size_t>(b)]});
  }

  /// All neighbours by a shared tensor; each pair once if `onlyLater`.
  void offerAround(int32_t slot, bool onlyLater) {
    std::vector<std::pair<int32_t, bool>> near;
    for (int32_t o : plan.groups()[static_cast<size_t>(slot)].ops) {
      for (int32_t t : plan.graph().op(o).outputs)
        for (int32_t user : plan.graph().usersOf(t))
          for (int32_t other : plan.holdersOf(user))
            near.push_back({other, true});
      for (int32_t t : plan.graph().op(o).inputs) {
        if (int32_t maker = plan.graph().madeBy(t); maker >= 0)
          for (int32_t other : plan.holdersOf(maker))
            near.push_back({other, true});
        const std::vector<int32_t> &users = plan.graph().usersOf(t);
        // A tensor with very many readers: the nearest ones are enough, the merged group meets the next ones.
        auto here = std::lower_bound(users.begin(), users.end(), o);
        size_t at = static_cast<size_t>(here - users.begin());
        for (size_t i = at > 8 ? at - 8 : 0; i < std::min(users.size(), at + 9); ++i)
          for (int32_t other : plan.holdersOf(users[i]))
            near.push_back({other, false});
      }
    }
    std::sort(near.begin(), near.end(),
              [](auto &x, auto &y) { return std::pair(x.first, !x.second) < std::pair(y.first, !y.second); });
    int32_t last = -1;
    for (auto [other, ephemeral] : near) {
      if (other == last || other == slot || (onlyLater && other < slot))
        continue;
      last = other;
      offer(std::min(slot, other), std::max(slot, other), ephemeral);
    }
  }

  GroupPlan &plan;
  GroupPricer &pricer;
  bool links;
  const StopSignal &stop;
  std::vector<uint32_t> version;
  std::priority_queue<Candidate> heap;
};

} // namespace

void fuseGreedily(GroupPlan &plan, GroupPricer &pricer, bool links, const StopSignal &stop) {
  Fusion(plan, pricer, links, stop).run();
}

void fuseBothWays(GroupPlan &plan, GroupPricer &pricer, bool links, const StopSignal &stop) {
  GroupPlan linked = plan;
  fuseGreedily(plan, pricer, false, stop);
  if (!links)
    return;
  fuseGreedily(linked, pricer, true, stop);
  if (linked.cost() < plan.cost())
    plan = std::move(linked);
}

} // namespace alcove::plan::schedule
