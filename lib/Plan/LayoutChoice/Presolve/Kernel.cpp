//===- Kernel.cpp - The problem while it shrinks --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Kernel.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

int32_t Kernel::findEdge(int32_t a, int32_t b) const {
  const KernelNode &few = nodes[a].edges.size() <= nodes[b].edges.size() ? nodes[a] : nodes[b];
  int32_t wanted = &few == &nodes[a] ? b : a, self = wanted == b ? a : b;
  for (int32_t e : few.edges)
    if (edges[e].other(self) == wanted)
      return e;
  return -1;
}

int32_t Kernel::addToEdge(int32_t a, int32_t b, EdgeCosts costs) {
  int32_t e = findEdge(a, b);
  if (e < 0) {
    e = static_cast<int32_t>(edges.size());
    edges.push_back({true, a, b, std::move(costs)});
    nodes[a].edges.push_back(e);
    nodes[b].edges.push_back(e);
    return e;
  }
  KernelEdge &edge = edges[e];
  size_t rows = nodes[a].size(), columns = nodes[b].size();
  std::vector<Cost> &sums = edge.costs.change();
  if (edge.a == a) {
    for (size_t k = 0; k < costs.size(); ++k)
      sums[k] = addCosts(sums[k], costs[k]);
  } else {
    for (size_t s = 0; s < rows; ++s)
      for (size_t t = 0; t < columns; ++t)
        sums[t * rows + s] = addCosts(sums[t * rows + s], costs[s * columns + t]);
  }
  return e;
}

void Kernel::removeEdge(int32_t e) {
  KernelEdge &edge = edges[e];
  edge.alive = false;
  for (int32_t node : {edge.a, edge.b}) {
    std::vector<int32_t> &list = nodes[node].edges;
    list.erase(std::find(list.begin(), list.end(), e));
  }
  edge.costs = {};
}

namespace {
template <typename T>
void keepOnly(std::vector<T> &items, const std::vector<char> &keep) {
  size_t out = 0;
  for (size_t k = 0; k < items.size(); ++k)
    if (keep[k])
      items[out++] = items[k];
  items.resize(out);
}

std::vector<Cost> keptEntries(std::span<const Cost> costs, const std::vector<char> &rows,
                              const std::vector<char> &columns) {
  std::vector<Cost> kept;
  for (size_t s = 0; s < rows.size(); ++s)
    for (size_t t = 0; rows[s] && t < columns.size(); ++t)
      if (columns[t])
        kept.push_back(costs[s * columns.size() + t]);
  return kept;
}

} // namespace

void Kernel::keepLabels(int32_t index, const std::vector<char> &keep) {
  KernelNode &node = nodes[index];
  for (int32_t e : node.edges) {
    KernelEdge &edge = edges[e];
    bool cutsRows = edge.a == index;
    int32_t others = nodes[edge.other(index)].size();
    auto cut = [&] {
      return cutsRows ? keptEntries(edge.costs.read(), keep, std::vector<char>(others, 1))
                      : keptEntries(edge.costs.read(), std::vector<char>(others, 1), keep);
    };
    if (!edge.costs.isShared()) {
      edge.costs = cut();
      continue;
    }
    auto [known, isNew] = cutTables.try_emplace({edge.costs.identity(), cutsRows, keep});
    if (isNew)
      known->second = {edge.costs, cut()};
    edge.costs = known->second.second;
  }
  keepOnly(node.labels, keep);
  keepOnly(node.unary, keep);
  for (Span &span : node.spans)
    keepOnly(span.bytes, keep);
  normaliseSpans(*this, node);
  if (node.labels.empty())
    infeasible = true;
}

size_t Kernel::aliveNodes() const {
  return std::count_if(nodes.begin(), nodes.end(), [](const KernelNode &node) { return node.alive; });
}

size_t Kernel::aliveLabels() const {
  size_t total = 0;
  for (const KernelNode &node : nodes)
    total += node.alive ? node.labels.size() : 0;
  return total;
}

