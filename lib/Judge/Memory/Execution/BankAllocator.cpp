//===- BankAllocator.cpp - The bytes of one bank and their owners ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/BankAllocator.h"

#include <algorithm>
#include <iterator>

using namespace alcove;
using namespace alcove::judge;

BankAllocator::BankAllocator(Bytes capacity, Bytes alignment, Direction direction)
    : usable(std::max<Bytes>(capacity, 0)), step(std::max<Bytes>(alignment, 1)), direction(direction) {
  if (usable > 0)
    free[0] = usable;
}

std::optional<Range> BankAllocator::allocate(Owner owner, Bytes size) {
  if (size <= 0 || size > usable)
    return std::nullopt;
  Bytes needed = roundUp(size, step);
  std::optional<Range> place;
  if (direction == Direction::TopDown) {
    for (auto it = free.rbegin(); it != free.rend() && !place; ++it) {
      Bytes begin = (it->second / step * step) - needed;
      if (begin >= it->first)
        place = Range{begin, begin + needed};
    }
  } else {
    for (auto it = free.begin(); it != free.end() && !place; ++it) {
      Bytes begin = roundUp(it->first, step);
      if (begin + needed <= it->second)
        place = Range{begin, begin + needed};
    }
  }
  if (!place)
    return std::nullopt;
  takeFree(*place);
  held[place->begin] = {place->end, owner};
  heldTotal += place->size();
  return place;
}

void BankAllocator::takeFree(Range range) {
  auto it = std::prev(free.upper_bound(range.begin));
  Range whole{it->first, it->second};
  free.erase(it);
  if (whole.begin < range.begin)
    free[whole.begin] = range.begin;
  if (range.end < whole.end)
    free[range.end] = whole.end;
}

void BankAllocator::makeFree(Range range) {
  auto after = free.lower_bound(range.begin);
  if (after != free.end() && after->first == range.end) {
    range.end = after->second;
    after = free.erase(after);
  }
  if (after != free.begin())
    if (auto before = std::prev(after); before->second == range.begin) {
      before->second = range.end;
      return;
    }
  free[range.begin] = range.end;
}

void BankAllocator::cutHeld(Bytes at) {
  auto it = held.upper_bound(at);
  if (it == held.begin())
    return;
  --it;
  if (it->first == at || it->second.end <= at)
    return;
  Held rest = it->second;
  it->second.end = at;
  held[at] = rest;
}

std::optional<Clash> BankAllocator::claim(Owner owner, Range range) {
  range.begin = std::clamp<Bytes>(range.begin, 0, usable);
  range.end = std::clamp<Bytes>(range.end, range.begin, usable);
  if (range.size() == 0)
    return std::nullopt;
  cutHeld(range.begin);
  cutHeld(range.end);
  std::optional<Clash> clash;
  for (auto it = held.lower_bound(range.begin); it != held.end() && it->first < range.end;) {
    if (it->second.owner != owner && (!clash || (clash->owner == it->second.owner && clash->range.end == it->first)))
      clash = Clash{it->second.owner, {clash ? clash->range.begin : it->first, it->second.end}};
    heldTotal -= it->second.end - it->first;
    makeFree({it->first, it->second.end});
    it = held.erase(it);
  }
  takeFree(range);
  held[range.begin] = {range.end, owner};
  heldTotal += range.size();
  return clash;
}

void BankAllocator::release(Owner owner, Range range) {
  auto it = held.upper_bound(range.begin);
  if (it != held.begin())
    --it;
  while (it != held.end() && it->first < range.end) {
    if (it->second.owner != owner || it->second.end <= range.begin) {
      ++it;
      continue;
    }
    heldTotal -= it->second.end - it->first;
    makeFree({it->first, it->second.end});
    it = held.erase(it);
  }
}

std::optional<Clash> BankAllocator::firstForeign(Owner owner, Range range) const {
  Bytes at = range.begin;
  auto it = held.upper_bound(at);
  if (it != held.begin() && std::prev(it)->second.end > at)
    --it;
  while (at < range.end) {
    if (it == held.end() || it->first > at)
      return Clash{noOwner, {at, it == held.end() ? range.end : std::min(range.end, it->first)}};
    if (it->second.owner != owner)
      return Clash{it->second.owner, {at, std::min(range.end, it->second.end)}};
    at = it->second.end;
    ++it;
  }
  return std::nullopt;
}

Range BankAllocator::largestFree() const {
  Range largest;
  for (auto [begin, end] : free)
    if (end - begin > largest.size())
      largest = {begin, end};
  return largest;
}
