//===- Bounds.cpp - LP-8 to LP-10: what prices and searches prove ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>

using namespace layoutproof;

const Certificate::Dual &Proof::dualAt(int32_t index) const {
  if (index < 0 || static_cast<size_t>(index) >= certificate.duals.size())
    no("no such dual");
  return certificate.duals[index];
}

// LP-8
void Proof::dual(int32_t index) {
  const Certificate::Dual &given = dualAt(index);
  last = DualState();
  last.scaleBits = given.scaleBits;
  last.bound = shifted(state.constant, given.scaleBits);
  addPrices(given);
  addEdges(addPotentials(given));
  if (state.impossible)
    return;
  addNodes();
  last.present = true;
  // Costs are integers, so the bound is rounded up.
  Int unit = Int(1) << given.scaleBits, whole = last.bound / unit;
  whole += whole * unit < last.bound;
  int64_t bound = static_cast<int64_t>(std::clamp<Int>(whole, -infiniteCost, infiniteCost));
  proved = std::max(proved, state.conditional ? std::min(bound, certificate.target) : bound);
}

/// Priced rows, and the nodes' costs with priced bytes.
void Proof::addPrices(const Certificate::Dual &given) {
  std::vector<Int> sums(state.times.size() + 1, 0); // of the prices of the rows before
  Int total = 0;
  for (auto [time, price] : given.prices) {
    total += price;
    if (price < 0 || total > INT64_MAX)
      no("the multipliers are negative or too large");
    size_t behind = std::upper_bound(state.times.begin(), state.times.end(), time) - state.times.begin();
    int64_t fixed = behind > 0 ? state.fixed[behind - 1] : 0;
    last.bound = minus(last.bound, Int(price) * (room - fixed));
    if (behind > 0)
      sums[behind] += price;
  }
  for (size_t r = 0; r < state.times.size(); ++r) {
    if (sums[r + 1] > 0)
      last.rows.emplace_back(static_cast<int64_t>(r), sums[r + 1]);
    sums[r + 1] += sums[r];
  }
  for (const Item &item : state.items) {
    std::vector<Int> &node = last.node.emplace_back();
    for (size_t s = 0; item.alive && s < item.cost.size(); ++s) {
      Int value = item.left[s] ? shifted(item.cost[s], given.scaleBits) : 0;
      for (const Stretch &stretch : item.usage)
        value = plus(value, (sums[stretch.last] - sums[stretch.first]) * stretch.bytes[s]);
      node.push_back(value);
    }
  }
}

/// What goes to the nodes, per edge: the candidates of the smaller one, then those of the greater.
std::map<Pair, std::vector<Int>> Proof::addPotentials(const Certificate::Dual &given) {
  std::map<Pair, std::vector<Int>> moved;
  for (const Certificate::Potential &potential : given.potentials) {
    state.needEdge(potential.a, potential.b);
    Pair ends = pairOf(potential.a, potential.b);
    size_t ofFirst = state.items[ends.first].left.size();
    auto [place, isNew] = moved.try_emplace(ends, ofFirst + state.items[ends.second].left.size());
    if (!isNew)
      no("potentials name an edge twice");
    for (int32_t n : {potential.a, potential.b}) {
      const std::vector<int64_t> &values = n == potential.a ? potential.toA : potential.toB;
      std::vector<int32_t> labels = state.items[n].labels();
      if (values.size() != labels.size())
        no("potentials do not have one number per label");
      for (size_t k = 0; k < labels.size(); ++k) {
        Int value = shifted(values[k], given.shift), &own = last.node[n][labels[k]];
        place->second[labels[k] + (n == ends.first ? 0 : ofFirst)] = value;
        own = plus(own, value);
      }
    }
  }
  return moved;
}

