//===- GroupWays.cpp - What a group costs with what is kept around it -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GroupWays.h"

#include <algorithm>

namespace alcove::plan::schedule {

static std::vector<int32_t> resultsOf(const OpGraph &graph, OpMask makers) {
  std::vector<int32_t> list;
  for (OpMask rest = makers; rest; rest &= rest - 1)
    list.push_back(graph.ops[lowest(rest)].outputs[0]);
  return list;
}

static std::vector<int32_t> membersOf(const CandidateGroup &group) {
  std::vector<int32_t> list;
  for (OpMask rest = group.ops; rest; rest &= rest - 1)
    list.push_back(static_cast<int32_t>(lowest(rest)));
  return list;
}

static size_t countOf(OpMask set) {
  return static_cast<size_t>(__builtin_popcountll(static_cast<uint64_t>(set)) +
                             __builtin_popcountll(static_cast<uint64_t>(set >> 64)));
}

bool GroupWays::countWays(const OpGraph &graph, OpMask find, OpMask keep, int64_t room, size_t &ways) {
  OpMask &rest = find ? find : keep;
  if (!rest)
    return ++ways <= mostWays;
  OpMask one = bit(lowest(rest));
  rest ^= one;
  int64_t left = room - sizeOf(graph, one);
  return countWays(graph, find, keep, room, ways) && (left < 0 || countWays(graph, find, keep, left, ways));
}

GroupWays::GroupWays(GroupPricer &pricer, const CandidateGroup &group, bool retention, bool recompute) {
  const OpGraph &graph = pricer.graph();
  auto fits = [&](size_t o) { return graph.tensor(graph.ops[o].outputs[0]).elements() < graph.capacity; };
  for (OpMask rest = retention ? group.inputMakers : 0; rest; rest &= rest - 1)
    findable |= fits(lowest(rest)) ? bit(lowest(rest)) : 0;
  for (OpMask rest = group.ops; rest; rest &= rest - 1) {
    size_t o = lowest(rest);
    const std::vector<int32_t> &readers = graph.usersOf(graph.ops[o].outputs[0]);
    bool within = !readers.empty() && std::all_of(readers.begin(), readers.end(), [&](int32_t user) {
      return (group.ops & bit(static_cast<size_t>(user))) != 0;
    });
    if (retention && fits(o) && (recompute || !within))
      keepable |= bit(o);
    if (!recompute && !within && (group.internal & bit(o))) {
      forced |= bit(o);
      broken |= !(keepable & bit(o));
    }
  }
  room = graph.capacity;
  for (OpMask rest = forced; rest; rest &= rest - 1)
    room -= sizeOf(graph, rest);
  broken |= room < 0;
  if (broken)
    return;
  // Up to seven results have no more ways than may be listed; of more it depends on what fits.
  size_t ways = 0;
  if (countOf(findable | keepable) > 7)
    tooMany = !countWays(graph, findable, keepable & ~forced, room, ways);
  least = forced ? infinite : group.price;
  if (!findable && !keepable)
    return;
  least = std::min(least, pricer.leastPrice(membersOf(group), resultsOf(graph, findable), resultsOf(graph, keepable)));
  broken = !(least < infinite);
}

double GroupWays::priceOf(GroupPricer &pricer, const CandidateGroup &group, OpMask found, OpMask kept) {
  if (!found && !kept)
    return group.price;
  for (const Way &way : priced)
    if (way.found == found && way.kept == kept)
      return way.price;
  const OpGraph &graph = pricer.graph();
  double price = pricer.price(membersOf(group), resultsOf(graph, found), resultsOf(graph, kept)).cost;
  priced.push_back({found, kept, price});
  return price;
}

} // namespace alcove::plan::schedule
