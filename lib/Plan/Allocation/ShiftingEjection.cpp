//===- ShiftingEjection.cpp - Ejections where the rest may shift ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShiftingEjection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

/// What an ejection adds to a weight, in parts of the first one, and the relative size of the noise on what is compared:
/// of 0, 0.03, 0.1, 0.3, 0.7 and 2, and of 0, 0.1, 0.5, 1, 2 and 5, those that reached 984 KiB on MiniMalloc's D and
/// 968 KiB on its J most often.
static constexpr double ejectedWeight = 0.1, noiseOfWeights = 1;

ShiftingEjection::ShiftingEjection(const Instance &instance)
    : instance(instance), rangeStarts{0}, placed(instance.count()), lowestTop(instance.count()),
      highest(instance.count()), meets(instance.count()) {
  for (size_t i = 0; i != instance.count(); ++i) {
    std::span<const uint32_t> sections = instance.sectionsOf[i];
    for (uint32_t section : sections)
      if (ranges.size() != rangeStarts.back() && ranges.back().last == section)
        ++ranges.back().last;
      else
        ranges.push_back({section, section + 1});
    rangeStarts.push_back(ranges.size());
    // A long buffer meets more, a large one needs a larger hole.
    firstWeight.push_back(static_cast<double>(instance.size[i]) * std::sqrt(static_cast<double>(sections.size())));
  }
}

/// On what `level` holds of its sections.
Bytes ShiftingEjection::lowestOffset(uint32_t buffer) const {
  if (instance.fixed[buffer] >= 0)
    return instance.fixed[buffer];
  int32_t floor = 0;
  for (Range range : rangesOf(buffer))
    for (uint32_t section = range.first; section != range.last; ++section)
      floor = std::max(floor, level[section]);
  Bytes alignment = instance.alignment[buffer];
  return alignment == 1 ? floor : roundUp(floor, alignment); // divisions would take a tenth of the time
}

/// Below what `level` holds of its sections.
Bytes ShiftingEjection::highestOffset(uint32_t buffer) const {
  if (instance.fixed[buffer] >= 0)
    return instance.fixed[buffer];
  int32_t ceiling = static_cast<int32_t>(capacity);
  for (Range range : rangesOf(buffer))
    for (uint32_t section = range.first; section != range.last; ++section)
      ceiling = std::min(ceiling, level[section]);
  Bytes offset = ceiling - instance.size[buffer], alignment = instance.alignment[buffer];
  return alignment == 1 ? offset : offset / alignment * alignment;
}

void ShiftingEjection::setLevel(uint32_t buffer, Bytes bytes) {
  for (Range range : rangesOf(buffer))
    std::fill(level.begin() + range.first, level.begin() + range.last, static_cast<int32_t>(bytes));
}

/// Insertion sort: keys have moved little since the last time. Equal ones stay in their order, which keeps what lies on
/// what, since no buffer is empty.
void ShiftingEjection::sortByKey(std::vector<uint32_t> &buffers, const std::vector<Bytes> &keys) {
  for (size_t i = 1; i < buffers.size(); ++i) {
    uint32_t buffer = buffers[i];
    size_t j = i;
    for (; j != 0 && keys[buffers[j - 1]] > keys[buffer]; --j)
      buffers[j] = buffers[j - 1];
    buffers[j] = buffer;
  }
}

/// Both lists are orders from below: what lies on another one is behind it in either.
void ShiftingEjection::pushAll(const std::vector<uint32_t> &order) {
  level.assign(instance.sections.size(), 0);
  for (uint32_t buffer : order) {
    lowestTop[buffer] = lowestOffset(buffer) + instance.size[buffer];
    setLevel(buffer, lowestTop[buffer]);
  }
  level.assign(instance.sections.size(), static_cast<int32_t>(capacity));
  for (size_t i = order.size(); i-- != 0;) {
    highest[order[i]] = highestOffset(order[i]);
    setLevel(order[i], highest[order[i]]);
  }
  sortByKey(byTop, lowestTop);
  sortByKey(byBottom, highest);
}

void ShiftingEjection::start(const std::vector<Bytes> &offsets, Bytes newCapacity) {
  capacity = newCapacity;
  weight = firstWeight;
  waiting.clear();
  isHopeless = capacity > std::numeric_limits<int32_t>::max() / 2;
  if (isHopeless)
    return;
  std::vector<uint32_t> order(instance.count());
  std::iota(order.begin(), order.end(), uint32_t(0));
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return std::pair(offsets[a], a) < std::pair(offsets[b], b); });
  // From the lowest on, each is kept that lies on those that are kept, within the capacity and below the fixed ones that
  // are to come.
  std::vector<char> passed(instance.count());
  level.assign(instance.sections.size(), 0);
  std::erase_if(order, [&](uint32_t buffer) {
    Bytes top = lowestOffset(buffer) + instance.size[buffer];
    passed[buffer] = true;
    placed[buffer] = top <= capacity;
    for (uint32_t other : instance.neighbours[buffer])
      placed[buffer] &= passed[other] || instance.fixed[other] < 0 || top <= instance.fixed[other];
    if (placed[buffer])
      setLevel(buffer, top);
    else
      waiting.push_back(buffer);
    return !placed[buffer];
  });
  byTop = byBottom = order;
  pushAll(order);
}

