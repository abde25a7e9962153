//===- Presolve.cpp - Smaller problems with the same optimum ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Presolve.h"
#include "LabelRows.h"
#include "RangeMinimum.h"

#include "alcove/Base/Support/Random.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

// Dominance compares all pairs of labels over all neighbours; at high-degree nodes that is left out.
constexpr uint64_t dominanceWork = 20'000'000;

class Presolver {
public:
  Presolver(Kernel &kernel, const PresolveOptions &options, PresolveCounts &counts, uint64_t &work,
            const Deadline *deadline)
      : kernel(kernel), options(options), counts(counts), work(work), deadline(deadline),
        dirtyNode(kernel.nodes.size(), 1), dirtyEdge(kernel.edges.size(), 1), edgeDone(kernel.edges.size(), 0) {
    kernel.edges.reserve(2 * kernel.edges.size());
  }

  void run() {
    bool changed = true;
    while (changed && !kernel.infeasible && !late()) {
      ++counts.rounds;
      changed = false;
      if (options.arc)
        changed |= arcConsistency();
      dropSlackRows(kernel);
      if (kernel.infeasible)
        return;
      if (options.capacity || options.conflict)
        changed |= capacityRules();
      for (int32_t i = 0; i < static_cast<int32_t>(kernel.nodes.size()) && !kernel.infeasible; ++i) {
        if (!kernel.nodes[i].alive || !dirtyNode[i])
          continue;
        if (late())
          break;
        dirtyNode[i] = 0;
        changed |= node(i);
      }
    }
    if (late())
      dropSlackRows(kernel); // searches count on rows that are not negative
  }

private:
  static constexpr char notASum = 4;
  bool late() const { return passed(deadline); }
  void growEdgeFlags() {
    dirtyEdge.resize(kernel.edges.size(), 1);
    edgeDone.resize(kernel.edges.size(), 0);
    edgeStamp.resize(kernel.edges.size(), 0);
  }
  void touchEdge(int32_t e) {
    growEdgeFlags();
    dirtyEdge[e] = 1;
    edgeDone[e] = 0;
    edgeStamp[e] = 0;
    dirtyNode[kernel.edges[e].a] = dirtyNode[kernel.edges[e].b] = 1;
  }
  void touchNode(int32_t i) {
    dirtyNode[i] = 1;
    for (int32_t e : kernel.nodes[i].edges)
      touchEdge(e);
  }
  void remove(int32_t i, const std::vector<char> &keep) {
    kernel.keepLabels(i, keep);
    touchNode(i);
  }

  bool arcConsistency() {
    bool changed = false;
    // New marks appear behind the scan and before it; repeat until a scan finds nothing.
    for (bool again = true; again && !kernel.infeasible;) {
      again = false;
      growEdgeFlags();
      for (size_t e = 0; e < kernel.edges.size() && !kernel.infeasible; ++e) {
        if (!kernel.edges[e].alive || !dirtyEdge[e])
          continue;
        if (e % 64 == 0 && late())
          return changed;
        dirtyEdge[e] = 0;
        again |= arcsOf(static_cast<int32_t>(e));
      }
      changed |= again;
    }
    return changed;
  }

  bool arcsOf(int32_t e) {
    int32_t a = kernel.edges[e].a, b = kernel.edges[e].b;
    size_t rows = kernel.nodes[a].size(), columns = kernel.nodes[b].size();
    const std::vector<Cost> &costs = kernel.edges[e].costs.read();
    work += costs.size();
    std::vector<char> rowAlive(rows, 0), columnAlive(columns, 0);
    for (size_t s = 0; s < rows; ++s)
      for (size_t t = 0; t < columns; ++t)
        if (!isInfinite(costs[s * columns + t]))
          rowAlive[s] = columnAlive[t] = 1;
    bool changed = removeDead(a, rowAlive, ProofStep::Kind::Arc, counts.arcs);
    return removeDead(b, columnAlive, ProofStep::Kind::Arc, counts.arcs) || changed;
  }

  bool removeDead(int32_t i, const std::vector<char> &keep, ProofStep::Kind kind, size_t &count) {
    bool any = false;
    for (size_t s = 0; s < keep.size(); ++s)
      if (!keep[s]) {
        kernel.log.push_back({kind, i, kernel.nodes[i].labels[s]});
        ++count;
        any = true;
      }
    if (any)
      remove(i, keep);
    return any;
  }

