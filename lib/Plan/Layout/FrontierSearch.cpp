//===- FrontierSearch.cpp - Windows solved along the schedule -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FrontierSearch.h"

#include <algorithm>
#include <bit>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

// Prices of what repairing has to remove; above every real excess (scaleFor keeps those below 2^44), and a few
// thousand of them still fit below kNever.
constexpr int64_t kConflictPrice = int64_t(1) << 48;
constexpr int64_t kOverflowPrice = int64_t(1) << 47;

int64_t plusCut(int64_t a, int64_t b) { return std::min(a + b, kNever); }

int64_t timesCut(int64_t a, int64_t b) {
  int64_t product;
  return mulOverflow(a, b, product) ? kNever : std::min(product, kNever);
}

int64_t cut(__int128 value) { return static_cast<int64_t>(std::min<__int128>(value, kNever)); }

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

void FrontierSearch::free(std::span<const int32_t> nodes, std::span<const int32_t> labels,
                          std::span<const Bytes> used) {
  for (int32_t n : window)
    localOf[n] = -1;
  localOf.resize(model.numNodes(), -1);
  window.assign(nodes.begin(), nodes.end());
  for (size_t k = 0; k < window.size(); ++k)
    localOf[window[k]] = static_cast<int32_t>(k);
  present = labels;
  setup = 0;
  makeSegments(labels, used);
}

void FrontierSearch::makeSegments(std::span<const int32_t> labels, std::span<const Bytes> used) {
  segments.clear();
  covered.assign(window.size(), {});
  std::vector<int32_t> cuts;
  for (int32_t n : window)
    for (const Model::Usage &usage : model.usagesOf(n)) {
      cuts.push_back(usage.begin);
      cuts.push_back(usage.end);
    }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  if (cuts.empty())
    return;
  std::vector<Bytes> own(cuts.size(), 0);
  std::vector<char> touched(cuts.size(), 0);
  for (size_t k = 0; k < window.size(); ++k) {
    std::span<const Model::Usage> usages = model.usagesOf(window[k]);
    for (size_t w = 0; w < usages.size(); ++w) {
      size_t c = std::lower_bound(cuts.begin(), cuts.end(), usages[w].begin) - cuts.begin();
      for (; cuts[c] < usages[w].end; ++c) {
        touched[c] = 1;
        covered[k].emplace_back(static_cast<int32_t>(c), static_cast<int32_t>(w));
        if (!labels.empty())
          own[c] += model.bytes[usages[w].bytesBegin + labels[window[k]]];
      }
    }
  }
  std::vector<int32_t> index(cuts.size(), -1);
  for (size_t c = 0; c + 1 < cuts.size(); ++c) {
    if (!touched[c])
      continue;
    index[c] = static_cast<int32_t>(segments.size());
    Segment segment{cuts[c], cuts[c + 1], INT64_MAX, 0, 0};
    __int128 idle = 0, price = 0;
    for (int32_t r = segment.begin; r < segment.end; ++r) {
      Bytes room = model.slack[r] - (used.empty() ? 0 : used[r]) + own[c];
      segment.room = std::min(segment.room, room);
      idle += static_cast<__int128>(dual.price[r]) * room;
      price += dual.price[r];
    }
    setup += 2 * static_cast<uint64_t>(segment.end - segment.begin) + 4;
    segment.price = cut(price);
    segment.idle = std::max<int64_t>(0, cut(idle - price * segment.room));
    segments.push_back(segment);
  }
  for (size_t k = 0; k < window.size(); ++k)
    for (auto &[c, usage] : covered[k]) {
      c = index[c];
      segments[c].last = static_cast<int32_t>(k);
    }
}

int64_t FrontierSearch::segmentExcess(const Segment &segment, Bytes left, bool soft) const {
  if (left >= 0)
    return plusCut(segment.idle, timesCut(segment.price, left));
  if (!soft)
    return kNever;
  // A fixed part, so that one byte too many is worse than any cost, and a part that grows with the overflow.
  double relative = static_cast<double>(-left) / (1.0 + static_cast<double>(std::max<Bytes>(segment.room, 0)));
  return kOverflowPrice + static_cast<int64_t>(std::min(relative, 1.0) * static_cast<double>(kOverflowPrice));
}

