//===- Model.h - A kernel in flat arrays ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the dual ascent and the searches read; built once per kernel, never changed. Nodes are numbered in schedule
// order, so "earlier" and "later" are comparisons of numbers.
//
//   node        0           1        2            labels of node n: [labelBegin[n], labelBegin[n+1])
//   labels    | a b c |    | d e |  | f g h i |
//   edge e joins u < v; entry (s, t) at costBegin[e] + s * size(v) + t; its potentials towards u start at
//   potBegin[e], those towards v behind them.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_MODEL_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_MODEL_H

#include "Kernel.h"

#include <algorithm>
#include <span>

namespace alcove::plan::layout {

struct Model {
  struct Edge {
    int32_t u, v;
    size_t costBegin;
    size_t potBegin;
  };
  struct Adjacent {
    int32_t edge, other;
  };
  struct Usage {
    int32_t begin, end; ///< rows
    size_t bytesBegin;  ///< bytes of the node's labels
  };

  std::vector<int32_t> kernelNode; ///< the kernel's number of every node
  std::vector<int32_t> labelBegin;
  std::vector<Cost> unary;
  std::vector<Edge> edges;
  std::vector<Cost> costs;
  std::vector<int32_t> adjacentBegin; ///< neighbours of node n, ascending; those before earlierEnd[n] are < n
  std::vector<int32_t> earlierEnd;
  std::vector<Adjacent> adjacents;
  std::vector<int32_t> usageBegin;
  std::vector<Usage> usages;
  std::vector<Bytes> bytes;
  std::vector<Bytes> slack;
  size_t numPotentials = 0;
  Cost constant = 0;

  int32_t numNodes() const { return static_cast<int32_t>(kernelNode.size()); }
  int32_t numRows() const { return static_cast<int32_t>(slack.size()); }
  int32_t size(int32_t node) const { return labelBegin[node + 1] - labelBegin[node]; }
  std::span<const Adjacent> neighbours(int32_t node) const {
    return {adjacents.data() + adjacentBegin[node], static_cast<size_t>(adjacentBegin[node + 1] - adjacentBegin[node])};
  }
  std::span<const Adjacent> earlier(int32_t node) const {
    return {adjacents.data() + adjacentBegin[node], static_cast<size_t>(earlierEnd[node] - adjacentBegin[node])};
  }
  std::span<const Adjacent> later(int32_t node) const {
    return {adjacents.data() + earlierEnd[node], static_cast<size_t>(adjacentBegin[node + 1] - earlierEnd[node])};
  }
  std::span<const Usage> usagesOf(int32_t node) const {
    return {usages.data() + usageBegin[node], static_cast<size_t>(usageBegin[node + 1] - usageBegin[node])};
  }
  /// Where the entries of label s of `node` on the edge begin, and how far they are apart.
  const Cost *row(const Adjacent &adjacent, int32_t node, int32_t s, size_t &stride) const {
    const Edge &edge = edges[adjacent.edge];
    size_t columns = static_cast<size_t>(size(edge.v));
    stride = edge.u == node ? 1 : columns;
    return costs.data() + edge.costBegin + (edge.u == node ? s * columns : static_cast<size_t>(s));
  }
  Cost pairCost(int32_t edge, int32_t s, int32_t t) const {
    return costs[edges[edge].costBegin + static_cast<size_t>(s) * size(edges[edge].v) + t];
  }
  /// First potential of the edge towards `node`.
  size_t potential(int32_t edge, int32_t node) const {
    return edges[edge].potBegin + (edges[edge].u == node ? 0 : static_cast<size_t>(size(edges[edge].u)));
  }
  /// Nodes that much of the schedule reads (rope tables, masks): while one is undecided no stretch of the schedule can
  /// be judged by itself. Where thousands are live at once, also a node that a sixteenth of all hang on: prices mix its
  /// labels, each with all that go with it.
  bool isHighDegree(int32_t node) const {
    std::span<const Adjacent> near = neighbours(node);
    return near.size() >= 16 && (near.back().other - near.front().other > numNodes() / 2 ||
                                 (near.size() >= std::max<size_t>(256, numNodes() / 16) && isWide()));
  }
  /// Whether a few high-degree nodes are undecided, so few that deciding them first is possible (IOPDDL M has 168).
  bool hasOpenHighDegree() const {
    constexpr int mostHighDegree = 8;
    int open = 0;
    for (int32_t n = 0; n < numNodes(); ++n)
      open += size(n) > 1 && isHighDegree(n);
    return open > 0 && open <= mostHighDegree;
  }
  /// Whether so many nodes are live at once that a search along the schedule is out of the question: it copies a label
  /// of each, from node to node, in a thousand states or more.
  bool isWide() const {
    constexpr double mostLabels = 3e7;
    double held = 0;
    for (const Usage &usage : usages)
      held += usage.end - usage.begin;
    return held * numNodes() > mostLabels * static_cast<double>(slack.size());
  }
  /// Cost of an assignment, infinite when a pair is; the capacity is not looked at.
  Cost costOf(std::span<const int32_t> labels) const;
  /// Bytes above the slack, summed over rows; 0 = fits.
  __int128 overflowOf(std::span<const int32_t> labels) const;
};

/// Alive nodes in the order of `position` (then number).
Model buildModel(const Kernel &kernel, const std::vector<int64_t> &position);

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_MODEL_H
