//===- State.cpp - The problem as what is left of it ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Proof.h"

#include <algorithm>

using namespace layoutproof;

namespace {

struct Piece {
  int64_t begin, end;
  std::vector<int64_t> bytes; ///< per candidate
};

/// When which candidate of which node holds how much: colocations, in-place choices and extra bytes as plain pieces.
std::vector<std::vector<Piece>> piecesOf(const Problem &problem) {
  size_t count = problem.nodes.size();
  std::vector<std::vector<Piece>> pieces(count);
  std::vector<std::vector<std::pair<int64_t, int64_t>>> live(count);
  std::vector<std::vector<std::pair<size_t, int64_t>>> late(count); // candidate, end of the donor
  std::vector<char> follows(count, 0);
  for (size_t n = 0; n < count; ++n)
    live[n].emplace_back(problem.nodes[n].begin, problem.nodes[n].end);
  for (auto [leader, follower] : problem.colocations) {
    follows[follower] = 1;
    live[leader].push_back(live[follower].front());
  }
  for (auto [n, s, donor] : problem.inPlaces)
    late[n].emplace_back(s, problem.nodes[donor].end);
  for (size_t n = 0; n < count; ++n) {
    if (follows[n])
      continue;
    std::sort(live[n].begin(), live[n].end());
    std::vector<int64_t> whole = problem.nodes[n].bytes;
    for (auto [s, from] : late[n])
      whole[s] = 0;
    auto add = [&](int64_t begin, int64_t end, std::vector<int64_t> bytes) {
      if (begin < end)
        pieces[n].push_back({begin, end, std::move(bytes)});
    };
    int64_t done = INT64_MIN;
    for (auto [begin, end] : live[n]) { // of the union
      begin = std::max(begin, done);
      done = std::max(done, end);
      add(begin, end, whole);
      for (auto [s, from] : late[n]) {
        std::vector<int64_t> bytes(whole.size(), 0);
        bytes[s] = problem.nodes[n].bytes[s];
        add(std::max(from, begin), end, std::move(bytes));
      }
    }
  }
  for (const Problem::Extra &extra : problem.extras)
    if (extra.begin < extra.end) {
      std::vector<int64_t> bytes(problem.nodes[extra.node].bytes.size(), 0);
      bytes[extra.candidate] = extra.bytes;
      pieces[extra.node].push_back({extra.begin, extra.end, std::move(bytes)});
    }
  return pieces;
}

template <typename T>
void sortUnique(std::vector<T> &list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

} // namespace

int64_t layoutproof::exactCost(Int cost) {
  constexpr int64_t most = int64_t(1) << 62;
  if (cost >= most || cost <= -most)
    no("not checked: a cost of a pair is beyond 2^62");
  return static_cast<int64_t>(cost);
}

std::vector<Stretch> layoutproof::disjoint(std::vector<Stretch> pieces, size_t candidates) {
  std::sort(pieces.begin(), pieces.end(), [](const Stretch &a, const Stretch &b) { return a.first < b.first; });
  std::vector<size_t> cuts;
  for (const Stretch &piece : pieces)
    cuts.insert(cuts.end(), {piece.first, piece.last});
  sortUnique(cuts);
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

State::State(const Problem &problem) {
  for (const Problem::Node &node : problem.nodes) {
    Item &item = items.emplace_back();
    for (int64_t cost : node.cost) {
      item.left.push_back(cost < infiniteCost);
      item.cost.push_back(cost < infiniteCost ? cost : 0);
    }
    impossible |= item.labels().empty();
  }
  for (const Problem::Edge &edge : problem.edges) {
    Table table;
    for (int64_t cost : edge.cost)
      table.push_back(cost < infiniteCost ? std::optional<int64_t>(cost) : std::nullopt);
    addTable(edge.a, edge.b, table);
  }
  for (auto [n, candidate, donor] : problem.inPlaces) { // LC-V5 is a matter of two nodes
    Table table;
    for (size_t s = 0; s < problem.nodes[n].cost.size(); ++s)
      for (int64_t given : problem.nodes[donor].bytes) {
        bool fits = static_cast<int32_t>(s) != candidate || given >= problem.nodes[n].bytes[s];
        table.push_back(fits ? std::optional<int64_t>(0) : std::nullopt);
      }
    addTable(n, donor, table);
  }
  std::vector<std::vector<Piece>> pieces = piecesOf(problem);
  for (const std::vector<Piece> &list : pieces)
    for (const Piece &piece : list)
      times.insert(times.end(), {piece.begin, piece.end});
  sortUnique(times);
  auto row = [&](int64_t time) {
    return static_cast<size_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
  };
  for (size_t n = 0; n < pieces.size(); ++n) {
    std::vector<Stretch> raw;
    for (Piece &piece : pieces[n])
      raw.push_back({row(piece.begin), row(piece.end), std::move(piece.bytes)});
    items[n].usage = disjoint(std::move(raw), problem.nodes[n].bytes.size());
  }
  fixed.assign(times.size(), 0);
  dropped.assign(times.size(), 0);
}

Item &State::item(int32_t i) {
  if (i < 0 || static_cast<size_t>(i) >= items.size() || !items[i].alive)
    no("no such node is left");
  return items[i];
}

Item &State::item(int32_t i, int32_t s) {
  Item &out = item(i);
  if (s < 0 || static_cast<size_t>(s) >= out.left.size() || !out.left[s])
    no("no such label is left");
  return out;
}

void State::needEdge(int32_t i, int32_t j) {
  item(j);
  if (!item(i).near.count(j))
    no("no such edge is left");
}

void State::addTable(int32_t a, int32_t b, const Table &rowsOfA) {
  size_t ofA = items[a].left.size(), ofB = items[b].left.size();
  std::shared_ptr<const Table> &kept = edges[pairOf(a, b)];
  Table sum = kept ? *kept : Table(ofA * ofB, 0);
  for (size_t s = 0; s < ofA; ++s)
    for (size_t t = 0; t < ofB; ++t) {
      std::optional<int64_t> &cost = sum[entry(a, s, b, t)];
      const std::optional<int64_t> &more = rowsOfA[s * ofB + t];
      cost = cost && more ? std::optional<int64_t>(exactCost(Int(*cost) + *more)) : std::nullopt;
    }
  kept = std::make_shared<const Table>(std::move(sum));
  items[a].near.insert(b);
  items[b].near.insert(a);
}

void State::dropEdge(int32_t a, int32_t b) {
  edges.erase(pairOf(a, b));
  items[a].near.erase(b);
  items[b].near.erase(a);
}

void State::remove(int32_t i, int32_t s) {
  items[i].left[s] = 0;
  impossible |= items[i].labels().empty();
}

bool State::lacksPartner(int32_t i, int32_t s) const {
  for (int32_t j : items[i].near) {
    std::vector<int32_t> others = items[j].labels();
    if (std::none_of(others.begin(), others.end(), [&](int32_t t) { return pairCost(i, s, j, t).has_value(); }))
      return true;
  }
  return false;
}

int64_t layoutproof::costOfSolution(const Problem &problem, std::string_view text) {
  Json json = parseJson(text);
  const Json &list = json.kind == Json::Kind::Object ? json.at("layout_solution").at("choice") : json;
  std::vector<int32_t> choice = list.asIndices();
  State state(problem);
  std::vector<Int> change(state.times.size() + 1, 0);
  Int cost = 0, live = 0;
  if (choice.size() != state.items.size())
    no("the solution breaks LC-V1");
  for (size_t n = 0; n < choice.size(); ++n) {
    const Item &item = state.items[n];
    if (static_cast<size_t>(choice[n]) >= item.left.size())
      no("the solution breaks LC-V1");
    if (!item.left[choice[n]])
      no("the solution breaks LC-V2");
    cost += item.cost[choice[n]];
    for (const Stretch &stretch : item.usage) {
      change[stretch.first] += stretch.bytes[choice[n]];
      change[stretch.last] -= stretch.bytes[choice[n]];
    }
  }
  for (const auto &[ends, table] : state.edges) {
    std::optional<int64_t> pair = state.pairCost(ends.first, choice[ends.first], ends.second, choice[ends.second]);
    if (!pair)
      no("the solution breaks LC-V2 or, where a node takes another's place, LC-V5");
    cost += *pair;
  }
  for (Int bytes : change)
    if ((live += bytes) > problem.capacity)
      no("the solution breaks LC-V3");
  return static_cast<int64_t>(cost);
}
