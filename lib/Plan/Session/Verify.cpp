//===- Verify.cpp - Is a plan of a session one, and what does it take? -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Session/Problem.h"

#include <algorithm>
#include <fmt/format.h>

// Not `using`: other problems have the same words, and are compiled in one go with this one.
namespace alcove::plan::session {

namespace {

/// Bytes that lie in one bank: whose, where, and when.
struct Placed {
  const Item *item;
  const ItemLayout *layout;
  Bytes begin, end;
};

// SE-V1
Status checkWays(const Problem &problem, const Plan &plan) {
  if (plan.ways.size() != problem.functions.size() || plan.items.size() != problem.items.size())
    return Error{fmt::format("SE-V1: {} ways and {} kept items, the problem has {} functions and {} items",
                             plan.ways.size(), plan.items.size(), problem.functions.size(), problem.items.size())};
  for (size_t f = 0; f < problem.functions.size(); ++f) {
    const Function &function = problem.functions[f];
    if (plan.ways[f] < 0 || static_cast<size_t>(plan.ways[f]) >= function.ways.size())
      return Error{fmt::format("SE-V1: ways[{}]: {} does not exist ({} has {})", f, plan.ways[f], function.name,
                               function.ways.size())};
    if (function.ways[plan.ways[f]].cost >= impossible)
      return Error{fmt::format("SE-V1: ways[{}]: way {} of {} is not possible", f, plan.ways[f], function.name)};
  }
  return {};
}

// SE-V2
Status checkKept(const Problem &problem, const Plan &plan) {
  for (size_t i = 0; i < problem.items.size(); ++i) {
    const Item &item = problem.items[i];
    const std::vector<Kept> &kept = plan.items[i];
    size_t most = item.kind == ItemKind::Cache ? 1 : mostKept, least = item.kind == ItemKind::Weight ? 0 : 1;
    if (kept.size() < least || kept.size() > most)
      return Error{fmt::format("SE-V2: items[{}] ({}): kept in {} layouts, a {} is kept in {} to {}", i, item.name,
                               kept.size(), toString(item.kind), least, most)};
    for (size_t k = 0; k < kept.size(); ++k)
      if (kept[k].layout < 0 || static_cast<size_t>(kept[k].layout) >= item.layouts.size() ||
          (k > 0 && kept[k].layout <= kept[k - 1].layout))
        return Error{fmt::format("SE-V2: items[{}] ({}): layout {} does not exist or does not ascend (there are {})", i,
                                 item.name, kept[k].layout, item.layouts.size())};
  }
  return {};
}

/// SE-V3: what a call copies, where the layout that it wants is not kept.
Status addCopies(const Problem &problem, const Plan &plan, size_t f, Account &account, Bytes (&bytes)[2]) {
  const Function &function = problem.functions[f];
  for (const Use &use : function.ways[plan.ways[f]].uses) {
    const Item &item = problem.items[use.item];
    Cost least = impossible;
    bool there = false;
    for (const Kept &kept : plan.items[use.item]) {
      there |= kept.layout == use.layout;
      Cost cost = item.copy(kept.layout, use.layout);
      Cost back = use.writes ? item.copy(use.layout, kept.layout) : 0;
      if (cost < impossible && back < impossible)
        least = std::min(least, cost + back);
    }
    if (there)
      continue;
    if (least >= impossible)
      return Error{fmt::format("SE-V3: {} wants {} as {}, which is not kept and cannot be made of what is",
                               function.name, item.name, item.layouts[use.layout].name)};
    account.copies += function.rate * least;
    const ItemLayout &copy = item.layouts[use.layout];
    bytes[static_cast<size_t>(copy.space)] += roundUp(copy.bytes, problem.memory(copy.space).alignment);
  }
  return {};
}

// SE-V4
Status placeItems(const Problem &problem, const Plan &plan, Space space, std::vector<Placed> &all) {
  const Memory &memory = problem.memory(space);
  for (size_t i = 0; i < problem.items.size(); ++i)
    for (const Kept &kept : plan.items[i]) {
      const Item &item = problem.items[i];
      const ItemLayout &layout = item.layouts[kept.layout];
      Bytes end = 0;
      if (layout.space != space || layout.bytes == 0)
        continue;
      if (kept.address < 0 || kept.address % memory.alignment != 0 ||
          addOverflow(kept.address, roundUp(layout.bytes, memory.alignment), end) || end > problem.capacity(space))
        return Error{
            fmt::format("SE-V4: {} as {}: {} bytes at address {} of {}: addresses are multiples of {} and end at "
                        "{}",
                        item.name, layout.name, layout.bytes, kept.address, toString(space), memory.alignment,
                        problem.capacity(space))};
      for (const Placed &other : all)
        if (other.layout->space == space && other.item->life.meets(item.life) && other.begin < end &&
            kept.address < other.end)
          return Error{fmt::format("SE-V4: {} as {} takes [{}, {}) of {}, {} takes [{}, {}) while both live", item.name,
                                   layout.name, kept.address, end, toString(space), other.item->name, other.begin,
                                   other.end)};
      all.push_back({&item, &layout, kept.address, end});
    }
  return {};
}

/// SE-V5: the function has its bytes in one piece above (DRAM) or below (L1) every item that lives then.
Status checkStep(const Problem &problem, int32_t step, Space space, const std::vector<Placed> &placed, Bytes own,
                 const std::string &name, Account &account) {
  Bytes capacity = problem.capacity(space), border = space == Space::Dram ? 0 : capacity, held = own;
  const Placed *last = nullptr;
  for (const Placed &each : placed) {
    if (each.layout->space != space || !each.item->life.contains(step))
      continue;
    held += each.end - each.begin;
    if (space == Space::Dram ? each.end > border : each.begin < border) {
      border = space == Space::Dram ? each.end : each.begin;
      last = &each;
    }
  }
  Bytes &peak = space == Space::Dram ? account.peakDram : account.peakL1;
  if (int32_t &at = space == Space::Dram ? account.peakDramStep : account.peakL1Step; held > peak || at < 0) {
    peak = held;
    at = step;
  }
  Bytes left = space == Space::Dram ? capacity - border : border;
  if (own > left)
    return Error{fmt::format("SE-V5: order[{}]: {} needs {} bytes of {} in one piece, {} are left{}: {} too few", step,
                             name, own, toString(space), left, last ? " beside " + last->item->name : std::string(),
                             own - left)};
  return {};
}

Status checkMemory(const Problem &problem, const Plan &plan, const std::vector<std::pair<Bytes, Bytes>> &copies,
                   Account &account) {
  std::vector<Placed> placed;
  for (Space space : {Space::Dram, Space::L1}) {
    ALCOVE_RETURN_IF_ERROR(placeItems(problem, plan, space, placed));
    Bytes alignment = problem.memory(space).alignment;
    for (size_t s = 0; s < problem.order.size(); ++s) {
      int32_t f = problem.order[s].function;
      const Way &way = problem.functions[f].ways[plan.ways[f]];
      Bytes own = space == Space::Dram ? roundUp(way.dramBytes, alignment) + copies[f].first
                                       : roundUp(way.l1Bytes, alignment) + copies[f].second;
      ALCOVE_RETURN_IF_ERROR(
          checkStep(problem, static_cast<int32_t>(s), space, placed, own, problem.functions[f].name, account));
    }
  }
  for (size_t i = 0; i < plan.items.size(); ++i)
    for (size_t k = 1; k < plan.items[i].size(); ++k)
      if (const ItemLayout &layout = problem.items[i].layouts[plan.items[i][k].layout]; layout.space == Space::Dram)
        account.keptTwice += layout.bytes;
  return {};
}

} // namespace

Result<Account> verify(const Problem &problem, const Plan &plan) {
  ALCOVE_RETURN_IF_ERROR(checkWays(problem, plan));
  ALCOVE_RETURN_IF_ERROR(checkKept(problem, plan));
  Account account;
  std::vector<std::pair<Bytes, Bytes>> copies;
  for (size_t f = 0; f < problem.functions.size(); ++f) {
    Bytes bytes[2] = {0, 0};
    account.calls += problem.functions[f].rate * problem.functions[f].ways[plan.ways[f]].cost;
    ALCOVE_RETURN_IF_ERROR(addCopies(problem, plan, f, account, bytes));
    copies.push_back({bytes[static_cast<size_t>(Space::Dram)], bytes[static_cast<size_t>(Space::L1)]});
  }
  for (size_t i = 0; i < problem.items.size(); ++i)
    for (const Kept &kept : plan.items[i])
      account.once += problem.items[i].layouts[kept.layout].once;
  ALCOVE_RETURN_IF_ERROR(checkMemory(problem, plan, copies, account));
  account.cost = account.calls + account.copies + account.once;
  // SE-V6
  if (plan.cost != account.cost)
    return Error{fmt::format("SE-V6: the plan says cost {}, it is {}", plan.cost, account.cost)};
  return account;
}

} // namespace alcove::plan::session