  // The slack is taken once, at the start: what is removed below only lowers it, and the checker does the same.
  bool capacityRules() {
    RangeMinimum slack(kernel.slack);
    bool changed = false;
    std::vector<std::pair<int32_t, std::vector<char>>> removals;
    if (options.capacity)
      for (size_t i = 0; i < kernel.nodes.size(); ++i) {
        const KernelNode &node = kernel.nodes[i];
        if (!node.alive || node.spans.empty())
          continue;
        std::vector<char> keep(node.labels.size(), 1);
        bool all = true;
        for (const Span &span : node.spans) {
          Bytes limit = slack.least(span.begin, span.end);
          for (size_t s = 0; s < keep.size(); ++s)
            if (span.bytes[s] > limit)
              all = keep[s] = 0;
        }
        if (!all)
          removals.emplace_back(static_cast<int32_t>(i), std::move(keep));
      }
    for (auto &[i, keep] : removals)
      changed |= removeDead(i, keep, ProofStep::Kind::Capacity, counts.capacities);
    if (!removals.empty() || kernel.infeasible || !options.conflict)
      return changed; // the pairs wait for the tighter slack of the next round
    for (size_t e = 0; e < kernel.edges.size() && !(e % 64 == 0 && late()); ++e)
      if (kernel.edges[e].alive)
        changed |= conflictsOf(static_cast<int32_t>(e), slack);
    return changed;
  }

  /// Spans of the two nodes of an edge that meet, and whose largest labels do not fit together.
  struct Meeting {
    const Span *first, *second;
    Bytes limit, most; ///< of both, of the second alone
  };

  bool conflictsOf(int32_t e, const RangeMinimum &slack) {
    KernelEdge &edge = kernel.edges[e];
    const KernelNode &a = kernel.nodes[edge.a], &b = kernel.nodes[edge.b];
    meetings.clear();
    uint64_t stamp = 1;
    for (size_t k = 0, l = 0; k < a.spans.size() && l < b.spans.size();) {
      const Span &x = a.spans[k], &y = b.spans[l];
      int32_t begin = std::max(x.begin, y.begin), end = std::min(x.end, y.end);
      ++(x.end <= y.end ? k : l);
      if (begin >= end)
        continue;
      Bytes limit = slack.least(begin, end), most = *std::ranges::max_element(y.bytes);
      work += 1;
      if (*std::ranges::max_element(x.bytes) + most <= limit)
        continue;
      work += edge.costs.size();
      meetings.push_back({&x, &y, limit, most});
      stamp = mix64(stamp ^ static_cast<uint64_t>(limit));
      for (const Span *span : {&x, &y})
        for (Bytes bytes : span->bytes)
          stamp = mix64(stamp ^ static_cast<uint64_t>(bytes));
    }
    growEdgeFlags();
    // Rounds come back to edges around which nothing has changed. (Were two stamps equal by chance, entries would stay
    // that no choice within the capacities has.)
    if (edgeStamp[e] == stamp)
      return false;
    edgeStamp[e] = stamp;
    bool changed = false;
    for (const Meeting &meeting : meetings)
      changed |= excludeClashes(edge, meeting);
    if (changed) {
      kernel.log.push_back({ProofStep::Kind::Conflict, edge.a, edge.b});
      touchEdge(e);
    }
    return changed;
  }

  bool excludeClashes(KernelEdge &edge, const Meeting &meeting) {
    const std::vector<Bytes> &first = meeting.first->bytes, &second = meeting.second->bytes;
    bool changed = false;
    for (size_t s = 0; s < first.size(); ++s) {
      if (first[s] + meeting.most <= meeting.limit)
        continue;
      for (size_t t = 0; t < second.size(); ++t)
        if (size_t entry = s * second.size() + t;
            first[s] + second[t] > meeting.limit && !isInfinite(edge.costs[entry])) {
          edge.costs.change()[entry] = infiniteCost;
          ++counts.conflicts;
          changed = true;
        }
    }
    return changed;
  }

  // Rules around one node; true when something changed. The node may be gone afterwards.
  bool node(int32_t i) {
    bool changed = false;
    if (options.separable)
      changed |= separableEdges(i);
    if (options.eliminate && eliminate(i))
      return true;
    if (options.contract && contractInto(i))
      changed = true;
    if (options.dominate)
      changed |= dominance(i);
    return changed;
  }

