//===- FrontierSearch.cpp - Windows solved along the schedule -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FrontierSearch.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

// Prices of what repairing has to remove; above every real reduced cost (scaleFor keeps those below 2^44), and a few
// thousand of them still fit below infiniteReducedCost.
constexpr int64_t conflictPrice = int64_t(1) << 48;
constexpr int64_t overflowPrice = int64_t(1) << 47;

int64_t timesCut(int64_t a, int64_t b) {
  int64_t product;
  return mulOverflow(a, b, product) ? infiniteReducedCost : std::min(product, infiniteReducedCost);
}

int64_t cut(__int128 value) { return static_cast<int64_t>(std::min<__int128>(value, infiniteReducedCost)); }

} // namespace

void FrontierSearch::free(std::span<const int32_t> nodes, std::span<const int32_t> labels, std::span<const Bytes> used,
                          const Deadline *deadline) {
  for (int32_t n : window)
    localOf[n] = -1;
  localOf.resize(model.numNodes(), -1);
  window.assign(nodes.begin(), nodes.end());
  for (size_t k = 0; k < window.size(); ++k)
    localOf[window[k]] = static_cast<int32_t>(k);
  present = labels;
  completion = {};
  setup = 0;
  makeSegments(labels, used, deadline);
}

void FrontierSearch::makeSegments(std::span<const int32_t> labels, std::span<const Bytes> used,
                                  const Deadline *deadline) {
  segments.clear();
  covered.resize(std::max(covered.size(), window.size()));
  for (size_t k = 0; k < window.size(); ++k)
    covered[k].clear();
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
    if (k % 64 == 63 && passed(deadline))
      return; // with many rows this takes seconds
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

int64_t FrontierSearch::segmentReducedCost(const Segment &segment, Bytes left, bool soft) const {
  if (left >= 0)
    return plusCut(segment.idle, timesCut(segment.price, left));
  if (!soft)
    return infiniteReducedCost;
  // A fixed part, so that one byte too many is worse than any cost, and a part that grows with the overflow.
  double relative = static_cast<double>(-left) / (1.0 + static_cast<double>(std::max<Bytes>(segment.room, 0)));
  return overflowPrice + static_cast<int64_t>(std::min(relative, 1.0) * static_cast<double>(overflowPrice));
}

int64_t FrontierSearch::outsideReducedCost(int32_t node, int32_t label, bool soft) const {
  int64_t sum = dual.node[model.labelBegin[node] + label];
  if (soft)
    sum = std::min(sum, conflictPrice - 1);
  for (const Model::Adjacent &adjacent : model.neighbours(node)) {
    if (localOf[adjacent.other] >= 0)
      continue;
    const Model::Edge &edge = model.edges[adjacent.edge];
    int32_t other = present[adjacent.other];
    size_t entry = edge.costBegin + (edge.u == node ? static_cast<size_t>(label) * model.size(edge.v) + other
                                                    : static_cast<size_t>(other) * model.size(edge.v) + label);
    int64_t reducedCost = dual.edge[entry];
    sum = plusCut(sum, soft ? std::min(reducedCost, conflictPrice) : reducedCost);
  }
  return sum;
}

int64_t FrontierSearch::presentReducedCost(bool soft) const {
  int64_t sum = 0;
  std::vector<Bytes> claimed(segments.size(), 0);
  for (size_t k = 0; k < window.size(); ++k) {
    int32_t node = window[k], label = present[node];
    sum = plusCut(sum, outsideReducedCost(node, label, soft));
    for (const Model::Adjacent &adjacent : model.earlier(node)) {
      if (localOf[adjacent.other] < 0)
        continue;
      const Model::Edge &edge = model.edges[adjacent.edge];
      int64_t reducedCost =
          dual.edge[edge.costBegin + static_cast<size_t>(present[edge.u]) * model.size(edge.v) + label];
      sum = plusCut(sum, soft ? std::min(reducedCost, conflictPrice) : reducedCost);
    }
    for (const auto &[segment, usage] : covered[k])
      claimed[segment] += model.bytes[model.usagesOf(node)[usage].bytesBegin + label];
  }
  for (size_t g = 0; g < segments.size(); ++g)
    sum = plusCut(sum, segmentReducedCost(segments[g], segments[g].room - claimed[g], soft));
  return sum;
}

// The labels that can be part of a result, with the bytes that they claim.
bool FrontierSearch::keepLabels(const SearchLimits &limits) {
  locals.assign(window.size(), {});
  keptLabels.clear();
  base.clear();
  claims.clear();
  links.clear();
  claimBytes.clear();
  linkCosts.clear();
  for (size_t k = 0; k < window.size(); ++k) {
    if (passed(limits.deadline))
      return true; // the caller asks again
    Local &local = locals[k];
    local.node = window[k];
    local.firstLabel = static_cast<int32_t>(keptLabels.size());
    local.firstClaim = static_cast<int32_t>(claims.size());
    std::span<const Model::Usage> usages = model.usagesOf(local.node);
    setup +=
        static_cast<uint64_t>(model.size(local.node)) * (1 + model.neighbours(local.node).size() + covered[k].size());
    for (int32_t s = 0; s < model.size(local.node); ++s) {
      int64_t cost = outsideReducedCost(local.node, s, limits.soft);
      if (cost > limits.reducedCost)
        continue;
      bool fits = true;
      if (!limits.soft)
        for (const auto &[segment, usage] : covered[k])
          fits &= model.bytes[usages[usage].bytesBegin + s] <= segments[segment].room;
      if (!fits)
        continue;
      keptLabels.push_back(s);
      base.push_back(cost);
    }
    local.numLabels = static_cast<int32_t>(keptLabels.size()) - local.firstLabel;
    if (local.numLabels == 0 || local.numLabels > UINT16_MAX)
      return false;
    for (const auto &[segment, usage] : covered[k]) {
      claims.push_back({segment, claimBytes.size()});
      for (int32_t s : labelsOf(local))
        claimBytes.push_back(model.bytes[usages[usage].bytesBegin + s]);
    }
    local.numClaims = static_cast<int32_t>(claims.size()) - local.firstClaim;
  }
  return true;
}

// A segment that the kept labels cannot fill needs no state: its priced slack is split among the nodes.
void FrontierSearch::foldSlackSegments() {
  std::vector<Bytes> most(segments.size(), 0);
  auto greatestOf = [&](const Local &local, const Claim &claim) {
    const Bytes *bytes = claimBytes.data() + claim.bytes;
    return *std::max_element(bytes, bytes + local.numLabels);
  };
  for (const Local &local : locals)
    for (const Claim &claim : claimsOf(local))
      most[claim.segment] += greatestOf(local, claim);
  for (size_t g = 0; g < segments.size(); ++g) {
    segments[g].binds = most[g] > segments[g].room;
    if (!segments[g].binds)
      constant = plusCut(constant, segmentReducedCost(segments[g], segments[g].room - most[g], false));
  }
  for (Local &local : locals) {
    std::span<Claim> own = claimsOf(local);
    std::span<int64_t> costs = baseOf(local);
    int32_t out = 0;
    for (const Claim &claim : own) {
      const Segment &segment = segments[claim.segment];
      if (segment.binds) {
        own[out++] = claim;
        continue;
      }
      Bytes greatest = greatestOf(local, claim);
      if (segment.price > 0)
        for (size_t s = 0; s < costs.size(); ++s)
          costs[s] = plusCut(costs[s], timesCut(segment.price, greatest - claimBytes[claim.bytes + s]));
    }
    local.numClaims = out;
  }
}

void FrontierSearch::linkLocals(const SearchLimits &limits) {
  for (size_t k = 0; k < locals.size() && !passed(limits.deadline); ++k) {
    Local &local = locals[k];
    local.firstLink = static_cast<int32_t>(links.size());
    for (const Claim &claim : claimsOf(local))
      local.lastClaim = std::max(local.lastClaim, segments[claim.segment].last);
    for (const Model::Adjacent &adjacent : model.earlier(local.node)) {
      int32_t index = localOf[adjacent.other];
      if (index < 0)
        continue;
      Local &other = locals[index];
      const Model::Edge &edge = model.edges[adjacent.edge];
      links.push_back({index, linkCosts.size()});
      linkCosts.resize(linkCosts.size() + static_cast<size_t>(other.numLabels) * local.numLabels);
      int64_t *out = linkCosts.data() + links.back().reducedCost;
      for (int32_t s = 0; s < other.numLabels; ++s, out += local.numLabels) {
        const int64_t *row =
            dual.edge.data() + edge.costBegin + static_cast<size_t>(labelsOf(other)[s]) * model.size(edge.v);
        const int32_t *columns = labelsOf(local).data();
        const int64_t most = limits.soft ? conflictPrice : infiniteReducedCost;
        int64_t least = infiniteReducedCost;
        for (int32_t t = 0; t < local.numLabels; ++t) {
          out[t] = std::min(row[columns[t]], most);
          least = std::min(least, out[t]);
        }
        // What the edge costs at least is known as soon as the earlier label is.
        baseOf(other)[s] = plusCut(baseOf(other)[s], least);
        if (least > 0 && least < infiniteReducedCost)
          for (int32_t t = 0; t < local.numLabels; ++t)
            out[t] -= out[t] < infiniteReducedCost ? least : 0;
      }
      other.lastLink = static_cast<int32_t>(k);
    }
    local.numLinks = static_cast<int32_t>(links.size()) - local.firstLink;
  }
  usageClass.resize(keptLabels.size());
  for (const Local &local : locals) {
    if (passed(limits.deadline))
      return;
    for (int32_t s = 0; s < local.numLabels; ++s) {
      int32_t t = 0;
      auto same = [&](const Claim &claim) {
        return segments[claim.segment].last <= local.lastLink ||
               claimBytes[claim.bytes + t] == claimBytes[claim.bytes + s];
      };
      while (t < s && !std::ranges::all_of(claimsOf(local), same))
        ++t;
      usageClass[local.firstLabel + s] = t;
    }
  }
}

SearchOutcome FrontierSearch::run(const SearchLimits &limits) {
  SearchOutcome outcome;
  constant = 0;
  if (limits.reducedCost >= infiniteReducedCost) {
    outcome.gaveUp = true;
    return outcome;
  }
  if (!keepLabels(limits)) {
    // Keys have 16 bits per label; more labels than that are not searched.
    outcome.gaveUp =
        std::any_of(locals.begin(), locals.end(), [](const Local &local) { return local.numLabels > UINT16_MAX; });
    return outcome;
  }
  if (!passed(limits.deadline)) {
    foldSlackSegments();
    linkLocals(limits);
  }
  if (passed(limits.deadline)) { // with many rows these stages take seconds
    outcome.gaveUp = true;
    return outcome;
  }
  members.resize(std::max(members.size(), segments.size()));
  for (size_t g = 0; g < segments.size(); ++g)
    members[g].clear();
  for (size_t k = 0; k < locals.size(); ++k)
    for (int32_t c = 0; c < locals[k].numClaims; ++c)
      members[claimsOf(locals[k])[c].segment].emplace_back(static_cast<int32_t>(k), c);
  int32_t count = static_cast<int32_t>(locals.size());
  if (limits.reducedCost - constant < 0)
    return outcome;
  if (!limits.blocks || completion.limit != limits.reducedCost) { // else a wider search with the same bounds
    completion = {};
    completion.least.assign(count + 1, 0);
    completion.until.assign(count + 1, 0);
    completion.separatorAt.assign(count + 1, -1);
    if (limits.blocks) {
      outcome.work += boundCompletions(limits);
      completion.limit = limits.reducedCost;
    }
  }
  Range whole{0,           count, nullptr,        0, limits.reducedCost - constant, limits.width, limits.work,
              limits.soft, true,  limits.deadline};
  RangeOutcome all = searchRange(whole);
  outcome.work += all.work;
  outcome.gaveUp = all.gaveUp;
  outcome.widest = all.widest;
  outcome.discarded = plusCut(all.discarded, constant);
  outcome.labels = std::move(all.labels);
  if (!outcome.labels.empty())
    outcome.reducedCost = all.reducedCost + constant;
  return outcome;
}
