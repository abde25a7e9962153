//===- GroupPlan.h - A schedule under construction --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups without a global order. A link from one group to the next says that tensors stay in fast memory between them,
// so linked groups run one right after the other; everything else may be ordered freely, as long as the graph of chains
// has no cycle:
//
//      chain 1: [0 1] ══t3══► [2 4]            t3 is never written; the price of [0 1] has it as retained,
//                 │                            that of [2 4] as resident
//                 └─t5 (slow memory)──► [3]    chain 2
//
// The cost is a sum over groups, so a change of a few groups is priced by those groups alone.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_GROUPPLAN_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_GROUPPLAN_H

#include "alcove/Plan/GraphSchedule/GroupPricer.h"

namespace alcove::plan::schedule {

/// One subgraph of a finished schedule, in numbers of an OpGraph.
struct ScheduledGroup {
  std::vector<int32_t> ops, resident, retained;
};

class GroupPlan {
public:
  struct Group {
    /// Sorted; empty = free slot.
    std::vector<int32_t> ops;
    int32_t previous = -1, next = -1;
    /// Kept from here to `next`; sorted.
    std::vector<int32_t> retained;
    double cost = 0;
  };
  /// New contents of slots; an empty list frees the slot. Slot -1 = a new one.
  struct Change {
    int32_t slot;
    std::vector<int32_t> ops;
  };

  /// Every operation alone.
  explicit GroupPlan(GroupPricer &pricer);
  /// The given sequence of groups, linked where it retains.
  GroupPlan(GroupPricer &pricer, const std::vector<ScheduledGroup> &sequence);
  /// The plan `other`, priced by another pricer of the same graph.
  GroupPlan(const GroupPlan &other, GroupPricer &pricer) : GroupPlan(other) { this->pricer = &pricer; }

  double cost() const { return total; }
  const std::vector<Group> &groups() const { return slots; }
  const std::vector<int32_t> &holdersOf(int32_t op) const { return holders[static_cast<size_t>(op)]; }
  const OpGraph &graph() const { return pricer->graph(); }

  /// Replaces groups, repairs links around them and looks for new ones. Returns the change of cost; infinite, and the
  /// plan unchanged, if the result would be invalid. `undo` takes back the last successful call.
  double apply(const std::vector<Change> &changes, bool relink);
  /// Links `from` to `to` with `tensors` retained (none: unlinks `from`), cutting the links that stood in the way.
  double link(int32_t from, int32_t to, const std::vector<int32_t> &tensors);
  void undo();

  /// Groups that read tensor `t` from outside, each once.
  void readersOf(int32_t t, std::vector<int32_t> &readers) const;
  /// Groups in an order that respects data and links.
  std::vector<ScheduledGroup> sequence() const;

private:
  bool contains(int32_t slot, int32_t op) const;
  bool usedInside(int32_t slot, int32_t t) const;
  /// Is tensor `t` delivered to all its readers, by memory or by a link, and by no wasted copy?
  bool supplied(int32_t t) const;
  bool acyclicAround(const std::vector<int32_t> &touched) const;
  void save(int32_t slot);
  void setOps(int32_t slot, std::vector<int32_t> ops);
  void cutLink(int32_t from);
  void filterLink(int32_t from);
  void improveLinks(int32_t slot);
  bool tryLink(int32_t from, int32_t to, const std::vector<int32_t> &tensors);
  double priceOf(int32_t slot) const;
  /// Prices and checks everything that was saved since `begin`.
  double finish();
  void noteTensors(const std::vector<int32_t> &ops);

  GroupPricer *pricer;
  std::vector<Group> slots;
  std::vector<int32_t> freeSlots;
  std::vector<std::vector<int32_t>> holders;
  double total = 0;

  struct Saved {
    int32_t slot;
    Group group;
  };
  std::vector<Saved> log;
  double totalBefore = 0;
  std::vector<int32_t> touchedTensors;
  mutable std::vector<uint32_t> mark, tensorMark;
  mutable uint32_t markEpoch = 0, tensorEpoch = 0;
  mutable std::vector<int32_t> stack, readersScratch;
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_GROUPPLAN_H