  bool separableEdges(int32_t i) {
    bool changed = false;
    std::vector<int32_t> list = kernel.nodes[i].edges;
    growEdgeFlags();
    for (int32_t e : list) {
      KernelEdge &edge = kernel.edges[e];
      size_t rows = kernel.nodes[edge.a].size(), columns = kernel.nodes[edge.b].size();
      if (rows == 0 || columns == 0 || (edgeDone[e] & notASum))
        continue;
      if (!isSum(edge.costs.read(), rows, columns)) {
        edgeDone[e] |= notASum;
        continue;
      }
      if (!staysFinite(edge.costs.read()))
        continue;
      for (size_t s = 0; s < rows; ++s)
        kernel.nodes[edge.a].unary[s] += edge.costs[s * columns];
      for (size_t t = 0; t < columns; ++t)
        kernel.nodes[edge.b].unary[t] += edge.costs[t] - edge.costs[0];
      kernel.log.push_back({ProofStep::Kind::Separable, edge.a, edge.b});
      dirtyNode[edge.a] = dirtyNode[edge.b] = 1;
      kernel.removeEdge(e);
      ++counts.separables;
      changed = true;
    }
    return changed;
  }

  // f(s) = cost(s, 0) and g(t) = cost(0, t) - cost(0, 0) together are at most three times as great as the costs.
  bool staysFinite(const std::vector<Cost> &costs) {
    auto [least, most] = std::minmax_element(costs.begin(), costs.end());
    Cost more = 2 * std::max(std::abs(*least), std::abs(*most));
    if (more >= infiniteCost - kernel.magnitude)
      return false;
    kernel.magnitude += more;
    return true;
  }

  bool isSum(const std::vector<Cost> &costs, size_t rows, size_t columns) {
    for (size_t s = 0; s < rows; ++s) {
      Cost offset = costs[s * columns] - costs[0];
      for (size_t t = 0; t < columns; ++t) {
        Cost cost = costs[s * columns + t];
        if (isInfinite(cost) || isInfinite(costs[t]) || cost - costs[t] != offset) {
          work += s * columns + t;
          return false;
        }
      }
    }
    work += costs.size();
    return true;
  }

  // A node whose choice costs no bytes: minimise it out.
  bool eliminate(int32_t j) {
    KernelNode &node = kernel.nodes[j];
    if (!node.spans.empty() || node.labels.empty())
      return false;
    if (node.size() == 1)
      return eliminateFixed(j);
    if (node.edges.size() > 2)
      return false;
    if (node.edges.size() == 2)
      return eliminateBetween(j);
    Postsolve postsolve{j, -1, -1, {}, {}, {}};
    if (node.edges.empty()) {
      size_t best = std::min_element(node.unary.begin(), node.unary.end()) - node.unary.begin();
      kernel.constant += node.unary[best];
      postsolve.answer = {node.labels[best]};
    } else {
      int32_t e = node.edges[0];
      const KernelEdge &edge = kernel.edges[e];
      postsolve.first = edge.other(j);
      KernelNode &next = kernel.nodes[postsolve.first];
      postsolve.firstLabels = next.labels;
      std::vector<char> keep(next.labels.size(), 1);
      work += edge.costs.size();
      for (int32_t s = 0; s < next.size(); ++s) {
        Cost best = infiniteCost;
        int32_t answer = 0;
        for (int32_t t = 0; t < node.size(); ++t) {
          Cost cost = addCosts(node.unary[t], kernel.edgeCost(edge, j, t, s));
          if (cost < best) {
            best = cost;
            answer = t;
          }
        }
        if (isInfinite(best))
          keep[s] = 0;
        else
          next.unary[s] += best;
        postsolve.answer.push_back(node.labels[answer]);
      }
      // Without arc consistency (a switch) a label may have no partner.
      removeDead(postsolve.first, keep, ProofStep::Kind::Arc, counts.arcs);
      kernel.removeEdge(e);
      dirtyNode[postsolve.first] = 1;
    }
    finishElimination(j, std::move(postsolve));
    return true;
  }

  void finishElimination(int32_t j, Postsolve postsolve) {
    kernel.log.push_back({ProofStep::Kind::Eliminate, j});
    kernel.postsolves.push_back(std::move(postsolve));
    kernel.nodes[j].alive = false;
    ++counts.eliminations;
  }