int64_t FrontierSearch::outsideExcess(int32_t node, int32_t label, bool soft) const {
  int64_t sum = dual.node[model.labelBegin[node] + label];
  if (soft)
    sum = std::min(sum, kConflictPrice - 1);
  for (const Model::Adjacent &adjacent : model.neighbours(node)) {
    if (localOf[adjacent.other] >= 0)
      continue;
    const Model::Edge &edge = model.edges[adjacent.edge];
    int32_t other = present[adjacent.other];
    size_t entry = edge.costBegin + (edge.u == node ? static_cast<size_t>(label) * model.size(edge.v) + other
                                                    : static_cast<size_t>(other) * model.size(edge.v) + label);
    int64_t excess = dual.edge[entry];
    sum = plusCut(sum, soft ? std::min(excess, kConflictPrice) : excess);
  }
  return sum;
}

int64_t FrontierSearch::presentExcess(bool soft) const {
  int64_t sum = 0;
  std::vector<Bytes> claimed(segments.size(), 0);
  for (size_t k = 0; k < window.size(); ++k) {
    int32_t node = window[k], label = present[node];
    sum = plusCut(sum, outsideExcess(node, label, soft));
    for (const Model::Adjacent &adjacent : model.earlier(node)) {
      if (localOf[adjacent.other] < 0)
        continue;
      const Model::Edge &edge = model.edges[adjacent.edge];
      int64_t excess = dual.edge[edge.costBegin + static_cast<size_t>(present[edge.u]) * model.size(edge.v) + label];
      sum = plusCut(sum, soft ? std::min(excess, kConflictPrice) : excess);
    }
    for (const auto &[segment, usage] : covered[k])
      claimed[segment] += model.bytes[model.usagesOf(node)[usage].bytesBegin + label];
  }
  for (size_t g = 0; g < segments.size(); ++g)
    sum = plusCut(sum, segmentExcess(segments[g], segments[g].room - claimed[g], soft));
  return sum;
}

// The labels that can be part of a result, with the bytes that they claim.
bool FrontierSearch::keepLabels(const SearchLimits &limits) {
  locals.assign(window.size(), {});
  for (size_t k = 0; k < window.size(); ++k) {
    Local &local = locals[k];
    local.node = window[k];
    std::span<const Model::Usage> usages = model.usagesOf(local.node);
    setup +=
        static_cast<uint64_t>(model.size(local.node)) * (1 + model.neighbours(local.node).size() + covered[k].size());
    for (int32_t s = 0; s < model.size(local.node); ++s) {
      int64_t base = outsideExcess(local.node, s, limits.soft);
      if (base > limits.excess)
        continue;
      bool fits = true;
      if (!limits.soft)
        for (const auto &[segment, usage] : covered[k])
          fits &= model.bytes[usages[usage].bytesBegin + s] <= segments[segment].room;
      if (!fits)
        continue;
      local.labels.push_back(s);
      local.base.push_back(base);
    }
    if (local.labels.empty() || local.labels.size() > UINT16_MAX)
      return false;
    for (const auto &[segment, usage] : covered[k]) {
      Claim claim{segment, {}};
      for (int32_t s : local.labels)
        claim.bytes.push_back(model.bytes[usages[usage].bytesBegin + s]);
      local.claims.push_back(std::move(claim));
    }
  }
  return true;
}

// A segment that the kept labels cannot fill needs no state: its priced slack is split among the nodes.
void FrontierSearch::foldSlackSegments() {
  std::vector<Bytes> most(segments.size(), 0);
  for (const Local &local : locals)
    for (const Claim &claim : local.claims)
      most[claim.segment] += *std::max_element(claim.bytes.begin(), claim.bytes.end());
  for (size_t g = 0; g < segments.size(); ++g) {
    segments[g].binds = most[g] > segments[g].room;
    if (!segments[g].binds)
      constant = plusCut(constant, segmentExcess(segments[g], segments[g].room - most[g], false));
  }
  for (Local &local : locals) {
    size_t out = 0;
    for (Claim &claim : local.claims) {
      const Segment &segment = segments[claim.segment];
      if (segment.binds) {
        std::swap(local.claims[out++], claim);
        continue;
      }
      Bytes greatest = *std::max_element(claim.bytes.begin(), claim.bytes.end());
      if (segment.price > 0)
        for (size_t s = 0; s < local.base.size(); ++s)
          local.base[s] = plusCut(local.base[s], timesCut(segment.price, greatest - claim.bytes[s]));
    }
    local.claims.resize(out);
  }
}

