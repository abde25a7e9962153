//===- FrontierRange.cpp - Dynamic programming over a range ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FrontierSearch.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

// Bytes left when others take up to `outside`, not below 0: whether they fit is not asked here.
Bytes leftFor(Bytes rest, Bytes outside) {
  return rest < 0 || outside == 0 ? rest : std::max<Bytes>(0, rest - outside);
}

uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  return x * 0xd6e8feb86659fd93u;
}

} // namespace

void FrontierSearch::stepAt(int32_t k, const std::vector<int32_t> &slots) {
  const Local &local = locals[k];
  std::span<const Claim> own = claimsOf(local);
  step.touched = local.numLabels * (1 + local.numLinks + own.size());
  step.contributors.clear();
  step.contributorsEnd.clear();
  for (const Claim &mine : own) {
    for (const auto &[other, claim] : members[mine.segment])
      if (slotOf[other] >= 0)
        step.contributors.emplace_back(slotOf[other], claimBytes.data() + claimsOf(locals[other])[claim].bytes);
    step.contributorsEnd.push_back(step.contributors.size());
  }
  step.touched += step.contributors.size();
  step.linked.clear();
  for (const Link &link : linksOf(local))
    if (slotOf[link.other] >= 0)
      step.linked.emplace_back(slotOf[link.other], linkCosts.data() + link.reducedCost);
  step.slots.clear();
  step.source.clear();
  step.classes.clear();
  for (size_t position = 0; position <= slots.size(); ++position) {
    bool self = position == slots.size();
    int32_t other = self ? k : slots[position];
    const Local &node = locals[other];
    if (node.lastLink <= k && node.lastClaim <= k)
      continue;
    step.slots.push_back(other);
    step.source.push_back(self ? -1 : static_cast<int32_t>(position));
    step.classes.push_back(node.lastLink <= k ? usageClassOf(node).data() : nullptr);
  }
  step.key.assign(step.slots.size() + 1, 0);
  step.left.resize(own.size());
  step.costs.resize(step.linked.size());
}

// What nodes that the range does not know may take of the segments that it decides; cleared again with `known` = false.
void FrontierSearch::setUnknown(const Range &range, bool known) {
  unknown.resize(segments.size(), 0);
  if (range.from || range.first == 0)
    return;
  for (int32_t k = range.first; k < range.last; ++k)
    for (const Claim &own : claimsOf(locals[k])) {
      if (segments[own.segment].last != k)
        continue;
      unknown[own.segment] = 0;
      if (!known)
        continue;
      for (const auto &[other, claim] : members[own.segment])
        if (other < range.first) {
          const Bytes *bytes = claimBytes.data() + claimsOf(locals[other])[claim].bytes;
          unknown[own.segment] += *std::max_element(bytes, bytes + locals[other].numLabels);
        }
    }
}

// Nothing here is as long as the schedule: ranges are short and many.
FrontierSearch::RangeOutcome FrontierSearch::searchRange(const Range &range) {
  setUnknown(range, true);
  slotOf.resize(locals.size(), -1);
  std::vector<int32_t> slots;
  RangeOutcome outcome = searchStates(range, slots);
  for (int32_t other : slots)
    slotOf[other] = -1;
  setUnknown(range, false);
  return outcome;
}