  bool eliminateFixed(int32_t j) {
    KernelNode &node = kernel.nodes[j];
    std::vector<int32_t> list = node.edges;
    for (int32_t e : list) {
      int32_t i = kernel.edges[e].other(j);
      std::vector<char> keep(kernel.nodes[i].labels.size(), 1);
      for (int32_t s = 0; s < kernel.nodes[i].size(); ++s) {
        Cost cost = kernel.edgeCost(kernel.edges[e], j, 0, s);
        if (isInfinite(cost))
          keep[s] = 0;
        else
          kernel.nodes[i].unary[s] += cost;
      }
      work += keep.size();
      removeDead(i, keep, ProofStep::Kind::Arc, counts.arcs);
      kernel.removeEdge(e);
      dirtyNode[i] = 1;
    }
    kernel.constant += node.unary[0];
    finishElimination(j, Postsolve{j, -1, -1, {}, {}, {node.labels[0]}});
    return true;
  }

  bool eliminateBetween(int32_t j) {
    const KernelNode &node = kernel.nodes[j];
    int32_t ei = node.edges[0], ek = node.edges[1];
    int32_t i = kernel.edges[ei].other(j), k = kernel.edges[ek].other(j);
    size_t rows = kernel.nodes[i].size(), columns = kernel.nodes[k].size(), own = node.labels.size();
    bool present = kernel.findEdge(i, k) >= 0;
    if (rows * columns * own > 50'000'000 || (!present && rows * columns > 2 * own * (rows + columns) + 64))
      return false;
    Postsolve postsolve{j, i, k, kernel.nodes[i].labels, kernel.nodes[k].labels, {}};
    work += rows * columns * own;
    const Between &through = between(j, ei, ek, rows, columns);
    postsolve.answer.reserve(rows * columns);
    for (int32_t t : through.answer)
      postsolve.answer.push_back(node.labels[t]);
    kernel.removeEdge(ei);
    kernel.removeEdge(ek);
    touchEdge(kernel.addToEdge(i, k, through.costs));
    finishElimination(j, std::move(postsolve));
    return true;
  }

  /// What an eliminated node leaves between its two neighbours.
  struct Between {
    EdgeCosts costs;
    std::vector<int32_t> answer;           ///< places in the labels of the node
    EdgeCosts ofFirst = {}, ofSecond = {}; ///< held, so that their identity is not given to others
  };

  /// Nodes of identical operations share the answer.
  const Between &between(int32_t j, int32_t ei, int32_t ek, size_t rows, size_t columns) {
    const KernelEdge &first = kernel.edges[ei], &second = kernel.edges[ek];
    if (!first.costs.isShared() || !second.costs.isShared())
      return betweenOnce = findBetween(j, ei, ek, rows, columns);
    NodeShape shape{
        kernel.nodes[j].unary, {}, {{first.costs.identity(), first.a == j}, {second.costs.identity(), second.a == j}}};
    auto [known, isNew] = betweenByShape.try_emplace(std::move(shape));
    if (isNew) {
      known->second = findBetween(j, ei, ek, rows, columns);
      known->second.ofFirst = first.costs;
      known->second.ofSecond = second.costs;
    }
    return known->second;
  }

  Between findBetween(int32_t j, int32_t ei, int32_t ek, size_t rows, size_t columns) const {
    const KernelNode &node = kernel.nodes[j];
    std::vector<Cost> costs(rows * columns, infiniteCost);
    std::vector<int32_t> answers(rows * columns, 0);
    const std::vector<Cost> rowsOfSecond = eliminationRows(ek, j, columns);
    for (size_t s = 0; s < rows; ++s) {
      Cost *best = costs.data() + s * columns;
      int32_t *answer = answers.data() + s * columns;
      for (int32_t t = 0; t < node.size(); ++t) {
        Cost first = addCosts(kernel.edgeCost(kernel.edges[ei], j, t, s), node.unary[t]);
        if (isInfinite(first))
          continue;
        const Cost *second = rowsOfSecond.data() + t * columns;
        for (size_t u = 0; u < columns; ++u)
          if (first + second[u] < best[u]) {
            best[u] = first + second[u];
            answer[u] = t;
          }
      }
    }
    return {std::move(costs), std::move(answers)};
  }

