//===- Portfolio.cpp - Restarts of the canonical search ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Portfolio.h"
#include "alcove/Base/Support/Parallel.h"

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

/// Placements of the shortest run: from 300, 600, 1000, 3000 and 10000 the one with the least total time on the public
/// instances (docs/rationale/Allocation.md).
constexpr uint64_t baseBudget = 1000;
constexpr size_t orderCount = 5;
/// Relative size of the noise on the keys after each order has run once without.
constexpr double noise = 0.3;

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... (Luby, Sinclair, Zuckerman 1993), from i = 1.
uint64_t luby(uint64_t i) {
  for (;;) {
    uint64_t size = 1;
    while (size < i)
      size = 2 * size + 1;
    if (size == i)
      return size / 2 + 1;
    i -= size / 2;
  }
}

} // namespace

Portfolio::Portfolio(const Instance &instance, Bytes capacity, const AllocationSwitches &switches)
    : instance(instance), busiest(instance.count()) {
  for (size_t i = 0; i != laneCount; ++i) {
    lanes[i].search = std::make_unique<Search>(instance, capacity / instance.unit, switches);
    lanes[i].random = Random(i + 1);
  }
  for (size_t section = 0; section != instance.sections.size(); ++section) {
    Bytes load = 0;
    for (uint32_t buffer : instance.sections[section])
      load += instance.size[buffer];
    for (uint32_t buffer : instance.sections[section])
      busiest[buffer] = std::max(busiest[buffer], load);
  }
}

/// The order of a run: by a key, largest first.
std::vector<uint32_t> Portfolio::ranksFor(Lane &lane, size_t run) const {
  size_t count = instance.count();
  std::vector<double> key(count);
  const std::vector<uint64_t> &sectionWeights = lane.search->sectionWeights();
  for (uint32_t i = 0; i != count; ++i) {
    double lifetime = static_cast<double>(instance.upper[i] - instance.lower[i]);
    double area = lifetime * static_cast<double>(instance.size[i]);
    double weight = 0;
    for (uint32_t section : instance.sectionsOf[i])
      weight += static_cast<double>(sectionWeights[section]);
    switch (run % orderCount) {
    case 0:
      key[i] = area * weight;
      break;
    case 1:
      key[i] = lifetime;
      break;
    case 2:
      key[i] = static_cast<double>(busiest[i]);
      break;
    case 3:
      key[i] = weight;
      break;
    case 4:
      key[i] = area;
      break;
    }
    if (run >= orderCount) {
      // Two statements: compilers may fuse multiplication and addition within one, and results must not differ.
      double jitter = noise * lane.random.unit();
      key[i] *= 1 + jitter;
    }
  }
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), uint32_t(0));
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    if (key[a] != key[b])
      return key[a] > key[b];
    int64_t lifetimeA = instance.upper[a] - instance.lower[a];
    int64_t lifetimeB = instance.upper[b] - instance.lower[b];
    return lifetimeA != lifetimeB ? lifetimeA > lifetimeB : a < b;
  });
  std::vector<uint32_t> ranks(count);
  for (uint32_t i = 0; i != count; ++i)
    ranks[order[i]] = i;
  return ranks;
}

/// One epoch. A lane may be cancelled only by a lower one: then its answer is not asked for.
void Portfolio::runLanes(int threads, uint64_t budget, const Deadline &deadline) {
  std::atomic<bool> cancel = false;
  auto runLane = [&](size_t index) {
    Lane &lane = lanes[index];
    std::vector<uint32_t> ranks = ranksFor(lane, epoch * laneCount + index);
    lane.outcome = lane.search->run(ranks, budget, index == 0 ? nullptr : &cancel, &deadline);
    if (index == 0 && lane.outcome != AllocationAnswer::Open)
      cancel = true;
  };
  std::array<std::function<void()>, laneCount> tasks;
  for (size_t index = 0; index != laneCount; ++index)
    tasks[index] = [&, index] {
      if (!cancel)
        runLane(index);
    };
  inParallel(threads, tasks);
}

AllocationAnswer Portfolio::run(const Budget &budget, const Deadline &deadline) {
  uint64_t start = countedWork, firstEpoch = epoch;
  do {
    uint64_t placements = baseBudget * luby(epoch * laneCount / orderCount + 1);
    uint64_t before[laneCount];
    for (size_t i = 0; i != laneCount; ++i)
      before[i] = lanes[i].search->work();
    runLanes(budget.threads, placements, deadline);
    if (deadline.passed() &&
        std::ranges::all_of(lanes, [](const Lane &lane) { return lane.outcome == AllocationAnswer::Open; }))
      break;
    ++epoch;
    for (winner = 0; winner != laneCount; ++winner) {
      countedWork += lanes[winner].search->work() - before[winner];
      if (lanes[winner].outcome != AllocationAnswer::Open)
        return lanes[winner].outcome;
    }
  } while (countedWork - start < budget.workUnits && epoch - firstEpoch < budget.epochs && !deadline.passed());
  return AllocationAnswer::Open;
}

AllocationSolution Portfolio::solution(const AllocationProblem &problem) const {
  AllocationSolution result;
  for (const AllocationBuffer &buffer : problem.buffers)
    result.offsets.push_back(buffer.fixedOffset.value_or(0));
  for (size_t i = 0; i != instance.count(); ++i)
    result.offsets[instance.original[i]] = lanes[winner].search->offsets()[i] * instance.unit;
  return result;
}
