//===- LabelRows.h - The labels of a node compared --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_LABELROWS_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_LABELROWS_H

#include "Kernel.h"

#include <algorithm>

namespace alcove::plan::layout {

/// A node's labels side by side, each with its costs towards all neighbours in one row.
class LabelRows {
public:
  LabelRows(const Kernel &kernel, int32_t i) : node(kernel.nodes[i]), firstColumn{0} {
    for (int32_t e : node.edges)
      firstColumn.push_back(firstColumn.back() + kernel.nodes[kernel.edges[e].other(i)].size());
    costs.resize(node.labels.size() * firstColumn.back());
    cheapest.resize(node.labels.size() * node.edges.size());
    for (int32_t s = 0; s < node.size(); ++s) {
      Cost sum = node.unary[s];
      for (size_t k = 0; k < node.edges.size(); ++k)
        sum = addCosts(sum, fill(kernel, i, s, k));
      least.push_back(sum);
    }
  }

  /// Whatever the neighbours take, moving from s to t costs nothing and never needs more bytes.
  bool dominates(int32_t t, int32_t s) const {
    if (costsMoreSomewhere(t, s))
      return false;
    for (const Span &span : node.spans)
      if (span.bytes[t] > span.bytes[s])
        return false;
    Cost sum = node.unary[t] - node.unary[s];
    for (size_t k = 0; k < node.edges.size(); ++k) {
      const Cost *before = row(s), *after = row(t);
      Cost worst = -infiniteCost;
      for (int32_t b = firstColumn[k]; b < firstColumn[k + 1]; ++b)
        if (!isInfinite(before[b]))
          worst = std::max(worst, isInfinite(after[b]) ? infiniteCost : after[b] - before[b]);
      if (worst == infiniteCost)
        return false;
      if (worst == -infiniteCost)
        return true; // s has no partner at all
      sum += worst;
    }
    return sum <= 0;
  }

private:
  /// Returns the least cost of the row.
  Cost fill(const Kernel &kernel, int32_t i, int32_t s, size_t k) {
    const KernelEdge &edge = kernel.edges[node.edges[k]];
    Cost *at = costs.data() + static_cast<size_t>(s) * firstColumn.back() + firstColumn[k];
    int32_t columns = firstColumn[k + 1] - firstColumn[k];
    for (int32_t b = 0; b < columns; ++b)
      at[b] = kernel.edgeCost(edge, i, s, b);
    const Cost *cheapestOne = std::min_element(at, at + columns);
    bool none = columns == 0 || isInfinite(*cheapestOne);
    cheapest[s * node.edges.size() + k] = none ? -1 : static_cast<int32_t>(cheapestOne - costs.data() - rowStart(s));
    return none ? infiniteCost : *cheapestOne;
  }
  size_t rowStart(int32_t s) const { return static_cast<size_t>(s) * firstColumn.back(); }
  const Cost *row(int32_t s) const { return costs.data() + rowStart(s); }

  /// Cheap refusal of most pairs: towards the partners that s likes best moving costs something. A label without a
  /// partner is left to the whole comparison.
  bool costsMoreSomewhere(int32_t t, int32_t s) const {
    if (isInfinite(least[s]))
      return false;
    if (least[t] > least[s])
      return true; // nowhere does t cost less than its own least
    const int32_t *bestOfS = cheapest.data() + s * node.edges.size(),
                  *bestOfT = cheapest.data() + t * node.edges.size();
    const Cost *after = row(t);
    Cost more = least[t] - least[s];
    for (size_t k = 0; k < node.edges.size() && more <= 0; ++k)
      more = addCosts(more, after[bestOfS[k]] - after[bestOfT[k]]);
    return more > 0;
  }

  const KernelNode &node;
  std::vector<int32_t> firstColumn; ///< per edge, and the end
  std::vector<Cost> costs;
  std::vector<int32_t> cheapest; ///< per label and edge: column, -1 = no partner
  std::vector<Cost> least;       ///< per label: with the cheapest partners everywhere; infinite without one
};

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_LABELROWS_H