// `slots` are the nodes that have an entry in `slotOf`, in the end too.
FrontierSearch::RangeOutcome FrontierSearch::searchStates(const Range &range, std::vector<int32_t> &slots) {
  RangeOutcome outcome;
  if (range.from)
    slots = range.from->slots;
  for (size_t q = 0; q < slots.size(); ++q)
    slotOf[slots[q]] = static_cast<int32_t>(q);
  current.clear(slots.size());
  {
    std::vector<uint16_t> start(slots.size() + 1, 0);
    for (size_t q = 0; q < slots.size(); ++q)
      start[q] = static_cast<uint16_t>(range.key / range.from->strides[q] % locals[slots[q]].numLabels);
    current.add(start.data(), 0, 0, 0, -1, 0);
  }
  if (range.wantLabels)
    layers.resize(std::max(layers.size(), locals.size()));
  const Separator *separator = nullptr;
  for (int32_t k = range.first; k < range.last; ++k) {
    const Local &local = locals[k];
    const std::span<const Claim> own = claimsOf(local);
    const size_t numLabels = local.numLabels;
    const int64_t *localBase = base.data() + local.firstLabel;
    stepAt(k, slots);
    separator = completion.separatorAt[k + 1] < 0 ? nullptr : &completion.separators[completion.separatorAt[k + 1]];
    if (separator && separator->slots != step.slots)
      separator = nullptr;
    next.clear(step.slots.size());
    int64_t behind = completion.least[k + 1], limit = range.limit - behind, bar = infiniteReducedCost;
    std::vector<uint16_t> &key = step.key;
    std::vector<Bytes> &left = step.left;
    bool keepsSelf = !step.source.empty() && step.source.back() < 0;
    for (size_t p = 0; p < current.size(); ++p) {
      const uint16_t *parent = current.keys.data() + p * current.slots;
      for (size_t c = 0, next = 0; c < left.size(); ++c) {
        Bytes room = segments[own[c].segment].room;
        for (; next < step.contributorsEnd[c]; ++next)
          room -= step.contributors[next].second[parent[step.contributors[next].first]];
        left[c] = room;
      }
      uint64_t hash = 0x9e3779b97f4a7c15u;
      size_t known = 0; // the part of the separator's index that the parent decides
      for (size_t q = 0; q < step.source.size(); ++q) {
        if (step.source[q] < 0)
          continue;
        uint16_t value = parent[step.source[q]];
        key[q] = step.classes[q] ? static_cast<uint16_t>(step.classes[q][value]) : value;
        hash = mix(hash ^ key[q]);
        if (separator)
          known += key[q] * separator->strides[q];
      }
      outcome.work += step.touched;
      for (size_t l = 0; l < step.linked.size(); ++l)
        step.costs[l] = step.linked[l].second + parent[step.linked[l].first] * numLabels;
      const int64_t reached = current.reducedCost[p];
      for (size_t s = 0; s < numLabels; ++s) {
        int64_t sum = reached + localBase[s];
        for (const int64_t *row : step.costs) {
          if (sum > limit)
            break;
          sum += row[s];
        }
        for (size_t c = 0; c < left.size() && sum <= limit; ++c) {
          Bytes rest = left[c] - claimBytes[own[c].bytes + s];
          const Segment &segment = segments[own[c].segment];
          if (segment.last == k)
            sum += segmentReducedCost(segment, leftFor(rest, unknown[own[c].segment]), range.soft);
          else if (rest < 0 && !range.soft)
            sum = infiniteReducedCost;
        }
        if (sum > limit)
          continue;
        uint64_t full = hash;
        size_t index = known;
        if (keepsSelf) {
          uint16_t self =
              step.classes.back() ? static_cast<uint16_t>(step.classes.back()[s]) : static_cast<uint16_t>(s);
          key[step.slots.size() - 1] = self;
          full = mix(hash ^ (self + 0x10000u));
          if (separator)
            index += self * separator->strides.back();
        }
        int64_t rest = separator ? std::max(behind, separator->least[index]) : behind;
        if (sum + rest > range.limit)
          continue;
        if (sum + rest > bar) {
          outcome.discarded = std::min(outcome.discarded, sum + rest);
          continue;
        }
        next.add(key.data(), full, sum, rest, static_cast<int32_t>(p), static_cast<uint16_t>(s));
      }
      if (next.size() > 4 * range.width + 4096) {
        int64_t dropped = next.truncate(range.width);
        outcome.discarded = std::min(outcome.discarded, dropped);
        bar = std::min(bar, dropped);
      }
      if (outcome.work > range.work || (p % 256 == 255 && passed(range.deadline))) {
        outcome.gaveUp = true;
        return outcome;
      }
    }
    outcome.discarded = std::min(outcome.discarded, next.truncate(range.width));
    if (next.size() == 0)
      return outcome;
    outcome.widest = std::max(outcome.widest, next.size());
    if (range.wantLabels) {
      layers[k].parent.assign(next.parent.begin(), next.parent.end());
      layers[k].label.assign(next.label.begin(), next.label.end());
    }
    std::swap(current, next);
    for (int32_t other : slots)
      slotOf[other] = -1;
    std::swap(slots, step.slots);
    for (size_t q = 0; q < slots.size(); ++q)
      slotOf[slots[q]] = static_cast<int32_t>(q);
  }
  size_t best = 0;
  for (size_t p = 1; p < current.size(); ++p)
    if (current.reducedCost[p] + current.completion[p] < current.reducedCost[best] + current.completion[best])
      best = p;
  outcome.reducedCost = current.reducedCost[best] + current.completion[best];
  outcome.exact = range.last == static_cast<int32_t>(locals.size());
  if (separator) {
    size_t index = 0;
    for (size_t q = 0; q < slots.size(); ++q)
      index += current.keys[best * current.slots + q] * separator->strides[q];
    outcome.exact = separator->exact[index];
  }
  if (!range.wantLabels)
    return outcome;
  outcome.labels.resize(locals.size());
  for (size_t k = range.last, at = best; k-- > static_cast<size_t>(range.first);) {
    outcome.labels[k] = labelsOf(locals[k])[layers[k].label[at]];
    at = layers[k].parent[at];
  }
  return outcome;
}
