//===- Search.cpp - Depth-first over canonical placements -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search is an explicit stack: its depth is the number of buffers. A placement may split the rest into components
// that are solved one after the other ("and"); when one of them fails, the placement that made it fails, and the
// frames of its solved siblings, which lie between the two on the stack, are dropped.
//
//===----------------------------------------------------------------------===//
#include "Search.h"
#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

constexpr Bytes noBound = std::numeric_limits<Bytes>::max();
constexpr size_t largestTable = size_t(1) << 20;
/// The stack holds what is unplaced at each depth, n^2 / 2 entries at worst; beyond these sizes (some 0.5 GB) a run
/// ends as if its budget did.
constexpr size_t largestArena = size_t(1) << 26;
constexpr size_t largestTrail = size_t(1) << 23;

} // namespace

FailedStates::FailedStates() : table(size_t(1) << 10) {}

void FailedStates::insert(const Key &key) {
  if (used * 2 > table.size() && table.size() < largestTable) {
    std::vector<Key> old(table.size() * 4);
    old.swap(table);
    used = 0;
    for (const Key &item : old)
      if (item != Key())
        insert(item);
  }
  Key &slot = table[key.low & (table.size() - 1)];
  used += slot == Key();
  slot = key;
}

Search::Search(const Instance &instance, Bytes capacity, const AllocationSwitches &switches)
    : instance(instance), capacity(capacity), switches(switches), sections(instance.sections), bound(instance.count()),
      offset(instance.count()), rests(instance.count()), placed(instance.count()), isDirty(instance.sections.size()),
      weights(instance.sections.size(), 1) {}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

void Search::markSections(uint32_t buffer) {
  for (uint32_t section : instance.sectionsOf[buffer])
    if (!isDirty[section]) {
      isDirty[section] = true;
      dirtySections.push_back(section);
    }
}

void Search::setBound(uint32_t buffer, Bytes newBound, bool newRests) {
  trail.push_back({buffer, bound[buffer], static_cast<bool>(rests[buffer])});
  bound[buffer] = newBound;
  rests[buffer] = newRests;
  markSections(buffer);
}

/// The offset of `buffer` is at least `newBound`; false when that cannot be.
bool Search::raiseBound(uint32_t buffer, Bytes newBound, bool newRests) {
  if (instance.fixed[buffer] >= 0)
    return newBound <= instance.fixed[buffer];
  newBound = roundUp(newBound, instance.alignment[buffer]);
  if (newBound + instance.size[buffer] > capacity)
    return false;
  setBound(buffer, newBound, newRests);
  return true;
}

bool Search::propagateSection(uint32_t section) {
  // Insertion sort: bounds have moved little since the last time. Placed buffers stay in the list and are skipped.
  std::span<uint32_t> members = sections.mutableList(section);
  for (size_t i = 1; i < members.size(); ++i) {
    uint32_t item = members[i];
    Bytes key = bound[item];
    size_t j = i;
    for (; j != 0 && bound[members[j - 1]] > key; --j)
      members[j] = members[j - 1];
    members[j] = item;
  }
  unplaced.clear();
  Bytes total = 0;
  Bytes jackson = 0;
  for (uint32_t buffer : members)
    if (!placed[buffer]) {
      unplaced.push_back(buffer);
      total += instance.size[buffer];
      jackson = std::max(jackson, bound[buffer]) + instance.size[buffer];
    }
  if (unplaced.empty())
    return true;
  if (jackson > capacity)
    return false;
  if (unplaced.size() == 1 || !switches.notFirst)
    return true;

  // Only a buffer with bound <= latestFirst can lie below all others; the two lowest tops of such ones.
  Bytes latestFirst = capacity - total;
  Bytes lowestTop = noBound;
  Bytes secondTop = noBound;
  uint32_t lowest = unplaced[0];
  for (uint32_t buffer : unplaced) {
    if (bound[buffer] > latestFirst)
      break;
    Bytes top = bound[buffer] + instance.size[buffer];
    if (top < lowestTop) {
      secondTop = lowestTop;
      lowestTop = top;
      lowest = buffer;
    } else {
      secondTop = std::min(secondTop, top);
    }
  }
  if (lowestTop == noBound)
    return false;
  bool onlyOneFirst = secondTop == noBound;
  for (uint32_t buffer : unplaced) {
    bool notFirst = bound[buffer] > latestFirst || (onlyOneFirst && buffer != lowest);
    if (notFirst && bound[buffer] < lowestTop && !raiseBound(buffer, lowestTop, false))
      return false;
  }
  return true;
}