void FrontierSearch::linkLocals(const SearchLimits &limits) {
  for (size_t k = 0; k < locals.size(); ++k) {
    Local &local = locals[k];
    for (const Claim &claim : local.claims)
      local.lastClaim = std::max(local.lastClaim, segments[claim.segment].last);
    for (const Model::Adjacent &adjacent : model.earlier(local.node)) {
      int32_t index = localOf[adjacent.other];
      if (index < 0)
        continue;
      Local &other = locals[index];
      const Model::Edge &edge = model.edges[adjacent.edge];
      Link link{index, {}};
      link.excess.reserve(other.labels.size() * local.labels.size());
      for (size_t s = 0; s < other.labels.size(); ++s) {
        const int64_t *row =
            dual.edge.data() + edge.costBegin + static_cast<size_t>(other.labels[s]) * model.size(edge.v);
        int64_t least = kNever;
        for (int32_t t : local.labels) {
          int64_t excess = limits.soft ? std::min(row[t], kConflictPrice) : row[t];
          link.excess.push_back(excess);
          least = std::min(least, excess);
        }
        // What the edge costs at least is known as soon as the earlier label is.
        other.base[s] = plusCut(other.base[s], least);
        if (least < kNever)
          for (size_t t = link.excess.size() - local.labels.size(); t < link.excess.size(); ++t)
            if (link.excess[t] < kNever)
              link.excess[t] -= least;
      }
      other.lastLink = static_cast<int32_t>(k);
      local.links.push_back(std::move(link));
    }
  }
  for (Local &local : locals) {
    local.usageClass.resize(local.labels.size());
    for (size_t s = 0; s < local.labels.size(); ++s) {
      size_t t = 0;
      auto same = [&](const Claim &claim) {
        return segments[claim.segment].last <= local.lastLink || claim.bytes[t] == claim.bytes[s];
      };
      while (t < s && !std::all_of(local.claims.begin(), local.claims.end(), same))
        ++t;
      local.usageClass[s] = static_cast<int32_t>(t);
    }
  }
}

// The states of one layer, merged by key.
//
//   keys     [label of slot 0, label of slot 1, ...] per state, one behind the other
//   table    open addressing, index of a state or -1
struct FrontierSearch::Frontier {
  size_t slots = 0;
  std::vector<uint16_t> keys;
  std::vector<int64_t> excess;
  std::vector<int32_t> parent;
  std::vector<uint16_t> label;
  std::vector<uint64_t> hashes;
  std::vector<int32_t> table;

  size_t size() const { return excess.size(); }
  void clear(size_t slotCount) {
    slots = slotCount;
    keys.clear();
    excess.clear();
    parent.clear();
    label.clear();
    hashes.clear();
    table.assign(table.size() > 4096 ? 4096 : std::max<size_t>(table.size(), 64), -1);
  }
  void rehash(size_t capacity) {
    table.assign(capacity, -1);
    for (size_t k = 0; k < hashes.size(); ++k) {
      size_t at = hashes[k] & (capacity - 1);
      while (table[at] >= 0)
        at = (at + 1) & (capacity - 1);
      table[at] = static_cast<int32_t>(k);
    }
  }
  void add(const uint16_t *key, uint64_t hash, int64_t value, int32_t from, uint16_t taken) {
    size_t mask = table.size() - 1, at = hash & mask;
    for (; table[at] >= 0; at = (at + 1) & mask) {
      size_t k = table[at];
      if (hashes[k] != hash || !std::equal(key, key + slots, keys.begin() + k * slots))
        continue;
      if (value < excess[k]) {
        excess[k] = value;
        parent[k] = from;
        label[k] = taken;
      }
      return;
    }
    table[at] = static_cast<int32_t>(size());
    keys.insert(keys.end(), key, key + slots);
    excess.push_back(value);
    parent.push_back(from);
    label.push_back(taken);
    hashes.push_back(hash);
    if (2 * size() > table.size())
      rehash(2 * table.size());
  }
  /// Keeps the `width` least states (earlier ones at equal excess); gives the least excess that was dropped.
  int64_t truncate(size_t width) {
    if (size() <= width)
      return kNever;
    std::vector<std::pair<int64_t, int32_t>> ranked(size());
    for (size_t k = 0; k < size(); ++k)
      ranked[k] = {excess[k], static_cast<int32_t>(k)};
    std::nth_element(ranked.begin(), ranked.begin() + width, ranked.end());
    int64_t dropped = ranked[width].first;
    std::vector<char> keep(size(), 0);
    for (size_t k = 0; k < width; ++k)
      keep[ranked[k].second] = 1;
    size_t out = 0;
    for (size_t k = 0; k < keep.size(); ++k) {
      if (!keep[k])
        continue;
      std::copy_n(keys.begin() + k * slots, slots, keys.begin() + out * slots);
      excess[out] = excess[k];
      parent[out] = parent[k];
      label[out] = label[k];
      hashes[out++] = hashes[k];
    }
    keys.resize(out * slots);
    excess.resize(out);
    parent.resize(out);
    label.resize(out);
    hashes.resize(out);
    rehash(std::bit_ceil(std::max<size_t>(64, 4 * out)));
    return dropped;
  }
};