  /// The costs of edge e, a row for each label of j. Infinite ones stay so with any finite cost added.
  std::vector<Cost> eliminationRows(int32_t e, int32_t j, size_t columns) const {
    const KernelEdge &edge = kernel.edges[e];
    const std::vector<Cost> &costs = edge.costs.read();
    std::vector<Cost> rows(costs.size());
    size_t own = kernel.nodes[j].labels.size();
    for (size_t t = 0; t < own; ++t)
      for (size_t u = 0; u < columns; ++u) {
        Cost cost = edge.a == j ? costs[t * columns + u] : costs[u * own + t];
        rows[t * columns + u] = isInfinite(cost) ? 2 * infiniteCost : cost;
      }
    return rows;
  }

  // Merges the neighbours that i's label decides.
  bool contractInto(int32_t i) {
    bool any = false;
    for (size_t k = 0; k < kernel.nodes[i].edges.size();) {
      int32_t e = kernel.nodes[i].edges[k];
      const KernelEdge &edge = kernel.edges[e];
      int32_t j = edge.other(i);
      growEdgeFlags();
      char side = edge.a == i ? 1 : 2;
      std::vector<int32_t> image;
      if ((edgeDone[e] & side) || !isFunction(edge, i, image)) {
        edgeDone[e] |= side;
        ++k;
      } else if (!worthContracting(i, j)) {
        ++k;
      } else {
        contract(i, j, e, image); // the list shrinks here and may grow at its end
        any = true;
      }
    }
    return any;
  }

  bool isFunction(const KernelEdge &edge, int32_t i, std::vector<int32_t> &image) {
    int32_t j = edge.other(i), partners = kernel.nodes[j].size();
    // Every label of j has a partner, so a function needs at least as many labels at i.
    if (kernel.nodes[i].size() < partners)
      return false;
    for (int32_t s = 0; s < kernel.nodes[i].size(); ++s) {
      int32_t only = -1;
      for (int32_t t = 0; t < partners; ++t) {
        if (isInfinite(kernel.edgeCost(edge, i, s, t)))
          continue;
        if (only >= 0)
          return false;
        only = t;
      }
      work += partners;
      if (only < 0)
        return false;
      image.push_back(only);
    }
    return true;
  }

  /// The entries of j's edges grow by half at most. What both are beside is counted from the one that is beside fewer:
  /// either may be beside thousands.
  bool worthContracting(int32_t i, int32_t j) const {
    size_t wide = kernel.nodes[i].size(), narrow = kernel.nodes[j].size(), stays = wide, beside = 0;
    if (2 * wide <= 3 * narrow)
      return true;
    bool fromI = kernel.nodes[i].edges.size() <= kernel.nodes[j].edges.size();
    int32_t from = fromI ? i : j, to = fromI ? j : i;
    for (int32_t e : kernel.nodes[from].edges)
      if (int32_t k = kernel.edges[e].other(from); k != to && kernel.findEdge(to, k) >= 0)
        stays += kernel.nodes[k].size();
    for (int32_t e : kernel.nodes[j].edges) {
      beside += kernel.nodes[kernel.edges[e].other(j)].size();
      size_t before = narrow * beside;
      if (wide * beside > wide * stays + before + before / 2 + 64)
        return false;
    }
    return true;
  }

  void contract(int32_t i, int32_t j, int32_t e, const std::vector<int32_t> &image) {
    Postsolve postsolve{j, i, -1, kernel.nodes[i].labels, {}, {}};
    for (int32_t s = 0; s < kernel.nodes[i].size(); ++s) {
      kernel.nodes[i].unary[s] += kernel.nodes[j].unary[image[s]] + kernel.edgeCost(kernel.edges[e], i, s, image[s]);
      postsolve.answer.push_back(kernel.nodes[j].labels[image[s]]);
    }
    kernel.removeEdge(e);
    std::vector<int32_t> list = kernel.nodes[j].edges;
    for (int32_t f : list) {
      int32_t k = kernel.edges[f].other(j), columns = kernel.nodes[k].size();
      std::vector<Cost> costs;
      costs.reserve(image.size() * columns);
      for (int32_t t : image)
        for (int32_t u = 0; u < columns; ++u)
          costs.push_back(kernel.edgeCost(kernel.edges[f], j, t, u));
      work += costs.size();
      kernel.removeEdge(f);
      touchEdge(kernel.addToEdge(i, k, costs));
    }
    std::vector<Span> spans;
    for (const Span &span : kernel.nodes[j].spans) {
      Span &moved = spans.emplace_back(span.begin, span.end, std::vector<Bytes>());
      for (int32_t t : image)
        moved.bytes.push_back(span.bytes[t]);
    }
    mergeSpans(kernel, kernel.nodes[i], std::move(spans));
    kernel.log.push_back({ProofStep::Kind::Contract, j, i});
    kernel.postsolves.push_back(std::move(postsolve));
    kernel.nodes[j].alive = false;
    kernel.nodes[j].spans.clear();
    ++counts.contractions;
    dirtyNode[i] = 1;
  }

