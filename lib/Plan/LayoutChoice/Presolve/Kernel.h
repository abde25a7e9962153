//===- Kernel.h - The problem while it shrinks ------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The solver's form of a LayoutChoice. Node numbers are the problem's; candidates that are left are called labels and
// keep the candidate's number. Times are replaced by rows, one for every maximal set of live buffers:
//
//   time   0 1 2 3 4 5 6 7          A row stands between a begin and the next end; all other live sets are subsets
//   x      [=======)                of one of these, so two rows hold the capacity at all eight times.
//   y          [=========)
//   z                [===)
//   row          0     1
//
// The least bytes of every span are taken off its labels and off the capacity of its rows, so `slack` is what the
// choices may use beyond the unavoidable.
//
// Every change that cannot be seen from the result alone is written to a proof log (Certificate.h), from which an
// independent checker repeats it; what was removed with its answer known is also written to the postsolve list.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_KERNEL_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_KERNEL_H

#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Problem.h"

#include <map>
#include <memory>
#include <tuple>

namespace alcove::plan::layout {

/// Bytes of every label of one node over the rows [begin, end).
struct Span {
  int32_t begin, end;
  std::vector<Bytes> bytes;
};

struct KernelNode {
  bool alive = true;
  std::vector<int32_t> labels; ///< candidate numbers, ascending
  std::vector<Cost> unary;     ///< finite
  std::vector<Span> spans;     ///< disjoint, ascending; least bytes of each = 0
  std::vector<int32_t> edges;  ///< alive ones only

  int32_t size() const { return static_cast<int32_t>(labels.size()); }
};

/// Costs of an edge: edges of identical operations share one table until one of them changes.
class EdgeCosts {
public:
  EdgeCosts() = default;
  EdgeCosts(std::vector<Cost> costs) : table(std::make_shared<std::vector<Cost>>(std::move(costs))) {}

  const std::vector<Cost> &read() const { return *table; }
  /// The edge's own table; a copy when it was shared.
  std::vector<Cost> &change() {
    if (table.use_count() > 1)
      table = std::make_shared<std::vector<Cost>>(*table);
    return *table;
  }
  Cost operator[](size_t k) const { return (*table)[k]; }
  bool isShared() const { return table.use_count() > 1; }
  /// Equal for edges that share a table, for as long as one of them holds it.
  const void *identity() const { return table.get(); }
  size_t size() const { return table ? table->size() : 0; }

private:
  std::shared_ptr<std::vector<Cost>> table;
};

struct KernelEdge {
  bool alive = true;
  int32_t a, b;
  EdgeCosts costs; ///< row-major, rows = labels of a; >= infiniteCost = incompatible

  int32_t other(int32_t node) const { return node == a ? b : a; }
};

/// How the value of a removed node follows from nodes that were removed later or never.
struct Postsolve {
  int32_t node;
  int32_t first = -1, second = -1;                ///< the nodes that decide, -1 = none
  std::vector<int32_t> firstLabels, secondLabels; ///< their labels at that time, ascending
  std::vector<int32_t> answer;                    ///< candidate of `node`, per (first, second) row-major
};

/// Fills in the nodes that the postsolve steps removed, last one first.
void applyPostsolves(const std::vector<Postsolve> &postsolves, std::vector<int32_t> &choice);

struct Kernel {
  std::vector<KernelNode> nodes;
  std::vector<KernelEdge> edges;
  std::vector<Bytes> slack;      ///< per row
  std::vector<int64_t> rowTimes; ///< a time of the problem at which exactly the row's buffers are live
  Cost constant = 0;             ///< cost of what was removed
  /// At least the sum of the greatest finite magnitudes of all nodes and edges: below infiniteCost no sum of costs can
  /// be mistaken for infinity. Rule LC-C5 at first; only moving an edge to its nodes adds to it.
  Cost magnitude = maxTotalCost;
  bool infeasible = false;
  std::vector<Postsolve> postsolves;
  std::vector<ProofStep> log;
  /// What keepLabels made of shared tables, so that they stay shared: by table, whether its rows are cut, and what is
  /// kept. The first of the pair holds the table, so that its identity is not given to another.
  std::map<std::tuple<const void *, bool, std::vector<char>>, std::pair<EdgeCosts, EdgeCosts>> cutTables;

  /// Edge between two nodes, or -1. O(smaller degree).
  int32_t findEdge(int32_t a, int32_t b) const;
  /// Adds `costs` (rows = labels of a) to the edge of a and b, which is made when there is none.
  int32_t addToEdge(int32_t a, int32_t b, EdgeCosts costs);
  void removeEdge(int32_t edge);
  /// Keeps the labels with keep[s] != 0; marks the kernel infeasible when none is left.
  void keepLabels(int32_t node, const std::vector<char> &keep);
  Cost edgeCost(const KernelEdge &edge, int32_t node, int32_t s, int32_t t) const {
    return node == edge.a ? edge.costs[static_cast<size_t>(s) * nodes[edge.b].size() + t]
                          : edge.costs[static_cast<size_t>(t) * nodes[edge.b].size() + s];
  }
  size_t aliveNodes() const;
  size_t aliveLabels() const;
  size_t aliveEntries() const;

  /// Fills in the removed nodes of `choice` (candidate numbers, one per node of the problem).
  void postsolve(std::vector<int32_t> &choice) const { applyPostsolves(postsolves, choice); }
};

/// The kernel of a checked problem, nothing reduced except that infinite candidates and parallel edges are gone.
Kernel buildKernel(const LayoutChoice &problem);

/// Splits overlapping spans of a node, drops those without choice: afterwards they are disjoint with least bytes 0.
void normaliseSpans(Kernel &kernel, KernelNode &node);
/// Adds spans to those of a node, both disjoint and ascending, and normalises: bytes add up where two overlap.
/// O(spans * labels); what does not overlap is not copied.
void mergeSpans(Kernel &kernel, KernelNode &node, std::vector<Span> more);
/// Drops rows that no choice can exceed, and rows implied by a neighbour.
void dropSlackRows(Kernel &kernel);

inline Cost addCosts(Cost a, Cost b) { return isInfinite(a) || isInfinite(b) ? infiniteCost : a + b; }

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_KERNEL_H
