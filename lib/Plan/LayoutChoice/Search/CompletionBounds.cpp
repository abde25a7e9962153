//===- CompletionBounds.cpp - What lies behind a position at least -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reduced cost that is spread over many places defeats a search that only knows what lies behind it. So the schedule is
// bounded from its end: by stretches that are searched by themselves, everything unknown at its best, and, where few
// nodes are visible, for every labelling of these.
//
//   local node   0        8        16    |  24       32   |          |: separators, e.g. between two layers of a
//   stretch               [--------------|                |          network, where only the layer's output and nodes
//                           any labels   |                |          of high degree can be seen
//   tables                               | a: 17 ---------| a: 12    least reduced cost behind, by the visible labels;
//                                        | b: 23 ---------| b: 31    the one on the left from the search up to the next
//
// A table's value is exact when a search found it. Labels that are dear in a table need no exact value: they stay with
// a bound.
//
//===----------------------------------------------------------------------===//
#include "FrontierSearch.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
constexpr int32_t leastApart = 6, mostApart = 20; // separators
constexpr size_t mostKeys = 256, mostIndices = size_t(1) << 14;
constexpr int32_t stride = 8; // stretches
constexpr size_t stretchWidth = 512, tableWidth = size_t(1) << 13;
constexpr int64_t dearer = 8; // shares of the limit above the best label that a table is exact for
} // namespace

bool FrontierSearch::enumerates(const Separator &separator, size_t index) const {
  for (size_t q = 0; q < separator.slots.size(); ++q) {
    const Local &local = locals[separator.slots[q]];
    size_t label = index / separator.strides[q] % local.numLabels;
    if (local.lastLink < separator.position && usageClassOf(local)[label] != static_cast<int32_t>(label))
      return false; // another label has the same bytes
  }
  return true;
}

// Every 6 to 40 nodes the position with the fewest visible labellings, when there is one with few.
void FrontierSearch::chooseSeparators() {
  int32_t count = static_cast<int32_t>(locals.size());
  std::vector<int32_t> visible;
  Separator best;
  size_t bestKeys = mostKeys + 1;
  int32_t last = 0;
  for (int32_t p = 1; p < count; ++p) {
    visible.push_back(p - 1);
    std::erase_if(visible, [&](int32_t k) { return locals[k].lastLink < p && locals[k].lastClaim < p; });
    size_t keys = 1, indices = 1;
    for (size_t q = 0; q < visible.size() && keys <= mostKeys && indices <= mostIndices; ++q) {
      const Local &local = locals[visible[q]];
      size_t own = local.numLabels;
      indices *= own;
      if (local.lastLink < p) {
        own = 0;
        for (int32_t s = 0; s < local.numLabels; ++s)
          own += usageClassOf(local)[s] == s;
      }
      keys *= own;
    }
    if (p >= last + leastApart && indices <= mostIndices && keys < bestKeys) {
      bestKeys = keys;
      best = {p, visible, {}, {}, {}};
    }
    if (p < last + mostApart && !(p >= last + 2 * leastApart && bestKeys < 2) && p + 1 < count)
      continue;
    if (bestKeys <= mostKeys) {
      p = last = best.position; // the nodes behind are looked at again
      visible = best.slots;
      completion.separators.push_back(best);
    } else {
      last = p;
    }
    bestKeys = mostKeys + 1;
  }
  for (size_t k = 0; k < completion.separators.size(); ++k) {
    Separator &separator = completion.separators[k];
    size_t indices = 1;
    for (int32_t slot : separator.slots) {
      separator.strides.push_back(indices);
      indices *= locals[slot].numLabels;
    }
    separator.least.assign(indices, 0);
    separator.exact.assign(indices, 0);
  }
}

uint64_t FrontierSearch::boundCompletions(const SearchLimits &limits) {
  chooseSeparators();
  int32_t count = static_cast<int32_t>(locals.size());
  uint64_t spent = 0;
  int32_t nextSeparator = count;
  size_t left = completion.separators.size();
  for (int32_t p = count - 1; p > 0; --p) {
    completion.least[p] = completion.least[p + 1];
    if (spent > limits.work / 2 || passed(limits.deadline))
      continue;
    if (left > 0 && completion.separators[left - 1].position == p) {
      --left;
      spent += fillSeparator(completion.separators[left], std::min(nextSeparator, p + 2 * mostApart), limits);
      completion.separatorAt[p] = static_cast<int32_t>(left);
      nextSeparator = p;
    } else if (p % stride == 0) {
      spent += boundStretches(p, nextSeparator, limits);
    }
  }
  return spent;
}

