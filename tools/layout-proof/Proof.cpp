//===- Proof.cpp - The rules, one after the other -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step under the number of its rule in docs/spec/LayoutProof.md.
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>

using namespace layoutproof;

namespace {

constexpr int64_t kMostTable = int64_t(1) << 62; // costs of pairs that steps make: exact below, refused above
constexpr size_t kMostTouched = 256;             // nodes that are compared between two rows
constexpr size_t kMostHeld = size_t(1) << 28;    // numbers that nested branches may keep

int64_t exactCost(Int cost) {
  if (cost >= kMostTable || cost <= -kMostTable)
    throw Rejected{"not checked: a cost of a pair is beyond 2^62"};
  return static_cast<int64_t>(cost);
}

[[noreturn]] void no(const char *why) { throw Rejected{why}; }

/// Stretches that may overlap, cut where one begins or ends.
std::vector<Stretch> disjoint(std::vector<Stretch> pieces, size_t candidates) {
  std::sort(pieces.begin(), pieces.end(), [](const Stretch &a, const Stretch &b) { return a.first < b.first; });
  std::vector<size_t> cuts;
  for (const Stretch &piece : pieces) {
    cuts.push_back(piece.first);
    cuts.push_back(piece.last);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<Stretch> out;
  std::vector<const Stretch *> live;
  for (size_t c = 0, next = 0; c + 1 < cuts.size(); ++c) {
    std::erase_if(live, [&](const Stretch *piece) { return piece->last <= cuts[c]; });
    for (; next < pieces.size() && pieces[next].first == cuts[c]; ++next)
      live.push_back(&pieces[next]);
    if (live.empty())
      continue;
    Stretch sum{cuts[c], cuts[c + 1], std::vector<int64_t>(candidates, 0)};
    for (const Stretch *piece : live)
      for (size_t s = 0; s < candidates; ++s)
        sum.bytes[s] += piece->bytes[s];
    if (!out.empty() && out.back().last == sum.first && out.back().bytes == sum.bytes)
      out.back().last = sum.last;
    else
      out.push_back(std::move(sum));
  }
  return out;
}

} // namespace

std::vector<int32_t> Item::labels() const {
  std::vector<int32_t> out;
  for (size_t s = 0; s < left.size(); ++s)
    if (left[s])
      out.push_back(static_cast<int32_t>(s));
  return out;
}

std::pair<int64_t, int64_t> Item::range(const Stretch &stretch) const {
  int64_t least = INT64_MAX, most = 0;
  for (size_t s = 0; s < left.size(); ++s)
    if (left[s]) {
      least = std::min(least, stretch.bytes[s]);
      most = std::max(most, stretch.bytes[s]);
    }
  return {std::min(least, most), most};
}

//===----------------------------------------------------------------------===//
// The problem as a state
//===----------------------------------------------------------------------===//

Proof::Proof(const Problem &problem, const Certificate &certificate, uint64_t maxStates)
    : problem(problem), certificate(certificate), maxStates(maxStates) {
  for (const Problem::Node &node : problem.nodes) {
    Item &item = state.items.emplace_back();
    for (int64_t cost : node.cost) {
      item.left.push_back(cost < kInfinite);
      item.cost.push_back(cost < kInfinite ? cost : 0);
    }
    state.impossible |= item.labels().empty();
  }
  loadEdges(problem);
  loadUsage(problem);
  state.fixed.assign(times.size(), 0);
  state.dropped.assign(times.size(), 0);
  profile();
}

void Proof::loadEdges(const Problem &problem) {
  for (const Problem::Edge &edge : problem.edges) {
    Table table;
    for (int64_t cost : edge.cost)
      table.push_back(cost < kInfinite ? std::optional<int64_t>(cost) : std::nullopt);
    addTable(edge.a, edge.b, table);
  }
  for (const Problem::InPlace &place : problem.inPlaces) { // LC-V5 is a matter of two nodes
    const Problem::Node &node = problem.nodes[place.node], &donor = problem.nodes[place.donor];
    Table table;
    for (size_t s = 0; s < node.cost.size(); ++s)
      for (size_t t = 0; t < donor.cost.size(); ++t) {
        bool fits = static_cast<int32_t>(s) != place.candidate || donor.bytes[t] >= node.bytes[s];
        table.push_back(fits ? std::optional<int64_t>(0) : std::nullopt);
      }
    addTable(place.node, place.donor, table);
  }
}

void Proof::loadUsage(const Problem &problem) {
  struct Piece {
    int64_t begin, end;
    std::vector<int64_t> bytes;
  };
  std::vector<std::vector<Piece>> pieces(problem.nodes.size());
  std::vector<std::vector<std::pair<int64_t, int64_t>>> live(problem.nodes.size());
  std::vector<char> follows(problem.nodes.size(), 0);
  for (size_t n = 0; n < problem.nodes.size(); ++n)
    live[n].emplace_back(problem.nodes[n].begin, problem.nodes[n].end);
  for (auto [leader, follower] : problem.colocations) {
    follows[follower] = 1;
    live[leader].push_back(live[follower].front());
  }
  std::map<Pair, int64_t> starts; // (node, candidate) -> end of the donor
  for (const Problem::InPlace &place : problem.inPlaces)
    starts[{place.node, place.candidate}] = problem.nodes[place.donor].end;
  for (size_t n = 0; n < problem.nodes.size(); ++n) {
    if (follows[n])
      continue;
    // One piece per candidate and interval of the union.
    std::sort(live[n].begin(), live[n].end());
    size_t count = problem.nodes[n].bytes.size();
    std::vector<int64_t> whole = problem.nodes[n].bytes;
    std::vector<std::pair<size_t, int64_t>> late;
    for (auto it = starts.lower_bound({static_cast<int32_t>(n), 0});
         it != starts.end() && it->first.first == static_cast<int32_t>(n); ++it) {
      late.emplace_back(static_cast<size_t>(it->first.second), it->second);
      whole[static_cast<size_t>(it->first.second)] = 0;
    }
    int64_t done = INT64_MIN;
    for (auto [begin, end] : live[n]) {
      begin = std::max(begin, done);
      if (begin >= end)
        continue;
      done = end;
      pieces[n].push_back({begin, end, whole});
      for (auto [s, from] : late)
        if (std::max(from, begin) < end) {
          std::vector<int64_t> bytes(count, 0);
          bytes[s] = problem.nodes[n].bytes[s];
          pieces[n].push_back({std::max(from, begin), end, bytes});
        }
    }
  }
  for (const Problem::Extra &extra : problem.extras)
    if (extra.begin < extra.end) {
      std::vector<int64_t> bytes(problem.nodes[extra.node].bytes.size(), 0);
      bytes[extra.candidate] = extra.bytes;
      pieces[extra.node].push_back({extra.begin, extra.end, std::move(bytes)});
    }
  for (const std::vector<Piece> &list : pieces)
    for (const Piece &piece : list) {
      times.push_back(piece.begin);
      times.push_back(piece.end);
    }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  auto row = [&](int64_t time) {
    return static_cast<size_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
  };
  for (size_t n = 0; n < pieces.size(); ++n) {
    std::vector<Stretch> raw;
    for (Piece &piece : pieces[n])
      raw.push_back({row(piece.begin), row(piece.end), std::move(piece.bytes)});
    state.items[n].usage = disjoint(raw, problem.nodes[n].bytes.size());
  }
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

Item &Proof::item(int32_t i) {
  if (i < 0 || static_cast<size_t>(i) >= state.items.size() || !state.items[i].alive)
    no("no such node is left");
  return state.items[i];
}

Item &Proof::item(int32_t i, int32_t s) {
  Item &out = item(i);
  if (s < 0 || static_cast<size_t>(s) >= out.left.size() || !out.left[s])
    no("no such label is left");
  return out;
}

std::optional<int64_t> Proof::pairCost(int32_t i, int32_t s, int32_t j, int32_t t) const {
  const Table &table = *state.edges.at(pairOf(i, j));
  size_t columns = state.items[static_cast<size_t>(std::max(i, j))].left.size();
  return i < j ? table[s * columns + t] : table[t * columns + s];
}

void Proof::addTable(int32_t a, int32_t b, const Table &rowsOfA) {
  size_t ofA = state.items[a].left.size(), ofB = state.items[b].left.size();
  std::shared_ptr<const Table> &entry = state.edges[pairOf(a, b)];
  Table sum = entry ? *entry : Table(ofA * ofB, 0);
  for (size_t s = 0; s < ofA; ++s)
    for (size_t t = 0; t < ofB; ++t) {
      std::optional<int64_t> &cost = sum[a < b ? s * ofB + t : t * ofA + s];
      const std::optional<int64_t> &more = rowsOfA[s * ofB + t];
      cost = cost && more ? std::optional<int64_t>(exactCost(Int(*cost) + *more)) : std::nullopt;
    }
  entry = std::make_shared<const Table>(std::move(sum));
  state.items[a].near.insert(b);
  state.items[b].near.insert(a);
}

void Proof::dropEdge(int32_t a, int32_t b) {
  state.edges.erase(pairOf(a, b));
  state.items[a].near.erase(b);
  state.items[b].near.erase(a);
}

void Proof::remove(int32_t i, int32_t s) {
  Item &own = state.items[i];
  own.left[s] = 0;
  if (own.labels().empty())
    state.impossible = true;
}

/// Least and greatest bytes of every row.
void Proof::profile() {
  std::vector<int64_t> least(times.size() + 1, 0), most(times.size() + 1, 0);
  for (const Item &item : state.items)
    if (item.alive)
      for (const Stretch &stretch : item.usage) {
        auto [a, b] = item.range(stretch);
        least[stretch.first] += a;
        least[stretch.last] -= a;
        most[stretch.first] += b;
        most[stretch.last] -= b;
      }
  low.assign(times.size(), 0);
  high.assign(times.size(), 0);
  int64_t a = 0, b = 0;
  for (size_t r = 0; r < times.size(); ++r) {
    low[r] = (a += least[r]) + state.fixed[r];
    high[r] = (b += most[r]) + state.fixed[r];
  }
  profiled = fresh = true;
  implyRows();
}

/// Does row r never hold more bytes than row q? Only the nodes in `touched` differ between the two.
bool Proof::implies(size_t q, size_t r, const std::set<size_t> &touched) const {
  if (touched.size() > kMostTouched)
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
  for (size_t r = 0; r < times.size(); ++r)
    if (!state.dropped[r] && high[r] > problem.capacity)
      rows.push_back(r);
  std::vector<std::vector<size_t>> begins(rows.size() + 1), ends(rows.size() + 1);
  auto place = [&](size_t r) { return std::lower_bound(rows.begin(), rows.end(), r) - rows.begin(); };
  for (size_t n = 0; n < state.items.size(); ++n)
    for (const Stretch &stretch : state.items[n].usage)
      if (place(stretch.first) != place(stretch.last)) {
        begins[place(stretch.first)].push_back(n);
        ends[place(stretch.last)].push_back(n);
      }
  std::set<size_t> touched; // since rows[kept]
  for (size_t k = 1, kept = 0; k < rows.size(); ++k) {
    if (touched.size() <= kMostTouched)
      for (const std::vector<size_t> *list : {&begins[k], &ends[k]})
        touched.insert(list->begin(), list->end());
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
      if (!state.dropped[r] && high[r] > problem.capacity)
        return false;
    return true;
  };
  if (profiled && slack())
    return true;
  profile();
  return slack();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void Proof::play(const Certificate::Step &step) {
  // `fresh` is for runs of conflicts: they change pairs alone.
  if (step.kind != Kind::Conflict)
    fresh = false;
  switch (step.kind) {
  case Kind::Arc:
    return arc(step.i, step.j);
  case Kind::Capacity:
    return capacity(step.i, step.j);
  case Kind::Conflict:
    return conflict(step.i, step.j);
  case Kind::Dominated:
    return dominated(step.i, step.j, step.t);
  case Kind::Contract:
    return contract(step.i, step.j);
  case Kind::Separable:
    return separable(step.i, step.j);
  case Kind::Eliminate:
    return eliminate(step.i);
  case Kind::Dual:
    return dual(step.i);
  case Kind::Bound:
    return bound(step.i, step.j);
  case Kind::Search:
    return search(step.i, step.j);
  case Kind::Branch:
    return branch(step.i, step.j);
  case Kind::Otherwise:
    return otherwise();
  case Kind::Join:
    return join();
  }
}

bool Proof::lacksPartner(int32_t i, int32_t s) const {
  for (int32_t j : state.items[i].near) {
    bool partner = false;
    for (int32_t t : state.items[j].labels())
      partner |= pairCost(i, s, j, t).has_value();
    if (!partner)
      return true;
  }
  return false;
}

// LP-1
void Proof::arc(int32_t i, int32_t s) {
  item(i, s);
  if (!lacksPartner(i, s))
    no("the label has a partner on every edge");
  remove(i, s);
}

// LP-2
void Proof::capacity(int32_t i, int32_t s) {
  const Item &own = item(i, s);
  auto tooMuch = [&] {
    for (const Stretch &stretch : own.usage)
      for (size_t r = stretch.first; r < stretch.last; ++r)
        if (low[r] - own.range(stretch).first + stretch.bytes[s] > problem.capacity)
          return true;
    return false;
  };
  if (!profiled)
    profile();
  if (!tooMuch()) {
    profile();
    if (!tooMuch())
      no("the label fits");
  }
  remove(i, s);
}

// LP-3
void Proof::conflict(int32_t i, int32_t j) {
  const Item &a = item(i), &b = item(j);
  if (!a.near.count(j))
    no("no such edge is left");
  if (!fresh)
    profile();
  Table table = *state.edges.at(pairOf(i, j));
  size_t columns = state.items[static_cast<size_t>(std::max(i, j))].left.size();
  for (const Stretch &x : a.usage)
    for (const Stretch &y : b.usage) {
      int64_t room = INT64_MAX, least = a.range(x).first + b.range(y).first;
      for (size_t r = std::max(x.first, y.first); r < std::min(x.last, y.last); ++r)
        room = std::min(room, problem.capacity - (low[r] - least));
      if (room == INT64_MAX)
        continue;
      for (int32_t s : a.labels())
        for (int32_t t : b.labels())
          if (x.bytes[s] + y.bytes[t] > room)
            table[static_cast<size_t>(i < j ? s : t) * columns + static_cast<size_t>(i < j ? t : s)].reset();
    }
  state.edges[pairOf(i, j)] = std::make_shared<const Table>(std::move(table));
}

// LP-4
void Proof::dominated(int32_t i, int32_t s, int32_t t) {
  const Item &own = item(i, s);
  item(i, t);
  if (s == t)
    no("a label does not dominate itself");
  if (lacksPartner(i, s))
    return remove(i, s);
  Int more = minus(own.cost[t], own.cost[s]);
  for (int32_t j : own.near) {
    std::optional<Int> worst;
    for (int32_t u : state.items[j].labels()) {
      std::optional<int64_t> before = pairCost(i, s, j, u), after = pairCost(i, t, j, u);
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
  remove(i, s);
}

// LP-5
void Proof::contract(int32_t j, int32_t i) {
  Item &kept = item(i), &gone = item(j);
  if (!kept.near.count(j))
    no("no such edge is left");
  std::vector<size_t> image(kept.left.size(), 0);
  for (int32_t s : kept.labels()) {
    int partners = 0;
    for (int32_t t : gone.labels())
      if (pairCost(i, s, j, t)) {
        ++partners;
        image[s] = t;
      }
    if (partners > 1)
      no("a label leaves a choice");
    if (partners == 0)
      remove(i, s);
    else
      kept.cost[s] = plus(kept.cost[s], plus(gone.cost[image[s]], *pairCost(i, s, j, static_cast<int32_t>(image[s]))));
  }
  dropEdge(i, j);
  for (int32_t k : std::set<int32_t>(gone.near)) {
    Table rows;
    for (size_t s = 0; s < kept.left.size(); ++s)
      for (size_t u = 0; u < state.items[k].left.size(); ++u)
        rows.push_back(pairCost(j, static_cast<int32_t>(image[s]), k, static_cast<int32_t>(u)));
    dropEdge(j, k);
    addTable(i, k, rows);
  }
  std::vector<Stretch> usage = kept.usage;
  for (const Stretch &stretch : gone.usage) {
    Stretch moved{stretch.first, stretch.last, {}};
    for (size_t t : image)
      moved.bytes.push_back(stretch.bytes[t]);
    usage.push_back(std::move(moved));
  }
  kept.usage = disjoint(usage, kept.left.size());
  gone.usage.clear();
  gone.alive = false;
  last.present = false;
}

// LP-6
void Proof::separable(int32_t i, int32_t j) {
  Item &a = item(i), &b = item(j);
  if (!a.near.count(j))
    no("no such edge is left");
  std::vector<int32_t> rows = a.labels(), columns = b.labels();
  auto cost = [&](int32_t s, int32_t t) {
    std::optional<int64_t> value = pairCost(i, s, j, t);
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
  dropEdge(i, j);
  last.present = false;
}

// LP-7
void Proof::eliminate(int32_t j) {
  Item &own = item(j);
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
    size_t columns = state.items[k].left.size();
    Table table(state.items[i].left.size() * columns);
    for (int32_t s : state.items[i].labels())
      for (int32_t u : state.items[k].labels()) {
        std::optional<Int> best;
        for (int32_t t : labels)
          if (auto x = pairCost(j, t, i, s), y = pairCost(j, t, k, u); x && y) {
            Int sum = plus(own.cost[t], Int(*x) + *y);
            best = std::min(best.value_or(sum), sum);
          }
        if (best)
          table[s * columns + u] = exactCost(*best);
      }
    addTable(i, k, table);
  } else {
    // One label: its pairs go to the neighbours, its cost to the constant. One neighbour: the best for each label
    // there.
    if (labels.size() == 1 || others.empty()) {
      Int best = own.cost[labels[0]];
      for (int32_t t : labels)
        best = std::min(best, own.cost[t]);
      state.constant = plus(state.constant, best);
    }
    for (int32_t i : others)
      for (int32_t s : state.items[i].labels()) {
        std::optional<Int> best;
        for (int32_t t : labels)
          if (auto x = pairCost(j, t, i, s)) {
            Int sum = plus(labels.size() == 1 ? 0 : own.cost[t], *x);
            best = std::min(best.value_or(sum), sum);
          }
        Item &other = state.items[i];
        if (best)
          other.cost[s] = plus(other.cost[s], *best);
        else
          remove(i, s);
      }
  }
  for (int32_t i : others)
    dropEdge(i, j);
  own.usage.clear();
  own.alive = false;
  last.present = false;
}

//===----------------------------------------------------------------------===//
// Duals
//===----------------------------------------------------------------------===//

// LP-8
void Proof::dual(int32_t index) {
  if (index < 0 || static_cast<size_t>(index) >= certificate.duals.size())
    no("no such dual");
  const Certificate::Dual &given = certificate.duals[index];
  last = DualState();
  last.scaleBits = given.scaleBits;
  last.bound = shifted(state.constant, given.scaleBits);
  std::vector<Int> priceOf(times.size(), 0);
  Int total = 0;
  for (auto [time, price] : given.prices) {
    total += price;
    if (price < 0 || total > INT64_MAX)
      no("the multipliers are negative or too large");
    size_t behind = static_cast<size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    int64_t fixed = behind > 0 ? state.fixed[behind - 1] : 0;
    last.bound = minus(last.bound, Int(price) * (problem.capacity - fixed));
    if (behind > 0)
      priceOf[behind - 1] += price;
  }
  std::vector<Int> sums{0};
  for (size_t r = 0; r < times.size(); ++r) {
    sums.push_back(sums.back() + priceOf[r]);
    if (priceOf[r] > 0)
      last.rows.emplace_back(static_cast<int64_t>(r), priceOf[r]);
  }
  last.node.resize(state.items.size());
  for (size_t n = 0; n < state.items.size(); ++n) {
    if (!state.items[n].alive)
      continue;
    for (size_t s = 0; s < state.items[n].cost.size(); ++s) {
      Int value = state.items[n].left[s] ? shifted(state.items[n].cost[s], given.scaleBits) : 0;
      for (const Stretch &stretch : state.items[n].usage)
        value = plus(value, (sums[stretch.last] - sums[stretch.first]) * stretch.bytes[s]);
      last.node[n].push_back(value);
    }
  }
  std::map<Pair, std::pair<std::vector<Int>, std::vector<Int>>> moved; // to the smaller node, to the greater
  for (const Certificate::Potential &potential : given.potentials) {
    const Item &a = item(potential.a);
    item(potential.b);
    if (!a.near.count(potential.b))
      no("potentials name an edge that is not left");
    auto [place, isNew] = moved.try_emplace(pairOf(potential.a, potential.b));
    if (!isNew)
      no("potentials name an edge twice");
    auto spread = [&](int32_t n, const std::vector<int64_t> &values, std::vector<Int> &out) {
      std::vector<int32_t> labels = item(n).labels();
      if (values.size() != labels.size())
        no("potentials do not have one number per label");
      out.assign(item(n).left.size(), 0);
      for (size_t k = 0; k < labels.size(); ++k) {
        Int value = shifted(values[k], given.shift);
        out[labels[k]] = value;
        Int &own = last.node[n][labels[k]];
        own = plus(own, value);
      }
    };
    bool inOrder = potential.a < potential.b;
    spread(potential.a, potential.toA, inOrder ? place->second.first : place->second.second);
    spread(potential.b, potential.toB, inOrder ? place->second.second : place->second.first);
  }
  for (const auto &[ends, table] : state.edges) {
    const Item &a = state.items[ends.first], &b = state.items[ends.second];
    auto given2 = moved.find(ends);
    std::vector<std::optional<Int>> &excess = last.edge[ends];
    excess.resize(table->size());
    std::optional<Int> least;
    for (int32_t s : a.labels())
      for (int32_t t : b.labels()) {
        size_t k = s * b.left.size() + t;
        if (!(*table)[k])
          continue;
        Int value = shifted(*(*table)[k], given.scaleBits);
        if (given2 != moved.end())
          value = minus(minus(value, given2->second.first[s]), given2->second.second[t]);
        excess[k] = value;
        least = std::min(least.value_or(value), value);
      }
    if (!least) {
      state.impossible = true;
      return;
    }
    for (std::optional<Int> &value : excess)
      if (value)
        value = minus(*value, *least);
    last.bound = plus(last.bound, *least);
  }
  for (size_t n = 0; n < state.items.size(); ++n) {
    if (!state.items[n].alive)
      continue;
    std::optional<Int> least;
    for (int32_t s : state.items[n].labels())
      least = std::min(least.value_or(last.node[n][s]), last.node[n][s]);
    for (int32_t s : state.items[n].labels())
      last.node[n][s] = minus(last.node[n][s], *least);
    last.bound = plus(last.bound, *least);
  }
  last.present = true;
  // Costs are integers, so the bound is rounded up.
  Int unit = Int(1) << given.scaleBits, whole = last.bound / unit;
  whole += whole * unit < last.bound;
  int64_t bound = static_cast<int64_t>(std::clamp<Int>(whole, -kInfinite, kInfinite));
  proved = std::max(proved, state.conditional ? std::min(bound, certificate.target) : bound);
}

/// Greatest scaled excess of an assignment that costs less than `target`.
Int Proof::limitOf(int64_t target) const { return minus(shifted(Int(target) - 1, last.scaleBits), last.bound); }

// LP-9
void Proof::bound(int32_t i, int32_t s) {
  const Item &own = item(i, s);
  if (!last.present)
    no("no dual before it");
  Int excess = last.node[i][s];
  bool possible = true;
  for (int32_t j : own.near) {
    const Item &other = state.items[j];
    const std::vector<std::optional<Int>> &table = last.edge.at(pairOf(i, j));
    std::optional<Int> least;
    for (int32_t t : other.labels()) {
      const std::optional<Int> &value = table[i < j ? s * other.left.size() + t : t * own.left.size() + s];
      if (value)
        least = std::min(least.value_or(*value), *value);
    }
    if (least)
      excess = plus(excess, *least);
    else
      possible = false;
  }
  if (possible && excess <= limitOf(certificate.target))
    no("the label can be part of something cheaper than the target");
  state.conditional = true;
  remove(i, s);
}

// LP-10
void Proof::search(int32_t index, int32_t help) {
  if (index >= static_cast<int32_t>(certificate.targets.size()) ||
      help >= static_cast<int32_t>(certificate.searches.size()))
    no("no such target or no such help");
  if (!last.present)
    no("no dual before it");
  int64_t target = index < 0 ? certificate.target : std::min(certificate.target, certificate.targets[index]);
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
  Int limit = limitOf(target);
  if (limit >= (Int(1) << 60))
    no("not checked: the target is too far above the bound");
  if (limit >= 0 && !nothingWithin(state, last, low, problem.capacity, order, static_cast<int64_t>(limit),
                                   help < 0 ? nullptr : &certificate.searches[help], states, maxStates))
    no("an assignment below the target is left");
  proved = std::max(proved, target);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// LP-12: what is unavoidable may already be too much; what is impossible proves everything (below the target).
void Proof::settle() {
  if (!joined && !state.impossible) {
    profile();
    for (int64_t bytes : low)
      state.impossible |= bytes > problem.capacity;
  }
  if (state.impossible)
    proved = std::max(proved, state.conditional ? certificate.target : kInfinite);
}

void Proof::enter(int32_t node, const std::set<int32_t> &taken, bool first) {
  joined = profiled = fresh = false;
  last = DualState();
  proved = -kInfinite;
  for (int32_t s : state.items[node].labels())
    if ((taken.count(s) > 0) != first)
      remove(node, s);
}

// LP-11
void Proof::branch(int32_t i, int32_t half) {
  if (half < 0 || static_cast<size_t>(half) >= certificate.halves.size())
    no("no such half");
  std::set<int32_t> taken;
  for (int32_t s : certificate.halves[half]) {
    item(i, s);
    taken.insert(s);
  }
  item(i);
  size_t held = 8 * state.items.size() + state.edges.size();
  for (const Item &item : state.items)
    held += item.left.size() * (2 + item.usage.size());
  size_t all = held;
  for (const Branch &outer : branches)
    all += outer.size;
  if (all > kMostHeld)
    no("not checked: branches nest too deeply");
  branches.push_back({state, i, taken, proved, -kInfinite, false, false, held});
  enter(i, taken, true);
}

void Proof::otherwise() {
  if (branches.empty() || branches.back().second)
    no("no branch is in its first half");
  settle();
  Branch &outer = branches.back();
  outer.first = proved;
  outer.conditionalAfter = state.conditional;
  outer.second = true;
  state = std::move(outer.state);
  enter(outer.node, outer.taken, false);
}

void Proof::join() {
  if (branches.empty() || !branches.back().second)
    no("no branch is in its second half");
  settle();
  const Branch &outer = branches.back();
  proved = std::max(outer.proved, std::min(outer.first, proved));
  state.conditional |= outer.conditionalAfter;
  state.impossible = false;
  branches.pop_back();
  joined = true; // the state of the branch is gone
}

int64_t Proof::run() {
  int skipped = 0; // branches inside what is impossible
  for (size_t k = 0; k < certificate.steps.size(); ++k) {
    const Certificate::Step &step = certificate.steps[k];
    bool closes = step.kind == Kind::Otherwise || step.kind == Kind::Join;
    if (state.impossible && branches.empty())
      break;
    if (state.impossible && (!closes || skipped > 0)) {
      skipped += step.kind == Kind::Branch;
      skipped -= step.kind == Kind::Join;
      continue;
    }
    try {
      if (joined && !closes)
        no("nothing is left to speak about");
      play(step);
    } catch (Rejected &rejected) {
      throw Rejected{"steps[" + std::to_string(k) + "]: " + rejected.reason};
    }
  }
  if (!branches.empty())
    no("a branch is not joined");
  settle();
  return proved;
}

int64_t layoutproof::provedBound(const Problem &problem, const Certificate &certificate, uint64_t maxStates) {
  return Proof(problem, certificate, maxStates).run();
}
