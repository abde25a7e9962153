//===- Instance.cpp - Who meets whom ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Instance.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

struct SweepEvent {
  int64_t time;
  bool arrives;
  uint32_t buffer;
  auto operator<=>(const SweepEvent &) const = default;
};

/// Arrivals and departures of buffers of the instance in order of time, departures first.
std::vector<SweepEvent> sweepEvents(const AllocationProblem &problem, const Instance &instance,
                                    const std::vector<uint32_t> &buffers, WindowReading reading) {
  std::vector<SweepEvent> events;
  for (uint32_t i : buffers) {
    AllocationBuffer buffer = problem.buffers[instance.original[i]];
    if (reading == WindowReading::Solid)
      std::erase_if(buffer.gaps, [](const AllocationGap &gap) { return gap.window.has_value(); });
    else
      for (AllocationGap &gap : buffer.gaps)
        gap.window.reset();
    for (const AllocationPiece &piece : allocationPieces(buffer)) {
      events.push_back({piece.lower, true, i});
      events.push_back({piece.upper, false, i});
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

/// Whether the lists of pairs and those of sections have so few entries, before any of them is made.
bool areFew(const std::vector<SweepEvent> &events, size_t maxEntries) {
  size_t pairs = 0, entries = 0, live = 0;
  bool grew = false;
  for (const SweepEvent &event : events) {
    if (event.arrives)
      pairs += live++;
    else
      entries += grew ? live-- : (--live, 0);
    grew = event.arrives;
  }
  return pairs <= maxEntries / 2 && entries <= maxEntries;
}

/// A set of live buffers is maximal when the next thing to happen is a departure after an arrival.
void buildSections(Instance &instance, const std::vector<SweepEvent> &events) {
  std::set<uint32_t> live;
  bool grew = false;
  std::vector<uint32_t> members;
  for (const SweepEvent &event : events) {
    if (event.arrives) {
      live.insert(event.buffer);
      grew = true;
      continue;
    }
    if (grew) {
      members.assign(live.begin(), live.end());
      instance.sections.addList(members);
      grew = false;
    }
    live.erase(event.buffer);
  }
}

void invertSections(Instance &instance) {
  std::vector<std::vector<uint32_t>> sectionsOf(instance.count());
  for (uint32_t k = 0; k != instance.sections.size(); ++k)
    for (uint32_t buffer : instance.sections[k])
      sectionsOf[buffer].push_back(k);
  for (const std::vector<uint32_t> &list : sectionsOf)
    instance.sectionsOf.addList(list);
}

/// An arrival meets everything that is live; gaps make a pair meet again.
void buildNeighbours(Instance &instance, const AllocationProblem &problem, const std::vector<SweepEvent> &events) {
  std::vector<std::vector<uint32_t>> meets(instance.count());
  std::set<uint32_t> live;
  for (const SweepEvent &event : events) {
    if (!event.arrives) {
      live.erase(event.buffer);
      continue;
    }
    for (uint32_t other : live)
      if (shareCore(problem.buffers[instance.original[event.buffer]], problem.buffers[instance.original[other]])) {
        meets[event.buffer].push_back(other);
        meets[other].push_back(event.buffer);
      }
    live.insert(event.buffer);
  }
  for (std::vector<uint32_t> &list : meets) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    instance.neighbours.addList(list);
  }
}

/// Sum-minimal offsets are sums of sizes, fixed offsets and roundings, so they are multiples of the unit. An alignment
/// that divides the unit rounds nothing.
void divideByUnit(Instance &instance) {
  Bytes unit = 0;
  for (size_t i = 0; i != instance.count(); ++i) {
    unit = std::gcd(unit, instance.size[i]);
    unit = std::gcd(unit, std::max<Bytes>(instance.fixed[i], 0));
  }
  // A smaller unit may stop being divided by an alignment that divided the larger one; it shrinks at each round.
  for (bool changed = true; changed;) {
    changed = false;
    for (Bytes alignment : instance.alignment)
      if (unit % alignment != 0 && std::gcd(unit, alignment) != unit) {
        unit = std::gcd(unit, alignment);
        changed = true;
      }
  }
  if (unit == 0)
    return;
  instance.unit = unit;
  for (size_t i = 0; i != instance.count(); ++i) {
    instance.size[i] /= unit;
    instance.alignment[i] = unit % instance.alignment[i] == 0 ? 1 : instance.alignment[i] / unit;
    if (instance.fixed[i] >= 0)
      instance.fixed[i] /= unit;
  }
}

} // namespace

bool allocation::hasWindows(const AllocationProblem &problem) {
  return std::any_of(problem.buffers.begin(), problem.buffers.end(), [](const AllocationBuffer &buffer) {
    return std::any_of(buffer.gaps.begin(), buffer.gaps.end(),
                       [](const AllocationGap &gap) { return gap.window.has_value(); });
  });
}

std::optional<Instance> allocation::buildInstance(const AllocationProblem &problem, WindowReading reading,
                                                  size_t maxEntries) {
  Instance instance;
  for (uint32_t i = 0; i != problem.buffers.size(); ++i)
    if (problem.buffers[i].size > 0)
      instance.original.push_back(i);
  std::sort(instance.original.begin(), instance.original.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(problem.buffers[a].lower, problem.buffers[a].upper, a) <
           std::tuple(problem.buffers[b].lower, problem.buffers[b].upper, b);
  });
  for (uint32_t i : instance.original) {
    const AllocationBuffer &buffer = problem.buffers[i];
    instance.lower.push_back(buffer.lower);
    instance.upper.push_back(buffer.upper);
    instance.size.push_back(buffer.size);
    instance.alignment.push_back(buffer.alignment);
    instance.fixed.push_back(buffer.fixedOffset.value_or(-1));
  }
  std::vector<uint32_t> all(instance.count()), numberOf(problem.buffers.size());
  std::iota(all.begin(), all.end(), uint32_t(0));
  for (uint32_t i : all)
    numberOf[instance.original[i]] = i;
  std::vector<SweepEvent> events = sweepEvents(problem, instance, all, reading);
  if (!areFew(events, maxEntries))
    return std::nullopt;
  buildNeighbours(instance, problem, events);
  for (const std::vector<uint32_t> &core : buffersByCore(problem)) {
    std::vector<uint32_t> here;
    for (uint32_t buffer : core)
      if (problem.buffers[buffer].size > 0)
        here.push_back(numberOf[buffer]);
    buildSections(instance, sweepEvents(problem, instance, here, reading));
    if (instance.sections.totalSize() > maxEntries)
      return std::nullopt;
  }
  invertSections(instance);
  divideByUnit(instance);
  return instance;
}
