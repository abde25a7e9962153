//===- Rows.cpp - Rows that need no attention -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>

using namespace layoutproof;

static constexpr size_t mostTouched = 256; // nodes that are compared between two rows

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

/// Does row r never hold more bytes than row q? Only the nodes in `touched` differ between the two.
bool Proof::implies(size_t q, size_t r, const std::set<size_t> &touched) const {
  if (touched.size() > mostTouched)
    return false;
  int64_t more = state.fixed[r] - state.fixed[q];
  for (size_t n : touched) {
    const Item &item = state.items[n];
    auto at = [&](size_t row) -> const Stretch * {
      for (const Stretch &stretch : item.usage)
        if (stretch.first <= row && row < stretch.last)
          return &stretch;
      return nullptr;
    };
    const Stretch *inR = at(r), *inQ = at(q);
    int64_t worst = INT64_MIN;
    for (int32_t s : item.labels())
      worst = std::max(worst, (inR ? inR->bytes[s] : 0) - (inQ ? inQ->bytes[s] : 0));
    more += item.alive && worst > INT64_MIN ? worst : 0;
  }
  return more <= 0;
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
  std::set<size_t> touched; // since rows[kept]
  for (size_t k = 1, kept = 0; k < rows.size(); ++k) {
    if (touched.size() <= mostTouched)
      touched.insert(changes[k].begin(), changes[k].end());
    if (implies(rows[kept], rows[k], touched)) {
      state.dropped[rows[k]] = 1;
      continue;
    }
    if (implies(rows[k], rows[kept], touched))
      state.dropped[rows[kept]] = 1;
    kept = k;
    touched.clear();
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
