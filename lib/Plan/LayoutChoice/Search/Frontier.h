//===- Frontier.h - The states of one layer, merged by key ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FRONTIER_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FRONTIER_H

#include "../Dual/Dual.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace alcove::plan::layout {

inline int64_t plusCut(int64_t a, int64_t b) { return std::min(a + b, infiniteReducedCost); }

// The states of one layer, merged by key.
//
//   keys     [label of slot 0, label of slot 1, ...] per state, one behind the other
//   table    open addressing, index of a state or -1
struct Frontier {
  size_t slots = 0;
  std::vector<uint16_t> keys;
  std::vector<int64_t> reducedCost;
  std::vector<int64_t> completion; ///< least reduced cost behind the layer, per state
  std::vector<int32_t> parent;
  std::vector<uint16_t> label;
  std::vector<uint64_t> hashes;
  std::vector<int32_t> table;

  size_t size() const { return reducedCost.size(); }
  void clear(size_t slotCount) {
    slots = slotCount;
    keys.clear();
    reducedCost.clear();
    completion.clear();
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
  void add(const uint16_t *key, uint64_t hash, int64_t value, int64_t behind, int32_t from, uint16_t taken) {
    size_t mask = table.size() - 1, at = hash & mask;
    for (; table[at] >= 0; at = (at + 1) & mask) {
      size_t k = table[at];
      if (hashes[k] != hash || !std::equal(key, key + slots, keys.begin() + k * slots))
        continue;
      if (value < reducedCost[k]) {
        reducedCost[k] = value;
        parent[k] = from;
        label[k] = taken;
      }
      return;
    }
    table[at] = static_cast<int32_t>(size());
    keys.insert(keys.end(), key, key + slots);
    reducedCost.push_back(value);
    completion.push_back(behind);
    parent.push_back(from);
    label.push_back(taken);
    hashes.push_back(hash);
    if (2 * size() > table.size())
      rehash(2 * table.size());
  }
  /// Keeps the `width` states of least reduced cost with what is ahead (earlier ones when equal); gives the least sum
  /// that was dropped.
  int64_t truncate(size_t width) {
    if (size() <= width)
      return infiniteReducedCost;
    std::vector<std::pair<int64_t, int32_t>> ranked(size());
    for (size_t k = 0; k < size(); ++k)
      ranked[k] = {reducedCost[k] + completion[k], static_cast<int32_t>(k)};
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
      reducedCost[out] = reducedCost[k];
      completion[out] = completion[k];
      parent[out] = parent[k];
      label[out] = label[k];
      hashes[out++] = hashes[k];
    }
    keys.resize(out * slots);
    reducedCost.resize(out);
    completion.resize(out);
    parent.resize(out);
    label.resize(out);
    hashes.resize(out);
    rehash(std::bit_ceil(std::max<size_t>(64, 4 * out)));
    return dropped;
  }
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_SEARCH_FRONTIER_H