// The least reduced cost behind `first`, whatever is visible there.
uint64_t FrontierSearch::boundStretches(int32_t first, int32_t nextSeparator, const SearchLimits &limits) {
  int32_t count = static_cast<int32_t>(locals.size());
  uint64_t spent = 0;
  for (int32_t length : {2 * stride, 4 * stride, 6 * stride}) {
    bool near = nextSeparator - first <= 6 * stride;
    int32_t last = near ? nextSeparator : std::min(count, first + length);
    Range range{first,
                last,
                nullptr,
                0,
                limits.reducedCost - constant,
                stretchWidth,
                std::max<uint64_t>(limits.work / 256, 1 << 18),
                limits.soft,
                false,
                limits.deadline};
    RangeOutcome stretch = searchRange(range);
    spent += stretch.work;
    if (stretch.gaveUp)
      break;
    int64_t least = std::min({stretch.reducedCost, stretch.discarded, range.limit + 1});
    if (least > completion.least[first]) {
      completion.least[first] = least;
      completion.until[first] = last;
    }
    if (near || last == count)
      break;
  }
  return spent;
}

// A ladder of limits: what is found below one is exact. Once the best labelling is known the others matter only up to
// some distance from it.
uint64_t FrontierSearch::fillSeparator(Separator &separator, int32_t last, const SearchLimits &limits) {
  int32_t p = separator.position;
  separator.until = last;
  int64_t whole = limits.reducedCost - constant, floor = completion.least[last];
  int64_t share = whole / static_cast<int64_t>(completion.separators.size()) + 1, reach = share, top = whole;
  uint64_t spent = 0, most = std::max<uint64_t>(limits.work / 16, 1 << 18);
  std::vector<size_t> open;
  for (size_t index = 0; index < separator.least.size(); ++index) {
    separator.least[index] = completion.least[p];
    if (enumerates(separator, index))
      open.push_back(index);
  }
  std::vector<size_t> keys = open;
  for (bool found = false; !open.empty(); reach *= 4) {
    int64_t limit = std::min(top, plusCut(floor, reach));
    std::vector<size_t> still;
    int64_t best = infiniteReducedCost;
    for (size_t index : open) {
      if (spent > most || passed(limits.deadline))
        return spent;
      Range range{p, last, &separator, index, limit, stretchWidth, most, limits.soft, false, limits.deadline};
      RangeOutcome outcome = searchRange(range);
      spent += outcome.work;
      if (outcome.discarded < outcome.reducedCost && !outcome.gaveUp) { // truncation decided
        range.width = tableWidth;
        outcome = searchRange(range);
        spent += outcome.work;
      }
      if (outcome.gaveUp)
        continue;
      int64_t least = std::min({outcome.reducedCost, outcome.discarded, limit + 1});
      separator.least[index] = std::max(separator.least[index], least);
      separator.exact[index] = outcome.exact && outcome.reducedCost <= least;
      if (outcome.reducedCost < infiniteReducedCost || outcome.discarded < infiniteReducedCost)
        best = std::min(best, least);
      else if (limit < whole)
        still.push_back(index);
    }
    if (!found && best < infiniteReducedCost) {
      found = true;
      top = std::min(whole, best + dearer * share);
    }
    open = limit < top ? std::move(still) : std::vector<size_t>();
  }
  int64_t least = infiniteReducedCost;
  for (size_t index : keys)
    least = std::min(least, separator.least[index]);
  completion.least[p] = std::max(completion.least[p], std::min(least, whole + 1));
  return spent;
}

SearchBounds FrontierSearch::bounds(const Kernel &kernel) const {
  SearchBounds out;
  out.within = completion.limit;
  int32_t count = static_cast<int32_t>(locals.size());
  auto nodeAt = [&](int32_t k) { return k < count ? model.kernelNode[locals[k].node] : -1; };
  for (int32_t p = count - 1; p > 0 && completion.limit >= 0; --p) {
    if (completion.until[p] > 0)
      out.behind.push_back({nodeAt(p), nodeAt(completion.until[p]), {}, {}, {completion.least[p]}});
    if (completion.separatorAt[p] < 0)
      continue;
    const Separator &separator = completion.separators[completion.separatorAt[p]];
    SearchBounds::Behind table{nodeAt(p), nodeAt(separator.until), {}, {}, {}};
    for (int32_t slot : separator.slots) {
      table.visible.push_back(nodeAt(slot));
      const std::vector<int32_t> &candidates = kernel.nodes[table.visible.back()].labels;
      table.labels.emplace_back();
      for (int32_t label : labelsOf(locals[slot]))
        table.labels.back().push_back(candidates[label]);
    }
    for (size_t index = 0; index < separator.least.size(); ++index) {
      size_t same = 0; // the index that was searched
      for (size_t q = 0; q < separator.slots.size(); ++q) {
        const Local &local = locals[separator.slots[q]];
        size_t label = index / separator.strides[q] % local.numLabels;
        same += (local.lastLink < p ? static_cast<size_t>(usageClassOf(local)[label]) : label) * separator.strides[q];
      }
      table.least.push_back(separator.least[same]);
    }
    out.behind.push_back(std::move(table));
  }
  return out;
}