SearchOutcome FrontierSearch::run(const SearchLimits &limits) {
  SearchOutcome outcome;
  constant = 0;
  if (limits.excess >= kNever) {
    outcome.gaveUp = true;
    return outcome;
  }
  if (!keepLabels(limits)) {
    // Keys have 16 bits per label; more labels than that are not searched.
    outcome.gaveUp =
        std::any_of(locals.begin(), locals.end(), [](const Local &local) { return local.labels.size() > UINT16_MAX; });
    return outcome;
  }
  foldSlackSegments();
  linkLocals(limits);
  members.assign(segments.size(), {});
  for (size_t k = 0; k < locals.size(); ++k)
    for (size_t c = 0; c < locals[k].claims.size(); ++c)
      members[locals[k].claims[c].segment].emplace_back(static_cast<int32_t>(k), static_cast<int32_t>(c));
  int32_t count = static_cast<int32_t>(locals.size());
  std::vector<int64_t> toGo(count + 1, 0);
  if (limits.excess - constant < 0)
    return outcome;
  if (limits.blocks)
    boundBlocks(limits, toGo, outcome);
  searchRange(limits, 0, count, toGo, outcome);
  return outcome;
}

// Least excess of the stretches of the schedule, each searched by itself with everything outside at its best; toGo[k]
// adds up disjoint ones behind local node k.
//
//   local node   0        8        16       24       32
//   stretches    [--------------------------)              toGo[0] = max(toGo[8], v(0, 24) + toGo[24], ...)
//                         [--------------------------)
//
void FrontierSearch::boundBlocks(const SearchLimits &limits, std::vector<int64_t> &toGo, SearchOutcome &outcome) {
  constexpr int32_t kStride = 8;
  int32_t count = static_cast<int32_t>(locals.size());
  std::vector<int64_t> none(count + 1, 0);
  for (int32_t first = (count - 1) / kStride * kStride; first >= 0; first -= kStride) {
    int32_t from = std::min(count, first + kStride);
    toGo[first] = toGo[from];
    for (int32_t length : {2 * kStride, 4 * kStride, 6 * kStride}) {
      int32_t last = std::min(count, first + length);
      if (outcome.work > limits.work / 4 || passed(limits.deadline))
        break;
      SearchLimits own = limits;
      own.width = 512;
      SearchOutcome block;
      own.work = std::max<uint64_t>(limits.work / 256, 1 << 18);
      searchRange(own, first, last, none, block);
      outcome.work += block.work;
      if (block.gaveUp)
        break;
      int64_t least = std::min(std::min(block.excess, block.discarded), limits.excess + 1);
      // `constant` is counted once, for the whole
      least = std::max<int64_t>(0, least - constant);
      toGo[first] = std::max(toGo[first], plusCut(least, toGo[last]));
      if (last == count)
        break;
    }
    for (int32_t k = first + 1; k < from; ++k)
      toGo[k] = toGo[from];
  }
}

