//===- CheckLoad.cpp - Problem and bytes over time ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Checker.h"

#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::certificate;

void Checker::load() {
  items.resize(problem.numNodes());
  for (size_t n = 0; n < items.size(); ++n) {
    int32_t node = static_cast<int32_t>(n);
    for (Cost cost : problem.costsOf(node)) {
      items[n].has.push_back(!isInfinite(cost));
      items[n].cost.push_back(isInfinite(cost) ? 0 : cost);
    }
    if (std::find(items[n].has.begin(), items[n].has.end(), 1) == items[n].has.end())
      impossible = true;
  }
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    const LayoutChoice::Edge &edge = problem.edges[e];
    std::span<const Cost> costs = problem.costsOfEdge(static_cast<int32_t>(e));
    addEdge(edge.a, edge.b, [&](int32_t s, int32_t t) {
      Cost cost = costs[static_cast<size_t>(s) * problem.numCandidates(edge.b) + t];
      return isInfinite(cost) ? noPair : cost;
    });
  }
  for (const LayoutChoice::InPlace &place : problem.inPlaces)
    addEdge(place.node, place.donor, [&](int32_t s, int32_t t) {
      bool bad = s == place.candidate && problem.bytesOf(place.donor)[t] < problem.bytesOf(place.node)[s];
      return bad ? noPair : int64_t(0);
    });
  loadPieces();
}

// Bytes over time as docs/spec/LayoutChoice.md states them.
void Checker::loadPieces() {
  std::vector<std::vector<Piece>> pieces(items.size());
  std::vector<std::vector<LiveInterval>> lives(items.size());
  std::vector<char> follows(items.size(), 0);
  for (size_t n = 0; n < items.size(); ++n)
    lives[n].push_back(problem.nodes[n].live);
  for (const LayoutChoice::Colocation &pair : problem.colocations) {
    follows[pair.follower] = 1;
    lives[pair.leader].push_back(problem.nodes[pair.follower].live);
  }
  for (size_t n = 0; n < items.size(); ++n) {
    if (follows[n])
      continue;
    // Candidates written in place start later; the union is taken per candidate by cutting at every end point.
    std::vector<int64_t> cuts;
    for (const LiveInterval &live : lives[n]) {
      cuts.push_back(live.begin);
      cuts.push_back(live.end);
    }
    std::map<int32_t, int64_t> from;
    for (const LayoutChoice::InPlace &place : problem.inPlaces)
      if (place.node == static_cast<int32_t>(n)) {
        from[place.candidate] = problem.nodes[place.donor].live.end;
        cuts.push_back(from[place.candidate]);
      }
    std::sort(cuts.begin(), cuts.end());
    for (size_t c = 0; c + 1 < cuts.size(); ++c) {
      bool live = std::any_of(lives[n].begin(), lives[n].end(),
                              [&](const LiveInterval &interval) { return interval.contains(cuts[c]); });
      if (!live || cuts[c] == cuts[c + 1])
        continue;
      Piece piece{cuts[c], cuts[c + 1], {}};
      for (int32_t s = 0; s < problem.nodes[n].numCandidates; ++s) {
        auto late = from.find(s);
        bool shared = late != from.end() && cuts[c] < late->second;
        piece.bytes.push_back(shared ? 0 : problem.bytesOf(static_cast<int32_t>(n))[s]);
      }
      // A cut that changes nothing is none: else it would count as an end and a begin.
      std::vector<Piece> &mine = pieces[n];
      if (!mine.empty() && mine.back().end == piece.begin && mine.back().bytes == piece.bytes)
        mine.back().end = piece.end;
      else
        mine.push_back(std::move(piece));
    }
  }
  for (const LayoutChoice::ExtraUsage &extra : problem.extraUsages) {
    if (extra.interval.begin >= extra.interval.end)
      continue;
    Piece piece{extra.interval.begin, extra.interval.end, std::vector<Bytes>(items[extra.node].has.size(), 0)};
    piece.bytes[extra.candidate] = extra.bytes;
    pieces[extra.node].push_back(std::move(piece));
  }
  for (const std::vector<Piece> &list : pieces)
    for (const Piece &piece : list) {
      times.push_back(piece.begin);
      times.push_back(piece.end);
    }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  for (size_t n = 0; n < items.size(); ++n)
    for (const Piece &piece : pieces[n])
      addUsage(items[n].usage, {indexOf(piece.begin), indexOf(piece.end), piece.bytes});
  gone.assign(times.size() + 1, 0);
  markNeeded(pieces);
  dropImplied();
}