/// The offset, of those where the buffer touches another one or an end, at which what is in its way weighs least; some
/// noise decides among those that differ little, and any of them where nothing is in the way. -1 where fixed buffers are
/// in the way everywhere.
Bytes ShiftingEjection::cheapest(uint32_t buffer) {
  Bytes size = instance.size[buffer], alignment = instance.alignment[buffer];
  Bytes last = (capacity - size) / alignment * alignment;
  for (uint32_t other : instance.neighbours[buffer])
    meets[other] = true;
  tops.clear();
  bottoms.clear();
  for (uint32_t other : byTop)
    if (meets[other])
      tops.push_back(other);
  for (uint32_t other : byBottom)
    if (meets[other])
      bottoms.push_back(other);
  for (uint32_t other : instance.neighbours[buffer])
    meets[other] = false;
  tried.assign({0});
  for (uint32_t other : tops)
    tried.push_back(roundUp(lowestTop[other], alignment));
  size_t middle = tried.size();
  for (uint32_t other : bottoms)
    if (highest[other] >= size)
      tried.push_back((highest[other] - size) / alignment * alignment);
  std::inplace_merge(tried.begin(), tried.begin() + middle, tried.end());
  tried.erase(std::lower_bound(tried.begin(), tried.end(), last), tried.end());
  tried.push_back(last);
  double met = 0, least = std::numeric_limits<double>::infinity();
  size_t opened = 0, closed = 0, inTheWay = 0, fixedOnes = 0, ties = 0;
  Bytes best = -1;
  for (Bytes offset : tried) {
    auto count = [&](uint32_t other, int sign) {
      // What lies below or above wherever this one lies is never in its way.
      if (highest[other] + 1 - size >= lowestTop[other])
        return;
      met += sign * weight[other];
      inTheWay += sign;
      fixedOnes += instance.fixed[other] < 0 ? 0 : sign;
    };
    for (; opened != bottoms.size() && highest[bottoms[opened]] < offset + size; ++opened)
      count(bottoms[opened], 1);
    for (; closed != tops.size() && lowestTop[tops[closed]] <= offset; ++closed)
      count(tops[closed], -1);
    if (inTheWay == 0)
      met = 0; // sums that were added in another order differ in their last bits
    if (fixedOnes != 0)
      continue;
    double jitter = noiseOfWeights * random.unit();
    double weighed = met * (1 + jitter);
    if (weighed < least)
      ties = 0;
    if (weighed <= least && random.below(++ties) == 0) {
      least = weighed;
      best = offset;
    }
  }
  return best;
}

/// What may lie on either side lies below, or above, all alike: then no three lie in a circle.
void ShiftingEjection::insert(uint32_t buffer, Bytes offset) {
  for (uint32_t other : instance.neighbours[buffer])
    if (placed[other] && isInTheWay(other, offset, instance.size[buffer])) {
      placed[other] = false;
      weight[other] += ejectedWeight * firstWeight[other];
      waiting.push_back(other);
    }
  bool preferBelow = random.chance(0.5);
  placed[buffer] = true;
  for (std::vector<uint32_t> *order : {&byTop, &byBottom})
    std::erase_if(*order, [&](uint32_t other) { return !placed[other]; });
  auto place = std::find_if(byTop.begin(), byTop.end(), [&](uint32_t other) { return lowestTop[other] > offset; });
  auto placeAbove = std::find_if(byBottom.begin(), byBottom.end(),
                                 [&](uint32_t other) { return highest[other] >= offset + instance.size[buffer]; });
  byTop.insert(place, buffer);
  byBottom.insert(placeAbove, buffer);
  if (preferBelow)
    byBottom = byTop;
  else
    byTop = byBottom;
  pushAll(byTop);
}

bool ShiftingEjection::run(uint64_t moves, const Deadline &deadline) {
  for (uint64_t end = placements + moves; !waiting.empty() && !isHopeless; ++placements) {
    if (placements == end || ((placements & 63) == 0 && deadline.passed()))
      return false;
    uint32_t buffer = waiting.front();
    waiting.pop_front();
    Bytes offset = instance.fixed[buffer] >= 0 || capacity < instance.size[buffer] ? -1 : cheapest(buffer);
    isHopeless = offset < 0;
    if (!isHopeless)
      insert(buffer, offset);
  }
  return !isHopeless;
}