  bool dominance(int32_t i) {
    const KernelNode &node = kernel.nodes[i];
    uint64_t neighbours = 1;
    for (int32_t e : node.edges)
      neighbours += kernel.nodes[kernel.edges[e].other(i)].size();
    uint64_t cost = neighbours * node.size() * node.size();
    if (node.size() < 2 || cost > dominanceWork)
      return false;
    work += cost;
    std::vector<char> keep(node.labels.size(), 1);
    const std::vector<std::pair<int32_t, int32_t>> pairs = dominatedLabels(i);
    for (auto [s, t] : pairs) {
      keep[s] = 0;
      kernel.log.push_back({ProofStep::Kind::Dominated, i, node.labels[s], node.labels[t]});
      ++counts.dominated;
    }
    if (!pairs.empty())
      remove(i, keep);
    return !pairs.empty();
  }

  /// Pairs of a label of i and the one that dominates it. Nodes of identical operations share the answer.
  std::vector<std::pair<int32_t, int32_t>> dominatedLabels(int32_t i) {
    const KernelNode &node = kernel.nodes[i];
    bool repeats = std::ranges::all_of(node.edges, [&](int32_t e) { return kernel.edges[e].costs.isShared(); });
    if (!repeats)
      return findDominated(i);
    NodeShape shape{node.unary, {}, {}};
    std::vector<EdgeCosts> tables;
    for (const Span &span : node.spans)
      shape.bytes.push_back(span.bytes);
    for (int32_t e : node.edges) {
      shape.tables.emplace_back(kernel.edges[e].costs.identity(), kernel.edges[e].a == i);
      tables.push_back(kernel.edges[e].costs);
    }
    auto [known, isNew] = dominatedByShape.try_emplace(std::move(shape));
    if (isNew)
      known->second = {findDominated(i), std::move(tables)};
    return known->second.first;
  }

  std::vector<std::pair<int32_t, int32_t>> findDominated(int32_t i) const {
    const KernelNode &node = kernel.nodes[i];
    LabelRows rows(kernel, i);
    std::vector<char> keep(node.labels.size(), 1);
    std::vector<std::pair<int32_t, int32_t>> pairs;
    for (int32_t s = 0; s < node.size(); ++s)
      for (int32_t t = 0; t < node.size(); ++t)
        if (s != t && keep[t] && rows.dominates(t, s)) {
          keep[s] = 0;
          pairs.emplace_back(s, t);
          break;
        }
    return pairs;
  }

  /// All that dominance between the labels of a node depends on; without bytes, what its elimination leaves.
  struct NodeShape {
    std::vector<Cost> unary;
    std::vector<std::vector<Bytes>> bytes;             ///< per span
    std::vector<std::pair<const void *, bool>> tables; ///< per edge: its costs, and whether the node is its a
    auto operator<=>(const NodeShape &) const = default;
  };
  std::map<NodeShape, Between> betweenByShape;
  Between betweenOnce; ///< of a node like no other
  /// With the tables, whose identity must not be given to others.
  std::map<NodeShape, std::pair<std::vector<std::pair<int32_t, int32_t>>, std::vector<EdgeCosts>>> dominatedByShape;

  Kernel &kernel;
  const PresolveOptions &options;
  PresolveCounts &counts;
  uint64_t &work;
  const Deadline *deadline;
  std::vector<char> dirtyNode, dirtyEdge;
  std::vector<Meeting> meetings;   ///< of the edge at hand
  std::vector<uint64_t> edgeStamp; ///< of the limits and bytes among which an edge has no clash; 0: not known
  std::vector<char> edgeDone;      ///< bits 1, 2: edge known not to be a function of its node a, b; 4: nor a sum
};

} // namespace

void layout::presolve(Kernel &kernel, const PresolveOptions &options, PresolveCounts &counts, uint64_t &work,
                      const Deadline *deadline) {
  Presolver(kernel, options, counts, work, deadline).run();
  kernel.cutTables.clear();
}