/// Sums bytes into a node's stretches, cutting those that begin before or end behind.
void Checker::addUsage(std::vector<Stretch> &usage, Stretch more) {
  auto from = std::partition_point(usage.begin(), usage.end(), [&](const Stretch &s) { return s.last <= more.first; });
  auto to = std::partition_point(from, usage.end(), [&](const Stretch &s) { return s.first < more.last; });
  std::vector<Stretch> sums;
  size_t at = more.first; // what lies before it is done
  auto add = [&](size_t last, const std::vector<Bytes> &bytes) {
    if (at < last)
      sums.push_back({at, last, bytes});
    at = std::max(at, last);
  };
  for (auto old = from; old != to; ++old) {
    if (old->first < at)
      sums.push_back({old->first, at, old->bytes});
    add(std::min(old->first, more.last), more.bytes);
    std::vector<Bytes> both = old->bytes;
    for (size_t s = 0; s < both.size(); ++s)
      both[s] += more.bytes[s];
    add(std::min(old->last, more.last), both);
    if (old->last > more.last)
      sums.push_back({more.last, old->last, old->bytes});
  }
  add(more.last, more.bytes);
  auto place = usage.erase(from, to);
  usage.insert(place, std::make_move_iterator(sums.begin()), std::make_move_iterator(sums.end()));
}

// A time whose pieces are all live at a needed time as well says nothing of its own: whatever is chosen, it holds no
// more bytes. Needed are the times of a begin that an end follows before the next begin.
void Checker::markNeeded(const std::vector<std::vector<Piece>> &pieces) {
  std::vector<char> begins(times.size(), 0), ends(times.size(), 0);
  for (const std::vector<Piece> &list : pieces)
    for (const Piece &piece : list) {
      begins[indexOf(piece.begin)] = 1;
      ends[indexOf(piece.end)] = 1;
    }
  needed.assign(times.size(), 0);
  size_t last = times.size();
  for (size_t k = 0; k < times.size(); ++k) {
    if (ends[k] && last < times.size())
      needed[last] = 1;
    if (ends[k])
      last = times.size();
    if (begins[k])
      last = k;
  }
}

// Of the times that are still needed and can be exceeded: one that never holds more bytes than the one before (or
// behind) it, whatever is chosen. Says so for good: later steps only take choices away, and what is eliminated has at
// these times the bytes that it leaves behind.
void Checker::dropImplied() {
  std::vector<Bytes> low, high;
  profile(low, high);
  std::vector<size_t> left;
  for (size_t k = 0; k < times.size(); ++k)
    if (needed[k] && high[k] > problem.capacity)
      left.push_back(k);
  std::vector<std::vector<int32_t>> changes(left.size() + 1); // whose bytes may differ from those of the row before
  auto place = [&](size_t k) { return std::lower_bound(left.begin(), left.end(), k) - left.begin(); };
  for (size_t n = 0; n < items.size(); ++n)
    if (items[n].alive)
      stretches(static_cast<int32_t>(n), [&](size_t first, size_t last, const std::vector<Bytes> &) {
        if (place(first) == place(last))
          return;
        changes[place(first)].push_back(static_cast<int32_t>(n));
        changes[place(last)].push_back(static_cast<int32_t>(n));
      });
  std::vector<Bytes> fixed(times.size(), 0);
  std::partial_sum(gone.begin(), gone.begin() + static_cast<ptrdiff_t>(times.size()), fixed.begin());
  size_t kept = 0;
  // Of the nodes that begin or end since `kept`: at most how many bytes each has more now, and had more then.
  std::unordered_map<int32_t, std::pair<Bytes, Bytes>> touched;
  Bytes more = 0, less = 0;
  for (size_t k = 1; k < left.size(); ++k) {
    for (int32_t n : changes[k]) {
      std::pair<Bytes, Bytes> &known = touched[n], now = differences(n, left[kept], left[k]);
      more += now.first - known.first;
      less += now.second - known.second;
      known = now;
    }
    Bytes rise = fixed[left[k]] - fixed[left[kept]];
    if (more + rise <= 0) {
      needed[left[k]] = 0;
      continue;
    }
    if (less - rise <= 0)
      needed[left[kept]] = 0;
    kept = k;
    touched.clear();
    more = less = 0;
  }
}