/// A buffer that does not rest lies on an unplaced neighbour.
bool Search::propagateSupport(std::span<const uint32_t> component, bool &changed) {
  for (uint32_t buffer : component) {
    if (rests[buffer])
      continue;
    Bytes support = noBound;
    for (uint32_t other : instance.neighbours[buffer])
      if (!placed[other]) {
        support = std::min(support, bound[other] + instance.size[other]);
        if (support <= bound[buffer])
          break;
      }
    if (support == noBound)
      return false;
    if (support > bound[buffer]) {
      if (!raiseBound(buffer, support, false))
        return false;
      changed = true;
    }
  }
  return true;
}

/// To a fixpoint. Clears the list of dirty sections in any case.
bool Search::propagate(std::span<const uint32_t> component, bool consistent) {
  for (bool changed = true; consistent && changed;) {
    while (consistent && !dirtySections.empty()) {
      uint32_t section = dirtySections.back();
      dirtySections.pop_back();
      isDirty[section] = false;
      consistent = propagateSection(section);
      weights[section] += !consistent;
    }
    changed = false;
    if (switches.support)
      consistent = consistent && propagateSupport(component, changed);
  }
  for (uint32_t section : dirtySections)
    isDirty[section] = false;
  dirtySections.clear();
  return consistent;
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

/// Places `buffer` at its bound as the next one in order of offset; the other buffers of the component are appended to
/// the arena. False when no solution follows.
bool Search::place(const Frame &frame, uint32_t buffer) {
  Bytes base = bound[buffer];
  Bytes top = base + instance.size[buffer];
  placed[buffer] = true;
  offset[buffer] = base;
  markSections(buffer);
  uint32_t begin = static_cast<uint32_t>(arena.size());
  bool consistent = true;
  for (uint32_t i = frame.component.begin; i != frame.component.end; ++i) {
    uint32_t other = arena[i];
    if (other == buffer)
      continue;
    arena.push_back(other);
    // Order of offset, then of rank: what should have come before `buffer` and did not must lie higher.
    if (bound[other] < base)
      consistent = consistent && raiseBound(other, base, false);
    else if (bound[other] == base && rests[other] && rank[other] < rank[buffer])
      consistent = consistent && raiseBound(other, base + 1, false);
  }
  for (uint32_t other : instance.neighbours[buffer]) {
    if (!consistent)
      break;
    Bytes rest = roundUp(top, instance.alignment[other]);
    if (!placed[other] && (rest > bound[other] || (rest == bound[other] && !rests[other])))
      consistent = raiseBound(other, rest, true);
  }
  return propagate(std::span(arena).subspan(begin), consistent);
}

void Search::leaveFrame(const Frame &frame) {
  while (trail.size() > frame.trail) {
    const TrailEntry &entry = trail.back();
    bound[entry.buffer] = entry.bound;
    rests[entry.buffer] = entry.rests;
    trail.pop_back();
  }
  if (frame.placed >= 0)
    placed[frame.placed] = false;
  arena.resize(frame.candidatesEnd);
  components.resize(frame.components);
}

/// Cuts arena[begin, end), sorted by start, where no lifetime crosses. Returns the first component of the list that
/// continues with `next`; small ones first, since a failure among them is cheap to find.
int32_t Search::split(uint32_t begin, uint32_t end, int32_t creator, int32_t next) {
  size_t first = components.size();
  int64_t reach = 0;
  for (uint32_t i = begin; i != end; ++i) {
    uint32_t buffer = arena[i];
    if (i == begin || (switches.decomposition && instance.lower[buffer] >= reach)) {
      components.push_back({i, i + 1, creator, -1});
      reach = instance.upper[buffer];
    } else {
      components.back().end = i + 1;
      reach = std::max(reach, instance.upper[buffer]);
    }
  }
  std::sort(components.begin() + first, components.end(), [](const Component &a, const Component &b) {
    return std::pair(a.end - a.begin, a.begin) < std::pair(b.end - b.begin, b.begin);
  });
  for (size_t i = components.size(); i != first; --i) {
    components[i - 1].next = next;
    next = static_cast<int32_t>(i - 1);
  }
  return next;
}

FailedStates::Key Search::keyOf(const Component &component) const {
  FailedStates::Key key;
  for (uint32_t i = component.begin; i != component.end; ++i) {
    uint32_t buffer = arena[i];
    uint64_t item =
        mix64((buffer + 1) * 0x9e3779b97f4a7c15u ^ mix64(static_cast<uint64_t>(bound[buffer]) * 2 + rests[buffer] + 1));
    key.low += item;
    key.high += mix64(item + 0x632be59bd9b4e019u);
  }
  return key;
}

void Search::collectCandidates(Frame &frame) {
  // Placing above the top of something that could still lie entirely below leaves that one room to jump into.
  Bytes lowestTop = noBound;
  for (uint32_t i = frame.component.begin; i != frame.component.end; ++i)
    lowestTop = std::min(lowestTop, bound[arena[i]] + instance.size[arena[i]]);
  for (uint32_t i = frame.component.begin; i != frame.component.end; ++i) {
    uint32_t buffer = arena[i];
    if (rests[buffer] && bound[buffer] < lowestTop)
      arena.push_back(buffer);
  }
  std::sort(arena.begin() + frame.candidate, arena.end(),
            [&](uint32_t a, uint32_t b) { return std::pair(bound[a], rank[a]) < std::pair(bound[b], rank[b]); });
}

/// Pushes the frame that solves a component; false when its state is known to fail.
bool Search::openFrame(int32_t index) {
  Frame frame;
  frame.component = components[index];
  frame.candidate = static_cast<uint32_t>(arena.size());
  frame.trail = trail.size();
  frame.components = components.size();
  frame.placed = -1;
  frame.key = keyOf(frame.component);
  bool known = switches.failedStates && failed.contains(frame.key);
  if (!known)
    collectCandidates(frame);
  frame.candidatesEnd = static_cast<uint32_t>(arena.size());
  frames.push_back(frame);
  return !known;
}

constexpr int32_t allSolved = -1;
constexpr int32_t exhausted = -2;

/// Tries the remaining candidates of the top frame; the next component to solve, or `exhausted`.
int32_t Search::tryCandidates() {
  int32_t index = static_cast<int32_t>(frames.size()) - 1;
  Frame &frame = frames.back();
  leaveFrame(frame);
  while (frame.candidate != frame.candidatesEnd) {
    if (placements >= limit || arena.size() > largestArena || trail.size() > largestTrail || mustStop()) {
      limitReached = true;
      return exhausted;
    }
    ++placements;
    uint32_t buffer = arena[frame.candidate++];
    frame.placed = static_cast<int32_t>(buffer);
    if (place(frame, buffer))
      return split(frame.candidatesEnd, static_cast<uint32_t>(arena.size()), index, frame.component.next);
    leaveFrame(frame);
  }
  return exhausted;
}

/// The top frame is exhausted: remembers its state, drops it and the solved siblings below it. False at the root.
bool Search::popToCreator() {
  int32_t creator = frames.back().component.creator;
  failed.insert(frames.back().key);
  while (static_cast<int32_t>(frames.size()) - 1 > creator) {
    leaveFrame(frames.back());
    frames.pop_back();
  }
  return creator >= 0;
}

void Search::reset(const std::vector<uint32_t> &ranks) {
  rank = ranks;
  for (uint32_t i = 0; i != instance.count(); ++i) {
    bound[i] = std::max<Bytes>(instance.fixed[i], 0);
    rests[i] = true;
    placed[i] = false;
    markSections(i);
  }
  trail.clear();
  frames.clear();
  components.clear();
  arena.resize(instance.count());
  std::iota(arena.begin(), arena.end(), uint32_t(0));
  limitReached = false;
}

/// Reading an atomic and the clock at each placement would be dear; the count makes it one in 64.
bool Search::mustStop() const {
  return (placements & 63) == 0 && ((cancelled && cancelled->load(std::memory_order_relaxed)) || passed(deadline));
}

AllocationAnswer Search::run(const std::vector<uint32_t> &ranks, uint64_t budget, const std::atomic<bool> *cancel,
                             const Deadline *until) {
  deadline = until;
  limit = budget > std::numeric_limits<uint64_t>::max() - placements ? std::numeric_limits<uint64_t>::max()
                                                                     : placements + budget;
  cancelled = cancel;
  reset(ranks);
  for (uint32_t i = 0; i != instance.count(); ++i)
    if (bound[i] + instance.size[i] > capacity)
      return AllocationAnswer::Infeasible;
  if (!propagate(arena, true))
    return AllocationAnswer::Infeasible;
  int32_t next = split(0, static_cast<uint32_t>(arena.size()), -1, allSolved);
  while (next != allSolved) {
    openFrame(next);
    while ((next = tryCandidates()) == exhausted) {
      if (limitReached)
        return AllocationAnswer::Open;
      if (!popToCreator())
        return AllocationAnswer::Infeasible;
    }
  }
  return AllocationAnswer::Found;
}
