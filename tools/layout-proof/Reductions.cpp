//===- Reductions.cpp - LP-1 to LP-7: a smaller problem -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>
#include <iterator>

using namespace layoutproof;

// LP-1
void Proof::arc(int32_t i, int32_t s) {
  state.item(i, s);
  if (!state.lacksPartner(i, s))
    no("the label has a partner on every edge");
  state.remove(i, s);
}

// LP-2
void Proof::capacity(int32_t i, int32_t s) {
  const Item &own = state.item(i, s);
  auto tooMuch = [&] {
    for (const Stretch &stretch : own.usage)
      for (size_t r = stretch.first; r < stretch.last; ++r)
        if (low[r] - own.range(stretch).first + stretch.bytes[s] > room)
          return true;
    return false;
  };
  if (!profiled || !tooMuch())
    profile();
  if (!tooMuch())
    no("the label fits");
  state.remove(i, s);
}

// LP-3
void Proof::conflict(int32_t i, int32_t j) {
  state.needEdge(i, j);
  const Item &a = state.item(i), &b = state.item(j);
  if (!fresh)
    profile();
  Table table = *state.edges.at(pairOf(i, j));
  for (const Stretch &x : a.usage)
    for (const Stretch &y : b.usage) {
      int64_t left = INT64_MAX, least = a.range(x).first + b.range(y).first;
      for (size_t r = std::max(x.first, y.first); r < std::min(x.last, y.last); ++r)
        left = std::min(left, room - (low[r] - least));
      if (left == INT64_MAX)
        continue;
      for (int32_t s : a.labels())
        for (int32_t t : b.labels())
          if (x.bytes[s] + y.bytes[t] > left)
            table[state.entry(i, s, j, t)].reset();
    }
  state.edges[pairOf(i, j)] = std::make_shared<const Table>(std::move(table));
}

// LP-4
void Proof::dominated(int32_t i, int32_t s, int32_t t) {
  const Item &own = state.item(i, s);
  state.item(i, t);
  if (s == t)
    no("a label does not dominate itself");
  if (state.lacksPartner(i, s))
    return state.remove(i, s);
  Int more = minus(own.cost[t], own.cost[s]);
  for (int32_t j : own.near) {
    MaybeInt worst;
    for (int32_t u : state.items[j].labels()) {
      std::optional<int64_t> before = state.pairCost(i, s, j, u), after = state.pairCost(i, t, j, u);
      if (!before)
        continue;
      if (!after)
        no("the dominating label lacks a partner");
      worst = std::max(worst.value_or(Int(*after) - *before), Int(*after) - *before);
    }
    more = plus(more, *worst);
  }
  if (more > 0)
    no("the dominating label is dearer");
  for (const Stretch &stretch : own.usage)
    if (stretch.bytes[t] > stretch.bytes[s] && !cannotBind(stretch.first, stretch.last))
      no("the dominating label has more bytes");
  state.remove(i, s);
}

// LP-5
void Proof::contract(int32_t j, int32_t i) {
  state.needEdge(i, j);
  Item &kept = state.item(i), &gone = state.item(j);
  std::vector<size_t> image(kept.left.size(), 0);
  for (int32_t s : kept.labels()) {
    int partners = 0;
    for (int32_t t : gone.labels())
      if (state.pairCost(i, s, j, t)) {
        ++partners;
        image[s] = t;
      }
    if (partners > 1)
      no("a label leaves a choice");
    if (partners == 0)
      state.remove(i, s);
    else
      kept.cost[s] = plus(kept.cost[s], plus(gone.cost[image[s]], *state.pairCost(i, s, j, image[s])));
  }
  state.dropEdge(i, j);
  for (int32_t k : std::set<int32_t>(gone.near)) {
    Table rows;
    for (size_t t : image)
      for (size_t u = 0; u < state.items[k].left.size(); ++u)
        rows.push_back(state.pairCost(j, t, k, u));
    state.dropEdge(j, k);
    state.addTable(i, k, rows);
  }
  std::vector<Stretch> moved;
  for (const Stretch &stretch : gone.usage) {
    std::vector<int64_t> bytes;
    for (size_t t : image)
      bytes.push_back(stretch.bytes[t]);
    moved.push_back({stretch.first, stretch.last, std::move(bytes)});
  }
  // Only what lies beside the moved stretches is cut anew: one node may take in thousands.
  if (!moved.empty()) {
    auto before = [&](const Stretch &stretch) { return stretch.last <= moved.front().first; };
    auto beside = [&](const Stretch &stretch) { return stretch.first < moved.back().last; };
    auto from = std::partition_point(kept.usage.begin(), kept.usage.end(), before);
    auto to = std::partition_point(from, kept.usage.end(), beside);
    moved.insert(moved.end(), std::make_move_iterator(from), std::make_move_iterator(to));
    std::vector<Stretch> cut = disjoint(std::move(moved), kept.left.size());
    kept.usage.insert(kept.usage.erase(from, to), cut.begin(), cut.end());
  }
  leave(j);
}