void FrontierSearch::searchRange(const SearchLimits &limits, int32_t first, int32_t last,
                                 const std::vector<int64_t> &toGo, SearchOutcome &outcome) {
  int64_t whole = limits.excess - constant;
  // What nodes outside the range may take of the segments that the range decides.
  std::vector<Bytes> outside(segments.size(), 0);
  if (first > 0 || last < static_cast<int32_t>(locals.size()))
    for (size_t g = 0; g < segments.size(); ++g)
      for (const auto &[other, claim] : members[g])
        if (other < first || other >= last) {
          const std::vector<Bytes> &bytes = locals[other].claims[claim].bytes;
          outside[g] += *std::max_element(bytes.begin(), bytes.end());
        }
  Frontier current, next;
  current.clear(0);
  uint16_t none = 0;
  current.add(&none, 0, 0, -1, 0);
  std::vector<int32_t> slots;
  std::vector<int32_t> slotOf(locals.size(), -1);
  std::vector<Layer> layers(locals.size());
  for (int32_t k = first; k < last; ++k) {
    const Local &local = locals[k];
    // Contributors to every claim: slot and bytes by label.
    std::vector<std::vector<std::pair<int32_t, const Bytes *>>> contributors(local.claims.size());
    size_t touched = local.labels.size() * (1 + local.links.size() + local.claims.size());
    for (size_t c = 0; c < local.claims.size(); ++c)
      for (const auto &[other, claim] : members[local.claims[c].segment])
        if (other >= first && other < k) {
          contributors[c].emplace_back(slotOf[other], locals[other].claims[claim].bytes.data());
          ++touched;
        }
    // The slots of the next layer: where they come from, and whether only the bytes matter from now on.
    std::vector<int32_t> nextSlots, source;
    std::vector<const int32_t *> classes;
    for (int32_t other = -1, position = -1; position < static_cast<int32_t>(slots.size());) {
      ++position;
      bool self = position == static_cast<int32_t>(slots.size());
      other = self ? k : slots[position];
      const Local &node = locals[other];
      if (node.lastLink <= k && node.lastClaim <= k)
        continue;
      nextSlots.push_back(other);
      source.push_back(self ? -1 : position);
      classes.push_back(node.lastLink <= k ? node.usageClass.data() : nullptr);
    }
    next.clear(nextSlots.size());
    int64_t behind = toGo[k + 1], limit = whole - behind, bar = limit;
    std::vector<uint16_t> key(nextSlots.size() + 1);
    std::vector<Bytes> left(local.claims.size());
    bool keepsSelf = !source.empty() && source.back() < 0;
    for (size_t p = 0; p < current.size(); ++p) {
      const uint16_t *parent = current.keys.data() + p * current.slots;
      for (size_t c = 0; c < left.size(); ++c) {
        Bytes room = segments[local.claims[c].segment].room;
        for (const auto &[slot, bytes] : contributors[c])
          room -= bytes[parent[slot]];
        left[c] = room;
      }
      uint64_t hash = 0x9e3779b97f4a7c15u;
      for (size_t q = 0; q < source.size(); ++q) {
        if (source[q] < 0)
          continue;
        uint16_t value = parent[source[q]];
        key[q] = classes[q] ? static_cast<uint16_t>(classes[q][value]) : value;
        hash = mix(hash ^ key[q]);
      }
      outcome.work += touched;
      for (size_t s = 0; s < local.labels.size(); ++s) {
        int64_t sum = current.excess[p] + local.base[s];
        for (const Link &link : local.links) {
          if (sum > limit)
            break;
          if (link.other < first)
            continue;
          sum += link.excess[parent[slotOf[link.other]] * local.labels.size() + s];
        }
        for (size_t c = 0; c < left.size() && sum <= limit; ++c) {
          Bytes rest = left[c] - local.claims[c].bytes[s];
          const Segment &segment = segments[local.claims[c].segment];
          if (segment.last == k)
            sum += segmentExcess(segment, leftFor(rest, outside[local.claims[c].segment]), limits.soft);
          else if (rest < 0 && !limits.soft)
            sum = kNever;
        }
        if (sum > bar) {
          if (sum <= limit)
            outcome.discarded = std::min(outcome.discarded, sum + constant + behind);
          continue;
        }
        uint64_t full = hash;
        if (keepsSelf) {
          key[nextSlots.size() - 1] =
              classes.back() ? static_cast<uint16_t>(classes.back()[s]) : static_cast<uint16_t>(s);
          full = mix(hash ^ (key[nextSlots.size() - 1] + 0x10000u));
        }
        next.add(key.data(), full, sum, static_cast<int32_t>(p), static_cast<uint16_t>(s));
      }
      if (next.size() > 4 * limits.width + 4096) {
        int64_t dropped = next.truncate(limits.width);
        if (dropped < kNever) {
          outcome.discarded = std::min(outcome.discarded, dropped + constant + behind);
          bar = std::min(bar, dropped);
        }
      }
      if (outcome.work > limits.work || (p % 256 == 255 && passed(limits.deadline))) {
        outcome.gaveUp = true;
        return;
      }
    }
    int64_t dropped = next.truncate(limits.width);
    if (dropped < kNever)
      outcome.discarded = std::min(outcome.discarded, dropped + constant + behind);
    if (next.size() == 0)
      return;
    outcome.widest = std::max(outcome.widest, next.size());
    layers[k] = {next.parent, next.label};
    std::swap(current, next);
    slots = std::move(nextSlots);
    std::fill(slotOf.begin(), slotOf.end(), -1);
    for (size_t q = 0; q < slots.size(); ++q)
      slotOf[slots[q]] = static_cast<int32_t>(q);
  }
  size_t best = std::min_element(current.excess.begin(), current.excess.end()) - current.excess.begin();
  outcome.excess = current.excess[best] + constant;
  outcome.labels.resize(locals.size());
  for (size_t k = last, at = best; k-- > static_cast<size_t>(first);) {
    outcome.labels[k] = locals[k].labels[layers[k].label[at]];
    at = layers[k].parent[at];
  }
}
