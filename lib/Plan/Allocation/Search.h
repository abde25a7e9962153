//===- Search.h - Canonical search for offsets ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If offsets within the capacity exist, then so do some whose sum is minimal. In those every free buffer lies at 0 or
// on top of another one, and none could jump into free room below itself. The search enumerates only such solutions,
// placing buffers in order of offset (ties: rank), so each is met at most once. That frame is the one of MiniMalloc
// (Moffitt, ASPLOS 2023: canonical solutions, section inference, dominance, decomposition, monotonic floor).
//
// State of an unplaced buffer: a lower bound on its offset, and whether it may be placed right there ("rests": the
// bound is the top of something placed below it, or 0):
//
//        │   ┌──────┐
//        │   │  c   │ bound 5: a lies below, rests             b rests at 3, but when something has been placed at
//      5 ├───┴──┬───┘                                           4 already, b must be higher than its support: its
//        │  a   ├─────┐ 3                                       bound is raised to the lowest top it could get, and
//      0 └──────┴──b?─┘  time                                   it rests no longer.
//
// Beyond MiniMalloc, bounds are propagated to a fixpoint as in one-machine scheduling, where a section is a machine,
// sizes are durations and bounds are release dates:
//   - a section fails when its Jackson schedule (by release date) ends above the capacity;
//   - not-first: a buffer with bound + bytes unplaced in the section > capacity has another one below itself;
//   - support: a buffer that does not rest must lie on an unplaced neighbour.
// Failed states are remembered: what follows depends only on the unplaced buffers of the component, their bounds and
// whether they rest, whatever order or arrangement led there. States are keyed by 128 hashed bits.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_ALLOCATION_SEARCH_H
#define ALCOVE_LIB_PLAN_ALLOCATION_SEARCH_H

#include "Instance.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "alcove/Plan/Common/Deadline.h"

#include <atomic>

namespace alcove::plan::allocation {

/// Failed states by key; a full slot is overwritten. Grows up to 16 MB.
class FailedStates {
public:
  struct Key {
    uint64_t low = 0;
    uint64_t high = 0;
    bool operator==(const Key &) const = default;
  };
  FailedStates();
  bool contains(const Key &key) const { return table[key.low & (table.size() - 1)] == key; }
  void insert(const Key &key);

private:
  std::vector<Key> table;
  size_t used = 0;
};

class Search {
public:
  /// Capacity in units of the instance, which must outlive the search.
  Search(const Instance &instance, Bytes capacity, const AllocationSwitches &switches);

  /// Depth-first search that prefers low bounds, then low ranks (a permutation). Open after `budget` placements or
  /// when `cancel` becomes true or the deadline passes. Failed states and section weights are kept from run to run.
  AllocationAnswer run(const std::vector<uint32_t> &ranks, uint64_t budget, const std::atomic<bool> *cancel = nullptr,
                       const Deadline *deadline = nullptr);

  /// In units, after Found.
  const std::vector<Bytes> &offsets() const { return offset; }
  /// Placements tried by all runs so far.
  uint64_t work() const { return placements; }
  /// 1 + how often each section failed: where the difficulty is.
  const std::vector<uint64_t> &sectionWeights() const { return weights; }

private:
  /// Unplaced buffers arena[begin, end) that no lifetime connects to other unplaced ones, in order of start.
  struct Component {
    uint32_t begin;
    uint32_t end;
    /// Frame whose placement made it; -1 = the root.
    int32_t creator;
    /// Next component that is still to be solved; -1 = none.
    int32_t next;
  };
  /// One placement decision: a component and the buffers that may come first in it, arena[candidate, candidatesEnd).
  struct Frame {
    Component component;
    uint32_t candidate;
    uint32_t candidatesEnd;
    /// Sizes of trail and of the list of components to return to.
    size_t trail;
    size_t components;
    int32_t placed;
    FailedStates::Key key;
  };
  struct TrailEntry {
    uint32_t buffer;
    Bytes bound;
    bool rests;
  };

  void reset(const std::vector<uint32_t> &ranks);
  int32_t split(uint32_t begin, uint32_t end, int32_t creator, int32_t next);
  bool openFrame(int32_t component);
  void collectCandidates(Frame &frame);
  int32_t tryCandidates();
  bool mustStop() const;
  bool place(const Frame &frame, uint32_t buffer);
  void leaveFrame(const Frame &frame);
  bool popToCreator();

  void markSections(uint32_t buffer);
  void setBound(uint32_t buffer, Bytes bound, bool rests);
  bool raiseBound(uint32_t buffer, Bytes bound, bool rests);
  bool propagate(std::span<const uint32_t> component, bool consistent);
  bool propagateSection(uint32_t section);
  bool propagateSupport(std::span<const uint32_t> component, bool &changed);
  FailedStates::Key keyOf(const Component &component) const;

  const Instance &instance;
  Bytes capacity;
  AllocationSwitches switches;
  /// Members of each section, nearly sorted by bound: sorting again is cheap.
  IndexLists sections;
  std::vector<Bytes> bound;
  std::vector<Bytes> offset;
  std::vector<char> rests;
  std::vector<char> placed;
  std::vector<uint32_t> rank;
  std::vector<TrailEntry> trail;
  std::vector<uint32_t> arena;
  std::vector<Component> components;
  std::vector<Frame> frames;
  std::vector<uint32_t> dirtySections;
  std::vector<char> isDirty;
  std::vector<uint32_t> unplaced;
  std::vector<uint64_t> weights;
  FailedStates failed;
  uint64_t placements = 0;
  uint64_t limit = 0;
  bool limitReached = false;
  const std::atomic<bool> *cancelled = nullptr;
  const Deadline *deadline = nullptr;
};

} // namespace alcove::plan::allocation

#endif // ALCOVE_LIB_PLAN_ALLOCATION_SEARCH_H
