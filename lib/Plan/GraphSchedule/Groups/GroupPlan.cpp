//===- GroupPlan.cpp - A schedule under construction ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupPlan.h"

#include <algorithm>

namespace alcove::plan::schedule {

static bool has(const std::vector<int32_t> &sorted, int32_t item) {
  return std::binary_search(sorted.begin(), sorted.end(), item);
}

GroupPlan::GroupPlan(GroupPricer &pricer) : pricer(&pricer), holders(pricer.graph().size()) {
  slots.resize(pricer.graph().size());
  for (size_t o = 0; o != slots.size(); ++o) {
    slots[o].ops = {static_cast<int32_t>(o)};
    holders[o] = {static_cast<int32_t>(o)};
    slots[o].cost = priceOf(static_cast<int32_t>(o));
    total += slots[o].cost;
  }
}

GroupPlan::GroupPlan(GroupPricer &pricer, const std::vector<ScheduledGroup> &sequence)
    : pricer(&pricer), slots(sequence.size()), holders(pricer.graph().size()) {
  for (size_t s = 0; s != sequence.size(); ++s) {
    slots[s].ops = sequence[s].ops;
    slots[s].retained = sequence[s].retained;
    std::sort(slots[s].retained.begin(), slots[s].retained.end());
    if (!slots[s].retained.empty() && s + 1 != sequence.size()) {
      slots[s].next = static_cast<int32_t>(s + 1);
      slots[s + 1].previous = static_cast<int32_t>(s);
    }
    for (int32_t o : slots[s].ops)
      holders[static_cast<size_t>(o)].push_back(static_cast<int32_t>(s));
  }
  for (size_t s = 0; s != slots.size(); ++s) {
    slots[s].cost = priceOf(static_cast<int32_t>(s));
    total += slots[s].cost;
  }
}

bool GroupPlan::contains(int32_t slot, int32_t op) const { return has(slots[static_cast<size_t>(slot)].ops, op); }

bool GroupPlan::usedInside(int32_t slot, int32_t t) const {
  for (int32_t user : graph().usersOf(t))
    if (contains(slot, user))
      return true;
  return false;
}

void GroupPlan::readersOf(int32_t t, std::vector<int32_t> &readers) const {
  readers.clear();
  int32_t maker = graph().madeBy(t);
  for (int32_t user : graph().usersOf(t))
    for (int32_t slot : holders[static_cast<size_t>(user)])
      if ((maker < 0 || !contains(slot, maker)) && std::find(readers.begin(), readers.end(), slot) == readers.end())
        readers.push_back(slot);
}

double GroupPlan::priceOf(int32_t slot) const {
  const Group &group = slots[static_cast<size_t>(slot)];
  static const std::vector<int32_t> none;
  const std::vector<int32_t> &resident =
      group.previous >= 0 ? slots[static_cast<size_t>(group.previous)].retained : none;
  return pricer->price(group.ops, resident, group.retained).cost;
}

bool GroupPlan::supplied(int32_t t) const {
  int32_t maker = graph().madeBy(t);
  if (maker < 0)
    return true;
  const std::vector<int32_t> &made = holders[static_cast<size_t>(maker)];
  if (made.empty())
    return false;
  int32_t keeper = -1;
  for (int32_t slot : made)
    if (has(slots[static_cast<size_t>(slot)].retained, t)) {
      if (keeper >= 0)
        return false;
      keeper = slot;
    }
  if (graph().mustStore(t))
    return keeper < 0 && made.size() == 1 && !usedInside(made[0], t);
  readersOf(t, readersScratch);
  if (keeper >= 0) {
    // GS-S12, GS-S13: kept for the next group, which is the only reader; other copies are ephemeral.
    if (readersScratch.size() != 1 || readersScratch[0] != slots[static_cast<size_t>(keeper)].next)
      return false;
    return std::all_of(made.begin(), made.end(), [&](int32_t slot) { return slot == keeper || usedInside(slot, t); });
  }
  if (!readersScratch.empty()) // GS-S14: stored once, ephemeral nowhere.
    return made.size() == 1 && !usedInside(made[0], t);
  return std::all_of(made.begin(), made.end(), [&](int32_t slot) { return usedInside(slot, t); });
}

void GroupPlan::noteTensors(const std::vector<int32_t> &ops) {
  auto note = [&](int32_t t) {
    if (tensorMark.size() != graph().tensors.size())
      tensorMark.assign(graph().tensors.size(), 0);
    if (uint32_t &seen = tensorMark[static_cast<size_t>(t)]; seen != tensorEpoch) {
      seen = tensorEpoch;
      touchedTensors.push_back(t);
    }
  };
  for (int32_t o : ops) {
    for (int32_t t : graph().op(o).inputs)
      note(t);
    for (int32_t t : graph().op(o).outputs)
      note(t);
  }
}

void GroupPlan::save(int32_t slot) {
  for (const Saved &saved : log)
    if (saved.slot == slot)
      return;
  log.push_back({slot, slots[static_cast<size_t>(slot)]});
}

void GroupPlan::setOps(int32_t slot, std::vector<int32_t> ops) {
  save(slot);
  Group &group = slots[static_cast<size_t>(slot)];
  for (int32_t o : group.ops)
    std::erase(holders[static_cast<size_t>(o)], slot);
  noteTensors(group.ops);
  group.ops = std::move(ops);
  for (int32_t o : group.ops)
    holders[static_cast<size_t>(o)].push_back(slot);
  noteTensors(group.ops);
}

void GroupPlan::cutLink(int32_t from) {
  int32_t to = slots[static_cast<size_t>(from)].next;
  if (to < 0)
    return;
  save(from);
  save(to);
  slots[static_cast<size_t>(from)].next = slots[static_cast<size_t>(to)].previous = -1;
  slots[static_cast<size_t>(from)].retained.clear();
}

/// Keeps of a link only the tensors that still have their maker here and their only reader behind the link.
void GroupPlan::filterLink(int32_t from) {
  Group &group = slots[static_cast<size_t>(from)];
  if (group.next < 0)
    return;
  std::vector<int32_t> kept;
  for (int32_t t : group.retained) {
    readersOf(t, readersScratch);
    if (contains(from, graph().madeBy(t)) && readersScratch.size() == 1 && readersScratch[0] == group.next)
      kept.push_back(t);
  }
  if (kept.size() == group.retained.size())
    return;
  save(from);
  save(group.next);
  if (kept.empty())
    cutLink(from);
  else
    slots[static_cast<size_t>(from)].retained = std::move(kept);
}

double GroupPlan::finish() {
  bool good = true;
  for (size_t i = 0; good && i != touchedTensors.size(); ++i)
    good = supplied(touchedTensors[i]);
  std::vector<int32_t> touched;
  for (size_t i = 0; good && i != log.size(); ++i) {
    Group &group = slots[static_cast<size_t>(log[i].slot)];
    total -= group.cost;
    group.cost = group.ops.empty() ? 0 : priceOf(log[i].slot);
    good = group.cost < infinite;
    total += good ? group.cost : 0;
    if (!group.ops.empty())
      touched.push_back(log[i].slot);
  }
  if (good && acyclicAround(touched))
    return total - totalBefore;
  undo();
  return infinite;
}

double GroupPlan::apply(const std::vector<Change> &changes, bool relink) {
  log.clear();
  touchedTensors.clear();
  ++tensorEpoch;
  totalBefore = total;
  std::vector<int32_t> changed;
  for (const Change &change : changes) {
    int32_t slot = change.slot;
    if (slot < 0) {
      if (freeSlots.empty()) {
        freeSlots.push_back(static_cast<int32_t>(slots.size()));
        slots.emplace_back();
      }
      slot = freeSlots.back();
      freeSlots.pop_back();
    }
    setOps(slot, change.ops);
    changed.push_back(slot);
  }
  // A freed group hands its links on to the group that took its last or first operations, if that has none.
  for (size_t i = 0; i != changed.size(); ++i) {
    if (!slots[static_cast<size_t>(changed[i])].ops.empty())
      continue;
    int32_t gone = changed[i], heir = changed[0] == gone && changed.size() > 1 ? changed[1] : changed[0];
    Group old = slots[static_cast<size_t>(gone)];
    if (old.previous >= 0)
      cutLink(old.previous);
    if (old.next >= 0)
      cutLink(gone);
    freeSlots.push_back(gone);
    if (heir == gone || slots[static_cast<size_t>(heir)].ops.empty())
      continue;
    if (old.next >= 0 && old.next != heir && slots[static_cast<size_t>(heir)].next < 0) {
      save(old.next);
      slots[static_cast<size_t>(heir)].next = old.next;
      slots[static_cast<size_t>(heir)].retained = old.retained;
      slots[static_cast<size_t>(old.next)].previous = heir;
    }
    if (old.previous >= 0 && old.previous != heir && slots[static_cast<size_t>(heir)].previous < 0) {
      const Group &before =
          log[static_cast<size_t>(
                  std::find_if(log.begin(), log.end(), [&](const Saved &s) { return s.slot == old.previous; }) -
                  log.begin())]
              .group;
      slots[static_cast<size_t>(old.previous)].next = heir;
      slots[static_cast<size_t>(old.previous)].retained = before.retained;
      slots[static_cast<size_t>(heir)].previous = old.previous;
    }
  }
  for (size_t i = 0; i != log.size(); ++i) { // The log grows while links are cut.
    int32_t slot = log[i].slot;
    if (slots[static_cast<size_t>(slot)].ops.empty())
      continue;
    filterLink(slot);
    if (int32_t before = slots[static_cast<size_t>(slot)].previous; before >= 0) {
      filterLink(before);
      save(before); // What it retains changes the price here and there.
    }
    if (int32_t after = slots[static_cast<size_t>(slot)].next; after >= 0)
      save(after);
    if (log.size() > 12)
      break;
  }
  double delta = finish();
  if (delta < infinite && relink)
    for (int32_t slot : changed)
      if (!slots[static_cast<size_t>(slot)].ops.empty())
        improveLinks(slot);
  return delta < infinite ? total - totalBefore : infinite;
}

/// One step of a link change inside an open transaction; leaves everything as it was if it does not pay.
bool GroupPlan::tryLink(int32_t from, int32_t to, const std::vector<int32_t> &tensors) {
  Group &a = slots[static_cast<size_t>(from)], &b = slots[static_cast<size_t>(to)];
  static const std::vector<int32_t> none;
  const std::vector<int32_t> &resident = a.previous >= 0 ? slots[static_cast<size_t>(a.previous)].retained : none;
  double first = pricer->price(a.ops, resident, tensors).cost;
  if (!(first < infinite))
    return false;
  double second = pricer->price(b.ops, tensors, b.retained).cost;
  if (!(first + second < (a.cost + b.cost) * (1 - 1e-12)))
    return false;
  save(from);
  save(to);
  int32_t oldNext = a.next, oldPrevious = b.previous;
  std::vector<int32_t> oldRetained = a.retained;
  a.next = to;
  b.previous = from;
  a.retained = tensors;
  if (!acyclicAround({from})) {
    a.next = oldNext;
    b.previous = oldPrevious;
    a.retained = oldRetained;
    return false;
  }
  total += first + second - a.cost - b.cost;
  a.cost = first;
  b.cost = second;
  return true;
}

/// Retains results of the group for their only reader where neither has another link, and the same on the way in.
void GroupPlan::improveLinks(int32_t slot) {
  std::vector<int32_t> readers;
  auto offer = [&](int32_t from, int32_t wanted) {
    if (slots[static_cast<size_t>(from)].next >= 0)
      return;
    // Results of `from` by their only reader.
    std::vector<std::pair<int32_t, int32_t>> byReader;
    for (int32_t o : slots[static_cast<size_t>(from)].ops)
      for (int32_t t : graph().op(o).outputs) {
        if (graph().mustStore(t))
          continue;
        readersOf(t, readers);
        if (readers.size() == 1 && (wanted < 0 || readers[0] == wanted) &&
            slots[static_cast<size_t>(readers[0])].previous < 0)
          byReader.push_back({readers[0], t});
      }
    std::sort(byReader.begin(), byReader.end());
    for (size_t i = 0; i != byReader.size(); ++i)
      if (tryLink(from, byReader[i].first, {byReader[i].second}))
        return;
  };
  offer(slot, -1);
  if (slots[static_cast<size_t>(slot)].previous >= 0)
    return;
  for (int32_t o : slots[static_cast<size_t>(slot)].ops)
    for (int32_t t : graph().op(o).inputs) {
      int32_t maker = graph().madeBy(t);
      if (maker < 0 || contains(slot, maker) || slots[static_cast<size_t>(slot)].previous >= 0)
        continue;
      for (int32_t holder : holders[static_cast<size_t>(maker)])
        offer(holder, slot);
    }
}

double GroupPlan::link(int32_t from, int32_t to, const std::vector<int32_t> &tensors) {
  log.clear();
  touchedTensors.clear();
  ++tensorEpoch;
  totalBefore = total;
  auto forget = [&](int32_t holder) {
    for (int32_t t : slots[static_cast<size_t>(holder)].retained)
      touchedTensors.push_back(t);
    cutLink(holder);
  };
  forget(from);
  if (!tensors.empty()) {
    if (int32_t other = slots[static_cast<size_t>(to)].previous; other >= 0)
      forget(other);
    save(from);
    save(to);
    slots[static_cast<size_t>(from)].next = to;
    slots[static_cast<size_t>(to)].previous = from;
    slots[static_cast<size_t>(from)].retained = tensors;
    touchedTensors.insert(touchedTensors.end(), tensors.begin(), tensors.end());
  }
  return finish();
}

void GroupPlan::undo() {
  for (const Saved &saved : log)
    for (int32_t o : slots[static_cast<size_t>(saved.slot)].ops)
      std::erase(holders[static_cast<size_t>(o)], saved.slot);
  for (Saved &saved : log) {
    Group &group = slots[static_cast<size_t>(saved.slot)];
    bool wasFree = group.ops.empty(), isFree = saved.group.ops.empty();
    group = std::move(saved.group);
    for (int32_t o : group.ops)
      holders[static_cast<size_t>(o)].push_back(saved.slot);
    if (wasFree && !isFree)
      std::erase(freeSlots, saved.slot);
    else if (!wasFree && isFree)
      freeSlots.push_back(saved.slot);
    else if (wasFree && isFree && std::find(freeSlots.begin(), freeSlots.end(), saved.slot) == freeSlots.end())
      freeSlots.push_back(saved.slot);
  }
  log.clear();
  total = totalBefore;
}

/// A cycle of chains must pass through a chain that changed: walk forward from each of them.
bool GroupPlan::acyclicAround(const std::vector<int32_t> &touched) const {
  mark.resize(slots.size(), 0);
  for (int32_t slot : touched) // Links that bite their own tail.
    for (int32_t before = slots[static_cast<size_t>(slot)].previous; before >= 0;
         before = slots[static_cast<size_t>(before)].previous)
      if (before == slot)
        return false;
  auto headOf = [&](int32_t slot) {
    while (slots[static_cast<size_t>(slot)].previous >= 0)
      slot = slots[static_cast<size_t>(slot)].previous;
    return slot;
  };
  std::vector<int32_t> readers;
  for (size_t i = 0; i != touched.size(); ++i) {
    int32_t start = headOf(touched[i]);
    bool again = false;
    for (size_t j = 0; j != i && !again; ++j)
      again = headOf(touched[j]) == start;
    if (again)
      continue;
    // Inside the chain: nobody is fed by a later member.
    ++markEpoch;
    uint32_t inChain = markEpoch;
    for (int32_t member = start; member >= 0; member = slots[static_cast<size_t>(member)].next) {
      mark[static_cast<size_t>(member)] = inChain;
      for (int32_t o : slots[static_cast<size_t>(member)].ops)
        for (int32_t t : graph().op(o).outputs) {
          readersOf(t, readers);
          for (int32_t reader : readers)
            if (mark[static_cast<size_t>(reader)] == inChain)
              return false; // An earlier member, or the group itself.
        }
    }
    ++markEpoch;
    stack.assign(1, start);
    mark[static_cast<size_t>(start)] = markEpoch;
    while (!stack.empty()) {
      int32_t chain = stack.back();
      stack.pop_back();
      for (int32_t member = chain; member >= 0; member = slots[static_cast<size_t>(member)].next)
        for (int32_t o : slots[static_cast<size_t>(member)].ops)
          for (int32_t t : graph().op(o).outputs) {
            readersOf(t, readers);
            for (int32_t reader : readers) {
              int32_t head = headOf(reader);
              if (head == chain)
                continue;
              if (head == start)
                return false;
              if (mark[static_cast<size_t>(head)] != markEpoch) {
                mark[static_cast<size_t>(head)] = markEpoch;
                stack.push_back(head);
              }
            }
          }
    }
  }
  return true;
}

std::vector<ScheduledGroup> GroupPlan::sequence() const {
  std::vector<int32_t> head(slots.size(), -1), pending(slots.size(), 0), ready, readers;
  for (size_t s = 0; s != slots.size(); ++s)
    if (!slots[s].ops.empty() && slots[s].previous < 0)
      for (int32_t member = static_cast<int32_t>(s); member >= 0; member = slots[static_cast<size_t>(member)].next)
        head[static_cast<size_t>(member)] = static_cast<int32_t>(s);
  auto forReaders = [&](int32_t chain, auto &&visit) {
    for (int32_t member = chain; member >= 0; member = slots[static_cast<size_t>(member)].next)
      for (int32_t o : slots[static_cast<size_t>(member)].ops)
        for (int32_t t : graph().op(o).outputs) {
          readersOf(t, readers);
          for (int32_t reader : readers)
            if (head[static_cast<size_t>(reader)] != chain)
              visit(head[static_cast<size_t>(reader)]);
        }
  };
  for (size_t s = 0; s != slots.size(); ++s)
    if (head[s] == static_cast<int32_t>(s))
      forReaders(head[s], [&](int32_t other) { ++pending[static_cast<size_t>(other)]; });
  auto later = [&](int32_t a, int32_t b) {
    return slots[static_cast<size_t>(a)].ops[0] > slots[static_cast<size_t>(b)].ops[0];
  };
  for (size_t s = 0; s != slots.size(); ++s)
    if (head[s] == static_cast<int32_t>(s) && !pending[s])
      ready.push_back(head[s]);
  std::make_heap(ready.begin(), ready.end(), later);
  std::vector<ScheduledGroup> result;
  while (!ready.empty()) {
    std::pop_heap(ready.begin(), ready.end(), later);
    int32_t chain = ready.back();
    ready.pop_back();
    for (int32_t member = chain; member >= 0; member = slots[static_cast<size_t>(member)].next) {
      const Group &group = slots[static_cast<size_t>(member)];
      result.push_back({group.ops, {}, group.retained});
      if (group.previous >= 0)
        result.back().resident = slots[static_cast<size_t>(group.previous)].retained;
    }
    forReaders(chain, [&](int32_t other) {
      if (--pending[static_cast<size_t>(other)] == 0) {
        ready.push_back(other);
        std::push_heap(ready.begin(), ready.end(), later);
      }
    });
  }
  return result;
}

} // namespace alcove::plan::schedule
