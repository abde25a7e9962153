//===- Rows.cpp - Rows that need no attention -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>

using namespace layoutproof;

/// Least and greatest bytes of every row.
void Proof::profile() {
  size_t rows = state.times.size();
  std::vector<int64_t> least(rows + 1, 0), most(rows + 1, 0);
  for (const Item &item : state.items)
    if (item.alive)
      for (const Stretch &stretch : item.usage) {
        auto [a, b] = item.range(stretch);
        least[stretch.first] += a;
        least[stretch.last] -= a;
        most[stretch.first] += b;
        most[stretch.last] -= b;
      }
  low = high = state.fixed;
  int64_t a = 0, b = 0;
  for (size_t r = 0; r < rows; ++r) {
    low[r] += a += least[r];
    high[r] += b += most[r];
  }
  profiled = fresh = true;
  implyRows();
}

/// The most that a node can hold in row r beyond what it then holds in row q.
static int64_t mostBeyond(const Item &item, size_t q, size_t r) {
  auto at = [&](size_t row) {
    return std::find_if(item.usage.begin(), item.usage.end(),
                        [&](const Stretch &stretch) { return stretch.first <= row && row < stretch.last; });
  };
  auto inR = at(r), inQ = at(q), none = item.usage.end();
  std::optional<int64_t> worst;
  for (size_t s = 0; s < item.left.size(); ++s)
    if (item.left[s])
      worst =
          std::max(worst.value_or(INT64_MIN), (inR == none ? 0 : inR->bytes[s]) - (inQ == none ? 0 : inQ->bytes[s]));
  return item.alive ? worst.value_or(0) : 0;
}

/// Drops rows that a neighbour implies, of those that can be exceeded at all.
void Proof::implyRows() {
  std::vector<size_t> rows;
  for (size_t r = 0; r < state.times.size(); ++r)
    if (!state.dropped[r] && high[r] > room)
      rows.push_back(r);
  std::vector<std::vector<size_t>> changes(rows.size() + 1); // nodes that begin or end there
  auto place = [&](size_t r) { return std::lower_bound(rows.begin(), rows.end(), r) - rows.begin(); };
  for (size_t n = 0; n < state.items.size(); ++n)
    for (const Stretch &stretch : state.items[n].usage)
      if (auto first = place(stretch.first), last = place(stretch.last); first != last) {
        changes[first].push_back(n);
        changes[last].push_back(n);
      }
  std::map<size_t, std::pair<int64_t, int64_t>>
      beyond;                // of the nodes that changed since rows[kept]: what they add to `now` and to `then`
  int64_t now = 0, then = 0; // at most so many bytes more in rows[k] than in rows[kept], and the other way round
  for (size_t k = 1, kept = 0; k < rows.size(); ++k) {
    size_t q = rows[kept], r = rows[k];
    for (size_t n : changes[k]) {
      const Item &item = state.items[n];
      auto &[more, less] = beyond[n];
      now -= more, then -= less;
      now += more = mostBeyond(item, q, r);
      then += less = mostBeyond(item, r, q);
    }
    int64_t rise = state.fixed[r] - state.fixed[q];
    if (now + rise <= 0) {
      state.dropped[r] = 1;
      continue;
    }
    if (then - rise <= 0)
      state.dropped[q] = 1;
    kept = k;
    beyond.clear();
    now = then = 0;
  }
}

/// Can no choice of what is left exceed the capacity in these rows? An old `high` is good for a yes.
bool Proof::cannotBind(size_t first, size_t last) {
  auto slack = [&] {
    for (size_t r = first; r < last; ++r)
      if (!state.dropped[r] && high[r] > room)
        return false;
    return true;
  };
  if (profiled && slack())
    return true;
  profile();
  return slack();
}