void Proof::addEdges(const std::map<Pair, std::vector<Int>> &moved) {
  for (const auto &[ends, table] : state.edges) {
    const Item &a = state.items[ends.first], &b = state.items[ends.second];
    auto potentials = moved.find(ends);
    std::vector<MaybeInt> &excess = last.edge[ends];
    excess.resize(table->size());
    MaybeInt least;
    for (int32_t s : a.labels())
      for (int32_t t : b.labels()) {
        size_t k = s * b.left.size() + t;
        if (!(*table)[k])
          continue;
        Int value = shifted(*(*table)[k], last.scaleBits);
        if (potentials != moved.end())
          value = minus(minus(value, potentials->second[s]), potentials->second[a.left.size() + t]);
        excess[k] = value;
        lower(least, value);
      }
    if (!least) {
      state.impossible = true;
      return;
    }
    for (MaybeInt &value : excess)
      if (value)
        value = minus(*value, *least);
    last.bound = plus(last.bound, *least);
  }
}

void Proof::addNodes() {
  for (size_t n = 0; n < state.items.size(); ++n) {
    if (!state.items[n].alive)
      continue;
    MaybeInt least;
    for (int32_t s : state.items[n].labels())
      lower(least, last.node[n][s]);
    for (int32_t s : state.items[n].labels())
      last.node[n][s] = minus(last.node[n][s], *least);
    last.bound = plus(last.bound, *least);
  }
}

// LP-13
void Proof::relax(int32_t index) {
  const Certificate::Dual &given = dualAt(index);
  last = DualState();
  addPrices(given); // with the costs of the labels, which are taken off again
  for (size_t n = 0; n < state.items.size(); ++n) {
    Item &item = state.items[n];
    if (!item.alive)
      continue;
    std::vector<Int> &priced = last.node[n];
    MaybeInt least;
    for (int32_t s : item.labels()) {
      priced[s] = minus(priced[s], shifted(item.cost[s], given.scaleBits));
      lower(least, priced[s]);
    }
    for (int32_t s : item.labels())
      item.cost[s] = plus(item.cost[s], exactCost(minus(priced[s], *least) >> given.scaleBits));
    last.bound = plus(last.bound, *least);
    item.usage.clear();
  }
  state.constant = plus(state.constant, exactCost(last.bound >> given.scaleBits));
  std::fill(state.fixed.begin(), state.fixed.end(), 0);
  profiled = fresh = false;
  last = DualState();
}

/// Greatest scaled excess of an assignment that costs less than `target`.
Int Proof::limitOf(int64_t target) const {
  if (!last.present)
    no("no dual before it");
  return minus(shifted(Int(target) - 1, last.scaleBits), last.bound);
}

// LP-9
void Proof::bound(int32_t i, int32_t s) {
  const Item &own = state.item(i, s);
  Int limit = limitOf(certificate.target), excess = last.node[i][s];
  bool possible = true;
  for (int32_t j : own.near) {
    const std::vector<MaybeInt> &table = last.edge.at(pairOf(i, j));
    MaybeInt least;
    for (int32_t t : state.items[j].labels())
      if (const MaybeInt &value = table[state.entry(i, s, j, t)])
        lower(least, *value);
    excess = plus(excess, least.value_or(0));
    possible &= least.has_value();
  }
  if (possible && excess <= limit)
    no("the label can be part of something cheaper than the target");
  state.conditional = true;
  state.remove(i, s);
}

// LP-10
void Proof::search(int32_t index, int32_t help) {
  if (index >= static_cast<int32_t>(certificate.targets.size()) ||
      help >= static_cast<int32_t>(certificate.searches.size()))
    no("no such target or no such help");
  int64_t target = index < 0 ? certificate.target : std::min(certificate.target, certificate.targets[index]);
  Int limit = limitOf(target);
  std::vector<int32_t> order;
  std::vector<char> named(state.items.size(), 0);
  for (int32_t n : certificate.order)
    if (static_cast<size_t>(n) < state.items.size() && state.items[n].alive) {
      if (named[n]++)
        no("the order names a node twice");
      order.push_back(n);
    }
  for (size_t n = 0; n < state.items.size(); ++n)
    if (state.items[n].alive && !named[n])
      no("the order does not name every node that is left");
  profile();
  if (limit >= (Int(1) << 60))
    no("not checked: the target is too far above the bound");
  if (limit >= 0 && !nothingWithin(state, last, low, room, order, static_cast<int64_t>(limit),
                                   help < 0 ? nullptr : &certificate.searches[help], states, maxStates))
    no("an assignment below the target is left");
  proved = std::max(proved, target);
}
