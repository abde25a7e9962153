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

// One node of a range: the states in front of it become those behind it.
class FrontierSearch::NodePass {
public:
  NodePass(FrontierSearch &search, const Range &range, RangeOutcome &outcome, int32_t k)
      : in(search), step(search.step), range(range), outcome(outcome), k(k), local(search.locals[k]),
        own(search.claimsOf(local)), separator(search.separatorBehind(k)), behind(search.completion.least[k + 1]),
        limit(range.limit - behind), keepsSelf(!step.source.empty() && step.source.back() < 0) {}

  // False when the work or the time does not suffice.
  bool run() {
    in.next.clear(step.slots.size());
    for (size_t p = 0; p < in.current.size(); ++p) {
      enter(in.current.keys.data() + p * in.current.slots);
      for (size_t s = 0; s < static_cast<size_t>(local.numLabels); ++s)
        if (int64_t sum = reducedCostWith(s, in.current.reducedCost[p]); sum <= limit)
          add(p, s, sum);
      if (in.next.size() > 4 * range.width + 4096) {
        int64_t dropped = in.next.truncate(range.width);
        outcome.discarded = std::min(outcome.discarded, dropped);
        bar = std::min(bar, dropped);
      }
      if (outcome.work > range.work || (p % 256 == 255 && passed(range.deadline)))
        return false;
    }
    outcome.discarded = std::min(outcome.discarded, in.next.truncate(range.width));
    return true;
  }

private:
  // What a state leaves of the claims, what its links cost, and what of the next key it decides.
  void enter(const uint16_t *parent) {
    for (size_t c = 0, next = 0; c < step.left.size(); ++c) {
      Bytes room = in.segments[own[c].segment].room;
      for (; next < step.contributorsEnd[c]; ++next)
        room -= step.contributors[next].second[parent[step.contributors[next].first]];
      step.left[c] = room;
    }
    hash = 0x9e3779b97f4a7c15u;
    known = 0;
    for (size_t q = 0; q < step.source.size(); ++q) {
      if (step.source[q] < 0)
        continue;
      uint16_t value = parent[step.source[q]];
      step.key[q] = step.classes[q] ? static_cast<uint16_t>(step.classes[q][value]) : value;
      hash = mix(hash ^ step.key[q]);
      if (separator)
        known += step.key[q] * separator->strides[q];
    }
    outcome.work += step.touched;
    for (size_t l = 0; l < step.linked.size(); ++l)
      step.costs[l] = step.linked[l].second + parent[step.linked[l].first] * size_t(local.numLabels);
  }

  // Some sum above the limit where the label is not possible.
  int64_t reducedCostWith(size_t s, int64_t reached) const {
    int64_t sum = reached + in.base[local.firstLabel + s];
    for (const int64_t *row : step.costs) {
      if (sum > limit)
        break;
      sum += row[s];
    }
    for (size_t c = 0; c < step.left.size() && sum <= limit; ++c) {
      Bytes rest = step.left[c] - in.claimBytes[own[c].bytes + s];
      const Segment &segment = in.segments[own[c].segment];
      if (segment.last == k)
        sum += in.segmentReducedCost(segment, leftFor(rest, in.unknown[own[c].segment]), range.soft);
      else if (rest < 0 && !range.soft)
        sum = infiniteReducedCost;
    }
    return sum;
  }

  void add(size_t p, size_t s, int64_t sum) {
    uint64_t full = hash;
    size_t index = known;
    if (keepsSelf) {
      uint16_t self = step.classes.back() ? static_cast<uint16_t>(step.classes.back()[s]) : static_cast<uint16_t>(s);
      step.key[step.slots.size() - 1] = self;
      full = mix(hash ^ (self + 0x10000u));
      if (separator)
        index += self * separator->strides.back();
    }
    int64_t rest = separator ? std::max(behind, separator->least[index]) : behind;
    if (sum + rest > range.limit)
      return;
    if (sum + rest > bar)
      outcome.discarded = std::min(outcome.discarded, sum + rest);
    else
      in.next.add(step.key.data(), full, sum, rest, static_cast<int32_t>(p), static_cast<uint16_t>(s));
  }

  FrontierSearch &in;
  Step &step;
  const Range &range;
  RangeOutcome &outcome;
  const int32_t k;
  const Local &local;
  const std::span<const Claim> own;
  const Separator *const separator;
  const int64_t behind, limit;
  int64_t bar = infiniteReducedCost; // what costs more was dropped by truncation
  const bool keepsSelf;
  uint64_t hash = 0;
  size_t known = 0; // the part of the separator's index that the state decides
};

// The separator behind node k whose labellings are the states of the next layer, if there is one.
const FrontierSearch::Separator *FrontierSearch::separatorBehind(int32_t k) const {
  if (completion.separatorAt[k + 1] < 0)
    return nullptr;
  const Separator &separator = completion.separators[completion.separatorAt[k + 1]];
  return separator.slots == step.slots ? &separator : nullptr;
}

// The one state that the range begins with.
void FrontierSearch::startStates(const Range &range, std::vector<int32_t> &slots) {
  if (range.from)
    slots = range.from->slots;
  std::vector<uint16_t> start(slots.size() + 1, 0);
  for (size_t q = 0; q < slots.size(); ++q) {
    slotOf[slots[q]] = static_cast<int32_t>(q);
    start[q] = static_cast<uint16_t>(range.key / range.from->strides[q] % locals[slots[q]].numLabels);
  }
  current.clear(slots.size());
  current.add(start.data(), 0, 0, 0, -1, 0);
  if (range.wantLabels)
    layers.resize(std::max(layers.size(), locals.size()));
}

// The layer behind node k is the one at hand from now on.
void FrontierSearch::moveOn(const Range &range, int32_t k, std::vector<int32_t> &slots) {
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

// `slots` are the nodes that have an entry in `slotOf`, in the end too.
FrontierSearch::RangeOutcome FrontierSearch::searchStates(const Range &range, std::vector<int32_t> &slots) {
  RangeOutcome outcome;
  startStates(range, slots);
  const Separator *separator = nullptr;
  for (int32_t k = range.first; k < range.last; ++k) {
    stepAt(k, slots);
    separator = separatorBehind(k);
    if (!NodePass(*this, range, outcome, k).run()) {
      outcome.gaveUp = true;
      return outcome;
    }
    if (next.size() == 0)
      return outcome;
    outcome.widest = std::max(outcome.widest, next.size());
    moveOn(range, k, slots);
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
  if (range.wantLabels)
    outcome.labels = labelsBefore(range, best);
  return outcome;
}

// Of the range's nodes, those that lead to a state of the last layer.
std::vector<int32_t> FrontierSearch::labelsBefore(const Range &range, size_t state) const {
  std::vector<int32_t> labels(locals.size());
  for (size_t k = range.last; k-- > static_cast<size_t>(range.first);) {
    labels[k] = labelsOf(locals[k])[layers[k].label[state]];
    state = layers[k].parent[state];
  }
  return labels;
}