size_t Kernel::aliveEntries() const {
  size_t total = 0;
  for (const KernelEdge &edge : edges)
    total += edge.alive ? edge.costs.size() : 0;
  return total;
}

void layout::applyPostsolves(const std::vector<Postsolve> &postsolves, std::vector<int32_t> &choice) {
  auto place = [](const std::vector<int32_t> &labels, int32_t label) {
    return std::lower_bound(labels.begin(), labels.end(), label) - labels.begin();
  };
  for (size_t k = postsolves.size(); k-- > 0;) {
    const Postsolve &postsolve = postsolves[k];
    size_t index = postsolve.first < 0 ? 0 : place(postsolve.firstLabels, choice[postsolve.first]);
    if (postsolve.second >= 0)
      index = index * postsolve.secondLabels.size() + place(postsolve.secondLabels, choice[postsolve.second]);
    choice[postsolve.node] = postsolve.answer[index];
  }
}

void layout::normaliseSpans(Kernel &kernel, KernelNode &node) {
  std::vector<Span> &spans = node.spans;
  bool overlap = false;
  for (size_t k = 1; k < spans.size(); ++k)
    overlap |= spans[k].begin < spans[k - 1].end;
  if (overlap) {
    std::vector<int32_t> cuts;
    for (const Span &span : spans) {
      cuts.push_back(span.begin);
      cuts.push_back(span.end);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<Span> pieces;
    for (size_t c = 0; c + 1 < cuts.size(); ++c)
      pieces.push_back({cuts[c], cuts[c + 1], std::vector<Bytes>(node.labels.size(), 0)});
    for (const Span &span : spans) {
      size_t c = std::lower_bound(cuts.begin(), cuts.end(), span.begin) - cuts.begin();
      for (; cuts[c] < span.end; ++c)
        for (size_t s = 0; s < node.labels.size(); ++s)
          pieces[c].bytes[s] += span.bytes[s];
    }
    spans = std::move(pieces);
  }
  // Take off what is unavoidable; join neighbours that became equal.
  size_t out = 0;
  for (size_t k = 0; k < spans.size(); ++k) {
    Span &span = spans[k];
    if (span.bytes.empty() || span.begin >= span.end)
      continue;
    auto [least, most] = std::minmax_element(span.bytes.begin(), span.bytes.end());
    Bytes base = *least;
    bool flat = *most == base;
    if (base > 0)
      for (int32_t r = span.begin; r < span.end; ++r)
        kernel.slack[r] -= base;
    if (flat)
      continue;
    if (base > 0)
      for (Bytes &bytes : span.bytes)
        bytes -= base;
    if (out > 0 && spans[out - 1].end == span.begin && spans[out - 1].bytes == span.bytes) {
      spans[out - 1].end = span.end;
      continue;
    }
    if (out != k)
      spans[out] = std::move(span);
    ++out;
  }
  spans.resize(out);
}

void layout::mergeSpans(Kernel &kernel, KernelNode &node, std::vector<Span> more) {
  std::vector<Span> merged;
  merged.reserve(node.spans.size() + more.size());
  auto a = node.spans.begin(), b = more.begin();
  while (a != node.spans.end() && b != more.end()) {
    auto &first = a->begin <= b->begin ? a : b, &second = a->begin <= b->begin ? b : a;
    if (first->end <= second->begin) {
      merged.push_back(std::move(*first++));
      continue;
    }
    if (first->begin < second->begin)
      merged.push_back({first->begin, second->begin, first->bytes});
    Span both{second->begin, std::min(a->end, b->end), a->bytes};
    for (size_t s = 0; s < both.bytes.size(); ++s)
      both.bytes[s] += b->bytes[s];
    a->begin = b->begin = both.end;
    a += a->begin == a->end;
    b += b->begin == b->end;
    merged.push_back(std::move(both));
  }
  merged.insert(merged.end(), std::move_iterator(a), std::move_iterator(node.spans.end()));
  merged.insert(merged.end(), std::move_iterator(b), std::move_iterator(more.end()));
  node.spans = std::move(merged);
  normaliseSpans(kernel, node);
}

void layout::dropSlackRows(Kernel &kernel) {
  int32_t rows = static_cast<int32_t>(kernel.slack.size());
  std::vector<Bytes> greatest(rows + 1, 0);
  std::vector<int32_t> begins(rows + 1, 0), ends(rows + 1, 0);
  for (const KernelNode &node : kernel.nodes)
    if (node.alive)
      for (const Span &span : node.spans) {
        Bytes most = *std::max_element(span.bytes.begin(), span.bytes.end());
        greatest[span.begin] += most;
        greatest[span.end] -= most;
      }
  std::vector<char> binds(rows, 0);
  Bytes live = 0;
  for (int32_t r = 0; r < rows; ++r) {
    live += greatest[r];
    binds[r] = live > kernel.slack[r];
    // Nothing may be used and even that is too much: no assignment exists.
    if (kernel.slack[r] < 0)
      kernel.infeasible = true;
  }
  std::vector<int32_t> newIndex(rows + 1, 0);
  auto renumber = [&] {
    int32_t out = 0;
    for (int32_t r = 0; r < rows; ++r) {
      newIndex[r] = out;
      if (binds[r]) {
        kernel.slack[out] = kernel.slack[r];
        kernel.rowTimes[out++] = kernel.rowTimes[r];
      }
    }
    newIndex[rows] = out;
    kernel.slack.resize(out);
    kernel.rowTimes.resize(out);
    for (KernelNode &node : kernel.nodes)
      if (node.alive) {
        for (Span &span : node.spans) {
          span.begin = newIndex[span.begin];
          span.end = newIndex[span.end];
        }
        normaliseSpans(kernel, node);
      }
    rows = out;
  };
  renumber();
  // A row whose buffers are all live in the row beside it, with no more slack there, says nothing new.
  begins.assign(rows + 1, 0);
  ends.assign(rows + 1, 0);
  for (const KernelNode &node : kernel.nodes)
    if (node.alive)
      for (size_t k = 0; k < node.spans.size(); ++k) {
        const Span &span = node.spans[k];
        // A change of bytes between touching spans of one node counts as a begin and an end, so both rows stay.
        ++begins[span.begin];
        ++ends[span.end];
      }
  binds.assign(rows, 1);
  int32_t kept = -1;
  for (int32_t r = 0; r < rows; ++r) {
    if (kept >= 0) {
      bool begun = false, ended = false;
      for (int32_t q = kept + 1; q <= r; ++q) {
        begun |= begins[q] > 0;
        ended |= ends[q] > 0;
      }
      if (!begun && kernel.slack[r] >= kernel.slack[kept]) {
        binds[r] = 0;
        continue;
      }
      if (!ended && kernel.slack[kept] >= kernel.slack[r])
        binds[kept] = 0;
    }
    kept = r;
  }
  renumber();
}

namespace {

// Usage of one node before it is bound to rows: bytes per label over a time interval.
struct TimedSpan {
  int32_t node;
  LiveInterval interval;
  std::vector<Bytes> bytes;
};

std::vector<LiveInterval> unionOf(std::vector<LiveInterval> intervals) {
  std::sort(intervals.begin(), intervals.end(),
            [](const LiveInterval &x, const LiveInterval &y) { return x.begin < y.begin; });
  std::vector<LiveInterval> joined;
  for (const LiveInterval &next : intervals) {
    if (next.begin >= next.end)
      continue;
    if (!joined.empty() && next.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, next.end);
    else
      joined.push_back(next);
  }
  return joined;
}

// Colocations, in-place choices and extra usages become plain spans.
std::vector<TimedSpan> timedSpans(const LayoutChoice &problem) {
  size_t count = problem.numNodes();
  std::vector<std::vector<LiveInterval>> followers(count);
  std::vector<char> follows(count, 0);
  for (const LayoutChoice::Colocation &pair : problem.colocations) {
    followers[pair.leader].push_back(problem.nodes[pair.follower].live);
    follows[pair.follower] = 1;
  }
  std::vector<std::vector<LayoutChoice::InPlace>> places(count);
  for (const LayoutChoice::InPlace &place : problem.inPlaces)
    places[place.node].push_back(place);
  std::vector<TimedSpan> spans;
  for (size_t i = 0; i < count; ++i) {
    bool isNeverLive = problem.nodes[i].live.begin >= problem.nodes[i].live.end && followers[i].empty();
    if (follows[i] || isNeverLive)
      continue;
    std::span<const Bytes> bytes = problem.bytesOf(static_cast<int32_t>(i));
    followers[i].push_back(problem.nodes[i].live);
    for (const LiveInterval &interval : unionOf(followers[i])) {
      std::vector<int64_t> cuts{interval.begin, interval.end};
      for (const LayoutChoice::InPlace &place : places[i]) {
        int64_t end = problem.nodes[place.donor].live.end;
        if (interval.begin < end && end < interval.end)
          cuts.push_back(end);
      }
      std::sort(cuts.begin(), cuts.end());
      for (size_t c = 0; c + 1 < cuts.size(); ++c) {
        if (cuts[c] == cuts[c + 1])
          continue;
        TimedSpan span{static_cast<int32_t>(i), {cuts[c], cuts[c + 1]}, {bytes.begin(), bytes.end()}};
        for (const LayoutChoice::InPlace &place : places[i])
          if (cuts[c] < problem.nodes[place.donor].live.end)
            span.bytes[place.candidate] = 0;
        spans.push_back(std::move(span));
      }
    }
  }
  // Candidates of one node that use a like interval share a span: one each would take labels squared.
  std::map<std::tuple<int32_t, int64_t, int64_t>, size_t> spanOf;
  size_t last = spans.size(); // those of one node mostly stand one behind the other
  for (const LayoutChoice::ExtraUsage &extra : problem.extraUsages) {
    if (extra.interval.begin >= extra.interval.end || extra.bytes == 0)
      continue;
    if (last == spans.size() || spans[last].node != extra.node || spans[last].interval != extra.interval) {
      auto [place, isNew] = spanOf.try_emplace({extra.node, extra.interval.begin, extra.interval.end}, spans.size());
      if (isNew)
        spans.push_back({extra.node, extra.interval, std::vector<Bytes>(problem.numCandidates(extra.node), 0)});
      last = place->second;
    }
    spans[last].bytes[extra.candidate] += extra.bytes;
  }
  return spans;
}

// Times of the maximal live sets.
std::vector<int64_t> maximalTimes(const std::vector<TimedSpan> &spans) {
  std::vector<std::pair<int64_t, int>> events; // ends (0) before begins (1)
  for (const TimedSpan &span : spans) {
    events.emplace_back(span.interval.begin, 1);
    events.emplace_back(span.interval.end, 0);
  }
  std::sort(events.begin(), events.end());
  std::vector<int64_t> times;
  bool begun = false;
  int64_t last = 0;
  for (const auto &[time, begins] : events) {
    if (begins) {
      begun = true;
      last = time;
    } else if (begun) {
      times.push_back(last);
      begun = false;
    }
  }
  return times;
}

// LC-V5 as infinite pairs.
void addInPlaceConflicts(const LayoutChoice &problem, Kernel &kernel) {
  for (const LayoutChoice::InPlace &place : problem.inPlaces) {
    std::vector<Cost> costs;
    std::span<const Bytes> own = problem.bytesOf(place.node), donated = problem.bytesOf(place.donor);
    for (int32_t s : kernel.nodes[place.node].labels)
      for (int32_t t : kernel.nodes[place.donor].labels)
        costs.push_back(s == place.candidate && donated[t] < own[s] ? infiniteCost : 0);
    kernel.addToEdge(place.node, place.donor, std::move(costs));
  }
}

// Which candidates of each node have a finite cost. Nodes that keep the same ones have the same mask.
struct FiniteCandidates {
  std::map<std::vector<char>, int32_t> numbers;
  std::vector<const std::vector<char> *> masks; // per node
  std::vector<int32_t> numberOf;                // per node, of its mask

  explicit FiniteCandidates(const LayoutChoice &problem) {
    std::vector<char> mask;
    for (int32_t i = 0; i < static_cast<int32_t>(problem.numNodes()); ++i) {
      mask.clear();
      for (Cost cost : problem.costsOf(i))
        mask.push_back(!isInfinite(cost));
      auto known = numbers.try_emplace(mask, static_cast<int32_t>(numbers.size())).first;
      masks.push_back(&known->first);
      numberOf.push_back(known->second);
    }
  }
};

void addNodes(const LayoutChoice &problem, const FiniteCandidates &finite, Kernel &kernel) {
  kernel.nodes.resize(problem.numNodes());
  for (size_t i = 0; i < kernel.nodes.size(); ++i) {
    KernelNode &node = kernel.nodes[i];
    std::span<const Cost> costs = problem.costsOf(static_cast<int32_t>(i));
    node.unary.assign(costs.begin(), costs.end());
    node.labels.resize(costs.size());
    std::iota(node.labels.begin(), node.labels.end(), 0);
    keepOnly(node.labels, *finite.masks[i]);
    keepOnly(node.unary, *finite.masks[i]);
    if (node.labels.empty())
      kernel.infeasible = true;
  }
}

void addSpans(const LayoutChoice &problem, const FiniteCandidates &finite, Kernel &kernel) {
  std::vector<TimedSpan> spans = timedSpans(problem);
  kernel.rowTimes = maximalTimes(spans);
  kernel.slack.assign(kernel.rowTimes.size(), problem.capacity);
  auto row = [&times = kernel.rowTimes](int64_t time) {
    return static_cast<int32_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
  };
  for (TimedSpan &span : spans) {
    keepOnly(span.bytes, *finite.masks[span.node]);
    kernel.nodes[span.node].spans.push_back({row(span.interval.begin), row(span.interval.end), std::move(span.bytes)});
  }
}

// Parallel edges are joined; sorting by pair avoids a search per edge at high-degree nodes.
void addEdges(const LayoutChoice &problem, const FiniteCandidates &finite, Kernel &kernel) {
  std::vector<int32_t> order(problem.edges.size());
  std::iota(order.begin(), order.end(), 0);
  auto pairOf = [&](int32_t e) {
    std::pair<int32_t, int32_t> ends = std::minmax(problem.edges[e].a, problem.edges[e].b);
    return ends;
  };
  std::sort(order.begin(), order.end(),
            [&](int32_t x, int32_t y) { return std::make_pair(pairOf(x), x) < std::make_pair(pairOf(y), y); });
  std::map<std::tuple<size_t, int32_t, int32_t>, EdgeCosts> tables; // by place in the problem and what is kept
  for (size_t k = 0; k < order.size(); ++k) {
    const LayoutChoice::Edge &edge = problem.edges[order[k]];
    auto kept = [&] {
      return keptEntries(problem.costsOfEdge(order[k]), *finite.masks[edge.a], *finite.masks[edge.b]);
    };
    if (k > 0 && pairOf(order[k]) == pairOf(order[k - 1])) {
      kernel.addToEdge(edge.a, edge.b, kept());
      continue;
    }
    auto [table, isNew] = tables.try_emplace({edge.firstEntry, finite.numberOf[edge.a], finite.numberOf[edge.b]});
    if (isNew)
      table->second = kept();
    int32_t index = static_cast<int32_t>(kernel.edges.size());
    kernel.edges.push_back({true, edge.a, edge.b, table->second});
    kernel.nodes[edge.a].edges.push_back(index);
    kernel.nodes[edge.b].edges.push_back(index);
  }
}

} // namespace

Kernel layout::buildKernel(const LayoutChoice &problem) {
  Kernel kernel;
  FiniteCandidates finite(problem);
  addNodes(problem, finite, kernel);
  addSpans(problem, finite, kernel);
  addEdges(problem, finite, kernel);
  addInPlaceConflicts(problem, kernel);
  for (KernelNode &node : kernel.nodes) {
    std::sort(node.spans.begin(), node.spans.end(), [](const Span &x, const Span &y) { return x.begin < y.begin; });
    normaliseSpans(kernel, node);
  }
  return kernel;
}