/// At most how many bytes more a node has in row r than in row q, whichever label it takes, and in q than in r.
std::pair<Bytes, Bytes> Checker::differences(int32_t n, size_t q, size_t r) const {
  const Stretch *inQ = nullptr, *inR = nullptr;
  for (const Stretch &stretch : items[n].usage) {
    inQ = stretch.first <= q && q < stretch.last ? &stretch : inQ;
    inR = stretch.first <= r && r < stretch.last ? &stretch : inR;
  }
  Bytes most = -maxTotalBytes, least = maxTotalBytes;
  for (size_t s = 0; s < items[n].has.size(); ++s)
    if (items[n].has[s]) {
      Bytes rise = (inR ? inR->bytes[s] : 0) - (inQ ? inQ->bytes[s] : 0);
      most = std::max(most, rise);
      least = std::min(least, rise);
    }
  return most >= least ? std::pair(most, -least) : std::pair<Bytes, Bytes>(0, 0);
}

void Checker::dropEdge(int32_t a, int32_t b) {
  edges.erase(key(a, b));
  items[a].near.erase(b);
  items[b].near.erase(a);
}

std::vector<int32_t> Checker::labelsOf(int32_t i) const {
  std::vector<int32_t> labels;
  for (size_t s = 0; s < items[i].has.size(); ++s)
    if (items[i].has[s])
      labels.push_back(static_cast<int32_t>(s));
  return labels;
}

void Checker::removeLabel(int32_t i, int32_t s) {
  items[i].has[s] = 0;
  if (labelsOf(i).empty())
    impossible = true;
}

std::pair<Bytes, Bytes> Checker::rangeOf(int32_t i, const std::vector<Bytes> &bytes) const {
  Bytes least = INT64_MAX, most = 0;
  for (size_t s = 0; s < bytes.size(); ++s)
    if (items[i].has[s]) {
      least = std::min(least, bytes[s]);
      most = std::max(most, bytes[s]);
    }
  return {least == INT64_MAX ? 0 : least, most};
}

// Least and greatest bytes at every time, of what is left and (least) of what was eliminated.
void Checker::profile(std::vector<Bytes> &least, std::vector<Bytes> &most) const {
  least.assign(times.size() + 1, 0);
  most.assign(times.size() + 1, 0);
  for (size_t n = 0; n < items.size(); ++n)
    if (items[n].alive)
      stretches(static_cast<int32_t>(n), [&](size_t first, size_t last, const std::vector<Bytes> &bytes) {
        auto [low, high] = rangeOf(static_cast<int32_t>(n), bytes);
        least[first] += low;
        least[last] -= low;
        most[first] += high;
        most[last] -= high;
      });
  Bytes low = 0, high = 0, fixed = 0;
  for (size_t k = 0; k < times.size(); ++k) {
    fixed += gone[k];
    low += least[k];
    high += most[k];
    least[k] = low + fixed;
    most[k] = high + fixed;
  }
}