// LP-6
void Proof::separable(int32_t i, int32_t j) {
  state.needEdge(i, j);
  Item &a = state.item(i), &b = state.item(j);
  std::vector<int32_t> rows = a.labels(), columns = b.labels();
  auto cost = [&](int32_t s, int32_t t) {
    std::optional<int64_t> value = state.pairCost(i, s, j, t);
    if (!value)
      no("the costs are not a sum");
    return Int(*value);
  };
  Int corner = cost(rows[0], columns[0]);
  for (int32_t s : rows)
    for (int32_t t : columns)
      if (cost(s, t) + corner != cost(s, columns[0]) + cost(rows[0], t))
        no("the costs are not a sum");
  for (int32_t s : rows)
    a.cost[s] = plus(a.cost[s], cost(s, columns[0]));
  for (int32_t t : columns)
    b.cost[t] = plus(b.cost[t], cost(rows[0], t) - corner);
  state.dropEdge(i, j);
  last.present = false;
}

// LP-7
void Proof::eliminate(int32_t j) {
  Item &own = state.item(j);
  std::vector<int32_t> labels = own.labels(), others(own.near.begin(), own.near.end());
  if (labels.size() > 1 && others.size() > 2)
    no("more than two neighbours");
  for (const Stretch &stretch : own.usage) // all are tested before one is added
    if (auto [a, b] = own.range(stretch); a != b && !cannotBind(stretch.first, stretch.last))
      no("its bytes matter");
  for (const Stretch &stretch : own.usage)
    for (size_t r = stretch.first; r < stretch.last; ++r)
      state.fixed[r] += own.range(stretch).first;
  if (labels.size() > 1 && others.size() == 2) {
    int32_t i = others[0], k = others[1];
    Table table(state.items[i].left.size() * state.items[k].left.size());
    for (int32_t s : state.items[i].labels())
      for (int32_t u : state.items[k].labels()) {
        MaybeInt best;
        for (int32_t t : labels)
          if (auto x = state.pairCost(j, t, i, s), y = state.pairCost(j, t, k, u); x && y)
            lower(best, plus(own.cost[t], Int(*x) + *y));
        if (best)
          table[s * state.items[k].left.size() + u] = exactCost(*best);
      }
    state.addTable(i, k, table);
    return leave(j);
  }
  // One label: its pairs go to the neighbours, its cost to the constant. One neighbour: the best for each label there.
  bool single = labels.size() == 1;
  MaybeInt alone;
  for (int32_t t : labels)
    lower(alone, own.cost[t]);
  if (single || others.empty())
    state.constant = plus(state.constant, *alone);
  for (int32_t i : others)
    for (int32_t s : state.items[i].labels()) {
      MaybeInt best;
      for (int32_t t : labels)
        if (auto x = state.pairCost(j, t, i, s))
          lower(best, plus(single ? 0 : own.cost[t], *x));
      if (best)
        state.items[i].cost[s] = plus(state.items[i].cost[s], *best);
      else
        state.remove(i, s);
    }
  leave(j);
}

/// The node is gone; what it was to others is said elsewhere.
void Proof::leave(int32_t j) {
  for (int32_t i : std::set<int32_t>(state.items[j].near))
    state.dropEdge(i, j);
  state.items[j].usage.clear();
  state.items[j].alive = false;
  last.present = false;
}
